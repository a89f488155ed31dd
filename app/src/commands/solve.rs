//! `gametree solve`: the exact value, and every move that keeps it.

use std::time::Instant;

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::ordering::ByGame;
use gametree::pvs::Pvs;
use gametree::quiescence::Static;
use gametree::retrograde::Retrograde;
use gametree::windowed::{Question, Windowed};
use gametree::{Budget, Limits, Outcome, Report, Score, Search, Stop, view};
use serde::Serialize;
use serde_json::Number;

use crate::answer::{outcome_word, plies};
use crate::args::{SolveArgs, SolveLimits};
use crate::commands::search::board;
use crate::error::Code;
use crate::games::with_game;
use crate::open;
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};
use crate::seat::{CliEvaluator, CliGame, START, Seat, WithGame};
use crate::stream::{self, Reply};

/// The exact value of a position.
pub struct Solution<M> {
    /// win, draw, loss or ? for the mover.
    pub outcome: &'static str,
    /// The mover's score, as the game counts.
    pub score: Number,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// Every move that keeps it; empty when the game is over.
    pub best: Vec<M>,
}

/// What a solver found, or why it gave up, and what it spent.
pub struct Solved<M> {
    /// The solution, or the limit that came first.
    pub solution: Result<Solution<M>, Stop>,
    /// Positions visited.
    pub nodes: u64,
}

/// A game's own solver.
pub trait Solver<G: CliGame> {
    /// Solves a position.
    fn solve(&self, position: &G, limits: &Limits) -> Solved<G::Move>;
}

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: &'a str,
    position: &'a str,
    outcome: Option<&'static str>,
    score: Option<Number>,
    plies: Option<u32>,
    best: Vec<String>,
    proven: bool,
    stop: &'static str,
    nodes: u64,
    seconds: f64,
}

/// Runs the command.
pub fn run(args: &SolveArgs) -> anyhow::Result<Code> {
    match open::with_table(&args.at.game, &[], &mut |table| {
        open::solve::run(table, args)
    })? {
        Some(code) => Ok(code),
        None => with_game(&args.at.game, Command(args)),
    }
}

struct Command<'a>(&'a SolveArgs);

impl WithGame for Command<'_> {
    type Out = Code;

    fn run<G: CliGame, E: CliEvaluator<G>>(self, seat: Seat<'_, G, E>) -> anyhow::Result<Code> {
        let args = self.0;
        let limits = limits(&args.limits);
        let mut generic = Generic {
            seat: &seat,
            search: None,
        };
        stream::drive(
            args.at.position.as_deref(),
            args.output,
            "gametree.solve-list/1",
            |text| {
                let root = seat.position(text)?;
                let spinner = Spinner::new(format!("solving {}", seat.entry.name));
                let start = Instant::now();
                let solved = match seat.solver {
                    Some(solver) => solver.solve(&root, &limits),
                    None => generic.solve(&root, &limits),
                };
                let seconds = start.elapsed().as_secs_f64();
                drop(spinner);
                let object = object(&seat, &root, text.unwrap_or(START), solved, seconds);
                let words = block(&root, &object);
                let code = code_of(&object);
                Reply::new(&object, words, code)
            },
        )
    }
}

/// What a solver may spend.
pub fn limits(args: &SolveLimits) -> Limits {
    Limits {
        nodes: args.nodes,
        time: args.time,
        memory: args.memory,
        stop: Some(crate::interrupt::flag()),
        ..Limits::none()
    }
}

/// Solves any game by a search to its end, with a table that lasts from position to position.
struct Generic<'a, 's, G: CliGame, E> {
    seat: &'a Seat<'s, G, E>,
    search: Option<Deepening<Pvs<G, E, Static, ByGame>>>,
}

/// Memory of the table where no limit is given.
const TABLE: usize = 64 << 20;

impl<G: CliGame, E: CliEvaluator<G>> Generic<'_, '_, G, E> {
    fn solve(&mut self, root: &G, limits: &Limits) -> Solved<G::Move> {
        let evaluator = || self.seat.evaluator.clone();
        // Trees are searched in one pass, however deep they are.
        if self.seat.entry.name == "tree" {
            let mut search = AlphaBeta {
                evaluator: evaluator(),
            };
            let report = search.search(root, limits);
            return all_best(self.seat, root, report, &mut search, limits);
        }
        if self.seat.entry.loops && self.seat.entry.small {
            return by_retrograde(self.seat, root, limits);
        }
        let bytes = limits.memory.unwrap_or(TABLE);
        let fresh = || Deepening::new(Pvs::new(evaluator()).with_table(bytes).guided());
        let search = self.search.get_or_insert_with(fresh);
        let report = search.search(root, limits);
        all_best(self.seat, root, report, &mut search.inner, limits)
    }
}

/// Solves a game in which play may go on for ever: every position that can be reached is settled.
fn by_retrograde<G: CliGame, E: CliEvaluator<G>>(
    seat: &Seat<'_, G, E>,
    root: &G,
    limits: &Limits,
) -> Solved<G::Move> {
    let solved = Retrograde {
        evaluator: seat.evaluator.clone(),
    }
    .solve(root, limits);
    let nodes = solved.len() as u64;
    let value = match (solved.value(root), solved.stopped()) {
        (Some(value), None) => value,
        (_, stop) => {
            return Solved {
                solution: Err(stop.unwrap_or(Stop::Depth)),
                nodes,
            };
        }
    };
    let endless = solved.is_loop(root).unwrap_or(false);
    let keeps = |m: &G::Move| {
        let child = root.after(*m);
        let same = solved
            .value(&child)
            .is_some_and(|below| below.further(1) == value);
        same && solved.is_loop(&child) == Some(endless)
    };
    let mine = view::flip(value, root.turn());
    let best = if root.outcome().is_some() {
        Vec::new()
    } else {
        root.moves().filter(keeps).collect()
    };
    let end = endless.then_some(Outcome::Loop);
    let solution = Solution {
        outcome: outcome_word(mine, end),
        score: score_number(seat, mine),
        plies: plies(mine),
        best,
    };
    Solved {
        solution: Ok(solution),
        nodes,
    }
}

/// The solution of a finished search, and a question about each of the other moves.
fn all_best<G: CliGame, E>(
    seat: &Seat<'_, G, E>,
    root: &G,
    report: Report<G::Move>,
    search: &mut impl Windowed<G>,
    limits: &Limits,
) -> Solved<G::Move> {
    let nodes = report.counts.nodes;
    if !report.proven || report.stop != Stop::Done {
        return Solved {
            solution: Err(report.stop),
            nodes,
        };
    }
    let mine = view::flip(report.value, root.turn());
    let others = Others {
        root,
        value: mine,
        first: report.best(),
    };
    let left = Limits {
        nodes: limits.nodes.map(|most| most.saturating_sub(nodes)),
        time: limits.time.map(|most| most.saturating_sub(report.elapsed)),
        ..limits.clone()
    };
    let mut budget = Budget::new(&left);
    let best = others.equals(search, &mut budget);
    let solution = best.map(|best| Solution {
        outcome: outcome_word(mine, end_of(root, &report.line)),
        score: score_number(seat, mine),
        plies: plies(mine),
        best,
    });
    Solved {
        solution,
        nodes: nodes + budget.counts.nodes,
    }
}

/// The moves beside the one that the search chose.
struct Others<'a, G: CliGame> {
    root: &'a G,
    /// The root's value, the mover's view.
    value: Score,
    first: Option<G::Move>,
}

impl<G: CliGame> Others<'_, G> {
    /// Every move of the same value, in the game's own order.
    fn equals(
        &self,
        search: &mut impl Windowed<G>,
        budget: &mut Budget,
    ) -> Result<Vec<G::Move>, Stop> {
        let mut best = Vec::new();
        if self.root.outcome().is_some() {
            return Ok(best);
        }
        for m in self.root.moves() {
            if Some(m) == self.first || self.is_equal(m, search, budget)? {
                best.push(m);
            }
        }
        Ok(best)
    }

    /// Asks, in a null window, whether a move is worth as much as the best.
    fn is_equal(
        &self,
        m: G::Move,
        search: &mut impl Windowed<G>,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let child = self.root.after(m);
        let target = self.value.nearer(1);
        let same = child.turn() == self.root.turn();
        let (alpha, beta) = if same {
            (target.below(), target)
        } else {
            (-target, (-target).above())
        };
        // Whether a win or loss is as far away shows within its own distance.
        let depth = plies(self.value).map_or(u32::MAX, |plies| plies.saturating_sub(1));
        let probe = search.probe(
            &child,
            Question::window(depth, alpha, beta),
            budget,
            &mut (),
        );
        match probe.stopped {
            Some(stop) => Err(stop),
            None if same => Ok(probe.value >= target),
            None => Ok(-probe.value >= target),
        }
    }
}

fn end_of<G: CliGame>(root: &G, line: &[G::Move]) -> Option<Outcome> {
    line.iter()
        .fold(root.clone(), |position, &m| position.after(m))
        .outcome()
}

/// 1, 0 or -1 for games that are won or lost; else the points.
fn score_number<G: CliGame, E>(seat: &Seat<'_, G, E>, mine: Score) -> Number {
    match (mine.is_decided(), mine > Score::DRAW) {
        (true, true) => Number::from(1),
        (true, false) => Number::from(-1),
        (false, _) => seat.number(mine),
    }
}

fn object<'a, G: CliGame, E>(
    seat: &Seat<'a, G, E>,
    root: &G,
    position: &'a str,
    solved: Solved<G::Move>,
    seconds: f64,
) -> Object<'a> {
    let stop = solved
        .solution
        .as_ref()
        .err()
        .copied()
        .unwrap_or(Stop::Done);
    let solution = solved.solution.ok();
    Object {
        schema: "gametree.solve/1",
        game: seat.name,
        position,
        outcome: solution.as_ref().map(|s| s.outcome),
        score: solution.as_ref().map(|s| s.score.clone()),
        plies: solution.as_ref().and_then(|s| s.plies),
        proven: solution.is_some(),
        best: solution
            .iter()
            .flat_map(|s| &s.best)
            .map(|&m| root.write_move(m))
            .collect(),
        stop: stop.word(),
        nodes: solved.nodes,
        seconds,
    }
}

fn code_of(object: &Object<'_>) -> Code {
    match (object.proven, object.stop) {
        (true, _) => Code::Done,
        (false, "asked") => Code::Interrupted,
        (false, _) => Code::Failed,
    }
}

fn block<G: CliGame>(root: &G, object: &Object<'_>) -> String {
    let head = format!(
        "{BOLD}{}{PLAIN}, {}",
        output::shorten(object.game, 70),
        output::shorten(object.position, 60)
    );
    let spent = format!(
        "{} nodes, {:.3} s",
        output::grouped(object.nodes),
        object.seconds
    );
    let body = match (object.outcome, &object.score) {
        (Some(outcome), Some(score)) => {
            let plies = object
                .plies
                .map_or(String::new(), |plies| format!(" in {plies} plies"));
            let best = if object.best.is_empty() {
                "none: the game is over".into()
            } else {
                object.best.join(" ")
            };
            format!(
                "  {DIM}outcome{PLAIN} {BOLD}{outcome}{PLAIN} for the mover{plies}\n  \
                 {DIM}score{PLAIN}   {score} (the mover's view)\n  {DIM}best{PLAIN}    {best}"
            )
        }
        _ => format!("  not solved: stopped by {}", object.stop),
    };
    format!(
        "{head}\n{}\n\n{body}\n  {DIM}spent{PLAIN}   {spent}\n",
        board(root)
    )
}
