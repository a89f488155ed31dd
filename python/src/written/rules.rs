//! What a game written in Python says, in the words of the library.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use gametree::{Bounds, Outcome, Player, Score};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::state::{Chance, End, Facts, State};
use super::states::States;
use super::things::Things;

/// Values of two players are whole numbers inside: thousandths.
pub const UNIT: i32 = 1000;
/// More moves than any game has: `moves()` that never ends is found out.
const MOST_MOVES: usize = 100_000;
/// Signals are heard once in this many moves, where Python itself is not asked.
const LISTEN_EVERY: u32 = 1024;

/// The rules of one game, all states of it that were met, and what went wrong first.
pub struct Rules {
    /// How many play.
    pub players: u8,
    /// The least and the most that a player can get.
    pub bounds: Bounds,
    /// What all payoffs sum to, where that is always the same.
    pub sum: Option<f64>,
    /// Whether chance has a say.
    pub chance: bool,
    /// Moves and what is seen, as numbers.
    pub things: Things,
    pub(super) states: States,
    /// Where play begins: what a player saw is replayed from there.
    beginning: OnceLock<Arc<State>>,
    evaluate: Option<Py<PyAny>>,
    error: Mutex<Option<PyErr>>,
    failed: AtomicBool,
    played: AtomicU32,
    /// Raised where something went wrong; searches see it.
    pub stop: Arc<AtomicBool>,
}

impl Rules {
    /// The rules that a state tells of; `evaluate` values states where they do not do so themselves.
    ///
    /// # Errors
    /// One of the optional members is wrong.
    pub fn new(state: &Bound<'_, PyAny>, evaluate: Option<Py<PyAny>>) -> PyResult<Rules> {
        let py = state.py();
        let players = optional::<u8>(state, "players")?.unwrap_or(2);
        if players == 0 {
            return Err(PyValueError::new_err("players must be at least 1"));
        }
        let bounds = optional::<(f64, f64)>(state, "bounds")?;
        let own = state.hasattr("evaluate")?;
        let own = own.then(|| state.get_type().getattr("evaluate"));
        let own = own.transpose()?.map(Bound::unbind);
        Ok(Rules {
            players,
            bounds: bounds.map_or(Bounds::UNKNOWN, |(low, high)| Bounds::new(low, high)),
            sum: optional(state, "sum")?,
            chance: state.hasattr("chance")?,
            things: Things::new(py),
            states: States::new(py),
            beginning: OnceLock::new(),
            evaluate: evaluate.or(own),
            error: Mutex::new(None),
            failed: AtomicBool::new(false),
            played: AtomicU32::new(0),
            stop: Arc::new(AtomicBool::new(false)),
        })
    }

    /// Whether something went wrong: then every state counts as an end, and the search is over soon.
    pub fn failed(&self) -> bool {
        self.failed.load(Ordering::Relaxed)
    }

    /// What went wrong first.
    pub fn take_error(&self) -> Option<PyErr> {
        let mut error = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        error.take()
    }

    /// Play begins at this state.
    pub(super) fn begin_at(&self, state: &Arc<State>) {
        self.beginning.get_or_init(|| state.clone());
    }

    /// Where play begins; a state of the same game by default.
    pub(super) fn beginning(&self, default: &Arc<State>) -> Arc<State> {
        self.beginning.get().unwrap_or(default).clone()
    }

    pub(super) fn fail(&self, error: PyErr) {
        let mut first = self.error.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert(error);
        self.failed.store(true, Ordering::Relaxed);
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Asks Python, with the interpreter lock; where that fails, the search ends.
    pub(super) fn ask<T>(&self, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> Option<T> {
        if self.failed() {
            return None;
        }
        Python::attach(question)
            .map_err(|error| self.fail(error))
            .ok()
    }

    /// Hears Ctrl-C also where all states are known and Python is asked nothing.
    pub(super) fn listen(&self) {
        let played = self.played.fetch_add(1, Ordering::Relaxed);
        if played.is_multiple_of(LISTEN_EVERY) {
            self.ask(|py| py.check_signals());
        }
    }

    /// The state after a move.
    pub(super) fn play(&self, state: &State, by: u32) -> Option<Arc<State>> {
        self.ask(|py| {
            let before = state.object.bind(py);
            let played = self.things.thing(py, by);
            let after = before.call_method1("play", (played,))?;
            if after.is_none() || after.is(before) {
                let words = "play() must return a new state, and leave the one it is called on";
                return Err(PyTypeError::new_err(words));
            }
            self.states.state(&after)
        })
    }

    pub(super) fn facts(&self, state: &State) -> Option<Facts> {
        self.ask(|py| {
            let object = state.object.bind(py);
            let turn = member(object, "turn")?.extract::<u8>()?;
            if turn >= self.players {
                let words = format!("turn is {turn}, but there are {} players", self.players);
                return Err(PyValueError::new_err(words));
            }
            let told = object.call_method0("outcome")?;
            let end = (!told.is_none()).then(|| self.end(&told)).transpose()?;
            Ok(Facts {
                turn: Player(turn),
                end,
            })
        })
    }

    fn end(&self, told: &Bound<'_, PyAny>) -> PyResult<End> {
        let of_first = |outcome: Outcome, value: f64| {
            if self.players != 2 {
                let words = format!("outcome() must list what each of {} gets", self.players);
                return Err(PyValueError::new_err(words));
            }
            Ok(End {
                outcome,
                payoffs: Box::new([value, -value]),
            })
        };
        if let Ok(word) = told.cast::<PyString>() {
            return match &*word.to_cow()? {
                "win" => of_first(Outcome::Win(Player::FIRST), 1.0),
                "loss" => of_first(Outcome::Win(Player::SECOND), -1.0),
                "draw" => of_first(Outcome::Draw, 0.0),
                "loop" => of_first(Outcome::Loop, 0.0),
                other => Err(PyValueError::new_err(format!(
                    "outcome() returned '{other}'; it is None while the game goes on, then WIN, \
                     LOSS, DRAW, a number for the first player, or a list of what each player gets"
                ))),
            };
        }
        if let Ok(value) = told.extract::<f64>() {
            return of_first(Outcome::Points(thousandths(value)?), value);
        }
        Ok(End {
            outcome: Outcome::Draw,
            payoffs: self.vector(told)?,
        })
    }

    /// A number for each player.
    fn vector(&self, told: &Bound<'_, PyAny>) -> PyResult<Box<[f64]>> {
        let values: Vec<f64> = told.extract()?;
        if values.len() != usize::from(self.players) {
            let words = format!("{} values for {} players", values.len(), self.players);
            return Err(PyValueError::new_err(words));
        }
        values.iter().try_for_each(|&value| finite(value))?;
        Ok(values.into())
    }

    pub(super) fn moves(&self, state: &State) -> Option<Box<[u32]>> {
        self.ask(|py| {
            let listed = state.object.bind(py).call_method0("moves")?;
            let mut numbers = Vec::new();
            for one in listed.try_iter()? {
                numbers.push(self.things.number(&one?)?);
                if numbers.len() > MOST_MOVES {
                    return Err(PyValueError::new_err("moves() never ends"));
                }
            }
            self.check_moves(py, &numbers)?;
            Ok(numbers.into())
        })
    }

    fn check_moves(&self, py: Python<'_>, numbers: &[u32]) -> PyResult<()> {
        if numbers.is_empty() {
            let words = "moves() is empty although outcome() is None: a forced pass is a move";
            return Err(PyValueError::new_err(words));
        }
        let mut sorted = numbers.to_vec();
        sorted.sort_unstable();
        match sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            None => Ok(()),
            Some(pair) => {
                let twice = self.things.thing(py, pair[0]);
                let words = format!("moves() lists {} twice", twice.repr()?);
                Err(PyValueError::new_err(words))
            }
        }
    }

    /// What chance may do; nothing where a player moves.
    pub(super) fn chances(&self, state: &State) -> Option<Option<Box<[Chance]>>> {
        self.ask(|py| {
            let told = state.object.bind(py).call_method0("chance")?;
            if told.is_none() {
                return Ok(None);
            }
            let mut chances = Vec::new();
            for one in told.try_iter()? {
                let (by, probability): (Bound<'_, PyAny>, f64) = one?.extract()?;
                let by = self.things.number(&by)?;
                chances.push(Chance { by, probability });
            }
            let numbers: Vec<u32> = chances.iter().map(|chance| chance.by).collect();
            self.check_moves(py, &numbers)?;
            check_probabilities(&chances)?;
            Ok(Some(chances.into()))
        })
    }

    /// What each player may expect where the search stops.
    pub(super) fn expected(&self, state: &State) -> Option<Box<[f64]>> {
        let Some(evaluate) = &self.evaluate else {
            return Some(vec![0.0; usize::from(self.players)].into());
        };
        self.ask(|py| {
            let told = evaluate.bind(py).call1((state.object.bind(py),))?;
            match told.extract::<f64>() {
                Ok(value) if self.players == 2 => {
                    thousandths(value)?;
                    Ok(Box::from([value, -value]))
                }
                _ => self.vector(&told),
            }
        })
    }

    /// What a player has seen since the game began.
    pub(super) fn view(&self, state: &State, player: Player) -> Option<Vec<u32>> {
        self.ask(|py| {
            let told = state.object.bind(py).call_method1("view", (player.0,))?;
            let seen = told.try_iter()?.map(|one| self.things.number(&one?));
            seen.collect()
        })
    }
}

/// Where play comes back to a state, states hold each other.
impl Drop for Rules {
    fn drop(&mut self) {
        Python::attach(|py| self.states.forget(py));
    }
}

/// A member that is a value, a property or a method.
fn member<'py>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Bound<'py, PyAny>> {
    let found = object.getattr(name)?;
    if found.is_callable() {
        return found.call0();
    }
    Ok(found)
}

fn optional<'py, T>(object: &Bound<'py, PyAny>, name: &str) -> PyResult<Option<T>>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    if !object.hasattr(name)? {
        return Ok(None);
    }
    let found = member(object, name)?;
    if found.is_none() {
        return Ok(None);
    }
    found.extract().map(Some)
}

fn finite(value: f64) -> PyResult<()> {
    if value.is_finite() {
        return Ok(());
    }
    Err(PyValueError::new_err(format!("{value} is not a value")))
}

/// The value of two players as a whole number.
pub fn thousandths(value: f64) -> PyResult<i32> {
    let scaled = (value * f64::from(UNIT)).round();
    finite(scaled)?;
    if scaled.abs() > f64::from(Score::MAX_POINTS) {
        let most = Score::MAX_POINTS / UNIT;
        return Err(PyValueError::new_err(format!(
            "{value} is not a value: they lie between -{most} and {most}"
        )));
    }
    Ok(scaled as i32)
}

fn check_probabilities(chances: &[Chance]) -> PyResult<()> {
    let sum: f64 = chances.iter().map(|chance| chance.probability).sum();
    let positive = chances.iter().all(|chance| chance.probability > 0.0);
    if positive && (sum - 1.0).abs() <= 1e-6 {
        return Ok(());
    }
    Err(PyValueError::new_err(format!(
        "chance() must list positive probabilities that sum to 1; these sum to {sum}"
    )))
}
