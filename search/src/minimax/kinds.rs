//! History by kinds of moves, and by the moves before them: what cut off after the same last move, or
//! the same last but one, is likely to cut off again ("counter moves", Uiterwijk 1992; "continuation
//! history", as in many chess programs since 2016).

use crate::game::{Likeness, Player};

/// The kinds of the moves that led to a position: the last, and the one before it.
pub(crate) type Trail = [Option<u16>; 2];

/// Counts stay between this and its negative.
const MOST: i32 = 1 << 13;
const KINDS: usize = Likeness::KINDS;

/// What cutoffs taught of kinds of moves.
#[derive(Clone, Debug, Default)]
pub(crate) struct KindHistory {
    /// By player and kind. Empty until something is learned, as the others.
    plain: Vec<i16>,
    /// By player, the kind of an earlier move of the trail, and kind.
    following: [Vec<i16>; 2],
}

#[inline]
fn plain_slot(mover: Player, kind: u16) -> usize {
    (mover.0 as usize & 1) * KINDS + kind as usize % KINDS
}

#[inline]
fn following_slot(mover: Player, earlier: u16, kind: u16) -> usize {
    ((mover.0 as usize & 1) * KINDS + earlier as usize % KINDS) * KINDS + kind as usize % KINDS
}

impl KindHistory {
    pub fn new() -> KindHistory {
        KindHistory::default()
    }

    /// The counts that matter after these moves, to be found once for all moves of a position.
    #[inline]
    pub fn rows(&self, mover: Player, trail: Trail) -> Rows<'_> {
        let plain = row(&self.plain, plain_slot(mover, 0));
        let after = |place: usize| {
            let earlier = trail[place]?;
            row(&self.following[place], following_slot(mover, earlier, 0))
        };
        Rows {
            counts: [plain, after(0), after(1)].map(|counts| counts.unwrap_or(&UNKNOWN)),
        }
    }

    /// A move of this kind cut off (a positive gain), or was tried in vain before one that did.
    pub fn learn(&mut self, mover: Player, kind: u16, trail: Trail, gain: i32) {
        if self.plain.is_empty() {
            self.plain.resize(2 * KINDS, 0);
            for counts in &mut self.following {
                counts.resize(2 * KINDS * KINDS, 0);
            }
        }
        approach(&mut self.plain[plain_slot(mover, kind)], gain);
        for (earlier, counts) in trail.iter().zip(&mut self.following) {
            if let Some(earlier) = *earlier {
                approach(&mut counts[following_slot(mover, earlier, kind)], gain);
            }
        }
    }

    /// A new search: what is not bound to earlier moves counts half.
    pub fn fade(&mut self) {
        self.plain.iter_mut().for_each(|count| *count /= 2);
    }
}

/// The counts of all kinds of moves in one position.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'h> {
    counts: [&'h [i16; KINDS]; 3],
}

/// Where nothing was learned yet.
static UNKNOWN: [i16; KINDS] = [0; KINDS];

#[inline]
fn row(counts: &[i16], start: usize) -> Option<&[i16; KINDS]> {
    counts.get(start..)?.first_chunk()
}

impl Rows<'_> {
    /// What speaks for a move of this kind: at most three times the limit of a count.
    #[inline]
    pub fn of(&self, kind: u16) -> i32 {
        let of = |counts: &[i16; KINDS]| counts.get(kind as usize).map_or(0, |&n| i32::from(n));
        self.counts.map(of).iter().sum()
    }
}

/// Moves a count towards its limit, the slower the nearer it is.
#[inline]
fn approach(count: &mut i16, gain: i32) {
    let old = i32::from(*count);
    let gain = gain.clamp(-MOST, MOST);
    *count = (old + gain - old * gain.abs() / MOST).clamp(-MOST, MOST) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cut_off_after_the_same_move_counts_more_there() {
        let mut history = KindHistory::new();
        let here = [Some(7), Some(300)];
        assert_eq!(history.rows(Player::FIRST, here).of(5), 0);
        history.learn(Player::FIRST, 5, here, 100);
        history.learn(Player::FIRST, 6, here, -100);
        let at = |kind, trail| history.rows(Player::FIRST, trail).of(kind);
        assert!(at(5, here) > at(5, [Some(7), None]));
        assert!(at(5, [Some(7), None]) > at(5, [None, None]));
        assert!(at(5, [None, None]) > 0 && at(6, here) < 0);
        assert_eq!(
            history.rows(Player::SECOND, here).of(5),
            0,
            "each player has its own"
        );
    }

    #[test]
    fn counts_never_leave_their_limits() {
        let mut history = KindHistory::new();
        for gain in [50_000, -3, 9000, 8191] {
            for _ in 0..100 {
                history.learn(Player::SECOND, 383, [Some(383); 2], gain);
            }
            assert!(history.rows(Player::SECOND, [Some(383); 2]).of(383).abs() <= 3 * MOST);
        }
    }
}
