//! A player who moves at random, in games with chance or several players: what every search must
//! beat.

/// [`crate::random_mover::RandomMover`] as an adviser.
///
/// ```
/// use gametree::{Adviser, Limits, random_adviser::RandomAdviser, tree::Tree};
/// let tree: Tree = "(p3 [1 2 3] [3 2 1] [0 6 0])".parse().unwrap();
/// let play = |adviser: &mut RandomAdviser| adviser.advise(&tree.root(), &Limits::none()).best();
/// let (mut a, mut b) = (RandomAdviser::new(3), RandomAdviser::new(3));
/// assert!((0..20).all(|_| play(&mut a) == play(&mut b)));
/// ```
pub use crate::random_mover::RandomMover as RandomAdviser;
