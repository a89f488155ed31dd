//! Iterative deepening for payoff searches (Slate and Atkin 1977): the twin of [`crate::deepening`]
//! for games with chance, several players or hidden cards.
//!
//! ```text
//!   depth 1   complete: b              the result so far: b
//!   depth 2   complete: a              the result so far: a
//!   depth 3   a is worth 2, c 3, then stopped: c, since a is done and c is better
//! ```
//!
//! Invariant: the result is that of the deepest depth searched completely, or of the stopped one
//! after it where that has searched the result's move and found one at least as good.

use crate::game::Payoffs;
use crate::limits::{Budget, Limits, Stop};
use crate::minimax::depths::Depths;
use crate::observer::{Event, Observer, Window};
use crate::payoff_search::{PayoffReport, PayoffSearch};
use crate::view;

/// Deepens any search whose limits name a depth.
///
/// ```
/// use gametree::{PayoffSearch, Limits, Stop, payoff_deepening::PayoffDeepening, star1::Star1, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (chance ~9 1/2:3 1/2:(min 1 7)) (chance ~5 1/2:6 1/2:4))".parse().unwrap();
/// let mut search = PayoffDeepening::new(Star1::new(Estimates));
/// let shallow = search.search_payoffs(&tree.root(), &Limits::depth(1));
/// assert_eq!((shallow.best(), shallow.stop), (Some(0), Stop::Depth));
/// let deep = search.search_payoffs(&tree.root(), &Limits::none());
/// assert_eq!((deep.best(), deep.stop, deep.depth), (Some(1), Stop::Done, 3));
/// ```
#[derive(Clone, Debug)]
pub struct PayoffDeepening<A> {
    /// The search of one depth.
    pub inner: A,
    /// Plies from one depth to the next, at least 1: 2 where dice are thrown between moves. A depth
    /// limit is always met exactly.
    pub step: u32,
}

impl<A> PayoffDeepening<A> {
    /// Depth by depth.
    pub fn new(inner: A) -> Self {
        PayoffDeepening { inner, step: 1 }
    }

    /// The same, in steps of this many plies.
    #[must_use]
    pub fn by(self, step: u32) -> Self {
        PayoffDeepening {
            step: step.max(1),
            ..self
        }
    }
}

impl<G: Payoffs, A: PayoffSearch<G>> PayoffSearch<G> for PayoffDeepening<A> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let mut depths = Depths::first(limits.depth, self.step);
        let mut found: Option<PayoffReport<G::Move>> = None;
        loop {
            let depth = depths.depth;
            show(root, depth, observer);
            let left = Limits {
                depth: Some(depth),
                ..budget.left_of(limits)
            };
            let report = self.inner.watch_payoffs(root, &left, observer);
            budget.counts += report.counts;
            let stop = report.stop;
            // A search that knows no depth, such as the random mover, gains nothing from more of
            // it.
            let reached = report.depth >= depth;
            let stopped = !matches!(stop, Stop::Done | Stop::Depth);
            let answer = merged(found, report, stopped);
            match depths.deeper() {
                Some(deeper) if stop == Stop::Depth && !answer.proven && reached => {
                    depths = deeper;
                }
                _ => {
                    return PayoffReport {
                        stop,
                        counts: budget.counts,
                        elapsed: budget.elapsed(),
                        ..answer
                    };
                }
            }
            found = Some(answer);
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.inner.new_game(seed);
    }
}

fn show<G: Payoffs, O: Observer<G>>(root: &G, depth: u32, observer: &mut O) {
    if observer.watches() {
        let bounds = root.bounds();
        let window = view::told_window(Window {
            alpha: bounds.low,
            beta: bounds.high,
        });
        observer.see(&Event::Iteration { depth, window });
    }
}

/// The better founded of two results. A complete one replaces what was found before; of a stopped
/// one only what is at least as good as the old result's move, searched as deep.
fn merged<M: Copy + PartialEq>(
    found: Option<PayoffReport<M>>,
    new: PayoffReport<M>,
    stopped: bool,
) -> PayoffReport<M> {
    let Some(old) = found.filter(|_| stopped) else {
        return new;
    };
    let worth = |m: M| {
        new.moves
            .iter()
            .find(|(other, _)| *other == m)
            .map(|(_, value)| *value)
    };
    let beats = match (old.best().and_then(worth), new.best().and_then(worth)) {
        (Some(before), Some(now)) => now >= before,
        _ => false,
    };
    if beats {
        PayoffReport {
            depth: old.depth,
            ..new
        }
    } else {
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::expectiminimax::Expectiminimax;
    use crate::chance::star2::Star2;
    use crate::game::{Chance, Game};
    use crate::tree::{Estimates, Node, Shape, Tree, random};

    fn search() -> PayoffDeepening<Expectiminimax<Estimates>> {
        PayoffDeepening::new(Expectiminimax {
            evaluator: Estimates,
        })
    }

    /// What three players do can be searched to its end without being proven; that is the end all
    /// the same.
    #[test]
    fn a_search_that_has_seen_everything_goes_no_deeper() {
        let tree: Tree = "(p1 (p2 [1 2 3] (p3 [3 2 1] [2 2 2])) (p3 [1 1 4] [4 1 1]))"
            .parse()
            .unwrap();
        let mut search = PayoffDeepening::new(crate::many_players::paranoid::Paranoid {
            evaluator: Estimates,
        });
        let report = search.search_payoffs(&tree.root(), &Limits::none());
        assert_eq!((report.stop, report.line.len()), (Stop::Done, 2));
    }

    #[test]
    fn a_stopped_depth_counts_where_it_searched_the_old_move_and_found_a_better_one() {
        let tree: Tree = "(max (min ~9 1 1) (min ~5 6 6) (min ~3 8 8))"
            .parse()
            .unwrap();
        let best = |nodes| {
            search()
                .search_payoffs(&tree.root(), &Limits::nodes(nodes))
                .best()
        };
        // Depth 1 visits 4 nodes and prefers the first; depth 2 visits the root and three nodes a
        // move.
        let answers: Vec<_> = (1..=14).map(best).collect();
        assert_eq!(answers[..7], [Some(0); 7], "nothing better is known");
        assert_eq!(
            answers[7..10],
            [Some(0); 3],
            "the old move is worth 1 now, and nothing better is done"
        );
        assert_eq!(answers[10..13], [Some(1); 3]);
        assert_eq!(answers[13], Some(2));
    }

    #[test]
    fn what_is_cheaper_is_kept_where_the_old_move_has_not_been_searched_again() {
        let tree: Tree = "(max (min ~5 6 6) (min ~9 7 7))".parse().unwrap();
        let best = |nodes| {
            search()
                .search_payoffs(&tree.root(), &Limits::nodes(nodes))
                .best()
        };
        assert_eq!((best(3), best(7), best(10)), (Some(1), Some(1), Some(1)));
    }

    #[test]
    fn a_depth_limit_is_met_in_any_steps_and_counts_add_up() {
        let tree = random(
            &Shape {
                chance: 50,
                ..Shape::uniform(3, 6)
            },
            2,
        );
        for limit in 0..=7 {
            for step in 1..=3 {
                let mut depths = Vec::new();
                let mut nodes = 0;
                let mut see = |event: &Event<'_, Node<'_>>| match event {
                    Event::Iteration { depth, .. } => depths.push(*depth),
                    Event::Enter { .. } => nodes += 1,
                    _ => {}
                };
                let report =
                    search()
                        .by(step)
                        .watch_payoffs(&tree.root(), &Limits::depth(limit), &mut see);
                let whole = Expectiminimax {
                    evaluator: Estimates,
                }
                .search_payoffs(&tree.root(), &Limits::depth(limit));
                assert_eq!((report.values, report.line), (whole.values, whole.line));
                assert_eq!(report.counts.nodes, nodes);
                assert!(
                    depths.last() == Some(&limit) || report.proven,
                    "{depths:?} to {limit}"
                );
                assert!(
                    depths.windows(2).all(|pair| pair[1] == pair[0] + step),
                    "{depths:?}"
                );
            }
        }
    }

    #[test]
    fn stopped_anywhere_there_is_a_legal_move_and_the_limit_is_kept() {
        let tree = random(
            &Shape {
                chance: 40,
                most_nodes: 300,
                ..Shape::uniform(3, 6)
            },
            4,
        );
        let root = tree.root();
        assert!(root.chances().is_none(), "somebody has to move");
        for nodes in 0..400 {
            let report = PayoffDeepening::new(Star2::new(Estimates))
                .search_payoffs(&root, &Limits::nodes(nodes));
            assert!(
                report.counts.nodes <= nodes,
                "{} of {nodes}",
                report.counts.nodes
            );
            assert!(
                report
                    .best()
                    .is_some_and(|m| root.moves().any(|other| other == m))
            );
        }
    }

    #[test]
    fn a_search_that_cannot_deepen_ends() {
        let tree: Tree = "(max 1 2)".parse().unwrap();
        let mut random = PayoffDeepening::new(crate::random_mover::RandomMover::new(1));
        assert_eq!(
            random.search_payoffs(&tree.root(), &Limits::none()).stop,
            Stop::Depth
        );
        let over: Tree = "7".parse().unwrap();
        let report = search().search_payoffs(&over.root(), &Limits::none());
        assert_eq!(
            (report.values[0], report.stop, report.line.len()),
            (7.0, Stop::Done, 0)
        );
    }
}
