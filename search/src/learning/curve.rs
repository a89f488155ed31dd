//! A learning curve: what was learned after how many games.

/// A point of the curve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Games learned from.
    pub games: u64,
    /// The error on what was not learned from, where it was measured; else on the games since the
    /// last mark.
    pub loss: f64,
    /// Points per game against the start, where games against it were played.
    pub score: Option<f64>,
}

/// Marks in the order of their games.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Curve {
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Curve {
    /// Adds a mark of a loss.
    pub fn add(&mut self, games: u64, loss: f64) {
        self.marks.push(Mark {
            games,
            loss,
            score: None,
        });
    }

    /// The last loss.
    #[must_use]
    pub fn last_loss(&self) -> Option<f64> {
        self.marks.last().map(|mark| mark.loss)
    }
}

/// Collects errors between two marks.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    /// Adds a number.
    pub fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    /// The mean since the last time it was taken; `None` where there was nothing.
    pub fn take(&mut self) -> Option<f64> {
        let Mean { sum, count } = std::mem::take(self);
        (count > 0).then(|| sum / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_taken_once() {
        let mut mean = Mean::default();
        assert_eq!(mean.take(), None);
        mean.add(1.0);
        mean.add(2.0);
        assert_eq!((mean.take(), mean.take()), (Some(1.5), None));
    }
}
