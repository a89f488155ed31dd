//! Replay: the game is played again from its beginning, at random, until the player sees what they
//! have seen.
//!
//! Rejection by restart is exact: a replay that fits is as likely as its world. But it gets rarer
//! with every surprise; after [`Replay::tries`] replays that do not fit a crowd of [`Particles`]
//! takes over, right only in the limit.

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::Particles;
use crate::hidden::worlds::memory::Memory;
use crate::hidden::worlds::sampler::{Means, Sampler};
use crate::limits::Stop;

/// Restarts, then particles.
#[derive(Clone, Debug)]
pub struct Replay<G: Hidden> {
    /// This many replays that do not fit, one after the other, before particles take over.
    pub tries: u32,
    asked: Option<(G, Player, Memory<G>)>,
    /// Takes over; made when first needed.
    particles: Particles<G>,
    /// Restarts have failed, in this position or earlier in the game.
    hopeless: bool,
    /// The particles have seen the position asked for.
    followed: bool,
}

/// 200 tries.
impl<G: Hidden> Default for Replay<G> {
    fn default() -> Replay<G> {
        Replay::new(200)
    }
}

impl<G: Hidden> Replay<G> {
    /// This many tries.
    #[must_use]
    pub fn new(tries: u32) -> Replay<G> {
        Replay {
            tries,
            asked: None,
            particles: Particles::default(),
            hopeless: false,
            followed: false,
        }
    }
}

impl<G: Hidden + Chance> Replay<G> {
    /// One replay; `None` where it comes to something that was not seen.
    fn restart(&self, means: &mut Means<'_>) -> Result<Option<G>, Stop> {
        let Some((position, _, memory)) = &self.asked else {
            return Ok(None);
        };
        let Some(mut path) = memory.begin(position.beginning()) else {
            return Ok(None);
        };
        while !memory.is_whole(&path) {
            match memory.step(&path, means)? {
                Some(next) => path = next,
                None => return Ok(None),
            }
        }
        Ok(Some(path.world))
    }

    fn by_particles(&mut self, mut means: Means<'_>) -> Result<Option<G>, Stop> {
        if let (Some((position, player, _)), false) = (&self.asked, self.followed) {
            self.particles.look(position, *player, means.lend())?;
            self.followed = true;
        }
        self.particles.draw(means)
    }
}

impl<G: Hidden + Chance> Sampler<G> for Replay<G> {
    fn look(&mut self, position: &G, player: Player, mut means: Means<'_>) -> Result<(), Stop> {
        self.asked = Some((position.clone(), player, Memory::new(position, player)));
        self.followed = false;
        if self.hopeless {
            self.particles.look(position, player, means.lend())?;
            self.followed = true;
        }
        Ok(())
    }

    fn draw(&mut self, mut means: Means<'_>) -> Result<Option<G>, Stop> {
        if !self.hopeless {
            for _ in 0..self.tries {
                if let Some(world) = self.restart(&mut means)? {
                    return Ok(Some(world));
                }
            }
            self.hopeless = true;
        }
        self.by_particles(means)
    }

    fn forget(&mut self) {
        *self = Replay::new(self.tries);
    }
}
