//! Analysts in this process: threads that each own a search, and take questions from one queue.

use std::collections::VecDeque;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::among::Among;
use crate::analyst::{Analyst, Answer, Finding, Question, Source, Trouble, Worker};
use crate::game::Game;
use crate::limits::{Limits, Stop};
use crate::observer::Event;
use crate::report::Report;
use crate::score::Score;
use crate::search::AnySearch;

/// A search that answers also for some of the moves only.
pub type Thinker<G> = Box<dyn AnySearch<Among<G>>>;

/// Who is to think, and how.
#[derive(Clone, Debug)]
pub struct Crew {
    /// The name and options that every answer bears.
    pub source: Source,
    /// How many think at once, at least one.
    pub threads: usize,
    /// Forgets everything before each question: the same question then has the same answer,
    /// whatever was asked before and whoever takes it. A search that was stopped is then no answer,
    /// and counts as dropped.
    pub reproducible: bool,
}

/// Searches on threads of their own, as an [`Analyst`].
///
/// ```
/// use gametree::{Analyst, Question, Score, Source, alphabeta::AlphaBeta, thinkers::{Crew, Thinkers}};
/// use std::time::Duration;
/// # use gametree::{Game, Outcome, Player, TwoPlayer};
/// # #[derive(Clone)]
/// # struct Nim(u8, Player);
/// # impl Game for Nim {
/// #     type Move = u8;
/// #     fn turn(&self) -> Player { self.1 }
/// #     fn moves(&self) -> impl Iterator<Item = u8> { 1..=self.0.min(3) }
/// #     fn play(&mut self, m: u8) { self.0 -= m; self.1 = self.1.opponent(); }
/// #     fn outcome(&self) -> Option<Outcome> { (self.0 == 0).then(|| Outcome::Win(self.1.opponent())) }
/// # }
/// # impl TwoPlayer for Nim {}
/// let source = Source { name: "alpha-beta".into(), options: String::new() };
/// let crew = Crew { source, threads: 2, reproducible: true };
/// let mut thinkers = Thinkers::start(crew, || Box::new(AlphaBeta::blind())).unwrap();
/// let position = Nim(6, Player::FIRST);
/// thinkers.ask(Question { ticket: 7, position, among: vec![2, 3], nodes: 1000, region: 0 });
/// let answer = thinkers.answer(Duration::from_secs(60)).unwrap();
/// let finding = answer.outcome.unwrap();
/// assert_eq!((answer.ticket, finding.line[0], finding.value), (7, 2, Score::win_in(3)));
/// ```
pub struct Thinkers<G: Game> {
    office: Arc<Office<G>>,
    answers: Receiver<Answer<G::Move>>,
    threads: Vec<JoinHandle<()>>,
    source: Arc<Source>,
}

/// What the threads share.
struct Office<G: Game> {
    desk: Mutex<Desk<G>>,
    /// Rung when there is a question, or nothing to wait for any more.
    bell: Condvar,
    source: Arc<Source>,
    reproducible: bool,
}

/// What changes.
struct Desk<G: Game> {
    open: VecDeque<Waiting<G>>,
    thinkers: Vec<State>,
    closed: bool,
}

/// A question, and how often a younger one went first.
struct Waiting<G: Game> {
    question: Question<G>,
    passed: u32,
}

/// What is known of a thread.
struct State {
    region: Option<u64>,
    since: Option<Instant>,
    stop: Arc<AtomicBool>,
    answered: u64,
    failed: u64,
    busy: Duration,
}

/// So many of the oldest questions are looked at for one of the same region, and no question waits
/// longer than so many others.
const NEAR: usize = 32;
const PATIENCE: u32 = 16;

impl<G: Game> fmt::Debug for Thinkers<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (threads, source) = (self.threads.len(), &self.source);
        f.debug_struct("Thinkers")
            .field("threads", &threads)
            .field("source", source)
            .finish()
    }
}

impl<G> Thinkers<G>
where
    G: Game<Move: Send> + Send + 'static,
{
    /// Starts the threads; each makes its own search.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn start(
        crew: Crew,
        make: impl Fn() -> Thinker<G> + Send + Sync + 'static,
    ) -> std::io::Result<Thinkers<G>> {
        let source = Arc::new(crew.source);
        let count = crew.threads.max(1);
        let idle = || State {
            region: None,
            since: None,
            stop: Arc::default(),
            answered: 0,
            failed: 0,
            busy: Duration::ZERO,
        };
        let desk = Desk {
            open: VecDeque::new(),
            thinkers: (0..count).map(|_| idle()).collect(),
            closed: false,
        };
        let office = Arc::new(Office {
            desk: Mutex::new(desk),
            bell: Condvar::new(),
            source: Arc::clone(&source),
            reproducible: crew.reproducible,
        });
        let (sender, answers) = channel();
        let mut thinkers = Thinkers {
            office,
            answers,
            threads: Vec::new(),
            source,
        };
        let make = Arc::new(make);
        for number in 0..count {
            let (office, make, sender) = (
                Arc::clone(&thinkers.office),
                Arc::clone(&make),
                sender.clone(),
            );
            let thread = std::thread::Builder::new().name(format!("thinker {}", number + 1));
            thinkers
                .threads
                .push(thread.spawn(move || office.work(number, &*make, &sender))?);
        }
        Ok(thinkers)
    }
}

impl<G: Game> Office<G> {
    /// A thread that panicked elsewhere leaves the desk in order: nothing on it is ever half done.
    fn desk(&self) -> MutexGuard<'_, Desk<G>> {
        self.desk.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One thread's life.
    fn work(&self, me: usize, make: &dyn Fn() -> Thinker<G>, answers: &Sender<Answer<G::Move>>) {
        let mut thinker = None;
        while let Some((question, stop)) = self.next(me) {
            let start = Instant::now();
            let ticket = question.ticket;
            let outcome = self.think(&mut thinker, make, question, stop);
            let elapsed = start.elapsed();
            self.note(me, &outcome, elapsed);
            let Some(outcome) = outcome else { continue };
            if answers
                .send(Answer {
                    ticket,
                    outcome,
                    elapsed,
                })
                .is_err()
            {
                return;
            }
        }
    }

    /// Waits for a question; `None` when the office closes.
    fn next(&self, me: usize) -> Option<(Question<G>, Arc<AtomicBool>)> {
        let mut desk = self.desk();
        loop {
            if desk.closed {
                return None;
            }
            let region = desk.thinkers[me].region;
            if let Some(question) = take(&mut desk.open, region) {
                let state = &mut desk.thinkers[me];
                state.region = Some(question.region);
                state.since = Some(Instant::now());
                state.stop = Arc::default();
                return Some((question, Arc::clone(&state.stop)));
            }
            desk = self.bell.wait(desk).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn note(&self, me: usize, outcome: &Option<Outcome<G::Move>>, elapsed: Duration) {
        let mut desk = self.desk();
        let state = &mut desk.thinkers[me];
        state.since = None;
        state.busy += elapsed;
        state.answered += u64::from(matches!(outcome, Some(Ok(_))));
        state.failed += u64::from(matches!(outcome, Some(Err(_))));
    }

    /// One question; `None` where its answer would not repeat. A search that panics is thrown away:
    /// it may be in any state.
    fn think(
        &self,
        thinker: &mut Option<Thinker<G>>,
        make: &dyn Fn() -> Thinker<G>,
        question: Question<G>,
        stop: Arc<AtomicBool>,
    ) -> Option<Outcome<G::Move>> {
        let root = match root(question.position, &question.among) {
            Ok(root) => root,
            Err(what) => return Some(Err(Trouble { what, attempts: 1 })),
        };
        let limits = Limits::nodes(question.nodes.max(1)).and_stop(stop);
        let attempt = AssertUnwindSafe(|| {
            let search = thinker.get_or_insert_with(make);
            if self.reproducible {
                search.new_game_any(0);
            }
            watched(search, &root, &limits)
        });
        match catch_unwind(attempt) {
            Ok((report, _)) if self.reproducible && report.stop == Stop::Asked => None,
            Ok((report, shown)) => Some(Ok(finding(report, shown, &self.source))),
            Err(panic) => {
                *thinker = None;
                let what = format!("the search failed: {}", words(&*panic));
                Some(Err(Trouble { what, attempts: 1 }))
            }
        }
    }
}

/// What came out of a question.
type Outcome<M> = Result<Finding<M>, Trouble>;

/// The position to search, or what is wrong with the question. Games may panic where they are asked
/// nonsense.
fn root<G: Game>(position: G, among: &[G::Move]) -> Result<Among<G>, String> {
    let root = catch_unwind(AssertUnwindSafe(|| {
        let over = position.outcome().is_some();
        (over, Among::new(position, among))
    }));
    match root {
        Ok((true, _)) => Err("the game is over".into()),
        Ok((false, Some(root))) => Ok(root),
        Ok((false, None)) => Err("none of the moves to choose from is legal".into()),
        Err(panic) => Err(format!("the game failed: {}", words(&*panic))),
    }
}

/// The next question: one of the same region if it is near, else the oldest.
fn take<G: Game>(open: &mut VecDeque<Waiting<G>>, region: Option<u64>) -> Option<Question<G>> {
    let patient = open.front()?.passed < PATIENCE;
    let warm = open
        .iter()
        .take(NEAR)
        .position(|waiting| Some(waiting.question.region) == region);
    let chosen = warm.filter(|_| patient).unwrap_or(0);
    open.iter_mut()
        .take(chosen)
        .for_each(|waiting| waiting.passed += 1);
    open.remove(chosen).map(|waiting| waiting.question)
}

type Shown<M> = Vec<(M, Score)>;

/// Searches, and remembers each root move that was the best for some time, the latest last.
fn watched<G: Game>(
    search: &mut Thinker<G>,
    root: &Among<G>,
    limits: &Limits,
) -> (Report<G::Move>, Shown<G::Move>) {
    let mut shown: Shown<G::Move> = Vec::new();
    let mut watch = |event: &Event<'_, Among<G>>| {
        if let Event::Improve {
            ply: 0, via, value, ..
        } = *event
        {
            show(&mut shown, via, value);
        }
    };
    let report = search.watch_any(root, limits, &mut watch);
    (report, shown)
}

fn show<M: PartialEq>(shown: &mut Shown<M>, m: M, value: Score) {
    shown.retain(|(earlier, _)| *earlier != m);
    shown.push((m, value));
}

fn finding<M: Copy + PartialEq>(
    report: Report<M>,
    mut shown: Shown<M>,
    source: &Arc<Source>,
) -> Finding<M> {
    if let Some(best) = report.best() {
        show(&mut shown, best, report.value);
    }
    Finding {
        value: report.value,
        line: report.line,
        shown,
        depth: report.depth,
        nodes: report.counts.nodes,
        source: Arc::clone(source),
    }
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "for no stated reason".into())
}

impl<G: Game> Analyst<G> for Thinkers<G> {
    fn ask(&mut self, question: Question<G>) {
        self.office.desk().open.push_back(Waiting {
            question,
            passed: 0,
        });
        self.office.bell.notify_one();
    }

    fn answer(&mut self, patience: Duration) -> Option<Answer<G::Move>> {
        self.answers.recv_timeout(patience).ok()
    }

    /// A search that is stopped answers with what it has, and its finding says how many nodes that
    /// took; but where answers must repeat, it counts as dropped.
    fn give_up(&mut self) {
        let mut desk = self.office.desk();
        desk.open.clear();
        desk.thinkers
            .iter()
            .for_each(|state| state.stop.store(true, Ordering::Relaxed));
    }

    fn workers(&self) -> Vec<Worker> {
        let desk = self.office.desk();
        let worker = |(number, state): (usize, &State)| Worker {
            name: format!("{} {}", self.source.name, number + 1),
            state: if state.since.is_some() {
                "searching"
            } else {
                "idle"
            }
            .into(),
            searching: state.since.is_some(),
            answered: state.answered,
            failed: state.failed,
            busy: state.busy + state.since.map_or(Duration::ZERO, |since| since.elapsed()),
        };
        desk.thinkers.iter().enumerate().map(worker).collect()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        vec![Arc::clone(&self.source)]
    }
}

/// Stops the searches at work and waits for their threads.
impl<G: Game> Drop for Thinkers<G> {
    fn drop(&mut self) {
        self.give_up();
        self.office.desk().closed = true;
        self.office.bell.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::among::Within;
    use crate::deepening::Deepening;
    use crate::game::{Keyed, Outcome as End, Player, TwoPlayer};
    use crate::pvs::Pvs;
    use crate::rng::mix;
    use crate::search::Search;

    /// Take one to three; who takes the last one wins. 200 matches are too many for this game's
    /// rules.
    #[derive(Clone, Debug)]
    struct Matches(u32, Player);

    impl Game for Matches {
        type Move = u32;
        fn turn(&self) -> Player {
            self.1
        }
        fn moves(&self) -> impl Iterator<Item = u32> {
            1..=self.0.min(3)
        }
        fn play(&mut self, take: u32) {
            *self = Matches(self.0 - take, self.1.opponent());
        }
        fn outcome(&self) -> Option<End> {
            assert!(self.0 != 200, "two hundred matches");
            (self.0 == 0).then(|| End::Win(self.1.opponent()))
        }
    }

    impl TwoPlayer for Matches {}

    impl Keyed for Matches {
        fn key(&self) -> u64 {
            mix(u64::from(self.0) << 1 | u64::from(self.1.0))
        }
    }

    fn pvs() -> Thinker<Matches> {
        let evaluator = Within(|position: &Matches| (position.0 * 7 % 11) as i32);
        Box::new(Deepening::new(Pvs::new(evaluator).with_table(1 << 14)))
    }

    fn crew(threads: usize) -> Crew {
        let source = Source {
            name: "test".into(),
            options: "a=b".into(),
        };
        Crew {
            source,
            threads,
            reproducible: true,
        }
    }

    fn thinkers(threads: usize) -> Thinkers<Matches> {
        Thinkers::start(crew(threads), pvs).unwrap()
    }

    fn question(ticket: u64, left: u32, nodes: u64) -> Question<Matches> {
        Question {
            ticket,
            position: Matches(left, Player::FIRST),
            among: vec![],
            nodes,
            region: ticket % 5,
        }
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn answers_do_not_depend_on_who_takes_them_or_what_was_asked_before() {
        let ask = |threads: usize, backwards: bool| {
            let mut thinkers = thinkers(threads);
            let mut tickets: Vec<u64> = (0..60).collect();
            if backwards {
                tickets.reverse();
            }
            tickets
                .iter()
                .for_each(|&ticket| thinkers.ask(question(ticket, ticket as u32 + 5, 300)));
            let answers = (0..60).map(|_| thinkers.answer(LONG).unwrap());
            answers
                .map(|answer| (answer.ticket, answer.outcome))
                .collect::<HashMap<_, _>>()
        };
        let (one, three) = (ask(1, false), ask(3, true));
        assert_eq!(one.len(), 60);
        assert_eq!(one, three);
        let finding = one[&3].as_ref().unwrap();
        assert_eq!(
            (finding.value, &*finding.source.options),
            (Score::loss_in(4), "a=b")
        );
        for (ticket, outcome) in &one {
            let finding = outcome.as_ref().unwrap();
            let alone = {
                let root = Among::new(Matches(*ticket as u32 + 5, Player::FIRST), &[]).unwrap();
                let mut search = pvs();
                Search::search(&mut search, &root, &Limits::nodes(300))
            };
            assert_eq!((finding.value, &finding.line), (alone.value, &alone.line));
            assert_eq!(
                finding.shown.last(),
                Some(&(finding.line[0], finding.value))
            );
        }
    }

    #[test]
    fn only_the_moves_given_are_chosen_from_and_nonsense_is_told() {
        let mut thinkers = thinkers(1);
        thinkers.ask(Question {
            among: vec![3],
            ..question(1, 6, 1000)
        });
        let finding = thinkers.answer(LONG).unwrap().outcome.unwrap();
        assert_eq!((finding.line[0], finding.value), (3, Score::loss_in(2)));
        thinkers.ask(Question {
            among: vec![9],
            ..question(2, 6, 1000)
        });
        assert!(
            thinkers
                .answer(LONG)
                .unwrap()
                .outcome
                .unwrap_err()
                .what
                .contains("legal")
        );
        thinkers.ask(question(3, 0, 1000));
        assert!(
            thinkers
                .answer(LONG)
                .unwrap()
                .outcome
                .unwrap_err()
                .what
                .contains("over")
        );
        assert_eq!(thinkers.workers()[0].failed, 2);
    }

    #[test]
    fn a_search_that_fails_costs_one_answer() {
        let mut thinkers = thinkers(1);
        thinkers.ask(question(1, 201, 1000));
        let trouble = thinkers.answer(LONG).unwrap().outcome.unwrap_err();
        assert!(trouble.what.contains("two hundred"), "{trouble:?}");
        thinkers.ask(question(2, 9, 1000));
        assert!(thinkers.answer(LONG).unwrap().outcome.is_ok());
        let worker = &thinkers.workers()[0];
        assert_eq!(
            (worker.answered, worker.failed, &*worker.state),
            (1, 1, "idle")
        );
    }

    #[test]
    fn who_gives_up_gets_what_was_begun_unless_answers_must_repeat() {
        for reproducible in [false, true] {
            let mut thinkers = Thinkers::start(
                Crew {
                    reproducible,
                    ..crew(1)
                },
                pvs,
            )
            .unwrap();
            (0..10).for_each(|ticket| thinkers.ask(question(ticket, 100_000, u64::MAX)));
            while thinkers.workers()[0].state == "idle" {
                std::thread::yield_now();
            }
            thinkers.give_up();
            if !reproducible {
                let answer = thinkers.answer(LONG).unwrap();
                assert!(answer.ticket == 0 && answer.outcome.is_ok());
            }
            assert!(thinkers.answer(Duration::from_millis(50)).is_none());
            thinkers.ask(question(11, 9, 1000));
            assert_eq!(thinkers.answer(LONG).unwrap().ticket, 11);
        }
    }

    /// A panic of the game itself, before any search, is an answer too.
    #[test]
    fn a_position_that_fails_by_itself_is_told() {
        let mut thinkers = thinkers(1);
        thinkers.ask(question(1, 200, 1000));
        assert!(
            thinkers
                .answer(LONG)
                .unwrap()
                .outcome
                .unwrap_err()
                .what
                .contains("two hundred")
        );
        thinkers.ask(question(2, 9, 1000));
        assert!(thinkers.answer(LONG).unwrap().outcome.is_ok());
    }

    #[test]
    fn regions_stay_together_but_nobody_waits_for_ever() {
        let waiting = |region| Waiting {
            question: Question {
                region,
                ..question(region, 9, 1)
            },
            passed: 0,
        };
        let mut open: VecDeque<_> = [1, 2, 1, 2].map(waiting).into();
        let regions: Vec<u64> =
            std::iter::from_fn(|| take(&mut open, Some(2)).map(|q| q.region)).collect();
        assert_eq!(regions, [2, 2, 1, 1]);
        let mut open: VecDeque<_> = [1].map(waiting).into();
        let served = (0..).find(|_| {
            open.push_back(waiting(2));
            take(&mut open, Some(2)).unwrap().region == 1
        });
        assert_eq!(served, Some(PATIENCE));
    }
}
