//! n queens (Bezzel 1848): n queens on n × n squares, none of which attacks another; for local
//! search ([`gametree::local`]).
//!
//! ```text
//!  4  . . Q .      one queen in every column, always; a move puts a queen into another row of its column.
//!  3  Q . . .      cost: the pairs of queens in one row or on one diagonal, 0 here
//!  2  . . . Q      n (n − 1) neighbours: 12 here, 56 with eight queens
//!  1  . Q . .
//!     a b c d
//! ```
//!
//! Invariant: a [`Placement`] knows of every row and diagonal how many queens stand there and,
//! where it is one, which; so the cost of a move, and the list of the queens that are attacked,
//! take the same few looks whatever n is. Memory: about 50 bytes per queen.
//!
//! ```
//! use gametree::{Limits, local::{MinConflicts, Restarts}};
//! use gametree_games::queens::{Queens, is_solution};
//! let queens = Queens::new(1000).unwrap();
//! let report = Restarts::until_solved(MinConflicts::new(10_000), 1).search(&queens, &Limits::none());
//! assert!(report.solved && is_solution(report.state.rows()));
//! ```

use std::fmt;

use gametree::local::{Problem, Repairable};
use gametree::rng::Rng;

use crate::PositionError;
use crate::coordinates;

/// The problem of n queens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Queens {
    n: u32,
}

impl Queens {
    /// The most queens.
    pub const MOST: u32 = 20_000_000;

    /// This many queens, at least one.
    pub fn new(n: u32) -> Result<Queens, PositionError> {
        match n {
            0 => Err(PositionError(
                "there must be a queen; write 1 or more".into(),
            )),
            n if n > Queens::MOST => Err(PositionError(format!(
                "{n} queens are too many; at most {}",
                Queens::MOST
            ))),
            n => Ok(Queens { n }),
        }
    }

    /// How many queens.
    #[must_use]
    pub fn count(&self) -> u32 {
        self.n
    }

    /// Whether there is a solution: for every n but 2 and 3 (Pauls 1874).
    #[must_use]
    pub fn is_solvable(&self) -> bool {
        !matches!(self.n, 2 | 3)
    }
}

/// A queen in every column.
#[derive(Clone, Debug)]
pub struct Placement {
    /// The row of the queen of each column, counted from 0.
    queens: Vec<u32>,
    rows: Vec<Line>,
    rising: Vec<Line>,
    falling: Vec<Line>,
    /// The pairs that attack each other.
    pairs: u64,
    attacked: Attacked,
}

/// A row or a diagonal.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// How many queens stand on it.
    count: u32,
    /// Their columns, added without carry: the column itself where there is one.
    columns: u32,
}

/// The columns whose queens are attacked.
#[derive(Clone, Debug)]
struct Attacked {
    list: Vec<u32>,
    /// Where each column stands in the list, if it does.
    places: Vec<u32>,
    /// On how many of her three lines a queen is attacked.
    lines: Vec<u8>,
}

impl Attacked {
    fn none(n: usize) -> Attacked {
        Attacked {
            list: Vec::new(),
            places: vec![0; n],
            lines: vec![0; n],
        }
    }

    #[inline]
    fn add(&mut self, column: u32) {
        let at = column as usize;
        self.lines[at] += 1;
        if self.lines[at] == 1 {
            self.places[at] = self.list.len() as u32;
            self.list.push(column);
        }
    }

    #[inline]
    fn remove(&mut self, column: u32) {
        let at = column as usize;
        self.lines[at] -= 1;
        if self.lines[at] == 0 {
            let place = self.places[at] as usize;
            self.list.swap_remove(place);
            if let Some(&moved) = self.list.get(place) {
                self.places[moved as usize] = place as u32;
            }
        }
    }
}

/// The same queens on the same squares.
impl PartialEq for Placement {
    fn eq(&self, other: &Placement) -> bool {
        self.queens == other.queens
    }
}

impl Eq for Placement {}

/// A queen goes to another row of her column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shift {
    /// The column, counted from 0.
    pub column: u32,
    /// The row that she goes to, counted from 0.
    pub row: u32,
}

impl Placement {
    /// The board without queens, to be filled column by column.
    fn empty(n: usize) -> Placement {
        let diagonals = 2 * n - 1;
        Placement {
            queens: Vec::with_capacity(n),
            rows: vec![Line::default(); n],
            rising: vec![Line::default(); diagonals],
            falling: vec![Line::default(); diagonals],
            pairs: 0,
            attacked: Attacked::none(n),
        }
    }

    /// Queens in these rows, counted from 0, one for each column.
    pub fn of_rows(rows: &[u32]) -> Result<Placement, PositionError> {
        let n = rows.len();
        u32::try_from(n)
            .map_err(|_| PositionError("too many queens".into()))
            .and_then(Queens::new)?;
        if let Some(row) = rows.iter().find(|&&row| row as usize >= n) {
            return Err(PositionError(format!(
                "row {row} is not one of 0 to {}",
                n - 1
            )));
        }
        let mut placement = Placement::empty(n);
        rows.iter().for_each(|&row| placement.add(row));
        Ok(placement)
    }

    /// The row of the queen of each column, counted from 0.
    #[must_use]
    pub fn rows(&self) -> &[u32] {
        &self.queens
    }

    /// The pairs of queens that attack each other (also with others between them).
    #[must_use]
    pub fn conflicts(&self) -> u64 {
        self.pairs
    }

    /// The columns of the queens that are attacked, in no order.
    #[must_use]
    pub fn attacked(&self) -> &[u32] {
        &self.attacked.list
    }

    /// The row and the diagonals through a square.
    #[inline]
    fn lines(&mut self, column: u32, row: u32) -> [&mut Line; 3] {
        let (column, row, last) = (column as usize, row as usize, self.rows.len() - 1);
        [
            &mut self.rows[row],
            &mut self.rising[column + last - row],
            &mut self.falling[column + row],
        ]
    }

    /// The queens that stand in line with a square, one on it counted three times.
    #[inline]
    fn in_line(&self, column: u32, row: u32) -> u32 {
        let (column, row, last) = (column as usize, row as usize, self.rows.len() - 1);
        self.rows[row].count
            + self.rising[column + last - row].count
            + self.falling[column + row].count
    }

    /// A queen in the next column.
    fn add(&mut self, row: u32) {
        let column = self.queens.len() as u32;
        self.queens.push(row);
        self.put(column, row);
    }

    #[inline]
    fn put(&mut self, column: u32, row: u32) {
        for kind in 0..3 {
            let line = &mut self.lines(column, row)[kind];
            let before = **line;
            (line.count, line.columns) = (before.count + 1, before.columns ^ column);
            self.pairs += u64::from(before.count);
            if before.count == 1 {
                self.attacked.add(before.columns);
            }
            if before.count > 0 {
                self.attacked.add(column);
            }
        }
    }

    #[inline]
    fn take(&mut self, column: u32, row: u32) {
        for kind in 0..3 {
            let line = &mut self.lines(column, row)[kind];
            (line.count, line.columns) = (line.count - 1, line.columns ^ column);
            let after = **line;
            self.pairs -= u64::from(after.count);
            if after.count == 1 {
                self.attacked.remove(after.columns);
            }
            if after.count > 0 {
                self.attacked.remove(column);
            }
        }
    }
}

impl Problem for Queens {
    type State = Placement;
    type Move = Shift;

    /// Every queen in a random row of her column.
    fn random(&self, rng: &mut Rng) -> Placement {
        let n = self.n as usize;
        let mut placement = Placement::empty(n);
        (0..n).for_each(|_| placement.add(rng.below(n) as u32));
        placement
    }

    #[inline]
    fn cost(&self, state: &Placement) -> u64 {
        state.pairs
    }

    fn moves(&self, state: &Placement) -> impl Iterator<Item = Shift> {
        (0..self.n).flat_map(|column| self.repairs(state, column))
    }

    #[inline]
    fn delta(&self, state: &Placement, m: Shift) -> i64 {
        let before = state.in_line(m.column, state.queens[m.column as usize]) - 3;
        i64::from(state.in_line(m.column, m.row)) - i64::from(before)
    }

    #[inline]
    fn apply(&self, state: &mut Placement, m: Shift) {
        state.take(m.column, state.queens[m.column as usize]);
        state.queens[m.column as usize] = m.row;
        state.put(m.column, m.row);
    }

    fn draw(&self, state: &Placement, rng: &mut Rng) -> Option<Shift> {
        if self.n < 2 {
            return None;
        }
        let column = rng.below(self.n as usize) as u32;
        let row = rng.below(self.n as usize - 1) as u32;
        // The rows but her own: those above it are one further.
        let row = row + u32::from(row >= state.queens[column as usize]);
        Some(Shift { column, row })
    }
}

/// This many free rows are tried for a queen of the greedy start.
const TRIES: usize = 100;

impl Repairable for Queens {
    /// A column.
    type Variable = u32;

    /// Each as likely.
    fn culprit(&self, state: &Placement, rng: &mut Rng) -> Option<u32> {
        let list = state.attacked();
        (!list.is_empty()).then(|| list[rng.below(list.len())])
    }

    #[inline]
    fn repairs(&self, state: &Placement, column: u32) -> impl Iterator<Item = Shift> {
        let own = state.queens[column as usize];
        (0..self.n)
            .filter(move |&row| row != own)
            .map(move |row| Shift { column, row })
    }

    /// Column by column into a row that is still free, the first found that no diagonal attacks, or
    /// else the least attacked of those tried: O(n), and few are attacked in the end (after Sosič
    /// and Gu 1991).
    fn greedy(&self, rng: &mut Rng) -> Placement {
        let mut free: Vec<u32> = (0..self.n).collect();
        let mut placement = Placement::empty(self.n as usize);
        for column in 0..self.n {
            let at = least_attacked(&placement, column, &free, rng);
            placement.add(free.swap_remove(at));
        }
        placement
    }
}

/// Which of the free rows, as far as they are tried, is attacked least.
fn least_attacked(placement: &Placement, column: u32, free: &[u32], rng: &mut Rng) -> usize {
    let (mut best, mut least) = (0, u32::MAX);
    for _ in 0..TRIES {
        let at = rng.below(free.len());
        let attacks = placement.in_line(column, free[at]);
        if attacks < least {
            (best, least) = (at, attacks);
        }
        if least == 0 {
            break;
        }
    }
    best
}

/// Whether queens in these rows, one for each column, do not attack each other. Checked from the
/// rows alone, without anything that the search counts.
#[must_use]
pub fn is_solution(rows: &[u32]) -> bool {
    let n = rows.len();
    let mut taken = [vec![false; n], vec![false; 2 * n], vec![false; 2 * n]];
    n > 0
        && (0..n).zip(rows).all(|(column, &row)| {
            let row = row as usize;
            let lines = [row, column + row, column + n - row.min(n)];
            row < n && (0..3).all(|kind| !std::mem::replace(&mut taken[kind][lines[kind]], true))
        })
}

/// The board from the top row down with its coordinates; of a larger one only how many queens
/// attack each other.
impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const WIDEST: usize = 40;
        let n = self.queens.len();
        if n > WIDEST {
            return writeln!(f, "{n} queens, {} pairs attack each other", self.pairs);
        }
        let names: Vec<String> = (0..n).map(coordinates::column).collect();
        for row in (0..n as u32).rev() {
            write!(f, "{:>3} ", row + 1)?;
            for (name, &queen) in names.iter().zip(&self.queens) {
                write!(
                    f,
                    " {:>1$}",
                    if queen == row { "Q" } else { "." },
                    name.len()
                )?;
            }
            writeln!(f)?;
        }
        writeln!(f, "     {}", names.join(" "))
    }
}
