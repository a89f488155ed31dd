//! The engines that projects may use, by their names. A program is named on the command line, in
//! the configuration file, or found where engines usually are; never by a page.

mod broker;
pub mod choice;
pub mod config;
pub mod farm;
pub mod last_run;
mod probe;
pub mod remote_games;
mod start;
mod tables;
pub mod uci;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use gametree_chess::uci::{discover, strength_rank};

pub use choice::{BUILTIN, EngineChoice, FarmChoice, MOST_HASH, MOST_WORKERS, fitting_window};
pub use farm::start;
pub use last_run::{LastRun, LastRunFile};
pub use start::{Started, Starting, has_uci};
use uci::quoted;

use crate::error::{ProjectError, Result};
use crate::games;
use crate::request::RunAsk;
use crate::view::{BrokerCard, EngineCard, EngineOption, EngineTest, LastRunView};

/// An engine.
#[derive(Clone, Debug)]
struct Engine {
    name: String,
    /// What `--engine` would take.
    command: String,
    from: &'static str,
}

impl Engine {
    /// Its place among the engines that are known by their strength; those that are not come last.
    fn rank(&self) -> usize {
        let program = self.command.split_whitespace().next().unwrap_or_default();
        let known = strength_rank(&self.name).or_else(|| strength_rank(program.trim_matches('\'')));
        known.unwrap_or(usize::MAX)
    }
}

/// All engines.
#[derive(Default)]
pub struct Engines {
    named: Vec<Engine>,
    syzygy: Option<OsString>,
    tested: Mutex<BTreeMap<String, EngineTest>>,
    /// The farm of every run; none: engines of this computer.
    farm: Option<FarmChoice>,
    /// Where the last run of every project is saved; nowhere by default.
    last_runs: Option<PathBuf>,
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
            ..Engines::default()
        })
    }

    /// Projects remember their engines in a directory of projects.
    #[must_use]
    pub fn remembered_in(self, projects: &Path) -> Engines {
        Engines {
            last_runs: Some(projects.join(last_run::DIRECTORY)),
            ..self
        }
    }

    /// Where the last run of a project is saved.
    #[must_use]
    pub fn last_run(&self, project: &Path) -> LastRunFile {
        let directory = self.last_runs.as_deref();
        directory.map_or_else(LastRunFile::default, |directory| {
            LastRunFile::of(directory, project)
        })
    }

    /// The last run of a project for people: engines by their ids.
    #[must_use]
    pub fn last_run_view(&self, project: &Path) -> Option<LastRunView> {
        let last = self.last_run(project).read()?;
        let engine = last.commands.first().and_then(|command| self.id(command));
        let next = EngineChoice {
            syzygy: self.syzygy.clone(),
            ..EngineChoice::default()
        };
        let tables = tables::directories(&next.or_as_before(Some(&last)));
        Some(LastRunView {
            engine: engine.filter(|_| last.commands.len() == 1),
            names: last.names,
            options: last.options,
            count: last.count,
            hash: last.hash,
            syzygy: tables
                .ok()
                .flatten()
                .map(|text| text.to_string_lossy().into_owned()),
            unfinished: last.unfinished,
            resume: last.resume,
        })
    }

    /// The id of the engine that a command starts, where it is one of the list.
    #[must_use]
    pub fn id(&self, command: &str) -> Option<String> {
        if command == BUILTIN {
            return Some(BUILTIN.into());
        }
        let known = self.all().into_iter();
        let mut same = known.filter(|engine| engine.command == command || engine.name == command);
        same.next().map(|engine| engine.name)
    }

    /// The engine that a run has where nothing else is said: the strongest that is known by its
    /// name, then any other UCI engine, then the built-in one.
    fn strongest(&self) -> Option<Engine> {
        self.all().into_iter().min_by_key(Engine::rank)
    }

    /// The same with directories of Syzygy tables for every run.
    #[must_use]
    pub fn with_syzygy(self, syzygy: Option<OsString>) -> Engines {
        Engines { syzygy, ..self }
    }

    /// The same with a farm for every run.
    #[must_use]
    pub fn with_farm(self, farm: Option<FarmChoice>) -> Engines {
        Engines { farm, ..self }
    }

    /// The broker of every run, and how to add a computer.
    #[must_use]
    pub fn broker(&self) -> Option<BrokerCard> {
        self.farm.as_ref().map(farm::card)
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
            // Without arguments the name says it all, also after the program has moved.
            let command = match words.len() {
                1 => found.name.clone(),
                _ => words.join(" "),
            };
            Engine {
                name: found.name,
                command,
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
        let strongest = self
            .strongest()
            .map_or(BUILTIN.into(), |engine| engine.name);
        let tested = self.tested();
        let card = |engine: Engine| {
            let test = tested.get(&engine.name);
            EngineCard {
                options: test.map_or(Vec::new(), |test| test.options.clone()),
                name: test.map_or(engine.name.clone(), |test| test.name.clone()),
                strongest: engine.name == strongest,
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
            strongest: strongest == BUILTIN,
        };
        std::iter::once(builtin)
            .chain(self.all().into_iter().map(card))
            .collect()
    }

    /// What a page may choose: an engine of the list, with the options that it declares. Without
    /// an engine everything is as in the last run.
    ///
    /// # Errors
    /// When there is no such engine, or an option is not for pages.
    pub fn choose(&self, ask: &RunAsk, last: Option<&LastRun>) -> Result<EngineChoice> {
        let commands = match ask.engine.as_deref() {
            None => Vec::new(),
            Some(BUILTIN) => vec![BUILTIN.to_string()],
            Some(id) => vec![self.find(id)?.command],
        };
        let count_fits = |count: usize| (1..=MOST_WORKERS).contains(&count);
        let hash_fits = |hash: u64| (1..=MOST_HASH).contains(&hash);
        if !ask.count.is_none_or(count_fits) || !ask.hash.is_none_or(hash_fits) {
            return Err(ProjectError::invalid(format!(
                "1 to {MOST_WORKERS} workers, 1 to {MOST_HASH} MiB of hash"
            )));
        }
        let options = self.options(ask, last)?;
        let choice = EngineChoice {
            commands,
            options: options.clone(),
            count: ask.count,
            hash: ask.hash,
            syzygy: self.syzygy.clone(),
            reproducible: false,
            farm: self.farm.clone(),
            may_change: ask.change,
        };
        let choice = choice.or_as_before(last);
        // A page that names an engine names all its options.
        Ok(match ask.engine {
            Some(_) => EngineChoice { options, ..choice },
            None => choice,
        })
    }

    /// A choice that names its engines: the strongest one where none is named.
    #[must_use]
    pub fn settled(&self, choice: EngineChoice, has_uci: bool) -> EngineChoice {
        if !choice.commands.is_empty() {
            return choice;
        }
        let strongest = self.strongest().filter(|_| has_uci);
        let command = strongest.map_or(BUILTIN.into(), |engine| engine.command);
        EngineChoice {
            commands: vec![command],
            ..choice
        }
    }

    /// The options of a page: numbers, switches and choices that the engine declares; never texts,
    /// which may name files, unless the last run had the same.
    fn options(&self, ask: &RunAsk, last: Option<&LastRun>) -> Result<Vec<String>> {
        if ask.options.is_empty() {
            return Ok(Vec::new());
        }
        let had = |option: &String| last.is_some_and(|last| last.options.contains(option));
        let before = last.and_then(|last| self.id(last.commands.first()?));
        let usual = || {
            self.strongest()
                .map_or(BUILTIN.into(), |engine| engine.name)
        };
        let id = ask.engine.clone().or(before).unwrap_or_else(usual);
        let declared = self.declared(&id)?;
        let check = |(name, value): (&String, &String)| {
            let shown: String = name.chars().take(40).filter(|c| !c.is_control()).collect();
            if had(&format!("{name}={value}")) {
                return Ok(format!("{name}={value}"));
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_by_name_is_the_default_and_games_without_uci_have_the_built_in_one() {
        let named = ["/x/my-own-engine".into(), "'/x/stockfish' --quiet".into()];
        let engines = Engines::new(&named).unwrap();
        let settled = |has_uci| engines.settled(EngineChoice::default(), has_uci).commands;
        assert_eq!(settled(true), ["'/x/stockfish' --quiet"]);
        assert_eq!(settled(false), [BUILTIN]);
        let strongest = engines.cards().into_iter().filter(|card| card.strongest);
        let strongest: Vec<String> = strongest.map(|card| card.id).collect();
        assert_eq!(strongest, ["stockfish"]);
        assert_eq!(
            engines.id("/x/my-own-engine").as_deref(),
            Some("my-own-engine")
        );
        assert_eq!(engines.id("/y/unknown"), None);
    }

    #[test]
    fn a_page_that_names_no_engine_has_the_last_run_s() {
        let engines = Engines::default();
        let last = LastRun {
            commands: vec!["/x/private --flag".into()],
            options: vec!["Threads=2".into()],
            count: Some(3),
            hash: Some(64),
            ..LastRun::default()
        };
        let again = engines
            .choose(&RunAsk::with(None, None), Some(&last))
            .unwrap();
        assert_eq!(
            (again.commands, again.options),
            (last.commands.clone(), last.options.clone())
        );
        assert_eq!((again.count, again.hash), (Some(3), Some(64)));
        let kept = RunAsk {
            options: [("SyzygyPath".to_string(), "/tables".to_string())].into(),
            ..RunAsk::with(Some(BUILTIN.into()), None)
        };
        let tables = LastRun {
            options: vec!["SyzygyPath=/tables".into()],
            ..last.clone()
        };
        let choice = engines.choose(&kept, Some(&tables)).unwrap();
        assert_eq!(
            choice.options, tables.options,
            "what the command line set stays"
        );
        let refused = engines.choose(&kept, Some(&last)).unwrap_err();
        assert_eq!(refused.kind, crate::error::ErrorKind::Forbidden);
        let other = RunAsk::with(Some(BUILTIN.into()), Some(1));
        let other = engines.choose(&other, Some(&last)).unwrap();
        assert_eq!(
            (other.commands, other.options.len()),
            (vec![BUILTIN.to_string()], 0)
        );
    }
}
