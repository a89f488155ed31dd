//! A game as a project needs it, opened by name.

use std::fmt;
use std::io;
use std::sync::Arc;

use gametree::archive::Reader;

use crate::analyst::{AnyAnalyst, Resources};
use crate::error::CatalogError;
use crate::games::open;
use crate::info::GameInfo;
use crate::knowledge::Position;
use crate::stored::StoredGame;
use crate::two_player::AnyTwoPlayerGame;
use crate::user_text::START;

/// A game that can be a project, open: all that an atlas needs to know of it.
#[derive(Clone)]
pub struct ProjectGame {
    /// Its entry in the list.
    pub info: &'static GameInfo,
    /// What is said of it.
    pub facts: &'static StoredGame,
    game: Arc<dyn AnyTwoPlayerGame>,
}

impl fmt::Debug for ProjectGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProjectGame({})", self.info.name)
    }
}

impl ProjectGame {
    /// `None` where positions of the game cannot be stored.
    fn new(game: Arc<dyn AnyTwoPlayerGame>) -> Option<ProjectGame> {
        let info = game.info();
        let facts = info.stored.filter(|_| game.start().is_stored())?;
        Some(ProjectGame { info, facts, game })
    }

    /// Opens a game by its name without parameters: the positions of a project say the size of
    /// the board themselves.
    ///
    /// # Errors
    /// There is no such game, or it cannot be stored.
    pub fn open(name: &str) -> Result<ProjectGame, CatalogError> {
        let stored = stored_games().find(|(info, _)| info.name == name);
        let unknown = || CatalogError::not_found(format!("'{name}' is not a game for projects"));
        let (info, facts) = stored.ok_or_else(unknown)?;
        let usual = facts.starts.first().filter(|start| **start != START);
        open(usual.unwrap_or(&info.name), &[])?
            .two_player_game()
            .and_then(ProjectGame::new)
            .ok_or_else(unknown)
    }

    /// Reads a position as users write it: moves, a whole position, `startpos`, with or without
    /// the game's name before it.
    ///
    /// # Errors
    /// A sentence for people: what is wrong with the text.
    pub fn parse_position(&self, text: &str) -> Result<Position, String> {
        self.game.parse_position(text)
    }

    /// Reads positions as projects save them.
    #[must_use]
    pub fn reader(&self) -> Reader<Position> {
        let any = self.game.start();
        Arc::new(move |text| any.read(text))
    }

    /// A position of the game's own type, erased; `None` for another game.
    #[must_use]
    pub fn position<G: 'static>(&self, position: G) -> Option<Position> {
        self.game.start().with_position(position)
    }

    /// Starts the built-in analyst.
    ///
    /// # Errors
    /// When the system gives no thread.
    pub fn analyst(&self, resources: Resources) -> io::Result<AnyAnalyst> {
        self.game.analyst(resources)
    }
}

/// The games that can be projects, in the order of the list.
pub fn stored_games() -> impl Iterator<Item = (&'static GameInfo, &'static StoredGame)> {
    crate::games().filter_map(|info| Some((info, info.stored?)))
}

#[cfg(test)]
mod tests {
    use gametree::Score;

    use super::*;

    fn facts(name: &str) -> &'static StoredGame {
        ProjectGame::open(name).unwrap().facts
    }

    #[test]
    fn values_are_read_as_tables_write_them() {
        let chess = |text: &str| facts("chess").read_value(text);
        assert_eq!(chess("0.5"), Some(Score::points(50)));
        assert_eq!(chess("-1.25"), Some(Score::points(-125)));
        assert_eq!(chess("#4"), Some(Score::win_in(8)));
        assert_eq!(chess("-#3"), Some(Score::loss_in(6)));
        assert_eq!(chess("#-3"), Some(Score::loss_in(6)));
        for wrong in ["", "x", "#", "#0", "-#-1", "1e9", "nan", "inf"] {
            assert_eq!(chess(wrong), None, "{wrong}");
        }
        assert_eq!(
            facts("othello").read_value("win in 3"),
            Some(Score::win_in(3))
        );
        assert_eq!(
            facts("othello").read_value("-0.5"),
            Some(Score::points(-50))
        );
    }

    #[test]
    fn values_are_told_in_the_units_of_the_game() {
        let told = |name: &str, values: [i32; 4]| {
            values
                .map(|points| facts(name).words(Score::points(points)))
                .join(" ")
        };
        assert_eq!(told("chess", [34, -120, 0, -5]), "+0.34 -1.20 0.00 -0.05");
        assert_eq!(told("othello", [350, -7, 0, 1]), "+3.50 -0.07 0.00 +0.01");
        assert_eq!(told("hex", [100, -7, 0, 1]), "+100 -7 0 +1");
        let mates = [Score::win_in(9), Score::loss_in(10)].map(|value| facts("chess").words(value));
        assert_eq!(mates, ["#5", "#-5"]);
        assert!((facts("chess").chance(Score::points(100)) - 0.591).abs() < 0.001);
    }

    #[test]
    fn games_that_cannot_be_stored_are_refused() {
        for name in ["", "Chess", "othello:6", "backgammon", "cube"] {
            assert!(ProjectGame::open(name).is_err(), "{name}");
        }
    }
}
