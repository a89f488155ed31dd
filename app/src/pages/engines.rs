//! The engines that pages may use, by their names. A program is named on the command line, in the
//! configuration file, or found where engines usually are; never by a page.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use gametree_chess::uci::discover;
use gametree_web::host::{Hired, Wanted};
use gametree_web::refusal::Refusal;
use gametree_web::view::{EngineCard, EngineOption};
use serde_json::Value;

use super::probe::{Probe, probe};
use super::refusal;
use crate::analysts::{self, BUILTIN, quoted};
use crate::config;
use crate::error::Problem;

/// Mebibytes of hash where a page does not say.
const HASH: u64 = 128;

/// The most workers and hash that a page may ask for.
const MOST_WORKERS: usize = 256;
const MOST_HASH: u64 = 1 << 20;

/// An engine.
#[derive(Clone, Debug)]
struct Engine {
    name: String,
    /// What `--engine` would take.
    command: String,
    from: &'static str,
}

/// All engines.
pub struct Roster {
    named: Vec<Engine>,
    probes: Mutex<BTreeMap<String, Probe>>,
}

impl Roster {
    /// Those of the command line, checked.
    ///
    /// # Errors
    /// When the configuration file is wrong.
    pub fn new(commands: &[String]) -> Result<Roster, Problem> {
        config::read()?;
        let engine = |command: &String| {
            let program = command.split_whitespace().next().unwrap_or(command);
            let name = program
                .rsplit(['/', '\\'])
                .next()
                .unwrap_or(program)
                .trim_matches('\'');
            Engine {
                name: name.to_string(),
                command: command.clone(),
                from: "command line",
            }
        };
        Ok(Roster {
            named: commands.iter().map(engine).collect(),
            probes: Mutex::default(),
        })
    }

    /// The command line's, the configuration's, then what is found; the first of a name counts.
    fn all(&self) -> Vec<Engine> {
        let configured = config::read()
            .map(|config| config.engine)
            .unwrap_or_default();
        let configured = configured.into_keys().map(|name| {
            let command = name.clone();
            Engine {
                name,
                command,
                from: "configuration",
            }
        });
        let found = discover().into_iter().map(|found| {
            let words: Vec<String> = found.command.iter().map(|word| quoted(word)).collect();
            Engine {
                name: found.name,
                command: words.join(" "),
                from: "found",
            }
        });
        let mut all: Vec<Engine> = Vec::new();
        for engine in self.named.iter().cloned().chain(configured).chain(found) {
            if engine.name != BUILTIN && all.iter().all(|known| known.name != engine.name) {
                all.push(engine);
            }
        }
        all
    }

    fn find(&self, id: &str) -> Result<Engine, Refusal> {
        let known = self.all();
        let names: Vec<&str> = std::iter::once(BUILTIN)
            .chain(known.iter().map(|e| e.name.as_str()))
            .collect();
        let hint = format!(
            "engines: {}; others are named on the command line or in the configuration file",
            names.join(", ")
        );
        let found = known.iter().find(|engine| engine.name == id).cloned();
        let shown: String = id.chars().take(40).collect();
        found
            .ok_or_else(|| Refusal::absent(format!("there is no engine '{shown}' here")).hint(hint))
    }

    fn probes(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, Probe>> {
        self.probes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What pages show.
    pub fn cards(&self) -> Vec<EngineCard> {
        let probes = self.probes();
        let card = |engine: Engine| EngineCard {
            options: probes
                .get(&engine.name)
                .map_or(Vec::new(), |probe| probe.options.clone()),
            name: probes
                .get(&engine.name)
                .map_or(engine.name.clone(), |probe| probe.name.clone()),
            id: engine.name,
            from: engine.from,
            games: vec!["chess".into()],
        };
        let builtin = EngineCard {
            id: BUILTIN.into(),
            name: gametree_chess::builtin::name(),
            from: "built in",
            games: gametree_web::shown::list::names()
                .into_iter()
                .map(String::from)
                .collect(),
            options: Vec::new(),
        };
        std::iter::once(builtin)
            .chain(self.all().into_iter().map(card))
            .collect()
    }

    /// Starts engines.
    pub fn hire(&self, wanted: &Wanted) -> Result<Hired, Refusal> {
        let command = match wanted.engine.as_str() {
            BUILTIN => BUILTIN.to_string(),
            id => self.find(id)?.command,
        };
        let out_of_range = wanted
            .count
            .is_some_and(|count| count == 0 || count > MOST_WORKERS)
            || wanted
                .hash
                .is_some_and(|hash| hash == 0 || hash > MOST_HASH);
        if out_of_range {
            return Err(Refusal::bad(format!(
                "1 to {MOST_WORKERS} workers, 1 to {MOST_HASH} MiB of hash"
            )));
        }
        let ask = analysts::Wanted {
            commands: vec![command],
            options: self.options(wanted)?,
            count: wanted.count,
            hash: wanted.hash.unwrap_or(HASH),
            reproducible: wanted.reproducible,
        };
        let hired = ask
            .hire()
            .map_err(|error| match error.downcast::<Problem>() {
                Ok(problem) => refusal(problem),
                Err(error) => Refusal::failed(error.to_string()),
            })?;
        Ok(Hired {
            analyst: hired.analyst,
            about: hired.about,
        })
    }

    /// The options of a page: numbers, switches and choices that the engine declares; never texts,
    /// which may name files.
    fn options(&self, wanted: &Wanted) -> Result<Vec<String>, Refusal> {
        if wanted.options.is_empty() {
            return Ok(Vec::new());
        }
        let declared = self.declared(&wanted.engine)?;
        let check = |(name, value): (&String, &String)| {
            let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
            let Some(option) = declared
                .iter()
                .find(|option| option.name.eq_ignore_ascii_case(name))
            else {
                return Err(Refusal::forbidden(format!("pages cannot set '{shown}'"))
                    .hint("texts and files are set in the configuration file"));
            };
            if value.chars().any(char::is_control)
                || value.len() > 100
                || !fits(option, value.trim())
            {
                return Err(Refusal::bad(format!("{shown} cannot have this value")));
            }
            Ok(format!("{}={}", option.name, value.trim()))
        };
        wanted.options.iter().map(check).collect()
    }

    fn declared(&self, id: &str) -> Result<Vec<EngineOption>, Refusal> {
        if id == BUILTIN {
            return Ok(Vec::new());
        }
        if let Some(probe) = self.probes().get(id) {
            return Ok(probe.options.clone());
        }
        self.test(id)?;
        Ok(self
            .probes()
            .get(id)
            .map_or(Vec::new(), |probe| probe.options.clone()))
    }

    /// Tries an engine, and remembers its options.
    pub fn test(&self, id: &str) -> Result<Value, Refusal> {
        let probe = if id == BUILTIN {
            Probe::builtin()
        } else {
            probe(&self.find(id)?.command)?
        };
        let told = probe.told();
        self.probes().insert(id.to_string(), probe);
        Ok(told)
    }
}

fn fits(option: &EngineOption, value: &str) -> bool {
    match option.kind {
        "number" => value.parse().is_ok_and(|n: i64| {
            option
                .range
                .is_none_or(|(low, high)| (low..=high).contains(&n))
        }),
        "switch" => value == "true" || value == "false",
        _ => option.choices.iter().any(|choice| choice == value),
    }
}
