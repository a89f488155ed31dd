//! A position of a game written in Python: the library's traits, answered by its rules.

use std::fmt;
use std::iter;
use std::sync::Arc;

use gametree::board::Drawn;
use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Bounds, Chance, Evaluator, Forced, Game, Guided, Hidden, Keyed, Noisy, Notation, NullMove,
    Outcome, PayoffEvaluator, Payoffs, Player, TwoPlayer,
};
use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;
use pyo3::types::PyAnyMethods;

use super::rules::{Rules, UNIT};
use super::state::{Chance as ChanceMove, Facts, State};
use super::things::UNKNOWN;

/// No line of play is longer: a game that never ends is found out.
const MOST_PLIES: u32 = 10_000;
/// What Python takes for a state is not known; a small object with a few fields takes about this.
const OBJECT: usize = 512;

/// A position: a state, and how far play has come.
#[derive(Clone)]
pub struct PyPosition {
    rules: Arc<Rules>,
    state: Arc<State>,
    ply: u32,
}

impl PyPosition {
    /// The position where play begins.
    ///
    /// # Errors
    /// The state has no key and cannot be hashed.
    pub fn start(rules: Arc<Rules>, object: &Bound<'_, PyAny>) -> PyResult<PyPosition> {
        let state = rules.states.state(object)?;
        rules.begin_at(&state);
        Ok(PyPosition {
            rules,
            state,
            ply: 0,
        })
    }

    fn facts(&self) -> &Facts {
        self.state.facts.get_or_init(|| {
            let told = self.rules.facts(&self.state);
            told.unwrap_or(Facts {
                turn: Player::FIRST,
                end: None,
            })
        })
    }

    fn chance_moves(&self) -> Option<&[ChanceMove]> {
        if !self.rules.chance {
            return None;
        }
        let told = self
            .state
            .chances
            .get_or_init(|| self.rules.chances(&self.state).flatten());
        told.as_deref()
    }

    fn listed(&self) -> &[u32] {
        self.state.moves.get_or_init(|| {
            if let Some(chances) = self.chance_moves() {
                return chances.iter().map(|chance| chance.by).collect();
            }
            let told = self.rules.moves(&self.state);
            // Where Python fails there is one move, and the game is over behind it.
            told.unwrap_or_else(|| Box::new([UNKNOWN]))
        })
    }

    /// What each player may expect.
    fn expected(&self) -> &[f64] {
        self.state.expected.get_or_init(|| {
            let told = self.rules.expected(&self.state);
            told.unwrap_or_else(|| vec![0.0; usize::from(self.rules.players)].into())
        })
    }

    fn next_state(&self, m: u32) -> Option<Arc<State>> {
        if let Some(known) = self.state.child(m) {
            return Some(known);
        }
        let next = self.rules.play(&self.state, m)?;
        self.state.remember(m, next.clone());
        Some(next)
    }

    /// The text of a move or a state in Python.
    fn text(&self, of: impl FnOnce(Python<'_>) -> Bound<'_, PyAny>) -> String {
        let told = Python::attach(|py| Ok::<_, PyErr>(of(py).str()?.to_cow()?.into_owned()));
        told.unwrap_or_else(|_| "?".into())
    }
}

impl Game for PyPosition {
    type Move = u32;

    fn turn(&self) -> Player {
        self.facts().turn
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        self.listed().iter().copied()
    }

    fn play(&mut self, m: u32) {
        self.rules.listen();
        self.ply += 1;
        if self.ply > MOST_PLIES && !self.rules.failed() {
            let words = format!("the game does not end: a line of play has {MOST_PLIES} moves");
            self.rules.fail(PyRecursionError::new_err(words));
        }
        if self.rules.failed() {
            return;
        }
        if let Some(next) = self.next_state(m) {
            self.state = next;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let end = self.facts().end.as_ref().map(|end| end.outcome);
        if self.rules.failed() {
            return Some(Outcome::Draw);
        }
        end
    }

    fn footprint(&self) -> usize {
        let moves = self.state.moves.get().map_or(0, |moves| moves.len());
        size_of::<Self>() + size_of::<State>() + OBJECT + moves * size_of::<u32>()
    }
}

impl TwoPlayer for PyPosition {}

impl PackedMoves for PyPosition {
    fn pack(m: u32) -> u64 {
        u64::from(m)
    }

    fn unpack(code: u64) -> u32 {
        code as u32
    }
}

/// States are equal where Python says so, and then have one id: no two states share a key.
impl Keyed for PyPosition {
    fn key(&self) -> u64 {
        mix(self.state.id + 1)
    }
}

impl Noisy for PyPosition {
    fn noisy(&self) -> impl Iterator<Item = u32> {
        iter::empty()
    }
}

impl Forced for PyPosition {}

impl Guided for PyPosition {
    fn promise(&self, _: u32) -> i32 {
        0
    }
}

impl NullMove for PyPosition {}

impl Drawn for PyPosition {}

impl Notation for PyPosition {
    fn write_move(&self, m: u32) -> String {
        self.text(|py| self.rules.things.thing(py, m))
    }
}

impl fmt::Display for PyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text(|py| self.state.object.bind(py).clone()))
    }
}

impl Chance for PyPosition {
    fn chances(&self) -> Option<impl Iterator<Item = (u32, f64)>> {
        let chances = self.chance_moves()?;
        Some(chances.iter().map(|chance| (chance.by, chance.probability)))
    }
}

impl Payoffs for PyPosition {
    fn players(&self) -> u8 {
        self.rules.players
    }

    fn payoff(&self, player: Player) -> f64 {
        let end = self.facts().end.as_ref();
        end.map_or(0.0, |end| end.payoffs[usize::from(player.0)])
    }

    fn bounds(&self) -> Bounds {
        self.rules.bounds
    }

    fn sum(&self) -> Option<f64> {
        self.rules.sum
    }
}

impl Hidden for PyPosition {
    type Seen = u32;

    fn view(&self, player: Player) -> Vec<u32> {
        let told = self.rules.view(&self.state, player);
        told.unwrap_or_default()
    }

    fn beginning(&self) -> Self {
        PyPosition {
            state: self.rules.beginning(&self.state),
            rules: self.rules.clone(),
            ply: 0,
        }
    }
}

/// The game's own values, or those of the function that was given.
#[derive(Clone, Copy, Debug)]
pub struct OwnValues;

impl Evaluator<PyPosition> for OwnValues {
    fn evaluate(&self, position: &PyPosition) -> i32 {
        (position.expected()[0] * f64::from(UNIT)).round() as i32
    }
}

impl PayoffEvaluator<PyPosition> for OwnValues {
    fn expected_payoff(&self, position: &PyPosition, player: Player) -> f64 {
        position.expected()[usize::from(player.0)]
    }
}
