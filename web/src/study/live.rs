//! The live engine: one position, longer and longer, apart from the run. What it finds is kept when
//! it is deeper than what is known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gametree::{Analyst, Finding, Question};
use gametree_atlas::fact::NodeId;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Answer;
use super::open::{Open, lock, refusal};
use crate::host::Wanted;
use crate::refusal::Refusal;
use crate::staff::{BUILTIN, Staffed};
use crate::view::{Crumb, Worth};

/// The first search, and how much longer each is than the one before it.
const FIRST: u64 = 20_000;
const GROWTH: u64 = 2;

/// The longest search: an hour of a fast engine.
const LONGEST: u64 = 10_000_000_000;

/// The longest line shown.
const LINE: usize = 16;

/// Where the live engine is wanted.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LiveAsk {
    /// The position; none stops it.
    pub node: Option<u32>,
    /// The engine's id; the built-in one where it is not said.
    pub engine: Option<String>,
}

/// What the live engine says.
#[derive(Clone, PartialEq, Debug, Default, Serialize, ToSchema)]
pub struct Live {
    /// `gametree.live/1`.
    pub schema: &'static str,
    /// Whether it thinks.
    pub on: bool,
    /// The position.
    pub node: Option<u32>,
    /// The engine.
    pub engine: String,
    /// The value.
    pub value: Option<Worth>,
    /// The depth.
    pub depth: u32,
    /// Positions searched in the last whole search.
    pub nodes: u64,
    /// Positions a second.
    pub speed: f64,
    /// The line: moves with their numbers.
    pub line: Vec<Crumb>,
    /// Whether the project knows this score.
    pub kept: bool,
    /// Why it stopped.
    pub trouble: Option<String>,
}

/// The live engine of a project.
#[derive(Default)]
pub struct LiveSlot {
    told: Live,
    stop: Arc<AtomicBool>,
}

impl LiveSlot {
    pub(super) fn told(&self) -> Live {
        Live {
            schema: "gametree.live/1",
            ..self.told.clone()
        }
    }
}

impl<G: Staffed> Open<G> {
    pub(super) fn stop_live(&self) {
        let mut slot = lock(&self.live);
        slot.stop.store(true, Ordering::Relaxed);
        slot.told.on = false;
        drop(slot);
        self.changed();
    }

    pub(super) fn put_live(self: &Arc<Self>, ask: &LiveAsk) -> Answer<()> {
        self.stop_live();
        let Some(node) = ask.node else { return Ok(()) };
        let position = {
            let atlas = self.atlas();
            Open::checked(&atlas, node)?;
            atlas.position(node).map_err(|error| refusal(&error))?
        };
        if position.outcome().is_some() {
            return Err(Refusal::bad("the game is over there"));
        }
        let engine = ask.engine.clone().unwrap_or_else(|| BUILTIN.into());
        let wanted = Wanted {
            engine,
            count: Some(1),
            hash: None,
            options: Default::default(),
            reproducible: false,
        };
        let (mut analyst, about) = G::hire(&*self.host, &wanted)?;
        let stop = Arc::new(AtomicBool::new(false));
        let told = Live {
            on: true,
            node: Some(node),
            engine: about,
            ..Live::default()
        };
        *lock(&self.live) = LiveSlot {
            told,
            stop: Arc::clone(&stop),
        };
        let open = Arc::clone(self);
        let thread = std::thread::Builder::new().name(format!("live {}", self.id));
        let spawned = thread.spawn(move || open.think(node, &position, &mut *analyst, &stop));
        spawned.map_err(|error| Refusal::failed(format!("no thread can be started: {error}")))?;
        self.changed();
        Ok(())
    }

    /// Asks again and again, each time for longer, until it is stopped, decided, or wrong.
    fn think(
        &self,
        node: NodeId,
        position: &G,
        analyst: &mut (dyn Analyst<G> + Send),
        stop: &AtomicBool,
    ) {
        let mut nodes = FIRST;
        for ticket in 0.. {
            let begun = Instant::now();
            analyst.ask(Question {
                ticket,
                position: position.clone(),
                among: Vec::new(),
                nodes,
                region: 0,
            });
            let answer = loop {
                if stop.load(Ordering::Relaxed) {
                    analyst.give_up();
                    return;
                }
                if let Some(answer) = analyst.answer(Duration::from_millis(50)) {
                    break answer;
                }
            };
            let done = match answer.outcome {
                Ok(finding) => self.tell(node, position, &finding, (begun, stop)),
                Err(trouble) => self.give_up(&trouble.what, stop),
            };
            if done || nodes >= LONGEST {
                break;
            }
            nodes *= GROWTH;
        }
        if !stop.load(Ordering::Relaxed) {
            lock(&self.live).told.on = false;
            self.changed();
        }
    }

    fn give_up(&self, why: &str, stop: &AtomicBool) -> bool {
        if !stop.load(Ordering::Relaxed) {
            lock(&self.live).told.trouble = Some(why.to_string());
        }
        true
    }

    /// Shows a finding and keeps it; whether there is no more to find.
    fn tell(
        &self,
        node: NodeId,
        position: &G,
        finding: &Finding<G::Move>,
        (begun, stop): (Instant, &AtomicBool),
    ) -> bool {
        let kept = self.keep(node, finding);
        let mut slot = lock(&self.live);
        if stop.load(Ordering::Relaxed) {
            return true;
        }
        slot.told.value = Some(Worth::of::<G>(finding.value));
        slot.told.depth = finding.depth;
        slot.told.nodes = finding.nodes;
        slot.told.speed = finding.nodes as f64 / begun.elapsed().as_secs_f64().max(1e-3);
        slot.told.line = line(position, &finding.line);
        slot.told.kept = kept;
        drop(slot);
        self.changed();
        finding.value.is_decided()
    }

    /// A search that is longer than the one that is known becomes part of the project.
    fn keep(&self, node: NodeId, finding: &Finding<G::Move>) -> bool {
        let longer = finding.nodes > self.atlas().query().position(node).nodes;
        longer
            && self
                .write(|atlas| atlas.import(node, finding).map_err(|error| refusal(&error)))
                .is_ok()
    }
}

fn line<G: Staffed>(position: &G, moves: &[G::Move]) -> Vec<Crumb> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for &m in moves.iter().take(LINE) {
        line.push(Crumb {
            node: 0,
            name: position.write_move(m),
            number: position.number(),
        });
        position.play(m);
        position.settle();
    }
    line
}
