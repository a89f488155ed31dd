//! Games that were played elsewhere: the same as here, and believed only if they can be true.

use crate::games::{Habit, race};

use gametree::Limits;
use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::mcts::Mcts;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree_arena::opening::Random;
use gametree_arena::{
    GameRecord, Match, Opening, Points, Reason, Referee, Rules, Searcher, Table, WinByScore,
};

type Position<'t> = TwoPlayerTree<'t>;

fn tree() -> Tree {
    let shape = Shape {
        values: -3..=3,
        ..Shape::uniform(3, 7)
    };
    random(&shape, 7)
}

fn plan<'t>(root: &Position<'t>) -> Match<Position<'t>> {
    let openings = Random {
        plies: 2,
        count: 5,
        seed: 3,
        accept: &|_| true,
    };
    Match {
        openings: openings.draw(root),
        limits: [Limits::nodes(60), Limits::nodes(40)],
        seed: 11,
        ..Match::new(20)
    }
}

fn table<'t>() -> Table<'t, Position<'t>> {
    Table {
        a: Box::new(Searcher::new(Mcts::new(5))),
        b: Box::new(Searcher::new(Deepening::new(AlphaBeta {
            evaluator: Estimates,
        }))),
    }
}

fn timeless(game: &GameRecord) -> GameRecord {
    let mut game = game.clone();
    (game.a.seconds, game.b.seconds) = (0.0, 0.0);
    game.stats.iter_mut().for_each(|stats| stats.seconds = 0.0);
    game
}

#[test]
fn a_game_alone_is_that_of_the_match() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let plan = plan(&root);
    let whole = plan.run(&|| Ok(table())).unwrap();
    // Another computer knows the opening of the game, and no other one; and plays in any order.
    let mut seats = table();
    for game in whole.games.iter().rev() {
        let alone = Match {
            openings: vec![plan.opening(game.number).clone()],
            ..plan.clone()
        };
        let sides = &mut [seats.a.as_mut(), seats.b.as_mut()];
        let played = alone.play_one(game.number, sides).unwrap();
        assert_eq!(timeless(&played), timeless(game));
        assert_eq!(plan.verify(game.number, &played), Ok(()));
    }
}

#[test]
fn a_match_that_is_played_elsewhere_ends_the_same() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let plan = plan(&root);
    let whole = plan.run(&|| Ok(table())).unwrap();
    let known = whole.games[3..7].to_vec();
    let again = plan.resume_with(known, &mut |_, _| Ok(()), &mut |missing, take| {
        assert_eq!(missing.len(), 16);
        for number in missing.into_iter().rev() {
            if take(whole.games[number].clone())? {
                return Ok(());
            }
        }
        panic!("all games are there");
    });
    let again = again.unwrap();
    assert_eq!(again.games, whole.games);
    assert_eq!(again.resumed, 4);
}

/// A change of a record.
type Change<'a> = &'a dyn Fn(&mut GameRecord);

/// What each change of a true record is refused with.
#[test]
fn what_cannot_be_true_is_refused() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let plan = plan(&root);
    let games = plan.run(&|| Ok(table())).unwrap().games;
    let game = games.iter().find(|game| game.result == Points::Win);
    let game = game.expect("a game that A won");
    let refused = |change: Change<'_>| {
        let mut record = game.clone();
        change(&mut record);
        plan.verify(game.number, &record).unwrap_err()
    };
    let cut = |record: &mut GameRecord| {
        record.moves.pop();
        record.stats.pop();
    };
    let cases: [(Change<'_>, &str); 12] = [
        (&|record| record.number += 2, "it is game"),
        (
            &|record| record.first = record.first.other(),
            "begins elsewhere",
        ),
        (&|record| record.opening.push('x'), "begins elsewhere"),
        (
            &|record| record.moves[1] = "nowhere".into(),
            "Illegal move: nowhere",
        ),
        (&|record| record.result = Points::Draw, "lead to its result"),
        (&|record| record.margin = Some(99.0), "lead to its margin"),
        (&cut, "do not end the game"),
        (
            &|record| record.reason = Reason::Time,
            "end the game otherwise",
        ),
        (&|record| record.moves.push("1".into()), "differ in number"),
        (&|record| record.stats[0].seconds = -1.0, "out of range"),
        (&|record| record.stats[0].seconds = f64::NAN, "out of range"),
        (&|record| record.a.seconds = 1e300, "out of range"),
    ];
    for (change, why) in cases {
        let what = refused(change);
        assert!(what.contains(why), "{what}, not {why}");
    }
    let longer = refused(&|record| {
        record.moves.push("1".into());
        record.stats.push(record.stats[0]);
    });
    assert!(longer.contains("goes on after its end"), "{longer}");
    let proven = refused(&|record| {
        cut(record);
        record.reason = Reason::BothProven;
    });
    assert!(proven.contains("do not end as proven"), "{proven}");
}

/// A game that is given up is lost by the side that was to move.
#[test]
fn only_the_mover_can_fail() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let plan = plan(&root);
    let game = &plan.run(&|| Ok(table())).unwrap().games[0];
    let failed = |result| {
        let mut record = game.clone();
        record.moves.truncate(2);
        record.stats.truncate(2);
        record.margin = None;
        record.reason = Reason::Failed("it crashed".into());
        record.result = result;
        plan.verify(game.number, &record)
    };
    // Two plies of opening, two of the game: A began and is to move.
    assert_eq!(failed(Points::Loss), Ok(()));
    assert!(failed(Points::Win).is_err());
}

#[test]
fn early_ends_are_seen_in_what_both_sides_said() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let strict = plan(&root);
    let eager = Match {
        rules: Rules {
            win_by_score: Some(WinByScore {
                points: 1,
                moves: 1,
            }),
            ..Rules::default()
        },
        ..plan(&root)
    };
    let games = eager.run(&|| Ok(table())).unwrap().games;
    let early = games.iter().find(|game| game.reason == Reason::Score);
    let early = early.expect("a game that ended early");
    assert_eq!(eager.verify(early.number, early), Ok(()));
    assert!(strict.verify(early.number, early).is_err(), "other rules");
    let mut silent = early.clone();
    silent.stats.iter_mut().for_each(|stats| {
        stats.points = None;
        stats.win_in = None;
    });
    assert!(eager.verify(early.number, &silent).is_err());
}

/// Chance brings what the seed of the match says, and nothing else.
#[test]
fn dice_are_the_matchs_own() {
    let start = Opening {
        name: "start".into(),
        position: race(3, 3),
    };
    let plan = |seed| Match {
        openings: vec![start.clone()],
        seed,
        ..Match::refereed(10, Referee::of_payoffs())
    };
    let habits = || {
        Ok(Table {
            a: Box::new(Habit(0)),
            b: Box::new(Habit(0)),
        })
    };
    let games = plan(5).run(&habits).unwrap().games;
    for game in &games {
        assert_eq!(plan(5).verify(game.number, game), Ok(()));
    }
    let other = |game: &GameRecord| plan(6).verify(game.number, game);
    let luckier = games.iter().filter_map(|game| other(game).err());
    assert!(
        luckier
            .into_iter()
            .any(|what| what.contains("chance does not bring"))
    );
}
