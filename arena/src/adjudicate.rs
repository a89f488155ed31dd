//! Games that end before the rules end them: by what both sides say they are worth, or by an oracle
//! that knows.

use std::fmt;
use std::sync::Arc;

use gametree::{Score, Verdict};
use serde::{Deserialize, Serialize};

/// A win where both sides agree on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinByScore {
    /// Points from which a side counts as winning; a proven win is more than any points.
    pub points: i32,
    /// How many moves in a row each side must have said so.
    pub moves: u32,
}

/// A draw where both sides agree on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawByScore {
    /// Points up to which a position counts as even.
    pub points: i32,
    /// How many moves in a row each side must have said so.
    pub moves: u32,
    /// Not before each side has made this many moves.
    pub after: u32,
}

/// A function that knows the result of some positions.
type Know<G> = dyn Fn(&G) -> Option<i32> + Send + Sync;

/// Knows the result of some positions: the sign of the first player's.
pub struct Oracle<G>(Arc<Know<G>>);

impl<G> Oracle<G> {
    /// The oracle that a function is.
    pub fn new(know: impl Fn(&G) -> Option<i32> + Send + Sync + 'static) -> Oracle<G> {
        Oracle(Arc::new(know))
    }

    /// The sign of the first player's result, where it is known.
    #[must_use]
    pub fn result(&self, position: &G) -> Option<i32> {
        (self.0)(position)
    }
}

impl<G> Clone for Oracle<G> {
    fn clone(&self) -> Self {
        Oracle(Arc::clone(&self.0))
    }
}

impl<G> fmt::Debug for Oracle<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Oracle")
    }
}

/// The last values that a contender gave, the first player's view, as far as rules need them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opinions {
    values: Vec<Option<Score>>,
}

impl Opinions {
    pub(crate) fn add(&mut self, value: Option<Score>) {
        self.values.push(value);
    }

    /// The last so many, where there are as many.
    fn last(&self, moves: u32) -> Option<&[Option<Score>]> {
        let from = self.values.len().checked_sub(moves.max(1) as usize)?;
        Some(&self.values[from..])
    }

    /// The sign of the side that has been winning for so long.
    fn winner(&self, rule: WinByScore) -> Option<i32> {
        let sign = |value: &Option<Score>| match value.map(Score::verdict) {
            Some(Verdict::Win(_)) => 1,
            Some(Verdict::Loss(_)) => -1,
            Some(Verdict::Points(points)) if points.abs() >= rule.points => points.signum(),
            _ => 0,
        };
        let last = self.last(rule.moves)?;
        let first = sign(&last[0]);
        (first != 0 && last.iter().all(|value| sign(value) == first)).then_some(first)
    }

    fn even(&self, rule: DrawByScore) -> bool {
        let even = |value: &Option<Score>| matches!(value.map(Score::verdict), Some(Verdict::Points(points)) if points.abs() <= rule.points);
        let late = self.values.len() >= rule.after as usize;
        late && self
            .last(rule.moves)
            .is_some_and(|last| last.iter().all(even))
    }
}

/// The result on which both sides agree by their values.
pub(crate) fn by_score(
    sides: &[Opinions],
    win: Option<WinByScore>,
    draw: Option<DrawByScore>,
) -> Option<i32> {
    let [one, two] = sides else {
        return None;
    };
    let winner = win.and_then(|rule| {
        one.winner(rule)
            .filter(|&sign| two.winner(rule) == Some(sign))
    });
    let even = draw.filter(|&rule| one.even(rule) && two.even(rule));
    winner.or(even.map(|_| 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(values: &[i32]) -> Opinions {
        let mut opinions = Opinions::default();
        values
            .iter()
            .for_each(|&points| opinions.add(Some(Score::points(points))));
        opinions
    }

    const WIN: Option<WinByScore> = Some(WinByScore {
        points: 600,
        moves: 3,
    });
    const DRAW: Option<DrawByScore> = Some(DrawByScore {
        points: 10,
        moves: 2,
        after: 4,
    });

    #[test]
    fn both_must_agree_for_long_enough() {
        let lost = || said(&[0, -600, -700, -900]);
        let result = |one, two| by_score(&[one, two], WIN, None);
        assert_eq!(result(lost(), lost()), Some(-1));
        assert_eq!(result(lost(), said(&[-900, -900])), None, "too short");
        assert_eq!(result(lost(), said(&[-900, -599, -900])), None);
        assert_eq!(result(lost(), said(&[900, 900, 900])), None);
        let mut mated = said(&[]);
        (1..4).for_each(|plies| mated.add(Some(Score::loss_in(plies))));
        assert_eq!(result(lost(), mated.clone()), Some(-1));
        mated.add(None);
        assert_eq!(result(lost(), mated), None, "no value is no opinion");
        assert_eq!(by_score(&[lost(), lost()], None, DRAW), None);
        assert_eq!(by_score(&[lost()], WIN, DRAW), None, "only for two");
    }

    #[test]
    fn an_even_game_is_drawn_when_it_is_late() {
        let result = |one: &[i32], two: &[i32]| by_score(&[said(one), said(two)], WIN, DRAW);
        assert_eq!(result(&[50, 0, 3, -10], &[40, 90, 0, 0]), Some(0));
        assert_eq!(result(&[0, 0, 0], &[0, 0, 0]), None, "too early");
        assert_eq!(result(&[0, 0, 0, 11], &[0, 0, 0, 0]), None);
    }
}
