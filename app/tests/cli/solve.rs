//! `gametree solve`, and searches of trees too deep for a stack.

use serde_json::Value;

use crate::{TREE, gametree, json, strings, with_input};

#[test]
fn small_games_have_their_known_values() {
    let known = [
        ("tictactoe", "startpos", "draw", 0, 9),
        ("tictactoe", "5 1 9 2", "win", 1, 1),
        ("mnk:3x3x2", "startpos", "win", 1, 9),
        ("nim:3,4,5", "startpos", "win", 1, 1),
        ("nim:1,2,3", "startpos", "loss", -1, 0),
        ("nim:3,4,5", "1,0,2 second", "win", 1, 1),
        ("breakthrough:4", "startpos", "loss", -1, 0),
        ("othello:4", "startpos", "loss", -8, 4),
    ];
    for (game, position, outcome, score, best) in known {
        let object = json(&["solve", game, position]);
        assert_eq!(object["schema"], "gametree.solve/1");
        assert_eq!(object["outcome"], outcome, "{game} {object}");
        assert_eq!(object["score"], score, "{game} {object}");
        let named = strings(&object["best"]).len();
        assert!(
            if best == 0 { named > 0 } else { named == best },
            "{game} {object}"
        );
        assert!(object["nodes"].as_u64().is_some() && object["seconds"].as_f64().is_some());
    }
}

/// Points are no win: the value of a tree is its score.
#[test]
fn trees_have_a_score_and_no_outcome() {
    for (position, score) in [("startpos", 3), ("2", -2)] {
        let object = json(&["solve", TREE, position]);
        assert_eq!(object["outcome"], Value::Null, "{object}");
        assert_eq!(object["score"], score, "{object}");
        assert_eq!(strings(&object["best"]).len(), 1, "{object}");
    }
    let told = gametree(&["solve", TREE]).out;
    assert!(told.contains("score   3"), "{told}");
    assert!(!told.contains("outcome") && !told.contains("win"), "{told}");
}

#[test]
fn all_best_moves_are_named() {
    let object = json(&["solve", "(max a:(min 3 12) b:2 c:3 d:(min 4 3))"]);
    assert_eq!(strings(&object["best"]), ["a", "c", "d"]);
    let object = json(&["solve", "(min (max 1 2) 2 (max 0 5) 3)"]);
    assert_eq!(
        (strings(&object["best"]), &object["score"]),
        (vec!["A", "B"], &Value::from(-2))
    );
    let object = json(&["solve", "(max (max 1 7) (max 7 2) 6)"]);
    assert_eq!(strings(&object["best"]), ["A", "B"]);
}

#[test]
fn only_the_fastest_win_and_the_slowest_loss_are_best() {
    let object = json(&["solve", "tictactoe", "5 1 9 2"]);
    assert_eq!(
        (&object["plies"], strings(&object["best"])),
        (&Value::from(3), vec!["c1"])
    );
    let object = json(&["solve", "tictactoe", "5 1 9 2 3"]);
    assert_eq!(
        (&object["outcome"], &object["plies"]),
        (&Value::from("loss"), &Value::from(2))
    );
}

#[test]
fn play_without_end_is_undefined() {
    let object = json(&["solve", "(max a:? b:-1)"]);
    assert_eq!(
        (&object["outcome"], &object["score"]),
        (&Value::from("?"), &Value::from(0))
    );
    let object = json(&["solve", "(max a:? b:1)"]);
    assert_eq!(
        (&object["outcome"], &object["score"]),
        (&Value::Null, &Value::from(1))
    );
}

/// Scores as everybody counts them: by the stones the winner has left.
#[test]
fn connect4_scores_are_the_usual_ones() {
    let known = [
        ("121212", 18, 1, &["1"][..]),
        ("1212121", -18, 0, &[]),
        ("2252576253462244111563365343671351441", -1, 4, &[]),
        ("7422341735647741166133573473242566", 1, 7, &[]),
        ("23163416124767223154467471272416755633", 0, 0, &[]),
        ("65214673556155731566316327373221417", -1, 0, &[]),
    ];
    for (position, score, plies, best) in known {
        let object = json(&["solve", "connect4", position]);
        assert_eq!(object["score"], score, "{position} {object}");
        if plies != 0 {
            assert_eq!(object["plies"], plies, "{position} {object}");
        }
        if !best.is_empty() {
            assert_eq!(strings(&object["best"]), best, "{position}");
        }
    }
}

#[test]
fn positions_that_are_over_answer_too() {
    let object = json(&["solve", "tictactoe", "1 4 2 5 3"]);
    assert_eq!(
        (&object["outcome"], &object["plies"]),
        (&Value::from("loss"), &Value::from(0))
    );
    assert!(strings(&object["best"]).is_empty());
    assert_eq!(json(&["solve", "tree:7"])["score"], 7);
}

#[test]
fn solve_answers_streams_and_tells_bad_lines() {
    let input = "2252576253462244111563365343671351441\n44444444\n121212\nxyz\n";
    let run = with_input(&["solve", "connect4", "-", "--jsonl"], input);
    let lines: Vec<Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((run.code, lines.len()), (1, 4));
    assert_eq!(
        (&lines[0]["score"], &lines[2]["score"]),
        (&Value::from(-1), &Value::from(18))
    );
    assert!(
        lines[1]["error"]
            .as_str()
            .unwrap()
            .contains("column 4 is full"),
        "{}",
        lines[1]
    );
    assert_eq!(lines[3]["line"], 4);
    let good = with_input(&["solve", "connect4", "-", "--jsonl"], "121212\n");
    assert_eq!(good.code, 0);
}

/// 100,000 parentheses: no stack of the operating system is that deep.
#[test]
fn a_tree_of_any_depth_is_searched() {
    let deep = 100_000;
    let text = format!(
        "{}7{}",
        "(max (min ".repeat(deep / 2),
        "))".repeat(deep / 2)
    );
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("deep.txt");
    std::fs::write(&file, text).unwrap();
    let game = format!("tree:{}", file.display());
    for search in ["alphabeta", "minimax", "pvs:deepening=off"] {
        let answer = json(&["search", &game, "--with", search, "--depth", "1000000"]);
        assert_eq!(
            (&answer["value"], &answer["proven"]),
            (&Value::from(7), &Value::from(true)),
            "{search}"
        );
        assert_eq!(answer["line"].as_array().unwrap().len(), deep, "{search}");
    }
    assert_eq!(json(&["solve", &game])["score"], 7);
    let text = gametree(&["search", &game, "--with", "alphabeta"]);
    assert!(
        text.code == 0 && text.out.len() < 5_000,
        "{} bytes",
        text.out.len()
    );
}

/// A limit that stops a solver is no failure: the result says which.
#[test]
fn a_solver_that_a_limit_stops_says_so_and_is_done() {
    for (limit, most, stop) in [("--nodes", "1000", "nodes"), ("--time", "1ms", "time")] {
        // Too late for the opening book.
        let args = ["solve", "connect4", "52511551752", limit, most];
        let words = gametree(&args);
        assert_eq!(words.code, 0, "{}", words.err);
        let told = format!("stop    {stop}: not solved");
        assert!(words.out.contains(&told), "{}", words.out);
        let object = json(&args);
        assert_eq!(
            (&object["stop"], &object["proven"], &object["outcome"]),
            (&stop.into(), &false.into(), &Value::Null)
        );
    }
}
