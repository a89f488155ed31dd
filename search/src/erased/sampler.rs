//! A game's own sampler of worlds, on erased positions.

use std::fmt;
use std::marker::PhantomData;

use super::{ErasedPosition, typed};
use crate::game::{Chance, Hidden, Player};
use crate::limits::Stop;
use crate::worlds::{Means, Sampler};

/// A sampler that knows the game `G` only, to be used on erased positions of that game.
///
/// # Panics
///
/// Where it is given a position of another game.
pub struct TypedSampler<'a, G, S> {
    /// The sampler.
    pub inner: S,
    /// The position that worlds are drawn for: they are positions of its game.
    root: Option<ErasedPosition<'a>>,
    /// All worlds, where the sampler knows them.
    all: Option<Vec<(ErasedPosition<'a>, f64)>>,
    game: PhantomData<fn() -> G>,
}

impl<G, S> TypedSampler<'_, G, S> {
    /// This sampler, on erased positions.
    #[must_use]
    pub fn new(inner: S) -> Self {
        TypedSampler {
            inner,
            root: None,
            all: None,
            game: PhantomData,
        }
    }
}

impl<G, S: Clone> Clone for TypedSampler<'_, G, S> {
    fn clone(&self) -> Self {
        TypedSampler {
            inner: self.inner.clone(),
            root: self.root.clone(),
            all: self.all.clone(),
            game: PhantomData,
        }
    }
}

impl<G, S: fmt::Debug> fmt::Debug for TypedSampler<'_, G, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TypedSampler").field(&self.inner).finish()
    }
}

impl<'a, G, S> Sampler<ErasedPosition<'a>> for TypedSampler<'a, G, S>
where
    G: Hidden + Chance + 'static,
    S: Sampler<G>,
{
    fn look(
        &mut self,
        position: &ErasedPosition<'a>,
        player: Player,
        means: Means<'_>,
    ) -> Result<(), Stop> {
        self.all = None;
        self.root = Some(position.clone());
        self.inner.look(typed::inside(position), player, means)?;
        let worlds = self.inner.all().map(|all| all.iter().cloned());
        let erased = |(world, p)| Some((position.with_position::<G>(world)?, p));
        self.all = worlds.and_then(|worlds| worlds.map(erased).collect());
        Ok(())
    }

    fn all(&self) -> Option<&[(ErasedPosition<'a>, f64)]> {
        self.all.as_deref()
    }

    fn draw(&mut self, means: Means<'_>) -> Result<Option<ErasedPosition<'a>>, Stop> {
        let world = self.inner.draw(means)?;
        let root = self.root.as_ref();
        Ok(world.and_then(|world| root?.with_position::<G>(world)))
    }

    fn forget(&mut self) {
        self.root = None;
        self.all = None;
        self.inner.forget();
    }
}
