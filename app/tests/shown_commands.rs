//! The README's commands do what it shows: each `$ gametree …` is run, each line under it must be
//! printed.

use std::process::Command;

/// A command line and the lines that it must print.
struct Shown {
    command: String,
    lines: Vec<String>,
}

fn shown_commands() -> Vec<Shown> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let text = std::fs::read_to_string(format!("{root}/README.md")).expect("the README");
    let mut all: Vec<Shown> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        match (inside, line.strip_prefix("$ ")) {
            (_, _) if line.starts_with("```") => inside = line == "```console",
            (true, Some(command)) => all.push(Shown {
                command: command.into(),
                lines: Vec::new(),
            }),
            (true, None) => all
                .last_mut()
                .expect("a command comes first")
                .lines
                .push(line.into()),
            _ => {}
        }
    }
    all
}

#[test]
fn the_readme_shows_what_the_commands_print() {
    let all = shown_commands();
    let projects = tempfile::tempdir().expect("a directory");
    assert!(all.len() >= 6, "only {} commands in the README", all.len());
    for shown in all {
        let arguments = shown
            .command
            .strip_prefix("gametree ")
            .expect("a gametree command");
        let script = format!("\"$GAMETREE\" {arguments}");
        let output = Command::new("sh")
            .args(["-c", &script])
            .env("GAMETREE", env!("CARGO_BIN_EXE_gametree"))
            .env("GAMETREE_PROJECTS", projects.path())
            .env("NO_COLOR", "1")
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .output()
            .expect("a shell");
        let printed = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{}: {}",
            shown.command,
            String::from_utf8_lossy(&output.stderr)
        );
        assert!(!shown.lines.is_empty(), "{} shows nothing", shown.command);
        for line in &shown.lines {
            assert!(
                printed.contains(line.as_str()),
                "{} does not print:\n{line}\nbut:\n{printed}",
                shown.command
            );
        }
    }
}
