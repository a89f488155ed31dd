//! Claims about passes, visits and windows.

use gametree::{Score, Window};

use super::Checker;
use crate::claim::{Claim, Origin, WindowEnd};
use crate::tests::truth::raw::What;
use crate::trace::Mover;

impl Checker<'_> {
    pub(super) fn check_visit(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Pass { depth, window } => {
                let What::Iteration { depth: told } = self.now.what else {
                    panic!("no pass begins")
                };
                assert_eq!((*depth, *window), (told, self.now.window));
            }
            Claim::Begins => assert!(self.now.path.is_empty()),
            Claim::Tries { node } | Claim::ToMove { node } => self.is_here(*node),
            Claim::Window {
                window,
                alpha,
                beta,
            } => {
                assert_eq!(Some(*window), self.now.window);
                self.check_origin(*alpha, WindowEnd::Alpha, *window);
                self.check_origin(*beta, WindowEnd::Beta, *window);
            }
            Claim::Asked { window } => {
                assert!(self.now.path.is_empty());
                assert_eq!(Some(*window), self.now.window);
            }
            Claim::OneQuestion { window } => {
                assert_eq!(Some(*window), self.now.window);
                assert_eq!(window.beta.raw() - window.alpha.raw(), 1);
            }
            _ => return false,
        }
        true
    }

    fn check_origin(&self, origin: Origin, end: WindowEnd, window: Window) {
        let limit = end.value(window);
        let who = match end {
            WindowEnd::Alpha => Mover::Max,
            WindowEnd::Beta => Mover::Min,
        };
        match origin {
            Origin::Unsaid => {}
            Origin::Holder(node) => {
                assert!(self.is_beside_the_way(who, node), "nobody has it there");
                assert!(self.is_sure(who, node, limit), "not sure of it there");
            }
            Origin::Chance(parent) => self.check_stake(parent, end, limit),
        }
    }

    /// An outcome worth no more than `limit` holds the mean at or below α above it, and one worth
    /// no less at or above β.
    fn check_stake(&self, parent: usize, end: WindowEnd, limit: Score) {
        let here = self.id(&self.now.path);
        assert_eq!(self.trace.nodes[here].parent, Some(parent));
        let above = self.way[self.now.path.len() - 1].window;
        let mut mean = self.probability(here) * f64::from(limit.raw());
        for &child in &self.trace.nodes[parent].children {
            let range = self.range(child);
            let extreme = if end == WindowEnd::Alpha {
                range.high
            } else {
                range.low
            };
            if child != here {
                mean += self.probability(child) * extreme;
            }
        }
        let wanted = f64::from(end.value(above).raw());
        match end {
            WindowEnd::Alpha => assert!(mean <= wanted + self.slack, "{mean} > {wanted}"),
            WindowEnd::Beta => assert!(mean >= wanted - self.slack, "{mean} < {wanted}"),
        }
    }
}
