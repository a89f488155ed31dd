//! Alpha-beta that plays and values all children of a node before it searches the first, to sort
//! them (as the opponent of the min/max approximation did in 1987).
//!
//! ```text
//!              MAX                 static values 2, 9, 5: the children are searched
//!         ┌─────┼─────┐            in the order 9, 5, 2
//!        ~2    ~9    ~5
//! ```
//!
//! No table, no killers: the order costs a call of the move operator and of the evaluator for every
//! child, also where the first one cuts off. Depth 2, 3, 4, …, and the result is that of the last
//! depth searched completely. For play prefer [`crate::pvs`]; this is a yardstick.

use std::cmp::Reverse;

use crate::deep::deep;
use crate::evaluator::{Blind, Evaluator};
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::{DfsState, NodeRef, WindowResult};
use crate::observer::{Bound, Event, Observer};
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::search::Search;
use crate::view;
use crate::window::Window;

/// Alpha-beta with children sorted by static value at every node, deepening.
///
/// ```
/// use gametree::{Limits, Score, Search, sorted::Sorted, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = Sorted::new(Estimates).search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sorted<E> {
    /// Static values.
    pub evaluator: E,
    /// The first depth, at least 1; a depth limit below it is searched instead.
    pub first_depth: u32,
    /// Whether nodes of the last ply are sorted too. It is of no use there, and costs the calls for
    /// the children that a cutoff would have saved.
    pub last_ply: bool,
    /// Whether a child that is searched costs a second call, as in a program that takes moves back
    /// after the sort.
    pub replay: bool,
    /// Which of two children of equal static value comes first.
    pub ties: Ties,
}

/// Which of two children of equal static value comes first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Ties {
    /// The one that the game lists first.
    #[default]
    First,
    /// The one that the game lists last.
    Last,
}

impl<E> Sorted<E> {
    /// From two plies on, as in 1987.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        Sorted {
            evaluator,
            first_depth: 2,
            last_ply: true,
            replay: false,
            ties: Ties::First,
        }
    }
}

impl Sorted<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        Sorted::new(Blind)
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for Sorted<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let limit = budget.depth();
        let mut depth = self.first_depth.max(1).min(limit);
        let mut last = Last {
            value: Score::DRAW,
            line: Vec::new(),
            depth: 0,
            proven: false,
        };
        let stop = loop {
            let probe = self.iterate(root, depth, &mut budget, observer);
            if let Some(stop) = probe.stopped {
                last.fall_back(probe);
                break stop;
            }
            let proven = probe.complete || probe.value.is_decided();
            last = Last {
                value: probe.value,
                line: probe.line,
                depth,
                proven,
            };
            if proven || depth == limit {
                break if proven { Stop::Done } else { Stop::Depth };
            }
            depth += 1;
        };
        Report {
            value: view::flip(last.value, root.turn()),
            line: with_a_move(last.line, root),
            proven: last.proven,
            stop,
            depth: last.depth,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }
}

/// What the last complete depth found, the root mover's view.
struct Last<M> {
    value: Score,
    line: Vec<M>,
    depth: u32,
    proven: bool,
}

impl<M> Last<M> {
    /// The first depth was stopped: the best that it had is better than nothing.
    fn fall_back(&mut self, probe: WindowResult<M>) {
        if self.depth == 0 && !probe.line.is_empty() {
            self.value = probe.value;
            self.line = probe.line;
            self.proven = self.value > Score::points(Score::MAX_POINTS);
        }
    }
}

impl<E> Sorted<E> {
    /// One depth, with an open window.
    fn iterate<G: TwoPlayer, O: Observer<G>>(
        &self,
        root: &G,
        depth: u32,
        budget: &mut Budget,
        observer: &mut O,
    ) -> WindowResult<G::Move>
    where
        E: Evaluator<G>,
    {
        let window = Window::OPEN;
        observer.see(&Event::Iteration { depth, window });
        let walk = DfsState::new(budget, &self.evaluator, observer);
        let mut pass = Pass {
            walk,
            children: Vec::new(),
            last_ply: self.last_ply,
            replay: self.replay,
            ties: self.ties,
        };
        let spot = NodeRef::root(root, depth);
        let result = pass.walk.begin(root).and_then(|()| {
            pass.walk.enter(spot, None, window);
            match pass.walk.leaf(spot) {
                Some(value) => Ok(value),
                None => pass.inner(spot, window),
            }
        });
        pass.walk.finish(result)
    }
}

/// A move, what it leads to and what that is worth at first sight to who plays it.
struct Child<G: TwoPlayer> {
    m: G::Move,
    position: G,
    value: Score,
}

/// One depth-first pass: the children of all nodes on the path lie on one stack.
struct Pass<'a, G: TwoPlayer, E, O> {
    walk: DfsState<'a, G, E, O>,
    children: Vec<Child<G>>,
    last_ply: bool,
    replay: bool,
    ties: Ties,
}

/// What a node's children have brought so far.
struct Progress {
    best: Score,
    bound: Bound,
    line: Line,
    window: Window,
}

impl<G: TwoPlayer, E: Evaluator<G>, O: Observer<G>> Pass<'_, G, E, O> {
    /// The value of a position that is not over and not at the horizon.
    fn inner(&mut self, spot: NodeRef<'_, G>, window: Window) -> Result<Score, Stop> {
        let mut progress = Progress {
            best: -Score::INFINITY,
            bound: Bound::Upper,
            line: Line::EMPTY,
            window,
        };
        let from = self.children.len();
        if spot.depth > 1 || self.last_ply {
            self.play_and_sort(spot)?;
            for i in from..self.children.len() {
                if self.try_child(spot, i, &mut progress)? {
                    break;
                }
            }
        } else {
            for m in spot.position.moves() {
                self.play(spot, m)?;
                let cut = self.try_child(spot, from, &mut progress)?;
                self.children.truncate(from);
                if cut {
                    break;
                }
            }
        }
        self.children.truncate(from);
        let Progress {
            best, bound, line, ..
        } = progress;
        Ok(self.walk.leave(spot, best, bound, line))
    }

    /// Searches a child; whether the others cannot matter any more.
    fn try_child(
        &mut self,
        spot: NodeRef<'_, G>,
        index: usize,
        progress: &mut Progress,
    ) -> Result<bool, Stop> {
        let m = self.children[index].m;
        let value = self.child(spot, index, progress.window)?;
        if value <= progress.best {
            return Ok(false);
        }
        progress.best = value;
        if value > progress.window.alpha {
            progress.window.alpha = value;
            progress.bound = Bound::Exact;
            progress.line = self.walk.improve(spot, m, value, progress.window);
        }
        if value < progress.window.beta {
            return Ok(false);
        }
        progress.bound = Bound::Lower;
        self.walk.cutoff(spot, m, value, progress.window);
        Ok(true)
    }

    /// Puts all children on the stack, the best at first sight first; equals stay in the game's
    /// order, or in its reverse.
    fn play_and_sort(&mut self, spot: NodeRef<'_, G>) -> Result<(), Stop> {
        let from = self.children.len();
        for m in spot.position.moves() {
            self.play(spot, m)?;
        }
        if self.ties == Ties::Last {
            self.children[from..].reverse();
        }
        self.children[from..].sort_by_key(|child| Reverse(child.value));
        Ok(())
    }

    /// Puts a child on the stack.
    fn play(&mut self, spot: NodeRef<'_, G>, m: G::Move) -> Result<(), Stop> {
        let mover = spot.position.turn();
        let position = self.walk.play(spot.position, m)?;
        let value = match position.outcome() {
            Some(outcome) => view::outcome_score(outcome, mover, spot.ply + 1),
            None if position.turn() == mover => self.walk.evaluate(&position),
            None => -self.walk.evaluate(&position),
        };
        self.children.push(Child { m, position, value });
        Ok(())
    }

    /// The value of a child for the mover of its parent.
    fn child(
        &mut self,
        parent: NodeRef<'_, G>,
        index: usize,
        window: Window,
    ) -> Result<Score, Stop> {
        let Child {
            m,
            ref position,
            value,
        } = self.children[index];
        let position = if self.replay {
            self.walk.play(parent.position, m)?
        } else {
            position.clone()
        };
        let spot = parent.child(&position);
        let same = position.turn() == parent.position.turn();
        let window = window.for_child(same);
        // All children were played before the first is visited: the limit on nodes must be looked
        // at again.
        self.walk.budget.again()?;
        self.walk.enter(spot, Some(m), window);
        if let Some(end) = self.walk.end(spot) {
            return Ok(view::from_child(end, same));
        }
        if spot.depth == 0 {
            return Ok(self.horizon(parent, value));
        }
        let mark = self.walk.mark();
        let value = deep(spot.ply, || self.inner(spot, window))?;
        self.walk.let_go(mark);
        Ok(view::from_child(value, same))
    }

    /// At the horizon the first sight is the last.
    fn horizon(&mut self, parent: NodeRef<'_, G>, value: Score) -> Score {
        self.walk.tail = Line::EMPTY;
        self.walk.complete = false;
        let seen = view::flip(value, parent.position.turn());
        self.walk.observer.see(&Event::Leaf {
            ply: parent.ply + 1,
            value: seen,
            terminal: false,
        });
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::{Estimates, Tree};

    /// Every child of a node that is searched is played and valued, whatever cuts off.
    #[test]
    fn all_children_cost_a_move() {
        let tree: Tree = "(max (min ~9 9 (max ~9 1 2)) (min ~1 2 3 (max ~4 4 5)))"
            .parse()
            .unwrap();
        let root = tree.two_player().unwrap();
        let report = Sorted::new(Estimates).search(&root, &Limits::depth(2));
        // Two children of the root, two and three of theirs: the cut after 2 <= 9 has paid for all.
        assert_eq!(report.counts.moves, 2 + 2 + 3);
        assert_eq!(report.best(), Some(0));
        let moves = |last_ply, replay| {
            let sorted = Sorted {
                last_ply,
                replay,
                ..Sorted::new(Estimates)
            };
            let report = { sorted }.search(&root, &Limits::depth(2));
            assert_eq!(report.best(), Some(0));
            report.counts.moves
        };
        let last = Sorted {
            ties: Ties::Last,
            ..Sorted::new(Estimates)
        };
        let equals: Tree = "(max (min 5 6) (min 5 7))".parse().unwrap();
        let best = { last }.search(&equals.two_player().unwrap(), &Limits::none());
        assert_eq!(best.best(), Some(1), "of equals the last");
        assert_eq!(moves(false, false), 2 + 2 + 1, "the cut saves two");
        assert_eq!(
            moves(true, true),
            7 + 2 + 2 + 1,
            "what is searched is played again"
        );
    }

    /// The result is the last complete depth's, as in 1987, even where the next had begun.
    #[test]
    fn a_stopped_depth_does_not_count() {
        let tree: Tree = "(max (min ~5 (max ~5 0) (max ~5 0)) (min ~4 (max ~4 9) (max ~4 9)))"
            .parse()
            .unwrap();
        let root = tree.two_player().unwrap();
        let whole = Sorted::new(Estimates).search(&root, &Limits::none());
        assert_eq!((whole.best(), whole.depth), (Some(1), 3));
        let first = Sorted::new(Estimates).search(&root, &Limits::depth(2));
        for moves in first.counts.moves..whole.counts.moves {
            let report = Sorted::new(Estimates).search(&root, &Limits::moves(moves));
            assert_eq!((report.best(), report.depth), (Some(0), 2), "{moves} moves");
        }
    }
}
