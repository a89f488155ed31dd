//! The engines of a run: those of the last one, unless the user selects others. The results of
//! another engine would stand beside those of weeks, so the user decides.

use std::collections::BTreeMap;

use gametree::Analyst;
use gametree_atlas::fact::Fact;
use gametree_atlas::store::Store;
use gametree_catalog::Position;

use super::OpenProject;
use crate::engines::farm::project_name;
use crate::engines::{EngineChoice, FarmChoice, LastRun, has_uci};
use crate::error::{ErrorKind, ProjectError, Result};
use crate::paths::File;

impl OpenProject {
    /// The id of the engine of a choice; empty if it is not in the list, or if there are several.
    pub(super) fn engine_id(&self, choice: &EngineChoice) -> String {
        let id = match &choice.commands[..] {
            [command] => self.engines.id(command),
            _ => None,
        };
        id.unwrap_or_default()
    }

    /// A choice that names its engines; the project says whether results repeat exactly.
    pub(super) fn settled(&self, choice: EngineChoice) -> EngineChoice {
        EngineChoice {
            reproducible: self.atlas().graph().settings().reproducible,
            farm: choice.farm.clone().map(|farm| self.in_farm(farm)),
            ..self.engines.settled(choice, has_uci(&self.game))
        }
    }

    /// A farm that knows which project works there, and whose results it has.
    fn in_farm(&self, farm: FarmChoice) -> FarmChoice {
        let results = results(&self.atlas()).unwrap_or_default();
        FarmChoice {
            project: project_name(&self.about.path),
            game: self.about.game.clone(),
            engines: results.into_keys().collect(),
            ..farm
        }
    }

    /// What the engines call themselves, if they may work here.
    pub(super) fn check_engines(
        &self,
        choice: &EngineChoice,
        analyst: &dyn Analyst<Position>,
    ) -> Result<Vec<String>> {
        let sources = analyst.sources();
        let names: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
        if has_uci(&self.game) && !choice.may_change {
            check(&self.atlas(), &names)?;
        }
        Ok(names)
    }

    /// A run begins: the next one has the same engines.
    pub(super) fn remember(&self, choice: &EngineChoice, names: Vec<String>) {
        self.last_run.update(|last| LastRun {
            names,
            unfinished: true,
            ..last.with(choice)
        });
    }

    /// The run has ended, and not only because the program has.
    pub(super) fn remember_end(&self) {
        self.last_run.update(|last| LastRun {
            unfinished: false,
            ..last
        });
    }
}

/// Whether engines of these names may work on a project: every one has results in it, or no engine
/// has.
///
/// # Errors
/// [`ErrorKind::OtherEngine`] where one of them would be new among others; it says whose results
/// there are.
fn check(atlas: &File, engines: &[String]) -> Result<()> {
    let sources = atlas.graph().sources();
    let is_known = |name: &&String| sources.iter().any(|source| source.name == **name);
    let Some(new) = engines.iter().find(|name| !is_known(name)) else {
        return Ok(());
    };
    let before = results(atlas)?;
    if before.is_empty() {
        return Ok(());
    }
    let counted = |(name, results): (&String, &u64)| format!("{name} ({results} results)");
    let before: Vec<String> = before.iter().map(counted).collect();
    Err(ProjectError::new(
        ErrorKind::OtherEngine,
        format!(
            "the results in this project are by {}; {new} would add its own to them",
            before.join(", ")
        ),
    )
    .hint("--engine-change lets it; without --engine the project's own engine goes on"))
}

/// How many tasks every engine has done. What came from files counts for none.
fn results(atlas: &File) -> Result<BTreeMap<String, u64>> {
    let sources = atlas.graph().sources();
    let mut results = BTreeMap::new();
    atlas.store().replay(&mut |fact| {
        if let Fact::Found(found) = fact
            && found.ticket.is_some()
            && let Some(source) = sources.get(usize::from(found.source))
        {
            *results.entry(source.name.clone()).or_default() += 1;
        }
        Ok(())
    })?;
    Ok(results)
}
