//! Several games at a time. Each worker has contenders of its own; one thread keeps the books.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How often the caller's stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// What all workers share.
pub(crate) struct Floor {
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

/// Takes in a game; says whether no more are needed.
pub(crate) type Books<'a, R> = &'a mut dyn FnMut(R) -> io::Result<bool>;

/// Why nobody plays on.
pub(crate) enum Broken {
    /// A worker has no contenders.
    Seating(String),
    /// The books could not be kept.
    Keeping(io::Error),
}

/// What a worker says: a game, or why it has no contenders.
type Message<R> = Result<R, String>;

/// Plays what is missing.
pub(crate) fn play<T, R: Send>(
    floor: &Floor,
    work: &Work<'_, T, R>,
    books: Books<'_, R>,
) -> Result<(), Broken> {
    let (send, receive) = channel();
    let next = AtomicUsize::new(0);
    let Work { seating, game } = *work;
    std::thread::scope(|scope| {
        for _ in 0..floor.workers.max(1).min(floor.missing.len()) {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || floor.work(&Work { seating, game }, next, &send));
        }
        drop(send);
        let kept = floor.keep(&receive, books);
        floor.stop.store(true, Ordering::SeqCst);
        kept
    })
}

impl Floor {
    /// Takes in games until all are there, or nobody plays any more.
    fn keep<R>(&self, receive: &Receiver<Message<R>>, books: Books<'_, R>) -> Result<(), Broken> {
        loop {
            match receive.recv_timeout(GLANCE) {
                Ok(Ok(game)) => {
                    if books(game).map_err(Broken::Keeping)? {
                        return Ok(());
                    }
                }
                Ok(Err(why)) => return Err(Broken::Seating(why)),
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
                // The books are closed only when all is over; then nobody needs to know.
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
