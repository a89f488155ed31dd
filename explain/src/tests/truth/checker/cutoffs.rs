//! Claims about what a cutoff left out, and why.

use gametree::Bound;

use super::Checker;
use crate::claim::{Claim, WindowEnd};
use crate::tests::truth::raw::Path;
use crate::trace::{Mover, PathBound};

impl Checker<'_> {
    pub(super) fn check_cutoff(&self, claim: &Claim) -> bool {
        let here = self.id(&self.now.path);
        match claim {
            Claim::Refutes {
                node,
                value,
                end,
                limit,
            } => {
                self.is_here(*node);
                assert_eq!(self.now.value, Some(*value));
                assert_eq!(end.value(self.visit().window), *limit);
                let mover = self.mover(&self.now.path);
                let out = match end {
                    WindowEnd::Alpha => mover == Mover::Min && value <= limit,
                    WindowEnd::Beta => mover == Mover::Max && value >= limit,
                };
                assert!(out, "the value is inside the window");
            }
            Claim::Has { who, node, value } => {
                assert!(self.is_beside_the_way(*who, *node), "not beside the way");
                assert!(self.is_sure(*who, *node, *value), "not sure of it");
            }
            Claim::AskedOnly { end, limit } => {
                assert_eq!(end.value(self.visit().window), *limit);
            }
            Claim::LeftOut { node, moves } => {
                self.is_here(*node);
                assert_eq!(moves.expect("nothing is folded"), self.left_out(here).len());
            }
            Claim::CutBy { bound } => {
                let (_, value) = bound.known.expect("a bound that decides is known");
                let end = WindowEnd::against(self.mover(&self.now.path));
                assert_eq!(end.value(self.visit().window), value);
                self.check_path_bound(bound);
            }
            Claim::CutByWindow | Claim::BeyondDepth => {}
            Claim::LastMove => assert!(self.left_out(here).is_empty()),
            Claim::Saved { leaves, at_most } => {
                assert!(!at_most && leaves.exact);
                let below = self.left_out(here);
                let saved: u64 = below.iter().map(|&child| self.unseen_leaves(child)).sum();
                assert_eq!(leaves.count, saved);
            }
            Claim::PathBounds { bounds } => {
                bounds.iter().for_each(|bound| self.check_path_bound(bound));
            }
            Claim::MeanOutside {
                node,
                value,
                bound,
                window,
            } => {
                self.is_here(*node);
                assert_eq!(
                    (self.now.value, self.visit().window),
                    (Some(*value), *window)
                );
                let range = self.range_of_children(&self.now.path);
                let raw = f64::from(value.raw());
                match bound {
                    Bound::Upper => {
                        assert!(*value <= window.alpha && range.high <= raw + self.slack)
                    }
                    Bound::Lower => assert!(*value >= window.beta && range.low >= raw - self.slack),
                    Bound::Exact => panic!("the mean is outside"),
                }
            }
            _ => return false,
        }
        true
    }

    /// The children of a node that its present visit has not come to.
    fn left_out(&self, node: usize) -> Vec<usize> {
        let entered = &self.visit().entered;
        let children = self.trace.nodes[node].children.iter().copied();
        children
            .filter(|&child| !entered.contains(&self.path(child)))
            .collect()
    }

    fn unseen_leaves(&self, node: usize) -> u64 {
        let children = &self.trace.nodes[node].children;
        let last = u64::from(self.trace.nodes[node].ply) >= self.visit().horizon;
        if children.is_empty() || last {
            return u64::from(!self.leaves_of_pass.contains(&self.path(node)));
        }
        children
            .iter()
            .map(|&child| self.unseen_leaves(child))
            .sum()
    }

    fn check_path_bound(&self, bound: &PathBound) {
        let above = &self.now.path[..bound.depth as usize - 1];
        assert_eq!(self.mover(above), bound.chooser);
        let on_the_way = &self.now.path[..bound.depth as usize];
        match bound.known {
            Some((node, value)) => {
                assert_eq!(self.path(node)[..above.len()], *above);
                assert!(
                    self.is_sure(bound.chooser, node, value),
                    "not sure of l_{}",
                    bound.depth
                );
            }
            None => {
                let entered = &self.way[above.len()].entered;
                // More may follow than the search has said: only what it has said is known.
                let sure = |path: &&Path| {
                    let said = self.bounds.get(*path);
                    path.as_slice() != on_the_way
                        && said.is_some_and(|&bound_said| bound_said != bound.chooser.unsure())
                };
                assert!(
                    entered.iter().find(sure).is_none(),
                    "l_{} is known",
                    bound.depth
                );
            }
        }
    }
}
