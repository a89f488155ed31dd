//! What is printed: one `--json` for all commands, tables that fit, and endings that tell how to go
//! on.

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use serde_json::Value;
use tempfile::tempdir;

use crate::{Run, gametree, json};

/// A small project of chess, and the path of its file.
fn project(directory: &std::path::Path) -> String {
    let path = directory.join("a.atlas").display().to_string();
    let run = gametree(&[
        "analyse",
        "--engine",
        "builtin",
        "--engines",
        "1",
        "--nodes",
        "500",
        "--evaluations",
        "12",
        "--project",
        &path,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    path
}

fn with_columns(columns: &str, args: &[&str]) -> Run {
    let mut command = assert_cmd::Command::cargo_bin("gametree").expect("the binary is built");
    Run::of(
        command
            .args(args)
            .env("COLUMNS", columns)
            .output()
            .expect("it runs"),
    )
}

/// The one flag stands before or after the command; an export's own `--json` names a file.
#[test]
fn json_is_one_flag_of_the_program() {
    let directory = tempdir().unwrap();
    let project = project(directory.path());
    let before = gametree(&["--json", "atlas", "stats", &project]).json();
    assert_eq!(before["schema"], "gametree.atlas.stats/1");
    assert_eq!(before, json(&["atlas", "stats", &project]));
    assert_eq!(
        before,
        gametree(&["atlas", "--json", "stats", &project]).json()
    );

    let file = directory.path().join("all.json").display().to_string();
    let run = gametree(&["atlas", "export", &project, "--json", &file]);
    assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
    let text = std::fs::read_to_string(&file).unwrap();
    let exported: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(exported["schema"], "gametree.atlas.export/1");

    let run = gametree(&["--json", "atlas", "export", &project]);
    assert_eq!(run.code, 2, "an export needs a format");
    let run = gametree(&["play", "tictactoe", "--json"]);
    assert!(
        run.code == 2 && run.err.contains("prints no JSON"),
        "{}",
        run.err
    );
    let run = gametree(&["search", "tictactoe", "--json", "--jsonl"]);
    assert_eq!(run.code, 2, "one of them");
}

/// Rows are whole at every width: columns are left out and named, words and numbers never broken.
#[test]
fn tables_fit_the_terminal() {
    let directory = tempdir().unwrap();
    let project = project(directory.path());
    let wide = with_columns("0", &["atlas", "moves", &project]);
    assert!(wide.out.contains("┆ line"), "{}", wide.out);
    let commands: [&[&str]; 4] = [
        &["atlas", "moves", &project],
        &["games"],
        &["searches"],
        &["compare", crate::TREE],
    ];
    for command in commands {
        for columns in [80, 100] {
            let run = with_columns(&columns.to_string(), command);
            let rows = run
                .out
                .lines()
                .filter(|line| line.starts_with(['│', '┌', '╞', '└']));
            for row in rows {
                let width = row.chars().count();
                assert!(
                    width <= columns,
                    "{command:?}: {width} > {columns}\n{}",
                    run.out
                );
            }
        }
    }
    let narrow = with_columns("80", &["atlas", "moves", &project]);
    assert!(
        narrow.out.contains("not shown at this width: "),
        "{}",
        narrow.out
    );
    // Every move of the wide table is a row of the narrow one, with its value.
    let cells = |text: &str| -> Vec<(String, String)> {
        let rows = text.lines().filter(|line| line.starts_with('│'));
        let cells = rows.map(|row| row.trim_matches('│').split('┆').map(str::trim).collect());
        let named = cells.filter(|cells: &Vec<&str>| !cells[0].is_empty());
        named
            .map(|cells| (cells[0].to_string(), cells[1].to_string()))
            .collect()
    };
    assert_eq!(cells(&narrow.out), cells(&wide.out));
}

#[test]
fn a_wrong_option_is_answered_with_a_suggestion_on_one_screen() {
    let run = gametree(&[
        "search",
        "connect4",
        "--with",
        "pvs:tabel=0",
        "--depth",
        "3",
    ]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("did you mean 'table'?"), "{}", run.err);
    assert!(run.err.chars().count() < 500, "{}", run.err);
    let run = gametree(&["search", "connect4", "--dephts", "3"]);
    assert!(
        run.code == 2 && run.err.contains("'--depth'"),
        "{}",
        run.err
    );
    assert!(run.err.lines().count() < 24, "{}", run.err);
}

#[test]
fn an_empty_position_is_refused() {
    let directory = tempdir().unwrap();
    let path = directory.path().join("a.atlas").display().to_string();
    let run = gametree(&["analyse", "", "--project", &path]);
    assert!(
        run.code == 2 && run.err.contains("the position is empty"),
        "{}",
        run.err
    );
    assert!(!std::path::Path::new(&path).exists());
}

#[test]
fn help_lists_every_exit_code() {
    let help = gametree(&["--help"]).out;
    let codes = help.split_once("Exit codes:").expect("they are there").1;
    for code in [
        "0 done",
        "1 failed",
        "2 usage",
        "3 not found",
        "4 engine failed",
    ] {
        assert!(codes.contains(code), "{code}");
    }
    for code in ["5 data damaged", "6 locked", "130 interrupted"] {
        assert!(codes.contains(code), "{code}");
    }
}

/// An analysis without end, its output piped.
#[cfg(unix)]
fn endless(project: &str, nodes: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
    command
        .args([
            "analyse",
            "--engine",
            "builtin",
            "--engines",
            "1",
            "--nodes",
            nodes,
        ])
        .args(["--project", project, "--jsonl"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// As in `gametree analyse --jsonl | head -1`.
#[cfg(unix)]
#[test]
fn a_stream_whose_reader_goes_away_ends_quietly() {
    let directory = tempdir().unwrap();
    let project = directory.path().join("a.atlas").display().to_string();
    let mut child = endless(&project, "500").spawn().unwrap();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert!(line.contains("committed"), "{line}");
    drop(reader);
    let run = Run::of(child.wait_with_output().unwrap());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(!run.err.contains("error"), "{}", run.err);
}

/// The second Ctrl-C ends the program at once, and it says how to go on all the same.
#[cfg(unix)]
#[test]
fn a_second_interrupt_tells_the_resume_command() {
    let directory = tempdir().unwrap();
    let project = directory.path().join("a.atlas").display().to_string();
    let mut child = endless(&project, "1000000000").spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut wait_for = |word: &str| {
        let found = errors
            .by_ref()
            .map_while(Result::ok)
            .find(|line| line.contains(word));
        found.unwrap_or_else(|| panic!("it never said {word}"))
    };
    let interrupt = |id: u32| {
        let sent = Command::new("kill")
            .args(["-INT", &id.to_string()])
            .status();
        assert!(sent.unwrap().success());
    };
    wait_for("engines:");
    interrupt(child.id());
    wait_for("finishing");
    interrupt(child.id());
    let told = wait_for("To resume:");
    assert!(told.contains(&project), "{told}");
    wait_for(&format!(
        "gametree analyse --engine builtin --engines 1 --nodes 1000000000 --project {project}"
    ));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// Two orders of moves lead to one position; the report has the order that was given.
#[test]
fn added_moves_are_told_in_the_order_given() {
    let directory = tempdir().unwrap();
    let project = project(directory.path());
    for line in ["h4 h5 a4", "a4 h5 h4"] {
        let run = gametree(&["atlas", "add", &project, line]);
        assert_eq!(run.code, 0, "{}", run.err);
        assert!(run.out.starts_with(&format!("{line}: ")), "{}", run.out);
    }
}
