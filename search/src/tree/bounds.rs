//! The bounds of all values of a tree, and what the payoffs of its ends sum to.

use super::{Kind, NodeData, Tree};
use crate::game::Bounds;

/// Sums that differ by less are equal: vectors are written with decimals.
const SAME: f64 = 1e-9;

/// Why a tree does not keep to some bounds.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum OutOfBounds {
    /// The bounds themselves make no sense.
    #[error("no number lies between {low} and {high}")]
    Empty {
        /// The least, as given.
        low: f64,
        /// The most, as given.
        high: f64,
    },
    /// A leaf or an estimate lies outside.
    #[error("{value} at node {node} lies outside {low} to {high}")]
    Value {
        /// The number of the node, the root's is 0.
        node: u32,
        /// Its value.
        value: f64,
        /// The least that was said.
        low: f64,
        /// The most that was said.
        high: f64,
    },
}

impl Tree {
    /// The same tree, with the promise that all its values lie within `bounds`: those of the first
    /// player where the leaves are single numbers, and those of every player where they are
    /// vectors. Without it nothing is promised.
    ///
    /// ```
    /// use gametree::{Bounds, Payoffs, tree::Tree};
    /// let tree: Tree = "(max 0.5 (chance 1/2:0 1/2:1))".parse().unwrap();
    /// assert_eq!(tree.root().bounds(), Bounds::UNKNOWN);
    /// assert_eq!(tree.clone().bounded(Bounds::new(0.0, 1.0)).unwrap().root().bounds().high, 1.0);
    /// let error = tree.bounded(Bounds::new(0.0, 0.75)).unwrap_err();
    /// assert_eq!(error.to_string(), "1 at node 4 lies outside 0 to 0.75");
    /// ```
    pub fn bounded(mut self, bounds: Bounds) -> Result<Tree, OutOfBounds> {
        let Bounds { low, high } = bounds;
        if low.is_nan() || high.is_nan() || low > high {
            return Err(OutOfBounds::Empty { low, high });
        }
        for (node, data) in (0u32..).zip(&self.nodes) {
            if let Some(value) = values(data).find(|value| !(low..=high).contains(value)) {
                return Err(OutOfBounds::Value {
                    node,
                    value,
                    low,
                    high,
                });
            }
        }
        self.bounds = bounds;
        Ok(self)
    }

    /// What the payoffs of every end sum to, where that is always the same. Single numbers are won
    /// by the first player and lost by every other: nothing in all where there are two.
    pub(super) fn common_sum(&self) -> Option<f64> {
        let sums = self.nodes.iter().filter_map(|node| match &node.kind {
            Kind::Vector(payoffs) => Some(payoffs.iter().sum()),
            Kind::Points(value) => Some(value * (2.0 - f64::from(self.players))),
            Kind::Loop => Some(0.0),
            Kind::Turn(_) | Kind::Chance => None,
        });
        let (least, most) = sums.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), sum: f64| {
            (a.min(sum), b.max(sum))
        });
        (most - least <= SAME).then_some(least)
    }
}

/// Everything that a search may take from a node.
fn values(node: &NodeData) -> impl Iterator<Item = f64> {
    let (one, many): (Option<f64>, &[f64]) = match &node.kind {
        Kind::Points(value) => (Some(*value), &[]),
        Kind::Loop => (Some(0.0), &[]),
        Kind::Vector(payoffs) => (None, payoffs),
        Kind::Turn(_) | Kind::Chance => (node.estimate, &[]),
    };
    one.into_iter().chain(many.iter().copied())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Payoffs;

    fn tree(text: &str) -> Tree {
        text.parse().unwrap()
    }

    #[test]
    fn what_lies_outside_is_refused_and_named() {
        let within = |text: &str| tree(text).bounded(Bounds::new(-2.0, 2.0)).err();
        assert_eq!(within("(max 2 (chance 1/2:-2 1/2:0.5) ?)"), None);
        let outside = |node, value| {
            Some(OutOfBounds::Value {
                node,
                value,
                low: -2.0,
                high: 2.0,
            })
        };
        assert_eq!(within("(max 2 (chance 1/2:-2 1/2:2.5))"), outside(4, 2.5));
        assert_eq!(within("(max 2 (min ~-3 1 0))"), outside(2, -3.0));
        assert_eq!(within("(p3 [1 2 -2] [0 0 4])"), outside(2, 4.0));
        assert!(
            tree("(max 1 ?)").bounded(Bounds::new(1.0, 2.0)).is_err(),
            "endless play is worth 0"
        );
        assert!(tree("3").bounded(Bounds::new(0.0, f64::INFINITY)).is_ok());
    }

    #[test]
    fn bounds_without_a_number_between_them_are_refused() {
        for (low, high) in [(1.0, 0.0), (f64::NAN, 1.0), (0.0, f64::NAN)] {
            let error = tree("1").bounded(Bounds::new(low, high)).unwrap_err();
            assert!(matches!(error, OutOfBounds::Empty { .. }), "{error}");
        }
    }

    #[test]
    fn a_common_sum_is_noticed() {
        assert_eq!(tree("(max 3 (min 4 ?))").root().sum(), Some(0.0));
        assert_eq!(tree("(p3 [1 2 3] [0.1 0.2 5.7])").root().sum(), Some(6.0));
        assert_eq!(
            tree("(p3 1 2)").root().sum(),
            None,
            "two players pay the first"
        );
        assert_eq!(tree("(p3 [1 2 3] [1 2 4])").root().sum(), None);
        assert_eq!(
            tree("(p3 [1 2 3] ?)").root().sum(),
            None,
            "endless play pays nothing"
        );
    }
}
