//! A node of the tree, solved or counted.

use crate::game::{Player, TwoPlayer};
use crate::score::Score;
use crate::view;

/// A node, in 24 bytes where a move takes one. What UCT needs of it is kept ready: a round changes
/// the nodes of one path, but looks at all their siblings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// The mean result, the first player's; while the node is open.
    pub mean: f32,
    /// 1 / √visits; infinite before the first.
    pub rarity: f32,
    pub visits: u32,
    /// Twice the sum of the results of all visits; in a solved node the raw score, counted from the
    /// node and kept as bits. Both are the first player's.
    pub worth: u32,
    /// The first child; 0 in a tip.
    pub first: u32,
    pub flags: u8,
    pub via: Option<M>,
}

/// The last child of its parent.
pub(super) const LAST: u8 = 1;
/// Its value is known.
pub(super) const SOLVED: u8 = 2;
/// Nothing more is searched below it: solved, or finished at the depth limit.
pub(super) const CLOSED: u8 = 4;

impl<M> Node<M> {
    #[inline]
    pub fn is(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    #[inline]
    pub fn solved(&self) -> Option<Score> {
        self.is(SOLVED).then(|| Score::from_raw(self.worth as i32))
    }

    /// One more visit with this result, twice.
    #[inline]
    pub fn add(&mut self, halves: u32) {
        self.visits += 1;
        if !self.is(SOLVED) {
            self.worth += halves;
            self.rarity = (self.visits as f32).sqrt().recip();
            self.mean = 0.5 * self.worth as f32 / self.visits as f32;
        }
    }

    pub fn solve(&mut self, value: Score) {
        self.worth = value.raw() as u32;
        self.flags |= SOLVED | CLOSED;
    }
}

/// A node without visits, solved if the game is over.
#[inline]
pub(super) fn fresh<G: TwoPlayer>(position: &G, via: Option<G::Move>) -> Node<G::Move> {
    let mut node = Node {
        mean: 0.0,
        rarity: f32::INFINITY,
        visits: 0,
        worth: 0,
        first: 0,
        flags: 0,
        via,
    };
    if let Some(outcome) = position.outcome() {
        node.solve(view::outcome_score(outcome, Player::FIRST, 0));
    }
    node
}
