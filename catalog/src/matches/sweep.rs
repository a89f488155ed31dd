//! A parameter of a search at several values: `key=a,b,c` and `key=from..to:steps[:log]`.

use gametree_arena::TextTable;
use serde::Serialize;

use super::plots::elo_over_values;
use super::report::MatchReport;
use crate::error::CatalogError;
use crate::spec::Spec;

/// A parameter and its values.
#[derive(Clone, PartialEq, Debug)]
pub struct ParameterValues {
    /// The parameter.
    pub key: String,
    /// The values, in order.
    pub values: Vec<String>,
}

/// More matches than this are a mistake.
const MOST: usize = 1000;

impl ParameterValues {
    /// Reads the text of `--over`.
    ///
    /// # Errors
    /// It names no parameter, or no values.
    pub fn parse(text: &str) -> Result<ParameterValues, CatalogError> {
        let wrong = |why: &str| {
            CatalogError::usage(format!("--over {text}: {why}"))
                .hint("write c=0.5,1,2 for these values, c=0.5..2:4 for 4 values from 0.5 to 2, c=1..1000:4:log for equal ratios")
        };
        let (key, rest) = text
            .split_once('=')
            .ok_or_else(|| wrong("there is no '='"))?;
        if key.trim().is_empty() {
            return Err(wrong("the parameter has no name"));
        }
        let values = match rest.split_once("..") {
            Some((from, rest)) => spaced(from, rest).map_err(wrong)?,
            None => rest
                .split(',')
                .map(|value| value.trim().to_string())
                .collect(),
        };
        if values.iter().any(String::is_empty) {
            return Err(wrong("a value is empty"));
        }
        let distinct: std::collections::HashSet<&String> = values.iter().collect();
        if distinct.len() < values.len() {
            return Err(wrong("a value is there twice"));
        }
        Ok(ParameterValues {
            key: key.trim().to_string(),
            values,
        })
    }

    /// The search with the parameter at a value.
    ///
    /// # Errors
    /// The search is not written as one.
    pub fn apply(&self, search: &str, value: &str) -> Result<String, CatalogError> {
        let mut spec = Spec::parse(search)?;
        spec.pairs.retain(|(key, _)| *key != self.key);
        spec.pairs.push((self.key.clone(), value.to_string()));
        let pairs: Vec<String> = spec
            .pairs
            .iter()
            .map(|(key, value)| format!("{key}={value}"))
            .collect();
        Ok(format!("{}:{}", spec.name, pairs.join(",")))
    }

    /// A directory's name for a value.
    pub fn directory(&self, value: &str) -> String {
        let name = format!("{}={value}", self.key);
        name.chars()
            .map(|c| {
                if c.is_alphanumeric() || "=.-+_".contains(c) {
                    c
                } else {
                    '_'
                }
            })
            .collect()
    }
}

/// `to:steps[:log]` after `from..`.
fn spaced(from: &str, rest: &str) -> Result<Vec<String>, &'static str> {
    let mut parts = rest.split(':');
    let (to, steps) = (
        parts.next().unwrap_or(""),
        parts.next().ok_or("there is no ':' and number of steps")?,
    );
    let log = match parts.next() {
        None => false,
        Some("log") => true,
        Some(_) => return Err("only :log may follow the number of steps"),
    };
    let number = |text: &str| {
        text.trim()
            .parse::<f64>()
            .ok()
            .filter(|x| x.is_finite())
            .ok_or("the ends must be numbers")
    };
    let (from, to) = (number(from)?, number(to)?);
    let steps: usize = steps
        .trim()
        .parse()
        .map_err(|_| "the number of steps must be a whole number")?;
    if !(2..=MOST).contains(&steps) {
        return Err("the number of steps must be from 2 to 1000");
    }
    if log && (from <= 0.0 || to <= 0.0) {
        return Err("equal ratios need positive ends");
    }
    let at = |i: usize| {
        let part = i as f64 / (steps - 1) as f64;
        plain(if log {
            from * (to / from).powf(part)
        } else {
            from + (to - from) * part
        })
    };
    Ok((0..steps).map(at).collect())
}

/// A number with at most 6 digits behind the point, and none that are needless.
fn plain(x: f64) -> String {
    let text = format!("{x:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

/// What came out of a sweep, as scripts read it.
#[derive(Serialize)]
pub struct SweepReport {
    schema: &'static str,
    /// The game.
    pub game: String,
    /// The search with the parameter.
    pub search: String,
    /// The search it plays against.
    pub against: String,
    /// The parameter.
    pub key: String,
    /// Nothing is left to play.
    pub complete: bool,
    /// A match for each value.
    pub rows: Vec<SweepRow>,
}

/// The match of one value.
#[derive(Serialize)]
pub struct SweepRow {
    /// The value.
    pub value: String,
    /// The match.
    #[serde(flatten)]
    pub report: MatchReport,
}

impl SweepReport {
    /// The report of some values' matches.
    pub fn new(values: &ParameterValues, searches: [&str; 2], rows: Vec<SweepRow>) -> SweepReport {
        let [search, against] = searches.map(str::to_string);
        SweepReport {
            schema: "gametree.sweep/1",
            game: rows
                .first()
                .map_or(String::new(), |row| row.report.game.clone()),
            search,
            against,
            key: values.key.clone(),
            complete: rows.len() == values.values.len()
                && rows.iter().all(|row| row.report.complete),
            rows,
        }
    }

    /// What was tried, in one line.
    pub fn title(&self) -> String {
        format!("{} by {}, against {}", self.search, self.key, self.against)
    }

    /// A row per value.
    pub fn table(&self) -> TextTable {
        let header = [
            &self.key, "games", "won", "drawn", "lost", "score", "Elo", "low", "high", "verdict",
        ];
        TextTable::new(&header, self.rows.iter().map(cells))
    }

    /// Elo over the values.
    pub fn svg(&self) -> String {
        let rows: Vec<_> = self
            .rows
            .iter()
            .map(|row| (row.value.as_str(), &row.report))
            .collect();
        elo_over_values(
            &format!("{}: {}", self.game, self.title()),
            &self.key,
            &rows,
        )
    }
}

fn cells(row: &SweepRow) -> Vec<String> {
    let o = &row.report;
    let elo = |x: Option<f64>| x.map_or("?".into(), |x| format!("{x:+.0}"));
    let mut cells = vec![row.value.clone()];
    cells.extend([o.games, o.wins, o.draws, o.losses].map(|n| n.to_string()));
    cells.push(o.score.map_or("?".into(), |score| format!("{score:.3}")));
    cells.extend([o.elo, o.elo_low, o.elo_high].map(elo));
    cells.push(o.verdict.clone());
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_listed_or_spaced() {
        let values = |text: &str| ParameterValues::parse(text).unwrap().values;
        assert_eq!(values("c=0.5, 1,x"), ["0.5", "1", "x"]);
        assert_eq!(values("p=2..10:5"), ["2", "4", "6", "8", "10"]);
        assert_eq!(values("p=0..1:3"), ["0", "0.5", "1"]);
        assert_eq!(values("p=1..1000:4:log"), ["1", "10", "100", "1000"]);
        let over = ParameterValues::parse("c=2").unwrap();
        assert_eq!(
            over.apply("mcts:expand=3,c=1", "2").unwrap(),
            "mcts:expand=3,c=2"
        );
        assert_eq!(over.apply("mcts", "2").unwrap(), "mcts:c=2");
        assert_eq!(over.directory("a/../b"), "c=a_.._b");
    }

    #[test]
    fn nonsense_is_told() {
        for text in [
            "c",
            "=1",
            "c=",
            "c=1,,2",
            "c=1,1",
            "c=1..2",
            "c=1..2:1",
            "c=x..2:3",
            "c=0..2:3:log",
            "c=1..2:3:lin",
        ] {
            assert!(
                ParameterValues::parse(text)
                    .unwrap_err()
                    .hint
                    .unwrap()
                    .contains("0.5..2:4"),
                "{text}"
            );
        }
    }
}
