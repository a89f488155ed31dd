//! What people see while a project grows, and what scripts read.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use gametree::Worker;
use gametree_atlas::run::{Until, Wish};
use gametree_project::RunWatch;
use gametree_project::view::Counts;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::args::AnalyseArgs;
use super::{display, report};
use crate::commands::atlas::edit::report::counted;
use crate::output::Format;
use crate::project::Project;
use crate::{interrupt, output};

/// How often the display changes, and how often a line is written where there is no display.
const REDRAW: Duration = Duration::from_millis(250);
const LINE: Duration = Duration::from_secs(30);

/// Watches a run.
pub struct Progress<'a> {
    project: &'a dyn Project,
    bar: ProgressBar,
    stream: bool,
    until: Until,
    shown: Instant,
    /// Whether the user knows that the run is coming to an end.
    announced: bool,
    start: Option<Start>,
    /// When the user was last told what is waited for.
    waited: Option<Instant>,
    /// Why the stream ended, as in `gametree analyse --jsonl | head -1`.
    broken: Option<anyhow::Error>,
}

/// Where the run began.
struct Start {
    at: Instant,
    counts: Counts,
}

/// A commit, for scripts: everything counted here is on the disk.
#[derive(Serialize)]
struct Committed {
    schema: &'static str,
    event: &'static str,
    #[serde(flatten)]
    counts: Counts,
}

impl<'a> Progress<'a> {
    /// For a run with these limits.
    pub fn new(project: &'a dyn Project, args: &AnalyseArgs) -> Progress<'a> {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::no_length()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        Progress {
            project,
            bar,
            stream: output::format() == Format::JsonLines,
            until: Until {
                evaluations: args.evaluations,
                engine_nodes: args.engine_nodes,
                time: args.time,
            },
            shown: Instant::now(),
            announced: false,
            start: None,
            waited: None,
            broken: None,
        }
    }

    /// Whether the engines began to work.
    pub fn began(&self) -> bool {
        self.start.is_some()
    }

    /// Takes the display away; fails where the stream could not be written.
    pub fn finish(&mut self) -> anyhow::Result<()> {
        self.bar.finish_and_clear();
        self.broken.take().map_or(Ok(()), Err)
    }

    fn show(&mut self, workers: &dyn Fn() -> Vec<Worker>) {
        let visible = !self.bar.is_hidden();
        let pause = if visible { REDRAW } else { LINE };
        if self.shown.elapsed() < pause {
            return;
        }
        self.shown = Instant::now();
        let workers = workers();
        let summary = self.summary(&workers);
        // A project that cannot be read just now is shown the next time.
        if !visible {
            if let Ok(roots) = report::analysed(self.project) {
                output::hint(&format!("{}\n{summary}", report::roots(&roots)));
            }
        } else if let Ok(text) = display::text(self.project, &workers, &summary) {
            self.bar.set_message(text);
            self.bar.tick();
        }
    }

    /// How much there is, the speed, and what is left.
    fn summary(&self, workers: &[Worker]) -> String {
        let now = self.project.counts();
        let Some(start) = &self.start else {
            return String::new();
        };
        let done = now.evaluations - start.counts.evaluations;
        let elapsed = start.at.elapsed();
        let per_hour = done as f64 / elapsed.as_secs_f64().max(0.001) * 3600.0;
        let nodes = now.engine_nodes - start.counts.engine_nodes;
        format!(
            "{}, {} ({} per hour), {} nodes per second{}",
            counted(now.positions, "position"),
            counted(now.evaluations as usize, "evaluation"),
            output::grouped(per_hour as u64),
            output::rounded(workers.iter().filter_map(display::speed).sum()),
            report::left(self.until, elapsed, done, nodes)
        )
    }

    /// What the user wants: the first Ctrl-C finishes what is in work (the second ends the
    /// program).
    fn wish(&mut self) -> Wish {
        if self.broken.is_some() {
            return Wish::Stop;
        }
        if !interrupt::raised() {
            return Wish::GoOn;
        }
        if !self.announced && self.began() {
            self.announced = true;
            output::hint(
                "finishing the tasks in progress; Ctrl-C again stops at once and loses only those",
            );
        }
        Wish::Finish
    }
}

impl RunWatch for Progress<'_> {
    fn started(&mut self, engines: &str) {
        output::hint(&report::heading(self.project, engines));
        self.start = Some(Start {
            at: Instant::now(),
            counts: self.project.counts(),
        });
    }

    fn waiting(&mut self, why: &str) {
        if self.waited.is_none_or(|at| at.elapsed() >= LINE) {
            self.waited = Some(Instant::now());
            output::hint(why);
        }
    }

    fn look(&mut self, workers: &dyn Fn() -> Vec<Worker>) -> Wish {
        if self.began() {
            self.show(workers);
        }
        self.wish()
    }

    fn committed(&mut self) {
        if self.stream && self.broken.is_none() {
            let written = output::json(&Committed {
                schema: "gametree.analyse.commit/1",
                event: "committed",
                counts: self.project.counts(),
            });
            self.broken = written.err();
        }
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
