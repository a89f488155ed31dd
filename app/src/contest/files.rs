//! What a match leaves behind besides its journal.

use std::path::Path;

use gametree_arena::{MatchResult, csv, markdown, scoresheet};
use gametree_catalog::matches::MatchPlan;

use super::object::MatchObject;
use super::{drawing, words};
use crate::error::CliError;

/// Writes a file, or says why not.
pub fn write(path: &Path, text: &str) -> Result<(), CliError> {
    std::fs::write(path, text).map_err(|error| {
        CliError::failed(format!("cannot write {}: {error}", path.display()))
            .hint("is the directory there, and may you write in it?")
    })
}

/// The texts of a match.
pub struct Files<'a> {
    /// What was played.
    pub plan: &'a MatchPlan<'a>,
    /// What came out.
    pub result: &'a MatchResult,
    /// The same for scripts.
    pub object: &'a MatchObject,
}

impl Files<'_> {
    /// A row a game.
    pub fn csv(&self) -> String {
        csv::games(&self.result.games)
    }

    /// The games for people.
    pub fn games(&self) -> String {
        scoresheet::text(&self.result.games, [&self.object.a, &self.object.b])
    }

    /// The result as a table.
    pub fn markdown(&self) -> String {
        let o = self.object;
        let mut rows = vec![
            vec!["A".into(), format!("`{}`, {}", o.a, o.limits.a)],
            vec!["B".into(), format!("`{}`, {}", o.b, o.limits.b)],
            vec![
                "game".into(),
                format!(
                    "{}, openings {} ({}), seed {}",
                    o.game, o.openings, o.opening_count, o.seed
                ),
            ],
        ];
        rows.extend(
            words::rows(o)
                .into_iter()
                .map(|(label, text)| vec![label.to_string(), text]),
        );
        let speeds = o.moves_per_second;
        rows.push(vec![
            "move calls a second".into(),
            format!("A {}, B {}", speeds.a, speeds.b),
        ]);
        markdown::table(&["", "view of A"], &rows)
    }

    /// Elo over the games.
    pub fn svg(&self) -> String {
        drawing::elo_over_games(self.plan, self.result)
    }

    /// All of them, into the directory of the journal.
    pub fn write_all(&self, dir: &Path) -> anyhow::Result<()> {
        let texts = [
            (
                "result.json",
                serde_json::to_string_pretty(self.object)? + "\n",
            ),
            ("result.md", self.markdown()),
            ("games.csv", self.csv()),
            ("games.txt", self.games()),
            ("elo.svg", self.svg()),
        ];
        for (name, text) in texts {
            write(&dir.join(name), &text)?;
        }
        Ok(())
    }
}
