//! The same work for many positions, on several threads, with engines that Ctrl-C ends.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use gametree_catalog::CatalogError;
use gametree_chess::uci::CancelToken;

use crate::Run;

/// What to do where an engine fails.
pub const ENGINES: &str = "`gametree doctor` lists the engines found";

/// How often is looked whether the run is to stop.
const LOOK: Duration = Duration::from_millis(50);

/// Does the work for every place, until all is done, one fails, or the run is stopped: then the
/// token ends what is in progress, and that does not count. The results are in the order of their
/// places.
///
/// # Errors
/// What failed first.
pub fn each<T: Send>(
    places: usize,
    threads: usize,
    run: &Run<'_>,
    work: impl Fn(usize, &CancelToken) -> Result<T, CatalogError> + Sync,
) -> Result<Vec<T>, CatalogError> {
    let tally = Tally {
        places,
        next: AtomicUsize::new(0),
        cancel: CancelToken::new(),
        done: Mutex::default(),
        failed: Mutex::default(),
    };
    std::thread::scope(|scope| {
        let start = |_| scope.spawn(|| while tally.step(&work) {});
        let workers: Vec<_> = (0..threads.max(1)).map(start).collect();
        while !workers.iter().all(|worker| worker.is_finished()) {
            if run.stopped() {
                tally.cancel.abort();
            }
            std::thread::sleep(LOOK);
        }
    });
    tally.results()
}

/// What is done, and what comes next.
struct Tally<T> {
    places: usize,
    next: AtomicUsize,
    cancel: CancelToken,
    done: Mutex<Vec<(usize, T)>>,
    failed: Mutex<Option<CatalogError>>,
}

impl<T> Tally<T> {
    /// The next place; false where there is none.
    fn step(&self, work: impl Fn(usize, &CancelToken) -> Result<T, CatalogError>) -> bool {
        let place = self.next.fetch_add(1, Ordering::SeqCst);
        if place >= self.places || self.cancel.is_stopped() {
            return false;
        }
        match work(place, &self.cancel) {
            Ok(result) => locked(&self.done).push((place, result)),
            // What was cut off is no failure.
            Err(_) if self.cancel.is_stopped() => return false,
            Err(error) => {
                locked(&self.failed).get_or_insert(error);
                self.cancel.abort();
            }
        }
        true
    }

    fn results(self) -> Result<Vec<T>, CatalogError> {
        let failed = self.failed.into_inner();
        if let Some(error) = failed.unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let done = self.done.into_inner();
        let mut done = done.unwrap_or_else(PoisonError::into_inner);
        done.sort_by_key(|(place, _)| *place);
        Ok(done.into_iter().map(|(_, result)| result).collect())
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run<'static> {
        Run {
            progress: &(),
            stop: Default::default(),
        }
    }

    #[test]
    fn results_come_in_order_and_a_failure_ends_all() {
        let squares = each(40, 3, &run(), |place, _| Ok(place * place)).unwrap();
        assert!(
            squares
                .iter()
                .enumerate()
                .all(|(place, &square)| square == place * place)
        );
        assert_eq!(squares.len(), 40);
        let error = each(1000, 3, &run(), |place, _| match place {
            7 => Err(CatalogError::failed("seven")),
            _ => Ok(place),
        });
        assert_eq!(error.unwrap_err().what, "seven");
    }

    /// Work that only the token ends is ended by a stop, and what was done before counts.
    #[test]
    fn a_stop_ends_what_is_in_progress() {
        let run = run();
        let done = each(10, 1, &run, |place, cancel| {
            if place == 3 {
                run.stop.store(true, Ordering::SeqCst);
                while !cancel.is_aborted() {
                    std::thread::yield_now();
                }
                return Err(CatalogError::engine("cut off"));
            }
            Ok(place)
        });
        assert_eq!(done.unwrap(), [0, 1, 2]);
    }
}
