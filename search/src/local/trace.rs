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

/// Nobody.
impl Watcher for () {
    #[inline(always)]
    fn see(&mut self, _: Moment) {}
}

impl<F: FnMut(Moment)> Watcher for F {
    fn see(&mut self, moment: Moment) {
        self(moment);
    }
}

/// The cost over the steps, in at most [`Curve::MOST`] points however long the run is: evenly thinned out, with every
/// start while there is room, and the first and the last moment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Curve {
    moments: Vec<Moment>,
    /// Only steps that this divides are kept.
    stride: u64,
    last: Option<Moment>,
}

impl Default for Curve {
    fn default() -> Self {
        Curve { moments: Vec::new(), stride: 1, last: None }
    }
}

impl Curve {
    /// The most points.
    pub const MOST: usize = 1000;

    /// The moments, in order.
    pub fn moments(&self) -> impl Iterator<Item = Moment> {
        let last = self.last.filter(|last| self.moments.last() != Some(last));
        self.moments.iter().copied().chain(last)
    }

    /// Half as many, so that there is room again. The first stays.
    fn thin(&mut self) {
        self.stride *= 2;
        let (mut number, stride) = (0, self.stride);
        self.moments.retain(|moment| {
            number += 1;
            number == 1 || moment.step.is_multiple_of(stride)
        });
        // Starts at the same step, by the thousand.
        if self.moments.len() > Curve::MOST / 2 {
            let mut keep = false;
            self.moments.retain(|moment| {
                keep = !keep;
                keep || moment.step == 0
            });
            self.moments.truncate(Curve::MOST / 2);
        }
    }
}

impl Watcher for Curve {
    #[inline]
    fn see(&mut self, moment: Moment) {
        self.last = Some(moment);
        if moment.step.is_multiple_of(self.stride) {
            self.moments.push(moment);
            if self.moments.len() >= Curve::MOST {
                self.thin();
            }
        }
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
        let now = Moment { step: 0, cost: u64::MAX, restarts: 0 };
        Recorder { curve: Curve::default(), now, best: u64::MAX, watcher }
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
                curve.see(Moment { step, cost: length - step, restarts: 0 });
            }
            let kept: Vec<Moment> = curve.moments().collect();
            assert!(kept.len() <= Curve::MOST && kept.len() as u64 >= length.min(400), "{}", kept.len());
            assert_eq!((kept[0].step, kept[kept.len() - 1].step), (0, length));
            assert!(kept.windows(2).all(|pair| pair[0].step < pair[1].step));
        }
    }

    #[test]
    fn starts_that_are_stuck_at_once_do_not_fill_it() {
        let mut curve = Curve::default();
        for restarts in 0..100_000 {
            curve.see(Moment { step: 0, cost: 1, restarts });
        }
        assert!(curve.moments().count() <= Curve::MOST);
        assert_eq!(curve.moments().last().map(|moment| moment.restarts), Some(99_999));
    }
}
