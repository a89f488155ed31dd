//! Games with chance, several players, hidden cards and loops, on the command line.

use serde_json::Value;

use crate::{gametree, json, strings, with_input};

const COINS: &str = "(max (chance 0.5:3 0.5:-1) (chance 1/4:6 3/4:(min -1 2)))";
const LEAVES: &str =
    "(max (chance 0.5:(min 2 2) 0.5:(min 1 2)) (chance 0.5:(min 0 2) 0.5:(min -1 0)))";
const THREE: &str = "(p1 (p2 (p3 [1 2 6] [4 2 3]) (p3 [6 1 2] [7 4 1])) (p2 (p3 [5 1 1] [1 5 2]) (p3 [7 7 1] [5 4 5])))";

fn real(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("a number: {value}"))
}

#[test]
fn trees_with_chance_are_searched_by_their_own_searches() {
    for search in ["expectiminimax", "star1", "star2", "minmax"] {
        let object = json(&["search", COINS, "--with", search]);
        assert_eq!(
            (&object["schema"], &object["best"]),
            (&"gametree.search/1".into(), &"A".into()),
            "{search}"
        );
        assert!(
            (real(&object["value"]) - 1.0).abs() < 1e-9,
            "{search}: {object}"
        );
        assert_eq!(object["proven"], true, "{search}");
        for field in [
            "line",
            "stop",
            "nodes",
            "evaluations",
            "moves",
            "seconds",
            "values",
            "move_values",
        ] {
            assert!(!object[field].is_null(), "{field}");
        }
    }
    let rows = json(&[
        "compare",
        LEAVES,
        "--with",
        "expectiminimax",
        "--with",
        "star1",
        "--with",
        "star2",
    ]);
    let nodes: Vec<u64> = rows["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["nodes"].as_u64().unwrap())
        .collect();
    assert!(nodes[0] > nodes[1] && nodes[1] >= nodes[2], "{nodes:?}");
    assert_eq!(real(&json(&["solve", COINS])["score"]), 1.0);
}

#[test]
fn bounds_decide_which_leaves_are_left_out() {
    let leaves = |with: &str| {
        let object = json(&["explain", LEAVES, "--with", with]);
        (
            object["leaves_evaluated"].as_u64().unwrap(),
            object["leaves_total"].as_u64().unwrap(),
        )
    };
    assert_eq!(leaves("expectiminimax"), (8, 8));
    assert_eq!(leaves("star1:order=listed"), (7, 8));
    assert_eq!(leaves("star1:order=listed,low=-2,high=2"), (5, 8));
    let max = |with: &str| {
        json(&["explain", "(max 0.5 1 0.2)", "--with", with])["leaves_evaluated"].clone()
    };
    assert_eq!(
        max("star1:order=listed,low=0,high=1"),
        2,
        "a leaf of 1 ends it"
    );
    assert_eq!(
        max("star1:order=listed,low=0"),
        3,
        "nothing can be left out"
    );
    let run = gametree(&["search", LEAVES, "--with", "star1:low=0,high=2"]);
    assert!(run.code == 2 && run.err.contains("-1"), "{}", run.err);
}

/// The numbers of the min/max approximation are those of the tree, also where they are real.
#[test]
fn soft_values_are_shown_in_the_unit_of_the_game() {
    let text = gametree(&["explain", "pig:3,12", "--with", "minmax", "--depth", "2"]).out;
    assert!(
        text.contains("□ root 1.67") && text.contains("□ roll·3 3"),
        "{text}"
    );
}

#[test]
fn a_search_that_tells_of_no_leaf_claims_none() {
    let told = json(&[
        "explain", "kuhn", "J Q p", "--with", "ismcts", "--nodes", "200",
    ]);
    assert_eq!(
        (&told["leaves_reported"], &told["pruned"]),
        (&false.into(), &serde_json::json!([]))
    );
    let wrong = gametree(&["search", "tictactoe", "--with", "maxn"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("three or more players"),
        "{}",
        wrong.err
    );
}

#[test]
fn three_players_get_vectors() {
    let object = json(&["search", THREE, "--with", "maxn"]);
    assert_eq!(object["values"], serde_json::json!([1, 2, 6]));
    let told = json(&["explain", THREE, "--with", "maxn"]);
    let events = told["events"].as_array().unwrap();
    assert!(
        events
            .iter()
            .any(|event| event["values"] == serde_json::json!([1.0, 2.0, 6.0])),
        "{told}"
    );
    let text = gametree(&["explain", THREE, "--with", "maxn"]).out;
    assert!(
        text.contains("player 3") && text.contains("[1 2 6]"),
        "{text}"
    );
    let run = gametree(&["search", THREE, "--with", "star1"]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("maxn"), "{}", run.err);
    let board = json(&[
        "search",
        "tictactoe3:3x3x3",
        "b2 a1 c3",
        "--with",
        "paranoid",
        "--depth",
        "4",
    ]);
    assert_eq!(board["values"].as_array().unwrap().len(), 3);
}

#[test]
fn loops_are_shown_as_question_marks() {
    let solved = |n: u32| json(&["solve", &format!("squares:{n}")])["outcome"].clone();
    assert_eq!(
        [solved(4), solved(5), solved(12), solved(200)],
        ["win", "loss", "win", "win"]
    );
    let told = json(&["explain", "squares:4", "--with", "onpath"]);
    let loops = told["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|event| !event["repeats_ply"].is_null());
    assert!(loops.count() > 0);
    let text = gametree(&["explain", "squares:4", "--with", "onpath"]).out;
    assert!(text.contains("is already on the path"), "{text}");
    assert_eq!(
        json(&["search", "squares:6", "--with", "onpath"])["value_text"],
        "+#9"
    );
}

#[test]
fn golden_numbers_of_chance_and_hidden_cards() {
    let pig = json(&[
        "search",
        "pig:3",
        "--with",
        "expectiminimax",
        "--depth",
        "2",
    ]);
    assert_eq!(pig["best"], "roll");
    assert!((real(&pig["value"]) - 5.0 / 3.0).abs() < 1e-9, "{pig}");
    let kuhn = json(&["solve", "kuhn"]);
    assert!((real(&kuhn["score"]) + 1.0 / 18.0).abs() < 1e-3, "{kuhn}");
    let whist = json(&["solve", "whist:2", "N:AK.2.. QJ.3.. 32.A.. 54.K.."]);
    assert_eq!(real(&whist["score"]), 3.0);
}

#[test]
fn averaging_over_worlds_takes_the_wrong_road() {
    let road = |with: &str| {
        json(&["search", "fork", "left", "--with", with, "--nodes", "20k"])["best"].clone()
    };
    assert_eq!([road("pimc"), road("ismcts"), road("cfr")], ["B", "A", "A"]);
    let told = json(&["explain", "fork", "left", "--with", "pimc"]);
    let worlds: Vec<&Value> = told["events"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|e| e["kind"] == "world")
        .collect();
    assert_eq!(worlds.len(), 2, "{told}");
    assert_eq!(worlds[0]["world"]["values"]["B"], 3.0);
}

#[test]
fn hidden_games_are_searched_from_what_was_dealt() {
    for game in [
        "kuhn",
        "fork",
        "whist:4",
        "whist:4S",
        "hearts:3x3",
        "kriegspiel",
    ] {
        let object = json(&[
            "search",
            game,
            "--with",
            "ismcts:playout=60",
            "--nodes",
            "300",
            "--seed",
            "7",
        ]);
        assert!(
            object["best"].is_string() && object["worlds"].as_u64() > Some(0),
            "{game}: {object}"
        );
        let again = json(&[
            "search",
            game,
            "--with",
            "ismcts:playout=60",
            "--nodes",
            "300",
            "--seed",
            "7",
        ]);
        assert_eq!(
            object["move_values"], again["move_values"],
            "{game}: the seed decides"
        );
    }
}

#[test]
fn matches_with_dice_cards_and_seats() {
    let pimc = json(&[
        "match",
        "pimc:worlds=5",
        "random",
        "--game",
        "whist:4",
        "--nodes",
        "20k",
        "--games",
        "20",
    ]);
    assert_eq!(
        (&pimc["games"], &pimc["openings"]),
        (&20.into(), &"auto".into())
    );
    assert!(real(&pimc["margin"]) > 0.0, "{pimc}");
    let again = json(&[
        "match",
        "pimc:worlds=5",
        "random",
        "--game",
        "whist:4",
        "--nodes",
        "20k",
        "--games",
        "20",
        "--threads",
        "1",
    ]);
    assert_eq!(pimc["pentanomial"], again["pentanomial"]);
    let dice = json(&[
        "match",
        "oneply",
        "random",
        "--game",
        "backgammon",
        "--depth",
        "1",
        "--games",
        "20",
    ]);
    assert!(dice["wins"].as_u64() >= Some(18), "{dice}");
    let three = [
        "tournament",
        "paranoid",
        "oneply",
        "random",
        "--game",
        "tictactoe3:4x4x3",
    ];
    let table = json(&[&three[..], &["--depth", "3", "--rounds", "10"]].concat());
    let rows = table["rows"].as_array().unwrap();
    assert_eq!((&table["seats"], rows.len()), (&3.into(), 3));
    assert_eq!(rows[2]["search"], "random", "{table}");
}

#[test]
fn gnu_backgammon_is_an_opponent() {
    let installed = ["/usr/games/gnubg", "/usr/bin/gnubg"]
        .iter()
        .any(|path| std::path::Path::new(path).is_file());
    if !installed {
        assert!(std::env::var("CI").is_err(), "gnubg is missing");
        eprintln!("gnubg is not installed: its match is not played");
        return;
    }
    let object = json(&[
        "match",
        "oneply",
        "gnubg:level=beginner",
        "--game",
        "backgammon",
        "--depth",
        "1",
        "--games",
        "4",
    ]);
    assert_eq!(object["games"], 4);
}

#[test]
fn a_game_with_dice_can_be_played_and_left() {
    let run = with_input(
        &["play", "pig", "--against", "random", "--nodes", "10"],
        "help\nroll\nhold\nhint\nundo\nquit\n",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("player 1 of 2") && run.out.contains("Chance:"),
        "{}",
        run.out
    );
    let cards = with_input(
        &["play", "kuhn", "--against", "ismcts", "--nodes", "100"],
        "moves\nb\nquit\n",
    );
    assert!(
        cards.code == 0 && cards.out.contains("your card"),
        "{}{}",
        cards.out,
        cards.err
    );
    let wrong = gametree(&["play", "hearts:3x2", "--seat", "4", "--nodes", "10"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("1 to 3"),
        "{}",
        wrong.err
    );
}

#[test]
fn exercises_are_listed_asked_and_graded() {
    let list = json(&["exercise"]);
    let names: Vec<&str> = list["exercises"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    assert!(
        names.contains(&"four-squares") && names.len() >= 10,
        "{names:?}"
    );
    let right = json(&[
        "exercise",
        "chance-leaves",
        "--answer",
        "left; 3/2; 8; 8 7 6; 0 2",
    ]);
    assert_eq!(right["correct"], true, "{right}");
    let wrong = gametree(&["exercise", "chance-leaves", "--answer", "right", "--json"]);
    assert_eq!((wrong.code, &wrong.json()["correct"]), (1, &false.into()));
    assert!(
        json(&["exercise", "pruning", "--solution"])["parts"][4]["why"]
            .as_str()
            .unwrap()
            .contains("yes")
    );
    let unknown = gametree(&["exercise", "four-squars"]);
    assert!(
        unknown.code == 3 && unknown.err.contains("four-squares"),
        "{}",
        unknown.err
    );
}

#[test]
fn every_game_is_listed_with_its_kind() {
    let list = json(&["games"]);
    let games = list["games"].as_array().unwrap();
    let game = |name: &str| {
        games
            .iter()
            .find(|game| game["name"] == name)
            .unwrap_or_else(|| panic!("{name}"))
    };
    for (name, players, chance, hidden, loops) in [
        ("pig", 2, true, false, false),
        ("backgammon", 2, true, false, true),
        ("kuhn", 2, true, true, false),
        ("whist", 4, true, true, false),
        ("tictactoe3", 3, false, false, false),
        ("squares", 2, false, false, true),
        ("kriegspiel", 2, false, true, false),
    ] {
        let entry = game(name);
        let found = (
            &entry["players"],
            &entry["chance"],
            &entry["hidden"],
            &entry["loops"],
        );
        assert_eq!(
            found,
            (
                &players.into(),
                &chance.into(),
                &hidden.into(),
                &loops.into()
            ),
            "{name}"
        );
        assert!(!strings(&entry["searches"]).is_empty());
    }
}
