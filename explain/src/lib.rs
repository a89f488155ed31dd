//! Explains game-tree searches: what a search did, step by step, in words, as data, as a picture,
//! as a page.
//!
//! A search of the `gametree` library runs once, under an observer; its report is the same as
//! without one. Everything after that works on plain data, the same for every game.
//!
//! ```text
//!  search ──events──▶ recorder ──▶ trace ──▶ steps, sentences ──┬─▶ text
//!                     (the tree    (plain    strategy, leaves   ├─▶ json
//!                     it saw, and  data)     layout             ├─▶ svg
//!                     what it                                   └─▶ animation ──▶ html
//!                     did not see)
//! ```
//!
//! The textbook's tree (Russell and Norvig), where alpha-beta never looks at 4 and 6:
//!
//! ```text
//!                  □ 3                      □ MAX   ○ MIN
//!         ┌─────────┼─────────┐
//!        ○ 3       ○ ≤2      ○ 2
//!      ┌──┼──┐   ┌──╫──╫   ┌──┼──┐
//!      3 12  8   2  4  6  14  5  2
//! ```
//!
//! ```
//! use gametree::{Limits, alphabeta::AlphaBeta, tree::Tree};
//! use gametree_explain::{Options, explain};
//!
//! let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse()?;
//! let root = tree.two_player()?;
//! let options = Options::new("The textbook's tree", "alphabeta");
//! let explanation = explain(&root, &mut AlphaBeta::blind(), &Limits::none(), &options);
//!
//! let cut = explanation.sentences().find(|step| step.contains("cut by"));
//! assert_eq!(
//!     cut.unwrap(),
//!     "MIN at B has found 2 ≤ α = 3 and returns: MAX already has 3 at A, so the other 2 moves of B \
//!      cannot matter (cut by l_1 = 3, MAX's best left of the path at depth 1): 2 leaves saved."
//! );
//! assert_eq!(
//!     explanation.summary(),
//!     "Value 3, best move A. 7 of 9 leaves evaluated, 2 saved (22 %)."
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All values are the first player's, MAX's.

mod animation;
mod builder;
mod claim;
mod code;
mod complete;
mod cutoffs;
mod decimals;
mod effort;
mod explanation;
mod game_view;
mod html;
mod json;
mod layout;
mod leaves;
mod legend;
mod look;
mod minmax_labels;
mod names;
mod options;
mod penalties;
mod programs;
mod recorder;
mod scale;
mod sentences;
mod shapes;
mod steps;
mod strategy;
mod svg;
mod telling;
mod text;
mod trace;
mod wording;
mod worlds;
mod worth_words;

#[cfg(test)]
mod test_support;
#[cfg(test)]
mod tests;

use std::fmt::Display;

use gametree::{
    AnyPayoffSearch, AnySearch, Chance, Game, Limits, Notation, PayoffReport, Payoffs, Report, view,
};

use builder::Caps;
use game_view::GameView;
use recorder::Recorder;

pub use decimals::{short, values_text};
pub use explanation::Explanation;
pub use options::Options;
pub use scale::Scale;

/// Searches `root` and explains how: for games of two players without chance.
pub fn explain<G: Game + Notation + Display>(
    root: &G,
    search: &mut dyn AnySearch<G>,
    limits: &Limits,
    options: &Options,
) -> Explanation {
    let view = GameView::two_players();
    let mut recorder = Recorder::new(root, &view, caps(options));
    let report = search.watch_any(root, limits, &mut recorder);
    finish(recorder, &report, limits, options)
}

/// Searches `root` and explains how, with what the search found: for games with chance, several
/// players or hidden cards. Values are written in fixed point, as the events of these searches
/// report them: [`Options::scale`] is not asked.
pub fn explain_payoffs<G: Chance + Payoffs + Notation + Display>(
    root: &G,
    search: &mut dyn AnyPayoffSearch<G>,
    limits: &Limits,
    options: &Options,
) -> (Explanation, PayoffReport<G::Move>) {
    let view = GameView::payoffs(root.players());
    let mut recorder = Recorder::new(root, &view, caps(options));
    let payoff_report = search.watch_payoffs_any(root, limits, &mut recorder);
    let report = Report {
        value: view::to_fixed(payoff_report.values[0]),
        line: payoff_report.line.clone(),
        proven: payoff_report.proven,
        stop: payoff_report.stop,
        depth: payoff_report.depth,
        counts: payoff_report.counts,
        elapsed: payoff_report.elapsed,
    };
    let options = Options {
        scale: Scale::FIXED_POINT,
        ..options.clone()
    };
    (finish(recorder, &report, limits, &options), payoff_report)
}

/// The program of a search, or of `climb`, hill climbing, line by line; empty where there is none.
#[must_use]
pub fn program_lines(search: &str) -> Vec<&'static str> {
    code::Program::of(search, false).lines()
}

fn caps(options: &Options) -> Caps {
    Caps {
        nodes: options.max_nodes,
        events: options.max_steps,
    }
}

/// Adds what the search did not see, and works the rest out.
fn finish<G: Game + Notation + Display>(
    mut recorder: Recorder<'_, G>,
    report: &Report<G::Move>,
    limits: &Limits,
    options: &Options,
) -> Explanation {
    let horizon = recorder.builder.trace.horizon.max(limits.depth);
    recorder.builder.trace.horizon = horizon;
    complete::complete(
        &mut recorder,
        horizon.unwrap_or(u32::MAX),
        options.max_nodes,
    );
    Explanation::new(recorder.finish(report), options)
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
