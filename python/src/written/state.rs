//! A state of a game written in Python, with all that it has told: it is asked each thing once.

use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use gametree::{Outcome, Player};
use pyo3::prelude::*;

/// A state. States that are equal in Python are one here, as long as there is room ([`super::rules`]).
pub struct State {
    /// The object of Python.
    pub object: Py<PyAny>,
    /// Different for states that differ.
    pub id: u64,
    /// Whether the states after it are remembered: only where equal states are found again.
    pub shared: bool,
    pub(super) facts: OnceLock<Facts>,
    pub(super) moves: OnceLock<Box<[u32]>>,
    pub(super) chances: OnceLock<Option<Box<[Chance]>>>,
    pub(super) expected: OnceLock<Box<[f64]>>,
    children: Mutex<Vec<Child>>,
}

struct Child {
    by: u32,
    state: Arc<State>,
}

/// A move of chance.
#[derive(Clone, Copy)]
pub struct Chance {
    /// The number of the move.
    pub by: u32,
    /// How likely it is.
    pub probability: f64,
}

/// Who moves, and how the game ended if it did.
pub struct Facts {
    pub turn: Player,
    pub end: Option<End>,
}

/// How a game ended.
#[derive(Clone)]
pub struct End {
    /// For two players without chance.
    pub outcome: Outcome,
    /// What each player gets.
    pub payoffs: Box<[f64]>,
}

impl State {
    /// A state that has told nothing yet.
    pub fn new(object: Py<PyAny>, id: u64, shared: bool) -> State {
        State {
            object,
            id,
            shared,
            facts: OnceLock::new(),
            moves: OnceLock::new(),
            chances: OnceLock::new(),
            expected: OnceLock::new(),
            children: Mutex::new(Vec::new()),
        }
    }

    /// The state after a move, where it is remembered.
    pub fn child(&self, by: u32) -> Option<Arc<State>> {
        let children = self.children();
        let found = children.iter().find(|child| child.by == by);
        found.map(|child| child.state.clone())
    }

    /// Remembers the state after a move.
    pub fn remember(&self, by: u32, state: Arc<State>) {
        if self.shared {
            self.children().push(Child { by, state });
        }
    }

    /// Forgets the states after it: where play comes back to a state, they would hold each other
    /// for ever.
    pub fn forget_children(&self) {
        // Dropped after the lock: dropping an object may run Python.
        let children = std::mem::take(&mut *self.children());
        drop(children);
    }

    fn children(&self) -> MutexGuard<'_, Vec<Child>> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
