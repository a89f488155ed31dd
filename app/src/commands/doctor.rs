//! `gametree doctor`: what is installed, what is missing, how to get it.

use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::args::ListArgs;
use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    version: &'static str,
    ok: bool,
    checks: Vec<Check>,
}

/// One thing looked at.
#[derive(Serialize)]
struct Check {
    name: &'static str,
    ok: bool,
    /// Whether gametree works without it.
    optional: bool,
    detail: String,
    /// How to get it; null when it is there.
    get: Option<&'static str>,
}

/// A program that is good to have.
struct Tool {
    name: &'static str,
    programs: &'static [&'static str],
    use_for: &'static str,
    get: &'static str,
}

const TOOLS: &[Tool] = &[
    Tool {
        name: "cargo",
        programs: &["cargo"],
        use_for: "builds gametree from source",
        get: "https://rustup.rs",
    },
    Tool {
        name: "stockfish",
        programs: &["stockfish"],
        use_for: "a chess engine to analyse with",
        get: "apt install stockfish, or https://stockfishchess.org",
    },
    Tool {
        name: "nats-server",
        programs: &["nats-server"],
        use_for: "analysis on many computers",
        get: "apt install nats-server, or https://nats.io/download",
    },
    Tool {
        name: "browser",
        programs: &["chromium", "chromium-browser", "google-chrome", "firefox"],
        use_for: "shows the pages that gametree writes",
        get: "apt install chromium",
    },
];

/// Looks, and prints what was found. Only what gametree cannot work without makes it fail.
pub fn run(args: &ListArgs) -> anyhow::Result<Code> {
    let mut checks = vec![processors(), terminal(), data_directory()];
    checks.extend(TOOLS.iter().map(tool));
    let ok = checks.iter().all(|check| check.ok || check.optional);
    let object = Object { schema: "gametree.doctor/1", version: env!("CARGO_PKG_VERSION"), ok, checks };
    if args.output.json {
        output::json(&object)?;
    } else {
        print(&object)?;
    }
    Ok(if ok { Code::Done } else { Code::Failed })
}

fn print(object: &Object) -> anyhow::Result<()> {
    let mut table = output::table(["check", "", "found", "how to get it"]);
    for check in &object.checks {
        let mark = match (check.ok, check.optional) {
            (true, _) => "ok",
            (false, true) => "missing (optional)",
            (false, false) => "MISSING",
        };
        table.add_row([check.name, mark, &check.detail, check.get.unwrap_or("")]);
    }
    output::line(format!("gametree {}", object.version))?;
    output::line(table)?;
    Ok(())
}

fn tool(tool: &Tool) -> Check {
    let found = tool.programs.iter().find_map(|program| find(program));
    let detail = match &found {
        Some(path) => format!("{} ({})", path.display(), tool.use_for),
        None => format!("not found ({})", tool.use_for),
    };
    let get = found.is_none().then_some(tool.get);
    Check { name: tool.name, ok: found.is_some(), optional: true, detail, get }
}

/// A program on the path, or in the directory where Debian keeps games.
fn find(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let games = [PathBuf::from("/usr/games")];
    std::env::split_paths(&path).chain(games).map(|dir| dir.join(program)).find(|file| file.is_file())
}

fn processors() -> Check {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    Check { name: "processors", ok: true, optional: false, detail: count.to_string(), get: None }
}

fn terminal() -> Check {
    use std::io::IsTerminal;
    let kind = if std::io::stdout().is_terminal() { "a terminal" } else { "not a terminal: no colour" };
    Check { name: "output", ok: true, optional: true, detail: kind.into(), get: None }
}

/// Where the user's data lives by the XDG rules.
fn data_directory() -> Check {
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let base = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from);
    let base = base.filter(|path| path.is_absolute()).or_else(|| home.map(|home| home.join(".local/share")));
    let Some(dir) = base.map(|base| base.join("gametree")) else {
        let detail = "neither XDG_DATA_HOME nor HOME is set".to_string();
        return Check { name: "data", ok: false, optional: true, detail, get: Some("set HOME") };
    };
    let state = if dir.is_dir() { "there" } else { "not there yet: made when something is kept" };
    Check {
        name: "data",
        ok: may_write(&dir),
        optional: true,
        detail: format!("{} ({state})", dir.display()),
        get: None,
    }
}

/// Whether a directory, or the nearest one above it that exists, can be written to.
fn may_write(dir: &Path) -> bool {
    let existing = dir.ancestors().find(|path| path.exists());
    existing.and_then(|path| path.metadata().ok()).is_some_and(|data| !data.permissions().readonly())
}
