//! The formulas for time and space, b^m, b^(m/2) and b·m, with measured counts beside them.

use gametree::{Event, Game, Limits};
use gametree_catalog::{AnyGame, BuiltSearch, CatalogError, Conditions, Position, START};
use serde::Serialize;

/// What the formulas say of a tree, and what was counted in it.
#[derive(Serialize)]
pub struct ComplexityReport {
    schema: &'static str,
    /// The game, where one was measured.
    pub game: Option<String>,
    /// Where its tree begins.
    pub position: Option<String>,
    /// Moves of a position in the mean: the m-th root of the leaves at the last depth.
    pub branching: f64,
    /// The depth m.
    pub depth: f64,
    /// What the formulas say.
    pub formulas: Formulas,
    /// A row for each depth that was counted.
    pub rows: Vec<ComplexityRow>,
}

/// What the formulas say, as powers of ten where numbers would not fit.
#[derive(Serialize)]
pub struct Formulas {
    /// log10 of b^m: leaves of the whole tree, the time of minimax.
    pub minimax_log10: f64,
    /// log10 of b^(m/2): the time of alpha-beta with the best moves first.
    pub alphabeta_log10: f64,
    /// √b: the branching that alpha-beta has left at best.
    pub effective_branching: f64,
    /// b·m: what a depth-first search holds in memory.
    pub space: f64,
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

/// Counts at one depth, with the formula beside each.
#[derive(Serialize)]
pub struct ComplexityRow {
    /// The depth m.
    pub depth: u32,
    /// Leaves at this depth, or ends of the game before it.
    pub leaves: u64,
    /// b^m.
    pub leaves_formula: f64,
    /// Leaves that alpha-beta visits, moves as the game lists them.
    pub alphabeta_leaves: u64,
    /// b^⌈m/2⌉ + b^⌊m/2⌋ − 1 (Knuth and Moore 1975).
    pub best_formula: f64,
    /// The most moves held along one path.
    pub held: u64,
    /// b·m.
    pub held_formula: f64,
}

/// The formulas alone, for a tree of one branching and one depth.
///
/// # Errors
/// The branching is below 1, or the depth negative.
pub fn calculate(branching: f64, depth: f64) -> Result<ComplexityReport, CatalogError> {
    if !(branching >= 1.0 && branching.is_finite() && depth >= 0.0 && depth.is_finite()) {
        let what = "--branching is at least 1, --length at least 0";
        return Err(CatalogError::usage(what).hint("--branching 35 --length 100"));
    }
    Ok(ComplexityReport {
        schema: "gametree.complexity/1",
        game: None,
        position: None,
        branching,
        depth,
        formulas: Formulas::of(branching, depth),
        rows: Vec::new(),
    })
}

/// Positions visited before counting stops.
const MOST_POSITIONS: u64 = 3_000_000;
/// Levels counted where the user names no depth.
const DEEPEST: u32 = 64;

/// Counts the tree of a game below a position, to a depth or as deep as it is not too large.
///
/// # Errors
/// The game is none of two players without chance, the position is none of its positions, or one
/// ply is too large.
pub fn measure(
    game: &AnyGame,
    position: Option<&str>,
    depth: Option<u32>,
) -> Result<ComplexityReport, CatalogError> {
    if game.has_payoffs() {
        let what = format!(
            "{} has chance, hidden cards or several players",
            game.info().name
        );
        let hint = "complexity compares minimax with alpha-beta: name a game of two players, such as connect4";
        return Err(CatalogError::usage(what).hint(hint));
    }
    let root = game.dealt(position, 1)?;
    let counts = counts(&root, depth.unwrap_or(DEEPEST));
    let Some(last) = counts.last() else {
        let what = format!("one ply has more than {MOST_POSITIONS} positions");
        return Err(CatalogError::failed(what));
    };
    let depth = f64::from(last.depth);
    let branching = (last.leaves as f64).powf(1.0 / depth);
    let row = |count: &Count| row(game, &root, count, branching);
    Ok(ComplexityReport {
        schema: "gametree.complexity/1",
        game: Some(game.name().to_string()),
        position: Some(position.unwrap_or(START).to_string()),
        branching,
        depth,
        formulas: Formulas::of(branching, depth),
        rows: counts.iter().map(row).collect::<Result<_, _>>()?,
    })
}

/// The counts of every depth, until the game is over or the tree is too large.
fn counts(root: &Position, deepest: u32) -> Vec<Count> {
    let mut counts = Vec::new();
    for depth in 1..=deepest {
        let mut count = Count {
            depth,
            ..Count::default()
        };
        if !count.below(root, depth, 0) {
            break;
        }
        let ended = !count.reached_depth;
        counts.push(count);
        if ended {
            break;
        }
    }
    counts
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

fn row(
    game: &AnyGame,
    root: &Position,
    count: &Count,
    branching: f64,
) -> Result<ComplexityRow, CatalogError> {
    let depth = count.depth;
    let half = f64::from(depth) / 2.0;
    Ok(ComplexityRow {
        depth,
        leaves: count.leaves,
        leaves_formula: branching.powi(depth as i32),
        alphabeta_leaves: alphabeta_leaves(game, root, depth)?,
        best_formula: branching.powf(half.ceil()) + branching.powf(half.floor()) - 1.0,
        held: count.held,
        held_formula: branching * f64::from(depth),
    })
}

/// Alpha-beta with nothing added: moves as the game lists them, one search to the depth.
const ALPHABETA: &str = "alphabeta:deepening=off";

/// The leaves that alpha-beta visits.
fn alphabeta_leaves(game: &AnyGame, root: &Position, depth: u32) -> Result<u64, CatalogError> {
    let on = Conditions {
        seed: 1,
        limits: Limits::depth(depth),
    };
    let mut leaves = 0;
    let mut watch = |event: &Event<'_, Position>| {
        leaves += u64::from(matches!(event, Event::Leaf { .. }));
    };
    if let BuiltSearch::Score { mut search, .. } = game.build_observable(ALPHABETA, &on)? {
        search.watch_any(root, &on.limits, &mut watch);
    }
    Ok(leaves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_tree_is_what_the_formulas_say() {
        let game = gametree_catalog::open("(max (min 3 12 8) (min 2 4 6) (min 14 5 2))", &[]);
        let report = measure(&game.unwrap(), None, None).unwrap();
        let last = &report.rows[1];
        assert_eq!((report.rows.len(), last.depth, last.leaves), (2, 2, 9));
        assert_eq!((last.alphabeta_leaves, last.held), (7, 6));
        assert_eq!(report.branching, 3.0);
        assert_eq!((last.leaves_formula, last.best_formula), (9.0, 5.0));
    }

    #[test]
    fn chance_and_impossible_numbers_are_refused() {
        let pig = gametree_catalog::open("pig", &[]).unwrap();
        let refused = measure(&pig, None, Some(2)).err().unwrap();
        assert!(refused.what.contains("chance"), "{refused}");
        assert!(calculate(0.5, 3.0).is_err() && calculate(35.0, f64::NAN).is_err());
    }
}
