//! Matches with a real broker: every game counts once, whatever dies, and nothing false counts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use gametree_farm::matches::message::{GameMessage, PlayedMessage, RecordMessage};
use gametree_farm::matches::{
    Believed, GamePlayer, MatchCoordinator, MatchEnd, MatchNews, MatchSettings, MatchWatch, Player,
    PlayerSettings, RemoteMatch, SeatPlayer,
};
use gametree_farm::message::{TaskKey, decode, encode};
use gametree_farm::refusals::Refusal;
use gametree_farm::worker::Wish;
use gametree_farm::{BrokerAddress, Link, subject};

use crate::broker::Broker;
use crate::crew::BEAT;
use crate::stranger::Stranger;

const PROGRAM: &str = "program 1";

/// A match whose game n is worth n². Its record must say so.
struct Squares;

impl RemoteMatch for Squares {
    type Record = u64;

    fn order(&self, number: u64) -> String {
        format!("square {number}")
    }

    fn believe(&self, number: u64, record: &str) -> Result<u64, String> {
        match record.parse::<u64>() {
            Ok(square) if square == number * number => Ok(number),
            _ => Err(format!("{record} is not the square of {number}")),
        }
    }
}

/// How a player behaves.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    Good,
    /// Says what cannot be true.
    Lying,
    /// Good, once another one has lied.
    AfterLie,
    /// Cannot play.
    Failing,
    /// Plays until it is stopped.
    Endless,
}

/// Someone has lied.
static LIE: AtomicBool = AtomicBool::new(false);

struct Mathematician {
    manner: Manner,
    begun: Arc<AtomicU64>,
}

impl GamePlayer for Mathematician {
    fn play(&mut self, order: &str, stop: &Arc<AtomicBool>) -> Result<Option<String>, String> {
        self.begun.fetch_add(1, Ordering::SeqCst);
        let number: u64 = order.strip_prefix("square ").unwrap().parse().unwrap();
        match self.manner {
            Manner::Good => Ok(Some((number * number).to_string())),
            Manner::Lying => {
                LIE.store(true, Ordering::SeqCst);
                Ok(Some("7".into()))
            }
            Manner::AfterLie => {
                while !LIE.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(Some((number * number).to_string()))
            }
            Manner::Failing => Err("it cannot count".into()),
            Manner::Endless => {
                while !stop.load(Ordering::SeqCst) {
                    std::thread::sleep(Duration::from_millis(5));
                }
                Ok(None)
            }
        }
    }
}

/// A worker in a thread.
struct Hall {
    wish: Arc<AtomicU64>,
    begun: Arc<AtomicU64>,
    thread: JoinHandle<u64>,
}

impl Hall {
    fn open(address: &BrokerAddress, manner: Manner, engines: &[&str]) -> Hall {
        let settings = PlayerSettings {
            name: "hall".into(),
            program: PROGRAM.into(),
            engines: engines.iter().map(|name| (*name).into()).collect(),
            jobs: 2,
            beat: BEAT,
            wait: Duration::from_millis(50),
        };
        let begun = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&begun);
        let seat: SeatPlayer = Arc::new(move || {
            Box::new(Mathematician {
                manner,
                begun: Arc::clone(&counted),
            })
        });
        // On a thread of its own: it may be opened while a match runs.
        let player = std::thread::scope(|scope| {
            let connect = scope.spawn(|| Player::connect(address, settings, &seat));
            connect.join().expect("a thread").expect("a player")
        });
        let wish = Arc::new(AtomicU64::new(Wish::GoOn as u64));
        let wished = Arc::clone(&wish);
        let thread = std::thread::spawn(move || {
            let last = player.run(&mut |_| match wished.load(Ordering::SeqCst) {
                wish if wish == Wish::GoOn as u64 => Wish::GoOn,
                wish if wish == Wish::Drain as u64 => Wish::Drain,
                _ => Wish::GiveBack,
            });
            last.done
        });
        Hall {
            wish,
            begun,
            thread,
        }
    }

    fn has_begun(&self) -> bool {
        self.begun.load(Ordering::SeqCst) > 0
    }

    fn close(self, wish: Wish) -> u64 {
        self.wish.store(wish as u64, Ordering::SeqCst);
        self.thread.join().expect("a player's thread")
    }
}

/// What came of a match.
struct Outcome {
    /// How often each game counted.
    games: BTreeMap<u64, u32>,
    end: Result<(), MatchEnd>,
    refusals: Vec<Refusal>,
    news: MatchNews,
}

impl Outcome {
    fn is_whole(&self, games: u64) -> bool {
        self.games == (0..games).map(|number| (number, 1)).collect()
    }
}

fn settings(name: &str) -> MatchSettings {
    MatchSettings {
        beat: BEAT,
        lease: Duration::from_secs(2),
        ..MatchSettings::new(name, PROGRAM)
    }
}

/// Plays a match of so many games; `look` is called often, with the number of games that count, and
/// says whether to go on.
fn played(
    address: &BrokerAddress,
    settings: MatchSettings,
    games: u64,
    mut look: impl FnMut(u64, &MatchNews) -> bool,
) -> Outcome {
    let mut coordinator = MatchCoordinator::start(address, settings).expect("a coordinator");
    let counted = std::cell::RefCell::new(BTreeMap::<u64, u32>::new());
    let last = std::cell::RefCell::new(MatchNews::default());
    let missing: Vec<u64> = (0..games).collect();
    let watch = MatchWatch {
        take: &mut |Believed { record, .. }| {
            let mut counted = counted.borrow_mut();
            *counted.entry(record).or_insert(0) += 1;
            Ok(counted.len() as u64 == games)
        },
        look: &mut |news| {
            last.replace(news.clone());
            look(counted.borrow().len() as u64, news)
        },
    };
    let end = coordinator.play(&Squares, &missing, watch);
    Outcome {
        games: counted.into_inner(),
        end,
        refusals: coordinator.refusals(),
        news: last.into_inner(),
    }
}

#[test]
fn every_game_counts_once() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let halls: Vec<Hall> = (0..3)
        .map(|_| Hall::open(&broker.worker(), Manner::Good, &[]))
        .collect();
    let outcome = played(&broker.coordinator(), settings("plain"), 60, |_, _| true);
    assert!(outcome.end.is_ok() && outcome.is_whole(60));
    assert!(outcome.refusals.is_empty());
    let done: u64 = halls.into_iter().map(|hall| hall.close(Wish::Drain)).sum();
    assert!(done >= 60, "{done}");
}

#[test]
fn a_worker_that_vanishes_and_a_broker_that_is_killed_cost_no_game() {
    let Some(mut broker) = Broker::start() else {
        return;
    };
    let lost = Hall::open(&broker.worker(), Manner::Endless, &[]);
    let good = Hall::open(&broker.worker(), Manner::Good, &[]);
    let address = broker.coordinator();
    let mut lost = Some(lost);
    let mut killed = false;
    let outcome = played(&address, settings("hurt"), 40, |games, _| {
        // It has games in hand, and gives them back.
        if lost.as_ref().is_some_and(Hall::has_begun) && games >= 5 {
            lost.take().map(|hall| hall.close(Wish::GiveBack));
        }
        if games >= 15 && !std::mem::replace(&mut killed, true) {
            broker.restart();
        }
        true
    });
    assert!(killed && lost.is_none());
    assert!(outcome.end.is_ok() && outcome.is_whole(40));
    good.close(Wish::Drain);
}

#[test]
fn a_broker_that_has_lost_its_disk_is_filled_again() {
    let Some(mut broker) = Broker::start() else {
        return;
    };
    let good = Hall::open(&broker.worker(), Manner::Good, &[]);
    let address = broker.coordinator();
    let mut wiped = false;
    let outcome = played(&address, settings("wiped"), 30, |games, _| {
        if games >= 10 && !std::mem::replace(&mut wiped, true) {
            broker.wipe();
            broker.restart();
        }
        true
    });
    assert!(wiped && outcome.end.is_ok() && outcome.is_whole(30));
    good.close(Wish::Drain);
}

#[test]
fn a_match_that_ends_stops_the_games_in_progress() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let hall = Hall::open(&broker.worker(), Manner::Endless, &[]);
    let outcome = played(&broker.coordinator(), settings("short"), 8, |_, _| {
        !hall.has_begun()
    });
    assert!(outcome.end.is_ok() && outcome.games.is_empty());
    // Its games would never end by themselves.
    assert_eq!(hall.close(Wish::Drain), 0);
}

#[test]
fn a_game_that_no_worker_can_play_ends_the_match() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let halls = [0, 1].map(|_| Hall::open(&broker.worker(), Manner::Failing, &[]));
    let outcome = played(&broker.coordinator(), settings("failing"), 4, |_, _| true);
    let Err(MatchEnd::Failed(game)) = outcome.end else {
        panic!("it cannot be played");
    };
    assert_eq!(game.what, "it cannot count");
    for hall in halls {
        hall.close(Wish::GiveBack);
    }
}

#[test]
fn a_liar_is_refused_and_others_play_its_games() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let good = Hall::open(&broker.worker(), Manner::AfterLie, &[]);
    let mut liar = None;
    let outcome = played(&broker.coordinator(), settings("lied-to"), 20, |_, news| {
        // While another one is known, three lies do not end the match.
        if liar.is_none() && news.suitable == 1 {
            liar = Some(Hall::open(&broker.worker(), Manner::Lying, &[]));
        }
        true
    });
    assert!(outcome.end.is_ok() && outcome.is_whole(20));
    let refusal = outcome.refusals.first().expect("a refusal");
    assert!(refusal.what.contains("is not the square"), "{refusal:?}");
    liar.expect("a liar").close(Wish::GiveBack);
    good.close(Wish::Drain);
}

#[test]
fn a_worker_without_the_engine_leaves_the_games_to_others() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let without = Hall::open(&broker.worker(), Manner::Failing, &["other"]);
    let needs = MatchSettings {
        engines: vec!["fish".into()],
        ..settings("choosy")
    };
    let mut with = None;
    let outcome = played(&broker.coordinator(), needs, 10, |_, news| {
        let missing = news.missing_engines == ["fish"] && news.unsuitable == 1;
        if with.is_none() && missing {
            with = Some(Hall::open(
                &broker.worker(),
                Manner::Good,
                &["fish", "other"],
            ));
        }
        true
    });
    assert!(outcome.end.is_ok() && outcome.is_whole(10));
    assert_eq!((outcome.news.suitable, outcome.news.unsuitable), (1, 1));
    assert!(!without.has_begun());
    without.close(Wish::Drain);
    with.expect("a worker with the engine").close(Wish::Drain);
}

/// The record of game 3 with a change.
fn forged(change: &dyn Fn(&mut RecordMessage)) -> Vec<u8> {
    let game = GameMessage {
        match_name: "besieged".into(),
        session: 1,
        number: 3,
        attempt: 0,
        order: Squares.order(3),
        avoid: Vec::new(),
        lease: 1000,
    };
    let mut record = RecordMessage {
        match_name: "besieged".into(),
        session: 1,
        number: 3,
        key: game.key(),
        attempt: 0,
        worker: "stranger".into(),
        outcome: PlayedMessage::Played("9".into()),
    };
    change(&mut record);
    encode(&record).expect("a message")
}

/// What a worker might send that must not count, and why it is refused.
fn hostile_records() -> Vec<(Vec<u8>, &'static str)> {
    let text = String::from_utf8(forged(&|_| ())).expect("a text");
    let lie = PlayedMessage::Played("7".into());
    vec![
        (b"\xff\xfe nonsense".to_vec(), "malformed"),
        (text.replace("\"v\":1", "\"v\":2").into_bytes(), "version 2"),
        (
            text.replace("\"number\"", "\"x\":1,\"number\"")
                .into_bytes(),
            "unknown field",
        ),
        (
            text.replace("stranger", "a.b").into_bytes(),
            "the field worker",
        ),
        (
            forged(&|record| record.match_name = "other".into()),
            "another match",
        ),
        (
            forged(&|record| record.outcome = lie.clone()),
            "7 is not the square of 3",
        ),
        // The record of another game, under this one's number and key.
        (
            forged(&|record| record.outcome = PlayedMessage::Played("16".into())),
            "16 is not the square of 3",
        ),
    ]
}

#[test]
fn every_kind_of_hostile_record_is_refused_and_logged() {
    let Some(broker) = Broker::start() else {
        return;
    };
    let stranger = Stranger {
        link: Link::connect(&broker.worker(), "stranger").expect("a link"),
    };
    let cases = hostile_records();
    for (bytes, _) in &cases {
        let subject = subject::record("besieged");
        // The streams are there as soon as the match is.
        while stranger.publish(subject.clone(), bytes.clone()).is_err() {
            let settings = settings("besieged");
            drop(MatchCoordinator::start(&broker.coordinator(), settings).expect("streams"));
        }
    }
    // A key that no game has, of a run that is over: not believed, and no offence.
    let unknown = forged(&|record| record.key = TaskKey(4711));
    stranger
        .publish(subject::record("besieged"), unknown)
        .expect("a worker may publish records");
    let mut hall = None;
    let outcome = played(
        &broker.coordinator(),
        settings("besieged"),
        10,
        |games, _| {
            assert!(games == 0 || hall.is_some(), "a false record counts");
            hall.get_or_insert_with(|| Hall::open(&broker.worker(), Manner::Good, &[]));
            true
        },
    );
    assert!(outcome.end.is_ok() && outcome.is_whole(10));
    for (_, why) in cases {
        let found = outcome
            .refusals
            .iter()
            .any(|refusal| refusal.what.contains(why));
        assert!(found, "{why}: {:?}", outcome.refusals);
    }
    hall.expect("a player").close(Wish::Drain);
}

#[test]
fn a_workers_token_neither_makes_games_nor_speaks_for_a_match() {
    let Some(broker) = Broker::start() else {
        return;
    };
    drop(MatchCoordinator::start(&broker.coordinator(), settings("closed")).expect("streams"));
    let stranger = Stranger {
        link: Link::connect(&broker.worker(), "stranger").expect("a link"),
    };
    for subject in [subject::game("closed"), subject::of_match("closed")] {
        assert!(stranger.publish(subject, b"{}".to_vec()).is_err());
    }
    let malformed = decode::<GameMessage>(b"{\"v\":1,\"body\":{}}");
    assert!(malformed.is_err());
}
