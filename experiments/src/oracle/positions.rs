//! The positions of the experiment: drawn with a seed or read from a file, and judged.

use std::collections::HashSet;
use std::path::Path;

use gametree::rng::Rng;
use gametree::{Force, Forced, Game, Keyed, Stop};
use gametree_arena::opening;
use gametree_catalog::CatalogError;
use gametree_games::PositionError;
use gametree_games::connect4::{Column, Connect4};

use super::cache::Cache;
use super::judge::{Judge, Judgement};
use crate::Run;

/// A position with the moves that keep its value.
pub struct Exam {
    /// The position.
    pub position: Connect4,
    /// The moves that keep win or draw: at least one, not all.
    pub kept: Vec<Column>,
}

/// A position and the moves that led to it.
pub struct Candidate {
    name: String,
    position: Connect4,
}

/// Where positions come from.
pub enum Source {
    /// Drawn with a seed, of a number of plies in a range.
    Drawn {
        /// How many are wanted.
        count: usize,
        /// The plies.
        plies: (u32, u32),
        /// The seed.
        seed: u64,
    },
    /// These, in their order.
    Listed(Vec<Candidate>),
}

/// The most plies after which a game goes on.
const LAST_PLY: u32 = 41;
/// This many draws without a new position end the drawing.
const MOST_FAILURES: usize = 100_000;

/// `12..20` or `16`.
///
/// # Errors
/// It is not a number of plies.
pub fn plies(text: &str) -> Result<(u32, u32), CatalogError> {
    let wrong = || {
        CatalogError::usage(format!("--plies {text} is not a number of plies")).hint(format!(
            "write 16, or 12..20 for 12 to 20; the most is {LAST_PLY}"
        ))
    };
    let number = |text: &str| {
        text.trim()
            .parse()
            .ok()
            .filter(|&n: &u32| n <= LAST_PLY)
            .ok_or_else(wrong)
    };
    let (from, to) = match text.split_once("..") {
        Some((from, to)) => (number(from)?, number(to.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if from > to {
        Err(wrong())
    } else {
        Ok((from, to))
    }
}

/// The positions of a file.
///
/// # Errors
/// It cannot be read, or holds something else.
pub fn read(path: &Path) -> Result<Vec<Candidate>, CatalogError> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        CatalogError::not_found(format!("cannot read the positions of {name}: {error}"))
            .hint("--file takes a text file with one position per line, as in 4453")
    })?;
    let position = |text: &str| {
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    };
    let list = opening::read(&text, position).map_err(|bad| {
        CatalogError::usage(format!("{name}, {bad}"))
            .hint("write the columns in the order of play, as in 4453")
    })?;
    if list.is_empty() {
        return Err(CatalogError::usage(format!("{name} holds no positions"))
            .hint("write one position per line"));
    }
    Ok(list
        .into_iter()
        .map(|opening| Candidate {
            name: opening.name,
            position: opening.position,
        })
        .collect())
}

/// A random position of the range in which nothing is decided or forced at a glance.
fn draw((from, to): (u32, u32), rng: &mut Rng) -> Option<Candidate> {
    let plies = from + rng.below((to - from + 1) as usize) as u32;
    let mut drawn = Candidate {
        name: String::new(),
        position: Connect4::new(),
    };
    for _ in 0..plies {
        let moves: Vec<Column> = drawn.position.moves().collect();
        let m = moves[rng.below(moves.len())];
        drawn.position.play(m);
        drawn.name.push_str(&m.to_string());
        if drawn.position.outcome().is_some() {
            return None;
        }
    }
    (drawn.position.forced() == Force::Free).then_some(drawn)
}

/// The positions on which the choice of a move tells something; `Err(Stop)` inside where the run
/// was stopped first.
///
/// # Errors
/// The cache cannot be written.
pub fn exams(
    source: Source,
    cache: &mut Cache<'_>,
    run: &Run<'_>,
) -> Result<Result<Vec<Exam>, Stop>, CatalogError> {
    let mut judging = Judging {
        cache,
        judge: None,
        run,
    };
    match source {
        Source::Listed(list) => judging.listed(list),
        Source::Drawn { count, plies, seed } => judging.drawn(count, plies, seed),
    }
}

struct Judging<'a, 'c> {
    cache: &'a mut Cache<'c>,
    /// Made when it is first needed.
    judge: Option<Judge>,
    run: &'a Run<'a>,
}

impl Judging<'_, '_> {
    fn listed(&mut self, list: Vec<Candidate>) -> Result<Result<Vec<Exam>, Stop>, CatalogError> {
        let total = list.len();
        let stage = self
            .run
            .progress
            .stage("positions solved".into(), total as u64);
        let mut exams = Vec::new();
        for (number, candidate) in list.into_iter().enumerate() {
            match self.examine(candidate)? {
                Ok(exam) => exams.extend(exam),
                Err(stop) => return Ok(Err(stop)),
            }
            stage.at(number as u64 + 1);
        }
        drop(stage);
        match total - exams.len() {
            0 => {}
            rest => self.run.progress.note(&format!(
                "{rest} of {total} positions are left out: every move keeps their value"
            )),
        }
        Ok(Ok(exams))
    }

    fn drawn(
        &mut self,
        count: usize,
        plies: (u32, u32),
        seed: u64,
    ) -> Result<Result<Vec<Exam>, Stop>, CatalogError> {
        let stage = self
            .run
            .progress
            .stage("positions solved".into(), count as u64);
        let mut rng = Rng::new(seed);
        let mut seen = HashSet::new();
        let mut exams = Vec::new();
        let mut failures = 0;
        while exams.len() < count && failures < MOST_FAILURES {
            let fresh = draw(plies, &mut rng).filter(|drawn| seen.insert(drawn.position.key()));
            let Some(candidate) = fresh else {
                failures += 1;
                continue;
            };
            match self.examine(candidate)? {
                Ok(exam) => exams.extend(exam),
                Err(stop) => return Ok(Err(stop)),
            }
            failures = 0;
            stage.at(exams.len() as u64);
        }
        drop(stage);
        if exams.len() < count {
            let (from, to) = plies;
            self.run.progress.note(&format!(
                "only {} positions of {from} to {to} plies were found",
                exams.len()
            ));
        }
        Ok(Ok(exams))
    }

    /// The exam that a position makes, if it makes one.
    fn examine(
        &mut self,
        candidate: Candidate,
    ) -> Result<Result<Option<Exam>, Stop>, CatalogError> {
        let Candidate { name, position } = candidate;
        let judgement = match self.cache.get(&name) {
            Some(known) => known.clone(),
            None => {
                let stop = &self.run.stop;
                let judge = self.judge.get_or_insert_with(|| Judge::new(stop.clone()));
                match judge.judge(&position) {
                    Ok(judgement) => {
                        self.cache.put(&name, judgement.clone())?;
                        judgement
                    }
                    Err(stop) => return Ok(Err(stop)),
                }
            }
        };
        Ok(Ok(match judgement {
            Judgement::Indifferent => None,
            Judgement::Telling(kept) => Some(Exam { position, kept }),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_read() {
        assert_eq!(plies("16").unwrap(), (16, 16));
        assert_eq!(plies("12..20").unwrap(), (12, 20));
        assert_eq!(plies("12..=20").unwrap(), (12, 20));
        for text in ["", "x", "20..12", "12..", "0..42", "-1"] {
            assert!(
                plies(text).unwrap_err().hint.unwrap().contains("12..20"),
                "{text}"
            );
        }
    }

    /// The same seed draws the same, fewer are the beginning of more, and every one tells
    /// something.
    #[test]
    fn drawn_positions_repeat_and_tell() {
        let some = |count, seed| {
            let source = Source::Drawn {
                count,
                plies: (24, 28),
                seed,
            };
            let run = Run {
                progress: &(),
                stop: Default::default(),
            };
            exams(source, &mut Cache::none(&()), &run).unwrap().unwrap()
        };
        let (ten, three, other) = (some(10, 1), some(3, 1), some(3, 2));
        let keys = |list: &[Exam]| {
            list.iter()
                .map(|exam| exam.position.key())
                .collect::<Vec<_>>()
        };
        assert_eq!(keys(&ten)[..3], keys(&three));
        assert_ne!(keys(&three), keys(&other));
        for exam in &ten {
            assert!(
                (24..=28).contains(&exam.position.ply()) && exam.position.forced() == Force::Free
            );
            let moves = exam.position.moves().count();
            assert!(!exam.kept.is_empty() && exam.kept.len() < moves);
        }
    }
}
