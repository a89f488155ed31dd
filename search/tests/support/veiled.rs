//! Trees in which chance moves unseen: a textbook's game with hidden information, as text.

use std::fmt;

use gametree::tree::{Node, Tree};
use gametree::{Chance, Game, Hidden, Outcome, Payoffs, Player};

/// A node of a tree and what the players have seen on the way: their own moves, each other's unless
/// these are secret, and nothing of what chance did.
#[derive(Clone, Debug)]
pub struct Veiled<'t> {
    start: Node<'t>,
    node: Node<'t>,
    secret: bool,
    seen: [Vec<(Player, u32)>; 2],
}

impl<'t> Veiled<'t> {
    pub fn new(tree: &'t Tree) -> Veiled<'t> {
        Veiled {
            start: tree.root(),
            node: tree.root(),
            secret: false,
            seen: [Vec::new(), Vec::new()],
        }
    }

    /// The players do not see each other's moves.
    pub fn secret(self) -> Veiled<'t> {
        Veiled {
            secret: true,
            ..self
        }
    }
}

impl Game for Veiled<'_> {
    type Move = u32;

    fn turn(&self) -> Player {
        self.node.turn()
    }

    fn moves(&self) -> impl Iterator<Item = u32> {
        self.node.moves()
    }

    fn play(&mut self, m: u32) {
        if self.node.chances().is_none() {
            for player in [Player::FIRST, Player::SECOND] {
                if player == self.turn() || !self.secret {
                    self.seen[usize::from(player.0)].push((self.node.turn(), m));
                }
            }
        }
        self.node.play(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.node.outcome()
    }
}

impl Chance for Veiled<'_> {
    fn chances(&self) -> Option<impl Iterator<Item = (u32, f64)>> {
        self.node.chances()
    }
}

impl Payoffs for Veiled<'_> {
    fn players(&self) -> u8 {
        self.node.players()
    }

    fn payoff(&self, player: Player) -> f64 {
        self.node.payoff(player)
    }
}

impl Hidden for Veiled<'_> {
    type Seen = (Player, u32);

    fn view(&self, player: Player) -> Vec<(Player, u32)> {
        self.seen[usize::from(player.0)].clone()
    }

    fn beginning(&self) -> Self {
        Veiled {
            node: self.start,
            seen: [Vec::new(), Vec::new()],
            ..self.clone()
        }
    }
}

impl fmt::Display for Veiled<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.node.fmt(f)
    }
}
