//! Installs what the tests need from the package registries, where it is missing.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, bail};

use crate::tools::{enough_node, present, run, succeeds};
use crate::workspace::root;

/// Something that some test needs.
struct Tool {
    name: &'static str,
    needed_for: &'static str,
    present: fn(&str) -> bool,
    /// Ways to install it, tried in turn.
    ways: &'static [Way],
}

/// A way to install something.
enum Way {
    /// Packages of the distribution.
    Apt(&'static [&'static str]),
    /// A command and its arguments.
    Run(&'static [&'static str]),
    /// The data in the source of the Python package chess.
    ChessData,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "cargo-deny",
        needed_for: "the check of licences and sources",
        present,
        ways: &[Way::Run(&["cargo", "install", "--locked", "cargo-deny"])],
    },
    Tool {
        name: "chromium",
        needed_for: "the tests of the pages, and of those that `explain --html` writes",
        present,
        ways: &[Way::Apt(&["chromium"])],
    },
    Tool {
        name: "node",
        needed_for: "the tests of the pages in a browser",
        present: enough_node,
        ways: &[Way::Apt(&["nodejs", "npm"])],
    },
    Tool {
        name: "npm",
        needed_for: "the packages of the tests of the pages",
        present,
        ways: &[Way::Apt(&["npm"])],
    },
    engine("stockfish", &[Way::Apt(&["stockfish"])]),
    engine("ethereal-chess", &[Way::Apt(&["ethereal-chess"])]),
    engine("toga2", &[Way::Apt(&["toga2"])]),
    engine("gnuchess", &[Way::Apt(&["gnuchess"])]),
    Tool {
        name: "gnubg",
        needed_for: "the matches against GNU Backgammon",
        present: installed,
        ways: &[Way::Apt(&["gnubg"])],
    },
    Tool {
        name: "nats-server",
        needed_for: "the tests with a broker and workers",
        present: installed,
        ways: &[Way::Apt(&["nats-server"])],
    },
    Tool {
        name: "pip",
        needed_for: "what comes from the Python package index",
        present: |_| python(&["-m", "pip", "--version"]),
        ways: &[Way::Apt(&["python3-pip", "python3-setuptools"])],
    },
    Tool {
        name: "the Python module chess",
        needed_for: "python-chess as a second reader of PGN and Polyglot books",
        present: |_| python(&["-c", "import chess.pgn, chess.polyglot"]),
        ways: &[
            Way::Run(&["python3", "-m", "pip", "install", "chess"]),
            // Distributions that keep pip away from their own packages.
            Way::Run(&[
                "python3",
                "-m",
                "pip",
                "install",
                "--break-system-packages",
                "chess",
            ]),
        ],
    },
    Tool {
        name: "target/chess-data",
        needed_for: "the tests with Syzygy tables, a Polyglot book and games of the field",
        present: |_| {
            root()
                .join("target/chess-data/syzygy/regular/KQvK.rtbz")
                .is_file()
        },
        ways: &[Way::ChessData],
    },
];

/// A chess engine of the distribution.
const fn engine(name: &'static str, ways: &'static [Way]) -> Tool {
    Tool {
        name,
        needed_for: "the tests with UCI engines",
        present: installed,
        ways,
    }
}

/// Installs every missing tool. With `CI=true` one that cannot be had is an error; otherwise it is
/// said, and the tests that need it say so too.
pub fn everything() -> Result<()> {
    for tool in TOOLS {
        if (tool.present)(tool.name) {
            continue;
        }
        println!("installing {}, for {}", tool.name, tool.needed_for);
        let Err(why) = install(tool) else { continue };
        if std::env::var("CI").is_ok_and(|ci| ci == "true") {
            bail!("{} is missing and could not be installed: {why}", tool.name);
        }
        println!(
            "{} could not be installed ({why}); {} will not run",
            tool.name, tool.needed_for
        );
    }
    Ok(())
}

/// Tries one way after the other until the tool is there.
fn install(tool: &Tool) -> Result<()> {
    let mut why = String::new();
    for way in tool.ways {
        let done = match way {
            Way::Apt(packages) => apt(packages),
            Way::Run(command) => run(command, &[]),
            Way::ChessData => chess_data(),
        };
        if (tool.present)(tool.name) {
            return Ok(());
        }
        why = done
            .err()
            .map_or_else(|| "it is still not found".into(), |error| error.to_string());
    }
    bail!(why)
}

fn apt(packages: &[&str]) -> Result<()> {
    run(&["apt-get", "update"], &[])?;
    run(
        &[
            &["apt-get", "install", "-y", "--no-install-recommends"],
            packages,
        ]
        .concat(),
        &[],
    )
}

/// Fetches the source, unpacks it elsewhere and moves its data, so that they are there whole or not
/// at all.
fn chess_data() -> Result<()> {
    let (parts, data) = (
        root().join("target/chess-source"),
        root().join("target/chess-data"),
    );
    std::fs::create_dir_all(&parts)?;
    let at = parts.display().to_string();
    let download = [
        "python3",
        "-m",
        "pip",
        "download",
        "--no-binary",
        ":all:",
        "--no-deps",
        "-d",
        &at,
    ];
    run(&[&download[..], &["chess==1.11.2"]].concat(), &[])?;
    run(
        &[
            "tar",
            "xzf",
            &format!("{at}/chess-1.11.2.tar.gz"),
            "-C",
            &at,
            "chess-1.11.2/data",
        ],
        &[],
    )?;
    if data.exists() {
        std::fs::remove_dir_all(&data)?;
    }
    std::fs::rename(parts.join("chess-1.11.2/data"), &data)?;
    Ok(std::fs::remove_dir_all(&parts)?)
}

fn python(arguments: &[&str]) -> bool {
    succeeds(Command::new("python3").args(arguments))
}

/// Whether a program lies on PATH or where Debian puts games. Not started: engines take `--version`
/// for a command and wait for more.
fn installed(program: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let games = PathBuf::from("/usr/games");
    std::env::split_paths(&path)
        .chain([games])
        .any(|directory| directory.join(program).is_file())
}
