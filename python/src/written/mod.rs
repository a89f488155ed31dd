//! Games written in Python: a class with five members, searched through the erased position as every
//! other game.
//!
//! ```text
//!   Python object ──▶ State (asked each thing once) ──▶ PyPosition: Game, Chance, Hidden, …
//!                        ▲                                   │ erased
//!                     States: equal ones are one             ▼
//!                                                         AnyGame ──▶ every search
//! ```
//!
//! What a class says wrong, raises or never ends becomes the exception of the call: the first error
//! is remembered, and from then on every position is an end ([`Rules::failed`]).

mod position;
mod rules;
mod state;
mod states;
mod things;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use gametree::erased::Own;
use gametree::expectiminimax::Expectiminimax;
use gametree::maxn::Maxn;
use gametree::pimc::InnerSearch;
use gametree_catalog::format::Scale;
use gametree_catalog::info::Positive;
use gametree_catalog::knowledge::Heuristics;
use gametree_catalog::payoff::{PayoffGame, Recipe, at_equilibrium, to_the_end};
use gametree_catalog::searches::baseline::baselines;
use gametree_catalog::searches::chance::of_two;
use gametree_catalog::searches::hidden::{equilibrium, of_hidden};
use gametree_catalog::searches::is_for_payoffs_only;
use gametree_catalog::searches::players::of_many;
use gametree_catalog::two_player::TwoPlayerGame;
use gametree_catalog::{AnyGame, GameInfo, Position, Spec};
use pyo3::prelude::*;

use position::{OwnValues, PyPosition};
pub use rules::Rules;
use rules::UNIT;

/// A game written in Python, ready to be searched.
pub struct WrittenGame {
    /// With the searches that fit it.
    pub game: AnyGame,
    /// What it says, and what went wrong.
    pub rules: Arc<Rules>,
}

/// What kind of game it is: which searches fit.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    players: u8,
    chance: bool,
    hidden: bool,
}

impl WrittenGame {
    /// The game that begins at a state. The searches decide how a game for two is read, as they do
    /// for trees: they may be for games with payoffs.
    ///
    /// # Errors
    /// A member is missing or wrong.
    pub fn open(
        state: &Bound<'_, PyAny>,
        evaluate: Option<Py<PyAny>>,
        searches: &[&str],
    ) -> PyResult<WrittenGame> {
        let rules = Arc::new(Rules::new(state, evaluate)?);
        let kind = Kind {
            players: rules.players,
            chance: rules.chance,
            hidden: state.hasattr("view")?,
        };
        let name = state.get_type().name()?.to_string();
        let start = PyPosition::start(rules.clone(), state)?;
        let for_payoffs =
            |text: &&str| Spec::parse(text).is_ok_and(|spec| is_for_payoffs_only(&spec.name));
        let plain = kind.players == 2 && !kind.chance && !kind.hidden;
        let game = if plain && !searches.iter().any(for_payoffs) {
            AnyGame::two_player(&name, for_minimax(start))
        } else {
            AnyGame::with_payoffs(info(kind), &name, with_payoffs(start, kind))
        };
        Ok(WrittenGame { game, rules })
    }
}

fn for_minimax(start: PyPosition) -> TwoPlayerGame<PyPosition, Heuristics<OwnValues>> {
    const KIND: Kind = Kind {
        players: 2,
        chance: false,
        hidden: false,
    };
    let positive = Positive {
        shift: 10 * UNIT,
        unit: UNIT,
        reach: 10 * UNIT,
        ..Positive::default()
    };
    TwoPlayerGame::new(info(KIND), start, Heuristics::new(OwnValues))
        .scaled(Scale::per_unit(UNIT))
        .positive(positive)
}

fn with_payoffs(start: PyPosition, kind: Kind) -> PayoffGame {
    let values = Arc::new(OwnValues);
    if kind.hidden {
        let start = Position::hidden(start, values);
        let solver = if kind.players == 2 {
            at_equilibrium()
        } else {
            to_the_end(|| Maxn::new(Own))
        };
        return PayoffGame::new(start, hidden_recipes(kind), solver).hiding(|_, _| String::new());
    }
    let start = Position::payoff(start, values);
    if kind.players == 2 {
        let mut recipes = of_two();
        recipes.extend(of_many());
        recipes.extend(baselines());
        return PayoffGame::new(
            start,
            recipes,
            to_the_end(|| Expectiminimax { evaluator: Own }),
        );
    }
    let mut recipes = of_many();
    recipes.extend(baselines());
    let whole = || Maxn {
        pruning: false,
        ..Maxn::new(Own)
    };
    PayoffGame::new(start, recipes, to_the_end(whole))
}

fn hidden_recipes(kind: Kind) -> Vec<Recipe> {
    let mut recipes = Vec::new();
    if kind.players == 2 {
        recipes.push(equilibrium());
        recipes.extend(of_hidden(InnerSearch::by(Expectiminimax {
            evaluator: Own,
        })));
    } else {
        recipes.extend(of_hidden(InnerSearch::by(Maxn::new(Own))));
    }
    recipes.extend(baselines());
    recipes
}

/// The entry of a kind of game. Entries live as long as the program: one for each kind.
fn info(kind: Kind) -> &'static GameInfo {
    static INFOS: Mutex<Option<HashMap<Kind, &'static GameInfo>>> = Mutex::new(None);
    let mut infos = INFOS.lock().unwrap_or_else(PoisonError::into_inner);
    let infos = infos.get_or_insert_default();
    infos.entry(kind).or_insert_with(|| {
        let fits: &[&str] = match kind {
            Kind { hidden: true, .. } => &["ismcts", "pimc", "cfr"],
            Kind {
                players: 2,
                chance: false,
                ..
            } => &["pvs", "alphabeta", "mcts", "minmax"],
            Kind { players: 2, .. } => &["star2", "expectiminimax", "minmax"],
            _ => &["maxn", "paranoid", "brs"],
        };
        Box::leak(Box::new(GameInfo {
            name: "python",
            form: "an object of Python",
            about: "a game written in Python",
            positions: "a list of moves from the state that was given",
            players: kind.players,
            chance: kind.chance,
            hidden: kind.hidden,
            // Searched to the end where no limit is given, for a few seconds at most.
            small: true,
            fits,
            ..GameInfo::TWO_PLAYERS
        }))
    })
}
