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
    steps: Vec<Step<M>>,
}

/// The first move of a line, and the line after it.
#[derive(Clone, Copy, Debug)]
struct Step<M> {
    m: M,
    tail: Line,
    /// The moves of the line, this one included.
    length: u32,
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
        let length = self.length(tail) + 1;
        self.steps.push(Step { m, tail, length });
        line
    }

    #[inline]
    fn length(&self, line: Line) -> u32 {
        self.steps
            .get(line.0 as usize)
            .map_or(0, |step| step.length)
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
            let step = self.steps[tail.0 as usize];
            kept.push(step.m);
            tail = step.tail;
        }
        self.steps.truncate(mark);
        kept.into_iter()
            .rev()
            .fold(tail, |tail, m| self.push(m, tail))
    }

    /// The same, but only if far more moves have been pushed since than the line has: otherwise it
    /// is not worth the work, and a line of a million moves would be moved a million times.
    #[inline(always)]
    #[must_use]
    pub fn without_many(&mut self, mark: usize, line: Line) -> Line {
        const MANY: usize = 256;
        let pushed = self.steps.len() - mark;
        if pushed > MANY && pushed > 2 * self.length(line) as usize {
            self.keep(mark, line)
        } else {
            line
        }
    }

    /// The moves of a line.
    pub fn moves(&self, mut line: Line) -> Vec<M> {
        let mut moves = Vec::new();
        while line != Line::EMPTY {
            let step = self.steps[line.0 as usize];
            moves.push(step.m);
            line = step.tail;
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
    fn a_line_moves_only_where_most_of_what_was_pushed_goes() {
        let mut lines = Lines::new();
        let long = (0..10_000).fold(Line::EMPTY, |tail, m| lines.push(m, tail));
        assert_eq!((lines.without_many(0, long), lines.mark()), (long, 10_000));
        (0..20_000).for_each(|m| {
            lines.push(m, Line::EMPTY);
        });
        let moves = lines.moves(long);
        let moved = lines.without_many(0, long);
        assert_eq!((lines.mark(), lines.moves(moved)), (10_000, moves));
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
