//! Honest play in games with hidden cards: a contender that is never shown the truth.
//!
//! Before it moves, the position is replaced by a world drawn at random among those that look the
//! same to the seat that acts ([`gametree::worlds::draw`]). Moves are the same in all of them, so
//! its choice can be played in the true one. A contender that uses only what its seat has seen
//! plays exactly as well as before; a contender that looks at the others' cards sees cards that
//! were made up.

use gametree::rng::{Rng, mix};
use gametree::{Chance, Hidden, Limits, worlds};

use crate::contender::{Choice, Contender, Failure};

/// A contender that sees what its seat sees.
pub struct Blindfold<'a, G> {
    inner: Box<dyn Contender<G> + 'a>,
    rng: Rng,
}

/// This many worlds that do not fit before the contender gives up.
const TRIES: usize = 100;
/// Keeps the drawing of worlds apart from the contender's own random numbers.
const CLOTH: u64 = 0x626c_696e_6466_6f6c;

impl<'a, G: Hidden + Chance> Blindfold<'a, G> {
    /// The contender, blindfolded.
    pub fn new(inner: impl Contender<G> + 'a) -> Self {
        Blindfold::boxed(Box::new(inner))
    }

    /// The same for a contender selected at run time.
    #[must_use]
    pub fn boxed(inner: Box<dyn Contender<G> + 'a>) -> Self {
        Blindfold {
            inner,
            rng: Rng::new(CLOTH),
        }
    }

    /// A world in which the seat that acts has seen the same, and acts.
    fn world(&mut self, position: &G) -> Result<G, Failure> {
        let seat = position.turn();
        let view = position.view(seat);
        let fits = |world: &G| {
            let acts =
                world.outcome().is_none() && world.chances().is_none() && world.turn() == seat;
            acts && world.view(seat) == view
        };
        for _ in 0..TRIES {
            match worlds::draw(position, seat, &mut self.rng) {
                Some(world) if fits(&world) => return Ok(world),
                Some(_) => {}
                None => break,
            }
        }
        Err(Failure::Broken(format!(
            "no world was found that looks as it does to seat {}",
            seat.0 + 1
        )))
    }
}

impl<G: Hidden + Chance> Contender<G> for Blindfold<'_, G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = Rng::new(mix(seed ^ CLOTH));
        self.inner.new_game(seed);
    }

    fn choose(&mut self, position: &G, limits: &Limits) -> Result<Choice<G::Move>, Failure> {
        let world = self.world(position)?;
        self.inner.choose(&world, limits)
    }
}
