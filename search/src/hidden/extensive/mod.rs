//! A small game of two players written out whole, with its information sets (Kuhn 1953): what
//! strategies are worth, what the best response to one is, and what it is worth to know it.
//!
//! ```text
//!   matching pennies              each chooses in secret; equal: the first gets 1, else the second
//!        first
//!       H ╱ ╲ T                   half and half: value 0, best response 0
//!   ┌─ second ─ second ─┐         always H:      best response 1 for the second
//!   │   ╱ ╲      ╱ ╲    │         to know which the coin of the half-and-half player chose: 1
//!   └  1  -1   -1   1   ┘
//!      one information set
//! ```
//!
//! Nodes stand in the order of a breadth-first walk, so that children come after their parents:
//! probabilities are computed forwards, values backwards; only the best response recurses.

mod build;
mod response;

use std::collections::HashMap;

use crate::game::{Bounds, Hidden, Player};

pub use build::NotSmall;
pub use response::Response;

/// A game written out.
#[derive(Clone, Debug)]
pub struct Extensive<G: Hidden> {
    nodes: Vec<Node>,
    /// The probabilities of chance, node by node.
    chances: Vec<f64>,
    sets: Vec<InfoSet<G>>,
    index: HashMap<(Player, Vec<G::Seen>), u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    kind: Kind,
    /// The children are consecutive.
    first: u32,
    children: u32,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The game is over: what the first player gets.
    End(f64),
    /// Chance moves; where its probabilities begin.
    Chance(u32),
    /// A player moves, in this information set.
    Choice(u32),
}

/// Positions that look the same to the player who has to act in them.
#[derive(Clone, Debug)]
pub struct InfoSet<G: Hidden> {
    /// Who acts.
    pub player: Player,
    /// What they have seen.
    pub view: Vec<G::Seen>,
    /// What they can do.
    pub moves: Vec<G::Move>,
    /// One of the positions.
    pub example: G,
    nodes: Vec<u32>,
    /// The player's own last choice: its set and move. The same on every way here.
    before: Option<(u32, u32)>,
}

/// How both players act: a probability for every move in every information set.
#[derive(Clone, PartialEq, Debug)]
pub struct Profile(Vec<Vec<f64>>);

impl<G: Hidden> Extensive<G> {
    /// The information sets of both players, in the order of play.
    #[must_use]
    pub fn sets(&self) -> &[InfoSet<G>] {
        &self.sets
    }

    /// The number of positions, the ends included.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Never: a game has a beginning.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every player chooses uniformly at random.
    #[must_use]
    pub fn uniform(&self) -> Profile {
        self.profile(|_, _| 1.0)
    }

    /// The strategies that choose each move as often as its weight says. Weights below 0 count as
    /// 0; where no weight is positive all moves are equal.
    pub fn profile(&self, mut weight: impl FnMut(&InfoSet<G>, G::Move) -> f64) -> Profile {
        let row =
            |set: &InfoSet<G>| normalized(set.moves.iter().map(|&m| weight(set, m)).collect());
        Profile(self.sets.iter().map(row).collect())
    }

    /// The first player's strategy of `first` with the second's of `second`.
    #[must_use]
    pub fn combine(&self, first: &Profile, second: &Profile) -> Profile {
        let from = |set: &InfoSet<G>| {
            if set.player == Player::FIRST {
                first
            } else {
                second
            }
        };
        Profile(
            (0..)
                .zip(&self.sets)
                .map(|(i, set)| from(set).row(i).to_vec())
                .collect(),
        )
    }

    /// How a player acts who has seen this; `None` where it is never their turn then.
    #[must_use]
    pub fn at(
        &self,
        profile: &Profile,
        player: Player,
        view: &[G::Seen],
    ) -> Option<Vec<(G::Move, f64)>> {
        let set = self.find(player, view)?;
        let moves = self.sets[set as usize].moves.iter().copied();
        Some(moves.zip(profile.row(set).iter().copied()).collect())
    }

    fn find(&self, player: Player, view: &[G::Seen]) -> Option<u32> {
        self.index.get(&(player, view.to_vec())).copied()
    }

    /// What the first player may expect when both act so.
    #[must_use]
    pub fn value(&self, profile: &Profile) -> f64 {
        self.values(profile)[0]
    }

    /// What each node is worth to the first player.
    fn values(&self, profile: &Profile) -> Vec<f64> {
        let mut values = vec![0.0; self.nodes.len()];
        for (id, node) in self.nodes.iter().enumerate().rev() {
            values[id] = match node.kind {
                Kind::End(payoff) => payoff,
                _ => node
                    .below()
                    .zip(self.odds(node, profile))
                    .map(|(c, p)| p * values[c])
                    .sum(),
            };
        }
        values
    }

    /// How likely each child of a node is.
    fn odds<'a>(&'a self, node: &Node, profile: &'a Profile) -> &'a [f64] {
        match node.kind {
            Kind::End(_) => &[],
            Kind::Chance(first) => &self.chances[first as usize..(first + node.children) as usize],
            Kind::Choice(set) => profile.row(set),
        }
    }

    /// The probability of reaching each node, but for the choices of `but`.
    fn reach(&self, profile: &Profile, but: Player) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes.len()];
        reach[0] = 1.0;
        for (id, node) in self.nodes.iter().enumerate() {
            let own =
                matches!(node.kind, Kind::Choice(set) if self.sets[set as usize].player == but);
            for (child, &p) in node.below().zip(self.odds(node, profile)) {
                reach[child] = if own { reach[id] } else { reach[id] * p };
            }
        }
        reach
    }

    /// What each move is worth to the player to move, who has seen this, when both act by the profile
    /// from then on and the other has so far. Where the other never lets it come to this, each
    /// position counts alike. `None` where it is never their turn then.
    #[must_use]
    pub fn moves(
        &self,
        profile: &Profile,
        player: Player,
        view: &[G::Seen],
    ) -> Option<Vec<(G::Move, f64)>> {
        let set = &self.sets[self.find(player, view)? as usize];
        let reach = self.reach(profile, player);
        let values = self.values(profile);
        let weights = normalized(set.nodes.iter().map(|&node| reach[node as usize]).collect());
        let worth = |m: usize| {
            let children = set
                .nodes
                .iter()
                .map(|&node| self.nodes[node as usize].first as usize + m);
            children
                .zip(&weights)
                .map(|(child, weight)| weight * values[child])
                .sum::<f64>()
        };
        let moves = set.moves.iter().copied().enumerate();
        Some(moves.map(|(i, m)| (m, sign(player) * worth(i))).collect())
    }

    /// What the first player is sure of when they act so, and what the second holds them to: the
    /// value of the game lies between.
    #[must_use]
    pub fn bounds(&self, profile: &Profile) -> Bounds {
        let high = self.best_response(Player::FIRST, profile).value;
        Bounds::new(-self.best_response(Player::SECOND, profile).value, high)
    }

    /// What a player who is told both strategies would gain by leaving their own, on the mean of
    /// the two players: 0 in an equilibrium only.
    #[must_use]
    pub fn exploitability(&self, profile: &Profile) -> f64 {
        let bounds = self.bounds(profile);
        (bounds.high - bounds.low) / 2.0
    }
}

impl Node {
    fn below(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.children) as usize
    }
}

impl Profile {
    fn row(&self, set: u32) -> &[f64] {
        &self.0[set as usize]
    }

    /// The probabilities in each information set, in the order of [`Extensive::sets`].
    #[must_use]
    pub fn rows(&self) -> &[Vec<f64>] {
        &self.0
    }
}

/// Weights that sum to one; all alike where none is positive.
pub(crate) fn normalized(mut weights: Vec<f64>) -> Vec<f64> {
    weights
        .iter_mut()
        .for_each(|weight| *weight = weight.max(0.0));
    let total: f64 = weights.iter().sum();
    let each = 1.0 / weights.len() as f64;
    weights
        .iter_mut()
        .for_each(|weight| *weight = if total > 0.0 { *weight / total } else { each });
    weights
}

/// The first player's values as a player sees them.
fn sign(player: Player) -> f64 {
    if player == Player::FIRST { 1.0 } else { -1.0 }
}

/// What counterfactual regret minimization needs of the game.
pub(crate) struct Regrets<'a, G: Hidden> {
    pub game: &'a Extensive<G>,
}

impl<G: Hidden> Regrets<'_, G> {
    /// For every information set of `player`: the counterfactual value of each move, and the
    /// probability with which they themselves go there.
    pub fn of(&self, player: Player, profile: &Profile) -> Vec<(u32, Vec<f64>, f64)> {
        let game = self.game;
        let values = game.values(profile);
        let reach = game.reach(profile, player);
        let mine = (0u32..)
            .zip(&game.sets)
            .filter(|(_, set)| set.player == player);
        let worth = |set: &InfoSet<G>, m: usize| {
            let of = |&node: &u32| {
                reach[node as usize] * values[game.nodes[node as usize].first as usize + m]
            };
            sign(player) * set.nodes.iter().map(of).sum::<f64>()
        };
        mine.map(|(id, set)| {
            let moves = (0..set.moves.len()).map(|m| worth(set, m)).collect();
            (id, moves, self.own_reach(id, profile))
        })
        .collect()
    }

    fn own_reach(&self, mut set: u32, profile: &Profile) -> f64 {
        let mut reach = 1.0;
        while let Some((before, m)) = self.game.sets[set as usize].before {
            reach *= profile.row(before)[m as usize];
            set = before;
        }
        reach
    }
}

impl Profile {
    /// A profile of rows that sum to one.
    pub(crate) fn from_rows(rows: Vec<Vec<f64>>) -> Profile {
        Profile(rows)
    }
}
