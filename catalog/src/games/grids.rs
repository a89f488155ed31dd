//! Tic-tac-toe and its kin on other boards: `tictactoe`, `mnk:ROWSxCOLSxK`, `cube`, `sets`.

use gametree::Readable;
use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::playout::Uniform;
use gametree_games::tictactoe::{Board, Rules, RulesError, Shape, Weighted};

use super::Request;
use crate::error::CatalogError;
use crate::game::AnyGame;
use crate::info::GameInfo;
use crate::knowledge::{Heuristics, NamedWeights, TrainingData};
use crate::stored::StoredGame;
use crate::two_player::TwoPlayerGame;
use crate::user_text;

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
    stored: Some(&STORED_TICTACTOE),
};

/// The entry of k in a row.
pub const MNK: GameInfo = GameInfo {
    name: "mnk",
    form: "mnk:ROWSxCOLSxK",
    about: "K in a row on a board of ROWS × COLS; mnk:15x15x5 is gomoku",
    positions: "squares in order of play, as in 'c3 c4 d4'",
    small: false,
    example: "mnk:4x5x4",
    stored: Some(&STORED_MNK),
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
    stored: None,
    ..TICTACTOE
};

/// Tic-tac-toe as a project: every board of up to 64 squares.
const STORED_TICTACTOE: StoredGame = StoredGame {
    title: "Tic-tac-toe",
    positions: "squares in order of play, as in b2 a1; another board of up to 64 squares before them",
    starts: &["tictactoe", "mnk:4x4x3", "mnk:7x7x4"],
    players: ["X", "O"],
    // Four in a row on 7 × 7 squares has 25 (`--example chances`, 284 positions of 100 games); longer
    // lines have more, and one number serves all boards.
    nat: 30.0,
    evaluator: "open lines",
    ..StoredGame::POINTS
};

/// K in a row as a project: also the larger boards, and cubes.
const STORED_MNK: StoredGame = StoredGame {
    title: "K in a row",
    positions: "rows, columns and K, then squares in order of play, as in mnk:15x15x5 h8 g7; cube:4 for a cube",
    starts: &["mnk:15x15x5", "mnk:9x9x5", "cube:4"],
    ..STORED_TICTACTOE
};

/// The entry of any squares and winning sets.
pub const SETS: GameInfo = GameInfo {
    name: "sets",
    form: "sets:SQUARES/SET/SET…|FILE",
    about: "generalized tic-tac-toe: any squares, then any winning sets, by / or a line each in a file; without a set a draw",
    positions: "squares in order of play, as in 'a c b'",
    small: false,
    example: "sets:a b c d e/a b c/c d e/a e",
    stored: None,
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

/// Whether these squares and sets may be the name of a file: squares have spaces between them.
pub(super) fn names_file(text: &str) -> bool {
    !text.trim().contains(char::is_whitespace)
}

/// The sets of a file of this name, or of the text itself.
fn sets(text: &str) -> Result<Rules, RulesError> {
    if names_file(text)
        && let Ok(content) = std::fs::read_to_string(text.trim())
    {
        return Rules::from_sets(&content);
    }
    Rules::from_sets(text)
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
    Ok(game
        .reading(move |text| Board::read(rules, text).map_err(|error| error.to_string()))
        .stored(from_user))
}

/// What is played where nothing is said: tic-tac-toe on the small boards, five in a row on the
/// large ones.
fn usual(words: usize) -> &'static str {
    if words == 1 {
        "tictactoe"
    } else {
        "mnk:15x15x5"
    }
}

fn from_user<const N: usize>(text: &str) -> Result<Board<'static, N>, String> {
    let (name, rest) = user_text::split(text, &["tictactoe", "mnk", "cube", "custom"]);
    let name = match name {
        Some("mnk") | None => usual(N),
        Some("cube") => "cube:4",
        Some(name) => name,
    };
    let help = format!("write squares in order of play, as in {} b2 a1", usual(N));
    <Board<'static, N> as Readable>::read(&format!("{name} {rest}"))
        .map_err(|why| format!("This is not a position of k in a row: {why}; {help}."))
}
