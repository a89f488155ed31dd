//! Chess and Chess960, with the built-in evaluator.

use std::io;

use gametree::erased::{ErasedMove, Typed};
use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::playout::Uniform;
use gametree_chess::evaluate::Material;
use gametree_chess::evaluate::material::PAWN;
use gametree_chess::network::{Network, StaticEvaluator, weights};
use gametree_chess::shakmaty::Move;
use gametree_chess::{BadPosition, Chess, openings};

use super::{Request, chess_positions};
use crate::analyst::{AnyAnalyst, Resources};
use crate::error::CatalogError;
use crate::info::{GameInfo, Positive};
use crate::knowledge::{Heuristics, NamedWeights, Position, TrainingData};
use crate::networks::Networks;
use crate::stored::{StoredGame, ValueText};
use crate::two_player::TwoPlayerGame;

/// The entry of chess.
pub const INFO: GameInfo = GameInfo {
    name: "chess",
    form: "chess",
    about: "chess, also Chess960; 50 moves without capture or pawn move are a draw; values in centipawns",
    positions: "a FEN (the clocks may be missing), or moves as in 'e4 e5 Nf3' or 'e2e4 e7e5'",
    players: 2,
    chance: false,
    hidden: false,
    secret_moves: false,
    loops: true,
    small: false,
    example: "chess",
    fits: &["pvs", "minmax", "mtdf", "alphabeta"],
    tuned: &[(
        "pvs",
        "reductions=45,aspiration=40,enhanced=1000,sorted=1,pruning=engine,threats=on,repetitions=on",
    )],
    stored: Some(&STORED),
};

/// Chess as a project.
static STORED: StoredGame = StoredGame {
    title: "Chess",
    positions: "a FEN, moves as in e4 e5 Nf3, or a PGN",
    players: ["White", "Black"],
    unit: "pawns",
    // A logistic curve fitted to games of strong players, as it is in use on servers.
    nat: 1.0 / 0.003_682_08,
    values: ValueText::Pawns,
    opening,
    ..StoredGame::POINTS
};

/// What is known of chess.
pub type Knowledge = Heuristics<StaticEvaluator, Uniform, Unfinished, Ignorant, Material>;

/// Material alone can be set by hand and learned by self-play; the built-in evaluator's weights are
/// learned from engines' values (`chess/examples/tune.rs`). (A network that corrects them is a file
/// of its own kind.)
fn training() -> TrainingData<Material> {
    let usual = Material::usual();
    TrainingData {
        named: vec![NamedWeights {
            name: "material",
            about: "pawn 1, knight 3, bishop 3, rook 5, queen 9",
            weights: usual.weights.clone(),
        }],
        unit: PAWN,
        alike: Some(Material::BothSides),
        ..TrainingData::new(INFO.name, usual)
    }
}

/// The game, with the built-in evaluator.
pub fn open(request: &Request<'_>) -> Result<TwoPlayerGame<Chess, Knowledge>, CatalogError> {
    request.no_parameters()?;
    let knowledge = Heuristics::new(StaticEvaluator::default()).trainable(training());
    let game = TwoPlayerGame::new(&INFO, Chess::default(), knowledge);
    Ok(game
        .reading(|text| text.parse().map_err(|error: BadPosition| error.to_string()))
        .positive(Positive {
            shift: 5000,
            ..Positive::default()
        })
        .stored(chess_positions::from_user)
        .networks(Networks {
            is_file: weights::is_file,
            read: with_network,
            learned: |knowledge| corrected(knowledge, Network::learned()),
        })
        .analysed_by(builtin))
}

/// The same with a network that corrects the evaluator.
fn with_network(knowledge: &Knowledge, bytes: &[u8]) -> Result<Knowledge, String> {
    let network = Network::from_bytes(bytes).map_err(|error| error.to_string())?;
    Ok(corrected(knowledge, network))
}

fn corrected(knowledge: &Knowledge, network: Network) -> Knowledge {
    Heuristics {
        evaluator: StaticEvaluator::with_network(network),
        ..knowledge.clone()
    }
}

fn builtin(resources: Resources) -> io::Result<AnyAnalyst> {
    let Resources {
        threads,
        table_bytes,
        reproducible,
    } = resources;
    let analyst = gametree_chess::builtin::analyst(threads, table_bytes, reproducible)?;
    Ok(Box::new(Typed::<Chess, _>::new(analyst)))
}

/// The code and name of the opening.
fn opening(start: &Position, line: &[ErasedMove]) -> Option<String> {
    let line: Vec<Move> = line.iter().map(|m| m.typed::<Chess>()).collect();
    let (opening, _) = openings::of_line(start.downcast_ref()?, &line)?;
    Some(format!("{} {}", opening.eco, opening.name))
}
