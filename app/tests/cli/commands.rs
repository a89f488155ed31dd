//! Every command's text and JSON.

use std::io::Read;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::{TREE, gametree, json, strings, with_input};

#[test]
fn games_are_listed_with_the_fields_that_scripts_use() {
    let list = json(&["games"]);
    assert_eq!(list["schema"], "gametree.games/1");
    let games = list["games"].as_array().unwrap();
    for game in games {
        assert!(game["name"].is_string() && game["players"].as_u64() >= Some(2));
        assert!(
            game["chance"].is_boolean()
                && game["hidden"].is_boolean()
                && game["loops"].is_boolean()
        );
    }
    for name in [
        "tictactoe",
        "mnk",
        "cube",
        "connect4",
        "othello",
        "nim",
        "breakthrough",
        "chess",
        "tree",
    ] {
        assert!(games.iter().any(|game| game["name"] == name), "{name}");
    }
    let text = gametree(&["games"]);
    assert!(text.code == 0 && text.out.contains("connect4") && !text.out.contains('\x1b'));
}

/// The searches that take every game of two without chance and hidden cards.
const MINIMAX: [&str; 12] = [
    "minimax",
    "alphabeta",
    "pvs",
    "mtdf",
    "bestfirst",
    "minmax",
    "mcts",
    "random",
    "pns",
    "dfpn",
    "retrograde",
    "onpath",
];

/// The example of every game in the list can be searched, and what it says fits exists.
#[test]
fn every_listed_game_and_search_works() {
    let searches = json(&["searches"]);
    let names: Vec<&str> = searches["searches"]
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["name"].as_str().unwrap())
        .collect();
    for game in json(&["games"])["games"].as_array().unwrap() {
        let example = game["example"].as_str().unwrap();
        for fit in strings(&game["searches"]) {
            assert!(names.contains(&fit), "{example}: {fit}");
        }
        let plain = game["players"] == 2 && game["chance"] == false && game["hidden"] == false;
        let names = if plain {
            MINIMAX.to_vec()
        } else {
            strings(&game["searches"])
        };
        for name in names {
            let answer = json(&[
                "search", example, "--with", name, "--depth", "2", "--nodes", "2000",
            ]);
            // The game that begins with dice has no move there.
            let moves = answer["best"].is_string() || example == "backgammon";
            assert!(moves, "{example} {name}: {answer}");
        }
    }
}

#[test]
fn searches_are_listed_with_papers_and_options() {
    let list = json(&["searches"]);
    assert_eq!(list["schema"], "gametree.searches/1");
    for search in list["searches"].as_array().unwrap() {
        assert!(
            search["paper"]
                .as_str()
                .is_some_and(|paper| paper.len() > 5),
            "{search}"
        );
    }
    assert!(gametree(&["searches"]).out.contains("Knuth and Moore 1975"));
}

#[test]
fn search_gives_the_textbook_numbers() {
    let answer = json(&["search", TREE, "--with", "alphabeta"]);
    assert_eq!(answer["schema"], "gametree.search/1");
    assert_eq!(
        (&answer["best"], &answer["value"]),
        (&Value::from("A"), &Value::from(3))
    );
    assert_eq!(strings(&answer["line"]), ["A", "A1"]);
    assert!(answer["outcome"].is_null(), "points are no win");
    let named = json(&["search", "s:(max a:(min 3 12) b:2)", "--with", "alphabeta"]);
    assert_eq!(named["best"], "a");
    assert!(answer["proven"] == true && answer["stop"] == "done");
    assert!(answer["nodes"] == 11 && answer["moves"] == 10 && answer["evaluations"] == 0);
    assert!(answer["seconds"].as_f64().is_some());
    assert_eq!(json(&["search", TREE, "--with", "minimax"])["nodes"], 13);
    let text = gametree(&["search", TREE]);
    assert!(
        text.code == 0 && text.out.contains("first player's view"),
        "{}",
        text.out
    );
}

#[test]
fn values_are_in_the_trees_own_unit_and_the_first_players() {
    let answer = json(&["search", "(min 2.5 (max -1.25 7))"]);
    assert_eq!(
        (answer["value"].as_f64(), &answer["outcome"]),
        (Some(2.5), &Value::Null)
    );
    let named = json(&["search", "(max a:(min x:4 y:3) b:(min 2 9))", "a"]);
    assert_eq!(
        (&named["best"], &named["value"]),
        (&Value::from("y"), &Value::from(3))
    );
}

#[test]
fn a_win_is_a_million_less_its_plies() {
    let answer = json(&[
        "search",
        "tictactoe",
        "5 1 9 3",
        "--with",
        "alphabeta",
        "--depth",
        "9",
    ]);
    let (plies, value) = (answer["plies"].as_i64(), answer["value"].as_i64());
    assert_eq!(
        answer["value_text"], "0",
        "O must be stopped first: {answer}"
    );
    assert!(plies.is_none() && value == Some(0));
    let answer = json(&[
        "search",
        "tictactoe",
        "5 1 9 2",
        "--with",
        "alphabeta",
        "--depth",
        "9",
    ]);
    assert_eq!(
        (answer["value"].as_i64(), answer["plies"].as_i64()),
        (Some(999_997), Some(3)),
        "{answer}"
    );
    assert_eq!(answer["outcome"], "win");
    let lost = json(&[
        "search",
        "tictactoe",
        "5 1 9 2 3",
        "--with",
        "alphabeta",
        "--depth",
        "9",
    ]);
    assert_eq!(
        (&lost["outcome"], &lost["value"]),
        (&Value::from("loss"), &Value::from(999_998))
    );
}

#[test]
fn limits_of_zero_and_finished_games_give_sound_answers() {
    for limit in [
        ["--depth", "0"],
        ["--nodes", "0"],
        ["--moves", "0"],
        ["--time", "0s"],
        ["--memory", "0"],
    ] {
        for search in ["minimax", "alphabeta", "pvs", "mtdf"] {
            let more: &[&str] = if limit[0] == "--memory" {
                &["--depth", "3"]
            } else {
                &[]
            };
            let answer =
                json(&[&["search", "tictactoe", "--with", search], &limit[..], more].concat());
            assert!(
                answer["best"].is_string() && answer["proven"] == false,
                "{search} {limit:?} {answer}"
            );
        }
    }
    let over = json(&["search", "connect4", "1212121"]);
    assert!(over["best"].is_null() && over["line"].as_array().unwrap().is_empty());
    assert_eq!(
        (&over["outcome"], &over["plies"]),
        (&Value::from("loss"), &Value::from(0))
    );
}

#[test]
fn no_limit_is_a_second_for_games_and_none_for_trees() {
    let game = gametree(&["search", "othello", "--json"]);
    assert!(game.err.contains("--time 1s") && game.json()["stop"] == "time");
    assert!(gametree(&["search", TREE]).err.is_empty());
}

#[test]
fn alphabeta_deepens_where_it_may_be_stopped() {
    let args = |with| ["search", "othello", "--with", with, "--nodes", "20000"];
    let deepened = json(&args("alphabeta"));
    assert!(
        deepened["depth"].as_u64().is_some_and(|depth| depth > 3),
        "{deepened}"
    );
    assert_eq!(json(&args("alphabeta:deepening=off"))["depth"], 0);
}

#[test]
fn streams_answer_a_line_for_a_line_and_go_on_after_a_bad_one() {
    let run = with_input(
        &["search", "connect4", "-", "--depth", "3", "--jsonl"],
        "44\n49\n\n45\n",
    );
    let lines: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((run.code, lines.len()), (1, 4));
    assert_eq!(lines[1]["schema"], "gametree.error/1");
    assert_eq!(
        (&lines[1]["line"], &lines[1]["position"]),
        (&Value::from(2), &Value::from("49"))
    );
    for good in [&lines[0], &lines[2], &lines[3]] {
        assert_eq!(good["schema"], "gametree.search/1");
    }
    let list = with_input(
        &["search", "connect4", "-", "--depth", "3", "--json"],
        "44\n45\n",
    );
    assert_eq!(
        (list.code, list.json()["results"].as_array().unwrap().len()),
        (0, 2)
    );
}

#[test]
fn compare_puts_searches_side_by_side() {
    let object = json(&[
        "compare",
        TREE,
        "--with",
        "minimax",
        "--with",
        "alphabeta",
        "--with",
        "pvs",
    ]);
    assert_eq!(object["schema"], "gametree.compare/1");
    let rows = object["rows"].as_array().unwrap();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("search"), ["minimax", "alphabeta", "pvs"]);
    assert_eq!(column("value"), [3, 3, 3]);
    assert_eq!(column("nodes"), [13, 11, 11]);
    for field in [
        "evaluations",
        "moves",
        "seconds",
        "best",
        "stop",
        "proven",
        "nodes_per_second",
    ] {
        assert!(rows.iter().all(|row| !row[field].is_null()), "{field}");
    }
    let text = gametree(&["compare", TREE]);
    assert!(
        text.code == 0 && text.out.contains("alphabeta") && text.out.contains("first player's")
    );
}

#[test]
fn explain_tells_every_step_and_draws_it() {
    let dir = tempfile::tempdir().unwrap();
    let (svg, html) = (dir.path().join("t.svg"), dir.path().join("t.html"));
    let files = [
        "--svg",
        svg.to_str().unwrap(),
        "--html",
        html.to_str().unwrap(),
    ];
    let object = json(&[&["explain", TREE, "--with", "alphabeta"], &files[..]].concat());
    assert_eq!(
        (&object["schema"], &object["value"]),
        (&Value::from("gametree.explain/1"), &Value::from(3))
    );
    assert!(
        object["best"] == "A" && object["leaves_evaluated"] == 7 && object["leaves_total"] == 9
    );
    assert!(
        !object["events"].as_array().unwrap().is_empty()
            && !object["pruned"].as_array().unwrap().is_empty()
    );
    assert!(std::fs::read_to_string(&svg).unwrap().starts_with("<svg"));
    assert!(std::fs::read_to_string(&html).unwrap().contains("<html"));
    let text = gametree(&["explain", "tictactoe", "5 1 9 2", "--depth", "3"]);
    assert!(
        text.code == 0 && text.out.lines().count() > 5,
        "{}",
        text.err
    );
    let won = json(&["explain", "tictactoe", "5 1 9 2", "--depth", "3"]);
    assert_eq!(won["value"], 999_997);
    let nowhere = gametree(&["explain", TREE, "--svg", "/no/such/dir/t.svg"]);
    assert!(
        nowhere.code == 1 && nowhere.err.contains("cannot write"),
        "{}",
        nowhere.err
    );
}

/// What every search does, compared with what it did when this file was blessed:
/// `GAMETREE_WRITE=1 cargo test -p gametree-cli --test cli bench_signs`, then a line
/// `Bench: SIGNATURE` in the commit. The work is limited by depth and nodes only, so the number is
/// the same on every machine.
#[test]
fn bench_signs_the_behaviour_and_not_the_time() {
    let bench = json(&["bench"]);
    assert_eq!(bench["schema"], "gametree.bench/1");
    let text = |value: &Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let mut lines: Vec<String> = Vec::new();
    for row in bench["rows"].as_array().unwrap() {
        let fields = ["game", "search", "best", "value", "nodes"].map(|name| text(&row[name]));
        lines.push(fields.join("\t"));
    }
    lines.push(format!("signature\t{}", text(&bench["signature"])));
    let found = lines.join("\n") + "\n";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/bench.golden");
    if std::env::var_os("GAMETREE_WRITE").is_some() {
        std::fs::write(file, &found).unwrap();
    }
    let golden = std::fs::read_to_string(file).unwrap();
    let changed = found.lines().zip(golden.lines());
    let changed: Vec<_> = changed.filter(|(now, then)| now != then).collect();
    assert_eq!(
        found, golden,
        "searches behave differently (now, then): {changed:#?}; if that is meant, bless it as \
         CONTRIBUTING says"
    );
}

#[test]
fn completions_and_manual_come_from_the_same_definitions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = gametree(&["completions", shell]);
        assert!(run.code == 0 && run.out.contains("compare"), "{shell}");
    }
    let page = gametree(&["man"]);
    assert!(page.out.contains(".SH NAME") && page.out.contains("Exit codes"));
    let dir = tempfile::tempdir().unwrap();
    let run = gametree(&["man", "--dir", dir.path().to_str().unwrap()]);
    assert_eq!(run.code, 0, "{}", run.err);
    let solve = std::fs::read_to_string(dir.path().join("gametree-solve.1")).unwrap();
    assert!(solve.contains("one result per line"), "{solve}");
}

#[test]
fn doctor_tells_what_is_missing_and_does_not_fail_for_it() {
    let object = json(&["doctor"]);
    assert_eq!(object["schema"], "gametree.doctor/1");
    let checks = object["checks"].as_array().unwrap();
    for name in [
        "cargo",
        "engines",
        "gnubg",
        "nats-server",
        "browser",
        "data",
    ] {
        let check = checks
            .iter()
            .find(|check| check["name"] == name)
            .expect(name);
        let told = check["ok"] == true || check["get"].is_string() || name == "data";
        assert!(told && check["optional"] == true, "{check}");
    }
    assert!(gametree(&["doctor"]).out.contains("engines"));
}

#[test]
fn help_shows_examples_first() {
    for verb in [
        "games", "searches", "search", "solve", "explain", "compare", "play", "match", "sweep",
        "bench", "uci", "man", "doctor",
    ] {
        let help = gametree(&[verb, "-h"]);
        assert!(
            help.code == 0 && help.out.starts_with("Examples:"),
            "{verb}: {}",
            help.out
        );
    }
    assert!(gametree(&["--help"]).out.starts_with("Examples:"));
    assert!(gametree(&["--version"]).out.starts_with("gametree "));
}

/// `gametree … | head -1`: the reader goes away while there is still much to write.
#[test]
fn a_reader_that_goes_away_is_no_panic() {
    let wide = format!("(max{})", " 1".repeat(200_000));
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("wide.txt");
    std::fs::write(&file, wide).unwrap();
    let game = format!("tree:{}", file.display());
    for args in [
        &["solve", &game, "--json"][..],
        &["games"],
        &["completions", "zsh"],
        &["man"],
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut told = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut told)
            .unwrap();
        let code = child.wait().unwrap().code();
        assert!(
            code == Some(0) && told.is_empty(),
            "{args:?} {code:?} {told}"
        );
    }
}

/// Ctrl-C: the best so far, and exit code 130.
#[cfg(unix)]
#[test]
fn an_interrupted_search_reports_the_best_so_far() {
    for args in [
        &["search", "cube", "--time", "60s", "--json"][..],
        &["solve", "mnk:7x7x5", "--json"],
    ] {
        let child = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        crate::wait_until_it_hears_interrupts(&child);
        let run = crate::interrupt(child);
        assert_eq!(
            (run.code, &run.json()["stop"]),
            (130, &Value::from("asked")),
            "{args:?} {}",
            run.err
        );
    }
}
