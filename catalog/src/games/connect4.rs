//! Connect-Four, with its own solver.

use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::{Budget, Limits, Readable};
use gametree_games::PositionError;
use gametree_games::connect4::{
    self, Bare, Best, Book, Column, Connect4, Rivest1987, Rollout, Shape, Threats,
};
use serde_json::Number;

use super::Request;
use crate::error::CatalogError;
use crate::info::{GameInfo, Positive};
use crate::knowledge::{Heuristics, TrainingData};
use crate::solve::{ExactScore, Solved, Solver};
use crate::stored::StoredGame;
use crate::two_player::TwoPlayerGame;
use crate::user_text;

/// The entry of Connect-Four.
pub const INFO: GameInfo = GameInfo {
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
    stored: Some(&STORED),
};

/// Connect-Four as a project.
static STORED: StoredGame = StoredGame {
    title: "Connect-Four",
    positions: "columns in order of play, as in 4453",
    players: ["X", "O"],
    // The evaluator counts hundredths of a nat. (`--example chances` finds 97, on 4,586 positions
    // of 300 games.)
    nat: 100.0,
    evaluator: "threats",
    ..StoredGame::POINTS
};

/// The entry of the game of 1987: no options are tuned for it.
static OF_1987: GameInfo = GameInfo {
    form: "connect4:1987",
    tuned: &[],
    stored: None,
    ..INFO
};

/// What is known of Connect-Four.
pub type Knowledge = Heuristics<Threats, Rollout, Unfinished, Ignorant, Shape>;

fn training() -> TrainingData<Shape> {
    TrainingData::new(INFO.name, Shape::hand_made())
}

/// The game from the empty board.
pub fn open(request: &Request<'_>) -> Result<TwoPlayerGame<Connect4, Knowledge>, CatalogError> {
    request.no_parameters()?;
    let knowledge = Heuristics::new(Threats)
        .playing_out(Rollout)
        .trainable(training());
    let game = TwoPlayerGame::new(&INFO, Connect4::new(), knowledge);
    Ok(game
        .reading(|text| {
            text.parse()
                .map_err(|error: PositionError| error.to_string())
        })
        // The evaluator's points go beyond ±1000 where a win is at hand.
        .positive(Positive {
            shift: 2048,
            ..Positive::default()
        })
        .solved_by(|| Box::new(OwnSolver::default()))
        .stored(from_user))
}

fn from_user(text: &str) -> Result<Connect4, String> {
    let (_, rest) = user_text::split(text, &["connect4"]);
    let joined: String = rest
        .chars()
        .filter(|c| !c.is_whitespace() && *c != ',')
        .collect();
    let help = "write the columns in the order of play, as in 4453, or rows from the top with / between them";
    <Connect4 as Readable>::read(&joined)
        .map_err(|why| format!("This is not a position of Connect-Four: {why}; {help}."))
}

/// The parameter of the game with only what the programs of that year knew.
pub const YEAR: &str = "1987";

/// The game as the programs of 1987 knew it.
pub fn of_1987() -> TwoPlayerGame<Bare, Heuristics<Rivest1987>> {
    let game = TwoPlayerGame::new(&OF_1987, Bare::default(), Heuristics::new(Rivest1987));
    game.reading(|text| {
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    })
}

/// The solver of [`gametree_games::connect4`] with its book, made on first use.
#[derive(Default)]
struct OwnSolver(Option<connect4::Solver>);

/// Memory of the solver's table without a limit.
const TABLE: usize = 128 << 20;

impl Solver<Connect4> for OwnSolver {
    fn solve(&mut self, position: &Connect4, limits: &Limits) -> Solved<ExactScore<Column>> {
        let fresh = || connect4::Solver::new(limits.room(TABLE)).with_book(Book::opening());
        let solver = self.0.get_or_insert_with(fresh);
        let mut budget = Budget::new(limits);
        let solution = solver.best(position, &mut budget);
        Solved {
            solution: solution.map(|best| exact(position, best)),
            nodes: budget.counts.nodes,
        }
    }
}

fn exact(position: &Connect4, best: Best) -> ExactScore<Column> {
    let outcome = match best.score.signum() {
        1 => "win",
        -1 => "loss",
        _ => "draw",
    };
    ExactScore {
        outcome: Some(outcome),
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
