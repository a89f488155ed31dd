//! n queens by local search, once or from many starts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use gametree::local::{Curve, Report, Restarts};
use gametree::{Limits, Stop};
use gametree_arena::plot::{Mark, Panel, Series, Shape, svg};
use gametree_catalog::CatalogError;
use gametree_catalog::defaults::memory;
use gametree_catalog::format::grouped;
use gametree_catalog::queens::animation::{Frame, animate};
use gametree_catalog::queens::program::program;
use gametree_catalog::queens::{placement, queens, rules::choose};
use gametree_games::queens::{Placement, Queens, is_solution};
use serde::Serialize;

use crate::Run;

/// What is to be searched for, and how.
#[derive(Clone, Debug)]
pub struct QueensRequest {
    /// The number of queens, rows and columns.
    pub n: u64,
    /// The search, `NAME[:key=value,...]`.
    pub with: String,
    /// The first state, the row of the queen of each column from 1, if it is not random.
    pub start: Option<Vec<u32>>,
    /// This many starts without restarts, if it is not one search with restarts.
    pub starts: Option<u64>,
    /// Time on the clock.
    pub time: Duration,
    /// Seed of all randomness.
    pub seed: u64,
    /// Whether every state is wanted.
    pub states: bool,
    /// Whether the search is wanted as a program.
    pub program: bool,
}

/// What came out, schema `gametree.queens/1`.
#[derive(Serialize)]
pub struct QueensReport {
    schema: &'static str,
    /// The number of queens.
    pub n: u32,
    /// The search.
    pub search: String,
    /// Seed of all randomness.
    pub seed: u64,
    /// Whether a solution was found.
    pub solved: bool,
    /// Moves made.
    pub steps: u64,
    /// How often it began again.
    pub restarts: u64,
    /// Pairs that attack each other in the last state.
    pub conflicts: Option<u64>,
    /// The fewest of any state.
    best: Option<u64>,
    /// Moves examined.
    pub neighbours: u64,
    /// Why it ended.
    pub stop: &'static str,
    /// Time on the clock.
    pub seconds: f64,
    /// What many starts came to.
    #[serde(flatten)]
    pub statistics: Option<Statistics>,
    /// The row of each queen, counted from 1.
    rows: Option<Vec<u32>>,
    /// The search as a program, where it is wanted.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub program: &'static [&'static str],
    /// Every state of the climb, where they are wanted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub states: Vec<Frame>,
    /// The last state of a single search.
    #[serde(skip)]
    pub state: Option<Placement>,
    /// Whether the board has a solution at all.
    #[serde(skip)]
    pub solvable: bool,
    /// Why it ended.
    #[serde(skip)]
    pub stopped_by: Stop,
    #[serde(skip)]
    curves: Vec<NamedCurve>,
}

/// What many starts came to.
#[derive(Serialize, Default)]
pub struct Statistics {
    /// Starts that came to an end.
    pub starts: u64,
    /// Those that found a solution.
    pub solved_starts: u64,
    /// Their share.
    pub share_solved: Option<f64>,
    /// Their steps in the mean.
    pub mean_steps_solved: Option<f64>,
    /// The steps of the others in the mean.
    pub mean_steps_stuck: Option<f64>,
}

/// The cost over the steps of one climb.
struct NamedCurve {
    name: String,
    curve: Curve,
}

/// Larger boards are not listed row by row.
const LISTED: u32 = 1000;
/// This many starts are drawn.
const DRAWN: usize = 4;

/// Searches; a board without a solution is not searched.
///
/// # Errors
/// The request is wrong, or the board does not fit into memory.
pub fn run(request: &QueensRequest, run: &Run<'_>) -> Result<QueensReport, CatalogError> {
    let board = queens(request.n)?;
    check_memory(request.n)?;
    choose(&request.with, request.n)?;
    let start = request.start.as_deref().map(|rows| placement(board, rows));
    let climb = Climb {
        request,
        board,
        start: start.transpose()?,
        begun: Instant::now(),
        stop: run.stop.clone(),
    };
    match request.starts {
        Some(0) => Err(CatalogError::usage("--starts 0 tries nothing").hint("write --starts 1000")),
        _ if !board.is_solvable() => Ok(climb.report()),
        Some(starts) => climb.many(starts, run),
        None => climb.once(),
    }
}

/// Refuses boards that this machine has no room for.
fn check_memory(queens: u64) -> Result<(), CatalogError> {
    /// Rows, diagonals, the queens that are attacked, and the best board besides.
    const BYTES_PER_QUEEN: u64 = 160;
    let bytes = queens.saturating_mul(BYTES_PER_QUEEN);
    if bytes <= memory() as u64 {
        return Ok(());
    }
    let most = grouped(memory() as u64 / BYTES_PER_QUEEN);
    let what = format!("{queens} queens need more memory than there is to spare");
    Err(CatalogError::usage(what).hint(format!("at most {most} now")))
}

/// A request that was checked.
struct Climb<'a> {
    request: &'a QueensRequest,
    board: Queens,
    start: Option<Placement>,
    begun: Instant,
    stop: Arc<AtomicBool>,
}

impl Climb<'_> {
    /// A report of nothing yet.
    fn report(&self) -> QueensReport {
        let request = self.request;
        let program = program(&request.with).unwrap_or_default();
        QueensReport {
            schema: "gametree.queens/1",
            n: self.board.count(),
            search: request.with.clone(),
            seed: request.seed,
            solved: false,
            steps: 0,
            restarts: 0,
            conflicts: None,
            best: None,
            neighbours: 0,
            stop: Stop::Done.word(),
            seconds: 0.0,
            statistics: None,
            rows: None,
            program: if request.program { program } else { &[] },
            states: Vec::new(),
            state: None,
            solvable: self.board.is_solvable(),
            stopped_by: Stop::Done,
            curves: Vec::new(),
        }
    }

    /// The time that is left.
    fn limits(&self) -> Limits {
        Limits {
            time: Some(self.request.time.saturating_sub(self.begun.elapsed())),
            stop: Some(self.stop.clone()),
            ..Limits::none()
        }
    }

    /// One search, begun again until it is solved.
    fn once(&self) -> Result<QueensReport, CatalogError> {
        let request = self.request;
        let start = self.start.as_ref();
        let chosen = choose(&request.with, request.n)?.starting_at(start);
        let mut search = Restarts {
            rule: chosen.rule,
            most: chosen.restarts,
            seed: request.seed,
        };
        let found = search.search(&self.board, &self.limits());
        check(&found)?;
        let states = if request.states {
            animate(&request.with, request.seed, self.board, start)?.frames
        } else {
            Vec::new()
        };
        let rows = found.state.rows().iter().map(|row| row + 1);
        Ok(QueensReport {
            solved: found.solved,
            steps: found.steps,
            restarts: found.restarts,
            conflicts: Some(found.cost),
            best: Some(found.best),
            neighbours: found.counts.moves,
            stop: found.stop.word(),
            seconds: found.elapsed.as_secs_f64(),
            rows: (self.board.count() <= LISTED).then(|| rows.collect()),
            states,
            stopped_by: found.stop,
            curves: vec![NamedCurve {
                name: String::new(),
                curve: found.curve,
            }],
            state: Some(found.state),
            ..self.report()
        })
    }

    /// Many starts, each without a restart.
    fn many(&self, starts: u64, run: &Run<'_>) -> Result<QueensReport, CatalogError> {
        let request = self.request;
        let name = format!("starts of {} queens", grouped(request.n));
        let stage = run.progress.stage(name, starts);
        let mut tally = Tally::default();
        let mut stop = Stop::Done;
        for number in 0..starts {
            let chosen = choose(&request.with, request.n)?.starting_at(self.start.as_ref());
            let mut search = Restarts::once(chosen.rule, request.seed.wrapping_add(number));
            let found = search.search(&self.board, &self.limits());
            check(&found)?;
            stop = found.stop;
            tally.add(found);
            if stop != Stop::Done {
                break;
            }
            stage.at(number + 1);
        }
        Ok(tally.report(QueensReport {
            stop: stop.word(),
            stopped_by: stop,
            seconds: self.begun.elapsed().as_secs_f64(),
            ..self.report()
        }))
    }
}

/// What the search calls a solution is one by the rules alone.
fn check(found: &Report<Placement>) -> Result<(), CatalogError> {
    if found.solved && !is_solution(found.state.rows()) {
        let what = "the search counted wrong: its solution is none";
        return Err(CatalogError::failed(what));
    }
    Ok(())
}

/// What many starts add up to. Of those that are stuck and of those that are solved, in this order.
#[derive(Default)]
struct Tally {
    runs: [u64; 2],
    steps: [u64; 2],
    best: Option<u64>,
    neighbours: u64,
    /// The first few, to be drawn.
    curves: Vec<NamedCurve>,
}

impl Tally {
    /// One more; one that was stopped counts only for what it cost.
    fn add(&mut self, found: Report<Placement>) {
        self.neighbours += found.counts.moves;
        if found.stop != Stop::Done {
            return;
        }
        self.runs[usize::from(found.solved)] += 1;
        self.steps[usize::from(found.solved)] += found.steps;
        self.best = Some(self.best.map_or(found.best, |best| best.min(found.best)));
        if self.curves.len() < DRAWN {
            self.curves.push(NamedCurve {
                name: format!("start {}", self.curves.len() + 1),
                curve: found.curve,
            });
        }
    }

    /// The report with the sums in it.
    fn report(self, report: QueensReport) -> QueensReport {
        let [stuck, solved] = self.runs;
        let [steps_stuck, steps_solved] = self.steps;
        let starts = stuck + solved;
        let share = |part: u64, of: u64| (of > 0).then(|| part as f64 / of as f64);
        let statistics = Statistics {
            starts,
            solved_starts: solved,
            share_solved: share(solved, starts),
            mean_steps_solved: share(steps_solved, solved),
            mean_steps_stuck: share(steps_stuck, stuck),
        };
        QueensReport {
            solved: solved > 0,
            steps: steps_stuck + steps_solved,
            best: self.best,
            neighbours: self.neighbours,
            statistics: Some(statistics),
            curves: self.curves,
            ..report
        }
    }
}

impl QueensReport {
    /// A picture of the cost over the steps.
    pub fn svg(&self) -> String {
        let curves = self.curves.iter();
        let costs = curves.flat_map(|named| named.curve.moments().map(|moment| moment.cost));
        let most = costs.max().unwrap_or(0);
        let panel = Panel {
            title: "Pairs of queens that attack each other".into(),
            x_label: "steps".into(),
            y_label: "cost".into(),
            series: self.curves.iter().map(series).collect(),
            shape: Shape::Line,
            // The highest cost is named, so that it is within the picture.
            levels: vec![
                (0.0, "solved".into()),
                (most as f64, format!("at most {most}")),
            ],
            ..Panel::default()
        };
        let title = format!("{} queens: {}, seed {}", self.n, self.search, self.seed);
        svg(&title, &[panel])
    }
}

fn series(named: &NamedCurve) -> Series {
    let moments = named.curve.moments();
    let marks = moments.map(|moment| Mark::exact(moment.step as f64, moment.cost as f64));
    Series {
        name: named.name.clone(),
        marks: marks.collect(),
    }
}
