//! `docs/texts.md`: every command of its tables is run, and must print what its row says.

use std::process::Command;

/// A row with a command.
struct Row {
    name: String,
    command: String,
    /// The texts that must be printed.
    shows: Vec<String>,
    /// What it should show does not work yet.
    waits: bool,
    /// The exit code that is expected.
    code: i32,
}

/// The texts in backticks.
fn quoted(cell: &str) -> Vec<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(String::from).collect()
}

fn rows() -> Vec<Row> {
    let text = include_str!("../../docs/texts.md");
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| S")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, statement, command, shows] = cells[..] else {
            panic!("a row has four cells: {line}");
        };
        if command.starts_with("page ") {
            continue;
        }
        let code = match shows.split_once(": `").map(|(word, _)| word) {
            Some("refused") => 2,
            Some("wrong") => 1,
            _ => 0,
        };
        rows.push(Row {
            name: name.into(),
            command: quoted(command).join(""),
            shows: quoted(shows),
            waits: statement.starts_with("*waits*"),
            code,
        });
    }
    rows
}

/// What a command prints, and its exit code. It may neither run for ever nor take all memory.
fn run(command: &str) -> (String, Option<i32>) {
    let arguments = command
        .strip_prefix("gametree ")
        .expect("a gametree command");
    let script = format!("ulimit -v 4000000; timeout 120 \"$GAMETREE\" {arguments} 2>&1");
    let output = Command::new("sh")
        .args(["-c", &script])
        .env("GAMETREE", env!("CARGO_BIN_EXE_gametree"))
        .env("NO_COLOR", "1")
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (printed, output.status.code())
}

#[test]
fn every_row_shows_what_it_says() {
    let rows = rows();
    assert!(rows.len() >= 60, "only {} rows", rows.len());
    let mut wrong = Vec::new();
    for row in &rows {
        assert!(!row.shows.is_empty(), "{} shows nothing", row.name);
        let (printed, code) = run(&row.command);
        let missing = row
            .shows
            .iter()
            .find(|text| !printed.contains(text.as_str()));
        let works = code == Some(row.code) && missing.is_none();
        if works && row.waits {
            wrong.push(format!("{} works: remove its mark (*waits*)", row.name));
        }
        if !works && !row.waits {
            wrong.push(format!(
                "{}: {}\n  exit {code:?}, missing {missing:?}\n{printed}",
                row.name, row.command
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}
