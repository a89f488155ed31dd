//! All worlds with their probabilities, by depth-first replay over everything that was hidden.

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::memory::{Memory, Path};
use crate::hidden::worlds::sampler::{Means, Sampler};
use crate::limits::{Budget, Limits, Stop};
use crate::rng::Rng;

/// For every world that may be listed this many steps of replay are taken: ways that do not fit in
/// the end cost as much as those that do.
const STEPS: usize = 64;
/// The same where the game has its own sampler, so that there is another way.
const FEW_STEPS: usize = 8;

/// All positions that look to `player` as this one does, with their probabilities (which sum to
/// one): by the game itself where it can ([`Hidden::worlds`]), else by replay. `None` where they
/// are more than `most`, or where they are too hard to find. Worlds that differ only in how they
/// came about are listed separately.
pub fn list<G: Hidden + Chance>(
    position: &G,
    player: Player,
    most: usize,
) -> Option<Vec<(G, f64)>> {
    let means = Means {
        rng: &mut Rng::new(0),
        budget: &mut Budget::new(&Limits::none()),
    };
    list_paying(
        position,
        player,
        Room {
            most,
            steps: most.saturating_mul(STEPS),
        },
        means,
    )
    .ok()?
}

/// How many worlds may be listed, after how many steps.
#[derive(Clone, Copy, Debug)]
struct Room {
    most: usize,
    steps: usize,
}

fn list_paying<G: Hidden + Chance>(
    position: &G,
    player: Player,
    room: Room,
    mut means: Means<'_>,
) -> Result<Option<Vec<(G, f64)>>, Stop> {
    if let Some(worlds) = position.worlds(player, room.most) {
        means
            .budget
            .hold(2 * worlds.len() * (8 + position.footprint()))?;
        return Ok(Some(worlds));
    }
    let memory = Memory::new(position, player);
    let mut open: Vec<(Path<G>, f64)> = Vec::new();
    open.extend(memory.begin(position.beginning()).map(|path| (path, 1.0)));
    let mut worlds = Vec::new();
    let mut taken = 0;
    while let Some((path, probability)) = open.pop() {
        if memory.is_whole(&path) {
            worlds.push((path.world, probability));
        } else {
            let steps = memory.steps(&path, &mut means)?;
            taken += steps.len().max(1);
            open.extend(
                steps
                    .into_iter()
                    .rev()
                    .map(|(next, p)| (next, probability * p)),
            );
        }
        if worlds.len() > room.most || taken > room.steps {
            return Ok(None);
        }
        let bytes =
            (worlds.len() + open.len()) * (size_of::<(Path<G>, f64)>() + position.footprint());
        // Vectors double, and callers take a copy.
        means.budget.hold(3 * bytes)?;
    }
    Ok(normalized(worlds))
}

/// Probabilities that sum to one; `None` where there is no world at all.
fn normalized<G>(mut worlds: Vec<(G, f64)>) -> Option<Vec<(G, f64)>> {
    let total: f64 = worlds.iter().map(|(_, probability)| probability).sum();
    worlds
        .iter_mut()
        .for_each(|(_, probability)| *probability /= total);
    (total > 0.0).then_some(worlds)
}

/// Knows all worlds where they are few, and draws among them.
#[derive(Clone, Debug)]
pub struct Listed<G> {
    room: Room,
    worlds: Option<Vec<(G, f64)>>,
}

impl<G> Listed<G> {
    /// Up to this many worlds.
    #[must_use]
    pub fn new(most: usize) -> Listed<G> {
        Listed {
            room: Room {
                most,
                steps: most.saturating_mul(STEPS),
            },
            worlds: None,
        }
    }

    /// Gives up early where there is another way to worlds.
    pub(super) fn hurry(&mut self, hurry: bool) {
        self.room.steps = self
            .room
            .most
            .saturating_mul(if hurry { FEW_STEPS } else { STEPS });
    }
}

impl<G: Hidden + Chance> Sampler<G> for Listed<G> {
    fn look(&mut self, position: &G, player: Player, means: Means<'_>) -> Result<(), Stop> {
        self.worlds = None;
        self.worlds = list_paying(position, player, self.room, means)?;
        Ok(())
    }

    fn all(&self) -> Option<&[(G, f64)]> {
        self.worlds.as_deref()
    }

    fn draw(&mut self, means: Means<'_>) -> Result<Option<G>, Stop> {
        means.budget.spend()?;
        let worlds = self.worlds.as_deref().unwrap_or_default();
        let mut left = means.rng.unit();
        let drawn = worlds.iter().find(|(_, probability)| {
            left -= probability;
            left < 0.0
        });
        Ok(drawn.or(worlds.last()).map(|(world, _)| world.clone()))
    }

    fn forget(&mut self) {
        self.worlds = None;
    }
}
