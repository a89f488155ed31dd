//! The same work for many positions, on several threads, with engines that Ctrl-C ends.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
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
    let next = AtomicUsize::new(0);
    let ended = AtomicBool::new(false);
    let cancel = CancelToken::new();
    let done = Mutex::new(Vec::new());
    let failed = Mutex::new(None);
    let step = || {
        let place = next.fetch_add(1, Ordering::SeqCst);
        if place >= places || cancel.is_stopped() {
            return false;
        }
        let result = work(place, &cancel);
        // What was cut off is no failure; what was done in the last moment counts.
        match result {
            Ok(result) => locked(&done).push((place, result)),
            Err(_) if cancel.is_stopped() => return false,
            Err(error) => {
                locked(&failed).get_or_insert(error);
                cancel.abort();
            }
        }
        true
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !ended.load(Ordering::SeqCst) {
                if run.stopped() {
                    cancel.abort();
                }
                std::thread::sleep(LOOK);
            }
        });
        let others: Vec<_> = (1..threads.max(1))
            .map(|_| scope.spawn(|| while step() {}))
            .collect();
        while step() {}
        for other in others {
            if let Err(panic) = other.join() {
                std::panic::resume_unwind(panic);
            }
        }
        ended.store(true, Ordering::SeqCst);
    });
    if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        return Err(error);
    }
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(place, _)| *place);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
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
