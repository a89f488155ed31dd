//! Claims about what leaves and finished nodes are worth.

use gametree::{Bound, Score};

use super::{Checker, Visit};
use crate::claim::{Claim, WindowEnd, Worth};
use crate::tests::truth::raw::{Path, What};
use crate::trace::Mover;

impl Checker<'_> {
    pub(super) fn check_value(&self, claim: &Claim) -> bool {
        match claim {
            Claim::Ends { worth } => {
                assert!(matches!(self.now.what, What::Leaf { terminal: true }));
                self.worth(worth);
                if let Worth::Score(value) = worth {
                    assert_eq!(self.end_of(&self.now.path), Some(*value));
                }
            }
            Claim::NeverEnds { worth } => {
                assert!(matches!(self.now.what, What::Leaf { terminal: true }));
                assert_eq!(*worth, Worth::Score(Score::DRAW));
            }
            Claim::Evaluated { worth } => {
                assert!(matches!(self.now.what, What::Leaf { terminal: false }));
                self.worth(worth);
            }
            Claim::StandsPat { node, value } => {
                self.is_here(*node);
                assert!(matches!(self.now.what, What::StandPat));
                assert_eq!(self.now.value, Some(*value));
            }
            Claim::Repeats { above } => {
                let since = self.repeats.expect("a repetition was told") as usize;
                assert_eq!(self.path(*above), self.now.path[..since]);
            }
            Claim::NoImprovement { mover } => {
                let above = &self.way[self.now.path.len() - 1];
                assert_eq!(self.mover(&above.path), *mover);
                let told = self.now.value.unwrap();
                let better = |path: &Path| {
                    *path != self.now.path && self.is_sure(*mover, self.id(path), told)
                };
                assert!(
                    above.entered.iter().any(better),
                    "nothing as good was seen before"
                );
            }
            Claim::TableKnows { worth, bound } => {
                self.worth(worth);
                assert!(matches!(self.now.what, What::TableHit(told) if told == *bound));
            }
            Claim::BestSoFar { node, child, value } => self.check_best(*node, *child, *value),
            Claim::Singular { node, child } => {
                self.is_here(*node);
                let What::Singular { child: told } = &self.now.what else {
                    panic!("no singular move was told")
                };
                assert!(child.is_none_or(|child| self.path(child) == *told));
            }
            Claim::NoMoreThan { node, child, value } => {
                self.is_here(*node);
                assert_eq!(self.now.value, Some(*value));
                let other = match self.mover(&self.now.path) {
                    Mover::Min => Mover::Max,
                    _ => Mover::Min,
                };
                assert!(
                    self.is_sure(other, child.unwrap(), *value),
                    "it may be worth more"
                );
            }
            Claim::Finished { node, worth, bound } => self.check_finished(*node, worth, *bound),
            _ => return self.check_window(claim),
        }
        true
    }

    /// Claims about windows, and about worlds.
    fn check_window(&self, claim: &Claim) -> bool {
        match claim {
            Claim::OutOfReach { end, value } => {
                let window = self.visit().window;
                assert_eq!(end.value(window), *value);
                let told = self.now.value.unwrap();
                match end {
                    WindowEnd::Alpha => assert!(told <= *value),
                    WindowEnd::Beta => assert!(told >= *value),
                }
            }
            Claim::Narrows { end, to } => {
                let Visit {
                    window,
                    window_before,
                    ..
                } = self.visit();
                assert_eq!(end.value(*window), *to);
                match end {
                    WindowEnd::Alpha => assert!(window_before.alpha < *to),
                    WindowEnd::Beta => assert!(window_before.beta > *to),
                }
            }
            Claim::World(world) => {
                let What::World(told) = &self.now.what else {
                    panic!("no world was told")
                };
                assert_eq!(
                    (world.number, world.probability),
                    (told.number, told.probability)
                );
                assert_eq!(world.position, told.position);
                let values = told.values.iter().map(|value| value.1);
                assert!(world.values.iter().map(|value| value.1).eq(values));
            }
            _ => return false,
        }
        true
    }

    fn check_best(&self, node: usize, child: Option<usize>, value: Score) {
        self.is_here(node);
        let child = child.expect("the child is kept");
        let mover = self.mover(&self.now.path);
        assert!(
            matches!(&self.now.what, What::Improve { child: told } if *told == self.path(child))
        );
        assert_eq!(self.now.value, Some(value));
        assert!(
            self.is_sure(mover, child, value),
            "the child is not known to be worth that"
        );
        for path in &self.visit().entered {
            let other = self.id(path);
            let better = Score::from_raw(value.raw() + if mover == Mover::Min { -1 } else { 1 });
            let beats = self.ranges.contains_key(path) && self.is_sure(mover, other, better);
            assert!(
                other == child || !beats || self.slack > 0.0,
                "another is better"
            );
        }
    }

    fn check_finished(&self, node: usize, worth: &Worth, bound: Bound) {
        self.is_here(node);
        self.worth(worth);
        assert!(matches!(self.now.what, What::Leave(told) if told == bound));
        let range = self.range(node);
        match worth {
            Worth::Score(value) => {
                let value = f64::from(value.raw());
                let low = range.low >= value - self.slack;
                let high = range.high <= value + self.slack;
                assert!(
                    low || bound == Bound::Upper,
                    "{range:?} is not at least {value}"
                );
                assert!(
                    high || bound == Bound::Lower,
                    "{range:?} is not at most {value}"
                );
            }
            Worth::Each(values) => {
                let visit = self.visit();
                if self.mover(&visit.path) == Mover::Chance {
                    return self.check_mean(node, values);
                }
                let of_child = |path: &Path| self.vectors.get(path) == Some(values);
                match visit.improved.last() {
                    Some(best) => assert!(of_child(best)),
                    None => assert!(visit.entered.iter().any(of_child)),
                }
            }
            Worth::Loop => panic!("a finished node has a value"),
        }
    }

    fn check_mean(&self, node: usize, values: &[f64]) {
        for (player, &value) in values.iter().enumerate() {
            let children = self.trace.nodes[node].children.iter();
            let mean: f64 = children
                .map(|&child| self.probability(child) * self.vectors[&self.path(child)][player])
                .sum();
            assert!((mean - value).abs() < 1e-9, "{mean} is not {value}");
        }
    }
}
