//! A position of a built-in game, with the members of a game written in Python.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use gametree::erased::Own;
use gametree::{Chance, Evaluator, Game, Keyed, Notation, Outcome, Payoffs, Player};
use gametree_catalog::{AnyGame, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::convert::{catalog_error, data};

/// A position of a built-in game: `turn`, `moves()`, `play(move)`, `outcome()` and `key`, as a game
/// written in Python has them. Moves are texts. Positions never change: `play` returns another one.
#[pyclass(frozen, name = "Position", module = "gametree")]
pub struct BuiltInPosition {
    pub game: Arc<AnyGame>,
    pub position: Position,
}

#[pymethods]
impl BuiltInPosition {
    /// The name of the game.
    #[getter]
    fn game(&self) -> &str {
        self.game.name()
    }

    /// Who moves, from 0.
    #[getter]
    fn turn(&self) -> u8 {
        self.position.turn().0
    }

    /// How many play.
    #[getter]
    fn players(&self) -> u8 {
        self.position.players()
    }

    /// A number that equal positions share.
    #[getter]
    fn key(&self) -> u64 {
        self.position.key()
    }

    /// The legal moves; none when the game is over.
    fn moves(&self) -> Vec<String> {
        if self.position.outcome().is_some() {
            return Vec::new();
        }
        let moves = self.position.moves();
        moves.map(|m| self.position.write_move(m)).collect()
    }

    /// The position after a move. Raises ValueError if it is illegal.
    #[pyo3(signature = (r#move))]
    fn play(&self, r#move: &str) -> PyResult<BuiltInPosition> {
        let found = self.position.read_move(r#move);
        let found = found.filter(|_| self.position.outcome().is_none());
        let m = found.ok_or_else(|| PyValueError::new_err(format!("Illegal move: {}", r#move)))?;
        Ok(BuiltInPosition {
            game: self.game.clone(),
            position: self.position.after(m),
        })
    }

    /// None while the game goes on; then WIN, LOSS, DRAW or LOOP for the first player, the first
    /// player's points, or what each player gets.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Some(outcome) = self.position.outcome() else {
            return Ok(py.None().into_bound(py));
        };
        if self.game.has_payoffs() {
            let players = (0..self.position.players()).map(Player);
            let payoffs: Vec<f64> = players.map(|p| self.position.payoff(p)).collect();
            return Ok(payoffs.into_pyobject(py)?.into_any());
        }
        match outcome {
            Outcome::Win(Player::FIRST) => data(py, &"win"),
            Outcome::Win(_) => data(py, &"loss"),
            Outcome::Draw => data(py, &"draw"),
            Outcome::Loop => data(py, &"loop"),
            Outcome::Points(points) => data(py, &self.game.scale().number(points)),
        }
    }

    /// Where chance moves: a list of moves with their probabilities. Elsewhere None.
    fn chances(&self) -> Option<Vec<(String, f64)>> {
        let chances = self.position.chances()?;
        Some(
            chances
                .map(|(m, p)| (self.position.write_move(m), p))
                .collect(),
        )
    }

    /// The game's own static value of the position, the first player's.
    fn evaluate(&self) -> PyResult<f64> {
        if self.game.has_payoffs() {
            let words = "evaluate is for games of two players without chance";
            return Err(PyValueError::new_err(words));
        }
        let points = Own.evaluate(&self.position);
        Ok(self
            .game
            .scale()
            .number(points)
            .as_f64()
            .unwrap_or_default())
    }

    fn __str__(&self) -> String {
        self.position.to_string()
    }

    fn __repr__(&self) -> String {
        format!(
            "<gametree.Position of {}>\n{}",
            self.game.name(),
            self.position
        )
    }

    fn __eq__(&self, other: &BuiltInPosition) -> bool {
        self.game.name() == other.game.name() && self.position.key() == other.position.key()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.game.name().hash(&mut hasher);
        self.position.key().hash(&mut hasher);
        hasher.finish()
    }
}

/// A position of a built-in game, from its text or a list of moves.
///
/// # Errors
/// There is no such game or position.
#[pyfunction]
#[pyo3(signature = (game, text=None))]
pub fn position(game: &str, text: Option<&str>) -> PyResult<BuiltInPosition> {
    let game = gametree_catalog::open(game, &[]).map_err(catalog_error)?;
    let position = game.position(text).map_err(catalog_error)?;
    Ok(BuiltInPosition {
        game: Arc::new(game),
        position,
    })
}
