//! The worth of a Breakthrough position: pieces, how far they are, how well they stand, and races
//! that are decided (race patterns after Saffidine, Jouandeau and Cazenave 2011, of which only the
//! simplest is used).

use gametree::{Evaluator, Game, Player};

use super::{Board, targets};

/// Points in hundredths of a piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positional {
    /// What each feature is worth.
    pub weights: Weights,
}

/// What each feature is worth, in hundredths of a piece. The default was selected by matches at
/// depths 2 to 4.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    /// A piece.
    pub piece: i32,
    /// A piece this many rows from its goal.
    pub away: [i32; 8],
    /// A piece that guards its home row.
    pub home: i32,
    /// A piece that another protects. (Below zero by default: attacked pieces are counted on their
    /// own, and what is left of protection is a huddle that is slow to move.)
    pub protected: i32,
    /// A piece attacked and not protected, its owner to move.
    pub loose: i32,
    /// The same, the opponent to move.
    pub hanging: i32,
    /// A runaway that may still come too late.
    pub runaway: i32,
    /// A race that is won ([`Board::race`]).
    pub race: i32,
    /// What a won race loses with every ply that it takes.
    pub delay: i32,
}

impl Default for Weights {
    fn default() -> Self {
        Weights {
            piece: 100,
            away: [0, 130, 60, 30, 13, 5, 0, 0],
            home: 12,
            protected: -5,
            loose: 0,
            hanging: -130,
            runaway: 60,
            race: 3000,
            delay: 100,
        }
    }
}

impl Evaluator<Board> for Positional {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        let race = match board.race() {
            None => 0,
            Some((winner, plies)) => {
                let worth = self.weights.race - self.weights.delay * plies as i32;
                if winner == Player::FIRST {
                    worth
                } else {
                    -worth
                }
            }
        };
        let side = |player| self.weights.side(board, player);
        side(Player::FIRST) - side(Player::SECOND) + race
    }
}

impl Weights {
    /// Everything but the race, for one player.
    #[inline]
    fn side(&self, board: &Board, player: Player) -> i32 {
        let (mine, theirs) = (board.of(player), board.of(player.opponent()));
        let count = |set: u64| set.count_ones() as i32;
        let protected = diagonal(board, mine, player);
        let loose = mine & diagonal(board, theirs, player.opponent()) & !protected;
        let in_row = |away: u8| count(mine & board.before_goal(player, away));
        let advance: i32 = (1..board.rows - 1)
            .map(|away| self.away[usize::from(away)] * in_row(away))
            .sum();
        self.piece * count(mine)
            + advance
            + self.home * in_row(board.rows - 1)
            + self.protected * count(mine & protected)
            + if board.turn() == player {
                self.loose
            } else {
                self.hanging
            } * count(loose)
            + self.runaway * count(board.runaways(player))
    }
}

/// The squares that pieces of a player attack.
#[inline]
pub(super) fn diagonal(board: &Board, pieces: u64, player: Player) -> u64 {
    let [left, _, right] = targets(pieces, player, board.area);
    left | right
}

impl Board {
    /// The player whose runaway gets home before any piece of the opponent's can, and in how many
    /// plies: a proof that they win. A runaway is a piece with none of the opponent's in the cone
    /// of squares before it; since both sides only move forward, none ever comes near it.
    #[inline]
    #[must_use]
    pub fn race(&self) -> Option<(Player, u32)> {
        let wins = |player: Player| {
            let plies = self.plies_home(self.runaways(player), player)?;
            let other = player.opponent();
            let sooner = self.plies_home(self.of(other), other)? < plies;
            (!sooner).then_some((player, plies))
        };
        wins(Player::FIRST).or_else(|| wins(Player::SECOND))
    }

    #[inline]
    pub(super) fn runaways(&self, player: Player) -> u64 {
        self.of(player) & !cone(self, player.opponent())
    }

    /// The plies until the foremost of these pieces of a player is home.
    #[inline]
    fn plies_home(&self, pieces: u64, player: Player) -> Option<u32> {
        let away = (1..self.rows).find(|&away| pieces & self.before_goal(player, away) != 0)?;
        Some(2 * u32::from(away) - u32::from(self.turn == player))
    }
}

/// The squares that the pieces of a player can ever reach on an empty board, their own included.
#[inline]
fn cone(board: &Board, player: Player) -> u64 {
    let mut reach = board.of(player);
    for _ in 1..board.rows {
        let [left, straight, right] = targets(reach, player, board.area);
        reach |= left | straight | right;
    }
    reach
}
