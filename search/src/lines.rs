//! Lines of play as shared tails: remembering a better line costs one step, however long it is.

/// A line; its tail may be shared with other lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Line(u32);

impl Line {
    /// No moves.
    pub const EMPTY: Line = Line(u32::MAX);
}

/// The storage of all lines of one search.
#[derive(Debug, Default)]
pub struct Lines<M> {
    steps: Vec<(M, Line)>,
}

impl<M: Copy> Lines<M> {
    /// No lines yet.
    #[must_use]
    pub fn new() -> Lines<M> {
        Lines { steps: Vec::new() }
    }

    /// The line that begins with `m` and goes on with `tail`.
    #[inline]
    pub fn push(&mut self, m: M, tail: Line) -> Line {
        let line = Line(self.steps.len() as u32);
        self.steps.push((m, tail));
        line
    }

    /// The moves of a line.
    pub fn moves(&self, mut line: Line) -> Vec<M> {
        let mut moves = Vec::new();
        while line != Line::EMPTY {
            let (m, tail) = self.steps[line.0 as usize];
            moves.push(m);
            line = tail;
        }
        moves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_are_shared() {
        let mut lines = Lines::new();
        let tail = lines.push(3, Line::EMPTY);
        let (a, b) = (lines.push(1, tail), lines.push(2, tail));
        assert_eq!(lines.moves(a), [1, 3]);
        assert_eq!(lines.moves(b), [2, 3]);
        assert!(lines.moves(Line::EMPTY).is_empty());
    }
}
