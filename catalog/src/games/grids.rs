//! Tic-tac-toe and its kin on other boards: `tictactoe`, `mnk:ROWSxCOLSxK`, `cube`, `sets`.

use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::playout::Uniform;
use gametree_games::tictactoe::{Board, Rules, RulesError, Shape, Weighted};

use super::Request;
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::{Heuristics, NamedWeights, TrainingData};
use crate::two_player::TwoPlayerGame;

/// The entry of tic-tac-toe.
pub const TICTACTOE: GameInfo = GameInfo {
    name: "tictactoe",
    form: "tictactoe",
    about: "three in a row on 3 × 3 squares",
    positions: "squares in order of play, as in 'b2 a1', or digits 1-9 as in 5137",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: false,
    small: true,
    example: "tictactoe",
    fits: &["pvs", "alphabeta", "mtdf", "mcts", "dfpn"],
    tuned: &[],
};

/// The entry of k in a row.
pub const MNK: GameInfo = GameInfo {
    name: "mnk",
    form: "mnk:ROWSxCOLSxK",
    about: "K in a row on a board of ROWS × COLS; mnk:15x15x5 is gomoku",
    positions: "squares in order of play, as in 'c3 c4 d4'",
    small: false,
    example: "mnk:4x5x4",
    ..TICTACTOE
};

/// The entry of the cube.
pub const CUBE: GameInfo = GameInfo {
    name: "cube",
    form: "cube[:N]",
    about: "N in a line in a cube of side N, 4 where none is given (Qubic)",
    positions: "squares in order of play with their level, as in 'a1.1 b2.3'",
    small: false,
    example: "cube",
    ..TICTACTOE
};

/// The entry of any squares and winning sets.
pub const SETS: GameInfo = GameInfo {
    name: "sets",
    form: "sets:SQUARES/SET/SET…|FILE",
    about: "generalized tic-tac-toe: any squares, then any winning sets, by / or a line each in a file; without a set a draw",
    positions: "squares in order of play, as in 'a c b'",
    small: false,
    example: "sets:a b c d e/a b c/c d e/a e",
    ..TICTACTOE
};

/// What is known of games of lines.
type Knowledge = Heuristics<Weighted, Uniform, Unfinished, Ignorant, Shape>;

/// The game of the name, on its empty board: small boards are one word.
pub fn open(request: &Request<'_>) -> Result<AnyGame, CatalogError> {
    let rules = rules(request).and_then(|rules| rules.kept());
    let rules = rules.map_err(|error| request.wrong(error).hint(request.form_hint()))?;
    if rules.squares() <= 64 {
        return request.two_player(lines::<1>(request, rules)?);
    }
    request.two_player(lines::<6>(request, rules)?)
}

fn rules(request: &Request<'_>) -> Result<Rules, RulesError> {
    match (request.info.name, request.parameters) {
        ("cube", None) => Rules::cube(4),
        ("sets", text) => sets(text.unwrap_or("")),
        _ => request.full_name().parse(),
    }
}

/// The sets of a file of this name, or of the text itself.
fn sets(text: &str) -> Result<Rules, RulesError> {
    match std::fs::read_to_string(text.trim()) {
        Ok(content) => Rules::from_sets(&content),
        Err(_) => Rules::from_sets(text),
    }
}

fn lines<const N: usize>(
    request: &Request<'_>,
    rules: &'static Rules,
) -> Result<TwoPlayerGame<Board<'static, N>, Knowledge>, CatalogError> {
    let shape = Shape::of_rules(rules);
    let training = TrainingData {
        named: vec![NamedWeights {
            name: "open",
            about: "Eval = X − O: the sets open for X less those open for O",
            weights: shape.plain(),
        }],
        ..TrainingData::new(request.info.name, shape.hand_made())
    };
    let start = Board::<N>::new(rules).map_err(|error| CatalogError::usage(error.to_string()))?;
    let knowledge = Heuristics::new(Weighted::default()).trainable(training);
    let game = TwoPlayerGame::new(request.info, start, knowledge);
    Ok(game.reading(move |text| Board::read(rules, text).map_err(|error| error.to_string())))
}
