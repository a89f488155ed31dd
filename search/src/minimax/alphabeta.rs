//! Alpha-beta, fail-soft (Knuth and Moore 1975; fail-soft after Fishburn 1983).
//!
//! ```text
//!               MAX 3                     α = 3 when the second MIN is entered;
//!          ┌──────┼──────┐                its first leaf, 2 ≤ α, cuts off 4 and 6
//!        MIN 3  MIN ≤2  MIN 2
//!        3 12 8  2 × ×   14 5 2
//! ```
//!
//! Contract of the value `v` returned for the window (α, β), with `t` the true value:
//! `v ≤ α` means `t ≤ v`; `v ≥ β` means `t ≥ v`; otherwise `t = v`.

use crate::deep::deep;
use crate::evaluator::{Blind, Evaluator};
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::{DfsState, NodeRef, WindowResult};
use crate::minimax::windowed::{Question, Windowed};
use crate::minimax::worth::Worth;
use crate::observer::{Bound, Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::view;
use crate::window::Window;

/// Plain alpha-beta in the order of the game's own move generator.
///
/// ```
/// use gametree::{Limits, Score, Search, alphabeta::AlphaBeta, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = AlphaBeta::blind().search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.counts.nodes), (Score::points(3), 11));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct AlphaBeta<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
}

impl<E> AlphaBeta<E> {
    /// With an evaluator for the depth limit.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        AlphaBeta { evaluator }
    }
}

impl AlphaBeta<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        AlphaBeta::new(Blind)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for AlphaBeta<E> {
    /// One pass in which all wins are equal; where it finds one, a second pass, in the narrow
    /// window that is left, asks how fast.
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let question = Question::open(budget.depth());
        let mut probe = self.pass(root, question, &mut budget, observer, false);
        if probe.value.is_decided() && probe.stopped.is_none() && !probe.line.is_empty() {
            probe = self.fastest(probe, root, &mut budget, observer);
        }
        probe.report(root, &budget)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Windowed<G> for AlphaBeta<E> {
    fn probe<O: Observer<G>>(
        &mut self,
        root: &G,
        question: Question<'_, G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move> {
        self.pass(root, question, budget, observer, true)
    }
}

impl<E> AlphaBeta<E> {
    /// How fast the win, or how slow the loss, that the first pass found can be.
    fn fastest<G: TwoPlayer, O: Observer<G>>(
        &self,
        found: WindowResult<G::Move>,
        root: &G,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move>
    where
        E: Evaluator<G>,
    {
        let most = Score::points(Score::MAX_POINTS);
        let won = found.value > most;
        let wins = Window {
            alpha: most,
            beta: Score::INFINITY,
        };
        let window = wins.for_child(won);
        let question = Question::within(budget.depth(), window).first(found.line.first().copied());
        observer.see(&Event::Iteration {
            depth: budget.depth(),
            window: view::flip_window(window, root.turn()),
        });
        let refined = self.pass(root, question, budget, observer, true);
        if refined.stopped.is_none() {
            return refined;
        }
        let length = found.line.len() as u32;
        let value = if won {
            Score::win_in(length)
        } else {
            Score::loss_in(length)
        };
        WindowResult {
            value,
            stopped: refined.stopped,
            ..found
        }
    }

    fn pass<G: TwoPlayer, O: Observer<G>>(
        &self,
        root: &G,
        question: Question<'_, G::Move>,
        budget: &mut Budget,
        observer: &mut O,
        distances: bool,
    ) -> WindowResult<G::Move>
    where
        E: Evaluator<G>,
    {
        let mut walk = DfsState::new(budget, &self.evaluator, observer);
        walk.distances = distances;
        let spot = NodeRef::root(root, question.depth);
        let window = question.window;
        let result = walk.begin(root).and_then(|()| {
            walk.enter(spot, None, window);
            if let Some(value) = walk.leaf(spot) {
                return Ok(value);
            }
            let others = root
                .moves()
                .filter(|&m| Some(m) != question.first && !question.without.contains(&m));
            children(
                &mut walk,
                spot,
                question.first.into_iter().chain(others),
                window,
            )
        });
        walk.finish(result)
    }
}

/// The value of a position for its mover. Inlined, so that a leaf costs no call.
#[inline(always)]
fn node<G: TwoPlayer, E: Evaluator<G>, O: Observer<G>>(
    walk: &mut DfsState<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    via: G::Move,
    window: Window,
) -> Result<Score, Stop> {
    walk.enter(spot, Some(via), window);
    match walk.leaf(spot) {
        Some(value) => Ok(value),
        None => {
            let mark = walk.mark();
            let value = deep(spot.ply, || inner(walk, spot, window))?;
            walk.let_go(mark);
            Ok(value)
        }
    }
}

/// The value of a position that has children.
fn inner<G: TwoPlayer, E: Evaluator<G>, O: Observer<G>>(
    walk: &mut DfsState<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    window: Window,
) -> Result<Score, Stop> {
    children(walk, spot, spot.position.moves(), window)
}

/// The best of the children's values, or the first one that is at least β.
#[inline(always)]
fn children<G: TwoPlayer, E: Evaluator<G>, O: Observer<G>>(
    walk: &mut DfsState<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    moves: impl Iterator<Item = G::Move>,
    mut window: Window,
) -> Result<Score, Stop> {
    let mut best = Worth::NOTHING;
    let mut line = Line::EMPTY;
    let mut bound = Bound::Upper;
    for m in moves {
        let child = walk.play(spot.position, m)?;
        let same = child.turn() == spot.position.turn();
        let value = node(walk, spot.child(&child), m, window.for_child(same))?;
        let value = view::from_child(value, same);
        let worth = Worth {
            score: value,
            open: walk.endless,
        };
        if !worth.beats(best) {
            continue;
        }
        best = worth;
        if value > window.alpha {
            // A ? is no bound: a certain draw would be taken before it, and must be told from less.
            if !worth.open {
                window.alpha = value;
            }
            bound = Bound::Exact;
            line = walk.improve(spot, m, value, window);
        }
        // The opponent has β elsewhere already and will not come here.
        if value >= window.beta {
            bound = Bound::Lower;
            walk.cutoff(spot, m, value, window);
            break;
        }
    }
    walk.endless = best.open;
    Ok(walk.leave(spot, best.score, bound, line))
}
