//! Plays backgammon against GNU Backgammon and tells who won, and by how much.
//!
//! `versus_gnubg LEVEL PAIRS [PLAYER] [SEED]`: LEVEL is one of gnubg's (`beginner`, `casual`, … or `noise=0.2`), PLAYER is
//! `trained` (one ply), `handmade` (one ply), `star2` (the trained evaluator, three plies) or `random`. A pair is two games with the same
//! dice, sides swapped. The program gnubg must be installed.

#[allow(dead_code)]
#[path = "../../app/src/opponents/gnubg.rs"]
mod gnubg;

use std::error::Error;
use std::time::Instant;

use gametree::ordering::ByGame;
use gametree::star::Order;
use gametree::star2::Star2;
use gametree::{Adviser, Limits};
use gametree_games::backgammon::sampling::{Chooser, greedy, random, sample_games};
use gametree_games::backgammon::{Backgammon, Handmade, Move, Trained};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [level, pairs, rest @ ..] = args.as_slice() else {
        return Err("versus_gnubg LEVEL PAIRS [PLAYER] [SEED]".into());
    };
    let player = rest.first().map_or("trained", String::as_str);
    let seed: u64 = rest.get(1).map_or(Ok(1), |text| text.parse())?;
    let handmade = Handmade::default();
    let mut chooser: Box<Chooser<'_>> = match player {
        "trained" => Box::new(greedy(&Trained)),
        "handmade" => Box::new(greedy(&handmade)),
        "random" => Box::new(random(seed)),
        "star2" => Box::new(three_plies()),
        other => return Err(format!("{other:?} is none of trained, handmade, random and star2").into()),
    };
    let mut gnubg = gnubg::Gnubg::start(level.parse()?)?;
    let mut asked = |game: &Backgammon| match gnubg.ask(game) {
        Ok(answer) => answer.m,
        Err(error) => {
            eprintln!("{error}");
            std::process::exit(1);
        }
    };
    let start = Instant::now();
    let sample = sample_games(&Backgammon::start(), [&mut *chooser, &mut asked], pairs.parse()?, seed);
    let (games, mean, error) = (sample.points.len(), sample.mean(), sample.standard_error());
    println!(
        "{player} against gnubg {level}: {} wins of {games}, {mean:+.3} ± {error:.3} points a game ({:.0?})",
        sample.wins(),
        start.elapsed()
    );
    Ok(())
}

/// The trained evaluator behind a move, the dice and the reply.
fn three_plies() -> impl FnMut(&Backgammon) -> Move {
    let order = Order { sorted_from: Some(2), ..Order::default() };
    let mut star2 = Star2::new(Trained).guided(ByGame).ordered(order);
    move |game| star2.advise(game, &Limits::depth(3)).best().unwrap_or(Move::Wait)
}
