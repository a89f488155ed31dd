//! The classroom says what the command says, refuses what it must, and its numbers are those of the
//! searches.

use std::sync::Arc;

use crate::request::{ClimbAsk, PenaltiesAsk, RandomTree, TraceAsk};
use gametree::Limits;
use gametree_catalog::explained::{ExplainRequest, Guard, explain};
use serde_json::{Value, json};

use super::{climb, examples, penalties, random_tree};

const AIMA: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";
const RIVEST: &str = include_str!("../../examples/rivest.tree");

fn trace(ask: &TraceAsk) -> Result<Value, gametree_catalog::CatalogError> {
    super::trace(ask, Arc::default())
}

fn ask(game: &str, position: &str, with: &str) -> TraceAsk {
    let position = (!position.is_empty()).then(|| position.to_string());
    TraceAsk {
        game: game.into(),
        position,
        with: with.into(),
        depth: None,
        nodes: None,
        seed: None,
    }
}

/// What the command tells.
fn told(ask: &TraceAsk) -> Value {
    let request = ExplainRequest {
        game: &ask.game,
        position: ask.position.as_deref(),
        with: Some(&ask.with),
        limits: Limits {
            depth: ask.depth,
            nodes: ask.nodes,
            ..Limits::none()
        },
        seed: 1,
        guard: Guard {
            stop: Default::default(),
            nodes: None,
            depth: None,
        },
    };
    match explain(&request) {
        Ok(found) => found.json(),
        Err(error) => panic!("{}: {error}", ask.with),
    }
}

#[test]
fn every_event_is_that_of_the_command() {
    let dice = "(max (chance 0.5:3 0.5:(min 1 9)) (chance 0.25:4 0.75:2))";
    for (game, position, with) in [
        (AIMA, "", "minimax"),
        (AIMA, "", "alphabeta"),
        (AIMA, "", "alphabeta:deepening=on"),
        (AIMA, "", "pvs"),
        (AIMA, "", "mtdf"),
        (AIMA, "", "bestfirst"),
        (AIMA, "", "minmax:p=5"),
        (AIMA, "", "pns"),
        (AIMA, "", "dfpn"),
        (dice, "", "expectiminimax"),
        (dice, "", "star1:low=0,high=9"),
        (dice, "", "star2:low=0,high=9"),
        ("(p1 (p2 [1 2 6] [4 3 3]) (p2 [6 1 2] [7 4 1]))", "", "maxn"),
        ("squares:4", "", "onpath"),
        ("squares:4", "", "retrograde"),
        ("fork", "left", "pimc"),
        ("kuhn", "J Q p", "ismcts:rounds=200"),
        ("tictactoe", "5 1 9 2", "alphabeta"),
        ("connect4", "44", "alphabeta"),
    ] {
        let ask = ask(game, position, with);
        let (here, there) = (trace(&ask).unwrap(), told(&ask));
        assert!(!here["events"].as_array().unwrap().is_empty(), "{with}");
        assert_eq!(here["events"], there["events"], "{with} on {game}");
        assert_eq!(
            (&here["value"], &here["schema"]),
            (&there["value"], &there["schema"]),
            "{with} on {game}"
        );
        film_fits(&here, with);
    }
}

/// The film has a step for every event, a place for every parent of a drawn node, and lines that
/// there are.
fn film_fits(object: &Value, with: &str) {
    let (film, events) = (&object["film"], object["events"].as_array().unwrap());
    let (steps, nodes) = (
        film["steps"].as_array().unwrap(),
        film["nodes"].as_array().unwrap(),
    );
    assert_eq!(steps.len(), events.len(), "{with}");
    for (step, event) in steps.iter().zip(events) {
        for key in ["kind", "node", "text"] {
            assert_eq!(step[key], event[key], "{with}");
        }
        let line = step["line"].as_u64();
        assert!(
            line.is_none_or(|line| line < film["code"].as_array().unwrap().len() as u64),
            "{with}"
        );
    }
    assert!(
        steps.iter().any(|step| step["line"].is_u64()),
        "{with}: no line of its program is ever reached"
    );
    for node in nodes.iter().filter(|node| node["x"].is_f64()) {
        let parent = node["parent"]
            .as_u64()
            .map(|parent| &nodes[parent as usize]);
        assert!(parent.is_none_or(|parent| parent["x"].is_f64()), "{with}");
    }
}

#[test]
fn a_few_plies_are_searched_where_nothing_is_said_and_the_page_is_told() {
    let told = trace(&ask("connect4", "", "minimax")).unwrap();
    assert_eq!(told["hint"], "No limit given: searched 3 plies.");
    assert!(trace(&ask(AIMA, "", "minimax")).unwrap()["hint"].is_null());
}

#[test]
fn a_long_search_is_stopped_and_says_so() {
    let long = TraceAsk {
        depth: Some(30),
        ..ask("connect4", "", "minimax")
    };
    let start = std::time::Instant::now();
    let told = trace(&long).unwrap();
    assert!(
        told["hint"].as_str().unwrap().starts_with("Stopped after"),
        "{}",
        told["hint"]
    );
    assert!(
        told["nodes"].as_u64().unwrap() <= 200_000 + 1,
        "{}",
        told["nodes"]
    );
    assert!(start.elapsed().as_secs() < 30);
}

#[test]
fn where_play_goes_round_a_search_that_forgets_has_a_depth() {
    let told = trace(&ask("squares:4", "", "minimax")).unwrap();
    assert_eq!(told["hint"], "No limit given: searched 6 plies.");
    assert!(trace(&ask("squares:4", "", "onpath")).unwrap()["hint"].is_null());
    assert_eq!(
        trace(&ask("chess", "", "alphabeta")).unwrap()["hint"],
        "No limit given: searched 3 plies."
    );
    let endless = TraceAsk {
        nodes: Some(3_000),
        ..ask("squares:4", "", "minimax")
    };
    let told = trace(&endless).unwrap();
    assert!(
        told["tree"]
            .as_array()
            .unwrap()
            .iter()
            .all(|node| node["name"].as_str().unwrap().len() < 100)
    );
    let deep = TraceAsk {
        depth: Some(31),
        ..ask("squares:4", "", "alphabeta")
    };
    assert!(trace(&deep).unwrap_err().hint.unwrap().contains("30 plies"));
}

#[test]
fn files_and_programs_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("secret.tree");
    std::fs::write(&file, "(max 1 2)").unwrap();
    let file = file.to_str().unwrap().to_string();
    for game in [
        file.clone(),
        format!("tree:{file}"),
        "-".into(),
        "tree:-".into(),
        "tree".into(),
        String::new(),
    ] {
        assert!(trace(&ask(&game, "", "minimax")).is_err(), "{game}");
    }
    let problem = trace(&ask(&format!("tree:{file}"), "", "minimax")).unwrap_err();
    assert!(problem.what.contains("files are not read") && problem.hint.is_some());
    for with in [
        format!("alphabeta:weights={file}"),
        "gnubg".into(),
        "pvs:threads=2".into(),
        "pvs:table=65GiB".into(),
        "dfpn:entries=1e9".into(),
        "minmax:memory=1TB".into(),
        "nothing".into(),
        "alphabeta:".to_string() + &"x".repeat(3000),
    ] {
        assert!(
            trace(&ask("tictactoe", "5 1 9 2", &with)).is_err(),
            "{with}"
        );
    }
    assert!(trace(&ask("tictactoe", "-", "minimax")).is_err());
}

#[test]
fn wrong_trees_are_told_with_line_and_column() {
    let problem = trace(&ask("(max (min 3 12)\n (min 4", "", "alphabeta")).unwrap_err();
    assert!(
        problem.what.contains("line 2, column 2") && problem.hint.is_some(),
        "{}",
        problem.what
    );
    let deep = "(max ".repeat(1_900) + "1" + &")".repeat(1_900);
    assert_eq!(trace(&ask(&deep, "", "alphabeta")).unwrap()["value"], 1);
    let long = format!("(max {})", "1 ".repeat(2_500));
    assert!(
        trace(&ask(&long, "", "alphabeta"))
            .unwrap_err()
            .what
            .contains("2501 nodes")
    );
    assert!(
        trace(&ask(
            &format!("(max {})", "1 ".repeat(25_000)),
            "",
            "minimax"
        ))
        .is_err()
    );
}

#[test]
fn a_tree_may_have_a_named_root_and_comments() {
    let told = trace(&ask(RIVEST, "", "minmax:p=10")).unwrap();
    assert_eq!(told["film"]["weighted"], true);
    let select = told["events"]
        .as_array()
        .unwrap()
        .iter()
        .find(|event| event["name"] == "w")
        .unwrap();
    assert!(select["text"].as_str().unwrap().contains('w'));
}

fn shape(seed: u64, order: &str, chance: bool) -> RandomTree {
    RandomTree {
        branching: 3,
        depth: 4,
        low: -20,
        high: 20,
        seed,
        order: Some(order.into()),
        chance,
    }
}

fn text(ask: &RandomTree) -> String {
    random_tree(ask).unwrap()["tree"]
        .as_str()
        .unwrap()
        .to_string()
}

#[test]
fn random_trees_are_those_of_their_seed_and_order_decides_what_is_saved() {
    let mut evaluated = [0; 2];
    for seed in 0..12 {
        let tree = text(&shape(seed, "any", false));
        assert_eq!(tree, text(&shape(seed, "any", false)));
        assert_ne!(tree, text(&shape(seed + 1, "any", false)));
        let value = |with| trace(&ask(&tree, "", with)).unwrap()["value"].clone();
        assert_eq!(value("minimax"), value("alphabeta"), "seed {seed}");
        for (sum, order) in evaluated.iter_mut().zip(["best first", "worst first"]) {
            let told = trace(&ask(&text(&shape(seed, order, false)), "", "alphabeta")).unwrap();
            assert_eq!(
                told["value"],
                value("minimax"),
                "the order of moves changes no value"
            );
            *sum += told["leaves_evaluated"].as_u64().unwrap();
        }
        let dice = text(&shape(seed, "best first", true));
        let mean = |with| {
            trace(&ask(&dice, "", with)).unwrap()["value"]
                .as_f64()
                .unwrap()
        };
        assert!(
            (mean("expectiminimax") - mean("star1:low=-20,high=20")).abs() < 1e-9,
            "seed {seed}"
        );
    }
    assert!(evaluated[0] * 2 < evaluated[1], "{evaluated:?}");
    assert_eq!(random_tree(&shape(1, "any", false)).unwrap()["nodes"], 121);
}

#[test]
fn trees_that_are_too_large_or_make_no_sense_are_refused() {
    let fine = shape(1, "any", false);
    for wrong in [
        RandomTree {
            branching: 4,
            ..fine.clone()
        },
        RandomTree {
            depth: 40,
            branching: 1000,
            ..fine.clone()
        },
        RandomTree {
            depth: 0,
            ..fine.clone()
        },
        RandomTree {
            branching: 0,
            ..fine.clone()
        },
        RandomTree {
            low: 3,
            high: 2,
            ..fine.clone()
        },
        RandomTree {
            low: i32::MIN,
            high: i32::MAX,
            ..fine.clone()
        },
        RandomTree {
            order: Some("good".into()),
            ..fine.clone()
        },
        RandomTree {
            branching: 100,
            depth: 1,
            chance: true,
            ..fine.clone()
        },
    ] {
        assert!(random_tree(&wrong).is_err(), "{wrong:?}");
    }
}

/// The tree as it is grown when a tip is selected, as the page writes it.
fn grown(tree: &Value, values: &[Option<f64>], id: usize) -> String {
    let children: Vec<usize> = (0..values.len())
        .filter(|&child| values[child].is_some() && tree[child]["parent"] == id)
        .collect();
    let name = if id == 0 {
        String::new()
    } else {
        format!("{}:", tree[id]["name"].as_str().unwrap())
    };
    let mover = tree[id]["mover"].as_str().unwrap().to_lowercase();
    if children.is_empty() {
        let value = (values[id].unwrap() * 1e6).round() / 1e6;
        let over = !tree[id]["over"].is_null();
        return if over {
            format!("{name}{value}")
        } else {
            format!("{name}({mover} ~{value} ?)")
        };
    }
    let below: Vec<String> = children
        .iter()
        .map(|&child| grown(tree, values, child))
        .collect();
    format!("{name}({mover} {})", below.join(" "))
}

#[test]
fn penalties_are_those_of_every_choice_of_the_search() {
    let mut choices = 0;
    for (source, p) in [
        (RIVEST, 10.0),
        (AIMA, 4.0),
        (&text(&shape(3, "any", false)), 20.0),
    ] {
        let told = trace(&ask(source, "", &format!("minmax:p={p}"))).unwrap();
        let (events, tree) = (told["events"].as_array().unwrap(), &told["tree"]);
        let mut values: Vec<Option<f64>> = vec![None; tree.as_array().unwrap().len()];
        for event in events {
            for news in event["also"]
                .as_array()
                .into_iter()
                .flatten()
                .chain([event])
            {
                if let Some(value) = news["labels"]["ṽ"].as_f64() {
                    values[news["node"].as_u64().unwrap() as usize] = Some(value);
                }
            }
            if event["kind"] == "select" && event["node"] != 0 {
                let text = grown(tree, &values, 0);
                let found = penalties(&PenaltiesAsk {
                    tree: text.clone(),
                    p: vec![p],
                })
                .unwrap();
                agrees(event, &found, &text);
                choices += 1;
            }
        }
    }
    assert!(choices > 20, "{choices}");
}

fn agrees(event: &Value, found: &Value, text: &str) {
    let row = &found["rows"][0];
    let chosen = row["chosen"]
        .as_u64()
        .unwrap_or_else(|| panic!("no tip in {text}")) as usize;
    assert_eq!(found["nodes"][chosen]["name"], event["name"], "{text}");
    let (sum, least) = (
        event["because"]["sum"].as_f64().unwrap(),
        row["penalties"][chosen].as_f64().unwrap(),
    );
    assert!((sum - least).abs() < 1e-6, "{sum} {least} in {text}");
    let below = row["below"][0].as_f64().unwrap();
    assert!(
        (below - least).abs() < 1e-9 && row["next"][0].is_u64(),
        "{below} {least}"
    );
    assert_eq!(found["shift"], 0.0, "what is written is positive already");
}

#[test]
fn tips_without_marks_are_all_open_and_ranked() {
    let tree = "(max t:2 (min w:10 x:12))".to_string();
    let found = penalties(&PenaltiesAsk {
        tree: tree.clone(),
        p: vec![1.0, 10.0, 50.0],
    })
    .unwrap();
    let rows = found["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[1]["order"],
        json!([3, 4, 1]),
        "w, x, t: as in the paper"
    );
    assert!((rows[1]["penalties"][3].as_f64().unwrap() - 0.1647).abs() < 5e-5);
    assert!((rows[1]["values"][0].as_f64().unwrap() - 9.8514).abs() < 5e-4);
    for p in [vec![], vec![0.5], vec![51.0], vec![f64::NAN], vec![2.0; 65]] {
        assert!(
            penalties(&PenaltiesAsk {
                tree: tree.clone(),
                p
            })
            .is_err()
        );
    }
    for tree in ["(chance 0.5:1 0.5:2)", "(max", "(p3 [1 2 3] [3 2 1])"] {
        assert!(
            penalties(&PenaltiesAsk {
                tree: tree.into(),
                p: vec![2.0]
            })
            .is_err(),
            "{tree}"
        );
    }
}

#[test]
fn queens_climb_one_move_at_a_time_to_a_solution() {
    let told = climb(&ClimbAsk {
        queens: 8,
        with: "steepest".into(),
        seed: 1,
        start: None,
    })
    .unwrap();
    let frames = told["frames"].as_array().unwrap();
    assert!(told["solved"] == true && told["complete"] == true && frames.len() > 3);
    for pair in frames.windows(2) {
        let rows = |frame: &Value| frame["rows"].as_array().unwrap().clone();
        let (before, after) = (rows(&pair[0]), rows(&pair[1]));
        let moved: Vec<usize> = (0..8)
            .filter(|&column| before[column] != after[column])
            .collect();
        if pair[0]["restarts"] == pair[1]["restarts"] {
            assert_eq!((moved.len(), &pair[1]["moved"]), (1, &json!(moved[0] + 1)));
            assert!(pair[1]["conflicts"].as_u64() < pair[0]["conflicts"].as_u64());
        }
    }
    for (queens, with) in [
        (33, "steepest"),
        (3, "steepest"),
        (8, "nothing"),
        (0, "steepest"),
    ] {
        assert!(
            climb(&ClimbAsk {
                queens,
                with: with.into(),
                seed: 1,
                start: None,
            })
            .is_err(),
            "{queens} {with}"
        );
    }
}

#[test]
fn every_example_can_be_played() {
    let all = examples();
    let all = all["examples"].as_array().unwrap();
    let ids: std::collections::HashSet<&str> =
        all.iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert!(ids.len() == all.len() && all.len() >= 14);
    for one in all {
        let word = |key: &str| one[key].as_str().unwrap();
        assert!(
            !word("title").is_empty() && !word("about").is_empty() && !word("game").contains(';')
        );
        for with in [word("with"), word("against")]
            .into_iter()
            .filter(|with| !with.is_empty())
        {
            if let Some(queens) = word("game").strip_prefix("queens:") {
                climb(&ClimbAsk {
                    queens: queens.parse().unwrap(),
                    with: with.into(),
                    seed: 1,
                    start: None,
                })
                .unwrap();
                continue;
            }
            let ask = TraceAsk {
                depth: one["depth"].as_u64().map(|depth| depth as u32),
                nodes: one["nodes"].as_u64(),
                ..ask(word("game"), word("position"), with)
            };
            let told =
                trace(&ask).unwrap_or_else(|problem| panic!("{}: {with}: {problem}", word("id")));
            assert!(
                told["hint"].is_null(),
                "{}: {with}: {}",
                word("id"),
                told["hint"]
            );
            film_fits(&told, with);
        }
    }
}
