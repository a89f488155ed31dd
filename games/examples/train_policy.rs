//! Trains the network that predicts steps of Breakthrough, and prints it.
//!
//! ```text
//! cargo run --release -p gametree-games --example train_policy -- 4000 48 1 > policy.network
//! ```
//!
//! Games, hidden neurons, seed. A principal variation search plays against itself with random moves
//! between; its choices, and their mirror images, are learned.

use std::env;

use gametree::deepening::Deepening;
use gametree::learning::network::Example;
use gametree::learning::{Adam, Network, Plan};
use gametree::pvs::Pvs;
use gametree::quiescence::Quiescence;
use gametree::rng::Rng;
use gametree::{Force, Forced, Limits, Search};
use gametree_games::breakthrough::{Board, Rows, policy};

/// What the search may spend on a move.
const NODES: u64 = 1500;
const EPOCHS: usize = 6;

fn main() {
    let words: Vec<u64> = env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    let number = |at: usize, default: u64| words.get(at).copied().unwrap_or(default);
    let (games, hidden, seed) = (number(0, 1000), number(1, 48), number(2, 1));
    let mut examples = collect(games, seed);
    let aside = examples.split_off(examples.len() - examples.len() / 40);
    eprintln!("{} positions, {} kept aside", examples.len(), aside.len());
    let mut network = Network::random([policy::INPUTS, hidden as usize, policy::OUTPUTS], seed);
    let (mut adam, mut rng) = (Adam::new(0.002), Rng::new(seed));
    for epoch in 1..=EPOCHS {
        if epoch > EPOCHS * 2 / 3 {
            adam.rate = 0.0005;
        }
        adam.epoch(&mut network, &examples, &mut rng);
        eprintln!("epoch {epoch}: loss aside {:.4}", network.loss(&aside));
    }
    println!(
        "# cargo run --release -p gametree-games --example train_policy -- {games} {hidden} {seed}"
    );
    print!("{}", network.to_text("breakthrough", 3));
}

/// Positions of games with the steps chosen, where something was to choose.
fn collect(games: u64, seed: u64) -> Vec<Example> {
    let start = Board::start(8, 8).expect("a size in range");
    let plan = Plan {
        opening: 12,
        epsilon: 0.1,
        ..Plan::new(start, seed)
    };
    let search = Pvs::new(Rows::default())
        .with_table(1 << 18)
        .guided()
        .quiet(Quiescence::default());
    let (mut player, mut examples) = (Deepening::new(search), Vec::new());
    for number in 0..games {
        plan.play(number, |board| {
            let report = player.search(board, &Limits::nodes(NODES));
            let best = report.best()?;
            if board.forced() == Force::Free && !report.value.is_decided() {
                examples.extend(policy::examples(board, best));
            }
            Some(best)
        });
    }
    examples
}
