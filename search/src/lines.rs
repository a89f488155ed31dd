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

    /// How much is stored: what is pushed from now on can be let go again by [`Lines::keep`].
    #[must_use]
    pub fn mark(&self) -> usize {
        self.steps.len()
    }

    /// Lets go of everything pushed since `mark` but this line, which moves there.
    #[cold]
    #[must_use]
    pub fn keep(&mut self, mark: usize, line: Line) -> Line {
        let mut kept = Vec::new();
        let mut tail = line;
        while tail != Line::EMPTY && tail.0 as usize >= mark {
            let (m, next) = self.steps[tail.0 as usize];
            kept.push(m);
            tail = next;
        }
        self.steps.truncate(mark);
        kept.into_iter()
            .rev()
            .fold(tail, |tail, m| self.push(m, tail))
    }

    /// The same where many were pushed since; otherwise it is not worth the work.
    #[inline(always)]
    #[must_use]
    pub fn without_many(&mut self, mark: usize, line: Line) -> Line {
        const MANY: usize = 256;
        if self.steps.len() - mark > MANY {
            self.keep(mark, line)
        } else {
            line
        }
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
        let a = lines.push(1, tail);
        let b = lines.push(2, tail);
        assert_eq!(lines.moves(a), [1, 3]);
        assert_eq!(lines.moves(b), [2, 3]);
        assert!(lines.moves(Line::EMPTY).is_empty());
    }

    #[test]
    fn what_is_not_kept_takes_no_room() {
        let mut lines = Lines::new();
        let old = lines.push(9, Line::EMPTY);
        let mark = lines.mark();
        let tail = lines.push(2, old);
        let line = lines.push(4, tail);
        let line = lines.keep(mark, line);
        assert_eq!(
            (lines.mark(), lines.moves(line), lines.moves(old)),
            (3, vec![4, 2, 9], vec![9])
        );
        assert_eq!((lines.keep(mark, old), lines.mark()), (old, 1));
        assert_eq!((lines.keep(1, Line::EMPTY), lines.mark()), (Line::EMPTY, 1));
    }
}
