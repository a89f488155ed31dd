//! Computes the book of Connect-Four: score and best moves of all positions of PLIES plies.
//!
//! `connect4_book PLIES JOURNAL` solves position after position and appends a line for each to the
//! journal: its number in the layout, its score, its best columns. Stopped at any time, it goes on
//! where the journal ends; journals of several runs can be joined.

use std::collections::HashSet;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::time::Instant;

use gametree::{Budget, Limits};
use gametree_games::connect4::layout::{Layout, positions};
use gametree_games::connect4::{Connect4, Solver};

/// Bytes of the solver's table: positions side by side share most of what is below them.
const TABLE: usize = 2 << 30;
/// After this many positions the progress is told.
const TOLD_AFTER: usize = 20;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [plies, journal] = args.as_slice() else {
        return Err("connect4_book PLIES JOURNAL".into());
    };
    let layout = Layout::new(plies.parse()?);
    let done = read(journal).unwrap_or_default();
    let mut open = positions(layout.plies());
    let total = open.len();
    open.retain(|position| !done.contains(&layout.index(position).number));
    let mut out = OpenOptions::new().create(true).append(true).open(journal)?;
    // The last line of a killed run may be torn.
    writeln!(out)?;
    solve_all(&open, total, &layout, &mut out)
}

/// The numbers of the positions that the journal holds.
fn read(journal: &str) -> Result<HashSet<usize>, Box<dyn Error>> {
    let mut numbers = HashSet::new();
    for line in BufReader::new(File::open(journal)?).lines() {
        let line = line?;
        if let [number, _, _, "."] = line.split(' ').collect::<Vec<_>>()[..] {
            numbers.insert(number.parse()?);
        }
    }
    Ok(numbers)
}

fn solve_all(
    open: &[Connect4],
    total: usize,
    layout: &Layout,
    out: &mut File,
) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut solver = Solver::new(TABLE);
    for (done, position) in open.iter().enumerate() {
        let mut budget = Budget::new(&Limits::none());
        let best = match solver.best(position, &mut budget) {
            Ok(best) => best,
            Err(stop) => return Err(format!("stopped without a limit: {stop:?}").into()),
        };
        let index = layout.index(position);
        let columns: String = best
            .moves
            .iter()
            .map(|m| if index.mirrored { 7 - m.0 } else { m.0 + 1 }.to_string())
            .collect();
        writeln!(out, "{} {} {columns} .", index.number, best.score)?;
        if done % TOLD_AFTER == 0 {
            let left = open.len() - done - 1;
            let seconds = start.elapsed().as_secs_f64() / (done + 1) as f64;
            eprintln!(
                "{} of {total}, {seconds:.3} s each, {:.0} min to go",
                total - left,
                seconds * left as f64 / 60.0
            );
        }
    }
    Ok(())
}
