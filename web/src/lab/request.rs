//! What a client asks the laboratory for, checked: nothing in it may name a file or become an
//! option.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::text::{self, Text};
use crate::error::ApiError;

/// A match or a sweep to play.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewRun {
    /// What it is.
    pub kind: Kind,
    /// The search whose view the result is, `NAME[:key=value,...]`; in a sweep the one with the
    /// parameter. In chess also an engine of `/api/engines`: `uci:ID[?Option=value&...]`.
    pub a: String,
    /// The search it plays against.
    pub b: String,
    /// A game's name, or the text of a tree.
    pub game: String,
    /// What both may spend on a move.
    #[serde(default)]
    pub limits: MoveLimits,
    /// Other limits for A: `time=5ms,nodes=10k,moves=N,depth=N`.
    pub limits_a: Option<String>,
    /// Other limits for B.
    pub limits_b: Option<String>,
    /// Which clock time limits refer to; processor time by default.
    pub clock: Option<ClockName>,
    /// Clocks for the whole game instead of limits on moves: `10+0.1`, seconds and what each move
    /// adds.
    pub game_clock: Option<String>,
    /// Where games begin: `auto`, `plies:N` or `random:N`.
    pub openings: Option<String>,
    /// How many games, an even number; at most this many in a sequential test.
    pub games: Option<u64>,
    /// A sequential test: Elo of the two hypotheses, as in `0,10`.
    pub sprt: Option<String>,
    /// Which Elo the test speaks of.
    pub elo_model: Option<EloModel>,
    /// A game that reaches this many plies is a draw.
    pub max_plies: Option<u32>,
    /// A game that both sides call won for some moves in a row is won: `600,4`.
    pub adjudicate_win: Option<String>,
    /// A game that both sides call even for some moves in a row, from a move on, is a draw:
    /// `10,8,40`.
    pub adjudicate_draw: Option<String>,
    /// The seed of openings and games.
    pub seed: Option<u64>,
    /// How many games at a time.
    pub threads: Option<usize>,
    /// The parameter of a sweep and its values: `key=a,b,c` or `key=from..to:steps[:log]`.
    pub over: Option<String>,
}

/// What a run is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Two searches play each other.
    Match,
    /// A match for each value of a parameter.
    Sweep,
}

/// A clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ClockName {
    /// Processor time.
    Cpu,
    /// Time on the clock.
    Wall,
}

/// A kind of Elo.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// By the logistic curve.
    Logistic,
    /// In deviations of a game.
    Normalized,
}

/// Limits on a move, as the command line takes them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MoveLimits {
    /// `10ms`, `1.5s`.
    pub time: Option<String>,
    /// `5000`, `10k`.
    pub nodes: Option<String>,
    /// Calls of the move operator.
    pub moves: Option<String>,
    /// Plies.
    pub depth: Option<String>,
}

impl MoveLimits {
    /// The limits that are given, by name.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let all = [
            ("time", &self.time),
            ("nodes", &self.nodes),
            ("moves", &self.moves),
            ("depth", &self.depth),
        ];
        all.into_iter()
            .filter_map(|(name, text)| text.as_deref().map(|text| (name, text)))
    }
}

/// The most games of a match.
pub const MOST_GAMES: u64 = 10_000_000;
/// More games at a time are a mistake.
const MOST_THREADS: usize = 1024;

impl NewRun {
    /// Refuses what the laboratory does not start.
    ///
    /// # Errors
    /// What is wrong, and how to fix it.
    pub fn check(&self) -> Result<(), ApiError> {
        text::search("a", &self.a)?;
        text::search("b", &self.b)?;
        text::game(&self.game)?;
        self.check_limits()?;
        self.check_openings()?;
        self.check_numbers()?;
        self.test()?;
        self.check_over()
    }

    fn check_limits(&self) -> Result<(), ApiError> {
        for (name, value) in self.limits.given() {
            Text { name, value }.plain("0123456789abcdefghijklmnopqrstuvwxyzGKM._")?;
        }
        for (name, value) in [("limits_a", &self.limits_a), ("limits_b", &self.limits_b)] {
            if let Some(value) = value {
                Text { name, value }.plain("0123456789abcdefghijklmnopqrstuvwxyzBGKM._=, ")?;
            }
        }
        let more = [
            ("game_clock", &self.game_clock),
            ("adjudicate_win", &self.adjudicate_win),
            ("adjudicate_draw", &self.adjudicate_draw),
        ];
        for (name, value) in more {
            if let Some(value) = value {
                Text { name, value }.plain("0123456789.+,msh ")?;
            }
        }
        let none = self.game_clock.is_none() && self.limits.given().next().is_none();
        if none && (self.limits_a.is_none() || self.limits_b.is_none()) {
            return Err(ApiError::bad("a match needs a limit on every move")
                .hint("give one of time (10ms), nodes (10k), moves (10k), depth (6), or game_clock (10+0.1)"));
        }
        Ok(())
    }

    fn check_openings(&self) -> Result<(), ApiError> {
        let Some(openings) = &self.openings else {
            return Ok(());
        };
        let plies = |number: &str| {
            number.parse::<u32>().is_ok() && number.bytes().all(|b| b.is_ascii_digit())
        };
        match openings.split_once(':') {
            None if openings == "auto" => Ok(()),
            Some(("plies" | "random", number)) if plies(number) => Ok(()),
            _ => Err(ApiError::bad(format!(
                "openings: '{}' is not possible here",
                text::short(openings)
            ))
            .hint("write auto, plies:2 (all openings of 2 plies) or random:6")),
        }
    }

    fn check_numbers(&self) -> Result<(), ApiError> {
        if self
            .games
            .is_some_and(|n| n == 0 || n % 2 == 1 || n > MOST_GAMES)
        {
            return Err(
                ApiError::bad("games: every opening is played with both colours")
                    .hint(format!("give an even number from 2 to {MOST_GAMES}")),
            );
        }
        if self.threads.is_some_and(|n| n == 0 || n > MOST_THREADS) {
            return Err(ApiError::bad("threads: the number is out of range")
                .hint(format!("give a number from 1 to {MOST_THREADS}")));
        }
        if self.elo_model.is_some() && self.sprt.is_none() {
            return Err(ApiError::bad("elo_model: only for a sequential test")
                .hint("give sprt too, as in 0,10"));
        }
        Ok(())
    }

    /// The sequential test.
    ///
    /// # Errors
    /// It is no test.
    pub fn test(&self) -> Result<Option<gametree_arena::Sprt>, ApiError> {
        let Some(text) = &self.sprt else {
            return Ok(None);
        };
        let wrong = || {
            ApiError::bad(format!("sprt: '{}' is not a test", text::short(text))).hint(
                "give two numbers, the smaller first: 0,10 tests whether A is 0 or 10 Elo stronger",
            )
        };
        let (low, high) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| {
            text.trim()
                .parse::<f64>()
                .ok()
                .filter(|elo| elo.abs() <= 1000.0)
        };
        let (elo0, elo1) = (
            number(low).ok_or_else(wrong)?,
            number(high).ok_or_else(wrong)?,
        );
        if elo0 >= elo1 {
            return Err(wrong());
        }
        let model = match self.elo_model {
            Some(EloModel::Normalized) => gametree_arena::Model::Normalized,
            Some(EloModel::Logistic) | None => gametree_arena::Model::Logistic,
        };
        Ok(Some(gametree_arena::Sprt {
            model,
            ..gametree_arena::Sprt::new(elo0, elo1)
        }))
    }

    fn check_over(&self) -> Result<(), ApiError> {
        match (self.kind, &self.over) {
            (Kind::Match, None) => Ok(()),
            (Kind::Sweep, Some(over)) => text::over(over),
            (Kind::Match, Some(_)) => Err(ApiError::bad("over: only for a sweep")),
            (Kind::Sweep, None) => Err(ApiError::bad(
                "over: a sweep needs the values of a parameter",
            )
            .hint("write c=0.5,1,2 or c=0.5..2:4")),
        }
    }
}
