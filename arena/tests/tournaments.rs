//! Whole tournaments: balanced seats, the same result whatever happens on the way, ratings of who
//! plays better.

use crate::games;

use std::collections::HashMap;

use games::{Careful, Habit, Race, RandomSeat, race};
use gametree::rng::Rng;
use gametree::{Game, Limits};
use gametree_arena::journal::Settings;
use gametree_arena::tournament::Lineup;
use gametree_arena::{
    Choice, Contender, Failure, Journal, Opening, Reason, Referee, TableRecord, Tournament,
    TournamentError, TournamentResult,
};

fn plan(seats: usize, contenders: usize, rounds: usize) -> Tournament<Race> {
    Tournament {
        openings: [2, 4]
            .map(|rounds| Opening {
                name: format!("{rounds} rounds"),
                position: race(seats, rounds),
            })
            .into(),
        limits: vec![Limits::none(); contenders],
        seed: 8,
        ..Tournament::refereed(rounds, Referee::of_payoffs())
    }
}

/// The first never gives a pip away, the second always; the others in between.
fn four() -> Result<Lineup<'static, Race>, String> {
    Ok(vec![
        Box::new(Habit(0)),
        Box::new(Habit(1)),
        Box::new(RandomSeat::default()),
        Box::new(Careful),
    ])
}

fn timeless(result: &TournamentResult) -> Vec<TableRecord> {
    let mut games = result.games.clone();
    games
        .iter_mut()
        .flat_map(|game| &mut game.spent)
        .for_each(|spent| spent.seconds = 0.0);
    games
        .iter_mut()
        .flat_map(|game| &mut game.stats)
        .for_each(|stats| stats.seconds = 0.0);
    games
}

#[test]
fn seats_are_balanced_and_tables_share_their_luck() {
    for seats in [2, 3, 4] {
        let result = plan(seats, 4, 6).run(&four).unwrap();
        assert!(result.complete && result.seats == seats);
        let mut sat: HashMap<(usize, usize), usize> = HashMap::new();
        let places = result
            .games
            .iter()
            .flat_map(|game| game.seats.iter().copied().enumerate());
        places.for_each(|place| *sat.entry(place).or_default() += 1);
        let each = result.games.len() / 4;
        assert!(
            sat.len() == seats * 4 && sat.values().all(|&count| count == each),
            "{sat:?}"
        );
        for table in result.games.chunks(seats) {
            let throws = |game: &TableRecord| -> Vec<String> {
                game.moves
                    .iter()
                    .filter(|m| m.starts_with('d'))
                    .cloned()
                    .collect()
            };
            assert!(table.iter().all(|game| game.opening == table[0].opening));
            assert!(table.iter().all(|game| throws(game) == throws(&table[0])));
        }
        let rounds: Vec<&str> = result
            .games
            .iter()
            .map(|game| game.opening.as_str())
            .collect();
        assert!(rounds.contains(&"2 rounds") && rounds.contains(&"4 rounds"));
    }
}

#[test]
fn workers_and_kills_change_nothing() {
    let plan = plan(3, 4, 8);
    let one = plan.run(&four).unwrap();
    for workers in [2, 4] {
        let many = Tournament {
            workers,
            ..plan.clone()
        }
        .run(&four)
        .unwrap();
        assert_eq!(timeless(&many), timeless(&one));
    }
    let settings: Settings = [("seed".to_string(), "8".to_string())].into();
    let dir = tempfile::tempdir().unwrap();
    let mut rng = Rng::new(4);
    let mut kept = 0;
    while kept < 60 {
        let (mut journal, known) = Journal::<TableRecord>::open_of(dir.path(), &settings).unwrap();
        let mut left = 1 + rng.below(20);
        kept = known.len() + left;
        let died = plan.resume(&four, known, &mut |game| {
            if left == 0 {
                return Err(std::io::Error::other("killed"));
            }
            left -= 1;
            journal.append(game)
        });
        assert!(matches!(died, Err(TournamentError::Io(_))));
    }
    let (journal, known) = Journal::<TableRecord>::open_of(dir.path(), &settings).unwrap();
    let again = plan.resume(&four, known, &mut |_| Ok(())).unwrap();
    assert_eq!((timeless(&again), again.resumed), (timeless(&one), kept));
    drop(journal);
    let mistaken = Journal::open(dir.path(), &settings).unwrap_err();
    assert!(
        mistaken
            .to_string()
            .contains("not a journal of the kind gametree.match-journal/1"),
        "{mistaken}"
    );
}

/// Who gives away fewer pips is rated higher and gets more, at tables of every size.
#[test]
fn the_order_of_strength_is_found() {
    for seats in [2, 3, 4] {
        let result = plan(seats, 4, 60).run(&four).unwrap();
        let ratings = result.ratings().unwrap();
        let elo = |who: usize| ratings.ratings[who].elo;
        assert!(
            elo(0) > elo(2) && elo(2) > elo(1) && elo(0) > elo(3),
            "{seats} seats: {ratings:?}"
        );
        assert!(ratings.difference(0, 1).unwrap().low > 0.0);
        let payoffs: Vec<f64> = result
            .payoffs()
            .into_iter()
            .map(|average| average.unwrap().mean)
            .collect();
        assert!(
            payoffs[0] > payoffs[2] && payoffs[2] > payoffs[1],
            "{payoffs:?}"
        );
        let spent = result.spent();
        assert!(
            spent[0].choices > 0 && spent.iter().all(|other| other.choices == spent[0].choices)
        );
    }
}

struct Broken;

impl<G: Game> Contender<G> for Broken {
    fn new_game(&mut self, _: u64) {}
    fn choose(&mut self, _: &G, _: &Limits) -> Result<Choice<G::Move>, Failure> {
        Err(Failure::Broken("it crashed".into()))
    }
}

#[test]
fn who_fails_is_last_and_still_rated() {
    let lineup = || -> Result<Lineup<'static, Race>, String> {
        Ok(vec![
            Box::new(Broken),
            Box::new(Habit(0)),
            Box::new(Habit(0)),
            Box::new(Habit(0)),
        ])
    };
    let result = plan(3, 4, 4).run(&lineup).unwrap();
    for game in result.games.iter().filter(|game| game.seats.contains(&0)) {
        let seat = game.seats.iter().position(|&who| who == 0).unwrap();
        assert_eq!(
            (game.ranks[seat], &game.reason),
            (3, &Reason::Failed("it crashed".into()))
        );
        assert!(game.payoffs.is_none());
    }
    let ratings = result.ratings().unwrap();
    assert!(
        ratings.prior && ratings.ratings[0].high < ratings.ratings[1].elo,
        "{ratings:?}"
    );
    assert!(
        ratings
            .ratings
            .iter()
            .all(|rating| rating.low.is_finite() && rating.high.is_finite())
    );
    let payoffs = result.payoffs();
    assert!(payoffs[0].is_none() && payoffs[1].is_some());
}

#[test]
fn what_cannot_be_played_is_told() {
    let told = |plan: Tournament<Race>| plan.run(&four).unwrap_err().to_string();
    assert!(told(plan(5, 4, 1)).starts_with("4 contenders for 5 seats"));
    assert!(told(plan(3, 4, 0)).contains("at least one round"));
    assert!(
        told(Tournament {
            openings: Vec::new(),
            ..plan(3, 4, 1)
        })
        .contains("at least one opening")
    );
    let mut mixed = plan(3, 4, 1);
    mixed.openings[1].position = race(2, 1);
    assert!(told(mixed).ends_with("opening '4 rounds' has 2"));
    assert!(told(plan(1, 4, 1)).ends_with("opening '2 rounds' has 1"));
    assert_eq!(
        told(plan(2, 3, 1)),
        "limits are given for 3 contenders, but there are 4"
    );
    let mut known = plan(3, 4, 1).run(&four).unwrap().games;
    known[5].seats.swap(0, 1);
    let strange = plan(3, 4, 1)
        .resume(&four, known, &mut |_| Ok(()))
        .unwrap_err();
    assert!(
        strange.to_string().starts_with("game 6 of those known"),
        "{strange}"
    );
    let nobody = || Err("no such engine".to_string());
    assert_eq!(
        plan(3, 4, 1).run(&nobody).unwrap_err().to_string(),
        "no such engine"
    );
}

/// Stopped, the whole tables from the first on count.
#[test]
fn a_raised_flag_stops() {
    let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let plan = Tournament {
        stop: Some(stop.clone()),
        ..plan(3, 4, 4000)
    };
    let mut seen = 0;
    let result = plan.resume(&four, Vec::new(), &mut |_| {
        seen += 1;
        stop.store(seen >= 20, std::sync::atomic::Ordering::SeqCst);
        Ok(())
    });
    let result = result.unwrap();
    assert!(!result.complete && result.games.len() >= 18 && result.games.len() % 3 == 0);
}

/// The contenders of a game, in the order of its seats.
fn at_table<'l>(
    lineup: &'l mut Lineup<'static, Race>,
    seats: &[usize],
) -> Vec<&'l mut (dyn Contender<Race> + 'static)> {
    let mut all: Vec<_> = lineup.iter_mut().map(Some).collect();
    let seated = seats.iter().map(|&who| all[who].take().expect("a seat"));
    seated.map(|contender| contender.as_mut()).collect()
}

#[test]
fn a_game_of_a_tournament_is_the_same_wherever_it_is_played() {
    for seats in [2, 3] {
        let plan = plan(seats, 4, 3);
        let whole = plan.run(&four).unwrap();
        let draw = plan.draw().unwrap();
        // Another computer knows the opening of the game, and plays in any order.
        let alone = Tournament {
            openings: Vec::new(),
            rounds: 0,
            ..plan.clone()
        };
        let mut lineup = four().unwrap();
        let mut elsewhere: Vec<TableRecord> = Vec::new();
        for game in whole.games.iter().rev() {
            let game = plan.game(&draw, game.number);
            let mut seated = at_table(&mut lineup, &game.seats);
            let played = alone.play_one(&game, &mut seated).unwrap();
            assert_eq!(plan.verify(&game, &played), Ok(()));
            elsewhere.push(played);
        }
        let known = elsewhere.split_off(5);
        let resumed = known.len();
        let again = plan.resume_with(
            &draw,
            known,
            (&mut |_| Ok(()), &mut |missing, take| {
                assert_eq!(missing.len(), 5);
                let mut done = elsewhere.clone().into_iter().map(take);
                assert!(
                    done.any(|done| done.is_ok_and(|done| done)),
                    "all are there"
                );
                Ok(())
            }),
        );
        let again = again.unwrap();
        assert!(again.complete && again.resumed == resumed);
        assert_eq!(timeless(&again), timeless(&whole));
    }
}

/// A change of a record, and what it is refused with.
type Lie<'a> = (&'a dyn Fn(&mut TableRecord), &'a str);

#[test]
fn a_game_of_a_tournament_that_cannot_be_is_refused() {
    let plan = plan(3, 4, 2);
    let games = plan.run(&four).unwrap().games;
    let draw = plan.draw().unwrap();
    let played = games.iter().find(|game| game.ranks.contains(&3));
    let played = played.expect("a game with a loser");
    let cut = |record: &mut TableRecord| {
        record.moves.pop();
        record.stats.pop();
    };
    let lies: [Lie<'_>; 12] = [
        (&|record| record.number += 1, "it is game"),
        (&|record| record.number = usize::MAX, "it is game"),
        (&|record| record.seats.rotate_left(1), "begins elsewhere"),
        (&|record| record.seats.clear(), "begins elsewhere"),
        (&|record| record.opening.push('x'), "begins elsewhere"),
        (&|record| record.ranks.rotate_left(1), "lead to its result"),
        (&|record| record.ranks.clear(), "another number of seats"),
        (&|record| record.payoffs = None, "lead to its result"),
        (
            &|record| record.reason = Reason::Score,
            "lead to its result",
        ),
        (&cut, "do not end the game"),
        (&|record| record.spent[1].seconds = -1.0, "out of range"),
        (&|record| record.spent[1].choices = 1 << 40, "out of range"),
    ];
    for (at, (lie, why)) in lies.iter().enumerate() {
        let mut record = played.clone();
        lie(&mut record);
        let refused = plan.verify(&plan.game(&draw, played.number), &record);
        let refused = refused.expect_err("it is false");
        assert!(refused.contains(why), "{at}: {refused}");
    }
}
