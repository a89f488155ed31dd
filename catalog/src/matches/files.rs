//! What a match leaves behind besides its journal.

use gametree_arena::{MatchResult, TextTable, csv, scoresheet};

use super::{MatchPlan, MatchReport, plots};

/// The texts of a match.
pub struct MatchFiles<'a> {
    /// What was played.
    pub plan: &'a MatchPlan<'a>,
    /// What came out.
    pub result: &'a MatchResult,
    /// The same for scripts.
    pub report: &'a MatchReport,
}

impl MatchFiles<'_> {
    /// One row per game.
    pub fn csv(&self) -> String {
        csv::games(&self.result.games)
    }

    /// The games for people.
    pub fn games(&self) -> String {
        scoresheet::text(&self.result.games, [&self.report.a, &self.report.b])
    }

    /// The result as a table.
    pub fn markdown(&self) -> String {
        let o = self.report;
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
            o.summary()
                .into_iter()
                .map(|(label, text)| vec![label.to_string(), text]),
        );
        let speeds = o.moves_per_second;
        rows.push(vec![
            "move calls per second".into(),
            format!("A {}, B {}", speeds.a, speeds.b),
        ]);
        TextTable::new(&["", "view of A"], rows).markdown()
    }

    /// Elo over the games.
    pub fn svg(&self) -> String {
        plots::elo_over_games(self.plan, self.result)
    }

    /// The games of chess as PGN.
    pub fn pgn(&self) -> Option<String> {
        self.plan.pgn(&self.result.games)
    }

    /// All of them by the names that they have in the directory of the journal.
    pub fn all(&self) -> Vec<(&'static str, String)> {
        let json = serde_json::to_string_pretty(self.report).unwrap_or_default();
        let mut files = vec![
            ("result.json", json + "\n"),
            ("result.md", self.markdown()),
            ("games.csv", self.csv()),
            ("games.txt", self.games()),
            ("elo.svg", self.svg()),
        ];
        files.extend(self.pgn().map(|text| ("games.pgn", text)));
        files
    }
}
