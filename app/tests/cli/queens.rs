//! `gametree queens`.

use serde_json::Value;

use crate::{gametree, json};

/// Whether queens in these rows, counted from 1, leave each other alone.
fn is_solution(object: &Value) -> bool {
    let rows: Vec<i64> = object["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_i64().unwrap())
        .collect();
    let pairs = || (0..rows.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
    rows.iter().all(|&row| 1 <= row && row <= rows.len() as i64)
        && pairs().all(|(a, b)| {
            rows[a] != rows[b] && (rows[a] - rows[b]).unsigned_abs() as usize != b - a
        })
}

const SEARCHES: [&str; 9] = [
    "min-conflicts",
    "min-conflicts:start=random,steps=500",
    "steepest",
    "sideways:most=20",
    "tolerance:alpha=1,patience=500",
    "threshold:alpha=1,patience=5000",
    "annealing",
    "annealing:schedule=linear,start=3,steps=20k",
    "annealing:schedule=logarithmic,start=1",
];

#[test]
fn every_local_search_solves_eight_queens_the_same_way_twice() {
    for search in SEARCHES {
        let args = ["queens", "8", "--with", search, "--seed", "5"];
        let object = json(&args);
        assert_eq!(
            (&object["schema"], &object["n"]),
            (&"gametree.queens/1".into(), &8.into())
        );
        assert_eq!(
            (&object["solved"], &object["conflicts"], &object["stop"]),
            (&true.into(), &0.into(), &"done".into())
        );
        assert!(is_solution(&object), "{search}: {object}");
        assert!(
            object["seconds"].as_f64() >= Some(0.0) && object["steps"].is_u64(),
            "{object}"
        );
        let again = json(&args);
        for key in ["rows", "steps", "restarts", "neighbours"] {
            assert_eq!(object[key], again[key], "{search}: {key}");
        }
    }
}

#[test]
fn a_climb_begins_at_the_given_state() {
    let args = [
        "queens",
        "8",
        "--with",
        "steepest:restarts=0",
        "--show",
        "--program",
    ];
    let object = gametree(&[&args[..], &["--start", "4,3,2,5,4,3,2,3", "--json"]].concat()).json();
    let states = object["states"].as_array().unwrap();
    assert_eq!(
        states[0]["rows"],
        serde_json::json!([4, 3, 2, 5, 4, 3, 2, 3])
    );
    assert_eq!(
        (&states[0]["conflicts"], &states[1]["conflicts"]),
        (&17.into(), &12.into())
    );
    assert!(object["program"][0].as_str().unwrap().contains("STEEPEST"));
    for (start, why) in [("1,2", "2 rows for 8 queens"), ("1,2,3,4,5,6,7,9", "row 9")] {
        let wrong = gametree(&["queens", "8", "--start", start]);
        assert!(wrong.code == 2 && wrong.err.contains(why), "{}", wrong.err);
    }
}

#[test]
fn a_hundred_thousand_queens_are_no_trouble() {
    let object = json(&["queens", "100k"]);
    assert_eq!(
        (&object["solved"], &object["rows"], &object["n"]),
        (&true.into(), &Value::Null, &100_000.into())
    );
}

#[test]
fn small_boards_are_told_as_they_are() {
    let one = json(&["queens", "1"]);
    assert_eq!(
        (&one["solved"], &one["rows"], &one["steps"]),
        (&true.into(), &serde_json::json!([1]), &0.into())
    );
    for n in ["2", "3"] {
        let run = gametree(&["queens", n, "--json"]);
        assert_eq!((run.code, &run.json()["solved"]), (1, &false.into()));
        assert!(run.err.contains("there is no solution"), "{}", run.err);
        assert_eq!(gametree(&["queens", n]).code, 1);
    }
}

#[test]
fn starts_are_counted() {
    let object = json(&["queens", "8", "--with", "steepest", "--starts", "1000"]);
    let number = |key: &str| {
        object[key]
            .as_f64()
            .unwrap_or_else(|| panic!("{key}: {object}"))
    };
    assert!((0.1..0.2).contains(&number("share_solved")), "{object}");
    assert_eq!(
        number("share_solved"),
        number("solved_starts") / number("starts")
    );
    assert!(
        (3.5..5.0).contains(&number("mean_steps_solved"))
            && (2.5..3.5).contains(&number("mean_steps_stuck"))
    );
    assert_eq!((number("starts"), &object["rows"]), (1000.0, &Value::Null));
    let text = gametree(&["queens", "8", "--with", "steepest", "--starts", "1000"]);
    assert_eq!(text.code, 0);
    assert!(
        text.out.contains("of 1,000 starts") && text.out.contains("where stuck"),
        "{}",
        text.out
    );
    // One start is the search without its restarts.
    let one = json(&[
        "queens", "8", "--with", "steepest", "--starts", "1", "--seed", "3",
    ]);
    let run = gametree(&[
        "queens",
        "8",
        "--with",
        "steepest:restarts=0",
        "--seed",
        "3",
        "--json",
    ]);
    let alone = run.json();
    assert_eq!(
        (&one["steps"], &one["solved"]),
        (&alone["steps"], &alone["solved"])
    );
    assert_eq!(run.code, if alone["solved"] == true { 0 } else { 1 });
}

#[test]
fn people_see_the_board() {
    let run = gametree(&["queens", "6"]);
    assert_eq!(
        (run.code, run.out.matches(" Q").count()),
        (0, 6),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("no queen attacks another") && run.out.contains("a b c d e f"),
        "{}",
        run.out
    );
}

#[test]
fn time_stops_what_would_take_for_ever() {
    let run = gametree(&[
        "queens", "20000", "--with", "steepest", "--time", "50ms", "--json",
    ]);
    let object = run.json();
    assert_eq!(
        (run.code, &object["stop"], &object["solved"]),
        (0, &"time".into(), &false.into())
    );
    let run = gametree(&[
        "queens", "20000", "--with", "steepest", "--starts", "9", "--time", "50ms", "--json",
    ]);
    let object = run.json();
    assert_eq!(
        (run.code, &object["stop"], &object["starts"]),
        (0, &"time".into(), &0.into())
    );
    assert_eq!(
        (&object["share_solved"], &object["mean_steps_stuck"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn the_cost_is_drawn() {
    let dir = tempfile::tempdir().unwrap();
    for (name, more) in [("one.svg", &[][..]), ("many.svg", &["--starts", "6"][..])] {
        let file = dir.path().join(name);
        let args = [
            "queens",
            "20",
            "--with",
            "sideways",
            "--svg",
            file.to_str().unwrap(),
        ];
        json(&[&args[..], more].concat());
        let picture = std::fs::read_to_string(&file).unwrap();
        assert!(
            picture.contains("20 queens: sideways") && picture.contains("<polyline"),
            "{picture}"
        );
        assert_eq!(
            picture.matches("<polyline").count(),
            if more.is_empty() { 1 } else { 4 }
        );
        let mut reader = quick_xml::Reader::from_str(&picture);
        while !matches!(
            reader.read_event().expect("well-formed"),
            quick_xml::events::Event::Eof
        ) {}
    }
    let run = gametree(&["queens", "8", "--svg", "/nowhere/at/all.svg"]);
    assert!(
        run.code == 1 && run.err.contains("cannot write"),
        "{}",
        run.err
    );
}

/// Arguments, exit code, and a part of what is said.
const WRONG: &[(&[&str], i32, &str)] = &[
    (&["0"], 2, "there must be a queen"),
    (&["-1"], 2, "unexpected argument"),
    (&["eight"], 2, "is not a count"),
    (&["99999999999"], 2, "too many"),
    (&["21M"], 2, "too many"),
    (
        &["8", "--with", "min-conflict"],
        3,
        "did you mean 'min-conflicts'",
    ),
    (&["8", "--with", ""], 3, "unknown local search"),
    (
        &["8", "--with", "steepest:most=3"],
        2,
        "has no option 'most'",
    ),
    (&["8", "--with", "sideways:most=-1"], 2, "a whole number"),
    (&["8", "--with", "annealing:start=1,end=2"], 2, "not below"),
    (&["8", "--with", "annealing:start=NaN"], 2, "a number from"),
    (
        &["8", "--with", "annealing:schedule=fast"],
        2,
        "geometric, linear or logarithmic",
    ),
    (
        &["8", "--with", "min-conflicts:start=here"],
        2,
        "greedy or random",
    ),
    (&["8", "--starts", "0"], 2, "tries nothing"),
    (&["8", "--time", "5"], 2, "with its unit"),
];

#[test]
fn wrong_input_is_refused() {
    for &(args, code, said) in WRONG {
        let run = gametree(&[&["queens"], args].concat());
        assert!(
            run.code == code && run.err.contains(said),
            "{args:?}: {} {}",
            run.code,
            run.err
        );
    }
}

/// The film begins where the search begins, ends where it ends, and moves one queen at a time.
#[test]
fn every_step_is_shown_on_the_board() {
    let object = json(&["queens", "8", "--with", "steepest", "--seed", "2", "--show"]);
    let states = object["states"].as_array().unwrap();
    let last = states.last().unwrap();
    assert_eq!(
        (&last["rows"], &last["step"]),
        (&object["rows"], &object["steps"]),
        "{object}"
    );
    assert_eq!(
        (&last["conflicts"], &object["solved"]),
        (&0.into(), &true.into())
    );
    for pair in states
        .windows(2)
        .filter(|pair| pair[0]["restarts"] == pair[1]["restarts"])
    {
        let rows = |state: &Value| state["rows"].as_array().unwrap().clone();
        let moved = rows(&pair[0])
            .iter()
            .zip(&rows(&pair[1]))
            .filter(|(a, b)| a != b)
            .count();
        assert!(
            moved == 1 && pair[1]["conflicts"].as_u64() < pair[0]["conflicts"].as_u64(),
            "{pair:?}"
        );
    }
    let text = gametree(&["queens", "8", "--with", "steepest", "--seed", "2", "--show"]).out;
    assert!(
        text.contains("Start: ") && text.contains("moves to row"),
        "{text}"
    );
    assert_eq!(gametree(&["queens", "50", "--show"]).code, 2);
}
