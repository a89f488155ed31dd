//! Computes the opening book of Connect-Four: score and best moves of all positions of PLIES plies.
//!
//! ```text
//! connect4_book solve PLIES JOURNAL [PART PARTS]   solves what the journal does not hold yet
//! connect4_book write PLIES BOOK JOURNAL...        makes the file of the book
//! ```
//!
//! `solve` appends a line to the journal for each position that neither it nor the committed book
//! holds: its number in the layout, its score, its best columns. Stopped at any time, it goes on
//! where it was. With PART PARTS it solves only this part of the positions, counted from 1: several
//! can run side by side, with a journal each. `write` joins the committed book and the journals, and
//! says how much there is.
//!
//! The committed book: `connect4_book solve 8 j1 1 2` and `connect4_book solve 8 j2 2 2`, then
//! `connect4_book write 8 games/src/connect4/opening.book j1 j2`. That takes hours of one core.
//! Large pages help where the C library offers them
//! (`GLIBC_TUNABLES=glibc.malloc.hugetlb=1`).

use std::collections::HashMap;
use std::error::Error;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::time::Instant;

use gametree::{Budget, Limits};
use gametree_games::connect4::book::{Book, Entry};
use gametree_games::connect4::layout::{Layout, positions};
use gametree_games::connect4::{Best, Connect4, Solver};

/// Bytes of the solver's table: positions side by side share most of what is below them.
const TABLE: usize = 2 << 30;
/// How wide the bar is.
const BAR: usize = 40;

/// Entries by their numbers in the layout.
type Entries = HashMap<usize, Entry>;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["solve", plies, journal] => solve(plies.parse()?, journal, 0..1),
        ["solve", plies, journal, part, parts] => {
            let part: usize = part.parse()?;
            solve(plies.parse()?, journal, part - 1..parts.parse()?)
        }
        ["write", plies, book, ref journals @ ..] => write(plies.parse()?, book, journals),
        _ => Err(
            "connect4_book solve PLIES JOURNAL [PART PARTS] | write PLIES BOOK JOURNAL...".into(),
        ),
    }
}

/// Solves the part `part.start` of `part.end`.
fn solve(plies: u32, journal: &str, part: std::ops::Range<usize>) -> Result<(), Box<dyn Error>> {
    let layout = Layout::new(plies);
    let mut done = committed(&layout);
    done.extend(read(journal)?);
    let all = positions(plies);
    let size = all.len().div_ceil(part.end);
    let mine: Vec<Connect4> = all.into_iter().skip(part.start * size).take(size).collect();
    let is_open = |position: &&Connect4| !done.contains_key(&layout.index(position).number);
    let open: Vec<&Connect4> = mine.iter().filter(is_open).collect();
    let mut out = OpenOptions::new().create(true).append(true).open(journal)?;
    // The last line of a killed run may be torn.
    writeln!(out)?;
    let mut solver = Solver::new(TABLE);
    let start = Instant::now();
    for (solved, &position) in open.iter().enumerate() {
        let best = solver
            .best(position, &mut Budget::new(&Limits::none()))
            .map_err(|stop| format!("stopped without a limit: {stop:?}"))?;
        append(&mut out, &layout, position, &best)?;
        let seconds = start.elapsed().as_secs_f64() / (solved + 1) as f64;
        let left = open.len() - solved - 1;
        show(mine.len() - left, mine.len(), seconds * left as f64);
    }
    eprintln!();
    Ok(())
}

/// A line of the journal ends in a point: a torn one is told by that.
fn append(
    out: &mut File,
    layout: &Layout,
    position: &Connect4,
    best: &Best,
) -> Result<(), Box<dyn Error>> {
    let index = layout.index(position);
    let columns: String = best
        .moves
        .iter()
        .map(|m| if index.mirrored { 7 - m.0 } else { m.0 + 1 }.to_string())
        .collect();
    writeln!(out, "{} {} {columns} .", index.number, best.score)?;
    Ok(())
}

fn show(done: usize, total: usize, seconds_left: f64) {
    let full = BAR * done / total;
    eprint!(
        "\r[{}{}] {done} of {total}, {:.0} min to go ",
        "#".repeat(full),
        " ".repeat(BAR - full),
        seconds_left / 60.0
    );
}

/// What the committed book holds, if it is of these plies.
fn committed(layout: &Layout) -> Entries {
    let book = Book::opening();
    if book.plies() != layout.plies() {
        return Entries::new();
    }
    let entry = |position: &Connect4| {
        let entry = book.get(position)?;
        let index = layout.index(position);
        let entry = if index.mirrored {
            entry.mirrored()
        } else {
            entry
        };
        Some((index.number, entry))
    };
    positions(book.plies()).iter().filter_map(entry).collect()
}

/// What a journal holds; one that does not exist yet holds nothing.
fn read(journal: &str) -> Result<Entries, Box<dyn Error>> {
    let text = match fs::read_to_string(journal) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Entries::new()),
        text => text?,
    };
    let mut entries = Entries::new();
    for line in text.lines() {
        if let [number, score, columns, "."] = line.split(' ').collect::<Vec<_>>()[..] {
            let columns = columns
                .bytes()
                .fold(0, |set, digit| set | 1 << (digit - b'1'));
            let score = score.parse()?;
            entries.insert(number.parse()?, Entry { score, columns });
        }
    }
    Ok(entries)
}

fn write(plies: u32, file: &str, journals: &[&str]) -> Result<(), Box<dyn Error>> {
    let layout = Layout::new(plies);
    let mut entries = committed(&layout);
    for journal in journals {
        entries.extend(read(journal)?);
    }
    let all = positions(plies);
    let is_open = |position: &&Connect4| !entries.contains_key(&layout.index(position).number);
    let missing = all.iter().filter(is_open).count();
    let book = Book::new(layout, entries);
    fs::write(file, book.bytes())?;
    println!(
        "{file}: {} of {} positions, {} bytes",
        all.len() - missing,
        all.len(),
        book.bytes().len()
    );
    Ok(())
}
