//! MTD(f) (Plaat, Schaeffer, Pijls and de Bruin 1996): only null windows, driven by the table.
//!
//! ```text
//! g ← guess;  lower ← −∞;  upper ← +∞
//! while lower < upper:
//!     β ← g + 1 if g = lower else g
//!     g ← search with window (β − 1, β)
//!     if g < β then upper ← g else lower ← g
//! ```
//!
//! Invariant: lower ≤ the true value ≤ upper. The search it drives should have a table, or
//! every pass starts anew.

use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits};
use crate::minimax::depth_first::WindowResult;
use crate::minimax::windowed::{Question, Windowed};
use crate::observer::Observer;
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::window::Window;

/// Zooms in on the value by null windows.
///
/// ```
/// use gametree::{Limits, Score, Search, alphabeta::AlphaBeta, mtdf::Mtdf, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = Mtdf::new(AlphaBeta::blind()).search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.best()), (Score::points(3), Some(0)));
/// ```
#[derive(Clone, Debug)]
pub struct Mtdf<S> {
    /// The search behind the null windows.
    pub inner: S,
    /// The first guess, the root mover's view: the value of the last search.
    pub guess: Score,
}

impl<S> Mtdf<S> {
    /// Starts with the guess 0.
    pub fn new(inner: S) -> Self {
        Mtdf {
            inner,
            guess: Score::DRAW,
        }
    }
}

impl<G: TwoPlayer, S: Windowed<G>> Search<G> for Mtdf<S> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let question = Question::open(budget.depth());
        self.probe(root, question, &mut budget, observer)
            .report(root, &budget)
    }

    fn new_game(&mut self, seed: u64) {
        Windowed::new_game(self, seed);
    }
}

impl<G: TwoPlayer, S: Windowed<G>> Windowed<G> for Mtdf<S> {
    fn probe<O: Observer<G>>(
        &mut self,
        root: &G,
        question: Question<'_, G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move> {
        let mut lower = -Score::INFINITY;
        let mut upper = Score::INFINITY;
        let mut g = self.guess;
        let mut found = WindowResult {
            value: g,
            line: Vec::new(),
            complete: true,
            stopped: None,
        };
        let mut complete = true;
        while lower < upper && lower < question.window.beta && upper > question.window.alpha {
            let beta = if g == lower {
                g.above()
            } else {
                g.max(lower.above())
            };
            let first = found.line.first().copied().or(question.first);
            let null = Question {
                window: Window::null_below(beta),
                first,
                ..question
            };
            let probe = self.inner.probe(root, null, budget, observer);
            if probe.stopped.is_some() {
                return if found.line.is_empty() {
                    probe
                } else {
                    WindowResult {
                        value: lower,
                        stopped: probe.stopped,
                        ..found
                    }
                };
            }
            g = probe.value;
            complete &= probe.complete;
            if g < beta {
                upper = g;
            } else {
                lower = g;
                found.line = probe.line;
            }
            found.value = g;
        }
        self.guess = g;
        found.complete = complete;
        found
    }

    fn new_game(&mut self, seed: u64) {
        self.guess = Score::DRAW;
        self.inner.new_game(seed);
    }
}
