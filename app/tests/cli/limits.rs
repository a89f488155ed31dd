//! No command takes the machine down: every game by every search, without a limit, in little memory.

use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use gametree::rng::Rng;
use serde_json::Value;

use crate::{gametree, json, strings};

/// The address space of the runs: 1 GiB, in KiB.
const ADDRESS_SPACE: u64 = 1 << 20;
/// What runs longer will not end by itself, however busy the machine is.
const RUNAWAY: Duration = Duration::from_secs(120);
/// How many run at a time.
const WORKERS: usize = 4;

/// A game by a search.
#[derive(Clone)]
struct Pair {
    verb: &'static str,
    game: &'static str,
    search: &'static str,
}

/// Everything that can be searched, and explained.
fn pairs() -> Vec<Pair> {
    let mut all = Vec::new();
    for info in gametree_catalog::games() {
        let game = info.example;
        let searches = gametree_catalog::open(game, &[]).unwrap().searches();
        for verb in ["search", "explain"] {
            all.extend(searches.iter().map(|search| Pair {
                verb,
                game,
                search: search.name,
            }));
        }
    }
    all
}

/// How a run ended.
struct End {
    code: Option<i32>,
    out: String,
    err: String,
    time: Duration,
}

/// Runs the binary in a small address space, to its end or until it is a runaway.
fn in_little_memory(args: &[&str]) -> End {
    let dir = tempfile::tempdir().unwrap();
    let file = |name: &str| std::fs::File::create(dir.path().join(name)).unwrap();
    let start = Instant::now();
    let mut child = Command::new("sh")
        .args([
            "-c",
            &format!("ulimit -v {ADDRESS_SPACE}; exec \"$0\" \"$@\""),
        ])
        .arg(env!("CARGO_BIN_EXE_gametree"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .unwrap();
    let code = wait(&mut child, start);
    let text = |name: &str| std::fs::read_to_string(dir.path().join(name)).unwrap();
    End {
        code,
        out: text("out"),
        err: text("err"),
        time: start.elapsed(),
    }
}

/// The exit code; `None` where a signal ended it, or it had to be killed.
fn wait(child: &mut Child, start: Instant) -> Option<i32> {
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > RUNAWAY {
            child.kill().unwrap();
            child.wait().unwrap();
            return None;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What is wrong with a run; `None` where it ended as it should: with a report, or with a refusal
/// that says why.
fn problem(pair: &Pair, end: &End) -> Option<String> {
    let sound = match end.code {
        Some(0) => serde_json::from_str::<Value>(&end.out).is_ok_and(|v| v["stop"].is_string()),
        Some(2) => end.err.contains("has loops") && end.err.contains("--depth"),
        // Another program that need not be installed.
        Some(4) => pair.search == "gnubg",
        _ => false,
    };
    let died = end.err.contains("panicked") || end.err.contains("memory allocation");
    (!sound || died).then(|| {
        let Pair { verb, game, search } = pair;
        let out: String = end.out.chars().take(200).collect();
        format!(
            "{verb} {game} --with {search}: {:?} after {:?}\n{out}\n{}",
            end.code, end.time, end.err
        )
    })
}

/// Runs all of them, a few at a time; the slowest is printed.
fn none_dies(pairs: Vec<Pair>) {
    let queue = Mutex::new(pairs.into_iter());
    let slowest = Mutex::new((Duration::ZERO, String::new()));
    let problems = Mutex::new(Vec::new());
    let work = || {
        loop {
            let Some(pair) = queue.lock().unwrap().next() else {
                return;
            };
            let args = [pair.verb, pair.game, "--with", pair.search, "--json"];
            let end = in_little_memory(&args);
            problems.lock().unwrap().extend(problem(&pair, &end));
            let mut slowest = slowest.lock().unwrap();
            if end.time > slowest.0 {
                *slowest = (end.time, args.join(" "));
            }
        }
    };
    std::thread::scope(|scope| {
        (0..WORKERS).for_each(|_| {
            scope.spawn(work);
        });
    });
    let (time, args) = slowest.into_inner().unwrap();
    println!("the slowest, {time:?}: {args}");
    let problems = problems.into_inner().unwrap();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn a_third_of_all_games_and_searches_end_in_a_gibibyte() {
    let mut rng = Rng::new(14);
    let third = pairs().into_iter().filter(|_| rng.below(3) == 0);
    none_dies(third.collect());
}

#[test]
#[ignore = "every pair: minutes"]
fn soak_every_game_by_every_search_ends_in_a_gibibyte() {
    none_dies(pairs());
}

/// The exercise on the 4-square game asks what plain minimax does there: the refusal is the result.
#[test]
fn minimax_in_a_game_with_loops_is_refused_with_the_reason_and_what_fits() {
    for with in ["minimax", "alphabeta:deepening=off"] {
        let run = gametree(&["search", "squares:4", "--with", with]);
        assert_eq!(run.code, 2, "{}", run.err);
        for word in [
            "has loops",
            "loop forever",
            "onpath",
            "retrograde",
            "--depth 6",
        ] {
            assert!(run.err.contains(word), "{word}: {}", run.err);
        }
    }
    let chess = gametree(&["search", "chess", "--with", "minimax"]);
    assert!(
        chess.code == 2 && chess.err.contains("pvs"),
        "{}",
        chess.err
    );
    let cut = json(&["search", "squares:4", "--with", "minimax", "--depth", "6"]);
    assert_eq!((&cut["outcome"], &cut["plies"]), (&"win".into(), &3.into()));
    for fits in ["onpath", "retrograde"] {
        let answer = json(&["search", "squares:4", "--with", fits]);
        assert_eq!(answer["stop"], "done", "{fits}: {answer}");
    }
    let told = gametree(&["explain", "squares:4", "--with", "minimax", "--json"]);
    assert!(told.code == 0 && told.json()["events"].is_array());
    assert!(told.err.contains("--depth 6"), "{}", told.err);
}

#[test]
fn the_stack_counts_as_memory() {
    let answer = json(&[
        "search",
        "squares:4",
        "--with",
        "minimax",
        "--nodes",
        "1e12",
        "--memory",
        "50MiB",
    ]);
    assert_eq!(answer["stop"], "memory");
    assert!(answer["best"].is_string() && answer["proven"] == false);
    let told = json(&[
        "explain",
        "squares:4",
        "--with",
        "minimax",
        "--nodes",
        "1e12",
        "--memory",
        "50MiB",
    ]);
    assert_eq!(told["stop"], "memory");
}

/// Tables and trees that the user makes larger than there is room for are made smaller.
#[test]
fn no_option_takes_more_memory_than_there_is() {
    for with in [
        "pvs:table=100GiB",
        "mtdf:table=100GiB",
        "minmax:memory=100GiB",
        "dfpn:entries=4G",
    ] {
        let end = in_little_memory(&[
            "search", "othello", "--with", with, "--nodes", "2000", "--json",
        ]);
        let stop: Value = serde_json::from_str(&end.out).unwrap_or_default();
        assert_eq!(
            (end.code, &stop["stop"]),
            (Some(0), &"nodes".into()),
            "{with}: {}",
            end.err
        );
    }
}

#[test]
fn solving_stays_within_its_memory() {
    for game in ["hex:8", "mnk:7x7x5"] {
        let args = ["solve", game, "--time", "2s", "--json"];
        let end = in_little_memory(&args);
        let stop: Value = serde_json::from_str(&end.out).unwrap_or_default();
        assert_eq!(end.code, Some(0), "{game}: {}", end.err);
        assert!(stop["stop"] == "time" || stop["stop"] == "memory", "{stop}");
    }
    let many = in_little_memory(&["queens", "20M"]);
    assert_eq!(many.code, Some(2), "{}", many.err);
}

/// A `?` counts as a draw, and a certain draw is taken before it: in every command.
#[test]
fn endless_play_has_one_value_in_every_command() {
    for (tree, best, outcome) in [
        // Points are no draw: only endless play has an outcome here.
        ("(max ? 0)", "B", Value::Null),
        ("(max 0 ?)", "A", Value::Null),
        ("(min ? 0)", "B", Value::Null),
        ("(max ? -1)", "A", "?".into()),
        ("(max ? (min 3 0))", "B", Value::Null),
    ] {
        for with in [
            "minimax",
            "alphabeta",
            "pvs",
            "mtdf",
            "bestfirst",
            "minmax",
            "mcts",
            "pns",
            "dfpn",
            "onpath",
            "retrograde",
        ] {
            let found = json(&["search", tree, "--with", with]);
            assert_eq!(
                (&found["best"], &found["outcome"]),
                (&best.into(), &outcome),
                "{tree} {with}"
            );
            let told = json(&["explain", tree, "--with", with]);
            assert_eq!(strings(&told["line"])[0], best, "{tree} {with}: {told}");
        }
        let solved = json(&["solve", tree]);
        assert_eq!(strings(&solved["best"]), [best], "{tree}");
        assert_eq!(solved["outcome"], outcome, "{tree}");
        let compared = json(&[
            "compare",
            tree,
            "--with",
            "minimax",
            "--with",
            "onpath",
            "--with",
            "retrograde",
        ]);
        for row in compared["rows"].as_array().unwrap() {
            assert_eq!(row["best"], best, "{tree}: {row}");
        }
    }
}

/// What the game's name says holds for positions that do not say otherwise.
#[test]
fn rules_of_the_name_hold_for_positions() {
    let deal = "N:2..AK. 6.T8.. .J4.9. Q7..8. lead=W";
    let score = |game: &str, deal: &str| json(&["solve", game, deal])["score"].clone();
    let trump = format!("{deal} trump=D");
    assert_eq!(score("whist:3D", deal), score("whist:3", &trump));
    assert_ne!(score("whist:3D", deal), score("whist:3", deal));
    let none = format!("{deal} trump=-");
    assert_eq!(score("whist:3D", &none), score("whist:3", deal));
    let board = |game: &str| {
        let at = "4HPwATDgc/ABMA X roll";
        gametree(&["search", game, at, "--with", "random"]).out
    };
    assert!(board("backgammon:single").contains("X roll single"));
    assert!(board("backgammon:cube").contains("X roll cube=1"));
    assert!(!board("backgammon").contains("single"));
}
