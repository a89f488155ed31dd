//! Starts engines that speak UCI, or the built-in one.

use gametree::Analyst;
use gametree_catalog::analyst::AnyAnalyst;
use gametree_chess::uci::{CancelToken, EngineSpec, Pool, Settings, find};

use super::choice::{BUILTIN, EngineChoice};
use super::config::{self, EngineEntry};
use super::tables::{directories, with_tables};
use crate::error::{ProjectError, Result};

/// Mebibytes of hash for each engine by default.
const HASH: u64 = 128;

/// Starts the selected engines, unless it is cancelled meanwhile; returns a line about them for
/// people. One that cannot start is named there, while the others work.
///
/// # Errors
/// When a command or an option is wrong, or no engine works.
pub fn start(choice: &EngineChoice, cancel: &CancelToken) -> Result<(AnyAnalyst, String)> {
    let commands = commands(choice)?;
    if commands.is_empty() {
        return start_builtin(choice);
    }
    let count = choice.count().max(commands.len());
    let specs: Vec<EngineSpec> = (0..count)
        .map(|place| spec(choice, &commands[place % commands.len()], place))
        .collect::<Result<_>>()?;
    let settings = Settings {
        reproducible: choice.reproducible,
        ..Settings::default()
    };
    let pool = Pool::start_unless(&specs, settings, cancel)
        .map_err(|error| ProjectError::engine(error.to_string()))?;
    let about = about(&pool);
    let (analyst, tables) = with_tables(pool, choice)?;
    Ok((analyst, with_words(&about, &tables)))
}

/// How many work, their names, and those that do not.
fn about(pool: &Pool) -> String {
    let names: Vec<String> = pool
        .sources()
        .iter()
        .map(|source| source.name.clone())
        .collect();
    let missing = pool.not_started();
    let count = pool.workers().len() - missing.len();
    let missing: Vec<String> = missing
        .iter()
        .map(|worker| match &*worker.state {
            "starting" => format!("\n{} is still starting", worker.name),
            why => format!("\n{} has not started: {why}", worker.name),
        })
        .collect();
    format!(
        "{count} × {}{}",
        distinct(&names).join(", "),
        missing.concat()
    )
}

/// The commands to start; none for the built-in engine.
fn commands(choice: &EngineChoice) -> Result<Vec<String>> {
    match &choice.commands[..] {
        [] => Ok(Vec::new()),
        [word] if word == BUILTIN => Ok(Vec::new()),
        commands if commands.iter().any(|word| word == BUILTIN) => Err(ProjectError::invalid(
            "the built-in engine works alone: name it, or others, not both",
        )),
        commands => Ok(commands.to_vec()),
    }
}

/// The engine of a command, or of a name of the configuration. What the user writes goes before
/// what is configured.
///
/// # Errors
/// When the command, the configuration or an option is wrong.
pub fn spec(choice: &EngineChoice, command: &str, place: usize) -> Result<EngineSpec> {
    let entry = config::read()?.engine.get(command).cloned();
    let configured = entry.as_ref().map_or(Vec::new(), EngineEntry::options);
    let command = entry.as_ref().map_or(command, |entry| &entry.command);
    let spec = EngineSpec::parse(command)
        .map_err(|error| ProjectError::invalid(format!("engine: {error}")))?;
    let spec = resolve(spec);
    let name = format!("{} {}", spec.name, place + 1);
    let options = layered(&[&configured, &choice.options])?;
    let hash = choice.hash.unwrap_or(HASH).to_string();
    let mut spec = spec
        .named(&name)
        .wishing("Hash", &hash)
        .wishing("UCI_ShowWDL", "true");
    if let Some(tables) = directories(choice)? {
        spec = spec.wishing("SyzygyPath", &tables.to_string_lossy());
    }
    Ok(options
        .iter()
        .fold(spec, |spec, (name, value)| spec.with(name, value)))
}

fn start_builtin(choice: &EngineChoice) -> Result<(AnyAnalyst, String)> {
    if let Some(option) = choice.options.first() {
        let what = format!("the built-in engine has no options, but '{option}' was given");
        return Err(ProjectError::invalid(what));
    }
    let count = choice.count();
    let table = (choice.hash.unwrap_or(HASH) as usize) << 20;
    let analyst = gametree_chess::builtin::analyst(count, table, choice.reproducible)?;
    let (analyst, tables) = with_tables(analyst, choice)?;
    Ok((analyst, format!("{count} × the built-in engine{tables}")))
}

/// Words after the first line of a text.
fn with_words(text: &str, words: &str) -> String {
    match text.split_once('\n') {
        None => format!("{text}{words}"),
        Some((first, others)) => format!("{first}{words}\n{others}"),
    }
}

/// Options of several layers, the later ones before the earlier.
fn layered(layers: &[&[String]]) -> Result<Vec<(String, String)>> {
    let mut options: Vec<(String, String)> = Vec::new();
    for option in layers.iter().copied().flatten() {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            ProjectError::invalid(format!("'{option}' is not an option"))
                .hint("write NAME=VALUE, as in Threads=2")
        })?;
        let (name, value) = (name.trim().to_string(), value.trim().to_string());
        options.retain(|(known, _)| !known.eq_ignore_ascii_case(&name));
        options.push((name, value));
    }
    Ok(options)
}

/// A program that is not on the path may be where engines usually are.
fn resolve(mut spec: EngineSpec) -> EngineSpec {
    if let Some(program) = spec.command.first_mut()
        && let Some(path) = find(program)
    {
        *program = path.to_string_lossy().into_owned();
    }
    spec
}

/// A path that is one word of a command.
#[must_use]
pub fn quoted(path: &str) -> String {
    format!("'{}'", path.replace('\'', "'\\''"))
}

fn distinct(names: &[String]) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for name in names {
        if !seen.contains(name) {
            seen.push(name.clone());
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_user_writes_goes_first() {
        let own = |texts: &[&str]| texts.iter().map(ToString::to_string).collect::<Vec<_>>();
        let configured = own(&["hash=64", "Threads=2"]);
        let user = own(&["threads = 4"]);
        let options = layered(&[&configured, &user]).unwrap();
        assert_eq!(
            options,
            [("hash".into(), "64".into()), ("threads".into(), "4".into())]
        );
        let choice = EngineChoice {
            hash: Some(32),
            options: user,
            ..EngineChoice::default()
        };
        let spec = spec(&choice, "no-such-engine", 0).unwrap();
        let wishes = [("Hash", "32"), ("UCI_ShowWDL", "true")];
        assert_eq!(
            spec.wishes,
            wishes.map(|(name, value)| (name.into(), value.into()))
        );
        assert_eq!(spec.options, [("threads".into(), "4".into())]);
        assert!(layered(&[&own(&["Hash"])]).is_err());
    }
}
