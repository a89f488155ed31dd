//! The game before a position, as far as the rules remember it: since the last capture or pawn
//! move.
//!
//! A position that occurs for the third time is a draw (FIDE 9.2; no claim is waited for). Of the
//! moves before the root of an analysis only that matters: what has occurred twice is a draw when
//! it is reached again. What has occurred once changes no value, because endless play is a draw
//! anyway and a win never needs to repeat; engines, too, count it only with two more. So a game is
//! remembered only if a position in it occurred twice since the last capture or pawn move, and only
//! until the next: then it is part of the identity of what follows.

use gametree::rng::mix;
use shakmaty::{Move, Position};

use crate::identity;

/// Where the moves that were played end in a text, and those that are only tried begin.
pub(crate) const ROOT: &str = "|";

/// Moves since the last capture or pawn move.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    start: shakmaty::Chess,
    moves: Vec<Move>,
    /// How many of the moves were played; the others are an analysis.
    played: usize,
    /// What occurred at least twice in the game, sorted.
    twice: Vec<u128>,
    /// Whether the last position of the game is one of those that occurred twice before it.
    third: bool,
}

impl Past {
    /// What is remembered of the moves of a game; nothing where no position occurred twice since the
    /// last capture or pawn move.
    pub(crate) fn of_game(start: &shakmaty::Chess, moves: &[Move]) -> Option<Past> {
        let mut past = Past {
            start: start.clone(),
            moves: Vec::new(),
            played: 0,
            twice: Vec::new(),
            third: false,
        };
        let mut position = start.clone();
        let mut key = identity::of(start);
        let mut seen = vec![key];
        for &m in moves {
            key = identity::play(&mut position, key, m, |_| {});
            past.moves.push(m);
            if position.halfmoves() == 0 {
                past.start = position.clone();
                past.moves.clear();
                seen.clear();
            }
            seen.push(key);
        }
        past.played = past.moves.len();
        past.third = seen.iter().filter(|&&other| other == key).count() > 2;
        past.twice = repeated(seen);
        (!past.twice.is_empty()).then_some(past)
    }

    /// The past after one more move of the analysis, which is neither a capture nor a pawn move.
    pub(crate) fn after(&self, m: Move) -> Past {
        let mut past = self.clone();
        past.moves.push(m);
        past
    }

    /// Whether a position, which this is the past of, occurs for the third time.
    pub(crate) fn is_third(&self, key: u128) -> bool {
        if self.moves.len() == self.played {
            self.third
        } else {
            self.twice.binary_search(&key).is_ok()
        }
    }

    /// What it adds to the identity of every position that follows.
    pub(crate) fn identity(&self) -> u128 {
        self.twice.iter().fold(0, |all, &key| {
            let low = mix(key as u64 ^ all as u64);
            let high = mix((key >> 64) as u64 ^ low);
            u128::from(high) << 64 | u128::from(low)
        })
    }

    /// Where the moves begin.
    pub(crate) fn start(&self) -> &shakmaty::Chess {
        &self.start
    }

    /// All moves, in the order in which they came.
    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The moves of the game.
    pub(crate) fn played(&self) -> &[Move] {
        &self.moves[..self.played]
    }

    /// The moves of the analysis.
    pub(crate) fn tried(&self) -> &[Move] {
        &self.moves[self.played..]
    }
}

/// What is in a list at least twice, once each, sorted.
fn repeated(mut keys: Vec<u128>) -> Vec<u128> {
    keys.sort_unstable();
    let mut twice: Vec<u128> = keys
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .map(|pair| pair[0])
        .collect();
    twice.dedup();
    twice
}
