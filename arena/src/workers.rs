//! Several games at a time. Each worker has contenders of its own; one thread keeps the books.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use gametree::{Limits, Notation, TwoPlayer};

use crate::game::{self, GameRecord};
use crate::ledger::Ledger;
use crate::matches::{Match, MatchError, OnGame, Seating};

/// How often the caller's stop flag is looked at.
const GLANCE: Duration = Duration::from_millis(20);

/// What a worker says: a game, or why it has no contenders.
type Message = Result<GameRecord, String>;

/// Plays what is missing in the ledger.
pub(crate) fn play<'t, G>(
    plan: &Match<G>,
    seating: Seating<'_, 't, G>,
    ledger: &mut Ledger,
    on_game: OnGame<'_>,
) -> Result<(), MatchError>
where
    G: TwoPlayer + Notation + Sync + 't,
{
    let missing = ledger.missing();
    let stop = Arc::new(AtomicBool::new(false));
    let limits = plan.limits.clone().map(|limits| limits.and_stop(stop.clone()));
    let floor = Floor { plan, missing, next: AtomicUsize::new(0), limits, stop };
    let (send, receive) = channel();
    std::thread::scope(|scope| {
        for _ in 0..plan.workers.max(1).min(floor.missing.len()) {
            let (send, floor) = (send.clone(), &floor);
            scope.spawn(move || floor.work(seating, &send));
        }
        drop(send);
        let kept = keep_books(&floor, &receive, ledger, on_game);
        floor.stop.store(true, Ordering::SeqCst);
        kept
    })
}

/// Takes in games until all are there, or nobody plays any more.
fn keep_books<G>(
    floor: &Floor<'_, G>,
    receive: &Receiver<Message>,
    ledger: &mut Ledger,
    on_game: OnGame<'_>,
) -> Result<(), MatchError> {
    loop {
        match receive.recv_timeout(GLANCE) {
            Ok(Ok(game)) => {
                ledger.add(game.clone());
                on_game(&game, &ledger.standing())?;
            }
            Ok(Err(why)) => return Err(MatchError::Seating(why)),
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if ledger.complete() {
            return Ok(());
        }
        if floor.plan.stop.as_ref().is_some_and(|flag| flag.load(Ordering::SeqCst)) {
            floor.stop.store(true, Ordering::SeqCst);
        }
    }
}

/// What all workers share.
struct Floor<'a, G> {
    plan: &'a Match<G>,
    missing: Vec<usize>,
    next: AtomicUsize,
    limits: [Limits; 2],
    stop: Arc<AtomicBool>,
}

impl<G: TwoPlayer + Notation> Floor<'_, G>
where
    G: Sync,
{
    /// Plays one game after the other.
    fn work<'t>(&self, seating: Seating<'_, 't, G>, send: &Sender<Message>)
    where
        G: 't,
    {
        let mut table = match seating() {
            Ok(table) => table,
            Err(why) => {
                // The books are closed only when the match is over; then nobody needs to know.
                let _ = send.send(Err(why));
                return;
            }
        };
        while !self.stop.load(Ordering::SeqCst) {
            let Some(&number) = self.missing.get(self.next.fetch_add(1, Ordering::SeqCst)) else { return };
            let Some(game) = game::play(&self.plan.assignment(number, &self.limits), &mut table) else {
                return;
            };
            if send.send(Ok(game)).is_err() {
                return;
            }
        }
    }
}
