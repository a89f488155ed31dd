//! Perfect-information Monte Carlo at whist against simple players: `whist_players [GAME] [DEALS]
//! [WORLDS]`. Every deal is played twice, with the sides exchanged; the unit is the mean of both.

use std::error::Error;
use std::time::Instant;

use gametree::pimc::Pimc;
use gametree::rng::Rng;
use gametree::{Game, Limits, PayoffSearch, Payoffs, Player};
use gametree_games::cards::Card;
use gametree_games::whist::{Solver, Whist, greedy};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let name = args.first().map_or("whist:8S", String::as_str);
    let number = |i: usize, default: u64| args.get(i).map_or(Ok(default), |arg| arg.parse::<u64>());
    let (deals, worlds) = (number(1, 200)?, number(2, 20)?);
    let game = Whist::named(name)?;
    let (mut monte_carlo, mut rng) = (pimc(worlds), Rng::new(77));
    let mut by_pimc = |position: &Whist| monte_carlo(position);
    let mut at_random = |position: &Whist| {
        let moves: Vec<Card> = position.moves().collect();
        Some(moves[rng.below(moves.len())])
    };
    println!("{name}, {deals} deals twice, {worlds} worlds a move");
    compare(
        "PIMC v random",
        &game,
        deals,
        [&mut by_pimc, &mut at_random],
    );
    compare(
        "PIMC v greedy",
        &game,
        deals,
        [&mut by_pimc, &mut |position| greedy(position)],
    );
    compare(
        "greedy v random",
        &game,
        deals,
        [&mut |position| greedy(position), &mut at_random],
    );
    Ok(())
}

/// A player: the card it plays.
type Policy<'a> = &'a mut dyn FnMut(&Whist) -> Option<Card>;

/// Draws so many worlds a move; each move has random numbers of its own.
fn pimc(worlds: u64) -> impl FnMut(&Whist) -> Option<Card> {
    let mut search = Pimc {
        worlds,
        ..Pimc::new(Solver::default(), 0)
    }
    .exact(worlds as usize);
    move |position| {
        search.seed += 1;
        search.search_payoffs(position, &Limits::none()).best()
    }
}

/// The mean of the first player's tricks minus the second's, with its standard error.
fn compare(title: &str, game: &Whist, deals: u64, mut sides: [Policy<'_>; 2]) {
    let start = Instant::now();
    let (mut sum, mut squares, mut better, mut worse) = (0.0, 0.0, 0, 0);
    for seed in 0..deals {
        let deal = game.dealt(&mut Rng::new(seed));
        let there = play(deal, &mut sides, 0).payoff(Player(0));
        let back = play(deal, &mut sides, 1).payoff(Player(1));
        let mean = (there + back) / 2.0;
        sum += mean;
        squares += mean * mean;
        better += u32::from(mean > 0.0);
        worse += u32::from(mean < 0.0);
    }
    let (n, mean) = (deals as f64, sum / deals as f64);
    let error = ((squares / n - mean * mean) / (n - 1.0)).sqrt();
    println!(
        "{title}: {mean:+.3} ± {error:.3} tricks a game, {better} pairs better, {worse} worse; {:.1?}",
        start.elapsed()
    );
}

/// Plays a deal to its end; `first` is the side that the first player sits on.
fn play(mut position: Whist, sides: &mut [Policy<'_>; 2], first: usize) -> Whist {
    while position.outcome().is_none() {
        let player = (usize::from(position.turn().0) + first) % 2;
        let Some(card) = sides[player](&position) else {
            break;
        };
        position.play(card);
    }
    position
}
