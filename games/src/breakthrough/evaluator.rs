//! The worth of a Breakthrough position: pieces, how far they are, how well they stand, and races that are
//! decided (race patterns after Saffidine, Jouandeau and Cazenave 2011, of which only the simplest is used).

use gametree::{Evaluator, Game, Player};

use super::{Board, targets};

/// Points in hundredths of a piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Positional;

/// A piece.
const PIECE: i32 = 100;
/// A piece so many rows from its goal.
const AWAY: [i32; 8] = [0, 150, 70, 35, 16, 6, 0, 0];
/// A piece that guards its home row.
const HOME: i32 = 12;
/// A piece that another protects.
const PROTECTED: i32 = 8;
/// A piece attacked and not protected, with its owner to move, and with the opponent to move.
const LOOSE: [i32; 2] = [-10, -70];
/// A runaway that may still come too late.
const RUNAWAY: i32 = 60;
/// A race that is won, less this much for every ply it takes.
const RACE: (i32, i32) = (3000, 100);

impl Evaluator<Board> for Positional {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        let race = match board.race() {
            None => 0,
            Some((winner, plies)) => {
                let worth = RACE.0 - RACE.1 * plies as i32;
                if winner == Player::FIRST { worth } else { -worth }
            }
        };
        side(board, Player::FIRST) - side(board, Player::SECOND) + race
    }
}

/// Everything but the race, for one player.
#[inline]
fn side(board: &Board, player: Player) -> i32 {
    let (mine, theirs) = (board.of(player), board.of(player.opponent()));
    let count = |set: u64| set.count_ones() as i32;
    let diagonal = |pieces: u64, player: Player| {
        let [left, _, right] = targets(pieces, player, board.area);
        left | right
    };
    let protected = diagonal(mine, player);
    let loose = mine & diagonal(theirs, player.opponent()) & !protected;
    let rows = 1..board.rows - 1;
    let advance: i32 =
        rows.map(|away| AWAY[usize::from(away)] * count(mine & board.before_goal(player, away))).sum();
    PIECE * count(mine)
        + advance
        + HOME * count(mine & board.before_goal(player, board.rows - 1))
        + PROTECTED * count(mine & protected)
        + LOOSE[usize::from(board.turn() != player)] * count(loose)
        + RUNAWAY * count(board.runaways(player))
}

impl Board {
    /// The player whose runaway gets home before any piece of the opponent's can, and in how many plies: a
    /// proof that he wins. A runaway is a piece with none of the opponent's in the cone of squares before it;
    /// since both sides only move forward, none ever comes near it.
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
    fn runaways(&self, player: Player) -> u64 {
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
