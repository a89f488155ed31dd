//! The learnt evaluator against the one that learning starts from: `duel [PAIRS [NODES [SEED]]]`.
//!
//! Every pair of games begins with the same random moves, with both colours. Fixed nodes: the
//! result is the same on every machine.

use std::error::Error;

use gametree::repetition::WithHistory;
use gametree::rng::Rng;
use gametree::{Game, Keyed, Limits, Outcome, Player, Search};
use gametree_chess::Chess;
use gametree_chess::builtin::Builtin;
use gametree_chess::evaluate::Tapered;

type Engine = Builtin<WithHistory<Chess>>;

const OPENING: usize = 8;
const LONGEST: usize = 300;

/// A position after random moves in which neither side is much better.
fn opening(rng: &mut Rng, judge: &mut Builtin<Chess>) -> Chess {
    loop {
        let mut game = Chess::default();
        for _ in 0..OPENING {
            let moves: Vec<_> = game.moves().collect();
            if game.outcome().is_none() {
                game.play(moves[rng.below(moves.len())]);
            }
        }
        let even = |value: gametree::Score| value.raw().abs() < 100;
        if game.outcome().is_none() && even(judge.search(&game, &Limits::nodes(5000)).value) {
            return game;
        }
    }
}

/// White's half points.
fn play(white: &mut Engine, black: &mut Engine, start: &Chess, nodes: u64) -> i32 {
    let (mut game, mut seen): (Chess, Vec<u64>) = (start.clone(), Vec::new());
    white.new_game(0);
    black.new_game(0);
    for _ in 0..LONGEST {
        let again = seen.iter().filter(|&&key| key == game.key()).count() >= 2;
        match game.outcome() {
            Some(Outcome::Win(winner)) => return if winner == Player::FIRST { 2 } else { 0 },
            Some(_) => return 1,
            None if again => return 1,
            None => {}
        }
        let engine = if game.color().is_white() {
            &mut *white
        } else {
            &mut *black
        };
        let report = engine.search(
            &WithHistory::new(game.clone(), &seen),
            &Limits::nodes(nodes),
        );
        let Some(m) = report.best() else { return 1 };
        seen.push(game.key());
        game.play(m);
    }
    1
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let pairs: u32 = args.next().map_or(Ok(50), |text| text.parse())?;
    let nodes = args.next().map_or(Ok(10_000), |text| text.parse())?;
    let seed = args.next().map_or(Ok(1), |text| text.parse())?;
    let (mut rng, mut judge) = (Rng::new(seed), Builtin::new(1 << 20));
    let mut learnt = Engine::with(4 << 20, Tapered::default());
    let file = args.next().ok_or("network")?;
    let weights = gametree_chess::network::weights::Weights::from_bytes(&std::fs::read(file)?)?;
    let network = gametree_chess::network::Network::new(weights);
    let mut learnt2 = Engine::with(4 << 20, gametree_chess::network::StaticEvaluator::with_network(network));
    let mut results = [0; 3];
    for _ in 0..pairs {
        let position = opening(&mut rng, &mut judge);
        results[play(&mut learnt2, &mut learnt, &position, nodes) as usize] += 1;
        results[2 - play(&mut learnt, &mut learnt2, &position, nodes) as usize] += 1;
    }
    let [lost, drawn, won] = results;
    println!(
        "the learnt weights won {won}, drew {drawn}, lost {lost} of {} games",
        2 * pairs
    );
    Ok(())
}
