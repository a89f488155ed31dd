//! The README and the book show what the commands print: each `$ gametree …` is run, each line under
//! it must be printed. The pictures of the book are drawn by commands, too.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The pictures of the book, and the commands that draw them.
const PICTURES: &[(&str, &[&str])] = &[
    (
        "alphabeta.svg",
        &["explain", "tree:examples/aima.tree", "--with", "alphabeta"],
    ),
    (
        "rivest.svg",
        &[
            "explain",
            "tree:examples/rivest.tree",
            "--with",
            "minmax:p=10",
        ],
    ),
];

/// A command line and the lines that it must print.
struct Shown {
    command: String,
    lines: Vec<String>,
}

/// The commands in the `console` blocks of a document.
fn shown_commands(text: &str) -> Vec<Shown> {
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

/// A directory with nothing but the examples, so that a document can write files.
fn workplace() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let copies = directory.path().join("examples");
    std::fs::create_dir(&copies).expect("a directory");
    for entry in std::fs::read_dir(format!("{ROOT}/examples")).expect("the examples") {
        let file = entry.expect("an example");
        std::fs::copy(file.path(), copies.join(file.file_name())).expect("a copy");
    }
    directory
}

/// Runs a command as a shell in the directory does.
fn run(command: &str, directory: &Path) -> Output {
    let arguments = command
        .strip_prefix("gametree ")
        .expect("a gametree command");
    let program = Path::new(env!("CARGO_BIN_EXE_gametree"));
    // A command may name the program a second time, as a UCI engine.
    let ours = program.parent().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(ours.into_iter().chain(std::env::split_paths(&path)));
    Command::new("sh")
        .args(["-c", &format!("\"$GAMETREE\" {arguments}")])
        .env("GAMETREE", program)
        .env("PATH", path.expect("a search path"))
        .env("GAMETREE_PROJECTS", directory.join("projects"))
        .env("NO_COLOR", "1")
        .current_dir(directory)
        .output()
        .expect("a shell")
}

/// Every command of a document must print what stands below it.
fn check(document: &Path) -> usize {
    let text = std::fs::read_to_string(document).expect("the document");
    let place = workplace();
    let all = shown_commands(&text);
    for shown in &all {
        let at = format!("{}: {}", document.display(), shown.command);
        let output = run(&shown.command, place.path());
        let printed = [&output.stdout, &output.stderr]
            .map(|bytes| String::from_utf8_lossy(bytes))
            .concat();
        assert!(output.status.success(), "{at}: {printed}");
        assert!(!shown.lines.is_empty(), "{at} shows nothing");
        for line in &shown.lines {
            assert!(
                printed.contains(line.as_str()),
                "{at} does not print:\n{line}\nbut:\n{printed}"
            );
        }
    }
    all.len()
}

fn chapters() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(format!("{ROOT}/docs/book/src")).expect("the book");
    let mut all: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a chapter").path())
        .filter(|path| path.extension().is_some_and(|end| end == "md"))
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn the_readme_shows_what_the_commands_print() {
    let commands = check(&PathBuf::from(ROOT).join("README.md"));
    assert!(commands >= 6, "only {commands} commands in the README");
}

#[test]
fn the_book_shows_what_the_commands_print() {
    let commands: usize = chapters().iter().map(|chapter| check(chapter)).sum();
    assert!(commands >= 50, "only {commands} commands in the book");
}

/// `GAMETREE_WRITE=1` draws them again.
#[test]
fn the_pictures_of_the_book_are_drawn_by_its_commands() {
    for (name, arguments) in PICTURES {
        let place = workplace();
        let drawn = place.path().join(name);
        let output = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(*arguments)
            .arg("--svg")
            .arg(&drawn)
            .current_dir(place.path())
            .output()
            .expect("the program runs");
        assert!(output.status.success(), "{name}");
        let picture = std::fs::read_to_string(&drawn).expect("a picture");
        let saved = PathBuf::from(ROOT)
            .join("docs/book/src/pictures")
            .join(name);
        if std::env::var_os("GAMETREE_WRITE").is_some() {
            std::fs::write(&saved, &picture).expect("the picture can be saved");
        }
        let saved = std::fs::read_to_string(saved).unwrap_or_default();
        assert_eq!(saved, picture, "{name} is out of date");
    }
}
