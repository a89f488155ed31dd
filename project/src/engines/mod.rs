//! The engines that projects may use, by their names. A program is named on the command line, in
//! the configuration file, or found where engines usually are; never by a page.

pub mod choice;
pub mod config;
mod probe;
mod start;
mod tables;
pub mod uci;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::sync::{Mutex, MutexGuard, PoisonError};

use gametree_chess::uci::discover;

pub use choice::{BUILTIN, EngineChoice, MOST_HASH, MOST_WORKERS};
pub use start::{Started, start};
use uci::quoted;

use crate::error::{ProjectError, Result};
use crate::games;
use crate::request::RunAsk;
use crate::view::{EngineCard, EngineOption, EngineTest};

/// An engine.
#[derive(Clone, Debug)]
struct Engine {
    name: String,
    /// What `--engine` would take.
    command: String,
    from: &'static str,
}

/// All engines.
#[derive(Default)]
pub struct Engines {
    named: Vec<Engine>,
    syzygy: Option<OsString>,
    tested: Mutex<BTreeMap<String, EngineTest>>,
}

impl Engines {
    /// Those of the command line, checked.
    ///
    /// # Errors
    /// When the configuration file is wrong.
    pub fn new(commands: &[String]) -> Result<Engines> {
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
        Ok(Engines {
            named: commands.iter().map(engine).collect(),
            syzygy: None,
            tested: Mutex::default(),
        })
    }

    /// The same with directories of Syzygy tables for every run.
    #[must_use]
    pub fn with_syzygy(self, syzygy: Option<OsString>) -> Engines {
        Engines { syzygy, ..self }
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

    fn find(&self, id: &str) -> Result<Engine> {
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
        found.ok_or_else(|| {
            ProjectError::not_found(format!("there is no engine '{shown}' here")).hint(hint)
        })
    }

    fn tested(&self) -> MutexGuard<'_, BTreeMap<String, EngineTest>> {
        self.tested.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A description of each: the built-in one first.
    #[must_use]
    pub fn cards(&self) -> Vec<EngineCard> {
        let tested = self.tested();
        let card = |engine: Engine| {
            let test = tested.get(&engine.name);
            EngineCard {
                options: test.map_or(Vec::new(), |test| test.options.clone()),
                name: test.map_or(engine.name.clone(), |test| test.name.clone()),
                id: engine.name,
                from: engine.from,
                games: vec!["chess".into()],
            }
        };
        let builtin = EngineCard {
            id: BUILTIN.into(),
            name: gametree_chess::builtin::name(),
            from: "built in",
            games: games::names().into_iter().map(String::from).collect(),
            options: Vec::new(),
        };
        std::iter::once(builtin)
            .chain(self.all().into_iter().map(card))
            .collect()
    }

    /// What a page may choose: an engine of the list, with the options that it declares.
    ///
    /// # Errors
    /// When there is no such engine, or an option is not for pages.
    pub fn choose(&self, ask: &RunAsk) -> Result<EngineChoice> {
        let id = ask.engine.as_deref().unwrap_or(BUILTIN);
        let command = match id {
            BUILTIN => BUILTIN.to_string(),
            id => self.find(id)?.command,
        };
        let count_fits = |count: usize| (1..=MOST_WORKERS).contains(&count);
        let hash_fits = |hash: u64| (1..=MOST_HASH).contains(&hash);
        if !ask.count.is_none_or(count_fits) || !ask.hash.is_none_or(hash_fits) {
            return Err(ProjectError::invalid(format!(
                "1 to {MOST_WORKERS} workers, 1 to {MOST_HASH} MiB of hash"
            )));
        }
        Ok(EngineChoice {
            commands: vec![command],
            options: self.options(id, ask)?,
            count: ask.count,
            hash: ask.hash,
            syzygy: self.syzygy.clone(),
            reproducible: false,
        })
    }

    /// The options of a page: numbers, switches and choices that the engine declares; never texts,
    /// which may name files.
    fn options(&self, id: &str, ask: &RunAsk) -> Result<Vec<String>> {
        if ask.options.is_empty() {
            return Ok(Vec::new());
        }
        let declared = self.declared(id)?;
        let check = |(name, value): (&String, &String)| {
            let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
            let Some(option) = declared
                .iter()
                .find(|option| option.name.eq_ignore_ascii_case(name))
            else {
                return Err(
                    ProjectError::forbidden(format!("pages cannot set '{shown}'"))
                        .hint("texts and files are set in the configuration file"),
                );
            };
            if value.chars().any(char::is_control)
                || value.len() > 100
                || !fits(option, value.trim())
            {
                return Err(ProjectError::invalid(format!(
                    "{shown} cannot have this value"
                )));
            }
            Ok(format!("{}={}", option.name, value.trim()))
        };
        ask.options.iter().map(check).collect()
    }

    fn declared(&self, id: &str) -> Result<Vec<EngineOption>> {
        let known = self.tested().get(id).map(|test| test.options.clone());
        match known {
            Some(options) => Ok(options),
            None => Ok(self.test(id)?.options),
        }
    }

    /// Tries an engine, and remembers its options.
    ///
    /// # Errors
    /// When there is no such engine, or it does not start.
    pub fn test(&self, id: &str) -> Result<EngineTest> {
        let test = if id == BUILTIN {
            probe::builtin()
        } else {
            probe::probe(&self.find(id)?.command)?
        };
        self.tested().insert(id.to_string(), test.clone());
        Ok(test)
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
