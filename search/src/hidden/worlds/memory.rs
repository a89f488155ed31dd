//! What a player remembers, and whether a world on its way from the beginning still fits it.

use std::cell::RefCell;

use crate::game::{Chance, Hidden, Player};
use crate::hidden::worlds::sampler::Means;
use crate::limits::Stop;

/// What the player has to do now, which they know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Standing {
    /// They have to act.
    Acts,
    /// Chance or another player has to.
    Waits,
    /// The game is over.
    Over,
}

impl Standing {
    fn of<G: Chance>(world: &G, player: Player) -> Standing {
        if world.outcome().is_some() {
            Standing::Over
        } else if world.turn() == player && world.chances().is_none() {
            Standing::Acts
        } else {
            Standing::Waits
        }
    }
}

/// All that a player has seen.
#[derive(Clone, Debug)]
pub(super) struct Memory<G: Hidden> {
    player: Player,
    view: Vec<G::Seen>,
    standing: Standing,
    /// The player's own moves, as far as they are known, each where the view stood when they made
    /// it. They know them: where one of them does not fit, no other does.
    own: RefCell<Vec<Option<G::Move>>>,
}

/// A world on its way, and how many things of the player's view it has shown.
#[derive(Clone, Debug)]
pub(super) struct Path<G> {
    pub world: G,
    pub shown: usize,
}

impl<G: Hidden + Chance> Memory<G> {
    pub fn new(position: &G, player: Player) -> Memory<G> {
        let view = position.view(player);
        let own = RefCell::new(vec![None; view.len() + 1]);
        Memory {
            player,
            standing: Standing::of(position, player),
            view,
            own,
        }
    }

    /// Whether this is what the same player saw earlier, or the same moment.
    pub fn goes_before(&self, later: &Memory<G>) -> bool {
        let moment = self.view.len() < later.view.len() || self.standing == later.standing;
        self.player == later.player && moment && later.view.starts_with(&self.view)
    }

    /// The way that begins at `world`; `None` where it shows something that was not seen.
    pub fn begin(&self, world: G) -> Option<Path<G>> {
        self.seen(world, 0)
    }

    /// Whether the world shows the whole view and expects the same of the player.
    pub fn is_whole(&self, path: &Path<G>) -> bool {
        path.shown == self.view.len() && Standing::of(&path.world, self.player) == self.standing
    }

    /// Whether the player has to act.
    pub fn acts(&self, path: &Path<G>) -> bool {
        Standing::of(&path.world, self.player) == Standing::Acts
    }

    fn seen(&self, world: G, shown: usize) -> Option<Path<G>> {
        let news = world.news(self.player, shown);
        let fits = self
            .view
            .get(shown..)
            .is_some_and(|rest| rest.starts_with(&news));
        fits.then(|| Path {
            shown: shown + news.len(),
            world,
        })
    }

    fn after(
        &self,
        path: &Path<G>,
        m: G::Move,
        means: &mut Means<'_>,
    ) -> Result<Option<Path<G>>, Stop> {
        means.budget.spend()?;
        Ok(self.seen(path.world.after(m), path.shown))
    }

    /// Every next step that fits, with its probability (that of a move of the player's own is 1).
    pub fn steps(
        &self,
        path: &Path<G>,
        means: &mut Means<'_>,
    ) -> Result<Vec<(Path<G>, f64)>, Stop> {
        self.some_steps(path, usize::MAX, means)
    }

    /// The same, but only this many of another player's moves are tried, drawn at random and
    /// each as much more likely: the sum of the probabilities of those that fit is right on
    /// average.
    pub fn some_steps(
        &self,
        path: &Path<G>,
        looks: usize,
        means: &mut Means<'_>,
    ) -> Result<Vec<(Path<G>, f64)>, Stop> {
        let likely = match Standing::of(&path.world, self.player) {
            Standing::Over => Vec::new(),
            Standing::Acts => {
                return Ok(self
                    .own_step(path, means)?
                    .into_iter()
                    .map(|next| (next, 1.0))
                    .collect());
            }
            Standing::Waits => match path.world.chances() {
                Some(chances) => chances.collect(),
                None => some(path.world.moves().collect(), looks, means),
            },
        };
        let mut steps = Vec::new();
        for (m, probability) in likely {
            steps.extend(self.after(path, m, means)?.map(|next| (next, probability)));
        }
        Ok(steps)
    }

    /// The player's own move that fits.
    fn own_step(&self, path: &Path<G>, means: &mut Means<'_>) -> Result<Option<Path<G>>, Stop> {
        let known = self.own.borrow().get(path.shown).copied().flatten();
        if let Some(m) = known {
            return self.after(path, m, means);
        }
        for m in path.world.moves() {
            if let Some(next) = self.after(path, m, means)? {
                self.own.borrow_mut()[path.shown] = Some(m);
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// One step at random; `None` where it does not fit. The player moves as they did.
    pub fn step(&self, path: &Path<G>, means: &mut Means<'_>) -> Result<Option<Path<G>>, Stop> {
        match Standing::of(&path.world, self.player) {
            Standing::Over => Ok(None),
            Standing::Acts => self.own_step(path, means),
            Standing::Waits => {
                let m = random_move(&path.world, means);
                self.after(path, m, means)
            }
        }
    }
}

/// A move of chance with its probability, or any move of a player.
fn random_move<G: Chance>(world: &G, means: &mut Means<'_>) -> G::Move {
    let picked = match world.chances() {
        Some(chances) => means.pick(chances),
        None => {
            let pick = means.rng.below(world.moves().count());
            world.moves().nth(pick)
        }
    };
    picked.expect("a game that goes on has a move")
}

/// This many of the moves, drawn at random, with equal shares of certainty.
fn some<M>(mut moves: Vec<M>, looks: usize, means: &mut Means<'_>) -> Vec<(M, f64)> {
    let looks = looks.clamp(1, moves.len().max(1));
    if looks < moves.len() {
        for i in 0..looks {
            let pick = i + means.rng.below(moves.len() - i);
            moves.swap(i, pick);
        }
        moves.truncate(looks);
    }
    moves.into_iter().map(|m| (m, 1.0 / looks as f64)).collect()
}
