//! Particles: a crowd of worlds followed through the game (sequential Monte Carlo: Gordon, Salmond
//! and Smith 1993; Doucet and Johansen 2009).
//!
//! ```text
//!   own turn 3      chance and others move,         own turn 4
//!   ○ ○ ○ ○ ○ ○     but only as it was seen         ○ ○ ○ ○ ○ ○
//!   │ │ ╎ │ ╎ │     (weight: the probability of     ╲╱ ╱ ╲╱  │      drawn again, each as often
//!   ● ●   ●   ●     what fits), or die              ● ●   ●  ●      as its weight says
//! ```
//!
//! From one turn of the player to the next every particle moves at random among the steps that fit
//! the view, and its weight is multiplied by their probability; then the crowd is drawn again by
//! weight. Where too few survive, because none foresaw what was seen, a larger crowd is grown again
//! from an earlier turn (from ever further back, at last from the beginning), with other random
//! numbers. Each of these steps keeps the weights proper, so the crowd tends to the law of the
//! worlds as it grows; a crowd of finite size is only near it, and worlds in it share their pasts.

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::memory::{Memory, Path};
use crate::hidden::worlds::sampler::{Means, Sampler};
use crate::limits::Stop;

/// The crowd of turn n is kept for this many turns, times the greatest power of two that divides n:
/// recent ones all, older ones ever more sparsely.
const KEPT: usize = 4;
/// Fewer survivors than one in this many: the crowd is grown again from an earlier turn.
const TOO_FEW: usize = 4;
/// How many times greater it is then.
const GREATER: usize = 8;
/// And this many times, from the beginning, before the player's worlds are given up.
const GREATEST: usize = 64;

/// The crowd as it stood at some turn of the player's.
#[derive(Clone, Debug)]
struct Crowd<G> {
    /// How many times the player had acted.
    turns: usize,
    paths: Vec<Path<G>>,
}

impl<G: Hidden + Chance> Crowd<G> {
    /// Whether it stands at a turn that the player has taken already.
    fn acts(&self, memory: &Memory<G>) -> bool {
        self.paths
            .iter()
            .any(|path| memory.acts(path) && !memory.is_whole(path))
    }
}

/// A particle that arrived, and its weight.
struct Arrival<G> {
    path: Path<G>,
    weight: f64,
}

/// Follows worlds through a game.
#[derive(Clone, Debug)]
pub struct Particles<G: Hidden> {
    /// How many.
    pub size: usize,
    memory: Option<Memory<G>>,
    /// The beginning, then the latest turns; the last is now. Empty where no world fits.
    crowds: Vec<Crowd<G>>,
    /// The last crowd shows all that was seen.
    arrived: bool,
}

/// 128 particles.
impl<G: Hidden> Default for Particles<G> {
    fn default() -> Particles<G> {
        Particles::new(128)
    }
}

impl<G: Hidden> Particles<G> {
    /// This many particles, at least one.
    #[must_use]
    pub fn new(size: usize) -> Particles<G> {
        Particles {
            size: size.max(1),
            memory: None,
            crowds: Vec::new(),
            arrived: false,
        }
    }
}

impl<G: Hidden + Chance> Particles<G> {
    /// The worlds that fit what was seen last: as many as particles, or none.
    pub fn worlds(&self) -> impl ExactSizeIterator<Item = &G> {
        let crowd = self.crowds.last().filter(|_| self.arrived);
        crowd
            .map_or(&[][..], |crowd| &crowd.paths)
            .iter()
            .map(|path| &path.world)
    }

    /// Follows the game to a position as `player` sees it: from where it stood where that went
    /// before, from the beginning otherwise.
    pub fn advance(
        &mut self,
        position: &G,
        player: Player,
        mut means: Means<'_>,
    ) -> Result<(), Stop> {
        let memory = Memory::new(position, player);
        let follows = self
            .memory
            .as_ref()
            .is_some_and(|before| before.goes_before(&memory));
        if !follows || self.crowds.is_empty() {
            let start = memory.begin(position.beginning());
            let paths: Vec<Path<G>> = start.into_iter().cycle().take(self.size).collect();
            self.crowds.clear();
            self.crowds
                .extend((!paths.is_empty()).then_some(Crowd { turns: 0, paths }));
        }
        let result = self.catch_up(&memory, &mut means);
        self.arrived = result.is_ok();
        self.memory = Some(memory);
        result
    }

    /// Moves on turn by turn. Stopped on the way, the crowd goes on from there the next time.
    fn catch_up(&mut self, memory: &Memory<G>, means: &mut Means<'_>) -> Result<(), Stop> {
        while !self.crowds.is_empty() && !self.has_arrived(memory) {
            self.next_turn(memory, means)?;
        }
        Ok(())
    }

    fn has_arrived(&self, memory: &Memory<G>) -> bool {
        self.crowds
            .last()
            .is_some_and(|crowd| crowd.paths.iter().all(|path| memory.is_whole(path)))
    }

    /// Moves the crowd on to the player's next turn.
    fn next_turn(&mut self, memory: &Memory<G>, means: &mut Means<'_>) -> Result<(), Stop> {
        let last = self.crowds.len() - 1;
        let turns = self.crowds[last].turns + usize::from(self.crowds[last].acts(memory));
        let mut arrived = self.grow(
            last,
            Growth {
                memory,
                turns,
                size: self.size,
            },
            means,
        )?;
        let mut back = 1;
        while arrived.len() * TOO_FEW < self.size && back <= 2 * self.crowds.len() {
            let growth = Growth {
                memory,
                turns,
                size: GREATER * self.size,
            };
            let again = self.grow(self.crowds.len().saturating_sub(1 + back), growth, means)?;
            if again.len() > arrived.len() {
                arrived = again;
            }
            back *= 2;
        }
        if arrived.is_empty() {
            arrived = self.grow(
                0,
                Growth {
                    memory,
                    turns,
                    size: GREATEST * self.size,
                },
                means,
            )?;
        }
        let paths = resample(arrived, self.size, means);
        if paths.is_empty() {
            self.crowds.clear();
        } else {
            self.crowds.push(Crowd { turns, paths });
            self.thin(turns);
        }
        Ok(())
    }

    /// Forgets the crowds that are too old: see [`KEPT`].
    fn thin(&mut self, now: usize) {
        let kept = |turns: usize| now - turns < KEPT << turns.trailing_zeros().min(32);
        let mut number = 0;
        self.crowds.retain(|crowd| {
            number += 1;
            number == 1 || kept(crowd.turns)
        });
    }

    /// A crowd grown from an earlier one, turn by turn.
    fn grow(
        &self,
        from: usize,
        growth: Growth<'_, G>,
        means: &mut Means<'_>,
    ) -> Result<Vec<Arrival<G>>, Stop> {
        let crowd = &self.crowds[from];
        let paths = crowd
            .paths
            .iter()
            .cycle()
            .take(growth.size)
            .cloned()
            .collect();
        let mut at = crowd.turns;
        let mut arrived = growth.step(paths, usize::from(crowd.acts(growth.memory)), means)?;
        at += usize::from(crowd.acts(growth.memory));
        while at < growth.turns && !arrived.is_empty() {
            let paths = resample(arrived, growth.size, means);
            arrived = growth.step(paths, 1, means)?;
            at += 1;
        }
        Ok(arrived)
    }
}

/// What is to be followed, to which turn of the player's, by how many.
#[derive(Clone, Copy)]
struct Growth<'a, G: Hidden> {
    memory: &'a Memory<G>,
    turns: usize,
    size: usize,
}

impl<G: Hidden + Chance> Growth<'_, G> {
    /// Those that survive this many turns.
    fn step(
        &self,
        paths: Vec<Path<G>>,
        turns: usize,
        means: &mut Means<'_>,
    ) -> Result<Vec<Arrival<G>>, Stop> {
        let mut arrived = Vec::new();
        let mut looks = Looks {
            looks: 0.0,
            fits: 0.0,
        };
        for path in paths {
            arrived.extend(self.run(
                Run {
                    path,
                    turns,
                    looks: &mut looks,
                },
                means,
            )?);
        }
        Ok(arrived)
    }

    /// Follows one path until the player has had this many more turns and acts again, or the view
    /// is whole.
    fn run(&self, run: Run<'_, G>, means: &mut Means<'_>) -> Result<Option<Arrival<G>>, Stop> {
        let Run {
            mut path,
            turns,
            looks,
        } = run;
        let mut weight = 1.0;
        let mut acted = 0;
        while !self.memory.is_whole(&path) {
            let acts = self.memory.acts(&path);
            if acts && acted == turns {
                break;
            }
            acted += usize::from(acts);
            let steps = self.memory.some_steps(&path, looks.enough(), means)?;
            let fits = steps
                .iter()
                .map(|(_, probability)| probability)
                .sum::<f64>();
            if !acts {
                looks.note(fits);
            }
            weight *= fits;
            match means.pick(steps.into_iter()) {
                Some(next) => path = next,
                None => return Ok(None),
            }
        }
        Ok(Some(Arrival { path, weight }))
    }
}

/// One path on its way.
struct Run<'a, G> {
    path: Path<G>,
    turns: usize,
    looks: &'a mut Looks,
}

/// How many of the others' moves are tried: about two that fit should be among them, by what
/// the particles before found on the same way. (It depends on other particles only: each one's own
/// weight stays right on average.)
struct Looks {
    looks: f64,
    fits: f64,
}

impl Looks {
    fn enough(&self) -> usize {
        (2.0 * (self.looks + 2.0) / (self.fits + 1.0)).ceil() as usize
    }

    fn note(&mut self, fits: f64) {
        self.looks += 1.0;
        self.fits += fits;
    }
}

/// Systematic resampling: `size` paths, each as often as its weight says, up or down by less than
/// one.
fn resample<G: Clone>(
    arrived: Vec<Arrival<G>>,
    size: usize,
    means: &mut Means<'_>,
) -> Vec<Path<G>> {
    let total: f64 = arrived.iter().map(|arrival| arrival.weight).sum();
    if total <= 0.0 {
        return Vec::new();
    }
    let step = total / size as f64;
    let mut mark = means.rng.unit() * step;
    let mut paths = Vec::with_capacity(size);
    let mut passed = 0.0;
    for arrival in &arrived {
        passed += arrival.weight;
        while mark < passed && paths.len() < size {
            paths.push(arrival.path.clone());
            mark += step;
        }
    }
    // What rounding left out goes to the last.
    let last = arrived.last().map(|arrival| arrival.path.clone());
    paths.extend(last.into_iter().cycle().take(size - paths.len()));
    paths
}

impl<G: Hidden + Chance> Sampler<G> for Particles<G> {
    fn look(&mut self, position: &G, player: Player, means: Means<'_>) -> Result<(), Stop> {
        self.advance(position, player, means)
    }

    fn draw(&mut self, means: Means<'_>) -> Result<Option<G>, Stop> {
        means.budget.spend()?;
        let mut worlds = self.worlds();
        let pick = if worlds.len() > 0 {
            means.rng.below(worlds.len())
        } else {
            0
        };
        Ok(worlds.nth(pick).cloned())
    }

    fn forget(&mut self) {
        *self = Particles::new(self.size);
    }
}
