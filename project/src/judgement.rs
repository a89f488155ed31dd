//! What a move loses, as annotators mark it.

use gametree::{Player, Score};
use gametree_catalog::StoredGame;

/// A mark for a move that loses winning chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Mark {
    /// The mark of a move that loses this much of a hundred in winning chances.
    #[must_use]
    pub fn of(lost: f64) -> Option<Mark> {
        match lost {
            _ if lost > 15.0 => Some(Mark::Blunder),
            _ if lost > 10.0 => Some(Mark::Mistake),
            _ if lost > 5.0 => Some(Mark::Inaccuracy),
            _ => None,
        }
    }

    /// As annotators write it.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Mark::Inaccuracy => "?!",
            Mark::Mistake => "?",
            Mark::Blunder => "??",
        }
    }

    /// As a numeric annotation glyph of a PGN.
    #[must_use]
    pub fn glyph(self) -> u8 {
        match self {
            Mark::Inaccuracy => 6,
            Mark::Mistake => 2,
            Mark::Blunder => 4,
        }
    }
}

/// A player's chances of winning, of a hundred.
#[must_use]
pub fn chances(game: &StoredGame, value: Score, player: Player) -> f64 {
    let first = 100.0 * game.chance(value);
    if player == Player::FIRST {
        first
    } else {
        100.0 - first
    }
}

#[cfg(test)]
mod tests {
    use gametree_catalog::ProjectGame;

    use super::*;

    #[test]
    fn marks_grow_with_what_is_lost() {
        let marks = [4.9, 5.1, 10.1, 15.1].map(|lost| Mark::of(lost).map(Mark::text));
        assert_eq!(marks, [None, Some("?!"), Some("?"), Some("??")]);
    }

    #[test]
    fn chances_grow_with_the_value_and_are_both_players_together() {
        let game = ProjectGame::open("chess").expect("in the catalog").facts;
        let score = Score::points(120);
        assert!(chances(game, score, Player::FIRST) > 60.0);
        let sum = chances(game, score, Player::FIRST) + chances(game, score, Player::SECOND);
        assert!((sum - 100.0).abs() < 1e-9);
        assert_eq!(chances(game, Score::loss_in(4), Player::SECOND), 100.0);
    }
}
