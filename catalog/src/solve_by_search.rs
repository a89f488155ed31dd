//! Solving any game for two by a search to its end.

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::retrograde::Retrograde;
use gametree::solve::{self, best_moves};
use gametree::{Limits, Score, Search};
use serde_json::Number;

use crate::answer::{outcome_word, plies};
use crate::format::{Scale, score_number};
use crate::knowledge::{Knowledge, SearchableGame};
use crate::searches::pvs::{self, Plain};
use crate::solve::{ExactScore, Solved, Solver};

/// How a game is solved by search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// To the end, deeper and deeper, with a table.
    Deepening,
    /// In one pass, however deep: for trees.
    OnePass,
    /// Every position that can be reached: for small games in which play may go on for ever.
    Retrograde,
}

/// Solves any game by a search to its end, with a table that lasts from position to position.
pub struct BySearch<G: SearchableGame, K> {
    knowledge: K,
    method: Method,
    scale: Scale,
    search: Option<Deepening<Plain<G, K>>>,
}

/// Memory of the table without a limit.
const TABLE: usize = 64 << 20;

impl<G: SearchableGame, K: Knowledge<G>> BySearch<G, K> {
    /// A solver.
    pub fn new(knowledge: K, method: Method, scale: Scale) -> Self {
        BySearch {
            knowledge,
            method,
            scale,
            search: None,
        }
    }
}

impl<G: SearchableGame, K: Knowledge<G>> Solver<G> for BySearch<G, K> {
    fn solve(&mut self, root: &G, limits: &Limits) -> Solved<ExactScore<G::Move>> {
        let evaluator = self.knowledge.clone();
        let solved = match self.method {
            Method::OnePass => {
                let mut search = AlphaBeta { evaluator };
                let report = search.search(root, limits);
                if report.proven && report.value == Score::DRAW {
                    // Among moves worth a draw, those that end the game come before those that do
                    // not: a null window cannot tell them apart.
                    solve::by_retrograde(root, &Retrograde::new(search.evaluator), limits)
                } else {
                    best_moves(root, &report, &mut search, limits)
                }
            }
            Method::Retrograde => solve::by_retrograde(root, &Retrograde::new(evaluator), limits),
            Method::Deepening => {
                let bytes = limits.room(TABLE);
                let fresh = || Deepening::new(pvs::with_table(evaluator, 0, bytes));
                let search = self.search.get_or_insert_with(fresh);
                let report = search.search(root, limits);
                best_moves(root, &report, &mut search.inner, limits)
            }
        };
        let exact = |found: solve::Solution<G::Move>| ExactScore {
            outcome: outcome(self.method, &found),
            score: number(self.scale, found.value),
            plies: plies(found.value),
            best: found.best,
        };
        Solved {
            solution: solved.solution.map(exact),
            nodes: solved.counts.nodes,
        }
    }
}

/// The outcome, where the game has one: the end of a tree is worth points, which are no win.
fn outcome<M>(method: Method, found: &solve::Solution<M>) -> Option<&'static str> {
    let word = outcome_word(found.value, found.end);
    (method != Method::OnePass || word == "?").then_some(word)
}

/// 1, 0 or -1 for games that are won or lost; else the points.
fn number(scale: Scale, mine: Score) -> Number {
    match (mine.is_decided(), mine > Score::DRAW) {
        (true, true) => Number::from(1),
        (true, false) => Number::from(-1),
        (false, _) => score_number(scale, mine),
    }
}
