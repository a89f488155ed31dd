//! Who analyses: the user's engines, or the one built in.

use gametree::Analyst;
use gametree_chess::Chess;
use gametree_chess::uci::{EngineSpec, Pool, Settings, find};

use crate::config::{self, EngineEntry};
use crate::error::{Code, Problem};

/// The word for the engine built in.
pub const BUILTIN: &str = "builtin";

/// What the user said of engines.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Commands; none: what is found.
    pub commands: Vec<String>,
    /// Options as `NAME=VALUE`.
    pub options: Vec<String>,
    /// How many processes, or threads of the built-in engine, in all.
    pub count: Option<usize>,
    /// Mebibytes of hash for each.
    pub hash: u64,
    /// Tables are cleared before every question.
    pub reproducible: bool,
}

/// The analyst, and a line about it for people.
pub struct Hired {
    /// Who answers.
    pub analyst: Box<dyn Analyst<Chess> + Send>,
    /// What to tell.
    pub about: String,
}

impl Wanted {
    /// How many at once.
    pub fn count(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        self.count
            .unwrap_or_else(|| processors().max(self.commands.len()))
            .max(1)
    }

    /// Starts them.
    pub fn hire(&self) -> anyhow::Result<Hired> {
        let commands = self.commands()?;
        if commands.is_empty() {
            return self.hire_builtin();
        }
        let count = self.count().max(commands.len());
        let specs: Vec<EngineSpec> = (0..count)
            .map(|place| self.spec(&commands[place % commands.len()], place))
            .collect::<Result<_, _>>()?;
        let settings = Settings {
            reproducible: self.reproducible,
            ..Settings::default()
        };
        let pool =
            Pool::start(&specs, settings).map_err(|error| engine_problem(&error.to_string()))?;
        let names: Vec<String> = pool
            .sources()
            .iter()
            .map(|source| source.name.clone())
            .collect();
        let about = format!("{count} × {}", distinct(&names).join(", "));
        Ok(Hired {
            analyst: Box::new(pool),
            about,
        })
    }

    /// The commands to start; none for the built-in engine.
    fn commands(&self) -> Result<Vec<String>, Problem> {
        match &self.commands[..] {
            [] => Ok(find("stockfish")
                .map(|path| quoted(&path.to_string_lossy()))
                .into_iter()
                .collect()),
            [word] if word == BUILTIN => Ok(Vec::new()),
            commands if commands.iter().any(|word| word == BUILTIN) => Err(Problem::usage(
                "the built-in engine works alone: name it, or others, not both",
            )),
            commands => Ok(commands.to_vec()),
        }
    }

    /// An engine of the configuration by its name, or of a command. What the user writes goes
    /// before what is configured.
    pub fn spec(&self, command: &str, place: usize) -> Result<EngineSpec, Problem> {
        let entry = config::read()?.engine.get(command).cloned();
        let configured = entry.as_ref().map_or(Vec::new(), EngineEntry::options);
        let command = entry.as_ref().map_or(command, |entry| &entry.command);
        let spec = EngineSpec::parse(command)
            .map_err(|error| Problem::usage(format!("--engine: {error}")))?;
        let spec = resolve(spec);
        let name = format!("{} {}", spec.name, place + 1);
        let hash = [format!("Hash={}", self.hash)];
        let options = layered(&[&hash, &configured, &self.options])?;
        Ok(options
            .iter()
            .fold(spec.named(&name), |spec, (name, value)| {
                spec.with(name, value)
            }))
    }

    fn hire_builtin(&self) -> anyhow::Result<Hired> {
        if let Some(option) = self.options.first() {
            let what = format!("the built-in engine has no options, but '{option}' was given");
            return Err(Problem::usage(what).into());
        }
        let count = self.count();
        let analyst =
            gametree_chess::builtin::analyst(count, (self.hash as usize) << 20, self.reproducible)?;
        let about =
            format!("{count} × the built-in engine (no engine was named, and no stockfish found)");
        let about = if self.commands.is_empty() {
            about
        } else {
            format!("{count} × the built-in engine")
        };
        Ok(Hired {
            analyst: Box::new(analyst),
            about,
        })
    }
}

/// Options of several layers, the later ones before the earlier.
fn layered(layers: &[&[String]]) -> Result<Vec<(String, String)>, Problem> {
    let mut options: Vec<(String, String)> = Vec::new();
    for option in layers.iter().copied().flatten() {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            Problem::usage(format!("'{option}' is not an option"))
                .mend("write NAME=VALUE, as in Threads=2")
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
pub fn quoted(path: &str) -> String {
    format!("'{}'", path.replace('\'', "'\\''"))
}

/// An engine that does not work.
pub fn engine_problem(what: &str) -> Problem {
    Problem {
        code: Code::Engine,
        what: what.to_string(),
        mend: Some("`gametree doctor` lists the engines found; --engine builtin needs none".into()),
    }
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
        let (hash, configured, user) = (
            own(&["Hash=128"]),
            own(&["hash=64", "Threads=2"]),
            own(&["threads = 4"]),
        );
        let options = layered(&[&hash, &configured, &user]).unwrap();
        assert_eq!(
            options,
            [("hash".into(), "64".into()), ("threads".into(), "4".into())]
        );
        assert!(layered(&[&own(&["Hash"])]).is_err());
    }
}
