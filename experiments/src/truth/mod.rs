//! How near to the truth are the values of plain search, MultiPV and the atlas, at equal nodes? The
//! truth is a search many times as long.

mod figures;
mod judge;
mod method;
mod positions;
mod random;
mod reference;
mod render;
mod report;
mod said;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};

use gametree_catalog::CatalogError;
use gametree_chess::uci::{CancelToken, EngineSpec};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::assess::Assessor;
use crate::each::{ENGINES, each};
use crate::journal::Journal;
pub use crate::saved::Saved;
use crate::{Run, Stage};
use judge::{Judge, Row};
pub use method::{Kind, Method, Usual};
use positions::Sampled;
pub use random::RandomPositions;
pub use reference::Length;
use reference::{Identity, References};
pub use render::NOTE;
pub use report::TruthReport;
use said::Said;

/// What is to be measured.
pub struct TruthRequest {
    /// Positions in EPD.
    pub files: Vec<PathBuf>,
    /// How many of them; all where there is no number.
    pub positions: Option<usize>,
    /// Random ones besides.
    pub random: Option<RandomPositions>,
    /// The seed of the sample and of the statistics.
    pub seed: u64,
    /// The engine, with its hash.
    pub engine: EngineSpec,
    /// Nodes that each method has in all.
    pub totals: Vec<u64>,
    /// The methods: plain search, MultiPV, the atlas, then others.
    pub methods: Vec<Method>,
    /// How long the reference searches.
    pub length: Length,
    /// Where references are saved.
    pub saved: Saved,
    /// A move that loses no more win chance than this counts as near the reference's.
    pub tolerance: f64,
    /// How many positions at a time.
    pub parallel: usize,
    /// Where what the methods say is saved, so that an interrupted run can go on.
    pub out: Option<PathBuf>,
}

impl TruthRequest {
    /// Where the positions come from, in words.
    fn sources(&self) -> Vec<String> {
        let files = self.files.iter().map(|path| path.display().to_string());
        let random = self.random.map(|random| {
            let RandomPositions {
                count,
                from,
                to,
                seed,
            } = random;
            format!("{count} random positions of {from} to {to} plies, seed {seed}")
        });
        files.chain(random).collect()
    }
}

/// What a method said, as the journal holds it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Trial {
    fen: String,
    total: u64,
    /// How: [`Method::settings`].
    method: Value,
    said: Said,
}

/// Measures; a run that is stopped gives what was measured.
///
/// # Errors
/// A file is wrong, or the engine failed.
pub fn run(request: &TruthRequest, run: &Run<'_>) -> Result<TruthReport, CatalogError> {
    let mut sampled = positions::read(request, run.progress)?;
    let assessor = Assessor {
        engine: &request.engine,
        cancel: CancelToken::new(),
    };
    let identity = Identity::of(&assessor)?;
    let judge = Judge::new(request.tolerance)?;
    if let Some(random) = request.random {
        sampled.extend(random.draw(&assessor, &judge, run)?);
    }
    let setup = format!("truth {} {}", identity.name, identity.options);
    let bench = Bench {
        request,
        judge,
        journal: Journal::open(request.out.as_deref(), &setup)?,
        references: References::open(
            &request.saved,
            identity.clone(),
            request.length,
            run.progress,
        )?,
    };
    let rows = bench.rows(&sampled, run)?;
    Ok(TruthReport::new(request, identity, sampled.len(), rows))
}

/// Tries every position by every method.
struct Bench<'a> {
    request: &'a TruthRequest,
    judge: Judge,
    journal: Journal<Trial>,
    references: References,
}

/// What a position is worked on with.
struct Tools<'a> {
    assessor: Assessor<'a>,
    meter: &'a Meter<'a>,
}

/// Counts the nodes of a run.
struct Meter<'a> {
    stage: &'a dyn Stage,
    done: AtomicU64,
}

impl Meter<'_> {
    fn add(&self, nodes: u64) {
        let before = self.done.fetch_add(nodes, Ordering::SeqCst);
        self.stage.at((before + nodes) / THOUSAND);
    }
}

/// Progress is shown in thousands of nodes.
const THOUSAND: u64 = 1000;

impl Bench<'_> {
    /// A row per position and total.
    fn rows(&self, sampled: &[Sampled], run: &Run<'_>) -> Result<Vec<Row>, CatalogError> {
        let nodes: u64 = sampled.iter().map(|one| self.nodes(one)).sum();
        let stage = run
            .progress
            .stage("thousand nodes".into(), nodes / THOUSAND);
        let meter = Meter {
            stage: &*stage,
            done: AtomicU64::new(0),
        };
        let rows = each(
            sampled.len(),
            self.request.parallel,
            run,
            |place, cancel| {
                let assessor = Assessor {
                    engine: &self.request.engine,
                    cancel: cancel.clone(),
                };
                let meter = &meter;
                self.position(&sampled[place], &Tools { assessor, meter })
            },
        )?;
        Ok(rows.into_iter().flatten().collect())
    }

    /// Nodes that are still to be searched for a position.
    fn nodes(&self, sampled: &Sampled) -> u64 {
        let known = self.references.knows(&sampled.position);
        let reference = if known { 0 } else { self.request.length.nodes };
        let tries = self.tries();
        let missing = tries.filter(|&(total, method)| self.found(sampled, total, method).is_none());
        reference + missing.map(|(total, _)| total).sum::<u64>()
    }

    fn tries(&self) -> impl Iterator<Item = (u64, &Method)> {
        let methods = &self.request.methods;
        let totals = self.request.totals.iter();
        totals.flat_map(move |&total| methods.iter().map(move |method| (total, method)))
    }

    fn found(&self, sampled: &Sampled, total: u64, method: &Method) -> Option<&Trial> {
        let fen = sampled.position.fen();
        let settings = method.settings();
        let is_it =
            |trial: &Trial| trial.fen == fen && trial.total == total && trial.method == settings;
        self.journal.find(is_it)
    }

    /// The rows of a position: one per total.
    fn position(&self, sampled: &Sampled, tools: &Tools<'_>) -> Result<Vec<Row>, CatalogError> {
        let known = self.references.knows(&sampled.position);
        let reference = self.references.of(&tools.assessor, &sampled.position)?;
        if !known {
            tools.meter.add(self.request.length.nodes);
        }
        let mut rows: Vec<Row> = Vec::new();
        let mut truth = judge::Truth::new(reference);
        for (total, method) in self.tries() {
            let said = self.said(sampled, total, method, tools)?;
            if !truth.knows(&said.played) {
                let value =
                    self.references
                        .value_of(&tools.assessor, &sampled.position, &said.played)?;
                truth.learn(&said.played, value);
            }
            let result = self.judge.result(&sampled.position, &truth, &said);
            if rows.last().is_none_or(|row| row.total != total) {
                rows.push(Row::new(sampled, total, &truth));
            }
            if let Some(row) = rows.last_mut() {
                row.results.insert(method.name.clone(), result);
            }
        }
        Ok(rows)
    }

    /// What a method says: from the journal, else now.
    fn said(
        &self,
        sampled: &Sampled,
        total: u64,
        method: &Method,
        tools: &Tools<'_>,
    ) -> Result<Said, CatalogError> {
        if let Some(trial) = self.found(sampled, total, method) {
            return Ok(trial.said.clone());
        }
        let found = method.assess(&tools.assessor, &sampled.position, total);
        let found = found.map_err(|why| CatalogError::engine(why).hint(ENGINES))?;
        let trial = Trial {
            fen: sampled.position.fen(),
            total,
            method: method.settings(),
            said: Said::new(&sampled.position, &found),
        };
        let saved = self.journal.save(&trial);
        saved.map_err(|error| CatalogError::failed(format!("cannot save a row: {error}")))?;
        tools.meter.add(total);
        Ok(trial.said)
    }
}
