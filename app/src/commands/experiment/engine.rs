//! The engine and the settings of experiments with chess positions.

use gametree_atlas::settings::Settings;
use gametree_chess::uci::{EngineSpec, find};

use crate::commands::growth::GrowthArgs;
use crate::error::CliError;

/// The engine of a command, else stockfish, with this many mebibytes of hash.
pub fn engine(command: Option<&str>, hash: u64) -> Result<EngineSpec, CliError> {
    let command = match command {
        Some(command) => command.to_string(),
        None => find("stockfish")
            .map(|path| format!("'{}'", path.display()))
            .ok_or_else(|| {
                CliError::not_found("no engine was named, and no stockfish found")
                    .hint("--engine CMD names one")
            })?,
    };
    let engine = EngineSpec::parse(&command)
        .map_err(|error| CliError::usage(format!("--engine: {error}")))?;
    Ok(engine.with("Hash", &hash.to_string()))
}

/// How the atlas grows: one task at a time where nothing else is said, because one engine searches.
pub fn settings(growth: &GrowthArgs) -> Result<Settings, CliError> {
    let settings = growth.change().over(&Settings::default());
    let settings = settings.map_err(|error| CliError::usage(format!("--{error}")))?;
    Ok(Settings {
        window: growth.window.unwrap_or(1),
        ..settings
    })
}
