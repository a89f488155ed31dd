//! `gametree features`, `gametree complexity`, and the games and trees that they are shown on.

use serde_json::Value;

use crate::{gametree, json};

#[test]
fn features_times_weights_are_the_value() {
    let positions: [&[&str]; 7] = [
        &["connect4", "4453"],
        &["othello"],
        &["breakthrough"],
        &["tictactoe", "b2 a1"],
        &["mnk:4x5x4", "b2 a1 c3"],
        &["cube", "a1.1 b2.3"],
        &["chess", "e4 d5 exd5"],
    ];
    for position in positions {
        let object = json(&[&["features"], position].concat());
        assert_eq!(object["schema"], "gametree.features/1");
        let features = object["features"].as_array().unwrap();
        let number = |value: &Value| value.as_f64().unwrap();
        let product = |row: &Value| number(&row["count"]) * number(&row["weight"]);
        let sum: f64 = features.iter().map(product).sum();
        assert!((sum - number(&object["value"])).abs() < 1e-6, "{object}");
        assert!(features.iter().all(|row| row["name"].is_string()));
    }
}

#[test]
fn material_is_one_three_three_five_nine_unless_set() {
    let weights = |args: &[&str]| -> Vec<f64> {
        let object = json(&[&["features", "chess"], args].concat());
        let rows = object["features"].as_array().unwrap().iter();
        rows.map(|row| row["weight"].as_f64().unwrap()).collect()
    };
    assert_eq!(weights(&[]), [1.0, 3.0, 3.0, 5.0, 9.0]);
    assert_eq!(
        weights(&["--weights", "material=1,3.25,3.25,5,9.5"]),
        [1.0, 3.25, 3.25, 5.0, 9.5]
    );
    assert_eq!(
        weights(&["--weights", "queens=10"]),
        [1.0, 3.0, 3.0, 5.0, 10.0]
    );
    for (text, why) in [
        ("material=1,3", "2 numbers for 5 features"),
        ("quens=9", "did you mean 'queens'"),
        ("queens=x", "'x' is not a number"),
    ] {
        let wrong = gametree(&["features", "chess", "--weights", text]);
        assert!(wrong.code == 2 && wrong.err.contains(why), "{}", wrong.err);
    }
    let none = gametree(&["features", "nim:3,4,5"]);
    assert!(none.code == 2 && none.err.contains("chess"), "{}", none.err);
}

#[test]
fn categories_are_told_with_their_percentages() {
    let args = [
        "train",
        "tictactoe",
        "--method",
        "categories",
        "--match",
        "0",
    ];
    let args = [&args[..], &["--games", "20", "--nodes", "40"]].concat();
    let object = json(&args);
    let rows = object["categories"].as_array().unwrap();
    assert_eq!(rows.len() as u64, object["kinds"].as_u64().unwrap());
    for row in rows {
        let [wins, draws, losses] =
            ["wins", "draws", "losses"].map(|key| row[key].as_f64().unwrap());
        let mean = (wins + draws / 2.0) / (wins + draws + losses);
        assert!(
            (row["value"].as_f64().unwrap() - mean).abs() < 1e-9,
            "{row}"
        );
    }
    assert!(gametree(&args).out.contains("loss %"));
}

#[test]
fn complexity_has_counts_beside_the_formulas() {
    let object = json(&["complexity", "tree:../examples/ordering-good.tree"]);
    let last = object["rows"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["leaves"], &last["alphabeta_leaves"], &last["depth"]),
        (&27.into(), &11.into(), &3.into())
    );
    assert!((object["branching"].as_f64().unwrap() - 3.0).abs() < 1e-9);
    assert!((last["best_formula"].as_f64().unwrap() - 11.0).abs() < 1e-6);
    assert_eq!(last["held"], 9);
    let wrong = gametree(&["complexity"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("--branching"),
        "{}",
        wrong.err
    );
    let dice = gametree(&["complexity", "pig"]);
    assert_eq!(dice.code, 2, "{}", dice.err);
}

#[test]
fn unknown_leaves_are_refused_unless_they_cannot_matter() {
    let tree = "(max (min 3 12 8) (min 2 x y) (min 14 5 2))";
    let found = json(&["search", tree, "--with", "alphabeta"]);
    assert_eq!(found["value"], 3);
    let solved = json(&["solve", tree]);
    assert_eq!(solved["score"], 3);
    for (tree, search, why) in [
        (tree, "minimax", "looks at x and y"),
        ("(max 3 x)", "alphabeta", "depends on x"),
        (
            "(max (chance 0.5:x 0.5:1) 2)",
            "expectiminimax",
            "MAX and MIN only",
        ),
    ] {
        let refused = gametree(&["search", tree, "--with", search]);
        assert!(
            refused.code == 2 && refused.err.contains(why),
            "{}",
            refused.err
        );
    }
}

#[test]
fn any_squares_and_sets_are_a_game() {
    let won = json(&["solve", "sets:a b c d/a b/b c/b d"]);
    assert_eq!(
        (&won["outcome"], &won["best"]),
        (&"win".into(), &serde_json::json!(["b"]))
    );
    let drawn = json(&["search", "sets:a b c", "--with", "minimax"]);
    assert_eq!(
        (&drawn["outcome"], &drawn["nodes"]),
        (&"draw".into(), &16.into())
    );
    for (name, why) in [("sets:", "no squares"), ("sets:a b/a x", "\"x\"")] {
        let wrong = gametree(&["search", name]);
        assert!(wrong.code == 2 && wrong.err.contains(why), "{}", wrong.err);
    }
}
