//! Matches with dice, hidden cards and more seats than two: luck cancels in pairs, and no player
//! sees through a blindfold.

use crate::games;

use std::collections::HashMap;

use games::{Careful, Cheater, Guess, Habit, Race, RandomSeat, dealt, guess, race};
use gametree::expectiminimax::Expectiminimax;
use gametree::rng::Rng;
use gametree::tree::{Node, Tree};
use gametree::{Chance, Game, Hidden, Limits, Notation, Payoffs, Player};
use gametree_arena::journal::Settings;
use gametree_arena::{
    Blindfold, Contender, GameRecord, Journal, Match, MatchError, MatchResult, Opening,
    PayoffContender, Points, Reason, Referee, Rules, Side, Table,
};

/// All of a result but the time it took.
fn essence(result: &MatchResult) -> (Vec<GameRecord>, [u64; 5], Option<gametree_arena::Average>) {
    let timeless = |game: &GameRecord| {
        let mut game = game.clone();
        (game.a.seconds, game.b.seconds) = (0.0, 0.0);
        game.stats.iter_mut().for_each(|stats| stats.seconds = 0.0);
        game
    };
    (
        result.games.iter().map(timeless).collect(),
        result.standing.tally.pentanomial,
        result.standing.margin,
    )
}

fn plan<G: Chance + Payoffs>(start: G, games: usize) -> Match<G> {
    let openings = vec![Opening {
        name: "start".into(),
        position: start,
    }];
    Match {
        openings,
        seed: 5,
        ..Match::refereed(games, Referee::of_payoffs())
    }
}

fn both<'t, G: Game>(
    a: impl Contender<G> + Clone + Sync + 't,
    b: impl Contender<G> + Clone + Sync + 't,
) -> impl Fn() -> Result<Table<'t, G>, String> + Sync {
    move || {
        Ok(Table {
            a: Box::new(a.clone()),
            b: Box::new(b.clone()),
        })
    }
}

/// Where luck decides alone, what a side wins in one game of a pair it loses in the other, to the
/// last bit.
#[test]
fn luck_alone_cancels_in_every_pair() {
    for seats in [2, 3, 4] {
        let result = plan(race(seats, 3), 100)
            .run(&both(Habit(0), Habit(0)))
            .unwrap();
        for pair in result.games.chunks(2) {
            assert_eq!(pair[0].moves, pair[1].moves);
            assert_eq!(pair[0].margin.unwrap() + pair[1].margin.unwrap(), 0.0);
        }
        let tally = result.standing.tally;
        assert_eq!((tally.wins, tally.pentanomial[2]), (tally.losses, 50));
        assert!(tally.wins > 30, "the dice decide: {tally:?}");
        let margin = result.standing.margin.unwrap();
        assert_eq!(
            (margin.mean, margin.error, margin.count),
            (0.0, Some(0.0), 50)
        );
        let distinct: std::collections::HashSet<_> =
            result.games.iter().map(|game| &game.moves).collect();
        assert_eq!(distinct.len(), 50, "every pair has luck of its own");
    }
}

/// The same where players choose at random, and it does not matter what.
#[test]
fn what_players_do_does_not_matter_where_coins_decide() {
    let throw = |low: &str, high: &str| format!("(chance 1/2:{low} 1/2:{high})");
    let second = throw("(min -3 -3 -3)", "(max 1 1)");
    let text = throw(
        &format!("(max {second} {second})"),
        &format!("(min {second} {second})"),
    );
    let tree: Tree = text.parse().unwrap();
    let plan = plan(tree.root(), 200);
    let seats = || {
        Ok(Table {
            a: Box::new(RandomSeat::default()),
            b: Box::new(RandomSeat::default()),
        })
    };
    let one = plan.run(&seats).unwrap();
    assert!(
        one.games
            .chunks(2)
            .all(|pair| pair[0].margin.unwrap() + pair[1].margin.unwrap() == 0.0)
    );
    assert!(
        one.games
            .chunks(2)
            .any(|pair| pair[0].moves != pair[1].moves)
    );
    let margins: std::collections::BTreeSet<String> = one
        .games
        .iter()
        .map(|game| game.margin.unwrap().to_string())
        .collect();
    assert_eq!(
        margins.into_iter().collect::<Vec<_>>(),
        ["-2", "-6", "2", "6"]
    );
    assert_eq!(
        essence(
            &Match {
                workers: 4,
                ..plan.clone()
            }
            .run(&seats)
            .unwrap()
        ),
        essence(&one)
    );
    let known = one.games[..77].to_vec();
    assert_eq!(
        essence(&plan.resume(&seats, known, &mut |_, _| Ok(())).unwrap()),
        essence(&one)
    );
}

/// The k-th throw is the same in both games although the players move differently.
#[test]
fn throws_are_the_same_by_their_number() {
    let result = plan(race(2, 4), 60).run(&both(Habit(0), Habit(1))).unwrap();
    let throws = |game: &GameRecord| -> Vec<String> {
        game.moves
            .iter()
            .filter(|m| m.starts_with('d'))
            .cloned()
            .collect()
    };
    assert!(
        result
            .games
            .chunks(2)
            .all(|pair| throws(&pair[0]) == throws(&pair[1]))
    );
    assert!(
        result
            .games
            .chunks(2)
            .all(|pair| pair[0].moves != pair[1].moves)
    );
}

/// Cards dealt before the first move are the same in both games, seat by seat.
#[test]
fn deals_are_the_same() {
    let result = plan(guess(), 60)
        .run(&both(RandomSeat::default(), RandomSeat::default()))
        .unwrap();
    assert!(
        result
            .games
            .chunks(2)
            .all(|pair| pair[0].moves[..2] == pair[1].moves[..2])
    );
    let mut deals: HashMap<&[String], usize> = HashMap::new();
    result
        .games
        .iter()
        .for_each(|game| *deals.entry(&game.moves[..2]).or_default() += 1);
    assert_eq!(deals.len(), 4, "all deals occur: {deals:?}");
}

/// The record is the whole game: played again it ends the same.
#[test]
fn games_can_be_played_again() {
    let start = race(3, 5);
    let result = plan(start.clone(), 40)
        .run(&both(RandomSeat::default(), Habit(1)))
        .unwrap();
    for game in &result.games {
        let end = game.moves.iter().fold(start.clone(), |position, word| {
            let m = position.read_move(word).expect("a legal move");
            position.after(m)
        });
        assert!(end.outcome().is_some());
        let [one, two, three] = [0, 1, 2].map(|seat| end.payoff(Player(seat)));
        let margin = (one + three) / 2.0 - two;
        assert_eq!(
            game.margin,
            Some(if game.first == Side::A {
                margin
            } else {
                -margin
            })
        );
    }
}

#[test]
fn workers_and_kills_change_nothing() {
    let seats = both(RandomSeat::default(), Careful);
    let plan = plan(race(4, 6), 120);
    let one = plan.run(&seats).unwrap();
    for workers in [2, 4] {
        let many = Match {
            workers,
            ..plan.clone()
        }
        .run(&seats)
        .unwrap();
        assert_eq!(essence(&many), essence(&one));
    }
    let mut rng = Rng::new(2);
    for _ in 0..10 {
        let known = one
            .games
            .iter()
            .filter(|_| rng.unit() < 0.5)
            .cloned()
            .collect();
        assert_eq!(
            essence(&plan.resume(&seats, known, &mut |_, _| Ok(())).unwrap()),
            essence(&one)
        );
    }
}

/// Through the file too: margins come back to the last bit.
#[test]
fn a_match_killed_at_any_game_goes_on_from_its_journal() {
    let seats = both(RandomSeat::default(), Careful);
    let plan = Match {
        workers: 2,
        ..plan(thirds(), 40)
    };
    let whole = plan.run(&seats).unwrap();
    let settings: Settings = [("seed".to_string(), "5".to_string())].into();
    let dir = tempfile::tempdir().unwrap();
    for killed_after in [0, 1, 7, 12] {
        let (mut journal, known) = Journal::open(dir.path(), &settings).unwrap();
        let mut left = killed_after;
        let died = plan.resume(&seats, known, &mut |game, _| {
            if left == 0 {
                return Err(std::io::Error::other("killed"));
            }
            left -= 1;
            journal.append(game)
        });
        assert!(matches!(died, Err(MatchError::Io(_))));
    }
    let (_journal, known) = Journal::open(dir.path(), &settings).unwrap();
    assert_eq!(known.len(), 20);
    assert_eq!(
        essence(&plan.resume(&seats, known, &mut |_, _| Ok(())).unwrap()),
        essence(&whole)
    );
}

/// A race whose payoffs are no short decimals.
fn thirds() -> Race {
    Race {
        unit: 1.0 / 3.0,
        ..race(3, 6)
    }
}

/// A cheater wins what it sees; blindfolded it guesses like all others, and an honest one plays as
/// before.
#[test]
fn a_blindfold_takes_a_cheaters_advantage() {
    let plan = plan(guess(), 1000);
    let run = |table: &(dyn Fn() -> Result<Table<'static, Guess>, String> + Sync)| {
        plan.run(table).unwrap()
    };
    let open = run(&both(Cheater, Habit(0)));
    assert!(
        open.standing.estimate.unwrap().low > 100.0,
        "{:?}",
        open.standing
    );
    let blind = run(&|| {
        Ok(Table {
            a: Box::new(Blindfold::new(Cheater)),
            b: Box::new(Habit(0)),
        })
    });
    assert!(blind.games.iter().all(|game| game.reason == Reason::Rules));
    let (mean, error) = blind
        .standing
        .margin
        .map(|margin| (margin.mean, margin.error.unwrap()))
        .unwrap();
    assert!(mean.abs() < 3.0 * error && error < 0.1, "{mean} ± {error}");
    let honest = run(&both(Careful, Habit(0)));
    let folded = run(&|| {
        Ok(Table {
            a: Box::new(Blindfold::new(Careful)),
            b: Box::new(Habit(0)),
        })
    });
    assert_eq!(essence(&honest), essence(&folded));
}

/// A view that no play leads to: the contender fails with a message, without a panic.
#[test]
fn where_no_world_fits_the_contender_fails() {
    let mut blind = Blindfold::new(Habit(0));
    let impossible = Guess {
        smudged: true,
        ..dealt([0, 1])
    };
    let failure = blind.choose(&impossible, &Limits::none()).unwrap_err();
    assert!(
        failure
            .to_string()
            .contains("no world was found that looks as it does to seat 1"),
        "{failure}"
    );
    let result = plan(impossible, 2).run(&|| {
        Ok(Table {
            a: Box::new(Blindfold::new(Habit(0))),
            b: Box::new(Habit(0)),
        })
    });
    let result = result.unwrap();
    assert!(
        result
            .games
            .iter()
            .all(|game| game.result == Points::Loss && game.margin.is_none())
    );
    assert_eq!(result.standing.margin, None);
}

/// The drawn world is one of those that fit, and all of them occur.
#[test]
fn a_blindfold_shows_all_worlds() {
    #[derive(Default)]
    struct Peeker(std::rc::Rc<std::cell::RefCell<Vec<Vec<u8>>>>);
    impl Contender<Guess> for Peeker {
        fn new_game(&mut self, _: u64) {}
        fn choose(
            &mut self,
            position: &Guess,
            limits: &Limits,
        ) -> Result<gametree_arena::Choice<u8>, gametree_arena::Failure> {
            self.0.borrow_mut().push(position.cards.clone());
            Habit(0).choose(position, limits)
        }
    }
    let peeker = Peeker::default();
    let seen = peeker.0.clone();
    let mut blind = Blindfold::new(peeker);
    let truth = dealt([1, 0]);
    blind.new_game(3);
    assert!((0..200).all(|_| blind.choose(&truth, &Limits::none()).is_ok()));
    let seen = seen.borrow();
    assert!(
        seen.iter().all(|cards| cards[0] == 1),
        "its own card is the true one"
    );
    let other = seen.iter().filter(|cards| cards[1] == 0).count();
    assert!((60..140).contains(&other), "{other}");
    assert_eq!(truth.view(Player(0)).len(), 1);
}

/// An search plays: it finds the best of every throw, and its opponent does not.
#[test]
fn advisers_are_contenders() {
    let tree: Tree = "(chance 1/2:(max (chance 1/2:6 1/2:0) 2) 1/2:(max -4 (min -1 -6)))"
        .parse()
        .unwrap();
    let openings = vec![Opening {
        name: "start".into(),
        position: tree.root(),
    }];
    let plan: Match<Node<'_>> = Match {
        openings,
        ..Match::refereed(200, Referee::of_payoffs())
    };
    let seats = || {
        let a = PayoffContender::new(Expectiminimax::blind());
        Ok(Table {
            a: Box::new(a),
            b: Box::new(RandomSeat::default()),
        })
    };
    let result = plan.run(&seats).unwrap();
    let margin = result.standing.margin.unwrap();
    assert!(margin.mean > 3.0 * margin.error.unwrap(), "{margin:?}");
    assert!(result.spent[0].nodes > 0 && result.spent[0].choices >= 100);
    let stopped = Limits::none().and_stop(std::sync::Arc::new(true.into()));
    let failure = PayoffContender::new(Expectiminimax::blind())
        .choose(&tree.root(), &stopped)
        .unwrap_err();
    assert_eq!(failure, gametree_arena::Failure::Stopped);
}

#[test]
fn too_long_is_a_draw_of_margin_0_and_one_seat_is_no_match() {
    let rules = Rules {
        max_plies: Some(3),
        ..Rules::default()
    };
    let result = Match {
        rules,
        ..plan(race(2, 4), 4)
    }
    .run(&both(Habit(0), Habit(1)))
    .unwrap();
    for game in &result.games {
        assert_eq!(
            (game.result, game.margin, game.moves.len()),
            (Points::Draw, Some(0.0), 3)
        );
    }
    let alone = plan(race(1, 2), 2).run(&both(Habit(0), Habit(0)));
    assert!(matches!(alone, Err(MatchError::Seats(1))));
}
