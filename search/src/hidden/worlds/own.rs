//! The game's own sampler as a [`Sampler`].

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::sampler::{Means, Sampler};
use crate::limits::Stop;

/// Draws by [`Hidden::imagine`]. Gives nothing where the game has no sampler.
#[derive(Clone, Debug)]
pub struct Own<G> {
    position: Option<(G, Player)>,
}

impl<G> Default for Own<G> {
    fn default() -> Own<G> {
        Own { position: None }
    }
}

impl<G> Own<G> {
    /// Whether the game has a sampler.
    #[must_use]
    pub fn is_there(&self) -> bool {
        self.position.is_some()
    }
}

impl<G: Hidden + Chance> Sampler<G> for Own<G> {
    fn look(&mut self, position: &G, player: Player, means: Means<'_>) -> Result<(), Stop> {
        // A trial with its own random numbers: asking must not change what is drawn later.
        let has_one = position.imagine(player, &mut means.rng.clone()).is_some();
        self.position = has_one.then(|| (position.clone(), player));
        Ok(())
    }

    fn draw(&mut self, means: Means<'_>) -> Result<Option<G>, Stop> {
        means.budget.spend()?;
        Ok(self
            .position
            .as_ref()
            .and_then(|(position, player)| position.imagine(*player, means.rng)))
    }

    fn forget(&mut self) {
        self.position = None;
    }
}
