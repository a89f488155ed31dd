//! Iterative deepening with aspiration windows (Slate and Atkin 1977).
//!
//! Depth 1, 2, 3, …: each iteration is cheap beside the next, tells it what to search first, and
//! leaves a result if the next one is stopped. The window stands round the last value; a
//! value outside it is searched again with that side thrown open.
//!
//! In steps of two plies every iteration ends with the same side's move. Evaluators that favour the
//! side to move then agree from one iteration to the next, and half of the iterations are saved;
//! but there are fewer moments at which a stopped search has a new result.

use crate::analyst::PvLine;
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits, Stop};
use crate::minimax::depth_first::WindowResult;
use crate::minimax::depths::Depths;
use crate::minimax::multi_pv::{MultiPv, tell};
use crate::minimax::windowed::{Question, Windowed};
use crate::observer::Observer;
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// Deepens any search that searches one depth and one window.
///
/// ```
/// use gametree::{Limits, Search, Stop, alphabeta::AlphaBeta, deepening::Deepening, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min ~9 3 12) (min ~5 6 (max 1 7)))".parse().unwrap();
/// let mut search = Deepening::new(AlphaBeta { evaluator: Estimates });
/// let shallow = search.search(&tree.two_player().unwrap(), &Limits::depth(1));
/// assert_eq!((shallow.best(), shallow.stop), (Some(0), Stop::Depth));
/// let deep = search.search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((deep.best(), deep.stop, deep.depth), (Some(1), Stop::Done, 3));
/// ```
#[derive(Clone, Debug)]
pub struct Deepening<S> {
    /// The search of one depth.
    pub inner: S,
    /// Half the width of the aspiration window in points; `None` for open windows.
    pub aspiration: Option<i32>,
    /// Plies from one iteration to the next, at least 1. A depth limit is always met exactly.
    pub step: u32,
    /// How many of the best lines are searched: 1, or more by [`crate::multi_pv`].
    pub lines: u32,
}

impl<S> Deepening<S> {
    /// Open windows.
    pub fn new(inner: S) -> Self {
        Deepening {
            inner,
            aspiration: None,
            step: 1,
            lines: 1,
        }
    }

    /// The same, in steps of this many plies.
    #[must_use]
    pub fn by(self, step: u32) -> Self {
        Deepening {
            step: step.max(1),
            ..self
        }
    }

    /// With aspiration windows of `points` to both sides.
    pub fn aspiring(inner: S, points: i32) -> Self {
        Deepening {
            inner,
            aspiration: Some(points.max(1)),
            step: 1,
            lines: 1,
        }
    }
}

impl<G: TwoPlayer, S: Windowed<G>> Search<G> for Deepening<S> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        self.deepen(root, &mut Budget::new(limits), observer, &mut Vec::new())
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }

    fn set_lines(&mut self, lines: u32) {
        self.lines = lines;
    }
}

impl<S> Deepening<S> {
    /// Deepens within a budget that others may share. Leaves the lines of the last whole iteration.
    pub(crate) fn deepen<G: TwoPlayer, O: Observer<G>>(
        &mut self,
        root: &G,
        budget: &mut Budget,
        observer: &mut O,
        whole_lines: &mut Vec<PvLine<G::Move>>,
    ) -> Report<G::Move>
    where
        S: Windowed<G>,
    {
        if self.lines > 1 && root.outcome().is_none() {
            let search = MultiPv {
                search: &mut self.inner,
                lines: self.lines as usize,
                aspiration: self.aspiration,
                step: self.step,
                root,
                budget,
                observer,
                whole_lines,
            };
            return search.deepen();
        }
        let mut found = Found {
            value: Score::DRAW,
            line: Vec::new(),
            depth: 0,
            proven: false,
        };
        let mut depths = Depths::first(Some(budget.depth()), self.step);
        let stop = loop {
            // The narrow window first, then the side where the value fell out thrown open.
            let expected = (found.depth > 0).then_some(found.value);
            let question = Question::around(depths.depth, expected, self.aspiration)
                .first(found.line.first().copied());
            let probe = self.inner.probe_widening(root, question, budget, observer);
            if let Some(stop) = probe.stopped {
                found.accept_partial(probe);
                break stop;
            }
            found = Found::complete(probe, depths.depth, found);
            *whole_lines = found.lines(root);
            tell(whole_lines, budget, observer);
            if found.proven {
                break Stop::Done;
            }
            match depths.deeper() {
                Some(deeper) => depths = deeper,
                None => break Stop::Depth,
            }
        };
        Report {
            value: view::flip(found.value, root.turn()),
            line: with_a_move(found.line, root),
            proven: found.proven,
            stop,
            depth: found.depth,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }
}

/// The best result so far, the root mover's view.
struct Found<M> {
    value: Score,
    line: Vec<M>,
    depth: u32,
    proven: bool,
}

impl<M: Copy> Found<M> {
    fn complete(probe: WindowResult<M>, depth: u32, before: Found<M>) -> Found<M> {
        Found {
            value: probe.value,
            proven: probe.complete || probe.value.is_decided(),
            line: if probe.line.is_empty() {
                before.line
            } else {
                probe.line
            },
            depth,
        }
    }

    /// The line, where there is one, with its absolute value.
    fn lines<G: TwoPlayer<Move = M>>(&self, root: &G) -> Vec<PvLine<M>> {
        let line = (!self.line.is_empty()).then(|| PvLine {
            value: view::flip(self.value, root.turn()),
            moves: self.line.clone(),
            depth: self.depth,
        });
        line.into_iter().collect()
    }

    /// A stopped iteration searched the old best move first: what it had is no worse.
    fn accept_partial(&mut self, probe: WindowResult<M>) {
        if !probe.line.is_empty() {
            self.value = probe.value;
            self.line = probe.line;
            self.proven = self.value > Score::points(Score::MAX_POINTS);
        }
    }
}
