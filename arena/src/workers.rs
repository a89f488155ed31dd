//! Several games at a time. Each worker has contenders of its own; one thread collects the results.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often to check the caller's stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// What all workers share.
pub(crate) struct GameQueue {
    /// The numbers of the games to be played.
    pub missing: Vec<usize>,
    /// How many play at a time.
    pub workers: usize,
    /// The caller's flag.
    pub asked: Option<Arc<AtomicBool>>,
    /// Stops the games in progress.
    pub stop: Arc<AtomicBool>,
}

/// What the games are: how a worker gets its contenders, and how it plays the game of a number with
/// them (`None` where it was stopped).
pub(crate) struct Work<'a, T, R> {
    pub seating: &'a (dyn Fn() -> Result<T, String> + Sync + 'a),
    pub game: &'a (dyn Fn(&mut T, usize) -> Option<R> + Sync + 'a),
}

/// Records a game, and returns whether that was the last one needed.
pub(crate) type OnResult<'a, R> = &'a mut dyn FnMut(R) -> io::Result<bool>;

/// Why no more games are played.
pub(crate) enum WorkerError {
    /// A worker has no contenders.
    Seating(String),
    /// A result could not be recorded.
    Io(io::Error),
}

/// What a worker says: a game, or why it has no contenders.
type Message<R> = Result<R, String>;

/// Plays what is missing.
pub(crate) fn play<T, R: Send>(
    queue: &GameQueue,
    work: &Work<'_, T, R>,
    on_result: OnResult<'_, R>,
) -> Result<(), WorkerError> {
    let (send, receive) = channel();
    let next = AtomicUsize::new(0);
    let Work { seating, game } = *work;
    std::thread::scope(|scope| {
        for _ in 0..queue.workers.max(1).min(queue.missing.len()) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || queue.work(&Work { seating, game }, next, &send));
        }
        drop(send);
        let result = queue.collect(&receive, on_result);
        queue.stop.store(true, Ordering::SeqCst);
        result
    })
}

impl GameQueue {
    /// Collects games until all are there, or no worker is left.
    fn collect<R>(
        &self,
        receive: &Receiver<Message<R>>,
        on_result: OnResult<'_, R>,
    ) -> Result<(), WorkerError> {
        loop {
            match receive.recv_timeout(POLL_INTERVAL) {
                Ok(Ok(game)) => {
                    if on_result(game).map_err(WorkerError::Io)? {
                        return Ok(());
                    }
                }
                Ok(Err(why)) => return Err(WorkerError::Seating(why)),
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self
                .asked
                .as_ref()
                .is_some_and(|flag| flag.load(Ordering::SeqCst))
            {
                self.stop.store(true, Ordering::SeqCst);
            }
        }
    }

    /// Plays one game after the other.
    fn work<T, R>(&self, work: &Work<'_, T, R>, next: &AtomicUsize, send: &Sender<Message<R>>) {
        let mut table = match (work.seating)() {
            Ok(table) => table,
            Err(why) => {
                // The receiver is gone only when the match is over.
                let _ = send.send(Err(why));
                return;
            }
        };
        while !self.stop.load(Ordering::SeqCst) {
            let Some(&number) = self.missing.get(next.fetch_add(1, Ordering::SeqCst)) else {
                return;
            };
            let Some(game) = (work.game)(&mut table, number) else {
                return;
            };
            if send.send(Ok(game)).is_err() {
                return;
            }
        }
    }
}
