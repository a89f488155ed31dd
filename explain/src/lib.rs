//! Watching any search of the library and telling what it did: in words, as data, as a picture, as
//! a page.
//!
//! ```text
//! search ──events──▶ trace ──▶ complete ──▶ names ──▶ steps + words ──▶ text · json · svg · film ──▶ html
//!                    (what the search saw)  (and did not see)           └▶ strategy, saved leaves
//! ```
//!
//! [`explain`] runs a search once, under an observer; the report is the same as without it. All
//! values are the first player's.

mod code;
mod complete;
mod decimals;
mod film;
mod html;
mod json;
mod layout;
mod names;
mod penalties;
mod programs;
mod saved;
mod steps;
mod strategy;
mod svg;
mod text;
mod trace;
mod words;

#[cfg(test)]
mod examples;
#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;

pub use decimals::{short, values_text};

use std::fmt::Display;

use gametree::{AnySearch, Counts, Game, Limits, Notation, Player, Report, Score, Verdict, view};

use code::Program;
use layout::Layout;
use saved::{Leaves, Pruned, Reason};
use steps::{Look, Stage, Step};
use strategy::Strategy;
use svg::SHORT;
use trace::{Recorder, Trace, What};
use words::Words;

/// What to call things, and how much to keep.
#[derive(Clone, Debug)]
pub struct Options {
    /// The heading.
    pub title: String,
    /// The search's name on the command line; its program is shown where it has one.
    pub search: String,
    /// What a reader must know of the search's own numbers, without a full stop; may be empty.
    pub note: String,
    /// Whether the search's own numbers are real, in the game's unit, and not in points.
    pub real: bool,
    /// Nodes kept; what lies beyond is counted only.
    pub max_nodes: usize,
    /// Steps kept; later ones are counted only.
    pub max_steps: usize,
    /// Nodes drawn; the rest is folded.
    pub max_drawn: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            title: "A game-tree search".into(),
            search: String::new(),
            note: String::new(),
            real: false,
            max_nodes: 5_000,
            max_steps: 20_000,
            max_drawn: 200,
        }
    }
}

impl Options {
    /// The usual caps.
    #[must_use]
    pub fn new(title: &str, search: &str) -> Options {
        Options {
            title: title.into(),
            search: search.into(),
            ..Options::default()
        }
    }
}

/// What chance may bring at a position, each with its probability; none where nobody but the
/// players moves.
pub type Odds<G> = fn(&G) -> Option<Vec<(<G as Game>::Move, f64)>>;

/// How positions and values of a game are read.
pub struct Lens<'a, G: Game> {
    /// A value as text: trees with decimals show their own unit.
    pub show_value: &'a dyn Fn(Score) -> String,
    /// What chance may bring and how likely, where chance moves.
    pub odds: Odds<G>,
    /// What the end of the game at a position so many plies deep is worth to the first player,
    /// where it ends.
    pub ends: fn(&G, u32) -> Option<Score>,
    /// How many play; with more than two, values are vectors.
    pub players: u8,
    /// A position in one line, for the worlds of hidden games.
    pub text: fn(&G) -> String,
    /// The board, where a drawing says more than the moves that lead to it.
    pub board: fn(&G) -> Option<String>,
}

/// What a search did.
pub struct Explanation<'a> {
    /// The heading.
    pub title: String,
    /// The search's name.
    pub search: String,
    /// The root's value.
    pub value: Score,
    /// The best line, as moves.
    pub moves: Vec<String>,
    /// Leaves of the tree, down to the depth limit, that the search evaluated. (Past the cap on
    /// nodes leaf events are counted: a leaf seen in two passes then counts twice.)
    pub leaves_evaluated: u64,
    /// Leaves of that tree.
    pub leaves_total: Leaves,
    /// Whether the search tells which leaves it evaluates; otherwise nobody can count them.
    pub leaves_reported: bool,
    line: Vec<usize>,
    proven: bool,
    stop: &'static str,
    counts: Counts,
    trace: Trace,
    names: Vec<String>,
    steps: Vec<Step>,
    looks: Vec<Look>,
    pruned: Vec<Pruned>,
    strategy: Strategy,
    layout: Layout,
    program: Program,
    windowed: bool,
    weighted: bool,
    real: bool,
    note: String,
    boards: Vec<Option<String>>,
    /// How likely chance brings each node, where chance does.
    odds: Vec<Option<f64>>,
    /// What the game's end at each node is worth, as text; empty elsewhere.
    tips: Vec<String>,
    show: &'a dyn Fn(Score) -> String,
}

/// Searches `root` and explains how: for games without chance.
pub fn explain<'a, G: Game + Notation + Display>(
    root: &G,
    search: &mut dyn AnySearch<G>,
    limits: &Limits,
    options: &Options,
    show_value: &'a dyn Fn(Score) -> String,
) -> Explanation<'a> {
    explain_through(
        root,
        search,
        limits,
        options,
        &Lens {
            show_value,
            odds: |_| None,
            ends,
            players: 2,
            text: one_line,
            board,
        },
    )
}

/// A position in one line.
pub fn one_line<G: Display>(position: &G) -> String {
    position
        .to_string()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// The worth of an end by the game's outcome.
pub fn ends<G: Game>(position: &G, ply: u32) -> Option<Score> {
    position
        .outcome()
        .map(|outcome| view::outcome_score(outcome, Player::FIRST, ply))
}

/// A position drawn over several lines; what fits on one line, such as a tree's text, is no
/// drawing.
pub fn board<G: Display>(position: &G) -> Option<String> {
    let drawn = position.to_string();
    let drawn = drawn.trim_end();
    drawn.contains('\n').then(|| drawn.to_string())
}

/// Searches `root` and explains how: for any game.
pub fn explain_through<'a, G: Game + Notation>(
    root: &G,
    search: &mut dyn AnySearch<G>,
    limits: &Limits,
    options: &Options,
    lens: &Lens<'a, G>,
) -> Explanation<'a> {
    let mut recorder = Recorder::new(root, lens, options.max_nodes, options.max_steps);
    let report = search.watch_any(root, limits, &mut recorder);
    let horizon = recorder.trace.horizon.max(limits.depth).unwrap_or(u32::MAX);
    complete::complete(&mut recorder, horizon, options.max_nodes);
    let (moves, line) = follow(root, &recorder, &report);
    let boards = recorder.positions.iter().map(lens.board).collect();
    let odds = odds(&recorder, lens);
    let told = build(
        recorder.trace,
        &report,
        moves,
        line,
        (options, lens.show_value),
    );
    Explanation {
        boards,
        odds,
        ..told
    }
}

/// The report's line as names of moves, and as nodes as far as they were kept.
fn follow<G: Game + Notation>(
    root: &G,
    recorder: &Recorder<'_, G>,
    report: &Report<G::Move>,
) -> (Vec<String>, Vec<usize>) {
    let (mut moves, mut line, mut position) = (Vec::new(), vec![0], root.clone());
    for &m in &report.line {
        moves.push(position.write_move(m));
        position.play(m);
        let here = line[line.len() - 1];
        if line.len() == moves.len()
            && let Some(&next) = recorder.index.get(&(here, Some(m)))
        {
            line.push(next);
        }
    }
    (moves, line)
}

fn build<'a, M>(
    trace: Trace,
    report: &Report<M>,
    moves: Vec<String>,
    line: Vec<usize>,
    (options, show): (&Options, &'a dyn Fn(Score) -> String),
) -> Explanation<'a> {
    let names = names::names(&trace);
    let program = Program::of(&options.search, trace.iterates());
    let windowed = trace.windowed();
    let (steps, looks) = {
        let words = Words {
            trace: &trace,
            names: &names,
            show,
            windowed,
            real: options.real,
        };
        let mut stage = Stage::new(&trace, &words, program);
        (stage.play(report.value, &line), stage.looks)
    };
    let layout = layout::layout(&trace, &line, options.max_drawn, &labels(&steps, &names));
    // A search that plays games at random grows a tree of statistics: its tips are no leaves.
    let leaves_reported = trace.reports_leaves() && options.search != "ismcts";
    Explanation {
        title: options.title.clone(),
        search: options.search.clone(),
        value: report.value,
        moves,
        leaves_evaluated: saved::evaluated(&trace) + trace.leaves_unrecorded,
        leaves_total: saved::leaves_below(&trace, 0, u32::MAX),
        proven: report.proven,
        stop: report.stop.word(),
        counts: report.counts,
        leaves_reported,
        pruned: if leaves_reported && trace.worlds() == 0 {
            saved::pruned(&trace)
        } else {
            Vec::new()
        },
        boards: Vec::new(),
        odds: Vec::new(),
        tips: tips(&trace, show),
        strategy: strategy::strategy(&trace, &line),
        names,
        steps,
        looks,
        layout,
        program,
        weighted: trace.weighted(),
        real: options.real,
        note: options.note.clone(),
        windowed,
        line,
        trace,
        show,
    }
}

/// How likely chance brings each node, where chance does.
fn odds<G: Game + Notation>(recorder: &Recorder<'_, G>, lens: &Lens<'_, G>) -> Vec<Option<f64>> {
    let mut all = vec![None; recorder.positions.len()];
    for (id, position) in recorder.positions.iter().enumerate() {
        for (m, odds) in (lens.odds)(position).into_iter().flatten() {
            if let Some(&child) = recorder.index.get(&(id, Some(m))) {
                all[child] = Some(odds);
            }
        }
    }
    all
}

/// What the ends of the game are worth. Where several play that is a value for each, and known only
/// of ends that the search has seen.
fn tips(trace: &Trace, show: &dyn Fn(Score) -> String) -> Vec<String> {
    let over = |node: &trace::Node| node.over.map(show).unwrap_or_default();
    if trace.root_vector().is_none() {
        return trace.nodes.iter().map(over).collect();
    }
    let mut tips = vec![String::new(); trace.nodes.len()];
    for mark in trace
        .marks
        .iter()
        .filter(|mark| trace.nodes[mark.node].over.is_some())
    {
        if let Some(values) = &mark.vector {
            tips[mark.node] = crate::decimals::values_text(values);
        }
    }
    tips
}

/// `1 move`, `3 moves`: both sides' are counted.
fn plies(count: u32) -> String {
    format!(
        "{count} {}",
        if count == 1 {
            "move"
        } else {
            "moves of both sides"
        }
    )
}

/// The room that each node's name needs, and over all steps its window and the weight on its edge.
fn labels(steps: &[Step], names: &[String]) -> Vec<layout::Labels> {
    let mut labels: Vec<layout::Labels> = names
        .iter()
        .map(|name| (svg::short(name, SHORT).chars().count(), 0, 0))
        .collect();
    for (node, look) in steps.iter().flat_map(|step| &step.changes) {
        labels[*node].1 = look.window.chars().count().max(labels[*node].1);
        labels[*node].2 = look.weight.chars().count().max(labels[*node].2);
    }
    labels
}

impl Explanation<'_> {
    /// The steps and what came of them, for the terminal.
    #[must_use]
    pub fn text(&self) -> String {
        text::text(self)
    }

    /// The same as data, schema `gametree.explain/1`.
    #[must_use]
    pub fn json(&self) -> serde_json::Value {
        json::object(self)
    }

    /// The steps as pictures: where every node stands, and what every step changes.
    #[must_use]
    pub fn film(&self) -> serde_json::Value {
        film::film(self)
    }

    /// The picture after the last step.
    #[must_use]
    pub fn svg(&self) -> String {
        svg::file(self)
    }

    /// A page that plays the steps; it needs no other file and no network.
    #[must_use]
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// Value, move and counts in one or two sentences.
    #[must_use]
    pub fn summary(&self) -> String {
        let whole = self
            .trace
            .root_vector()
            .map(|values| crate::decimals::values_text(values));
        let value = whole.unwrap_or_else(|| self.words().value(self.value));
        let best = match (self.line.get(1), self.moves.first()) {
            (Some(&node), _) => format!(", best move {}", self.names[node]),
            (None, Some(best)) => format!(", best move {best}"),
            _ => String::new(),
        };
        let total = self.leaves_total.count;
        let least = if self.leaves_total.exact {
            ""
        } else {
            "at least "
        };
        let saved = total.saturating_sub(self.leaves_evaluated);
        let share = if total > 0 {
            100.0 * saved as f64 / total as f64
        } else {
            0.0
        };
        let evaluated = self.leaves_evaluated;
        let worlds = self.trace.worlds();
        if worlds > 0 {
            let nodes = self.counts.nodes;
            return format!(
                "Value {value}{best}: the mean over {worlds} worlds; {nodes} nodes visited in all."
            );
        }
        if !self.leaves_reported {
            let nodes = self.counts.nodes;
            return format!(
                "Value {value}{best}. {nodes} nodes visited in a tree of {least}{total} leaves; \
                 this search does not tell which leaves it evaluates."
            );
        }
        format!(
            "Value {value}{best}. {evaluated} of {least}{total} leaves evaluated, {saved} saved ({share:.0} %)."
        )
    }

    fn words(&self) -> Words<'_> {
        let Explanation {
            trace,
            names,
            show,
            windowed,
            real,
            ..
        } = self;
        Words {
            trace,
            names,
            show: *show,
            windowed: *windowed,
            real: *real,
        }
    }

    /// How to read the values.
    fn key(&self) -> String {
        let first = "Values are the first player's";
        match self.value.verdict() {
            _ if !self.note.is_empty() => format!("{first}. {}.", self.note),
            Verdict::Points(_) => format!("{first}."),
            Verdict::Win(n) => format!(
                "{first}: {} means that MAX wins in {}.",
                self.value,
                plies(n)
            ),
            Verdict::Loss(n) => format!(
                "{first}: {} means that MIN wins in {}.",
                self.value,
                plies(n)
            ),
        }
    }

    /// What a leaf where the game ends is worth, as text; empty elsewhere.
    fn tip(&self, node: usize) -> String {
        self.tips[node].clone()
    }

    /// Whether the search saw more nodes than were kept; then not all that it cut off is listed.
    fn dropped(&self) -> bool {
        self.trace.leaves_unrecorded > 0
    }

    /// The step of a cut-off.
    fn step_of(&self, reason: Reason) -> Option<usize> {
        match reason {
            Reason::Cutoff(mark) => self.steps.iter().position(|step| step.mark == Some(mark)),
            _ => None,
        }
    }

    /// Why a branch was left out, in a few words.
    fn why(&self, branch: &Pruned) -> String {
        let at = self.words().at(branch.parent);
        match branch.reason {
            Reason::Cutoff(number) => self.why_cut(number),
            Reason::Table => format!("the table knew {at}"),
            Reason::NeverGrown => format!("other tips were more urgent than this one below {at}"),
            Reason::NotReached => format!("no visit was reported below {at}"),
        }
    }

    fn why_cut(&self, number: usize) -> String {
        let words = self.words();
        let mark = &self.trace.marks[number];
        if let trace::Mover::Chance | trace::Mover::Player(_) = self.trace.nodes[mark.node].mover {
            return format!("cut at {} by bounds on what is left", words.at(mark.node));
        }
        let max = self.trace.nodes[mark.node].mover != trace::Mover::Min;
        let found = mark
            .value
            .map(|value| words.value(value))
            .unwrap_or_default();
        let limit = mark
            .window
            .map(|window| if max { window.beta } else { window.alpha });
        let (sign, greek) = if max { ("≥", "β") } else { ("≤", "α") };
        let limit_text = limit.map(|limit| words.value(limit)).unwrap_or_default();
        let by = match (&mark.what, limit) {
            (What::Cutoff(cut), Some(limit)) => words::deciding(&cut.lefts, limit, max),
            _ => None,
        };
        let by = by
            .map(|(left, at, _)| format!(", the l_{} at {}", left.depth, words.at(at)))
            .unwrap_or_default();
        format!(
            "cut at {}: {found} {sign} {greek} = {limit_text}{by}",
            words.at(mark.node)
        )
    }
}
