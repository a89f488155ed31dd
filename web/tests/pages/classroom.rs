//! The classroom answers for pages without a server as the server does, byte for byte.

use gametree_classroom::answer::{answer, refusal};
use gametree_classroom::lessons;
use serde_json::{Value, json};

use crate::client::{Reply, Serving};

const TRACE: &str = "/api/learn/trace";

/// A text without the numbers that are never the same twice.
fn timeless(text: &str) -> String {
    let names = ["\"seconds\":", "\"nodes_per_second\":"];
    names.iter().fold(text.to_string(), |text, name| {
        let mut parts = text.split(name);
        let first = parts.next().unwrap_or_default().to_string();
        parts.fold(first, |all, part| {
            all + name + part.trim_start_matches(|c| !",}".contains(c))
        })
    })
}

fn same(there: &Reply, address: &str, body: &str) {
    let (granted, here) = match answer(address, body.as_bytes()) {
        Ok(text) => (true, text),
        Err(why) => (false, refusal(&why)),
    };
    assert_eq!(granted, there.status == 200, "{address} {body}");
    let (here, there) = (timeless(&here), timeless(&there.body));
    assert!(here == there, "{address} {body}:\n{here}\n{there}");
}

fn posted(serving: &Serving, address: &str, ask: &Value) {
    same(&serving.post(address, ask), address, &ask.to_string());
}

#[test]
fn lessons_are_those_of_the_server() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), true);
    for address in ["/api/learn/examples", "/api/learn/exercises"] {
        same(&serving.get(address), address, "");
    }
    let all: Vec<Value> = lessons().map(|ask| json!(ask)).collect();
    assert!(all.len() > 25, "{} lessons", all.len());
    for ask in &all {
        posted(&serving, TRACE, ask);
    }
    let climb = json!({ "queens": 8, "with": "steepest", "seed": 1 });
    posted(&serving, "/api/learn/climb", &climb);
    let shape = json!({ "branching": 3, "depth": 3, "low": -9, "high": 9, "seed": 4 });
    posted(&serving, "/api/learn/tree", &shape);
    let penalties = json!({ "tree": "(max t:2 (min w:10 x:12))", "p": [1.0, 10.0] });
    posted(&serving, "/api/learn/penalties", &penalties);
    posted(
        &serving,
        "/api/learn/exercises/vectors",
        &json!({ "answers": ["1 2 6", "9"] }),
    );
}

#[test]
fn refusals_are_those_of_the_server() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = Serving::of(directory.path(), true);
    let deep = "(".repeat(100_000);
    for (game, with) in [
        ("(max (min 3", "alphabeta"),
        (deep.as_str(), "alphabeta"),
        (&deep[..30_000], "alphabeta"),
        ("(max 1 2)", "alphabetta"),
        ("(max 1 2)", "pvs:threads=2"),
        ("tree:/etc/passwd", "alphabeta"),
        ("nothing", "alphabeta"),
    ] {
        posted(&serving, TRACE, &json!({ "game": game, "with": with }));
    }
    for ask in [json!([]), json!(null), json!({ "game": 7 })] {
        posted(&serving, TRACE, &ask);
    }
    let address = "/api/learn/exercises/none";
    same(&serving.get(address), address, "");
}
