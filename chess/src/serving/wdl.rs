//! The chances to win, draw and lose behind a score.

use gametree::{Score, Verdict};

/// An advantage with which a win is as likely as not, in centipawns.
const HALF: f64 = 255.0;
/// By how much more it is e times as likely.
const SCALE: f64 = 255.0;

/// The chances of the mover to win, draw and lose, in thousandths; the score is the mover's.
///
/// A logistic curve for the wins and its mirror image for the losses; what is left are draws. The
/// curve has the greatest likelihood for 6764 scores of 59 games that the engine played against
/// itself with 2000 nodes per move: the chances are those of such games, and rough. Of each game
/// only the first 160 scores count, and one of 300 plies not at all: with the long ends, in which a
/// won game was not won, the curve is flatter (455 and 410).
pub(super) fn chances(value: Score) -> [u32; 3] {
    match value.verdict() {
        Verdict::Win(_) => [1000, 0, 0],
        Verdict::Loss(_) => [0, 0, 1000],
        Verdict::Points(points) => {
            let wins = |points: f64| 1000.0 / (1.0 + ((HALF - points) / SCALE).exp());
            let win = wins(f64::from(points)).round() as u32;
            let loss = wins(f64::from(-points)).round() as u32;
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_up_and_grow_with_the_score() {
        let mut last = 0;
        for points in -3000..=3000 {
            let [win, draw, loss] = chances(Score::points(points));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances(Score::points(-points)), [loss, draw, win]);
            assert!(win >= last);
            last = win;
        }
        assert_eq!(chances(Score::win_in(5)), [1000, 0, 0]);
        assert_eq!(chances(Score::loss_in(2)), [0, 0, 1000]);
        assert_eq!(chances(Score::points(HALF as i32))[0], 500);
    }
}
