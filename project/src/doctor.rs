//! What is installed, what is missing, how to get it.

use std::path::Path;

use gametree_chess::uci::{discover, find};
use serde::Serialize;

use crate::files;

/// One thing looked at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    /// What was looked at.
    pub name: &'static str,
    /// Whether it is there, and as it should be.
    pub ok: bool,
    /// Whether gametree works without it.
    pub optional: bool,
    /// What was found.
    pub detail: String,
    /// How to get it; null when it is there.
    pub get: Option<&'static str>,
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
        name: "gnubg",
        programs: &["gnubg", "/usr/games/gnubg"],
        use_for: "an opponent in backgammon",
        get: "apt install gnubg",
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

/// Looks at everything that gametree uses.
#[must_use]
pub fn checks() -> Vec<Check> {
    let mut checks = vec![processors(), data_directory(), engines()];
    checks.extend(TOOLS.iter().map(tool));
    checks
}

fn tool(tool: &Tool) -> Check {
    let found = tool.programs.iter().find_map(|program| find(program));
    let detail = match &found {
        Some(path) => format!("{} ({})", path.display(), tool.use_for),
        None => format!("not found ({})", tool.use_for),
    };
    let get = found.is_none().then_some(tool.get);
    Check {
        name: tool.name,
        ok: found.is_some(),
        optional: true,
        detail,
        get,
    }
}

/// All chess engines that are where engines usually are.
fn engines() -> Check {
    let found: Vec<String> = discover()
        .iter()
        .map(|found| format!("{} ({})", found.name, found.command.join(" ")))
        .collect();
    let (ok, detail) = match found.len() {
        0 => (false, "none found; the built-in one works".to_string()),
        _ => (true, found.join(", ")),
    };
    let get = (!ok).then_some("apt install stockfish; any UCI engine: analyse --engine CMD");
    Check {
        name: "engines",
        ok,
        optional: true,
        detail,
        get,
    }
}

fn processors() -> Check {
    let count = std::thread::available_parallelism().map_or(1, usize::from);
    Check {
        name: "processors",
        ok: true,
        optional: false,
        detail: count.to_string(),
        get: None,
    }
}

/// Where projects with a name are.
fn data_directory() -> Check {
    let dir = files::directory();
    let state = if dir.is_dir() {
        "there"
    } else {
        "not there yet: made when something is saved"
    };
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
    existing
        .and_then(|path| path.metadata().ok())
        .is_some_and(|data| !data.permissions().readonly())
}
