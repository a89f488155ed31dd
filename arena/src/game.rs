//! What is recorded of a game between two sides.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::adjudicate::{DrawByScore, WinByScore};
use crate::clock::TimeControl;
use crate::contender::Choice;
use crate::move_stats::MoveStats;

/// A side of the match, whatever colour it has in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The one whose view the result is.
    A,
    /// The other one.
    B,
}

impl Side {
    /// The other side.
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::A => Side::B,
            Side::B => Side::A,
        }
    }
}

/// A game's result in the view of A.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Points {
    /// A won.
    Win,
    /// Neither won.
    Draw,
    /// B won.
    Loss,
}

impl Points {
    /// Half points of A: 2, 1 or 0.
    #[must_use]
    pub fn halves(self) -> usize {
        match self {
            Points::Win => 2,
            Points::Draw => 1,
            Points::Loss => 0,
        }
    }

    /// The result of a margin. What is no number is no win.
    pub(crate) fn of(margin: f64) -> Points {
        match margin {
            _ if margin > 0.0 => Points::Win,
            _ if margin < 0.0 => Points::Loss,
            _ => Points::Draw,
        }
    }
}

/// Why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// By the rules of the game.
    Rules,
    /// It was as long as a game may be: a draw.
    MaxPlies,
    /// Both had proven the same result.
    BothProven,
    /// Both had said for long enough what the game is worth.
    Score,
    /// The result of the position is known: from endgame tables.
    Tablebases,
    /// The loser had no time left.
    Time,
    /// The loser's move was not legal.
    IllegalMove(String),
    /// The loser failed.
    Failed(String),
}

impl Reason {
    /// The kind of it, without what was said.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Reason::Rules => "rules",
            Reason::MaxPlies => "too long",
            Reason::BothProven => "both proven",
            Reason::Score => "score",
            Reason::Tablebases => "tablebases",
            Reason::Time => "time",
            Reason::IllegalMove(_) => "illegal move",
            Reason::Failed(_) => "failed",
        }
    }
}

/// In words.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Reason::IllegalMove(m) => write!(f, " {m}"),
            Reason::Failed(why) => write!(f, ": {why}"),
            _ => Ok(()),
        }
    }
}

/// When a game ends before the rules end it. The default: never.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// A draw after this many plies, those of the opening not counted; moves of chance are plies
    /// too.
    pub max_plies: Option<u32>,
    /// Ends when the last choice of each side was proven, with the same result. Only where there
    /// are two seats.
    pub both_proven: bool,
    /// Clocks for the whole game.
    pub clock: Option<TimeControl>,
    /// A win on which both agree by their values. Only where there are two seats.
    pub win_by_score: Option<WinByScore>,
    /// A draw on which both agree by their values. Only where there are two seats.
    pub draw_by_score: Option<DrawByScore>,
}

/// What a side spent on a game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Spent {
    /// Moves selected.
    pub choices: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Calls of the evaluator.
    pub evaluations: u64,
    /// Calls of the move operator.
    pub moves: u64,
    /// Time used.
    pub seconds: f64,
}

impl Spent {
    pub(crate) fn add<M>(&mut self, choice: &Choice<M>) {
        self.choices += 1;
        self.nodes += choice.counts.nodes;
        self.evaluations += choice.counts.evaluations;
        self.moves += choice.counts.moves;
        self.seconds += choice.time.as_secs_f64();
    }

    /// Calls of the move operator in a second.
    #[must_use]
    pub fn moves_per_second(&self) -> f64 {
        if self.seconds > 0.0 {
            self.moves as f64 / self.seconds
        } else {
            0.0
        }
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.choices += other.choices;
        self.nodes += other.nodes;
        self.evaluations += other.evaluations;
        self.moves += other.moves;
        self.seconds += other.seconds;
    }
}

/// A finished game of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number in the match, from 0. The games 2k and 2k + 1 are a pair.
    pub number: usize,
    /// The opening's name.
    pub opening: String,
    /// Who was the first player. Of more seats than two this side has the first, the third and so
    /// on, the other side the rest.
    pub first: Side,
    /// The moves after the opening, those of chance among them: the game can be played again.
    pub moves: Vec<String>,
    /// The result, A's view.
    pub result: Points,
    /// Why it ended.
    pub reason: Reason,
    /// What A spent.
    pub a: Spent,
    /// What B spent.
    pub b: Spent,
    /// The mean payoff of A's seats less that of B's. `None` where the game was lost by a failure
    /// or an illegal move, or ended as proven: then how much there was to win is unknown. 0 where
    /// it was too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// What was spent on each move and said of it; empty in journals from before it was recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stats: Vec<MoveStats>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Journals from before there were margins.
    #[test]
    fn records_without_a_margin_are_read() {
        let spent = r#"{"choices":1,"nodes":2,"evaluations":3,"moves":4,"seconds":0.5}"#;
        let old = format!(
            r#"{{"number":0,"opening":"4","first":"a","moves":["1"],"result":"win","reason":"rules","a":{spent},"b":{spent}}}"#
        );
        let game: GameRecord = serde_json::from_str(&old).unwrap();
        assert_eq!((game.margin, game.result), (None, Points::Win));
        assert_eq!(
            serde_json::to_string(&game).unwrap(),
            old,
            "and written as they were"
        );
        let new = GameRecord {
            margin: Some(0.1 + 0.2),
            ..game
        };
        let back: GameRecord = serde_json::from_str(&serde_json::to_string(&new).unwrap()).unwrap();
        assert_eq!(back, new);
    }
}
