//! Quiet and balanced positions that nothing was tuned on: random moves from the starting position,
//! and a short search that says which to use.

use std::cell::RefCell;

use gametree::{NullMove, Persistent};
use gametree_arena::opening::Random;
use gametree_catalog::CatalogError;
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{Effort, Engine, Task};

use super::judge::Judge;
use super::positions::Sampled;
use crate::Run;
use crate::assess::Assessor;
use crate::each::ENGINES;

/// Nodes of the short search.
const NODES: u64 = 20_000;
/// How far from one half the win chance may be.
const BALANCE: f64 = 0.3;

/// Which random positions are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomPositions {
    /// How many.
    pub count: usize,
    /// The fewest random plies.
    pub from: u32,
    /// The most.
    pub to: u32,
    /// The seed.
    pub seed: u64,
}

impl RandomPositions {
    /// Draws them; every number of plies has about as many.
    ///
    /// # Errors
    /// The engine failed.
    pub fn draw(
        self,
        assessor: &Assessor<'_>,
        judge: &Judge,
        run: &Run<'_>,
    ) -> Result<Vec<Sampled>, CatalogError> {
        let engine_failed = |why: String| CatalogError::engine(why).hint(ENGINES);
        let filter = Filter {
            engine: RefCell::new(assessor.start(1).map_err(engine_failed)?),
            failed: RefCell::default(),
            judge,
            run,
        };
        let stage = run
            .progress
            .stage("random positions".into(), self.count as u64);
        let mut drawn = Vec::new();
        let sizes = (self.to - self.from + 1) as usize;
        for size in 0..sizes {
            let random = Random {
                plies: self.from + size as u32,
                count: (self.count + sizes - 1 - size) / sizes,
                seed: self.seed.wrapping_add(size as u64),
                accept: &|position| filter.accepts(position),
            };
            let found = random.draw(&Chess::default()).into_iter();
            drawn.extend(found.map(|opening| opening.position));
            stage.at(drawn.len() as u64);
        }
        if let Some(why) = filter.failed.into_inner() {
            return Err(engine_failed(why));
        }
        filter.engine.into_inner().quit();
        let name = |(number, position)| Sampled {
            id: format!("random {} {}", self.seed, number + 1),
            position,
        };
        Ok(drawn.into_iter().enumerate().map(name).collect())
    }
}

/// Says which positions are quiet and balanced.
struct Filter<'a> {
    engine: RefCell<Engine>,
    failed: RefCell<Option<String>>,
    judge: &'a Judge,
    run: &'a Run<'a>,
}

impl Filter<'_> {
    /// Not in check, the best move of a short search neither captures, promotes nor gives check,
    /// and the win chance is near one half.
    fn accepts(&self, position: &Chess) -> bool {
        if self.failed.borrow().is_some() || self.run.stopped() || position.in_check() {
            return false;
        }
        let task = Task {
            fresh: true,
            ..Task::new(position, Effort::Nodes(NODES))
        };
        match self.engine.borrow_mut().think(&task) {
            Ok(thought) => {
                let quiet = thought.line.first().is_some_and(|&m| is_quiet(position, m));
                quiet && self.judge.is_balanced(thought.value, BALANCE)
            }
            Err(error) => {
                *self.failed.borrow_mut() = Some(error.to_string());
                false
            }
        }
    }
}

fn is_quiet(position: &Chess, m: Move) -> bool {
    let traits = position.traits(m);
    !m.is_capture() && traits.check == 0 && traits.promotion == 0
}
