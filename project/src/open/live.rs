//! The live engine: one position, longer and longer, apart from the run. What it finds is saved
//! when it is deeper than what is known.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gametree::erased::ErasedMove;
use gametree::{Analyst, Finding, Game, Notation, Persistent, Question};
use gametree_atlas::fact::NodeId;
use gametree_catalog::Position;

use super::OpenProject;
use super::about::lock;
use crate::engines::{Starting, start};
use crate::error::{ProjectError, Result};
use crate::paths::checked;
use crate::request::{LiveAsk, RunAsk};
use crate::view::{Crumb, LiveView, PositionValue};

/// The first search, and how much longer each is than the one before it.
const FIRST: u64 = 20_000;
const GROWTH: u64 = 2;

/// The longest search: an hour of a fast engine.
const LONGEST: u64 = 10_000_000_000;

/// The longest line shown.
const LINE: usize = 16;

/// The live engine of a project.
#[derive(Default)]
pub struct LiveSlot {
    said: LiveView,
    stop: Arc<AtomicBool>,
}

impl LiveSlot {
    /// What the engine says.
    pub fn view(&self) -> LiveView {
        LiveView {
            schema: "gametree.atlas.live/1",
            ..self.said.clone()
        }
    }
}

impl OpenProject {
    pub(super) fn stop_live(&self) {
        let mut slot = lock(&self.live);
        slot.stop.store(true, Ordering::Relaxed);
        slot.said.on = false;
        drop(slot);
        self.changed();
    }

    pub(super) fn start_live(self: Arc<Self>, ask: &LiveAsk) -> Result<()> {
        self.stop_live();
        let Some(node) = ask.node else { return Ok(()) };
        let position = {
            let atlas = self.atlas();
            atlas.position(checked(&atlas, node)?)?
        };
        if position.outcome().is_some() {
            return Err(ProjectError::invalid("the game is over there"));
        }
        let one = RunAsk::with(ask.engine.clone(), Some(1));
        let choice = self.engines.choose(&one, self.last_run.read().as_ref())?;
        let choice = self.settled(choice);
        let mut started = start(&self.game, &choice, &Starting::now())?;
        let stop = Arc::new(AtomicBool::new(false));
        let said = LiveView {
            on: true,
            node: Some(node),
            engine: started.about,
            ..LiveView::default()
        };
        *lock(&self.live) = LiveSlot {
            said,
            stop: Arc::clone(&stop),
        };
        let project = Arc::clone(&self);
        let thread = std::thread::Builder::new().name(format!("live {}", self.about.name));
        let spawned = thread.spawn(move || {
            project.think(
                &Subject {
                    node,
                    position,
                    stop,
                },
                &mut *started.analyst,
            );
        });
        spawned
            .map_err(|error| ProjectError::failed(format!("no thread can be started: {error}")))?;
        self.changed();
        Ok(())
    }

    /// Searches again and again, each time for longer, until it is stopped, decided, or wrong.
    fn think(&self, subject: &Subject, analyst: &mut (dyn Analyst<Position> + Send)) {
        let mut nodes = FIRST;
        for ticket in 0.. {
            let begun = Instant::now();
            analyst.ask(Question {
                ticket,
                position: subject.position.clone(),
                among: Vec::new(),
                nodes,
                lines: 1,
                region: 0,
            });
            let answer = loop {
                if subject.is_stopped() {
                    analyst.give_up();
                    return;
                }
                if let Some(answer) = analyst.answer(Duration::from_millis(50)) {
                    break answer;
                }
            };
            let done = match answer.outcome {
                Ok(finding) => self.say(subject, &finding, begun.elapsed()),
                Err(trouble) => self.give_up(subject, &trouble.what),
            };
            if done || nodes >= LONGEST {
                break;
            }
            nodes *= GROWTH;
        }
        if !subject.is_stopped() {
            lock(&self.live).said.on = false;
            self.changed();
        }
    }

    fn give_up(&self, subject: &Subject, why: &str) -> bool {
        if !subject.is_stopped() {
            lock(&self.live).said.trouble = Some(why.to_string());
        }
        true
    }

    /// Shows a finding and saves it; returns whether there is no more to find.
    fn say(&self, subject: &Subject, finding: &Finding<ErasedMove>, took: Duration) -> bool {
        let kept = self.save_longer(subject.node, finding).unwrap_or(false);
        let mut slot = lock(&self.live);
        if subject.is_stopped() {
            return true;
        }
        slot.said.value = PositionValue::of(self.game.facts, Some(finding.value));
        slot.said.depth = finding.depth;
        slot.said.nodes = finding.nodes;
        slot.said.speed = finding.nodes as f64 / took.as_secs_f64().max(1e-3);
        slot.said.line = line(&subject.position, &finding.line);
        slot.said.kept = kept;
        drop(slot);
        self.changed();
        finding.value.is_decided()
    }
}

/// What the live engine thinks about, and whether it still should.
struct Subject {
    node: NodeId,
    position: Position,
    stop: Arc<AtomicBool>,
}

impl Subject {
    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

fn line(position: &Position, moves: &[ErasedMove]) -> Vec<Crumb> {
    let mut position = position.clone();
    let mut line = Vec::new();
    for &m in moves.iter().take(LINE) {
        line.push(Crumb {
            node: 0,
            name: position.write_move(m),
            number: position.number(),
        });
        position.play(m);
        position.normalize();
    }
    line
}
