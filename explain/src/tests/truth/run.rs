//! Runs a search with the recorder and, beside it, what keeps its events as they came.

use std::fmt::Display;

use gametree::{
    AnyPayoffSearch, AnySearch, Chance, Game, Limits, Notation, Payoffs, Report, Score, view,
};

use super::raw::{Path, Tee, Told};
use crate::game_view::GameView;
use crate::recorder::Recorder;
use crate::{Explanation, Options};

/// One run of a search.
pub struct Run {
    pub explanation: Explanation,
    pub told: Vec<Told>,
    /// The places of the report's line.
    pub line: Path,
    pub value: Score,
    /// What each player gets, where several play.
    pub values: Vec<f64>,
    pub stop: &'static str,
    pub nodes: u64,
}

fn places<G: Game>(root: &G, line: &[G::Move]) -> Path {
    let mut position = root.clone();
    let mut places = Path::new();
    for &m in line {
        places.extend(position.moves().position(|other| other == m));
        position.play(m);
    }
    places
}

pub fn watch<G: Game + Notation + Display>(
    root: &G,
    search: &mut dyn AnySearch<G>,
    limits: &Limits,
    options: &Options,
) -> Run {
    let view = GameView::two_players();
    let mut recorder = Recorder::new(root, &view, crate::caps(options));
    let mut tee = Tee::new(root, &mut recorder);
    let report = search.watch_any(root, limits, &mut tee);
    let told = tee.told;
    Run {
        told,
        line: places(root, &report.line),
        value: report.value,
        values: Vec::new(),
        stop: report.stop.word(),
        nodes: report.counts.nodes,
        explanation: crate::finish(recorder, &report, limits, options),
    }
}

pub fn watch_payoffs<G: Chance + Payoffs + Notation + Display>(
    root: &G,
    search: &mut dyn AnyPayoffSearch<G>,
    limits: &Limits,
    options: &Options,
) -> Run {
    let view = GameView::payoffs(root.players());
    let mut recorder = Recorder::new(root, &view, crate::caps(options));
    let mut tee = Tee::new(root, &mut recorder);
    let found = search.watch_payoffs_any(root, limits, &mut tee);
    let told = tee.told;
    let report = Report {
        value: view::to_fixed(found.values[0]),
        line: found.line.clone(),
        proven: found.proven,
        stop: found.stop,
        depth: found.depth,
        counts: found.counts,
        elapsed: found.elapsed,
    };
    Run {
        told,
        line: places(root, &report.line),
        value: report.value,
        values: found.values,
        stop: report.stop.word(),
        nodes: report.counts.nodes,
        explanation: crate::finish(recorder, &report, limits, options),
    }
}
