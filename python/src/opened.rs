//! A game as Python names it: by its name, by a position of it, or as an object with rules of its
//! own.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::erased::ErasedMove;
use gametree::{Game, Notation};
use gametree_catalog::{AnyGame, Position};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::built_in::BuiltInPosition;
use crate::convert::catalog_error;
use crate::guard;
use crate::written::{Rules, WrittenGame};

/// What is to be searched.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Subject<'py> {
    /// A name, a position, or a state of a game written in Python.
    game: Bound<'py, PyAny>,
    /// A text, or a list of moves.
    position: Option<Bound<'py, PyAny>>,
    /// A function that values states.
    evaluate: Option<Py<PyAny>>,
    /// The seed of everything random.
    pub seed: u64,
}

/// A game that is open, and the position in it.
pub struct Opened {
    /// The game.
    pub game: Arc<AnyGame>,
    /// Where to search.
    pub root: Position,
    /// Its rules, where it is written in Python.
    pub rules: Option<Arc<Rules>>,
    /// Raised to end what searches it.
    pub stop: Arc<AtomicBool>,
}

impl Subject<'_> {
    /// Opens the game for these searches.
    ///
    /// # Errors
    /// There is no such game or position.
    pub fn open(&self, searches: &[&str]) -> PyResult<Opened> {
        let py = self.game.py();
        if let Ok(name) = self.game.cast::<PyString>() {
            let game = gametree_catalog::open(&name.to_cow()?, searches).map_err(catalog_error)?;
            return self.built_in(Arc::new(game), None);
        }
        if let (Ok(at), None) = (self.game.cast::<BuiltInPosition>(), &self.evaluate) {
            let at = at.get();
            return self.built_in(at.game.clone(), Some(at.position.clone()));
        }
        if let Ok(at) = self.game.cast::<BuiltInPosition>()
            && at.get().game.has_payoffs()
        {
            let words = "evaluate is for built-in games of two players without chance";
            return Err(PyValueError::new_err(words));
        }
        let evaluate = self
            .evaluate
            .as_ref()
            .map(|function| function.clone_ref(py));
        let WrittenGame { game, rules } = WrittenGame::open(&self.game, evaluate, searches)?;
        let root = match &self.position {
            None => game.dealt(None, self.seed).map_err(catalog_error)?,
            Some(moves) => played(game.start(), moves, |position, one| {
                let m = ErasedMove(rules.things.number(one)?.into());
                Ok(position.moves().find(|&legal| legal == m))
            })?,
        };
        let opened = Opened {
            game: Arc::new(game),
            root,
            stop: rules.stop.clone(),
            rules: Some(rules),
        };
        opened.check()?;
        Ok(opened)
    }

    fn built_in(&self, game: Arc<AnyGame>, at: Option<Position>) -> PyResult<Opened> {
        if self.evaluate.is_some() {
            let words = "evaluate is for states: pass gametree.position(name) instead of the name";
            return Err(PyTypeError::new_err(words));
        }
        let root = match (&self.position, at) {
            (None, Some(at)) => at,
            (None, None) => game.dealt(None, self.seed).map_err(catalog_error)?,
            (Some(_), Some(_)) => {
                return Err(PyTypeError::new_err("the game is a position already"));
            }
            (Some(position), None) => match position.cast::<PyString>() {
                Ok(text) => game
                    .position(Some(&text.to_cow()?))
                    .map_err(catalog_error)?,
                Err(_) => played(game.start(), position, by_name)?,
            },
        };
        Ok(Opened {
            game,
            root,
            rules: None,
            stop: Arc::new(AtomicBool::new(false)),
        })
    }
}

impl Opened {
    /// Works on it: elsewhere for built-in games, here for those written in Python.
    ///
    /// # Errors
    /// What the game raised, a signal's exception, or a panic.
    pub fn work<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        let worked = match &self.rules {
            None => guard::outside(py, &self.stop, work),
            Some(_) => guard::here(py, work),
        };
        self.check()?;
        worked
    }

    /// Raises what the game raised.
    ///
    /// # Errors
    /// The game's own exception.
    pub fn check(&self) -> PyResult<()> {
        let error = self.rules.as_ref().and_then(|rules| rules.take_error());
        error.map_or(Ok(()), Err)
    }

    /// A move as Python knows it: its name, or the game's own object.
    ///
    /// # Errors
    /// When Python has no memory left.
    pub fn move_object<'py>(
        &self,
        py: Python<'py>,
        at: &Position,
        m: ErasedMove,
    ) -> PyResult<Bound<'py, PyAny>> {
        Ok(match &self.rules {
            Some(rules) => rules.things.thing(py, m.0 as u32),
            None => at.write_move(m).into_pyobject(py)?.into_any(),
        })
    }
}

/// The position after a list of moves; `find` finds a move in a position.
fn played(
    start: Position,
    moves: &Bound<'_, PyAny>,
    find: impl Fn(&Position, &Bound<'_, PyAny>) -> PyResult<Option<ErasedMove>>,
) -> PyResult<Position> {
    let mut position = start;
    for one in moves.try_iter()? {
        let one = one?;
        let over = position.outcome().is_some();
        let found = if over { None } else { find(&position, &one)? };
        let illegal = || PyValueError::new_err(format!("Illegal move: {one}"));
        position.play(found.ok_or_else(illegal)?);
    }
    Ok(position)
}

/// A move by its name.
fn by_name(position: &Position, name: &Bound<'_, PyAny>) -> PyResult<Option<ErasedMove>> {
    Ok(position.read_move(&name.str()?.to_cow()?))
}
