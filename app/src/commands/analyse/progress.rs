//! What people see while a project grows, and what scripts read.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use gametree::Analyst;
use gametree_atlas::run::{Until, Watch, Wish};
use gametree_chess::Chess;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::report;
use crate::project::Project;
use crate::{interrupt, output};

/// How often the display changes, and how often a line is written where nobody sees a display.
const BLINK: Duration = Duration::from_millis(250);
const LINE: Duration = Duration::from_secs(30);

/// Watches a run.
pub struct Progress {
    bar: ProgressBar,
    stream: bool,
    until: Until,
    shown: Option<Instant>,
    told: bool,
    start: Option<Start>,
}

/// Where the run began.
struct Start {
    at: Instant,
    evaluations: u64,
    engine_nodes: u64,
}

/// A commit, for scripts: everything counted here is on the disk.
#[derive(Serialize)]
struct Committed {
    schema: &'static str,
    event: &'static str,
    positions: usize,
    evaluations: u64,
    engine_nodes: u64,
    facts: u64,
}

impl Progress {
    /// For a run with these limits.
    pub fn new(stream: bool, until: Until) -> Progress {
        let bar = if std::io::stderr().is_terminal() {
            ProgressBar::no_length()
        } else {
            ProgressBar::hidden()
        };
        if let Ok(style) = ProgressStyle::with_template("{msg}") {
            bar.set_style(style);
        }
        Progress {
            bar,
            stream,
            until,
            shown: None,
            told: false,
            start: None,
        }
    }

    fn start(&mut self, project: &Project) -> &Start {
        self.start.get_or_insert_with(|| Start {
            at: Instant::now(),
            evaluations: project.graph().evaluations(),
            engine_nodes: project.graph().engine_nodes(),
        })
    }

    fn show(&mut self, project: &Project, analyst: &dyn Analyst<Chess>) {
        let visible = !self.bar.is_hidden();
        let pause = if visible { BLINK } else { LINE };
        if self.shown.get_or_insert_with(Instant::now).elapsed() < pause {
            return;
        }
        self.shown = Some(Instant::now());
        let text = self.text(project, analyst, visible);
        if visible {
            self.bar.set_message(text);
            self.bar.tick();
        } else {
            output::hint(&text);
        }
    }

    /// The root, the speed, and what is left; with the engines where there is room.
    fn text(&mut self, project: &Project, analyst: &dyn Analyst<Chess>, long: bool) -> String {
        let until = self.until;
        let start = self.start(project);
        let graph = project.graph();
        let done = graph.evaluations() - start.evaluations;
        let seconds = start.at.elapsed().as_secs_f64();
        let per_hour = done as f64 / seconds.max(0.001) * 3600.0;
        let left = report::left(
            until,
            start.at.elapsed(),
            done,
            graph.engine_nodes() - start.engine_nodes,
        );
        let mut text = format!(
            "{}\n{} positions, {} evaluations ({} an hour){left}",
            report::roots(project),
            output::grouped(graph.len() as u64),
            output::grouped(graph.evaluations()),
            output::grouped(per_hour as u64),
        );
        if long {
            for worker in analyst.workers() {
                text.push_str(&format!("\n  {}: {}", worker.name, worker.state));
            }
            text.push_str("\nCtrl-C saves and stops");
        }
        text
    }

    /// What the user wants: the first Ctrl-C finishes what is in work (the second ends the
    /// program).
    fn wish(&mut self) -> Wish {
        if !interrupt::raised() {
            return Wish::GoOn;
        }
        if !self.told {
            self.told = true;
            output::hint(
                "finishing what is in work; Ctrl-C again stops at once, and loses only that",
            );
        }
        Wish::Finish
    }
}

impl Watch<Chess, gametree_atlas::store::FileStore> for Progress {
    fn look(&mut self, project: &Project, analyst: &dyn Analyst<Chess>) -> Wish {
        self.start(project);
        self.show(project, analyst);
        self.wish()
    }

    fn committed(&mut self, project: &Project) {
        if !self.stream {
            return;
        }
        let graph = project.graph();
        let committed = Committed {
            schema: "gametree.analyse/1",
            event: "committed",
            positions: graph.len(),
            evaluations: graph.evaluations(),
            engine_nodes: graph.engine_nodes(),
            facts: project.store().facts(),
        };
        let _ = output::json(&committed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
