//! `gametree complexity`: the formulas for time and space, b^m, b^(m/2) and b·m, with measured counts
//! beside them.

use gametree::{Event, Game, Limits};
use gametree_catalog::{AnyGame, BuiltSearch, Conditions, Position, START};
use serde::Serialize;

use crate::args::ComplexityArgs;
use crate::error::{CliError, Code};
use crate::output::{self, BOLD, DIM, PLAIN, Spinner};

#[derive(Serialize)]
struct Object<'a> {
    schema: &'static str,
    game: Option<&'a str>,
    position: Option<&'a str>,
    /// Moves of a position in the mean: the m-th root of the leaves at the last depth.
    branching: f64,
    depth: f64,
    formulas: Formulas,
    /// A row for each depth that was counted.
    rows: Vec<Row>,
}

/// What the formulas say, as powers of ten where numbers would not fit.
#[derive(Serialize)]
struct Formulas {
    /// log10 of b^m: leaves of the whole tree, the time of minimax.
    minimax_log10: f64,
    /// log10 of b^(m/2): the time of alpha-beta with the best moves first.
    alphabeta_log10: f64,
    /// √b: the branching that alpha-beta has left at best.
    effective_branching: f64,
    /// b·m: what a depth-first search holds in memory.
    space: f64,
}

#[derive(Serialize)]
struct Row {
    depth: u32,
    /// Leaves at this depth, or ends of the game before it.
    leaves: u64,
    /// b^m.
    leaves_formula: f64,
    /// Leaves that alpha-beta looks at, moves as the game lists them.
    alphabeta_leaves: u64,
    /// b^⌈m/2⌉ + b^⌊m/2⌋ − 1 (Knuth and Moore 1975).
    best_formula: f64,
    /// The most moves held along one path.
    held: u64,
    /// b·m.
    held_formula: f64,
}

/// Runs the command.
pub fn run(args: &ComplexityArgs) -> anyhow::Result<Code> {
    let object = match (&args.game, args.branching) {
        (None, Some(branching)) => by_formula(branching, args.length.unwrap_or(2.0))?,
        (Some(name), None) => {
            let game = gametree_catalog::open(name, &[])?;
            return tell(&measured(args, &game)?);
        }
        _ => {
            let what = "a game or tree to measure, or --branching to calculate";
            let hint =
                "gametree complexity tictactoe, or gametree complexity --branching 35 --length 100";
            return Err(CliError::usage(what).hint(hint).into());
        }
    };
    tell(&object)
}

fn tell(object: &Object<'_>) -> anyhow::Result<Code> {
    if output::is_json() {
        output::json(object)?;
    } else {
        print(object)?;
    }
    Ok(Code::Done)
}

fn by_formula(branching: f64, depth: f64) -> Result<Object<'static>, CliError> {
    if !(branching >= 1.0 && branching.is_finite() && depth >= 0.0 && depth.is_finite()) {
        let what = "--branching is at least 1, --length at least 0";
        return Err(CliError::usage(what).hint("--branching 35 --length 100"));
    }
    Ok(Object {
        schema: "gametree.complexity/1",
        game: None,
        position: None,
        branching,
        depth,
        formulas: Formulas::of(branching, depth),
        rows: Vec::new(),
    })
}

impl Formulas {
    fn of(branching: f64, depth: f64) -> Formulas {
        let minimax_log10 = depth * branching.log10();
        Formulas {
            minimax_log10,
            alphabeta_log10: minimax_log10 / 2.0,
            effective_branching: branching.sqrt(),
            space: branching * depth,
        }
    }
}

/// Positions visited before counting stops.
const MOST_POSITIONS: u64 = 3_000_000;
/// Levels counted where the user names no depth.
const DEEPEST: u32 = 64;

fn measured<'a>(args: &'a ComplexityArgs, game: &'a AnyGame) -> anyhow::Result<Object<'a>> {
    if game.has_payoffs() {
        let what = format!(
            "{} has chance, hidden cards or several players",
            game.info().name
        );
        let hint = "complexity compares minimax with alpha-beta: name a game of two players, such as connect4";
        return Err(CliError::usage(what).hint(hint).into());
    }
    let root = game.dealt(args.position.as_deref(), 1)?;
    let spinner = Spinner::new(format!("counting the tree of {}", game.info().name));
    let mut counts = Vec::new();
    for depth in 1..=args.depth.unwrap_or(DEEPEST) {
        let mut count = Count {
            depth,
            ..Count::default()
        };
        if !count.below(&root, depth, 0) {
            break;
        }
        let ended = !count.reached_depth;
        counts.push(count);
        if ended {
            break;
        }
    }
    let Some(last) = counts.last() else {
        let what = format!("one ply has more than {MOST_POSITIONS} positions");
        return Err(CliError::failed(what).into());
    };
    let depth = f64::from(last.depth);
    let branching = (last.leaves as f64).powf(1.0 / depth);
    let row = |count: &Count| row(game, &root, count, branching);
    let rows = counts.iter().map(row).collect::<anyhow::Result<_>>()?;
    drop(spinner);
    Ok(Object {
        schema: "gametree.complexity/1",
        game: Some(game.name()),
        position: Some(args.position.as_deref().unwrap_or(START)),
        branching,
        depth,
        formulas: Formulas::of(branching, depth),
        rows,
    })
}

/// What a depth-first walk meets.
#[derive(Default)]
struct Count {
    depth: u32,
    visited: u64,
    leaves: u64,
    /// The most moves held along one path.
    held: u64,
    /// Some line is longer than the depth.
    reached_depth: bool,
}

impl Count {
    /// Counts below a position; false where it is too much.
    fn below(&mut self, position: &Position, depth: u32, held: u64) -> bool {
        self.visited += 1;
        self.held = self.held.max(held);
        let over = position.outcome().is_some();
        if over || depth == 0 {
            self.leaves += 1;
            self.reached_depth |= !over;
            return self.visited <= MOST_POSITIONS;
        }
        let moves: Vec<_> = position.moves().collect();
        let held = held + moves.len() as u64;
        let mut child = |m| self.below(&position.after(m), depth - 1, held);
        moves.into_iter().all(&mut child)
    }
}

fn row(game: &AnyGame, root: &Position, count: &Count, branching: f64) -> anyhow::Result<Row> {
    let depth = count.depth;
    let on = Conditions {
        seed: 1,
        limits: Limits::depth(depth),
    };
    let alphabeta_leaves = count_leaves(game, root, &on)?;
    let half = f64::from(depth) / 2.0;
    Ok(Row {
        depth,
        leaves: count.leaves,
        leaves_formula: branching.powi(depth as i32),
        alphabeta_leaves,
        best_formula: branching.powf(half.ceil()) + branching.powf(half.floor()) - 1.0,
        held: count.held,
        held_formula: branching * f64::from(depth),
    })
}

/// Alpha-beta with nothing added: moves as the game lists them, one search to the depth.
const ALPHABETA: &str = "alphabeta:deepening=off";

/// The leaves that alpha-beta looks at.
fn count_leaves(game: &AnyGame, root: &Position, on: &Conditions) -> anyhow::Result<u64> {
    let mut leaves = 0;
    let mut watch = |event: &Event<'_, Position>| {
        leaves += u64::from(matches!(event, Event::Leaf { .. }));
    };
    if let BuiltSearch::Score { mut search, .. } = game.build_observable(ALPHABETA, on)? {
        search.watch_any(root, &on.limits, &mut watch);
    }
    Ok(leaves)
}

fn print(object: &Object<'_>) -> anyhow::Result<()> {
    let b = object.branching;
    if let Some(game) = object.game {
        output::line(format!("{BOLD}{}{PLAIN}", output::shorten(game, 70)))?;
        output::line(table(object))?;
    }
    let f = &object.formulas;
    let m = object.depth;
    output::line(format!(
        "  b = {b:.2}, m = {m}: minimax O(b^m) = 10^{:.1}, alpha-beta at best O(b^(m/2)) = 10^{:.1}",
        f.minimax_log10, f.alphabeta_log10
    ))?;
    output::line(format!(
        "  {DIM}alpha-beta at best searches as if b were √b = {:.2}; space O(b·m) = {:.0} moves{PLAIN}",
        f.effective_branching, f.space
    ))?;
    Ok(())
}

fn table(object: &Object<'_>) -> impl std::fmt::Display + use<> {
    let mut table = output::table([
        "m",
        "leaves (minimax)",
        "b^m",
        "leaves (alpha-beta)",
        "b^⌈m/2⌉ + b^⌊m/2⌋ − 1",
        "moves held",
        "b·m",
    ]);
    let near = |x: f64| output::grouped(x.round() as u64);
    for row in &object.rows {
        table.add_row([
            row.depth.to_string(),
            output::grouped(row.leaves),
            near(row.leaves_formula),
            output::grouped(row.alphabeta_leaves),
            near(row.best_formula),
            output::grouped(row.held),
            near(row.held_formula),
        ]);
    }
    output::right_align(&mut table, &[0, 1, 2, 3, 4, 5, 6]);
    table
}
