//! The tasks that wait for an engine, and which engine takes which.

use gametree::Question;

use crate::Chess;

/// How often the oldest task is passed over for one of a warmer region.
const MOST_PASSED_OVER: u32 = 8;

/// An open task.
#[derive(Clone, Debug)]
pub(super) struct Open {
    pub(super) question: Question<Chess>,
    /// How often it was tried.
    pub(super) attempts: u32,
    /// The workers that failed at it.
    pub(super) failed_on: Vec<usize>,
    passed_over: u32,
}

impl Open {
    pub(super) fn new(question: Question<Chess>) -> Open {
        Open {
            question,
            attempts: 0,
            failed_on: Vec::new(),
            passed_over: 0,
        }
    }

    /// Another attempt failed.
    pub(super) fn failed(&mut self, worker: usize) {
        self.attempts += 1;
        if !self.failed_on.contains(&worker) {
            self.failed_on.push(worker);
        }
    }

    /// Whether every one of these has failed at it.
    pub(super) fn is_hopeless(&self, living: &[usize]) -> bool {
        living.iter().all(|worker| self.failed_on.contains(worker))
    }

    /// A worker that failed at it leaves it to those that did not, while there are any.
    fn suits(&self, worker: usize, living: &[usize]) -> bool {
        !self.failed_on.contains(&worker) || self.is_hopeless(living)
    }
}

/// Open tasks by their tickets.
#[derive(Debug, Default)]
pub(super) struct Queue {
    open: Vec<Open>,
}

impl Queue {
    pub(super) fn push(&mut self, open: Open) {
        let at = self
            .open
            .partition_point(|other| other.question.ticket <= open.question.ticket);
        self.open.insert(at, open);
    }

    /// The task for a worker: the oldest of its region, else the oldest; but the oldest of all is
    /// not passed over for ever.
    pub(super) fn take(
        &mut self,
        worker: usize,
        region: Option<u64>,
        living: &[usize],
    ) -> Option<Open> {
        let oldest = self
            .open
            .iter()
            .position(|open| open.suits(worker, living))?;
        let near = |open: &Open| Some(open.question.region) == region && open.suits(worker, living);
        let warm = self.open.iter().position(near).unwrap_or(oldest);
        if warm == oldest || self.open[oldest].passed_over >= MOST_PASSED_OVER {
            return Some(self.open.remove(oldest));
        }
        self.open[oldest].passed_over += 1;
        Some(self.open.remove(warm))
    }

    /// Takes out all.
    pub(super) fn drain(&mut self) -> Vec<Open> {
        std::mem::take(&mut self.open)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(regions: &[u64]) -> Queue {
        let mut queue = Queue::default();
        for (ticket, &region) in regions.iter().enumerate().rev() {
            let position = Chess::default();
            let ticket = ticket as u64;
            queue.push(Open::new(Question {
                ticket,
                position,
                among: Vec::new(),
                nodes: 1,
                lines: 1,
                region,
            }));
        }
        queue
    }

    fn taken(queue: &mut Queue, region: Option<u64>) -> Option<u64> {
        queue
            .take(0, region, &[0, 1])
            .map(|open| open.question.ticket)
    }

    #[test]
    fn the_oldest_of_the_region_comes_first() {
        let mut queue = queue(&[5, 7, 5, 7]);
        assert_eq!(taken(&mut queue, Some(7)), Some(1));
        assert_eq!(taken(&mut queue, Some(9)), Some(0));
        assert_eq!(taken(&mut queue, None), Some(2));
        assert_eq!(taken(&mut queue, Some(7)), Some(3));
        assert_eq!(taken(&mut queue, Some(7)), None);
    }

    #[test]
    fn nobody_waits_for_ever() {
        let mut regions = vec![1];
        regions.extend([2; 20]);
        let mut queue = queue(&regions);
        let order: Vec<u64> = std::iter::from_fn(|| taken(&mut queue, Some(2))).collect();
        assert_eq!(
            order.iter().position(|&ticket| ticket == 0),
            Some(MOST_PASSED_OVER as usize)
        );
    }

    #[test]
    fn who_failed_leaves_it_to_the_others_while_there_are_any() {
        let mut queue = queue(&[1]);
        let mut open = queue.take(0, None, &[0, 1]).unwrap();
        open.failed(0);
        open.failed(0);
        assert_eq!((open.attempts, open.failed_on.len()), (2, 1));
        queue.push(open);
        assert!(queue.take(0, None, &[0, 1]).is_none());
        assert!(queue.take(0, None, &[0]).is_some());
    }
}
