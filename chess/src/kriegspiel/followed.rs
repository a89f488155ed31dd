//! Worlds that fit everything, as long as a crowd of them survives; made-up ones otherwise.

use gametree::worlds::{Means, Particles, Sampler};
use gametree::{Budget, Hidden, Limits, Player, Stop};

use super::Kriegspiel;

/// Follows a crowd of worlds through the game ([`Particles`]). Where that would cost more than
/// [`Followed::moves`] moves in one turn, or nothing is left of the crowd, worlds are made up
/// ([`super::imagine`]).
#[derive(Clone, Debug)]
pub struct Followed {
    /// This many moves the crowd may play in a turn; 0: there is none.
    pub moves: u64,
    crowd: Particles<Kriegspiel>,
    /// Nothing is left of the crowd, in this game.
    lost: bool,
    asked: Option<(Kriegspiel, Player)>,
}

/// 128 worlds, 100,000 moves.
impl Default for Followed {
    fn default() -> Followed {
        Followed::new(128, 100_000)
    }
}

impl Followed {
    /// This many worlds, each of which may play this many moves in a turn.
    #[must_use]
    pub fn new(worlds: usize, moves: u64) -> Followed {
        Followed {
            moves,
            crowd: Particles::new(worlds),
            lost: false,
            asked: None,
        }
    }

    /// No crowd: all worlds are made up.
    #[must_use]
    pub fn never() -> Followed {
        Followed {
            lost: true,
            ..Followed::new(1, 0)
        }
    }

    /// Whether the worlds drawn now fit everything that was seen.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.crowd.worlds().len() > 0
    }
}

impl Sampler<Kriegspiel> for Followed {
    fn look(
        &mut self,
        position: &Kriegspiel,
        player: Player,
        means: Means<'_>,
    ) -> Result<(), Stop> {
        self.asked = Some((position.clone(), player));
        if self.lost || self.moves == 0 {
            return Ok(());
        }
        let mut purse = Budget::new(&Limits::moves(self.moves));
        let arrived = self.crowd.look(
            position,
            player,
            Means {
                rng: means.rng,
                budget: &mut purse,
            },
        );
        // Stopped on its way the crowd goes on in the next turn; dead it stays dead.
        self.lost = arrived.is_ok() && !self.is_exact();
        if self.lost {
            self.crowd.forget();
        }
        means.budget.spend_many(purse.counts.moves)
    }

    fn draw(&mut self, means: Means<'_>) -> Result<Option<Kriegspiel>, Stop> {
        if self.is_exact() {
            return self.crowd.draw(means);
        }
        means.budget.spend()?;
        Ok(self
            .asked
            .as_ref()
            .and_then(|(position, player)| position.imagine(*player, means.rng)))
    }

    fn forget(&mut self) {
        let never = self.moves == 0;
        *self = if never {
            Followed::never()
        } else {
            Followed::new(self.crowd.size, self.moves)
        };
    }
}
