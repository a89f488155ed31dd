//! One page for everything that gives worlds, and the choice among them.

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::{Listed, Own, Replay};
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
    /// The same means, lent on.
    pub fn lend(&mut self) -> Means<'_> {
        Means {
            rng: self.rng,
            budget: self.budget,
        }
    }

    /// One of some things, each as likely as its weight says; `None` where no weight is positive.
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

/// All worlds where they are few, else the game's own sampler, else [`Replay`] with its particles.
#[derive(Clone, Debug)]
pub struct Auto<G: Hidden> {
    listed: Listed<G>,
    own: Own<G>,
    replay: Replay<G>,
}

impl<G: Hidden> Auto<G> {
    /// Lists up to this many worlds.
    #[must_use]
    pub fn new(most: usize) -> Auto<G> {
        Auto {
            listed: Listed::new(most),
            own: Own::default(),
            replay: Replay::default(),
        }
    }
}

/// Up to 200 worlds are listed.
impl<G: Hidden> Default for Auto<G> {
    fn default() -> Auto<G> {
        Auto::new(200)
    }
}

impl<G: Hidden + Chance> Sampler<G> for Auto<G> {
    fn look(&mut self, position: &G, player: Player, mut means: Means<'_>) -> Result<(), Stop> {
        self.own.look(position, player, means.lend())?;
        self.listed.hurry(self.own.is_there());
        self.listed.look(position, player, means.lend())?;
        if self.listed.all().is_none() && !self.own.is_there() {
            self.replay.look(position, player, means)?;
        }
        Ok(())
    }

    fn all(&self) -> Option<&[(G, f64)]> {
        self.listed.all()
    }

    fn draw(&mut self, means: Means<'_>) -> Result<Option<G>, Stop> {
        if self.listed.all().is_some() {
            self.listed.draw(means)
        } else if self.own.is_there() {
            self.own.draw(means)
        } else {
            self.replay.draw(means)
        }
    }

    fn forget(&mut self) {
        self.listed.forget();
        self.own.forget();
        self.replay.forget();
    }
}
