//! What a position is worth, in words: at the end of a game, as a bound, for one of several players.

use gametree::{Bound, Score, Verdict};

use crate::claim::Worth;
use crate::decimals::{short, values_text};
use crate::trace::Mover;
use crate::wording::Wording;

impl Wording<'_> {
    /// What the end of the game means: a win has a winner, points are worth something.
    pub(crate) fn ending(&self, worth: &Worth) -> String {
        let value = self.worth_text(worth);
        let ends = ": the game ends there, ";
        match worth {
            Worth::Each(values) => {
                let all = (1..).zip(values);
                let all = all.map(|(n, &value)| format!("{} to player {n}", short(value)));
                format!("{ends}worth {}", all.collect::<Vec<_>>().join(", "))
            }
            Worth::Loop => format!("{ends}worth {value}"),
            Worth::Score(score) => match score.verdict() {
                Verdict::Win(_) => format!("{ends}MAX has won ({value})"),
                Verdict::Loss(_) => format!("{ends}MIN has won ({value})"),
                Verdict::Points(_) => format!("{ends}worth {value} to MAX"),
            },
        }
    }

    pub(crate) fn known(&self, worth: &Worth, bound: Bound) -> String {
        let value = self.worth_text(worth);
        match bound {
            Bound::Exact => format!("its value is {value}"),
            Bound::Lower => format!("it is worth at least {value}"),
            Bound::Upper => format!("it is worth at most {value}"),
        }
    }

    pub(crate) fn finished(&self, node: usize, worth: &Worth, bound: Bound) -> String {
        let at = self.at(node);
        let known = match worth {
            Worth::Each(values) => self.known_of_players(node, values, bound),
            _ => self.known(worth, bound),
        };
        // A search that tells of no leaves, df-pn, leaves a node and comes back to it.
        if self.trace.reports_leaves() {
            format!("{at} is finished: {known}")
        } else {
            format!("the search leaves {at}: {known}")
        }
    }

    /// A bound holds for one player only: the one whom all others play against, or the mover.
    fn known_of_players(&self, node: usize, values: &[f64], bound: Bound) -> String {
        let whose = match (self.victim, self.trace.nodes[node].mover) {
            (Some(victim), _) => victim,
            (None, Mover::Player(mover)) => mover,
            _ => return format!("its value is {}", values_text(values)),
        };
        let own = values.get(usize::from(whose) - 1);
        let own = own.map(|&own| short(own)).unwrap_or_default();
        match bound {
            Bound::Exact => format!("its value is {}", values_text(values)),
            Bound::Lower => format!("player {whose} gets at least {own}"),
            Bound::Upper => format!("player {whose} gets at most {own}"),
        }
    }

    pub(crate) fn mean_words(&self, value: Score, bound: Bound) -> String {
        let value = self.value(value);
        match bound {
            Bound::Exact => format!("the mean is {value}"),
            Bound::Lower => format!("the mean is at least {value}"),
            Bound::Upper => format!("the mean is at most {value}"),
        }
    }

    /// What a position is worth, as text.
    pub(crate) fn worth_text(&self, worth: &Worth) -> String {
        match worth {
            Worth::Score(value) => self.value(*value),
            Worth::Each(values) => values_text(values),
            Worth::Loop => "?".into(),
        }
    }
}
