//! A node that owns a share of its tree, so that it can outlive the function that read the tree.
//!
//! [`Node`] borrows its tree and is copied in the innermost loop; this one counts references. Every
//! result is [`Node`]'s.

use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use super::{Any, Estimates, MinMax, Node, NotTwoPlayer, Tree};
use crate::board::Drawn;
use crate::erased::PackedMoves;
use crate::evaluator::Evaluator;
use crate::game::{
    Bounds, Chance, Forced, Game, Guided, Keyed, Noisy, Notation, NullMove, Outcome, Payoffs,
    Player, TwoPlayer,
};
use crate::payoff_evaluator::PayoffEvaluator;

/// A position of a tree that is shared: it owns a part of the tree, so that it can outlive the
/// function that read it. [`Node`] borrows the tree, and is faster.
///
/// ```
/// use std::sync::Arc;
/// use gametree::tree::{SharedNode, Tree};
/// use gametree::{Game, Outcome};
///
/// let root = {
///     let tree: Tree = "(max (min 3 12) 2)".parse().unwrap();
///     SharedNode::two_player(Arc::new(tree)).unwrap()
/// };
/// assert_eq!(root.after(1).outcome(), Some(Outcome::Points(2)));
/// ```
#[derive(Debug)]
pub struct SharedNode<K = Any> {
    tree: Arc<Tree>,
    id: u32,
    kind: PhantomData<K>,
}

impl SharedNode {
    /// The root of a tree of any kind.
    #[must_use]
    pub fn root(tree: Arc<Tree>) -> SharedNode {
        SharedNode {
            tree,
            id: 0,
            kind: PhantomData,
        }
    }

    /// The root of a tree of two players without chance.
    ///
    /// # Errors
    /// The tree is of another kind.
    pub fn two_player(tree: Arc<Tree>) -> Result<SharedNode<MinMax>, NotTwoPlayer> {
        tree.two_player()?;
        Ok(SharedNode {
            tree,
            id: 0,
            kind: PhantomData,
        })
    }
}

impl<K> SharedNode<K> {
    #[inline]
    pub(super) fn node(&self) -> Node<'_, K> {
        Node {
            tree: &self.tree,
            id: self.id,
            kind: PhantomData,
        }
    }
}

impl<K> Clone for SharedNode<K> {
    #[inline]
    fn clone(&self) -> Self {
        SharedNode {
            tree: self.tree.clone(),
            id: self.id,
            kind: PhantomData,
        }
    }
}

impl<K> Game for SharedNode<K> {
    type Move = u32;

    fn turn(&self) -> Player {
        self.node().turn()
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        0..self.node().data().children
    }

    fn play(&mut self, m: u32) {
        let mut node = self.node();
        node.play(m);
        self.id = node.id;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.node().outcome()
    }
}

impl TwoPlayer for SharedNode<MinMax> {}

impl<K> PackedMoves for SharedNode<K> {
    #[inline]
    fn pack(m: u32) -> u64 {
        u64::from(m)
    }

    #[inline]
    fn unpack(code: u64) -> u32 {
        code as u32
    }
}

impl<K> Drawn for SharedNode<K> {}

impl<K> Keyed for SharedNode<K> {
    fn key(&self) -> u64 {
        self.node().key()
    }
}

impl<K> Forced for SharedNode<K> {}

impl<K> NullMove for SharedNode<K> {}

impl<K> Noisy for SharedNode<K> {
    fn noisy(&self) -> impl Iterator<Item = u32> {
        let noisy: Vec<u32> = self.node().noisy().collect();
        noisy.into_iter()
    }
}

impl<K> Guided for SharedNode<K> {
    fn promise(&self, m: u32) -> i32 {
        self.node().promise(m)
    }
}

impl<K> Notation for SharedNode<K> {
    fn write_move(&self, m: u32) -> String {
        self.node().write_move(m)
    }

    fn write_state(&self) -> Option<String> {
        self.node().write_state()
    }

    fn read_move(&self, text: &str) -> Option<u32> {
        self.node().read_move(text)
    }
}

impl Chance for SharedNode<Any> {
    fn chances(&self) -> Option<impl Iterator<Item = (u32, f64)>> {
        let chances: Option<Vec<(u32, f64)>> = self.node().chances().map(Iterator::collect);
        chances.map(Vec::into_iter)
    }
}

impl Payoffs for SharedNode<Any> {
    fn players(&self) -> u8 {
        self.node().players()
    }

    fn payoff(&self, player: Player) -> f64 {
        self.node().payoff(player)
    }

    fn bounds(&self) -> Bounds {
        self.node().bounds()
    }

    fn sum(&self) -> Option<f64> {
        self.node().sum()
    }
}

impl<K> fmt::Display for SharedNode<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node().fmt(f)
    }
}

impl PayoffEvaluator<SharedNode<Any>> for Estimates {
    fn expected_payoff(&self, position: &SharedNode<Any>, player: Player) -> f64 {
        self.expected_payoff(&position.node(), player)
    }
}

impl<K> Evaluator<SharedNode<K>> for Estimates {
    fn evaluate(&self, position: &SharedNode<K>) -> i32 {
        self.evaluate(&position.node())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expectiminimax::Expectiminimax;
    use crate::minimax::Minimax;
    use crate::tree::{Shape, random};
    use crate::{Limits, PayoffSearch, Search};

    #[test]
    fn a_shared_tree_is_searched_as_a_borrowed_one() {
        for seed in 0..200 {
            let tree = random(&Shape::default(), seed);
            let shared = Arc::new(tree.clone());
            let limits = Limits::none();
            if let Ok(root) = tree.two_player() {
                let mut search = Minimax {
                    evaluator: Estimates,
                };
                let borrowed = search.search(&root, &limits);
                let own = search.search(&SharedNode::two_player(shared.clone()).unwrap(), &limits);
                assert_eq!((own.value, own.line), (borrowed.value, borrowed.line));
                assert_eq!(own.counts, borrowed.counts);
            }
            let mut search = Expectiminimax {
                evaluator: Estimates,
            };
            let borrowed = search.search_payoffs(&tree.root(), &limits);
            let own = search.search_payoffs(&SharedNode::root(shared), &limits);
            assert_eq!((own.values, own.line), (borrowed.values, borrowed.line));
        }
    }
}
