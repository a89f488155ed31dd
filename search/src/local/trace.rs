//! The course of a local search: the cost over its steps, for plots and lessons.

/// One moment of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// Steps made so far, over all starts.
    pub step: u64,
    /// The cost of the state.
    pub cost: u64,
    /// Restarts so far.
    pub restarts: u64,
}

/// Sees every state of a run. Watches and never steers.
pub trait Watcher {
    /// A start, or the state after a step.
    fn see(&mut self, moment: Moment);
}

/// No observer.
impl Watcher for () {
    #[inline(always)]
    fn see(&mut self, _: Moment) {}
}

impl<F: FnMut(Moment)> Watcher for F {
    fn see(&mut self, moment: Moment) {
        self(moment);
    }
}

/// The cost over the steps, in at most [`Curve::MOST`] + 1 moments however long the run is: evenly
/// thinned out, with the first and the last.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    kept: Vec<Moment>,
    /// One moment in this many is kept.
    stride: u64,
    /// Moments seen.
    seen: u64,
    last: Option<Moment>,
}

impl Default for Curve {
    fn default() -> Self {
        Curve {
            kept: Vec::new(),
            stride: 1,
            seen: 0,
            last: None,
        }
    }
}

impl Curve {
    /// The most moments beside the last.
    pub const MOST: usize = 1000;

    /// The moments, in order.
    pub fn moments(&self) -> impl Iterator<Item = Moment> {
        let last = self.last.filter(|last| self.kept.last() != Some(last));
        self.kept.iter().copied().chain(last)
    }

    /// Every second one goes. The first stays.
    fn thin(&mut self) {
        let mut stays = false;
        self.kept.retain(|_| {
            stays = !stays;
            stays
        });
        self.stride *= 2;
    }
}

impl Watcher for Curve {
    #[inline]
    fn see(&mut self, moment: Moment) {
        if self.seen.is_multiple_of(self.stride) {
            if self.kept.len() == Curve::MOST {
                self.thin();
            }
            // MOST is even: what comes next is still a multiple of the stride.
            self.kept.push(moment);
        }
        self.seen += 1;
        self.last = Some(moment);
    }
}

/// Counts the steps and tells whoever watches.
pub(super) struct Recorder<'a> {
    pub curve: Curve,
    pub now: Moment,
    pub best: u64,
    pub watcher: &'a mut dyn Watcher,
}

impl<'a> Recorder<'a> {
    pub(super) fn new(watcher: &'a mut dyn Watcher) -> Self {
        let now = Moment {
            step: 0,
            cost: u64::MAX,
            restarts: 0,
        };
        Recorder {
            curve: Curve::default(),
            now,
            best: u64::MAX,
            watcher,
        }
    }

    pub(super) fn start(&mut self, cost: u64) {
        self.now.cost = cost;
        self.tell();
    }

    pub(super) fn step(&mut self, cost: u64) {
        self.now.step += 1;
        self.now.cost = cost;
        self.tell();
    }

    fn tell(&mut self) {
        self.best = self.best.min(self.now.cost);
        self.curve.see(self.now);
        self.watcher.see(self.now);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_keeps_both_ends_and_its_size() {
        for length in [0u64, 1, 999, 1000, 1001, 54_321, 2_000_000] {
            let mut curve = Curve::default();
            for step in 0..=length {
                curve.see(Moment {
                    step,
                    cost: length - step,
                    restarts: 0,
                });
            }
            let kept: Vec<Moment> = curve.moments().collect();
            assert!(
                kept.len() <= Curve::MOST + 1 && kept.len() as u64 >= length.min(400),
                "{}",
                kept.len()
            );
            assert_eq!((kept[0].step, kept[kept.len() - 1].step), (0, length));
            assert!(kept.windows(2).all(|pair| pair[0].step < pair[1].step));
            let gaps: Vec<u64> = kept
                .windows(2)
                .map(|pair| pair[1].step - pair[0].step)
                .collect();
            let inner = &gaps[..gaps.len().saturating_sub(1)];
            assert!(inner.iter().all(|&gap| gap == inner[0]), "evenly");
        }
    }

    #[test]
    fn starts_that_are_stuck_at_once_do_not_fill_it() {
        let mut curve = Curve::default();
        for restarts in 0..100_000 {
            curve.see(Moment {
                step: 0,
                cost: 1,
                restarts,
            });
        }
        assert!(curve.moments().count() <= Curve::MOST + 1);
        assert_eq!(
            curve.moments().last().map(|moment| moment.restarts),
            Some(99_999)
        );
    }
}
