//! `docs/texts.md`: every command of its tables is run, and must print what its row says.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// A row with commands.
struct Row {
    name: String,
    /// Run one after the other, in one directory.
    commands: Vec<String>,
    /// The texts that must be printed.
    shows: Vec<String>,
    /// The texts that must not be printed.
    hides: Vec<String>,
    /// The exit code that is expected of the last command.
    code: i32,
}

/// The texts in backticks.
fn quoted(cell: &str) -> Vec<String> {
    let parts = cell.split('`').skip(1).step_by(2);
    parts.map(String::from).collect()
}

const DOCUMENT: &str = include_str!("../../docs/texts.md");

/// The cells of every row.
fn cells() -> impl Iterator<Item = [&'static str; 4]> {
    let rows = DOCUMENT.lines().filter(|line| line.starts_with("| S"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [name, statement, command, shows] = cells[..] else {
            panic!("a row has four cells: {line}");
        };
        [name, statement, command, shows]
    })
}

fn rows() -> Vec<Row> {
    let rows = cells().filter(|[_, _, command, _]| !command.starts_with("page "));
    let row = |[name, _, command, shows]: [&str; 4]| {
        let (shows, hides) = shows.split_once(", not ").unwrap_or((shows, ""));
        let code = match shows.split_once(": `").map(|(word, _)| word) {
            Some("refused") => 2,
            Some("wrong") => 1,
            Some("not found") => 3,
            _ => 0,
        };
        Row {
            name: name.into(),
            commands: quoted(command),
            shows: quoted(shows),
            hides: quoted(hides),
            code,
        }
    };
    rows.map(row).collect()
}

/// What a command prints, and its exit code. It may neither run for ever nor take all memory.
fn run(command: &str, place: &Path) -> (String, Option<i32>) {
    let command = match command.strip_prefix("gametree ") {
        Some(arguments) => format!("\"$GAMETREE\" {arguments}"),
        None => {
            let reads_files = command.starts_with("diff ") || command.starts_with("grep ");
            assert!(
                reads_files,
                "a command of gametree, diff or grep: {command}"
            );
            command.into()
        }
    };
    let script = format!("ulimit -v 4000000; timeout 120 {command} 2>&1");
    let output = Command::new("sh")
        .args(["-c", &script])
        .env("GAMETREE", env!("CARGO_BIN_EXE_gametree"))
        .env("NO_COLOR", "1")
        .current_dir(place)
        .output()
        .expect("a shell");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    (printed, output.status.code())
}

/// What is wrong with a row.
fn fault(row: &Row) -> Option<String> {
    let place = tempfile::tempdir().expect("a directory");
    let examples = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples");
    std::os::unix::fs::symlink(examples, place.path().join("examples")).expect("a link");
    let mut printed = String::new();
    let mut code = None;
    for command in &row.commands {
        let (text, end) = run(command, place.path());
        printed = text;
        code = end;
    }
    let missing: Vec<&String> = { row.shows.iter() }
        .filter(|text| !printed.contains(text.as_str()))
        .collect();
    let hidden: Vec<&String> = { row.hides.iter() }
        .filter(|text| printed.contains(text.as_str()))
        .collect();
    let works = code == Some(row.code) && missing.is_empty() && hidden.is_empty();
    (!works).then(|| {
        format!(
            "{}: {:?}\n  exit {code:?}, missing {missing:?}, not to be shown {hidden:?}\n{printed}",
            row.name, row.commands
        )
    })
}

#[test]
fn every_row_shows_what_it_says() {
    let rows = rows();
    let weak = |row: &&Row| row.commands.is_empty() || row.shows.is_empty();
    let weak: Vec<&str> = rows.iter().filter(weak).map(|row| &*row.name).collect();
    assert!(
        weak.is_empty(),
        "rows without a command or a text: {weak:?}"
    );
    let wrong: Vec<String> = rows.iter().filter_map(fault).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Every statement that once failed has a row, and stays listed.
#[test]
fn every_statement_is_listed() {
    let listed: BTreeSet<&str> = cells().map(|[name, ..]| name).collect();
    let groups: [(&str, &[u32]); 5] = [
        (
            "S0",
            &[3, 6, 10, 11, 12, 13, 14, 21, 22, 23, 27, 29, 30, 31, 32],
        ),
        (
            "S1",
            &[
                3, 4, 6, 8, 10, 11, 13, 16, 17, 18, 20, 22, 28, 29, 36, 39, 42,
            ],
        ),
        ("S2", &[11, 29]),
        ("S3", &[1, 2, 4, 7, 8, 9, 14, 17, 20, 23, 24]),
        (
            "S4",
            &[1, 5, 7, 8, 10, 12, 13, 14, 15, 17, 19, 21, 24, 26, 30, 32],
        ),
    ];
    for (text, numbers) in groups {
        for number in numbers {
            let name = format!("{text}.{number}");
            assert!(listed.contains(&*name), "{name} is not listed");
        }
    }
}
