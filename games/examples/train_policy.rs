//! Trains the network that predicts Connect-Four moves, and prints it.
//!
//! ```text
//! cargo run --release -p gametree-games --example train_policy -- 20000 32 1 > policy.network
//! ```
//!
//! Games, hidden neurons, seed. A search plays against itself with random moves between; the exact solver says which moves
//! of a position are best, where it can within its limit; positions and their mirror images are learned.

use std::env;

use gametree::deepening::Deepening;
use gametree::learning::network::Example;
use gametree::learning::{Adam, Network, Plan};
use gametree::pvs::Pvs;
use gametree::rng::Rng;
use gametree::{Budget, Force, Forced, Game, Limits, Search};
use gametree_games::connect4::{Column, Connect4, Solver, Threats, policy};

/// What the solver may spend on a position.
const NODES: u64 = 150_000;
const EPOCHS: usize = 12;

fn main() {
    let words: Vec<u64> = env::args().skip(1).filter_map(|word| word.parse().ok()).collect();
    let number = |at: usize, default: u64| words.get(at).copied().unwrap_or(default);
    let (games, hidden, seed) = (number(0, 2000), number(1, 32), number(2, 1));
    let mut examples = collect(games, seed);
    let aside = examples.split_off(examples.len() - examples.len() / 20);
    eprintln!("{} positions, {} kept aside", examples.len(), aside.len());
    let mut network = Network::random([policy::INPUTS, hidden as usize, policy::OUTPUTS], seed);
    let (mut adam, mut rng) = (Adam::new(0.003), Rng::new(seed));
    for epoch in 1..=EPOCHS {
        if epoch > EPOCHS * 2 / 3 {
            adam.rate = 0.0007;
        }
        adam.epoch(&mut network, &examples, &mut rng);
        eprintln!(
            "epoch {epoch}: loss {:.4}, aside {:.4}",
            network.loss(&examples[..aside.len()]),
            network.loss(&aside)
        );
    }
    println!("# cargo run --release -p gametree-games --example train_policy -- {games} {hidden} {seed}");
    print!("{}", network.to_text("connect4", 4));
}

/// Positions of games with their best moves, and the same in a mirror.
fn collect(games: u64, seed: u64) -> Vec<Example> {
    let plan = Plan { opening: 14, epsilon: 0.15, ..Plan::new(Connect4::new(), seed) };
    let mut player = Deepening::new(Pvs::new(Threats).with_table(1 << 16).guided());
    let (mut solver, mut examples) = (Solver::new(1 << 24), Vec::new());
    for number in 0..games {
        let game = plan.play(number, |position| player.search(position, &Limits::nodes(200)).best());
        for (position, _) in &game.positions {
            if position.ply() < 8 || position.forced() != Force::Free {
                continue;
            }
            let limits = Limits::nodes(NODES);
            let Ok(best) = solver.best(position, &mut Budget::new(&limits)) else { continue };
            if best.moves.len() == position.moves().count() {
                continue;
            }
            let mirrored: Vec<Column> = best.moves.iter().map(|m| Column(6 - m.0)).collect();
            examples.push(policy::example(position, &best.moves));
            examples.push(policy::example(&position.mirrored(), &mirrored));
        }
    }
    examples
}
