//! What came out, as scripts read it: a summary per total and method, and every row.

use std::collections::BTreeMap;

use gametree_arena::mcnemar;
use gametree_arena::wilson::Share;
use serde::Serialize;
use serde_json::Value;

use super::figures::{Figure, sign_flip};
use super::judge::{Judged, Row};
use super::reference::{Identity, Length};
use super::{Method, TruthRequest};

/// What came out. Errors and regret are win chances, from 0 to 1.
#[derive(Serialize)]
pub struct TruthReport {
    schema: &'static str,
    /// Where the positions come from.
    pub sources: Vec<String>,
    /// The number of positions.
    pub positions: usize,
    /// The seed.
    pub seed: u64,
    /// The engine, with its version.
    pub engine: String,
    /// Its options.
    pub options: String,
    /// How long the reference searched.
    pub reference: Length,
    /// A move that loses no more than this counts as near.
    pub tolerance: f64,
    /// Every position was measured.
    pub complete: bool,
    /// The mean error of the best move's value, by method, at the largest total.
    pub error: BTreeMap<String, f64>,
    /// The same for the reference's next best moves.
    pub others: BTreeMap<String, f64>,
    /// The mean loss of the move.
    pub regret: BTreeMap<String, f64>,
    /// The share of positions with the reference's move.
    pub agreement: BTreeMap<String, f64>,
    /// By total, the smallest first.
    pub totals: Vec<AtTotal>,
    /// Every position at every total.
    pub rows: Vec<Row>,
}

/// All methods with the same nodes.
#[derive(Serialize)]
pub struct AtTotal {
    /// Nodes that each method had.
    pub total: u64,
    /// Positions measured.
    pub positions: usize,
    /// In the order in which they were tried.
    pub methods: Vec<Summary>,
}

/// How near to the truth a method is.
#[derive(Serialize)]
pub struct Summary {
    /// The method.
    pub method: String,
    /// Its settings.
    pub settings: Value,
    /// The error of the best move's value.
    pub error: Option<Figure>,
    /// The mean error of the reference's next best moves.
    pub others: Option<Figure>,
    /// The same by rank: the second best move, the third, and so on.
    pub by_rank: Vec<Figure>,
    /// The share of those moves of which it says more than a bound.
    pub said: Option<f64>,
    /// What its moves lose.
    pub regret: Option<Figure>,
    /// The share of positions with the reference's move.
    pub agreement: Option<Interval>,
    /// The share of positions where its move is near the reference's.
    pub near: Option<Interval>,
    /// Nodes spent per position.
    pub nodes: u64,
    /// Against plain search; none for itself.
    pub against_plain: Option<Paired>,
    /// Against MultiPV; none for itself.
    pub against_multipv: Option<Paired>,
}

/// A share with its 95 % interval (Wilson).
#[derive(Clone, Copy, Serialize)]
pub struct Interval {
    /// The share.
    pub share: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A method against another on the same positions.
#[derive(Clone, Copy, Serialize)]
pub struct Paired {
    /// Of the best move's error.
    pub error: Difference,
    /// Of the next best moves' error.
    pub others: Difference,
    /// Of the regret.
    pub regret: Difference,
    /// Positions on which only the method has the reference's move.
    pub only_this: u64,
    /// Positions on which only the other has it.
    pub only_other: u64,
    /// McNemar's exact test of these two numbers.
    pub agreement_p: f64,
}

/// A mean difference of two methods: below 0 the first is nearer to the truth.
#[derive(Clone, Copy, Serialize)]
pub struct Difference {
    /// The mean.
    pub mean: f64,
    /// How probable one as far from 0 is by chance: signs flipped at random.
    pub p_value: f64,
}

impl TruthReport {
    /// Of the rows that were measured.
    pub fn new(
        request: &TruthRequest,
        identity: Identity,
        positions: usize,
        rows: Vec<Row>,
    ) -> TruthReport {
        let at = |&total: &u64| AtTotal::new(request, total, &rows);
        let totals: Vec<AtTotal> = request.totals.iter().map(at).collect();
        let by = |value: &dyn Fn(&Summary) -> Option<f64>| {
            let last = totals.last().into_iter().flat_map(|at| &at.methods);
            last.filter_map(|one| Some((one.method.clone(), value(one)?)))
                .collect()
        };
        TruthReport {
            schema: "gametree.experiment.truth/1",
            sources: request.sources(),
            positions,
            seed: request.seed,
            engine: identity.name,
            options: identity.options,
            reference: request.length,
            tolerance: request.tolerance,
            complete: rows.len() == positions * request.totals.len(),
            error: by(&|one| Some(one.error?.mean)),
            others: by(&|one| Some(one.others?.mean)),
            regret: by(&|one| Some(one.regret?.mean)),
            agreement: by(&|one| Some(one.agreement?.share)),
            totals,
            rows,
        }
    }
}

impl AtTotal {
    fn new(request: &TruthRequest, total: u64, rows: &[Row]) -> AtTotal {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.total == total).collect();
        let results = |name: &str| Results::new(&rows, name, request.seed);
        let plain = results("plain");
        let multipv = results("multipv");
        let summary = |method: &Method| {
            let these = results(&method.name);
            let against = |others: &Results<'_>, name: &str| {
                (method.name != name).then(|| these.against(others))
            };
            Summary {
                settings: method.settings(),
                against_plain: against(&plain, "plain"),
                against_multipv: against(&multipv, "multipv"),
                ..these.summary(&method.name)
            }
        };
        AtTotal {
            total,
            positions: rows.len(),
            methods: request.methods.iter().map(summary).collect(),
        }
    }
}

/// The results of one method, position by position.
struct Results<'a> {
    list: Vec<&'a Judged>,
    seed: u64,
}

impl<'a> Results<'a> {
    fn new(rows: &[&'a Row], name: &str, seed: u64) -> Results<'a> {
        Results {
            list: rows
                .iter()
                .filter_map(|row| row.results.get(name))
                .collect(),
            seed,
        }
    }

    fn figure(&self, number: impl Fn(&Judged) -> Option<f64>) -> Option<Figure> {
        let numbers: Vec<f64> = self.list.iter().filter_map(|one| number(one)).collect();
        Figure::of(&numbers, self.seed)
    }

    fn share(&self, counts: impl Fn(&Judged) -> bool) -> Option<Interval> {
        let count = self.list.iter().filter(|one| counts(one)).count();
        let Share { share, low, high } = Share::of(count as u64, self.list.len() as u64)?;
        Some(Interval { share, low, high })
    }

    fn summary(&self, name: &str) -> Summary {
        let ranks = self
            .list
            .iter()
            .map(|one| one.others.len())
            .max()
            .unwrap_or(0);
        let by_rank = |rank: usize| self.figure(|one| Some(one.others.get(rank)?.error));
        let others = || self.list.iter().flat_map(|one| &one.others);
        let told = others().filter(|one| !one.bound).count();
        let nodes: u64 = self.list.iter().map(|one| one.said.nodes).sum();
        Summary {
            method: name.to_string(),
            settings: Value::Null,
            error: self.figure(|one| Some(one.error)),
            others: self.figure(Judged::others_error),
            by_rank: (0..ranks).filter_map(by_rank).collect(),
            said: (others().count() > 0).then(|| told as f64 / others().count() as f64),
            regret: self.figure(|one| Some(one.regret)),
            agreement: self.share(|one| one.agrees),
            near: self.share(|one| one.near),
            nodes: nodes / self.list.len().max(1) as u64,
            against_plain: None,
            against_multipv: None,
        }
    }

    fn against(&self, others: &Results<'_>) -> Paired {
        let pairs = || self.list.iter().zip(&others.list);
        let only = |this: bool| {
            let alone = pairs().filter(|(one, other)| one.agrees == this && other.agrees != this);
            alone.count() as u64
        };
        let only_this = only(true);
        let only_other = only(false);
        Paired {
            error: self.difference(others, |one| Some(one.error)),
            others: self.difference(others, Judged::others_error),
            regret: self.difference(others, |one| Some(one.regret)),
            only_this,
            only_other,
            agreement_p: mcnemar::p_value(only_this, only_other),
        }
    }

    fn difference(
        &self,
        others: &Results<'_>,
        number: impl Fn(&Judged) -> Option<f64>,
    ) -> Difference {
        let pairs = self.list.iter().zip(&others.list);
        let differences = pairs.filter_map(|(one, other)| Some(number(one)? - number(other)?));
        let differences: Vec<f64> = differences.collect();
        Difference {
            mean: differences.iter().sum::<f64>() / differences.len().max(1) as f64,
            p_value: sign_flip(&differences, self.seed),
        }
    }
}
