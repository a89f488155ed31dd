//! What every source of worlds has in common.

use crate::game::{Chance, Hidden, Player};
use crate::limits::{Budget, Stop};
use crate::rng::Rng;

/// What a sampler works with: random numbers, and what it may spend. Every move it plays is paid
/// for.
#[derive(Debug)]
pub struct Means<'a> {
    /// Decides everything random.
    pub rng: &'a mut Rng,
    /// Pays for the moves.
    pub budget: &'a mut Budget,
}

impl Means<'_> {
    /// The same means, borrowed.
    pub fn lend(&mut self) -> Means<'_> {
        Means {
            rng: self.rng,
            budget: self.budget,
        }
    }

    /// One of several things, drawn in proportion to their weights; `None` where no weight is
    /// positive.
    pub fn pick<T>(&mut self, weighted: impl Iterator<Item = (T, f64)>) -> Option<T> {
        let weighted: Vec<(T, f64)> = weighted.filter(|(_, weight)| *weight > 0.0).collect();
        let total: f64 = weighted.iter().map(|(_, weight)| weight).sum();
        let mut left = self.rng.unit() * total;
        let mut last = None;
        for (item, weight) in weighted {
            left -= weight;
            last = Some(item);
            if left < 0.0 {
                break;
            }
        }
        last
    }
}

/// Gives worlds that look to a player as a position does. What it gives is a function of the
/// player's views that it was shown and of the random numbers alone.
pub trait Sampler<G: Hidden + Chance> {
    /// Looks at a position through a player's eyes; from now on worlds are drawn for it. Shown the
    /// positions of one game in turn, a sampler may build on what it found earlier.
    fn look(&mut self, position: &G, player: Player, means: Means<'_>) -> Result<(), Stop>;

    /// All worlds with their probabilities, where this sampler knows them all.
    fn all(&self) -> Option<&[(G, f64)]> {
        None
    }

    /// One world; `None` where none was found.
    fn draw(&mut self, means: Means<'_>) -> Result<Option<G>, Stop>;

    /// Forgets everything: another game begins.
    fn forget(&mut self) {}
}
