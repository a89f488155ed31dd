//! Playing weaker than it can: fewer nodes, and a choice among the best lines that is not sure of
//! their values.
//!
//! Both follow from the Elo number, and the number is rough. At 1500 it scored 10.5 of 16 against
//! Stockfish with the same number and 50 ms per move; no other number was measured so far.

use gametree::rng::{Rng, mix};
use gametree::{Player, PvLine, view};
use shakmaty::Move;

/// A strength by an Elo number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Strength {
    elo: u32,
}

impl Default for Strength {
    fn default() -> Self {
        Strength::new(1500)
    }
}

/// The Elo number of the fewest nodes.
const WEAKEST: f64 = 800.0;
/// Nodes there.
const NODES: f64 = 200.0;
/// Elo for every doubling of the nodes.
const DOUBLING: f64 = 130.0;
/// How unsure the values are at the weakest, in centipawns; nothing at the strongest.
const NOISE: f64 = 150.0;

impl Strength {
    /// The least and the greatest number.
    pub const RANGE: [u32; 2] = [800, 2400];
    /// The lines among which it chooses.
    pub const LINES: u32 = 5;

    /// Of a player with this number, or the nearest that can be played.
    pub fn new(elo: u32) -> Strength {
        let [least, most] = Strength::RANGE;
        Strength {
            elo: elo.clamp(least, most),
        }
    }

    pub fn elo(self) -> u32 {
        self.elo
    }

    /// Nodes for a move.
    pub fn nodes(self) -> u64 {
        (NODES * ((f64::from(self.elo) - WEAKEST) / DOUBLING).exp2()) as u64
    }

    /// How far a value may be misjudged, in centipawns.
    fn noise(self) -> f64 {
        let [least, most] = Strength::RANGE.map(f64::from);
        NOISE * (most - f64::from(self.elo)) / (most - least)
    }

    /// The line to play: the best by values with noise. The noise is a function of the position's
    /// key, so that the same game is played again the same way.
    pub fn choose<'l>(
        self,
        lines: &'l [PvLine<Move>],
        mover: Player,
        key: u64,
    ) -> Option<&'l PvLine<Move>> {
        let mut rng = Rng::new(mix(key));
        let mut misjudged = |line: &'l PvLine<Move>| {
            // The sum of three is nearly normal, with a deviation of one.
            let unit: f64 = (0..3).map(|_| 2.0 * rng.unit() - 1.0).sum();
            let value = f64::from(view::flip(line.value, mover).raw());
            (value + self.noise() * unit, line)
        };
        let judged: Vec<_> = lines.iter().map(&mut misjudged).collect();
        let best = judged.into_iter().max_by(|a, b| a.0.total_cmp(&b.0));
        best.map(|(_, line)| line)
    }
}

#[cfg(test)]
mod tests {
    use gametree::{Game, Score};

    use super::*;
    use crate::Chess;

    #[test]
    fn stronger_means_more_nodes_and_fewer_slips() {
        let start = Chess::default();
        let mut points = 0;
        let lines: Vec<_> = start
            .moves()
            .take(5)
            .map(|m| {
                points -= 40;
                PvLine {
                    value: Score::points(points),
                    moves: vec![m],
                    depth: 3,
                }
            })
            .collect();
        let slips = |elo: u32| {
            let strength = Strength::new(elo);
            let chosen = (0..1000).map(|key| strength.choose(&lines, Player::FIRST, key).unwrap());
            chosen.filter(|line| line.moves != lines[0].moves).count()
        };
        let levels = [800, 1200, 1600, 2000, 2400];
        assert!(levels.is_sorted_by(|a, b| slips(*a) > slips(*b)));
        assert_eq!(slips(2400), 0);
        assert!(levels.is_sorted_by(|a, b| Strength::new(*a).nodes() < Strength::new(*b).nodes()));
        assert_eq!(Strength::new(0).nodes(), 200);
        // Black's best line has the least value of the first player.
        let best = Strength::new(2400).choose(&lines, Player::SECOND, 1);
        assert_eq!(best.unwrap().moves, lines[4].moves);
        assert!(Strength::default().choose(&[], Player::FIRST, 1).is_none());
    }
}
