//! The tables of commands in `examples/`: every line is run, every answer compared.

use std::process::Command;

use serde_json::Value;

/// The lines of a table "| `gametree …` | best 4, value 69 |": the command's words and the answer.
fn claims(text: &str) -> Vec<(Vec<&str>, &str)> {
    text.lines()
        .filter_map(|line| {
            line.strip_prefix("| `gametree ")?
                .strip_suffix(" |")?
                .split_once("` | ")
        })
        .map(|(command, answer)| (command.split_whitespace().collect(), answer))
        .collect()
}

/// What the real binary answers.
fn run(command: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(command)
        .arg("--json")
        .output()
        .expect("the binary runs");
    assert!(
        output.status.success(),
        "{command:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

/// A field as the table writes it: a list as its members, by spaces.
fn written(field: &Value) -> String {
    match field {
        Value::String(text) => text.clone(),
        Value::Array(all) => all.iter().map(written).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

#[test]
fn the_horizon_of_connect_four_is_as_the_example_tells() {
    let claims = claims(include_str!("../../examples/horizon-connect4.md"));
    assert_eq!(claims.len(), 7);
    for (command, answer) in claims {
        let found = run(&command);
        for part in answer.split(", ") {
            let (field, value) = part.split_once(' ').expect("a field and its value");
            assert_eq!(written(&found[field]), value, "{field} of {command:?}");
        }
    }
}

#[test]
fn the_example_draws_the_position_that_it_names() {
    let text = include_str!("../../examples/horizon-connect4.md");
    let drawn = text.split("```\n").nth(1).expect("a drawing");
    let output = Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(["explain", "connect4", "57171474477226", "--depth", "1"])
        .output()
        .expect("the binary runs");
    let told = String::from_utf8(output.stdout).expect("text");
    assert!(told.contains(&format!("{drawn}X to move")), "{told}");
}
