//! What an analysis is of: a position, or games.

use std::path::Path;

use gametree_chess::pgn::{decode, looks_like_pgn};

use crate::action::Action;
use crate::error::{ProjectError, Result};
use crate::files;
use crate::import::{self, ImportAsk};
use crate::project::Project;

/// What the user named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// Nothing: the project's own position, or the starting position.
    Own,
    /// A position.
    Position(String),
    /// Games.
    Games {
        /// What their values are known by.
        name: String,
        /// The PGN.
        text: String,
    },
}

impl Target {
    /// Reads what was written: a text, or the name of a PGN file.
    ///
    /// # Errors
    /// The text is empty, or the file cannot be read.
    pub fn read(text: Option<&str>, game: &str) -> Result<Target> {
        let Some(text) = text else {
            return Ok(Target::Own);
        };
        if text.trim().is_empty() {
            return Err(ProjectError::invalid("the position is empty").hint(
                "leave it out for the project's own position, or write startpos, a FEN, moves or a PGN file",
            ));
        }
        let path = Path::new(text);
        let ending = path.extension();
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
            let bytes = std::fs::read(path)
                .map_err(|error| ProjectError::not_found(format!("{text}: {error}")))?;
            let name = path.file_name().map(Path::new).unwrap_or(path);
            return Ok(Target::Games {
                name: name.display().to_string(),
                text: decode(bytes),
            });
        }
        Ok(if game == "chess" && looks_like_pgn(text) {
            Target::Games {
                name: "PGN".into(),
                text: text.to_string(),
            }
        } else {
            Target::Position(text.to_string())
        })
    }

    /// The text that a new project is made of.
    fn text(&self) -> &str {
        match self {
            Target::Own => "",
            Target::Position(text) | Target::Games { text, .. } => text,
        }
    }

    /// The name of a project that has none: of the players, or of the position's identity.
    ///
    /// # Errors
    /// The position is wrong.
    pub fn project_name(&self, game: &str) -> Result<String> {
        if let Target::Games { name, text } = self {
            return game_name(name, text);
        }
        let text = match self {
            Target::Position(text) => text,
            _ => "startpos",
        };
        let own = files::position_name(game, text)?;
        Ok(match (game, own) {
            ("chess", None) => "startpos".into(),
            ("chess", Some(own)) => format!("position-{own}"),
            (game, None) => game.to_string(),
            (game, Some(own)) => format!("{game}-{own}"),
        })
    }

    /// Makes the project's file.
    ///
    /// # Errors
    /// The position or a game is wrong, or the file cannot be written.
    pub fn create(&self, path: &Path, game: &str) -> Result<()> {
        match self {
            Target::Games { name, text } => {
                files::create_of_games(path, game, &ImportAsk::pasted(name, text))
            }
            _ => files::create(path, game, self.text()),
        }
    }

    /// Brings it into a project that was there.
    ///
    /// # Errors
    /// The position or a game is wrong.
    pub fn enter(&self, project: &dyn Project) -> Result<()> {
        match self {
            Target::Own => {}
            Target::Position(text) => {
                let action = Action::Root {
                    position: text.clone(),
                    moves: Vec::new(),
                };
                project.act(project.find("")?, &action)?;
            }
            Target::Games { name, text } => {
                let ask = ImportAsk::pasted(name, text);
                project.survey(&ask, &|| false)?;
                let imported = project.import(&ask, &|| false)?;
                // A game that was there leaves the tasks where the user has put them.
                if let Some(node) = imported.selected.filter(|_| imported.records > 0) {
                    project.act(node, &Action::Focus {})?;
                }
            }
        }
        Ok(())
    }

    /// Gives the tasks to a position that the user selected. What a PGN holds and where the focus is
    /// comes back in words.
    ///
    /// # Errors
    /// There is no such position.
    pub fn select(&self, project: &dyn Project, at: Option<&str>) -> Result<Vec<String>> {
        if let Some(at) = at {
            project.act(project.find(at)?, &Action::Focus {})?;
        }
        let Target::Games { text, .. } = self else {
            return Ok(Vec::new());
        };
        let mut words = vec![import::summary(text)?];
        if let Some(focus) = project.focus()? {
            let rows = project.played()?.rows;
            let row = rows.iter().rfind(|row| row.node == focus.node);
            let way = match row.map(|row| format!("{}{}", row.number, row.name)) {
                Some(name) if !name.is_empty() => format!("after {name}"),
                _ => focus.position,
            };
            words.push(format!("focus: {way} (--at MOVE selects another position)"));
        }
        Ok(words)
    }
}

/// The players' names, or the file's. Where such a project is of another game, with the first number
/// that is free.
fn game_name(file: &str, text: &str) -> Result<String> {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
    let title = import::title(text).unwrap_or_else(|| stem.unwrap_or("game").to_string());
    let numbered = (2..).map(|number| format!("{title} {number}"));
    let mut names = std::iter::once(title.clone()).chain(numbered);
    let fits = |name: &String| {
        let path = files::file(name);
        !path.exists() || files::holds_game(&path, text)
    };
    Ok(names.find(fits).unwrap_or(title))
}
