//! The positions of the experiment: drawn with a seed or read from a file, and judged.

use std::collections::HashSet;
use std::path::Path;

use gametree::rng::Rng;
use gametree::{Force, Forced, Game, Keyed, Stop};
use gametree_arena::opening;
use gametree_games::PositionError;
use gametree_games::connect4::{Column, Connect4};

use super::cache::Cache;
use super::judge::{Judge, Judgement};
use crate::error::CliError;
use crate::output::{self, Meter};

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
    /// So many, of a number of plies in a range, drawn with a seed.
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
/// So many draws in vain end the search for more.
const PATIENCE: usize = 100_000;

/// `12..20` or `16`.
pub fn plies(text: &str) -> Result<(u32, u32), CliError> {
    let wrong = || {
        CliError::usage(format!("--plies {text} is not a number of plies")).hint(format!(
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
pub fn read(path: &Path) -> Result<Vec<Candidate>, CliError> {
    let name = path.display();
    let text = std::fs::read_to_string(path).map_err(|error| {
        CliError::not_found(format!("cannot read the positions of {name}: {error}"))
            .hint("--file takes a text file, a position a line, as in 4453")
    })?;
    let position = |text: &str| {
        text.parse()
            .map_err(|error: PositionError| error.to_string())
    };
    let list = opening::read(&text, position).map_err(|bad| {
        CliError::usage(format!("{name}, {bad}"))
            .hint("write the columns in the order of play, as in 4453")
    })?;
    if list.is_empty() {
        return Err(
            CliError::usage(format!("{name} holds no positions")).hint("write a position a line")
        );
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

/// The positions on which the choice of a move tells something; `Err(Stop)` inside where Ctrl-C
/// came first.
pub fn exams(source: Source, cache: &mut Cache) -> Result<Result<Vec<Exam>, Stop>, CliError> {
    let mut judging = Judging { cache, judge: None };
    match source {
        Source::Listed(list) => judging.listed(list),
        Source::Drawn { count, plies, seed } => judging.drawn(count, plies, seed),
    }
}

struct Judging<'a> {
    cache: &'a mut Cache,
    /// Made when it is first needed.
    judge: Option<Judge>,
}

impl Judging<'_> {
    fn listed(&mut self, list: Vec<Candidate>) -> Result<Result<Vec<Exam>, Stop>, CliError> {
        let meter = Meter::new("positions solved".into(), list.len() as u64);
        let (mut exams, total) = (Vec::new(), list.len());
        for (number, candidate) in list.into_iter().enumerate() {
            match self.examine(candidate)? {
                Ok(exam) => exams.extend(exam),
                Err(stop) => return Ok(Err(stop)),
            }
            meter.at(number as u64 + 1);
        }
        drop(meter);
        match total - exams.len() {
            0 => {}
            rest => output::hint(&format!(
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
    ) -> Result<Result<Vec<Exam>, Stop>, CliError> {
        let meter = Meter::new("positions solved".into(), count as u64);
        let (mut rng, mut seen, mut exams, mut failures) =
            (Rng::new(seed), HashSet::new(), Vec::new(), 0);
        while exams.len() < count && failures < PATIENCE {
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
            meter.at(exams.len() as u64);
        }
        drop(meter);
        if exams.len() < count {
            let (found, (from, to)) = (exams.len(), plies);
            output::hint(&format!(
                "only {found} positions of {from} to {to} plies were found"
            ));
        }
        Ok(Ok(exams))
    }

    /// The exam that a position makes, if it makes one.
    fn examine(&mut self, candidate: Candidate) -> Result<Result<Option<Exam>, Stop>, CliError> {
        let Candidate { name, position } = candidate;
        let judgement = match self.cache.get(&name) {
            Some(known) => known.clone(),
            None => match self.judge.get_or_insert_with(Judge::new).judge(&position) {
                Ok(judgement) => {
                    self.cache.put(&name, judgement.clone())?;
                    judgement
                }
                Err(stop) => return Ok(Err(stop)),
            },
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
            exams(source, &mut Cache::none()).unwrap().unwrap()
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
