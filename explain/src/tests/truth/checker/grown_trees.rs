//! Claims about trees that a search grows in memory.

use super::Checker;
use crate::claim::Claim;
use crate::minmax_labels::MinMaxLabels;
use crate::tests::truth::raw::{TWIN, What};
use crate::trace::Mover;

impl Checker<'_> {
    pub(super) fn check_grown(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Grows { worth } => {
                assert!(self.now.path.is_empty());
                worth.iter().for_each(|worth| self.worth(worth));
            }
            Claim::Added { node, worth } => {
                self.is_here(*node);
                worth.iter().for_each(|worth| self.worth(worth));
            }
            Claim::SeenOtherwise => assert!(self.now.path.last() >= Some(&TWIN)),
            Claim::Forced => assert!(matches!(self.now.what, What::Grow { forced: true })),
            Claim::ClosedByProof {
                node,
                above,
                worth,
                sure,
            } => {
                self.is_here(*node);
                assert_eq!(self.trace.nodes[*node].parent, Some(*above));
                self.worth(worth);
                let What::Closed { sure: told } = self.now.what else {
                    panic!("nothing was closed")
                };
                assert_eq!(*sure, told);
                let bound = self.now.value.unwrap();
                assert!(match self.trace.nodes[*above].mover {
                    Mover::Min => bound >= *sure,
                    _ => bound <= *sure,
                });
            }
            Claim::Turns { node, .. } => self.is_here(*node),
            Claim::TurnsBecause { node, why } => {
                self.is_here(*node);
                let told: Vec<f64> = why.edges.iter().map(|edge| edge.1).collect();
                assert_eq!(told, self.weights);
            }
            Claim::Recomputed {
                node,
                worth,
                labels,
            } => {
                self.is_here(*node);
                self.worth(worth);
                assert_eq!(Some(labels), self.labels.get(&self.now.path));
            }
            Claim::Approximated {
                node,
                own,
                children,
            } => {
                self.is_here(*node);
                self.check_labels(*node, own);
                for (child, labels) in children {
                    assert_eq!(self.trace.nodes[*child].parent, Some(*node));
                    self.check_labels(*child, labels);
                }
            }
            _ => return false,
        }
        true
    }

    fn check_labels(&self, node: usize, labels: &MinMaxLabels) {
        let told = &self.labels[&self.path(node)];
        let named = |name| {
            told.iter()
                .find(|label| label.0 == name)
                .map(|label| label.1)
        };
        assert_eq!(Some(labels.value), named("ṽ").or(named("v̂")));
        assert_eq!(labels.mean, named("ṽ").is_some());
        assert_eq!(labels.backed_up, named("ṽ").and(named("v̂")));
        assert_eq!(labels.bonus, named("bonus"));
        assert_eq!(Some(labels.penalty), named("π"));
        assert_eq!(labels.weight, named("w"));
    }
}
