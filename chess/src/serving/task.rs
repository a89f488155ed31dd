//! One search, on a thread of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gametree::{Game, Keyed, Limits, Report};
use shakmaty::Move;

use super::engine::{Engine, Root};
use super::known_endings::KnownEnding;
use super::options::Options;
use super::output::{Output, say};
use super::strength::Strength;
use super::teller::{self, Seen, Teller};
use crate::Chess;

/// What to search, and how long.
pub(super) struct Task {
    pub output: Output,
    pub root: Root,
    pub position: Chess,
    pub limits: Limits,
    /// No new iteration after so long.
    pub soft: Option<Duration>,
    /// A mate in this many moves is enough.
    pub mate: Option<u32>,
    /// What tablebases know of the root; the root has only the moves that they leave.
    pub known: Option<KnownEnding>,
    /// Raised to stop the search.
    pub stop: Arc<AtomicBool>,
    /// The move may be given.
    pub free: Arc<AtomicBool>,
    /// The move is given, or about to be.
    pub done: Arc<AtomicBool>,
    pub options: Options,
}

/// How often a search that is done checks whether it may say so.
const WAIT: Duration = Duration::from_millis(1);

impl Task {
    /// Searches, waits until the move is wanted, and gives it. A search that fails still gives a
    /// legal move, and a fresh engine.
    pub fn run(self, mut engine: Engine) -> Engine {
        let line = match catch_unwind(AssertUnwindSafe(|| self.search(&mut engine))) {
            Ok(line) => line,
            Err(_) => {
                say(
                    &self.output,
                    "info string the search failed; the engine starts anew",
                );
                engine = Engine::new(&self.options);
                self.root.moves().take(1).collect()
            }
        };
        while !self.free.load(Ordering::SeqCst) {
            std::thread::sleep(WAIT);
        }
        self.done.store(true, Ordering::SeqCst);
        say(&self.output, &self.answer(&line));
        engine
    }

    /// The line to play.
    fn search(&self, engine: &mut Engine) -> Vec<Move> {
        let mut speak = |line: String| say(&self.output, &line);
        let weaker = self.options.limit_strength.then_some(self.options.strength);
        let mut teller = Teller {
            say: &mut speak,
            root: self.position.clone(),
            chess960: self.options.chess960,
            show_wdl: self.options.show_wdl,
            lines: weaker
                .map_or(0, |_| Strength::LINES)
                .max(self.options.lines),
            told: self.options.lines as usize,
            threads: self.options.threads as u64,
            start: Instant::now(),
            soft: self.soft,
            mate: self.mate,
            stop: Arc::clone(&self.stop),
            table: engine.table(),
            table_hits: self.known.as_ref().map_or(0, |known| known.probed),
            seen: Seen::default(),
        };
        let mut report = engine.search(&self.root, &self.limits, &mut teller);
        if let Some(strength) = weaker {
            self.choose(strength, &teller, &mut report);
        }
        if let Some(known) = &self.known
            && !report.value.is_decided()
        {
            report.value = known.value;
        }
        teller.end(&report);
        report.line
    }

    /// Puts the line of a weaker player in the report.
    fn choose(&self, strength: Strength, teller: &Teller<'_>, report: &mut Report<Move>) {
        let lines = &teller.seen.whole;
        let mover = self.position.turn();
        if let Some(line) = strength.choose(lines, mover, self.position.key()) {
            report.line = line.moves.clone();
            report.value = line.value;
        }
    }

    fn answer(&self, line: &[Move]) -> String {
        let name = |position: &Chess, m: Move| teller::write(position, m, self.options.chess960);
        let Some(&best) = line.first() else {
            return "bestmove (none)".to_string();
        };
        let best_name = name(&self.position, best);
        match line.get(1) {
            Some(&reply) => {
                format!(
                    "bestmove {best_name} ponder {}",
                    name(&self.position.after(best), reply)
                )
            }
            None => format!("bestmove {best_name}"),
        }
    }
}
