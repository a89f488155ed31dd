//! Connect-Four, with the solver of its own.

use std::cell::RefCell;

use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::{Budget, Limits};
use gametree_games::connect4::{
    Bare, Best, Column, Connect4, Rivest1987, Rollout, Shape, Solver, Threats,
};
use serde_json::Number;

use super::Entry;
use crate::commands::solve::{self, Solution, Solved};
use crate::minmax::Positive;
use crate::seat::{Known, Lessons, Seat, WithGame};

/// The entry of Connect-Four.
pub const ENTRY: Entry = Entry {
    name: "connect4",
    form: "connect4[:1987]",
    about: "four in a row on 7 columns of 6, stones fall down",
    positions: "columns 1-7 in order of play, as in 4453",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: false,
    example: "connect4",
    fits: &["minmax", "pvs", "mtdf", "alphabeta", "mcts"],
    tuned: &[("mcts", "c=1")],
};

/// The entry of the game of 1987: no options are tuned for it.
static OF_1987: Entry = Entry {
    form: "connect4:1987",
    tuned: &[],
    ..ENTRY
};

/// What is known of Connect-Four.
pub type Knowledge = Known<Threats, Rollout, Unfinished, Ignorant, Shape>;

/// Everything that searches of Connect-Four may use.
pub const KNOWLEDGE: Knowledge = Known {
    evaluator: Threats,
    playout: Rollout,
    finisher: Unfinished,
    prior: Ignorant,
    lessons: Some(Lessons {
        game: ENTRY.name,
        start: Shape::hand_made,
        learned: None,
    }),
    learned: None,
};

/// The evaluator's points go beyond ±1000 where a win is at hand.
pub const POSITIVE: Positive = Positive {
    shift: 2048,
    unit: 1,
    mode: "soft",
};

/// Runs the command on the empty board; `1987` leaves only what the programs of that year knew.
pub fn open<V: WithGame>(
    name: &str,
    parameters: Option<&str>,
    visitor: V,
) -> anyhow::Result<V::Out> {
    if parameters.is_some_and(|text| text.trim() == "1987") {
        return open_of_1987(name, visitor);
    }
    super::none(&ENTRY, parameters)?;
    visitor.run(Seat {
        entry: &ENTRY,
        name,
        start: Connect4::new(),
        evaluator: KNOWLEDGE,
        reader: Some(&|text| {
            text.parse()
                .map_err(|error: gametree_games::PositionError| error.to_string())
        }),
        show: &|value| value.to_string(),
        positive: POSITIVE,
        solver: Some(&Exact::default()),
    })
}

fn open_of_1987<V: WithGame>(name: &str, visitor: V) -> anyhow::Result<V::Out> {
    visitor.run(Seat {
        entry: &OF_1987,
        name,
        start: Bare::default(),
        evaluator: Known::uniform(Rivest1987),
        reader: Some(&|text| {
            text.parse()
                .map_err(|error: gametree_games::PositionError| error.to_string())
        }),
        show: &|value| value.to_string(),
        positive: Positive::default(),
        solver: None,
    })
}

/// The solver, made when it is first asked.
#[derive(Default)]
struct Exact(RefCell<Option<Solver>>);

/// Memory of the solver's table where no limit is given.
const TABLE: usize = 128 << 20;

impl solve::Solver<Connect4> for Exact {
    fn solve(&self, position: &Connect4, limits: &Limits) -> Solved<Column> {
        let mut solver = self.0.borrow_mut();
        let solver = solver.get_or_insert_with(|| Solver::new(limits.memory.unwrap_or(TABLE)));
        let mut budget = Budget::new(limits);
        let solution = solver
            .best(position, &mut budget)
            .map(|best| solution(position, best));
        Solved {
            solution,
            nodes: budget.counts.nodes,
        }
    }
}

fn solution(position: &Connect4, best: Best) -> Solution<Column> {
    let outcome = match best.score.signum() {
        1 => "win",
        -1 => "loss",
        _ => "draw",
    };
    Solution {
        outcome,
        score: Number::from(best.score),
        plies: plies(best.score, position),
        best: best.moves,
    }
}

/// When the last stone of the game falls, from a score: the winner's n-th last stone decides.
fn plies(score: i32, position: &Connect4) -> Option<u32> {
    let empty = 42 - position.ply() as i32;
    let plies = match score.signum() {
        1 => 2 * ((empty + 1) / 2 - score) + 1,
        -1 => 2 * (empty / 2 + score + 1),
        _ => return None,
    };
    u32::try_from(plies).ok()
}
