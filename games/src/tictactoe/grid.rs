//! Boards of squares in rows, columns and levels, and the straight lines on them.

use std::fmt;

use crate::coordinates::column;

/// Squares in rows, columns and levels; square `(level · rows + row) · columns + column`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Rows of a level, from the top.
    pub rows: usize,
    /// Columns of a level, from the left.
    pub columns: usize,
    /// Levels, 1 for a flat board.
    pub levels: usize,
}

impl Grid {
    /// `b3`: second column, third row; `b3.2` on the second of several levels.
    pub(super) fn name(self, square: usize) -> String {
        let (level, row) = (
            square / self.columns / self.rows,
            square / self.columns % self.rows,
        );
        let flat = format!("{}{}", column(square % self.columns), row + 1);
        if self.levels == 1 {
            flat
        } else {
            format!("{flat}.{}", level + 1)
        }
    }

    /// A level as text, its columns and rows named.
    pub(crate) fn write_level(
        self,
        f: &mut fmt::Formatter<'_>,
        level: usize,
        mark: impl Fn(usize) -> char,
    ) -> fmt::Result {
        let widths: Vec<usize> = (0..self.columns).map(|c| column(c).len()).collect();
        write!(f, "   ")?;
        for (c, &width) in widths.iter().enumerate() {
            write!(f, " {:>width$}", column(c))?;
        }
        writeln!(f)?;
        for row in 0..self.rows {
            write!(f, "{:>3}", row + 1)?;
            for (c, &width) in widths.iter().enumerate() {
                write!(
                    f,
                    " {:>width$}",
                    mark((level * self.rows + row) * self.columns + c)
                )?;
            }
            writeln!(f)?;
        }
        Ok(())
    }

    /// All straight lines of `k` squares, each once.
    pub(super) fn lines(self, k: usize) -> Vec<Vec<usize>> {
        let mut lines = Vec::new();
        let sides = [self.levels, self.rows, self.columns];
        for start in 0..sides.iter().product::<usize>() {
            let place = [
                start / self.columns / self.rows,
                start / self.columns % self.rows,
                start % self.columns,
            ];
            for direction in directions() {
                lines.extend(line(sides, place, direction, k));
            }
        }
        // One square is the same line in every direction.
        lines.dedup();
        lines
    }
}

/// The 13 directions of space, one of each opposite pair, as steps of (level, row, column).
fn directions() -> impl Iterator<Item = [isize; 3]> {
    (14..27).map(|code| [code / 9 - 1, code / 3 % 3 - 1, code % 3 - 1])
}

/// The line of `k` squares that begins at `place`, if it stays on the board.
fn line(
    sides: [usize; 3],
    place: [usize; 3],
    direction: [isize; 3],
    k: usize,
) -> Option<Vec<usize>> {
    let at = |step: usize| {
        let along = |i: usize| {
            place[i]
                .checked_add_signed(direction[i] * step as isize)
                .filter(|&x| x < sides[i])
        };
        Some((along(0)? * sides[1] + along(1)?) * sides[2] + along(2)?)
    };
    (0..k).map(at).collect()
}
