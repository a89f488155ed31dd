//! Leaves whose values are not known, as in `(max (min 3 12 8) (min 2 x y))`.
//!
//! Minimax is monotone in every leaf: a leaf worth more never makes the root worth less. So the root's
//! value with all unknown leaves below every other leaf, and with all of them above, are the two ends
//! of what it can be; where they are equal, the value holds whatever the unknown leaves are worth.
//!
//! ```
//! use gametree::tree::{Estimates, Tree};
//! use gametree::{Limits, Search, minimax::Minimax};
//! let tree: Tree = "(max (min 3 12 8) (min 2 x y) (min 14 5 2))".parse().unwrap();
//! assert_eq!(tree.unknown_leaves().collect::<Vec<_>>(), ["x", "y"]);
//! let value = |tree: &Tree| {
//!     let root = tree.two_player().unwrap();
//!     Minimax { evaluator: Estimates }.search(&root, &Limits::none()).value
//! };
//! assert_eq!(value(&tree.with_least_unknowns()), value(&tree.with_largest_unknowns()));
//! ```

use super::{Kind, Node, SharedNode, Tree};

impl Tree {
    /// The names of the leaves whose values are not known, from left to right.
    pub fn unknown_leaves(&self) -> impl Iterator<Item = &str> {
        let names = self.unknown.iter().map(|id| &self.nodes[*id as usize].name);
        names.filter_map(|name| name.as_deref())
    }

    /// The same with every unknown leaf worth less than all known ones.
    #[must_use]
    pub fn with_least_unknowns(&self) -> Tree {
        let least = self.known().fold(f64::INFINITY, f64::min);
        self.assuming(least - 1.0)
    }

    /// The same with every unknown leaf worth more than all known ones.
    #[must_use]
    pub fn with_largest_unknowns(&self) -> Tree {
        let largest = self.known().fold(f64::NEG_INFINITY, f64::max);
        self.assuming(largest + 1.0)
    }

    /// The values of the known leaves; unfinished play counts 0.
    fn known(&self) -> impl Iterator<Item = f64> {
        let known = (0..)
            .zip(&self.nodes)
            .filter(|(id, _)| !self.unknown.contains(id));
        let values = known.filter_map(|(_, node)| match node.kind {
            Kind::Points(value) => Some(value),
            _ => None,
        });
        values.chain([0.0])
    }

    fn assuming(&self, value: f64) -> Tree {
        let mut tree = self.clone();
        for &id in &self.unknown {
            tree.nodes[id as usize].kind = Kind::Points(value);
        }
        tree
    }
}

impl<K> Node<'_, K> {
    /// Whether it is a leaf whose value is not known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        self.tree().unknown.contains(&self.id())
    }
}

impl<K> SharedNode<K> {
    /// Its name, where it is a leaf whose value is not known.
    #[must_use]
    pub fn unknown_name(&self) -> Option<&str> {
        let node = self.node();
        if node.is_unknown() { node.name() } else { None }
    }
}
