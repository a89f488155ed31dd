//! `gametree experiment suite`: positions with known best moves; the plain engine against the
//! atlas, with the same number of nodes in all, or in the same time.

mod methods;
mod node_budget;
mod rows;

use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use gametree_chess::epd::{Epd, EpdReader};
use gametree_project::ProjectError;

use methods::{Bench, Method};
use rows::{Journal, Row};

use super::args::SuiteArgs;
use crate::error::{CliError, Code};
use crate::interrupt;
use crate::output::{self, Meter};

/// Runs the command.
pub fn run(args: &SuiteArgs) -> anyhow::Result<Code> {
    let bench = Bench::new(args)?;
    let records = read(&args.file)?;
    let journal = Journal::open(args.out.as_deref(), &bench.setup(&args.file))?;
    let all = work(args, &bench, &records, &journal)?;
    let stopped = interrupt::raised();
    rows::tell(args, &bench, &all)?;
    if stopped {
        let again = if args.out.is_some() {
            "the same command goes on"
        } else {
            "--out FILE lets a run go on"
        };
        output::hint(&format!(
            "stopped after {} of {} positions; {again}",
            all.len(),
            records.len()
        ));
    }
    Ok(if stopped {
        Code::Interrupted
    } else {
        Code::Done
    })
}

/// The records that can be used; the others are told with line and reason.
fn read(path: &Path) -> Result<Vec<Epd>, CliError> {
    let shown = path.display();
    let file =
        File::open(path).map_err(|error| CliError::not_found(format!("{shown}: {error}")))?;
    let mut records = Vec::new();
    for record in EpdReader::new(BufReader::new(file)) {
        match record {
            Ok(record) if record.best_moves().is_empty() && record.avoid_moves().is_empty() => {
                output::hint(&format!(
                    "{shown}: {} names neither best moves nor bad ones: left out",
                    name(&record)
                ));
            }
            Ok(record) => records.push(record),
            Err(error) => output::hint(&format!("{shown}: {error}: left out")),
        }
    }
    if records.is_empty() {
        let what = format!("{shown} holds no position with a best move");
        return Err(CliError::usage(what).hint("records look like: FEN bm Nf3; id \"name\";"));
    }
    Ok(records)
}

fn name(record: &Epd) -> String {
    record
        .id()
        .map_or_else(|| "a record".into(), str::to_string)
}

/// Every record by every method, some at a time; in the file's order.
fn work(
    args: &SuiteArgs,
    bench: &Bench,
    records: &[Epd],
    journal: &Journal,
) -> anyhow::Result<Vec<Row>> {
    let meter = Meter::new("positions".into(), records.len() as u64);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Row)>> = Mutex::new(Vec::new());
    let trouble: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.parallel.max(1) {
            scope.spawn(|| {
                while !interrupt::raised() && trouble.lock().is_ok_and(|trouble| trouble.is_none())
                {
                    let place = next.fetch_add(1, Ordering::SeqCst);
                    let Some(record) = records.get(place) else {
                        break;
                    };
                    match one(bench, record, place, journal) {
                        Ok(row) => {
                            let mut done = done.lock().unwrap_or_else(|poison| poison.into_inner());
                            done.push((place, row));
                            meter.at(done.len() as u64);
                        }
                        Err(error) => {
                            *trouble.lock().unwrap_or_else(|poison| poison.into_inner()) =
                                Some(error);
                        }
                    }
                }
            });
        }
    });
    if let Some(error) = trouble
        .into_inner()
        .unwrap_or_else(|poison| poison.into_inner())
    {
        return Err(error);
    }
    let mut done = done
        .into_inner()
        .unwrap_or_else(|poison| poison.into_inner());
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, row)| row).collect())
}

/// One record by every method, or what the journal has of it.
fn one(bench: &Bench, record: &Epd, place: usize, journal: &Journal) -> anyhow::Result<Row> {
    if let Some(row) = journal.row(place) {
        return Ok(row.clone());
    }
    let mut row = Row::new(record, place);
    for method in bench.methods() {
        let tried = bench
            .try_one(method, record)
            .map_err(ProjectError::engine)?;
        row.results.insert(method.word().to_string(), tried);
        if method == Method::Easy && row.solved(Method::Easy) {
            break;
        }
    }
    journal.keep(&row)?;
    Ok(row)
}
