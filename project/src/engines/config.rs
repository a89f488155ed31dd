//! The user's configuration file: engines by name, where projects are.
//!
//! ```toml
//! projects = "/data/chess"
//! syzygy = "/data/syzygy"
//!
//! [engine.deep]
//! command = "/opt/lc0/lc0 --backend=cpu"
//!
//! [engine.deep.options]
//! Threads = 4
//! ```

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;

use crate::error::{ProjectError, Result};

/// What the file may say. Anything else is an error.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The directory of projects that have a name.
    pub projects: Option<PathBuf>,
    /// Directories of Syzygy tables, separated as in the search path of programs.
    pub syzygy: Option<String>,
    /// Engines, by the name that `--engine` takes.
    #[serde(default)]
    pub engine: BTreeMap<String, EngineEntry>,
}

/// An engine.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct EngineEntry {
    /// Its command.
    pub command: String,
    /// Its options.
    #[serde(default)]
    pub options: BTreeMap<String, toml::Value>,
}

impl EngineEntry {
    /// The options as `NAME=VALUE`.
    #[must_use]
    pub fn options(&self) -> Vec<String> {
        let text = |value: &toml::Value| match value {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        self.options
            .iter()
            .map(|(name, value)| format!("{name}={}", text(value)))
            .collect()
    }
}

/// Where the file is: `GAMETREE_CONFIG`, else in the user's configuration directory.
#[must_use]
pub fn file() -> Option<PathBuf> {
    let set = |name: &str| {
        std::env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    set("GAMETREE_CONFIG").or_else(|| {
        let base = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
        base.map(|base| base.join("gametree/config.toml"))
    })
}

/// Reads the file; a missing one counts as empty.
///
/// # Errors
/// When it cannot be read, or says something else.
pub fn read() -> Result<Config> {
    let Some(path) = file().filter(|path| path.exists()) else {
        return Ok(Config::default());
    };
    let shown = path.display();
    let text = std::fs::read_to_string(&path)
        .map_err(|error| ProjectError::failed(format!("{shown}: {error}")))?;
    parse(&text).map_err(|error| {
        ProjectError::invalid(format!("{shown}: {}", error.trim()))
            .hint("it may hold `projects` and `syzygy`, and for every [engine.NAME] `command` and `options`")
    })
}

fn parse(text: &str) -> std::result::Result<Config, String> {
    toml::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_have_names_and_options() {
        let config = parse(
            "projects = '/data'\n[engine.deep]\ncommand = 'lc0 --x'\n[engine.deep.options]\nThreads = 4\nPonder = false\nBook = 'a b'\n",
        )
        .unwrap();
        let deep = &config.engine["deep"];
        assert_eq!(deep.command, "lc0 --x");
        assert_eq!(deep.options(), ["Book=a b", "Ponder=false", "Threads=4"]);
        assert_eq!(config.projects, Some(PathBuf::from("/data")));
    }

    #[test]
    fn unknown_keys_are_errors_that_name_the_known_ones() {
        let error = parse("[engine.deep]\ncomand = 'lc0'\n").unwrap_err();
        assert!(
            error.contains("comand") && error.contains("`command`"),
            "{error}"
        );
        assert!(parse("project = 'x'\n").unwrap_err().contains("projects"));
        assert!(parse("[engine.deep]\n").unwrap_err().contains("command"));
        assert!(parse("[engine").is_err());
    }
}
