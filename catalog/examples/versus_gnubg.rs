//! Plays backgammon against GNU Backgammon, or between players of this library, and says who won,
//! and by how much.
//!
//! `versus_gnubg OPPONENT PAIRS [PLAYER] [SEED]`: OPPONENT is a level of gnubg (`beginner`,
//! `casual`, … or `noise=0.2`) or a player; a PLAYER is `trained` (the usual one), `handmade` or a
//! file of weights, each looking one ply ahead, `star2` (the trained evaluator, three plies ahead)
//! or `random`. A pair is two games with the same dice, sides swapped. For its levels the program
//! gnubg must be installed.

use std::error::Error;
use std::time::Instant;

use gametree::ordering::ByGame;
use gametree::star::Order;
use gametree::star2::Star2;
use gametree::{Limits, PayoffSearch};
use gametree_catalog::opponents::gnubg;
use gametree_games::backgammon::sampling::{Chooser, greedy, random, sample_games};
use gametree_games::backgammon::{Backgammon, Handmade, Move, Network, Trained};

static HANDMADE: std::sync::LazyLock<Handmade> = std::sync::LazyLock::new(Handmade::default);

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [opponent, pairs, rest @ ..] = args.as_slice() else {
        return Err("versus_gnubg OPPONENT PAIRS [PLAYER] [SEED]".into());
    };
    let player = rest.first().map_or("trained", String::as_str);
    let seed: u64 = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let mut one =
        chooser(player, seed)?.ok_or_else(|| format!("{player:?} is no player of this library"))?;
    let mut other = match chooser(opponent, seed)? {
        Some(own) => own,
        None => gnubg_at(opponent)?,
    };
    let start = Instant::now();
    let sample = sample_games(
        &Backgammon::start(),
        [&mut *one, &mut *other],
        pairs.parse()?,
        seed,
    );
    let (games, wins) = (sample.points.len(), sample.wins());
    let (mean, error) = (sample.mean(), sample.standard_error());
    let took = start.elapsed();
    println!(
        "{player} against {opponent}: {wins} wins of {games}, {mean:+.3} ± {error:.3} points a game ({took:.0?})"
    );
    Ok(())
}

/// A player of this library, where the name is one.
fn chooser(name: &str, seed: u64) -> Result<Option<Box<Chooser<'static>>>, Box<dyn Error>> {
    Ok(Some(match name {
        "trained" => Box::new(greedy(&Trained)),
        "handmade" => Box::new(greedy(&*HANDMADE)),
        "random" => Box::new(random(seed)),
        "star2" => Box::new(three_plies()),
        file if file.ends_with(".bin") => {
            let network = Network::from_bytes(&std::fs::read(file)?)
                .ok_or(format!("{file} holds no network"))?;
            Box::new(move |game: &Backgammon| greedy(&network)(game))
        }
        _ => return Ok(None),
    }))
}

/// GNU Backgammon at a level. AnalysisError ends the program.
fn gnubg_at(level: &str) -> Result<Box<Chooser<'static>>, Box<dyn Error>> {
    let mut gnubg = gnubg::Gnubg::start(level.parse()?)?;
    Ok(Box::new(move |game| match gnubg.ask(game) {
        Ok(answer) => answer.m,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    }))
}

/// The trained evaluator behind a move, the dice and the reply.
fn three_plies() -> impl FnMut(&Backgammon) -> Move {
    let order = Order {
        sorted_from: Some(2),
        ..Order::default()
    };
    let mut star2 = Star2::new(Trained).guided(ByGame).ordered(order);
    move |game| {
        star2
            .search_payoffs(game, &Limits::depth(3))
            .best()
            .unwrap_or(Move::Wait)
    }
}
