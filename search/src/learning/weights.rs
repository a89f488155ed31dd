//! Weights as text, one per line, for people and programs:
//!
//! ```text
//! gametree-weights 1 breakthrough
//! # train --method regression --games 20000 --seed 1
//! scale = 120
//! piece = 100
//! home = 11.75
//! ```
//!
//! Numbers are written so that they read back as the same number to the last bit.

use std::fmt;
use std::str::FromStr;

/// The word at the beginning of the file.
const MAGIC: &str = "gametree-weights";
/// The version of the format.
const VERSION: &str = "1";
/// The one name that no feature may have.
const SCALE: &str = "scale";

/// The content of a weights file.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// The game they belong to.
    pub game: String,
    /// Points of one unit of log-odds.
    pub scale: f64,
    /// Lines for people, without the `#`.
    pub notes: Vec<String>,
    /// Names and values in the order of the file.
    pub weights: Vec<(String, f64)>,
}

/// What is wrong with a weights file.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum WeightsError {
    /// It does not begin as it should.
    #[error("a weights file begins with '{MAGIC} {VERSION} GAME', not with '{0}'")]
    Header(String),
    /// Of another version.
    #[error("version {0} of weights files is not known; this program reads {VERSION}")]
    Version(String),
    /// Of another game.
    #[error("the weights are for {found}, not for {wanted}")]
    Game {
        /// The game of the file.
        found: String,
        /// The one asked for.
        wanted: String,
    },
    /// A line that is no `name = value`.
    #[error("line {line}: '{text}' is not 'name = value'")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A value that is no finite number.
    #[error("line {line}: '{text}' is not a number")]
    Number {
        /// Its number, from 1.
        line: usize,
        /// What stands there.
        text: String,
    },
    /// A name for the second time.
    #[error("line {line}: '{name}' stands there for the second time")]
    Duplicate {
        /// Its number, from 1.
        line: usize,
        /// The name.
        name: String,
    },
    /// A feature that the game does not have.
    #[error("'{0}' is none of the game's features")]
    Unknown(String),
    /// A feature of the game that the file does not have.
    #[error("there is no weight for '{0}'")]
    Missing(String),
    /// The scale is 0 or below.
    #[error("the scale must be above 0, not {0}")]
    Scale(f64),
}

impl Weights {
    /// The same, if they are this game's.
    pub fn of_game(&self, game: &str) -> Result<&Weights, WeightsError> {
        if self.game == game {
            return Ok(self);
        }
        Err(WeightsError::Game {
            found: self.game.clone(),
            wanted: game.to_string(),
        })
    }

    /// The values in the order of these names: all of them, and no others.
    pub fn in_order(&self, names: &[&str]) -> Result<Vec<f64>, WeightsError> {
        if let Some((name, _)) = self
            .weights
            .iter()
            .find(|(name, _)| !names.contains(&name.as_str()))
        {
            return Err(WeightsError::Unknown(name.clone()));
        }
        names.iter().map(|name| self.get(name)).collect()
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Result<f64, WeightsError> {
        let found = self.weights.iter().find(|(found, _)| found == name);
        found
            .map(|(_, value)| *value)
            .ok_or_else(|| WeightsError::Missing(name.to_string()))
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC} {VERSION} {}", self.game)?;
        self.notes
            .iter()
            .try_for_each(|note| writeln!(f, "# {note}"))?;
        writeln!(f, "{SCALE} = {}", self.scale)?;
        self.weights
            .iter()
            .try_for_each(|(name, value)| writeln!(f, "{name} = {value}"))
    }
}

impl FromStr for Weights {
    type Err = WeightsError;

    fn from_str(text: &str) -> Result<Weights, WeightsError> {
        let mut lines = (1..).zip(text.lines().map(str::trim));
        let first = lines.next().map_or("", |(_, line)| line);
        let mut file = Weights {
            game: header(first)?,
            scale: f64::NAN,
            notes: Vec::new(),
            weights: Vec::new(),
        };
        for (line, text) in lines.filter(|(_, text)| !text.is_empty()) {
            match text.strip_prefix('#') {
                Some(note) => file.notes.push(note.trim().to_string()),
                None => file.take(line, text)?,
            }
        }
        if file.scale.is_nan() {
            return Err(WeightsError::Missing(SCALE.into()));
        }
        if file.scale <= 0.0 {
            return Err(WeightsError::Scale(file.scale));
        }
        Ok(file)
    }
}

impl Weights {
    /// Takes a line `name = value`.
    fn take(&mut self, line: usize, text: &str) -> Result<(), WeightsError> {
        let bad = || WeightsError::Line {
            line,
            text: shown(text),
        };
        let (name, value) = text.split_once('=').ok_or_else(bad)?;
        let name = name.trim();
        let value = value.trim();
        if name.is_empty() {
            return Err(bad());
        }
        let number = value
            .parse::<f64>()
            .ok()
            .filter(|number| number.is_finite());
        let number = number.ok_or_else(|| WeightsError::Number {
            line,
            text: shown(value),
        })?;
        let known = self.weights.iter().any(|(known, _)| known == name);
        if known || (name == SCALE && !self.scale.is_nan()) {
            return Err(WeightsError::Duplicate {
                line,
                name: shown(name),
            });
        }
        if name == SCALE {
            self.scale = number;
        } else {
            self.weights.push((name.to_string(), number));
        }
        Ok(())
    }
}

/// The game of the first line.
fn header(line: &str) -> Result<String, WeightsError> {
    let mut words = line.split_whitespace();
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some(MAGIC), Some(VERSION), Some(game), None) => Ok(game.to_string()),
        (Some(MAGIC), Some(version), _, _) if version != VERSION => {
            Err(WeightsError::Version(shown(version)))
        }
        _ => Err(WeightsError::Header(shown(line))),
    }
}

/// What fits on a line of an error.
fn shown(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() <= MOST {
        return text.to_string();
    }
    text.chars().take(MOST).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    const GOOD: &str =
        "gametree-weights 1 chain\n# a note\n\nscale = 100\nleft = 1.5\nright=-2e-3\n";

    fn error(text: &str) -> String {
        text.parse::<Weights>().unwrap_err().to_string()
    }

    #[test]
    fn a_file_is_read() {
        let file: Weights = GOOD.parse().unwrap();
        assert_eq!((file.game.as_str(), file.scale), ("chain", 100.0));
        assert_eq!(file.notes, ["a note"]);
        assert_eq!(file.in_order(&["right", "left"]).unwrap(), [-0.002, 1.5]);
    }

    #[test]
    fn every_number_survives_the_round_trip() {
        let mut rng = Rng::new(5);
        let number = |rng: &mut Rng| (rng.unit() - 0.5) * 10f64.powi(rng.below(40) as i32 - 20);
        let weights = (0..500)
            .map(|i| (format!("w{i}"), number(&mut rng)))
            .collect();
        let file = Weights {
            game: "g".into(),
            scale: 1.0 / 3.0,
            notes: vec!["x y".into()],
            weights,
        };
        assert_eq!(file.to_string().parse::<Weights>().unwrap(), file);
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert!(error("").contains("begins with"));
        assert!(error("weights 1 chain\n").contains("not with 'weights 1 chain'"));
        assert!(error("gametree-weights 1\n").contains("begins with"));
        assert!(error("gametree-weights 7 chain\n").contains("version 7"));
        let with = |line: &str| error(&format!("{GOOD}{line}\n"));
        assert_eq!(
            with("left = 3"),
            "line 7: 'left' stands there for the second time"
        );
        assert_eq!(
            with("scale = 3"),
            "line 7: 'scale' stands there for the second time"
        );
        assert_eq!(with("top = high"), "line 7: 'high' is not a number");
        assert!(
            with("top = inf").contains("not a number")
                && with("top = NaN").contains("not a number")
        );
        assert!(
            with("top").contains("not 'name = value'")
                && with("= 3").contains("not 'name = value'")
        );
        assert!(error("gametree-weights 1 chain\nleft = 1\n").contains("no weight for 'scale'"));
        assert!(error("gametree-weights 1 chain\nscale = 0\n").contains("above 0"));
        assert!(with(&"x".repeat(1000)).chars().count() < 120);
    }

    #[test]
    fn names_must_be_the_games() {
        let file: Weights = GOOD.parse().unwrap();
        assert_eq!(
            file.in_order(&["left"]),
            Err(WeightsError::Unknown("right".into()))
        );
        assert_eq!(
            file.in_order(&["left", "right", "top"]),
            Err(WeightsError::Missing("top".into()))
        );
        assert!(
            file.of_game("othello")
                .unwrap_err()
                .to_string()
                .contains("for chain, not for othello")
        );
    }
}
