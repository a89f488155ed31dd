//! Spot checks: a share of the results is computed again elsewhere, and two must agree.

use std::time::Duration;

use gametree::rng::mix;
use gametree::{Finding, Verdict};

use crate::message::TaskKey;

/// What a worker says about a task.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion<M> {
    /// Who.
    pub worker: String,
    /// What.
    pub finding: Finding<M>,
    /// How long it took.
    pub elapsed: Duration,
}

/// When two results of one task agree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Agreement {
    /// The same value and the same best move: engines whose results repeat.
    Same,
    /// Values at most this many points apart, or decided for the same side: engines whose results
    /// depend on what they searched before.
    Within(i32),
}

/// What follows from the opinions on a task.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ruling {
    /// Another opinion is needed.
    Ask,
    /// This one counts; those contradict it and the other that agrees with it.
    Accept {
        /// The opinion.
        index: usize,
        /// The others that contradict.
        liars: Vec<usize>,
    },
    /// They contradict each other, and there is no one else to ask.
    Undecided,
}

/// Rules on the opinions of different workers: the first two that agree win.
#[must_use]
pub fn rule<M: PartialEq>(opinions: &[Opinion<M>], agreement: Agreement, another: bool) -> Ruling {
    let agree = |a: usize, b: usize| agrees(&opinions[a].finding, &opinions[b].finding, agreement);
    for second in 1..opinions.len() {
        if let Some(index) = (0..second).find(|&first| agree(first, second)) {
            let liars =
                (0..opinions.len()).filter(|&other| other != second && !agree(index, other));
            return Ruling::Accept {
                index,
                liars: liars.collect(),
            };
        }
    }
    match another {
        true => Ruling::Ask,
        false if opinions.len() == 1 => Ruling::Accept {
            index: 0,
            liars: Vec::new(),
        },
        false => Ruling::Undecided,
    }
}

fn agrees<M: PartialEq>(a: &Finding<M>, b: &Finding<M>, agreement: Agreement) -> bool {
    match agreement {
        Agreement::Same => a.value == b.value && a.line.first() == b.line.first(),
        Agreement::Within(points) => match (a.value.verdict(), b.value.verdict()) {
            (Verdict::Win(_), Verdict::Win(_)) | (Verdict::Loss(_), Verdict::Loss(_)) => true,
            (Verdict::Points(a), Verdict::Points(b)) => a.abs_diff(b) <= points.unsigned_abs(),
            _ => false,
        },
    }
}

/// Whether a task is one of the share that is checked. A function of the task and the seed: workers
/// cannot know it.
#[must_use]
pub fn is_selected(key: TaskKey, seed: u64, share: f64) -> bool {
    let hash = mix(key.0 as u64 ^ mix(seed ^ (key.0 >> 64) as u64));
    ((hash >> 11) as f64 / (1u64 << 53) as f64) < share
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Score;
    use std::sync::Arc;

    fn opinions(values: &[i32]) -> Vec<Opinion<u8>> {
        let opinion = |(number, &value): (usize, &i32)| Opinion {
            worker: format!("worker-{number}"),
            finding: Finding {
                value: Score::points(value),
                line: vec![1],
                shown: Vec::new(),
                lines: Vec::new(),
                depth: 1,
                nodes: 1,
                wdl: None,
                source: Arc::default(),
            },
            elapsed: Duration::ZERO,
        };
        values.iter().enumerate().map(opinion).collect()
    }

    #[test]
    fn two_that_agree_outvote_one() {
        let ruled =
            |values: &[i32], another| rule(&opinions(values), Agreement::Within(10), another);
        assert_eq!(ruled(&[5], true), Ruling::Ask);
        let accept = |index, liars| Ruling::Accept { index, liars };
        assert_eq!(ruled(&[5, 14], true), accept(0, vec![]));
        assert_eq!(ruled(&[5, 300], true), Ruling::Ask);
        assert_eq!(ruled(&[5, 300], false), Ruling::Undecided);
        assert_eq!(ruled(&[300, 5, 9], true), accept(1, vec![0]));
        assert_eq!(ruled(&[5, 300, 9], true), accept(0, vec![1]));
        assert_eq!(ruled(&[5, 300, 900], false), Ruling::Undecided);
        assert_eq!(ruled(&[5], false), accept(0, vec![]));
        assert_eq!(rule(&opinions(&[5, 6]), Agreement::Same, true), Ruling::Ask);
    }
}
