//! Which share of its moves keeps win or draw, by search and by limit, on solved positions of
//! Connect-Four.

mod budget;
mod cache;
mod judge;
mod positions;
mod render;
mod report;

use gametree::Limits;
use gametree_arena::{Clock, Failure};
use gametree_catalog::payoff::BoxedContender;
use gametree_catalog::{AnyGame, CatalogError, Conditions};
use gametree_games::connect4::Connect4;

use crate::Run;
pub use crate::saved::Saved;
use crate::saved::usual_path;
pub use budget::Budget;
use cache::Cache;
use positions::Exam;
pub use positions::{Candidate, Source, plies, read};
pub use render::NOTE;
use report::Marks;
pub use report::{OracleReport, Row};

/// The game that has an exact solver.
const GAME: &str = "connect4";
/// The searches where none are given.
const SEARCHES: [&str; 3] = ["minmax", "pvs", "mcts"];

/// What is to be measured.
pub struct OracleRequest {
    /// The searches; the usual ones where there are none.
    pub searches: Vec<String>,
    /// What each may spend on a position.
    pub budgets: Vec<Budget>,
    /// Where the positions come from.
    pub source: Source,
    /// The same in words.
    pub source_words: String,
    /// Where solved positions are saved.
    pub saved: Saved,
    /// The seed of the searches.
    pub seed: u64,
}

/// Measures; a run that is stopped gives what was measured.
///
/// # Errors
/// A search, a file or the positions are wrong.
pub fn run(request: OracleRequest, run: &Run<'_>) -> Result<OracleReport, CatalogError> {
    let mut names = request.searches;
    if names.is_empty() {
        names = SEARCHES.map(String::from).to_vec();
    }
    let game = gametree_catalog::open(GAME, &[])?;
    let examiner = Examiner {
        game: &game,
        seed: request.seed,
        run,
    };
    for name in &names {
        examiner.contender(name, request.budgets[0])?;
    }
    let exams = exams(request.source, &request.saved, run)?;
    let asked = exams.as_deref().unwrap_or(&[]);
    let rows = examiner.rows(&names, &request.budgets, asked)?;
    Ok(OracleReport {
        schema: "gametree.experiment.oracle/1",
        game: GAME,
        source: request.source_words,
        positions: asked.len(),
        seed: request.seed,
        complete: exams.is_some() && rows.len() == names.len() * request.budgets.len(),
        rows,
    })
}

/// The positions, solved; none where the run was stopped first. What was solved is saved in any
/// case.
fn exams(source: Source, saved: &Saved, run: &Run<'_>) -> Result<Option<Vec<Exam>>, CatalogError> {
    let mut cache = match saved {
        Saved::Not => Cache::none(run.progress),
        Saved::File(path) => Cache::open(path.clone(), run.progress)?,
        Saved::Usual => match usual_path(cache::FILE) {
            Some(path) => Cache::optional(path, run.progress),
            None => Cache::none(run.progress),
        },
    };
    let exams = positions::exams(source, &mut cache, run)?;
    cache.save()?;
    match exams {
        Ok(exams) if exams.is_empty() => Err(CatalogError::failed(
            "there is no position on which a move can go wrong",
        )
        .hint("try other --plies, as in --plies 12..20, or another --file")),
        Ok(exams) => Ok(Some(exams)),
        Err(_) => Ok(None),
    }
}

/// Lets searches choose moves on the positions.
struct Examiner<'a> {
    game: &'a AnyGame,
    seed: u64,
    run: &'a Run<'a>,
}

impl Examiner<'_> {
    /// Limit by limit, search by search, until all is done or the run is stopped.
    fn rows(
        &self,
        names: &[String],
        budgets: &[Budget],
        exams: &[Exam],
    ) -> Result<Vec<Row>, CatalogError> {
        let mut rows = Vec::new();
        for &budget in budgets {
            let mut first: Option<Marks> = None;
            for name in names {
                let Some(marks) = self.examine(name, budget, exams)? else {
                    return Ok(rows);
                };
                rows.push(Row::new(name, budget, &marks, first.as_ref()));
                first.get_or_insert(marks);
            }
        }
        Ok(rows)
    }

    fn limits(&self, budget: Budget) -> Limits {
        budget.limits().and_stop(self.run.stop.clone())
    }

    /// The search of a name as a contender, its time measured by the processor.
    fn contender(&self, name: &str, budget: Budget) -> Result<BoxedContender, CatalogError> {
        let on = Conditions {
            seed: self.seed,
            limits: self.limits(budget),
        };
        self.game.contender(name, &on, Clock::Cpu)
    }

    /// What a search does on all positions; none where the run was stopped first.
    fn examine(
        &self,
        name: &str,
        budget: Budget,
        exams: &[Exam],
    ) -> Result<Option<Marks>, CatalogError> {
        let start = self.game.start();
        let mut contender = self.contender(name, budget)?;
        let limits = self.limits(budget);
        let label = format!("positions, {name}, {}", budget.words());
        let stage = self.run.progress.stage(label, exams.len() as u64);
        let mut marks = Marks::default();
        for (number, exam) in exams.iter().enumerate() {
            contender.new_game(self.seed.wrapping_add(number as u64));
            let position = start
                .with_position(exam.position)
                .ok_or_else(|| CatalogError::failed("the oracle is for connect4"))?;
            let choice = match contender.choose(&position, &limits) {
                Ok(choice) => choice,
                Err(Failure::Stopped) => return Ok(None),
                Err(failure) => {
                    return Err(CatalogError::failed(format!("{name}: {failure}")));
                }
            };
            marks
                .kept
                .push(exam.kept.contains(&choice.play.typed::<Connect4>()));
            marks.calls += choice.counts.moves;
            marks.seconds += choice.time.as_secs_f64();
            stage.at(number as u64 + 1);
        }
        Ok(Some(marks).filter(|marks| !marks.kept.is_empty()))
    }
}
