//! Learns the weights of a game's evaluator by self-play, and prints them as a weights file.
//!
//! ```text
//! cargo run --release -p gametree-games --example train -- breakthrough regression 20000 1 > learned.weights
//! cargo run --release -p gametree-games --example train -- othello tdleaf 5000 1
//! ```
//!
//! Game, method (regression, td, tdleaf), games, seed; the curve goes to stderr.

use std::env;
use std::process::ExitCode;

use gametree::deepening::Deepening;
use gametree::learning::td::Squash;
use gametree::learning::{
    Course, Curve, Features, Linear, Plan, Regression, Settings, Td, Trainer,
};
use gametree::pvs::Pvs;
use gametree::quiescence::Quiescence;
use gametree::{Evaluator, Force, Forced, Guided, Keyed, Limits, Noisy, TwoPlayer};
use gametree_games::{breakthrough, connect4, othello};

/// What the player of recorded games may spend on a move.
const NODES: u64 = 500;

fn main() -> ExitCode {
    let words: Vec<String> = env::args().skip(1).collect();
    let (Some(game), Some(method)) = (words.first(), words.get(1)) else {
        eprintln!("GAME METHOD [GAMES] [SEED]");
        return ExitCode::from(2);
    };
    let number = |at: usize, default: u64| {
        words
            .get(at)
            .and_then(|word| word.parse().ok())
            .unwrap_or(default)
    };
    let wish = Wish {
        game,
        method,
        games: number(2, 2000),
        seed: number(3, 1),
    };
    let text = match game.as_str() {
        "breakthrough" => {
            let start = breakthrough::Board::start(8, 8).expect("a size in range");
            train(&wish, start, breakthrough::Shape::hand_made(), &|board| {
                board.race().is_none()
            })
        }
        "othello" => {
            let start = othello::Board::start(8).expect("a size in range");
            train(&wish, start, othello::Shape::hand_made(), &|_| true)
        }
        "connect4" => train(
            &wish,
            connect4::Connect4::new(),
            connect4::Shape::hand_made(),
            &|_| true,
        ),
        other => {
            eprintln!("{other} is none of breakthrough, othello, connect4");
            return ExitCode::from(2);
        }
    };
    print!("{text}");
    ExitCode::SUCCESS
}

/// What is asked for.
struct Wish<'a> {
    game: &'a str,
    method: &'a str,
    games: u64,
    seed: u64,
}

fn train<G, F>(wish: &Wish<'_>, start: G, linear: Linear<F>, quiet: &dyn Fn(&G) -> bool) -> String
where
    G: TwoPlayer + Keyed + Noisy + Forced + Guided,
    F: Features<G> + Clone,
{
    let plan = Plan {
        opening: 12,
        epsilon: 0.05,
        ..Plan::new(start, wish.seed)
    };
    let (learned, curve) = match wish.method {
        "td" | "tdleaf" => by_differences(wish, plan, linear),
        _ => by_results(wish, plan, &linear, quiet),
    };
    for mark in &curve.marks {
        eprintln!("{:>8} games  loss {:.5}", mark.games, mark.loss);
    }
    let mut file = learned.to_file(wish.game);
    for value in file.weights.iter_mut().map(|(_, value)| value) {
        *value = (*value * 100.0).round() / 100.0;
    }
    let Wish {
        game,
        method,
        games,
        seed,
    } = wish;
    file.notes.push(format!(
        "cargo run --release -p gametree-games --example train -- {game} {method} {games} {seed}"
    ));
    file.to_string()
}

fn by_results<G, F>(
    wish: &Wish<'_>,
    plan: Plan<G>,
    start: &Linear<F>,
    quiet: &dyn Fn(&G) -> bool,
) -> (Linear<F>, Curve)
where
    G: TwoPlayer + Keyed + Noisy + Forced + Guided,
    F: Features<G> + Clone,
{
    let evaluator = |position: &G| start.evaluate(position);
    let search = Pvs::new(evaluator)
        .with_table(1 << 18)
        .guided()
        .quiet(Quiescence::default());
    let mut player = Deepening::new(search);
    let mut course = Course {
        plan,
        games: wish.games,
        player: &mut player,
        limits: Limits::nodes(NODES),
        quiet: &|position| position.forced() == Force::Free && quiet(position),
        progress: &mut |_| true,
    };
    course.regression(start, &Regression::default())
}

fn by_differences<G, F>(wish: &Wish<'_>, plan: Plan<G>, linear: Linear<F>) -> (Linear<F>, Curve)
where
    G: TwoPlayer,
    F: Features<G>,
{
    let td = Td {
        lambda: 0.7,
        rate: 0.002,
        squash: Squash::Logistic,
    };
    let settings = Settings {
        td,
        depth: 2,
        leaf: wish.method == "tdleaf",
        halving: wish.games / 4,
    };
    let mut trainer = Trainer {
        plan,
        settings,
        linear,
        games: 0,
    };
    let (mut curve, mut error) = (Curve::default(), gametree::learning::curve::Mean::default());
    let every = (wish.games / 10).max(1);
    trainer.run(wish.games, |trainer, lesson| {
        error.add(lesson.error);
        if trainer.games.is_multiple_of(every) {
            curve.add(trainer.games, error.take().unwrap_or(0.0));
        }
    });
    (trainer.linear, curve)
}
