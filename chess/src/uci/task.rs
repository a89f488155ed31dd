//! A task for one engine.

use std::time::Duration;

use gametree::{Game, Persistent, Readable};
use shakmaty::Move;

use super::cancel::CancelToken;
use super::error::ErrorKind;
use crate::Chess;

/// When a search ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effort {
    /// After this many positions. An engine that goes on much longer is stopped.
    Nodes(u64),
    /// After this time.
    Time(Duration),
    /// After this depth.
    Depth(u32),
    /// After this time, and earlier once it has reported this many positions: for engines that do
    /// not obey [`Effort::Nodes`].
    TimeForNodes {
        /// The positions that are enough.
        nodes: u64,
        /// The time that they should take.
        time: Duration,
    },
}

/// A task for one engine.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The moves to choose from; empty: all legal ones.
    pub among: &'a [Move],
    /// When to end.
    pub effort: Effort,
    /// How many of the best lines to tell, at least 1.
    pub lines: u32,
    /// Forget everything before (`ucinewgame`): the same result whatever came before.
    pub fresh: bool,
    /// To stop it from elsewhere.
    pub cancel: CancelToken,
}

impl<'a> Task<'a> {
    /// The best move of all, in a position.
    #[must_use]
    pub fn new(position: &'a Chess, effort: Effort) -> Task<'a> {
        Task {
            position,
            among: &[],
            effort,
            lines: 1,
            fresh: false,
            cancel: CancelToken::new(),
        }
    }

    /// Nothing illegal reaches an engine.
    pub(super) fn check(&self) -> Result<(), ErrorKind> {
        let refuse = |why: String| Err(ErrorKind::BadQuestion(why));
        let again = Chess::read(&self.position.write());
        match again {
            Err(why) => return refuse(format!("the position is not legal: {why}")),
            Ok(again) if again.identity() != self.position.identity() => {
                return refuse("the position is not what its text says".to_owned());
            }
            Ok(_) => {}
        }
        let legal: Vec<Move> = self.position.moves().collect();
        if legal.is_empty() {
            return refuse("the game is over".to_owned());
        }
        match self.among.iter().find(|m| !legal.contains(m)) {
            Some(m) => refuse(format!("the move {m} is not legal here")),
            None => Ok(()),
        }
    }

    pub(super) fn go(&self) -> String {
        let mut text = match self.effort {
            Effort::Nodes(nodes) => format!("go nodes {}", nodes.max(1)),
            Effort::Time(time) | Effort::TimeForNodes { time, .. } => {
                format!("go movetime {}", time.as_millis().max(1))
            }
            Effort::Depth(depth) => format!("go depth {}", depth.max(1)),
        };
        // Last: some engines take all that follows for moves.
        if !self.among.is_empty() {
            text += " searchmoves";
            for &m in self.among {
                text += " ";
                text += &self.position.uci(m);
            }
        }
        text
    }
}
