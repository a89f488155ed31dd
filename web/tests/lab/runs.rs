//! Runs from their beginning to their end.

use gametree_arena::Sprt;
use gametree_web::lab::{Kind, NewRun, RunState};

use crate::fake::{Bench, alive, of, until, until_state};

/// Live figures, a pause in the middle, and at the end what the arena itself says of the same
/// games.
#[test]
fn a_match_is_watched_paused_and_taken_up_again() {
    let bench = Bench::new(40, None);
    let lab = bench.lab(1);
    let id = lab.start(of("held-back")).unwrap().card.id;
    assert_eq!(id, "m-0001");
    let games = || lab.get(&id).unwrap().card.figures.unwrap().games;
    until("some games", || games() >= 4);
    assert_eq!(lab.get(&id).unwrap().card.state, RunState::Running);
    let pid = bench.pid(&id);
    let paused = lab.pause(&id).unwrap();
    assert_eq!(paused.card.state, RunState::Paused);
    let at = paused.card.figures.unwrap();
    assert!(
        at.games < 40 && !at.complete && at.verdict == "not decided",
        "{at:?}"
    );
    assert!(!alive(&pid), "nothing is played while it is paused");
    assert_eq!(games(), at.games);
    assert_eq!(lab.resume(&id).unwrap().card.state, RunState::Running);
    bench.open_gate();
    until("it goes on", || games() > at.games);
    until_state(&lab, &id, RunState::Done);
    let run = lab.get(&id).unwrap();
    let (figures, standing) = (run.card.figures.unwrap(), bench.result.standing);
    let estimate = standing.estimate.unwrap();
    assert_eq!(figures.pentanomial, standing.tally.pentanomial);
    assert_eq!(
        (figures.elo, figures.low, figures.high),
        (Some(estimate.elo), Some(estimate.low), Some(estimate.high))
    );
    assert_eq!(figures.spent_a.nodes, bench.result.spent[0].nodes);
    assert_eq!(figures.verdict, bench.result.verdict().to_string());
    assert_eq!(run.settings["b"], "random");
    assert_eq!(lab.pause(&id).unwrap_err().code, "conflict");
    assert_eq!(lab.resume(&id).unwrap_err().code, "conflict");
}

#[test]
fn the_series_is_that_of_the_arena() {
    let sprt = Sprt::new(0.0, 40.0);
    let bench = Bench::new(3000, Some(sprt));
    let lab = bench.lab(1);
    let request = NewRun {
        games: Some(3000),
        sprt: Some("0,40".into()),
        ..of("quick")
    };
    let id = lab.start(request).unwrap().card.id;
    until("games", || {
        lab.get(&id).unwrap().card.figures.unwrap().games >= 20
    });
    let series = lab.series(&id, None).unwrap();
    let last = series.games.len() - 1;
    assert_eq!(
        [
            series.elo.len(),
            series.llr.len(),
            series.a.moves.len(),
            series.b.seconds.len()
        ],
        [last + 1; 4]
    );
    let played = &bench.result.games[..series.games[last] as usize];
    let moment = *gametree_arena::history::moments(played, Some(&sprt), 500)
        .last()
        .unwrap();
    assert_eq!(
        (series.elo[last], series.llr[last]),
        (moment.estimate.elo, moment.llr.unwrap())
    );
    assert_eq!(
        series.a.nodes[last],
        played.iter().map(|game| game.a.nodes).sum::<u64>()
    );
    assert!(series.b.moves.is_sorted() && series.games.is_sorted());
    let test = series.test.unwrap();
    assert!((test.llr_high - 2.944).abs() < 1e-3 && test.model == "logistic");
    lab.pause(&id).unwrap();
}

/// However long a match is, its series has at most 500 points, and ends with the last game.
#[test]
fn a_long_series_is_thinned() {
    let bench = Bench::new(2400, None);
    let lab = bench.lab(1);
    let request = NewRun {
        games: Some(2400),
        ..of("elsewhere")
    };
    let id = lab.start(request).unwrap().card.id;
    lab.pause(&id).unwrap();
    drop(lab);
    std::fs::copy(
        bench.runs().join("../journal"),
        bench.runs().join(&id).join("journal.jsonl"),
    )
    .unwrap();
    let lab = bench.lab(1);
    let series = lab.series(&id, None).unwrap();
    assert!(
        series.games.len() <= 500 && series.games.last() == Some(&2400),
        "{}",
        series.games.len()
    );
    let games = lab.games(&id, None, (2390, 50)).unwrap();
    assert_eq!(
        (games.count, games.games.len(), games.games[0].number),
        (2400, 10, 2391)
    );
    let (shown, played) = (&games.games[3], &bench.result.games[2393]);
    assert_eq!(
        (&shown.moves, &shown.opening),
        (&played.moves, &played.opening)
    );
    assert_eq!((shown.first, shown.reason.as_str()), ("b", "rules"));
}

/// With one processor the second run waits, and begins by itself.
#[test]
fn runs_wait_for_room() {
    let bench = Bench::new(40, None);
    let lab = bench.lab(1);
    let first = lab.start(of("held-back")).unwrap().card.id;
    let second = lab.start(of("quick")).unwrap();
    let third = lab.start(of("quick")).unwrap();
    assert_eq!(
        [second.card.state, third.card.state],
        [RunState::Waiting; 2]
    );
    assert_eq!(
        lab.pause(&third.card.id).unwrap().card.state,
        RunState::Paused
    );
    bench.open_gate();
    until_state(&lab, &first, RunState::Done);
    until_state(&lab, &second.card.id, RunState::Done);
    assert_eq!(
        lab.get(&third.card.id).unwrap().card.state,
        RunState::Paused
    );
    lab.resume(&third.card.id).unwrap();
    until_state(&lab, &third.card.id, RunState::Done);
    let ids: Vec<String> = lab.list().runs.into_iter().map(|run| run.id).collect();
    assert_eq!(ids, ["m-0003", "m-0002", "m-0001"]);
}

/// A run that does not say how many games it plays at a time takes all processors.
#[test]
fn a_run_takes_as_many_processors_as_games_at_a_time() {
    let bench = Bench::new(40, None);
    let lab = bench.lab(2);
    let one = lab.start(of("held-back")).unwrap();
    let two = lab.start(of("held-back")).unwrap();
    let all = lab
        .start(NewRun {
            threads: None,
            ..of("quick")
        })
        .unwrap();
    assert_eq!(
        [one.card.state, two.card.state, all.card.state],
        [RunState::Running, RunState::Running, RunState::Waiting]
    );
    bench.open_gate();
    until_state(&lab, &all.card.id, RunState::Done);
    assert_eq!(lab.get(&one.card.id).unwrap().card.state, RunState::Done);
    assert_eq!(lab.get(&two.card.id).unwrap().card.state, RunState::Done);
}

#[test]
fn a_sweep_has_a_row_a_value() {
    let bench = Bench::new(12, None);
    let lab = bench.lab(1);
    let request = NewRun {
        kind: Kind::Sweep,
        a: "mcts:expand=3".into(),
        over: Some("c=1,2".into()),
        games: None,
        ..of("quick")
    };
    let id = lab.start(request).unwrap().card.id;
    assert_eq!(id, "s-0001");
    assert!(bench.arguments(&id).starts_with(&[
        "sweep".into(),
        "mcts:expand=3".into(),
        "--against=random".into()
    ]));
    until_state(&lab, &id, RunState::Done);
    let run = lab.get(&id).unwrap();
    assert!(run.card.figures.is_none());
    let sweep = run.card.sweep.unwrap();
    assert_eq!(
        (sweep.key.as_str(), sweep.values, sweep.played, sweep.games),
        ("c", 2, 2, 24)
    );
    let values: Vec<&str> = run.rows.iter().map(|row| row.value.as_str()).collect();
    assert_eq!(values, ["1", "2"]);
    assert!(
        run.rows
            .iter()
            .all(|row| row.figures.complete && row.figures.total == Some(12))
    );
    assert_eq!(lab.series(&id, None).unwrap().rows, run.rows);
    assert_eq!(lab.series(&id, Some("2")).unwrap().games.last(), Some(&12));
    assert_eq!(lab.games(&id, Some("1"), (0, 5)).unwrap().games.len(), 5);
    assert_eq!(lab.games(&id, None, (0, 5)).unwrap_err().code, "bad");
    assert_eq!(lab.series(&id, Some("3")).unwrap_err().code, "absent");
}

#[test]
fn a_run_is_deleted_with_its_files_but_not_while_it_plays() {
    let bench = Bench::new(40, None);
    let lab = bench.lab(1);
    let id = lab.start(of("held-back")).unwrap().card.id;
    let refused = lab.delete(&id).unwrap_err();
    assert_eq!(
        (refused.code, refused.hint.as_str()),
        ("conflict", "pause it first")
    );
    lab.pause(&id).unwrap();
    assert!(lab.delete(&id).unwrap().runs.is_empty());
    assert!(!bench.runs().join(&id).exists());
    assert_eq!(lab.delete(&id).unwrap_err().code, "absent");
}
