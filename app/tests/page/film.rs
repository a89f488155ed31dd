//! Every step of the page against the same step of `explain --json`.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::with_browser;

/// An explanation twice: as data, and as the browser shows its page.
struct Film {
    data: Value,
    record: Value,
}

impl Film {
    fn events(&self) -> &[Value] {
        list(&self.data["events"])
    }

    fn steps(&self) -> &[Value] {
        list(&self.record["steps"])
    }

    /// The id of a named node's edge in the picture.
    fn edge(&self, name: &Value) -> String {
        let node = list(&self.data["tree"])
            .iter()
            .find(|node| node["name"] == *name);
        format!("e{}", node.expect("a node of that name")["id"])
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("an array")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

/// Runs the real binary; its one object.
fn explain(args: &[&str], page: &Path) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .arg("explain")
        .args(args)
        .args(["--json", "--html"])
        .arg(page)
        .output()
        .expect("it runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// Plays the page of an explanation; the browser must have nothing to say and nothing to ask.
fn film(args: &[&str], check: impl FnOnce(&Film)) {
    with_browser(|browser| {
        let folder = tempfile::tempdir().expect("a folder");
        let data = explain(args, &folder.path().join("page.html"));
        std::fs::write(
            folder.path().join("driver.html"),
            include_str!("driver.html"),
        )
        .expect("written");
        let shown = browser.open(folder.path(), "driver.html");
        assert_eq!(shown.complaints(), Vec::<&str>::new());
        assert_eq!(shown.asked(), Vec::<&str>::new());
        let (_, rest) = shown
            .document
            .split_once("<pre id=\"record\">")
            .expect("the driver's document");
        let (record, _) = rest.split_once("</pre>").expect("an end");
        let record: Value =
            serde_json::from_str(record).unwrap_or_else(|error| panic!("{error}: {shown:?}"));
        assert_eq!(record["asked"], Value::Array(Vec::new()));
        check(&Film { data, record });
    });
}

/// Caption, list, counters and place at every step.
fn every_step_is_told(film: &Film) {
    assert_eq!(film.steps().len(), film.events().len());
    let total = &film.data["leaves_total"];
    for (number, (step, event)) in film.steps().iter().zip(film.events()).enumerate() {
        let sentence = text(&event["text"]);
        assert_eq!(
            text(&step["caption"]),
            sentence.replace("l_", "l"),
            "step {}",
            number + 1
        );
        assert_eq!(text(&step["current"]), format!("{}{sentence}", number + 1));
        assert_eq!(
            text(&step["count"]),
            format!("{} / {}", number + 1, film.events().len())
        );
        assert_eq!(text(&step["link"]), format!("#step={}", number + 1));
        let (seen, cut) = (&event["leaves_evaluated"], &event["leaves_saved"]);
        let tally = format!("{seen} of {total} evaluated, {cut} cut off");
        assert!(
            text(&step["tally"]).starts_with(&tally),
            "{tally} but {}",
            step["tally"]
        );
        assert_eq!(
            step["here"],
            serde_json::json!([format!("n{}", event["node"])])
        );
        assert_eq!(step["back"], Value::Bool(number == 0));
        assert_eq!(step["next"], Value::Bool(number + 1 == film.events().len()));
    }
}

/// The window's numbers at every step, where they are whole.
fn windows_are_shown(film: &Film) {
    let mut compared = 0;
    for (step, event) in film.steps().iter().zip(film.events()) {
        for side in ["alpha", "beta"] {
            if event[side].is_i64() {
                assert_eq!(text(&step[side]), event[side].to_string());
                compared += 1;
            }
        }
    }
    assert!(compared > 4, "{compared}");
}

/// An edge is crossed out from the step of its cutoff on, and at no step before it.
fn cuts_appear_when_they_happen(film: &Film) {
    let pruned = list(&film.data["pruned"]);
    assert!(!pruned.is_empty());
    for branch in pruned {
        let edge = Value::String(film.edge(&branch["name"]));
        let from = branch["step"].as_u64().expect("the step of a cutoff") as usize;
        for (number, step) in (1..).zip(film.steps()) {
            let crossed = list(&step["cut"]).contains(&edge);
            assert_eq!(
                crossed,
                number >= from,
                "{} at step {number}",
                branch["name"]
            );
        }
    }
    assert_eq!(
        list(&film.steps()[film.steps().len() - 1]["cut"]).len(),
        pruned.len()
    );
}

/// Links, keys and buttons lead to the steps that they name, and show what playing on to them
/// shows.
fn every_way_leads_to_the_same_picture(film: &Film) {
    let (steps, record) = (film.steps(), &film.record);
    let last = steps.len() - 1;
    assert_eq!(record["opened"], steps[3], "page.html#step=4");
    assert_eq!(record["linked"], steps[2], "#step=3");
    assert_eq!(record["nonsense"], steps[0]);
    assert_eq!(record["overflow"], steps[last]);
    assert_eq!(
        record["jumped"],
        steps[record["jumpsTo"].as_u64().expect("a number") as usize]
    );
    let keys = [
        ("Home", 0),
        ("ArrowRight", 1),
        ("End", last),
        ("ArrowLeft", last - 1),
    ];
    for (key, step) in keys {
        assert_eq!(record["keys"][key], steps[step], "{key}");
    }
}

#[test]
fn the_lecture_tree_is_played_as_it_is_told() {
    let file = format!(
        "tree:{}/../examples/lecture-16.tree",
        env!("CARGO_MANIFEST_DIR")
    );
    film(&[&file, "--with", "alphabeta"], |film| {
        every_step_is_told(film);
        windows_are_shown(film);
        cuts_appear_when_they_happen(film);
        every_way_leads_to_the_same_picture(film);
        let end = &film.steps()[film.steps().len() - 1];
        let line: Vec<Value> = list(&film.data["line_names"])
            .iter()
            .map(|name| film.edge(name).into())
            .collect();
        assert_eq!(end["line"], Value::Array(line), "the best line");
        assert!(
            film.steps()
                .iter()
                .any(|step| text(&step["caption"]).contains("cut by l1"))
        );
        assert!(
            film.steps()
                .iter()
                .any(|step| text(&step["code"]).contains("(cutoff)"))
        );
    });
}

#[test]
fn a_game_is_played_with_its_board() {
    film(
        &["connect4", "4453", "--with", "alphabeta", "--depth", "2"],
        |film| {
            every_step_is_told(film);
            cuts_appear_when_they_happen(film);
            every_way_leads_to_the_same_picture(film);
            for (step, event) in film.steps().iter().zip(film.events()) {
                let stones = text(&step["board"])
                    .chars()
                    .filter(|c| "XO".contains(*c))
                    .count() as u64;
                // One letter more says who is to move.
                assert_eq!(
                    stones,
                    5 + event["ply"].as_u64().expect("a ply"),
                    "{}",
                    step["board"]
                );
            }
        },
    );
}

/// A number as the picture writes weights and penalties.
fn fine(x: &Value) -> String {
    match x.as_f64() {
        None => "∞".into(),
        Some(0.0) => "0".into(),
        Some(x) if x.abs() < 9.9995 => format!("{x:.3}").replace('-', "−"),
        Some(x) => format!("{x:.2}").replace('-', "−"),
    }
}

/// The numbers of every node that a step or an earlier one told of, by the node's number.
fn labels_are_drawn(film: &Film) {
    let mut known: BTreeMap<String, Value> = BTreeMap::new();
    let mut compared = 0;
    for (step, event) in film.steps().iter().zip(film.events()) {
        let also = event
            .get("also")
            .map(|all| list(all).to_vec())
            .unwrap_or_default();
        for news in also
            .iter()
            .chain([event])
            .filter(|news| news.get("labels").is_some())
        {
            known.insert(news["node"].to_string(), news["labels"].clone());
        }
        for (node, labels) in &known {
            if let Some(weight) = labels.get("w") {
                assert_eq!(step["weights"][node], fine(weight), "w of {node}, {event}");
                compared += 1;
            }
            let next = labels.get("a").map_or("ω", text);
            if let Some(beside) = step["beside"].get(node) {
                assert_eq!(
                    text(beside),
                    format!("[{next}, {}]", fine(&labels["π"])),
                    "beside {node}, {event}"
                );
            }
            let (inside, value) = (
                text(&step["inside"][node]),
                labels["ṽ"].as_f64().expect("a number"),
            );
            let inside: f64 = inside.parse().expect("a number inside");
            assert!(
                (inside - value).abs() <= 0.0051,
                "{inside} for {value} in {node}"
            );
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_min_max_approximation_is_drawn_with_its_numbers() {
    let file = format!(
        "tree:{}/../examples/rivest.tree",
        env!("CARGO_MANIFEST_DIR")
    );
    film(&[&file, "--with", "minmax"], |film| {
        every_step_is_told(film);
        labels_are_drawn(film);
        assert!(
            film.steps()
                .iter()
                .any(|step| text(&step["caption"]).contains("0.069 + 0.095 = 0.165"))
        );
        assert!(
            film.steps()
                .iter()
                .any(|step| text(&step["code"]).contains("a(c)"))
        );
    });
}
