//! The choice among the ways to get worlds.

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::list::Listed;
use crate::hidden::worlds::own::Own;
use crate::hidden::worlds::replay::Replay;
use crate::hidden::worlds::sampler::{Means, Sampler};
use crate::limits::Stop;

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
