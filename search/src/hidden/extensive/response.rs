//! The best response to a known strategy, and what it is worth to know.

use crate::deep::deep;
use crate::game::{Hidden, Player};
use crate::hidden::extensive::{Extensive, Kind, Profile, sign};

/// The best that a player can do who knows how the other acts.
#[derive(Clone, PartialEq, Debug)]
pub struct Response {
    /// What they may expect, in their own view.
    pub value: f64,
    /// The best response, which needs no chance, with the other's strategy unchanged.
    pub profile: Profile,
}

impl<G: Hidden> Extensive<G> {
    /// The best response of `player` to the other's part of a profile. Exact, over information sets:
    /// they know the other's strategy but neither the other's cards nor what their coins will show.
    #[must_use]
    pub fn best_response(&self, player: Player, profile: &Profile) -> Response {
        let reach = self.reach(profile, player);
        let mut answer = Answer {
            game: self,
            player,
            profile,
            reach,
            values: vec![None; self.nodes.len()],
            chosen: vec![None; self.sets.len()],
        };
        let value = answer.value(0, 0);
        for set in 0..self.sets.len() as u32 {
            if self.sets[set as usize].player == player {
                answer.choose(set, 0);
            }
        }
        Response {
            value,
            profile: answer.profile(),
        }
    }

    /// What `player` may expect when they are told beforehand what the other will do, everything
    /// that the other's coins decide included: the mean, over the other's pure strategies, of the
    /// best responses to them. `None` where these are more than `most`. In a game without hidden
    /// information an optimal strategy needs no coins, and to be told it is worth nothing.
    #[must_use]
    pub fn foreknowledge(&self, player: Player, profile: &Profile, most: usize) -> Option<f64> {
        let mut pure = vec![(1.0, profile.clone())];
        for (set, info) in self.sets.iter().enumerate() {
            if info.player != player {
                pure = pure
                    .iter()
                    .flat_map(|(p, profile)| split(*p, profile, set))
                    .collect();
            }
            if pure.len() > most {
                return None;
            }
        }
        Some(
            pure.iter()
                .map(|(p, profile)| p * self.best_response(player, profile).value)
                .sum(),
        )
    }
}

/// The profile once for every move that may be played in a set, with that move for sure.
fn split(probability: f64, profile: &Profile, set: usize) -> Vec<(f64, Profile)> {
    let row = &profile.0[set];
    let sure = |m: usize| {
        let mut pure = profile.clone();
        pure.0[set] = (0..row.len())
            .map(|i| f64::from(u8::from(i == m)))
            .collect();
        (probability * row[m], pure)
    };
    (0..row.len()).filter(|&m| row[m] > 0.0).map(sure).collect()
}

/// One search for the best response.
struct Answer<'a, G: Hidden> {
    game: &'a Extensive<G>,
    player: Player,
    profile: &'a Profile,
    /// How likely each node is, but for the player's own choices.
    reach: Vec<f64>,
    /// What nodes are worth to the player under the best response.
    values: Vec<Option<f64>>,
    /// The best move of a set.
    chosen: Vec<Option<u32>>,
}

impl<G: Hidden> Answer<'_, G> {
    /// What a node is worth to the player, `ply` steps deep in this recursion.
    fn value(&mut self, id: usize, ply: u32) -> f64 {
        if let Some(value) = self.values[id] {
            return value;
        }
        let node = self.game.nodes[id];
        let value = match node.kind {
            Kind::End(payoff) => sign(self.player) * payoff,
            Kind::Choice(set) if self.game.sets[set as usize].player == self.player => {
                let m = self.choose(set, ply);
                deep(ply, || self.value((node.first + m) as usize, ply + 1))
            }
            _ => {
                let game = self.game;
                let profile = self.profile;
                let odds = game.odds(&node, profile);
                node.below()
                    .zip(odds)
                    .map(|(c, p)| p * deep(ply, || self.value(c, ply + 1)))
                    .sum()
            }
        };
        self.values[id] = Some(value);
        value
    }

    /// The best move of a set: by the mean over its nodes, each as likely as the other player and
    /// chance make it.
    fn choose(&mut self, set: u32, ply: u32) -> u32 {
        if let Some(m) = self.chosen[set as usize] {
            return m;
        }
        let game = self.game;
        let mut best = (f64::NEG_INFINITY, 0);
        let info = &game.sets[set as usize];
        for m in 0..info.moves.len() as u32 {
            let mut worth = 0.0;
            for &node in &info.nodes {
                let child = (game.nodes[node as usize].first + m) as usize;
                worth += self.reach[node as usize] * deep(ply, || self.value(child, ply + 1));
            }
            if worth > best.0 {
                best = (worth, m);
            }
        }
        self.chosen[set as usize] = Some(best.1);
        best.1
    }

    fn profile(&self) -> Profile {
        let mut profile = self.profile.clone();
        for (row, chosen) in profile.0.iter_mut().zip(&self.chosen) {
            if let Some(chosen) = chosen {
                *row = (0..row.len())
                    .map(|m| f64::from(u8::from(m == *chosen as usize)))
                    .collect();
            }
        }
        profile
    }
}
