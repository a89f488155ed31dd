//! Counts instructions under valgrind: figures that do not depend on what else the machine does.

use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::tools::present;

/// The pieces of `games/benches/peers.rs` whose instructions are worth knowing.
const PIECES: &[&str] = &[
    "alphabeta-ours",
    "alphabeta-peer",
    "tictactoe-ours",
    "tictactoe-peer",
    "deepening-ours",
    "deepening-peer",
];

/// Prints instructions, and instructions a node, for every piece.
pub fn count() -> Result<()> {
    if !present("valgrind") {
        bail!("valgrind is missing: apt-get install valgrind");
    }
    let bench = bench_executable()?;
    println!(
        "{:<18} {:>14} {:>12} {:>14}",
        "piece", "instructions", "nodes", "a node"
    );
    for piece in PIECES {
        let output = Command::new("valgrind")
            .args([
                "--tool=callgrind",
                "--callgrind-out-file=/dev/null",
                &bench,
                piece,
            ])
            .output()
            .context("cannot start valgrind")?;
        let (told, counted) = (
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr),
        );
        let nodes: u64 = last_number(&told).with_context(|| format!("{piece} told no nodes"))?;
        let line = counted
            .lines()
            .find(|line| line.contains("Collected"))
            .context("valgrind counted nothing")?;
        let instructions: u64 = last_number(line).context("valgrind counted nothing")?;
        let each = if nodes == 0 {
            "-".into()
        } else {
            format!("{:.1}", instructions as f64 / nodes as f64)
        };
        println!("{piece:<18} {instructions:>14} {nodes:>12} {each:>14}");
    }
    Ok(())
}

/// Builds the benchmark and says where it is.
fn bench_executable() -> Result<String> {
    let args = [
        "bench",
        "-p",
        "gametree-games",
        "--bench",
        "peers",
        "--no-run",
        "--message-format",
        "json",
    ];
    let output = Command::new("cargo")
        .args(args)
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!(
            "the benchmark does not build:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    let told = String::from_utf8_lossy(&output.stdout);
    let key = "\"executable\":\"";
    let start = told
        .rfind(key)
        .context("cargo did not say where the benchmark is")?
        + key.len();
    let end = told[start..]
        .find('"')
        .context("cargo did not say where the benchmark is")?;
    Ok(told[start..start + end].to_string())
}

fn last_number(text: &str) -> Option<u64> {
    text.split_whitespace()
        .rev()
        .find_map(|word| word.parse().ok())
}
