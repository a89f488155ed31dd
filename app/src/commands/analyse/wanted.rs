//! What `analyse` is to analyse: a position, or games.

use std::path::Path;

use gametree_chess::pgn::looks_like_pgn;
use gametree_project::import::{self, ImportAsk};
use gametree_project::{Action, Project, ProjectError, files};

use crate::error::CliError;
use crate::output;
use crate::project;

/// What the user named.
pub enum Wanted {
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

impl Wanted {
    /// Reads what was written: a text, or the name of a PGN file.
    pub fn read(text: Option<&str>, game: &str) -> Result<Wanted, CliError> {
        let Some(text) = text else {
            return Ok(Wanted::Own);
        };
        if text.trim().is_empty() {
            return Err(CliError::usage("the position is empty").hint(
                "leave it out for the project's own position, or write startpos, a FEN, moves or a PGN file",
            ));
        }
        let path = Path::new(text);
        let ending = path.extension();
        if ending.is_some_and(|ending| ending.eq_ignore_ascii_case("pgn")) {
            let bytes = std::fs::read(path)
                .map_err(|error| CliError::not_found(format!("{text}: {error}")))?;
            let name = path.file_name().map(Path::new).unwrap_or(path);
            return Ok(Wanted::Games {
                name: name.display().to_string(),
                text: decoded(bytes),
            });
        }
        Ok(if game == "chess" && looks_like_pgn(text) {
            Wanted::Games {
                name: "PGN".into(),
                text: text.to_string(),
            }
        } else {
            Wanted::Position(text.to_string())
        })
    }

    /// The text that a new project is made of.
    pub fn text(&self) -> &str {
        match self {
            Wanted::Own => "",
            Wanted::Position(text) | Wanted::Games { text, .. } => text,
        }
    }

    /// The name of a project that has none: of the players, or of the position's identity.
    pub fn project_name(&self, game: &str) -> Result<String, ProjectError> {
        if let Wanted::Games { name, text } = self {
            return game_name(name, text);
        }
        let text = match self {
            Wanted::Position(text) => text,
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
    pub fn create(&self, path: &Path, game: &str) -> Result<(), ProjectError> {
        match self {
            Wanted::Games { name, text } => {
                files::create_of_games(path, game, &ImportAsk::pasted(name, text))
            }
            _ => files::create(path, game, self.text()),
        }
    }

    /// Brings it into a project that was there.
    pub fn enter(&self, project: &dyn Project) -> Result<(), ProjectError> {
        match self {
            Wanted::Own => {}
            Wanted::Position(text) => {
                let action = Action::Root {
                    position: text.clone(),
                    moves: Vec::new(),
                };
                project.act(project.find("")?, &action)?;
            }
            Wanted::Games { name, text } => {
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

    /// Gives the tasks to a position that the user selected, and says what of a PGN is where.
    pub fn select(&self, project: &dyn Project, at: Option<&str>) -> Result<(), ProjectError> {
        if let Some(at) = at {
            project.act(project.find(at)?, &Action::Focus {})?;
        }
        if let Wanted::Games { text, .. } = self {
            output::hint(&import::summary(text)?);
            if let Some(focus) = project.focus()? {
                let rows = project.played()?.rows;
                let row = rows.iter().rfind(|row| row.node == focus.node);
                let way = match row.map(|row| format!("{}{}", row.number, row.name)) {
                    Some(name) if !name.is_empty() => format!("after {name}"),
                    _ => focus.position,
                };
                output::hint(&format!(
                    "focus: {way} (--at MOVE selects another position)"
                ));
            }
        }
        Ok(())
    }
}

/// PGN files are UTF-8 today; old ones are Latin-1.
fn decoded(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        error
            .as_bytes()
            .iter()
            .map(|&byte| char::from(byte))
            .collect()
    })
}

/// The players' names, or the file's. Where such a project is of another game, with the first number
/// that is free.
fn game_name(file: &str, text: &str) -> Result<String, ProjectError> {
    let stem = Path::new(file).file_stem().and_then(|stem| stem.to_str());
    let title = import::title(text).unwrap_or_else(|| stem.unwrap_or("game").to_string());
    let numbered = (2..).map(|number| format!("{title} {number}"));
    let mut names = std::iter::once(title.clone()).chain(numbered);
    let fits = |name: &String| {
        let path = project::file(name);
        !path.exists() || files::holds_game(&path, text)
    };
    Ok(names.find(fits).unwrap_or(title))
}
