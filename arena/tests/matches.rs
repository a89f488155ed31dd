//! Whole matches: the result is a function of the plan, whatever happens on the way.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::mcts::Mcts;
use gametree::random_mover::RandomMover;
use gametree::rng::Rng;
use gametree::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};
use gametree::{Counts, Limits};
use gametree_arena::opening::Random;
use gametree_arena::{
    Choice, Contender, DrawByScore, Failure, GameRecord, Match, MatchError, MatchResult, Opening,
    Oracle, Points, Reason, Rules, Searcher, Side, Sprt, Table, TimeControl, Verdict, WinByScore,
};

type Position<'t> = TwoPlayerTree<'t>;

fn tree() -> Tree {
    random(
        &Shape {
            values: -3..=3,
            ..Shape::uniform(4, 8)
        },
        7,
    )
}

/// Openings of three plies: the tree has 64.
fn plan<'t>(root: &Position<'t>, games: usize) -> Match<Position<'t>> {
    Match {
        openings: Random {
            plies: 3,
            count: games / 2,
            seed: 3,
            accept: &|_| true,
        }
        .draw(root),
        limits: [Limits::nodes(60), Limits::nodes(40)],
        seed: 11,
        ..Match::new(games)
    }
}

fn seats<'t>() -> Result<Table<'t, Position<'t>>, String> {
    Ok(Table {
        a: Box::new(Searcher::new(Mcts::new(5))),
        b: Box::new(Searcher::new(Deepening::new(AlphaBeta {
            evaluator: Estimates,
        }))),
    })
}

/// All of a result but the time it took.
fn essence(result: &MatchResult) -> (Vec<GameRecord>, [u64; 5], Option<f64>, Verdict) {
    let timeless = |game: &GameRecord| {
        let mut game = game.clone();
        (game.a.seconds, game.b.seconds) = (0.0, 0.0);
        game.stats.iter_mut().for_each(|stats| stats.seconds = 0.0);
        game
    };
    let standing = &result.standing;
    let games = result.games.iter().map(timeless).collect();
    (
        games,
        standing.tally.pentanomial,
        standing.llr,
        result.verdict(),
    )
}

#[test]
fn the_number_of_workers_changes_nothing() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    for sprt in [
        None,
        Some(Sprt::new(0.0, 60.0)),
        Some(Sprt::new(-300.0, -200.0)),
    ] {
        let plan = Match {
            sprt,
            ..plan(&root, 200)
        };
        let one = essence(&plan.run(&seats).unwrap());
        for workers in [2, 5] {
            assert_eq!(
                essence(
                    &Match {
                        workers,
                        ..plan.clone()
                    }
                    .run(&seats)
                    .unwrap()
                ),
                one,
                "{workers} {sprt:?}"
            );
        }
        assert!(one.0.len() == 200 || sprt.is_some());
    }
}

/// Any of the games may be known already, as after a kill with several workers.
#[test]
fn a_resumed_match_ends_the_same() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let plan = Match {
        sprt: Some(Sprt::new(-100.0, 300.0)),
        workers: 2,
        ..plan(&root, 120)
    };
    let whole = plan.run(&seats).unwrap();
    assert!(
        whole.standing.decided.is_some() && whole.games.len() < 100,
        "{:?}",
        whole.standing
    );
    let all = Match {
        sprt: None,
        ..plan.clone()
    }
    .run(&seats)
    .unwrap()
    .games;
    let mut rng = Rng::new(1);
    for _ in 0..20 {
        let known: Vec<GameRecord> = all.iter().filter(|_| rng.unit() < 0.5).cloned().collect();
        let count = known.len();
        let mut fresh = BTreeSet::new();
        let again = plan.resume(&seats, known.clone(), &mut |game, _| {
            assert!(fresh.insert(game.number), "played twice");
            Ok(())
        });
        let again = again.unwrap();
        assert_eq!((essence(&again), again.resumed), (essence(&whole), count));
        assert!(known.iter().all(|game| !fresh.contains(&game.number)));
    }
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let result = plan(&root, 40).run(&seats).unwrap();
    for pair in result.games.chunks(2) {
        assert_eq!(pair[0].opening, pair[1].opening);
        assert_eq!([pair[0].first, pair[1].first], [Side::A, Side::B]);
    }
    let counts = |side: fn(&GameRecord) -> u64| result.games.iter().map(side).sum::<u64>();
    assert_eq!(result.spent[0].moves, counts(|game| game.a.moves));
    assert_eq!(result.spent[1].nodes, counts(|game| game.b.nodes));
    assert!(result.spent[0].moves > 0 && result.spent[1].moves > 0);
}

#[test]
fn two_random_movers_are_not_called_unequal_and_a_strong_one_is() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let weak = || {
        let mover = || Box::new(Searcher::new(RandomMover::new(1)));
        Ok(Table {
            a: mover(),
            b: mover(),
        })
    };
    let plan = Match {
        openings: vec![Opening {
            name: String::new(),
            position: root,
        }],
        ..plan(&root, 400)
    };
    let level = plan.run(&weak).unwrap();
    assert_eq!(level.verdict(), Verdict::NotDecided, "{:?}", level.standing);
    assert!(
        level
            .games
            .iter()
            .any(|game| game.moves != level.games[0].moves),
        "seeds differ from game to game"
    );
    let strong = || {
        Ok(Table {
            a: Box::new(Searcher::new(RandomMover::new(1))),
            b: Box::new(Searcher::new(AlphaBeta::blind())),
        })
    };
    let plan = Match {
        limits: [Limits::none(), Limits::none()],
        ..plan
    };
    assert_eq!(plan.run(&strong).unwrap().verdict(), Verdict::BStronger);
}

/// What a scripted contender does at its second move.
#[derive(Clone, Copy)]
enum Script {
    Illegal,
    Break,
    Prove(i32),
    Slow,
    Say(i32),
}

struct Scripted(Script, usize);

impl<'t> Contender<Position<'t>> for Scripted {
    fn new_game(&mut self, _: u64) {
        self.1 = 0;
    }

    fn choose(
        &mut self,
        position: &Position<'t>,
        _: &Limits,
    ) -> Result<Choice<<Position<'t> as gametree::Game>::Move>, Failure> {
        use gametree::Game;
        self.1 += 1;
        let play = position.moves().next().unwrap();
        let mut choice = Choice {
            play,
            counts: Counts::default(),
            time: Default::default(),
            proven: None,
            value: None,
            depth: None,
        };
        match self.0 {
            Script::Illegal if self.1 == 2 => choice.play = other_tree_move(),
            Script::Break if self.1 == 2 => return Err(Failure::Broken("it crashed".into())),
            Script::Prove(sign) => choice.proven = Some(sign),
            Script::Slow => choice.time = Duration::from_secs(2),
            Script::Say(points) => choice.value = Some(gametree::Score::points(points)),
            _ => {}
        }
        Ok(choice)
    }
}

/// The last of a hundred moves: nowhere legal in a tree of four.
fn other_tree_move<'t>() -> <Position<'t> as gametree::Game>::Move {
    use gametree::Game;
    let tree: Tree = format!("(max{})", " 1".repeat(100)).parse().unwrap();
    tree.two_player().unwrap().moves().last().unwrap()
}

fn scripted(a: Script, b: Script, rules: Rules) -> MatchResult {
    let tree: Tree = "(max (min (max (min (max 1 2) 3) 4) 5) 6)".parse().unwrap();
    let root = tree.two_player().unwrap();
    let openings = vec![Opening {
        name: "start".into(),
        position: root,
    }];
    let plan = Match {
        openings,
        rules,
        ..Match::new(2)
    };
    plan.run(&|| {
        Ok(Table {
            a: Box::new(Scripted(a, 0)),
            b: Box::new(Scripted(b, 0)),
        })
    })
    .unwrap()
}

#[test]
fn who_fails_or_cheats_loses_and_the_reason_is_kept() {
    let fine = Script::Prove(0);
    let broken = scripted(Script::Break, fine, Rules::default());
    for game in &broken.games {
        assert_eq!(
            (game.result, &game.reason),
            (Points::Loss, &Reason::Failed("it crashed".into()))
        );
    }
    let cheated = scripted(fine, Script::Illegal, Rules::default());
    for game in &cheated.games {
        assert!(
            game.result == Points::Win && matches!(game.reason, Reason::IllegalMove(_)),
            "{game:?}"
        );
    }
}

#[test]
fn games_are_adjudicated_only_where_asked() {
    let both = |rules| scripted(Script::Prove(-1), Script::Prove(-1), rules);
    let rules = Rules {
        both_proven: true,
        ..Rules::default()
    };
    let games = both(rules).games;
    assert!(
        games
            .iter()
            .all(|game| game.reason == Reason::BothProven && game.moves.len() == 2)
    );
    assert_eq!(
        [games[0].result, games[1].result],
        [Points::Loss, Points::Win],
        "the first player loses"
    );
    assert!(
        both(Rules::default())
            .games
            .iter()
            .all(|game| game.reason == Reason::Rules)
    );
    let unlike = scripted(Script::Prove(-1), Script::Prove(1), rules);
    assert!(unlike.games.iter().all(|game| game.reason == Reason::Rules));
    let short = both(Rules {
        max_plies: Some(3),
        ..Rules::default()
    });
    assert!(
        short.games.iter().all(|g| g.result == Points::Draw
            && g.reason == Reason::MaxPlies
            && g.moves.len() == 3)
    );
}

#[test]
fn a_raised_flag_stops_and_what_is_finished_counts() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let plan = Match {
        stop: Some(stop.clone()),
        ..plan(&root, 4000)
    };
    let seen = AtomicUsize::new(0);
    let result = plan.resume(&seats, Vec::new(), &mut |_, _| {
        if seen.fetch_add(1, Ordering::SeqCst) == 20 {
            stop.store(true, Ordering::SeqCst);
        }
        Ok(())
    });
    let result = result.unwrap();
    assert!(!result.standing.complete && result.verdict() == Verdict::NotDecided);
    assert!(result.games.len() >= 20 && result.games.len() < 4000 && result.games.len() % 2 == 0);
}

#[test]
fn what_cannot_be_played_is_told() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    assert!(matches!(
        plan(&root, 3).run(&seats),
        Err(MatchError::OddGames(3))
    ));
    assert!(matches!(
        plan(&root, 0).run(&seats),
        Err(MatchError::OddGames(0))
    ));
    let nowhere = Match {
        openings: Vec::new(),
        ..plan(&root, 2)
    };
    assert!(matches!(nowhere.run(&seats), Err(MatchError::NoOpenings)));
    let mut known = plan(&root, 4).run(&seats).unwrap().games;
    known[3].opening = "elsewhere".into();
    let strange = plan(&root, 4)
        .resume(&seats, known, &mut |_, _| Ok(()))
        .unwrap_err();
    assert!(
        strange
            .to_string()
            .starts_with("game 4 of those known began at 'elsewhere'"),
        "{strange}"
    );
    let nobody = || Err("no such engine".to_string());
    let error = plan(&root, 20).run(&nobody).unwrap_err();
    assert_eq!(error.to_string(), "no such engine");
    let full = plan(&root, 20).resume(&seats, Vec::new(), &mut |_, _| {
        Err(std::io::Error::other("disk full"))
    });
    assert!(full.unwrap_err().to_string().contains("disk full"));
}

/// A search that was told to stop gives no move to play.
#[test]
fn a_stopped_search_is_no_choice() {
    let tree = tree();
    let root = tree.two_player().unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    let mut searcher = Searcher::new(AlphaBeta {
        evaluator: Estimates,
    });
    let chosen = searcher.choose(&root, &Limits::none().and_stop(flag));
    assert_eq!(chosen.unwrap_err(), Failure::Stopped);
}

/// Three seconds, and a move takes two: the second one is too late, whichever side is slow.
#[test]
fn who_has_no_time_left_loses() {
    let rules = Rules {
        clock: Some(TimeControl::new(
            Duration::from_secs(3),
            Duration::from_millis(500),
        )),
        ..Rules::default()
    };
    let slow = scripted(Script::Slow, Script::Say(0), rules);
    for game in &slow.games {
        assert_eq!((game.result, &game.reason), (Points::Loss, &Reason::Time));
        assert!(
            game.moves.len() >= 2,
            "one move of the slow one was in time"
        );
    }
    let other = scripted(Script::Say(0), Script::Slow, rules);
    assert!(other.games.iter().all(|game| game.result == Points::Win));
    let patient = Rules {
        clock: Some(TimeControl::new(
            Duration::from_secs(300),
            Duration::from_secs(0),
        )),
        ..rules
    };
    let fine = scripted(Script::Slow, Script::Slow, patient);
    assert!(fine.games.iter().all(|game| game.reason == Reason::Rules));
    assert!(
        fine.games[0]
            .stats
            .iter()
            .all(|stats| stats.seconds == 2.0 && stats.points.is_none())
    );
}

/// The first player wins by what both say: A in the first game, B in the second.
#[test]
fn games_end_by_scores_on_which_both_agree() {
    let rules = Rules {
        win_by_score: Some(WinByScore {
            points: 500,
            moves: 1,
        }),
        draw_by_score: Some(DrawByScore {
            points: 5,
            moves: 1,
            after: 1,
        }),
        ..Rules::default()
    };
    let won = scripted(Script::Say(500), Script::Say(700), rules);
    let results: Vec<_> = won.games.iter().map(|game| game.result).collect();
    assert_eq!(results, [Points::Win, Points::Loss]);
    for game in &won.games {
        assert_eq!((game.moves.len(), &game.reason), (2, &Reason::Score));
        assert!(game.stats.iter().all(|stats| stats.points >= Some(500)));
    }
    let even = scripted(Script::Say(-5), Script::Say(5), rules);
    assert!(
        even.games
            .iter()
            .all(|game| game.result == Points::Draw && game.reason == Reason::Score)
    );
    let unlike = scripted(Script::Say(-900), Script::Say(900), rules);
    assert!(unlike.games.iter().all(|game| game.reason == Reason::Rules));
}

/// What an oracle knows is believed at once, and in the view of the first player.
#[test]
fn an_oracle_ends_games() {
    let tree: Tree = "(max (min (max 1 2) 3) 4)".parse().unwrap();
    let root = tree.two_player().unwrap();
    let openings = vec![Opening {
        name: "start".into(),
        position: root,
    }];
    let plan = Match {
        openings,
        oracle: Some(Oracle::new(|position: &Position<'_>| {
            use gametree::Game;
            (position.turn() == gametree::Player::SECOND).then_some(-1)
        })),
        ..Match::new(2)
    };
    let result = plan.run(&|| {
        Ok(Table {
            a: Box::new(Scripted(Script::Say(0), 0)),
            b: Box::new(Scripted(Script::Say(0), 0)),
        })
    });
    let games = result.unwrap().games;
    assert_eq!(games[0].result, Points::Loss);
    assert_eq!(games[1].result, Points::Win);
    assert!(
        games
            .iter()
            .all(|game| game.moves.len() == 1 && game.reason == Reason::Tablebases)
    );
}
