//! A game in which nothing is hidden, taken as one in which something could be: every player sees
//! every move.
//!
//! So the searches for hidden information take games without it as well, and must report there what
//! the others report.

use std::fmt;

use crate::board::{Board, Drawn, Squares};
use crate::game::{Bounds, Chance, Game, Hidden, Keyed, Notation, Outcome, Payoffs, Player};

/// A position with its past, which everyone has seen.
///
/// ```
/// use gametree::{Game, Hidden, Player, fully_observed::FullyObserved, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6))".parse().unwrap();
/// let open = FullyObserved::new(tree.root()).after(1).after(2);
/// assert_eq!(open.view(Player::SECOND), [1, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct FullyObserved<G: Game> {
    beginning: G,
    position: G,
    played: Vec<G::Move>,
}

impl<G: Game> FullyObserved<G> {
    /// The game that begins here.
    #[must_use]
    pub fn new(beginning: G) -> FullyObserved<G> {
        FullyObserved {
            position: beginning.clone(),
            beginning,
            played: Vec::new(),
        }
    }

    /// The position itself.
    #[must_use]
    pub fn position(&self) -> &G {
        &self.position
    }
}

impl<G: Game> Game for FullyObserved<G> {
    type Move = G::Move;

    fn turn(&self) -> Player {
        self.position.turn()
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        self.position.moves()
    }

    fn play(&mut self, m: G::Move) {
        self.position.play(m);
        self.played.push(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.position.outcome()
    }

    fn footprint(&self) -> usize {
        size_of::<Self>() - size_of::<G>() + self.position.footprint()
    }
}

impl<G: Game> Hidden for FullyObserved<G> {
    type Seen = G::Move;

    fn view(&self, _: Player) -> Vec<G::Move> {
        self.played.clone()
    }

    fn news(&self, _: Player, from: usize) -> Vec<G::Move> {
        self.played.get(from..).unwrap_or_default().to_vec()
    }

    fn beginning(&self) -> Self {
        FullyObserved::new(self.beginning.clone())
    }

    fn worlds(&self, _: Player, most: usize) -> Option<Vec<(Self, f64)>> {
        (most > 0).then(|| vec![(self.clone(), 1.0)])
    }
}

impl<G: Chance> Chance for FullyObserved<G> {
    fn chances(&self) -> Option<impl Iterator<Item = (G::Move, f64)>> {
        self.position.chances()
    }
}

impl<G: Payoffs> Payoffs for FullyObserved<G> {
    fn players(&self) -> u8 {
        self.position.players()
    }

    fn payoff(&self, player: Player) -> f64 {
        self.position.payoff(player)
    }

    fn bounds(&self) -> Bounds {
        self.position.bounds()
    }

    fn sum(&self) -> Option<f64> {
        self.position.sum()
    }
}

impl<G: Keyed> Keyed for FullyObserved<G> {
    fn key(&self) -> u64 {
        self.position.key()
    }
}

impl<G: Drawn> Drawn for FullyObserved<G> {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        self.position.board_for(viewer)
    }

    fn squares(&self, m: G::Move) -> Squares {
        self.position.squares(m)
    }
}

impl<G: Notation> Notation for FullyObserved<G> {
    fn write_move(&self, m: G::Move) -> String {
        self.position.write_move(m)
    }

    fn read_move(&self, text: &str) -> Option<G::Move> {
        self.position.read_move(text)
    }
}

impl<G: Game + fmt::Display> fmt::Display for FullyObserved<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}
