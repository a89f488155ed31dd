//! Writing a game out.

use std::collections::{HashMap, VecDeque};

use crate::game::{Chance, Hidden, Payoffs, Player};
use crate::hidden::extensive::{Extensive, InfoSet, Kind, Node};
use crate::limits::{Budget, Limits, Stop};

/// Why a game cannot be written out.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum NotSmall {
    /// It has too many positions.
    #[error("the game has more than {0} positions")]
    TooLarge(usize),
    /// It has more or fewer than two players.
    #[error("the game has {0} players, not two")]
    Players(u8),
    /// What one wins is not what the other loses.
    #[error("the players get {0} together at some end, not 0")]
    NotZeroSum(f64),
    /// A player forgets what they did, or can do different things where all looks the same to them.
    #[error("a player's view does not show what they did, or what they can do")]
    Forgetful,
    /// A limit came first.
    #[error("stopped ({}) before the game was written out", .0.word())]
    Stopped(Stop),
}

/// A position to be written out, and each player's last choice.
struct Open<G> {
    position: G,
    node: usize,
    before: [Option<(u32, u32)>; 2],
}

impl<G: Hidden + Chance + Payoffs> Extensive<G> {
    /// The whole game that `position` belongs to, from its beginning, where it has at most this
    /// many positions.
    pub fn new(position: &G, most: usize) -> Result<Extensive<G>, NotSmall> {
        Extensive::within(position, most, &mut Budget::new(&Limits::none()))
    }

    /// The same, paid for by a budget.
    pub fn within(
        position: &G,
        most: usize,
        budget: &mut Budget,
    ) -> Result<Extensive<G>, NotSmall> {
        let beginning = position.beginning();
        if beginning.players() != 2 {
            return Err(NotSmall::Players(beginning.players()));
        }
        let mut game = Extensive::empty();
        let mut open = VecDeque::from([Open {
            position: beginning,
            node: 0,
            before: [None; 2],
        }]);
        game.nodes.push(UNKNOWN);
        while let Some(next) = open.pop_front() {
            let node = game.write(&next)?;
            game.nodes[next.node].kind = node;
            if !matches!(node, Kind::End(_)) {
                game.open_children(&next, &mut open, budget)
                    .map_err(NotSmall::Stopped)?;
            }
            if game.nodes.len() > most {
                return Err(NotSmall::TooLarge(most));
            }
        }
        Ok(game)
    }

    fn empty() -> Extensive<G> {
        Extensive {
            nodes: Vec::new(),
            chances: Vec::new(),
            sets: Vec::new(),
            index: HashMap::new(),
        }
    }

    /// What kind of node a position is.
    fn write(&mut self, open: &Open<G>) -> Result<Kind, NotSmall> {
        let position = &open.position;
        if position.outcome().is_some() {
            let payoffs = [Player::FIRST, Player::SECOND].map(|player| position.payoff(player));
            let sum = payoffs[0] + payoffs[1];
            return if sum.abs() < 1e-9 {
                Ok(Kind::End(payoffs[0]))
            } else {
                Err(NotSmall::NotZeroSum(sum))
            };
        }
        if let Some(chances) = position.chances() {
            let first = self.chances.len() as u32;
            self.chances
                .extend(chances.map(|(_, probability)| probability));
            return Ok(Kind::Chance(first));
        }
        self.enter(open).map(Kind::Choice)
    }

    /// Puts a position into its information set.
    fn enter(&mut self, open: &Open<G>) -> Result<u32, NotSmall> {
        let player = open.position.turn();
        let before = *open
            .before
            .get(usize::from(player.0))
            .ok_or(NotSmall::Players(player.0 + 1))?;
        let moves: Vec<G::Move> = open.position.moves().collect();
        let view = open.position.view(player);
        let id = *self
            .index
            .entry((player, view.clone()))
            .or_insert(self.sets.len() as u32);
        if id as usize == self.sets.len() {
            let example = open.position.clone();
            self.sets.push(InfoSet {
                player,
                view,
                moves: moves.clone(),
                example,
                nodes: Vec::new(),
                before,
            });
        }
        let set = &mut self.sets[id as usize];
        if set.moves != moves || set.before != before {
            return Err(NotSmall::Forgetful);
        }
        set.nodes.push(open.node as u32);
        Ok(id)
    }

    /// The bytes held, and those that strategies and regrets will need, as if every position had an
    /// information set of its own and waited to be written out.
    fn bytes(&self, position: &G) -> usize {
        const A_ROW: usize = 256;
        let known = size_of::<Node>() + size_of::<InfoSet<G>>() + size_of::<Open<G>>() + A_ROW;
        self.nodes.len() * (known + 2 * position.footprint())
    }

    fn open_children(
        &mut self,
        parent: &Open<G>,
        open: &mut VecDeque<Open<G>>,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        let first = self.nodes.len();
        for (i, m) in parent.position.moves().enumerate() {
            budget.hold(self.bytes(&parent.position))?;
            budget.spend()?;
            budget.visit();
            let mut before = parent.before;
            if let Kind::Choice(set) = self.nodes[parent.node].kind {
                before[usize::from(parent.position.turn().0 & 1)] = Some((set, i as u32));
            }
            open.push_back(Open {
                position: parent.position.after(m),
                node: first + i,
                before,
            });
            self.nodes.push(UNKNOWN);
        }
        self.nodes[parent.node].first = first as u32;
        self.nodes[parent.node].children = (self.nodes.len() - first) as u32;
        Ok(())
    }
}

/// Stands for a node until its turn comes.
const UNKNOWN: Node = Node {
    kind: Kind::End(0.0),
    first: 0,
    children: 0,
};
