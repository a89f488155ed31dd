//! The exact value of a position, and every move that keeps it.

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::retrograde::Retrograde;
use gametree::windowed::{Question, Windowed};
use gametree::{Budget, Game, Limits, Outcome, Report, Score, Search, Stop, TwoPlayer, view};
use serde_json::Number;

use crate::answer::{end_of, outcome_word, plies};
use crate::format::{self, Scale};
use crate::knowledge::{Knowledge, SearchableGame};
use crate::searches::pvs::{self, Plain};

/// The exact value of a position, with moves as text.
#[derive(Clone, Debug)]
pub struct Solution {
    /// win, draw, loss or ? for the mover; `None` where values are real numbers.
    pub outcome: Option<&'static str>,
    /// The mover's score, as the game counts.
    pub score: Number,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// What each player gets with best play, where values are real numbers.
    pub values: Vec<f64>,
    /// Whose view the score is, from 0.
    pub mover: usize,
    /// Every move that keeps it; empty where nobody has to move.
    pub best: Vec<String>,
    /// What else is to be said: how the value is meant, how sure it is, a strategy.
    pub note: String,
}

/// What a solver found, or why it gave up, and what it spent.
#[derive(Clone, Debug)]
pub struct Solved<S = Solution> {
    /// The solution, or the limit that came first.
    pub solution: Result<S, Stop>,
    /// Positions visited.
    pub nodes: u64,
}

/// The exact value of a position of a game for two.
#[derive(Clone, Debug)]
pub struct ExactScore<M> {
    /// win, draw, loss or ? for the mover.
    pub outcome: &'static str,
    /// The mover's score, as the game counts.
    pub score: Number,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// Every move that keeps it; empty when the game is over.
    pub best: Vec<M>,
}

/// What each player gets with best play, in games with chance, several players or hidden cards.
#[derive(Clone, Debug)]
pub struct ExactPayoffs<M> {
    /// A value for each player.
    pub values: Vec<f64>,
    /// The moves that keep it; empty where the game is over or chance acts.
    pub best: Vec<M>,
    /// Positions visited.
    pub nodes: u64,
    /// What else is to be said.
    pub note: String,
}

/// A solver for positions of one type. It may remember from one position to the next.
pub trait Solver<G: Game> {
    /// Solves a position.
    fn solve(&mut self, position: &G, limits: &Limits) -> Solved<ExactScore<G::Move>>;
}

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

/// Memory of the table where no limit is given.
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
        match self.method {
            Method::OnePass => {
                let mut search = AlphaBeta { evaluator };
                let report = search.search(root, limits);
                all_best(root, report, &mut search, limits).scored(self.scale)
            }
            Method::Retrograde => by_retrograde(root, evaluator, limits, self.scale),
            Method::Deepening => {
                let bytes = limits.memory.unwrap_or(TABLE);
                let fresh = || Deepening::new(pvs::with_table(evaluator, 0, bytes));
                let search = self.search.get_or_insert_with(fresh);
                let report = search.search(root, limits);
                all_best(root, report, &mut search.inner, limits).scored(self.scale)
            }
        }
    }
}

/// A proven value with every move that keeps it.
struct BestMoves<M> {
    /// The value, the mover's view.
    mine: Score,
    /// How the line of best play ends.
    end: Option<Outcome>,
    best: Vec<M>,
}

impl<M> Solved<BestMoves<M>> {
    /// The same as the game counts.
    fn scored(self, scale: Scale) -> Solved<ExactScore<M>> {
        let scored = |found: BestMoves<M>| ExactScore {
            outcome: outcome_word(found.mine, found.end),
            score: score_number(scale, found.mine),
            plies: plies(found.mine),
            best: found.best,
        };
        Solved {
            solution: self.solution.map(scored),
            nodes: self.nodes,
        }
    }
}

/// Solves a game in which play may go on for ever: every position that can be reached is settled.
fn by_retrograde<G: SearchableGame, K: Knowledge<G>>(
    root: &G,
    evaluator: K,
    limits: &Limits,
    scale: Scale,
) -> Solved<ExactScore<G::Move>> {
    let solved = Retrograde { evaluator }.solve(root, limits);
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
    let solution = ExactScore {
        outcome: outcome_word(mine, end),
        score: score_number(scale, mine),
        plies: plies(mine),
        best,
    };
    Solved {
        solution: Ok(solution),
        nodes,
    }
}

/// The solution of a finished search, and a question about each of the other moves.
fn all_best<G: TwoPlayer>(
    root: &G,
    report: Report<G::Move>,
    search: &mut impl Windowed<G>,
    limits: &Limits,
) -> Solved<BestMoves<G::Move>> {
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
    let end = end_of(root, &report.line);
    let solution = best.map(|best| BestMoves { mine, end, best });
    Solved {
        solution,
        nodes: nodes + budget.counts.nodes,
    }
}

/// The moves beside the one that the search chose.
struct Others<'a, G: TwoPlayer> {
    root: &'a G,
    /// The root's value, the mover's view.
    value: Score,
    first: Option<G::Move>,
}

impl<G: TwoPlayer> Others<'_, G> {
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

/// 1, 0 or -1 for games that are won or lost; else the points.
fn score_number(scale: Scale, mine: Score) -> Number {
    match (mine.is_decided(), mine > Score::DRAW) {
        (true, true) => Number::from(1),
        (true, false) => Number::from(-1),
        (false, _) => format::score_number(scale, mine),
    }
}
