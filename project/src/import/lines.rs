//! What a file says of one start: a tree of moves, values, comments. The same for games and for
//! records.

use gametree::{Game, Persistent, Player, Score};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;

/// A tree of moves. Position 0 is the start; every position comes after the one before it.
pub struct Lines {
    /// The positions.
    pub places: Vec<Place>,
    /// Who says so.
    pub source: String,
    /// Moves after the game's end, which cannot be.
    pub beyond: usize,
    /// The game that was played, where it is one.
    pub played: Option<Played>,
    /// How many games or records it is made of.
    pub items: usize,
    /// More moves, each from a place to another.
    pub more: Vec<(usize, Move)>,
}

/// A game as it was played.
pub struct Played {
    /// Its record.
    pub text: String,
    /// The places of its main line, the start included.
    pub main_line: Vec<usize>,
}

/// A position of the tree, and what is said of it.
pub struct Place {
    /// The place before, and the move; `None` at the start.
    pub by: Option<(usize, Move)>,
    /// The position.
    pub position: Chess,
    /// Its value.
    pub said: Option<Said>,
    /// Comments.
    pub note: String,
}

/// A value from elsewhere.
pub struct Said {
    /// White's view.
    pub value: Score,
    /// The line expected.
    pub line: Vec<Move>,
    /// The depth; 0 when unknown.
    pub depth: u32,
    /// Positions searched; 0 when unknown.
    pub nodes: u64,
}

impl Lines {
    /// A start without moves.
    pub fn new(start: &Chess, source: String) -> Lines {
        let mut position = start.clone();
        position.normalize();
        let place = Place {
            by: None,
            position,
            said: None,
            note: String::new(),
        };
        Lines {
            places: vec![place],
            source,
            beyond: 0,
            played: None,
            items: 1,
            more: Vec::new(),
        }
    }

    /// A move; gives its place, or nothing where the game is over before it.
    pub fn add(&mut self, from: usize, m: Move) -> Option<usize> {
        let before = &self.places[from].position;
        if before.outcome().is_some() {
            self.beyond += 1;
            return None;
        }
        let mut position = before.after(m);
        position.normalize();
        self.places.push(Place {
            by: Some((from, m)),
            position,
            said: None,
            note: String::new(),
        });
        Some(self.places.len() - 1)
    }
}

/// A mate in this many moves, negative when White is mated; nothing for a game that is over.
pub fn mate(position: &Chess, moves: i32) -> Option<Score> {
    let white_moves = position.turn() == Player::FIRST;
    let plies = |mover_wins: bool| moves.unsigned_abs().min(5000) * 2 - u32::from(mover_wins);
    match moves {
        0 => None,
        1.. => Some(Score::win_in(plies(white_moves))),
        _ => Some(Score::loss_in(plies(!white_moves))),
    }
}

/// Hundredths of a pawn, as many as a value can have.
pub fn points(value: i32) -> Score {
    const MOST: i32 = 100_000;
    Score::points(value.clamp(-MOST, MOST))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_plies_from_the_mover() {
        let white = Chess::default();
        let black: Chess = "4k3/8/8/8/8/8/8/4K2R b K - 0 1"
            .parse()
            .expect("a position");
        assert_eq!(mate(&white, 3), Some(Score::win_in(5)));
        assert_eq!(mate(&white, -3), Some(Score::loss_in(6)));
        assert_eq!(mate(&black, 3), Some(Score::win_in(6)));
        assert_eq!(mate(&black, -3), Some(Score::loss_in(5)));
        assert_eq!(mate(&black, 0), None);
    }
}
