//! Which moves Star1 and Star2 try first: the table's, then the best prospects or what was good
//! elsewhere.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::{Mean, Star};
use crate::chance::real_table::Recall;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::Stop;
use crate::minimax::depth_first::Spot;
use crate::minimax::ordering::Guide;
use crate::observer::Observer;
use crate::prospect::Prospect;

/// A move in its place.
pub(crate) struct Choice<G: Payoffs> {
    pub m: G::Move,
    /// Its index in the order of the game's moves.
    pub index: usize,
    /// The position behind it, where it was needed for the order.
    pub child: Option<G>,
    /// How good it looks, and what was good elsewhere: the second decides where the first does not.
    key: (f64, f64),
}

/// The best reply so far to every move, by ply: what answers a roll of the dice after one move
/// often answers it after another (the countermove heuristic, Uiterwijk 1992).
pub(crate) struct Replies<M> {
    best: FxHashMap<(u32, Option<M>), M>,
}

/// What speaks most for a move, short of the table.
const REPLY: f64 = 1e15;

impl<M: Copy + Eq + Hash> Replies<M> {
    pub fn new() -> Self {
        Replies {
            best: FxHashMap::default(),
        }
    }

    pub fn keep(&mut self, ply: u32, via: Option<M>, reply: M) {
        self.best.insert((ply, via), reply);
    }

    fn get(&self, ply: u32, via: Option<M>) -> Option<M> {
        self.best.get(&(ply, via)).copied()
    }
}

impl<G, E, O, H, T, C> Star<'_, G, E, O, H, T, C>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
    C: Mean,
{
    /// The moves of a position in the order in which they are tried; `first` is the index of the
    /// table's.
    pub fn choices(
        &mut self,
        spot: Spot<'_, G>,
        via: Option<G::Move>,
        first: Option<u16>,
    ) -> Result<Vec<Choice<G>>, Stop> {
        let moves = spot.position.moves().enumerate();
        let mut choices: Vec<Choice<G>> = moves
            .map(|(index, m)| Choice {
                m,
                index,
                child: None,
                key: (0.0, 0.0),
            })
            .collect();
        if choices.len() < 2 {
            return Ok(choices);
        }
        self.key_by_experience(spot, via, &mut choices);
        if self
            .order
            .sorted_from
            .is_some_and(|depth| spot.depth >= depth)
        {
            self.key_by_prospect(spot, &mut choices)?;
        }
        if let Some(choice) = first.and_then(|first| choices.get_mut(usize::from(first))) {
            choice.key.0 = f64::INFINITY;
        }
        choices.sort_by(|a, b| {
            b.key
                .0
                .total_cmp(&a.key.0)
                .then(b.key.1.total_cmp(&a.key.1))
        });
        Ok(choices)
    }

    fn key_by_prospect(
        &mut self,
        spot: Spot<'_, G>,
        choices: &mut [Choice<G>],
    ) -> Result<(), Stop> {
        let sign = if spot.position.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        for choice in choices {
            let child = self.walk.play(spot.position, choice.m)?;
            choice.key.0 = sign * self.walk.guess(&child) + 0.0;
            choice.child = Some(child);
        }
        Ok(())
    }

    fn key_by_experience(
        &self,
        spot: Spot<'_, G>,
        via: Option<G::Move>,
        choices: &mut [Choice<G>],
    ) {
        let mover = spot.position.turn();
        let (killers, reply) = if self.order.learns {
            (
                self.experience.killers(spot.ply),
                self.replies.get(spot.ply, via),
            )
        } else {
            ([None; 2], None)
        };
        for choice in choices {
            let promise = self.guide.promise(spot.position, choice.m);
            let learned = if self.order.learns {
                self.experience.key(killers, mover, choice.m, promise)
            } else {
                promise
            };
            choice.key.1 = f64::from(learned) + if reply == Some(choice.m) { REPLY } else { 0.0 };
        }
    }

    /// The last of these moves cut off, the others were tried in vain.
    pub fn learn(&mut self, spot: Spot<'_, G>, tried: &[Choice<G>]) {
        if let (Some((last, before)), true) = (tried.split_last(), self.order.learns) {
            let before = before.iter().map(|choice| choice.m);
            self.experience
                .cut(spot.ply, spot.position.turn(), spot.depth, last.m, before);
        }
    }
}
