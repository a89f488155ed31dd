//! The worth of a Breakthrough position on 8 × 8 squares: every filling of every row by a player's
//! pieces has a weight, which covers pieces, how far they are, and who stands beside whom, in one
//! look-up per row; then what is attacked and protected, and races.
//!
//! The weights were fitted by logistic regression (AdaGrad) to self-play of this project's
//! principal variation search, every position that it could not settle labelled with the winner of
//! the game (362,000 positions); a filling's weight is a sum over its pieces, pairs of neighbours,
//! pairs two apart and a small rest of its own. A filling and its mirror image share one weight.
//! What the move is worth by itself is a named weight, [`Rows::tempo`].

use std::sync::LazyLock;

use gametree::{Evaluator, Game, Player};

use super::{Board, NOT_FIRST_COLUMN, NOT_LAST_COLUMN, Positional};

/// Points: 120 of them are one unit of log-odds, and a piece is worth some 50. On boards other than
/// 8 × 8 it is [`Positional`]'s value.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// Having the move.
    pub tempo: i32,
    /// A piece that another protects.
    pub protected: i32,
    /// A free square that one's pieces attack and the opponent's do not.
    pub controlled: i32,
    /// A piece of the mover's, attacked and not protected; and once for having any.
    pub loose: (i32, i32),
    /// The same of the opponent's: the mover may take it.
    pub hanging: (i32, i32),
    /// A piece attacked and protected: of the mover's, of the opponent's.
    pub contested: (i32, i32),
    /// A runaway ([`Board::race`]) that may still come too late.
    pub runaway: i32,
    /// A race that is won.
    pub race: i32,
    /// What a won race loses with every ply that it takes.
    pub delay: i32,
    /// For other boards.
    pub other: Positional,
}

impl Default for Rows {
    fn default() -> Self {
        Rows {
            tempo: 7,
            protected: 4,
            controlled: 17,
            loose: (30, -27),
            hanging: (1, 81),
            contested: (26, -27),
            runaway: 278,
            race: 3000,
            delay: 100,
            other: Positional::default(),
        }
    }
}

impl Evaluator<Board> for Rows {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        if board.rows != 8 || board.columns != 8 {
            return self.other.evaluate(board);
        }
        // The mover's pieces always go up.
        let [first, second] = board.pieces;
        let movers = if board.turn() == Player::FIRST {
            self.movers(first, second)
        } else {
            self.movers(second.swap_bytes(), first.swap_bytes())
        };
        if board.turn() == Player::FIRST {
            movers
        } else {
            -movers
        }
    }
}

impl Rows {
    /// The mover's view: `mine` go up, `theirs` down.
    #[inline]
    fn movers(&self, mine: u64, theirs: u64) -> i32 {
        let (up, down) = (ahead(mine), ahead(theirs.swap_bytes()).swap_bytes());
        let count = |set: u64| set.count_ones() as i32;
        let each = |(piece, any): (i32, i32), set: u64| {
            piece * count(set) + if set == 0 { 0 } else { any }
        };
        let free = !(mine | theirs);
        let tables: &Tables = &TABLES;
        tables.side(mine) - tables.side(theirs.swap_bytes())
            + self.tempo
            + self.protected * (count(mine & up) - count(theirs & down))
            + self.controlled * (count(up & free & !down) - count(down & free & !up))
            + each(self.loose, mine & down & !up)
            + each(self.hanging, theirs & up & !down)
            + self.contested.0 * count(mine & down & up)
            + self.contested.1 * count(theirs & up & down)
            + self.running(mine, theirs)
    }

    /// Runaways, and races that they win.
    #[inline]
    fn running(&self, mine: u64, theirs: u64) -> i32 {
        let runaways = mine & !cone(theirs.swap_bytes()).swap_bytes();
        let others = theirs & !cone(mine);
        if runaways | others == 0 {
            return 0;
        }
        let more = runaways.count_ones() as i32 - others.count_ones() as i32;
        // Plies until the foremost is home: the mover's go to row 8, the others to row 1.
        let home = |pieces: u64| 2 * (pieces.leading_zeros() as i32 / 8) - 1;
        let away = |pieces: u64| 2 * (pieces.trailing_zeros() as i32 / 8);
        let race = if runaways != 0 && home(runaways) < away(theirs) {
            self.race - self.delay * home(runaways)
        } else if others != 0 && away(others) < home(mine) {
            self.delay * away(others) - self.race
        } else {
            0
        };
        self.runaway * more + race
    }
}

/// The squares that pieces going up attack.
#[inline]
fn ahead(pieces: u64) -> u64 {
    pieces << 7 & NOT_LAST_COLUMN | pieces << 9 & NOT_FIRST_COLUMN
}

/// The squares that pieces going up can ever reach, their own included: one, two, then four rows at
/// a time.
#[inline]
fn cone(pieces: u64) -> u64 {
    let wide = |set: u64| set | (set & NOT_LAST_COLUMN) << 1 | (set & NOT_FIRST_COLUMN) >> 1;
    let one = pieces | wide(pieces) << 8;
    let three = one | wide(wide(one)) << 16;
    three | wide(wide(wide(wide(three)))) << 32
}

/// The weights of all fillings of the rows, counted from home.
struct Tables([[i16; 256]; 8]);

/// Points.
const UNIT: i16 = 4;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

impl Tables {
    /// The file has a byte for every filling that is not greater than its mirror image, row by row.
    fn read() -> Tables {
        let mut bytes = include_bytes!("rows.bin").iter();
        let mut all = [[0; 256]; 8];
        for row in &mut all {
            for filling in 0..=255u8 {
                let mirrored = filling.reverse_bits();
                row[usize::from(filling)] = if filling <= mirrored {
                    i16::from(*bytes.next().expect("a weight for every filling") as i8) * UNIT
                } else {
                    row[usize::from(mirrored)]
                };
            }
        }
        Tables(all)
    }

    /// The sum for pieces that go up.
    #[inline]
    fn side(&self, pieces: u64) -> i32 {
        let rows = pieces.to_le_bytes().into_iter().zip(&self.0);
        rows.map(|(filling, row)| i32::from(row[usize::from(filling)]))
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cones_are_what_single_steps_reach() {
        let mut rng = gametree::rng::Rng::new(4);
        for _ in 0..1000 {
            let pieces = rng.below(usize::MAX) as u64
                & rng.below(usize::MAX) as u64
                & rng.below(usize::MAX) as u64;
            let mut slow = pieces;
            for _ in 0..7 {
                slow |= ahead(slow) | slow << 8;
            }
            assert_eq!(cone(pieces), slow);
        }
    }

    #[test]
    fn the_file_has_a_weight_for_every_filling_and_no_more() {
        let symmetric = (0..=255u8)
            .filter(|filling| filling.reverse_bits() == *filling)
            .count();
        assert_eq!(include_bytes!("rows.bin").len(), 8 * (256 + symmetric) / 2);
    }
}
