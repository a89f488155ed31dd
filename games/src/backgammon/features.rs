//! What can be seen of a side at a glance: pips, blots, shots, points, primes, the bar, checkers
//! borne off, contact.
//!
//! Sets of points are words, bit `p` the point `p` as the side itself counts; the opponent's come
//! turned round.

/// What a side has, as its owner sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features {
    /// The way all checkers still have to go.
    pub pips: u32,
    /// Single checkers that an enemy may still hit.
    pub blots: u32,
    /// How many of the 36 rolls hit a blot directly, with one die; points in between are not looked
    /// at.
    pub shots: u32,
    /// Points held in one's own home.
    pub home: u32,
    /// Points held in the enemy's home.
    pub anchors: u32,
    /// The longest run of adjacent points held, up to six.
    pub prime: u32,
    /// The point of the rearmost checker, 25 for the bar; 0 where all are off.
    pub rear: u32,
    /// Checkers on the bar.
    pub bar: u32,
    /// Checkers borne off.
    pub off: u32,
    /// Whether checkers of both sides have yet to pass each other.
    pub contact: bool,
}

const HOME: u32 = 0x7e;
const FAR: u32 = 0x7e << 18;

impl Features {
    /// What is seen of `mine` against `theirs`, each on their own points.
    #[inline]
    #[must_use]
    pub fn of(mine: &[u8; 26], theirs: &[u8; 26]) -> Features {
        let (mut pips, mut singles, mut held, mut enemies) = (0, 0, 0, 0);
        for (point, &count) in mine.iter().enumerate().skip(1) {
            pips += point as u32 * u32::from(count);
            singles |= u32::from(count == 1) << point;
            held |= u32::from(count > 1) << point;
        }
        // The enemy's bar lies before one's own 1-point, at bit 0.
        for (point, &count) in theirs.iter().enumerate().skip(1) {
            enemies |= u32::from(count > 0) << (25 - point);
        }
        let (occupied, points) = (singles | held, held & !(1 << 25));
        let behind = enemies.trailing_zeros();
        let reachable = singles & !(1 << 25) & u32::MAX.checked_shl(behind + 1).unwrap_or(0);
        let rear = if occupied == 0 {
            0
        } else {
            31 - occupied.leading_zeros()
        };
        Features {
            pips,
            blots: reachable.count_ones(),
            shots: shots(reachable, enemies),
            home: (points & HOME).count_ones(),
            anchors: (points & FAR).count_ones(),
            prime: longest_row(points),
            rear,
            bar: u32::from(mine[25]),
            off: u32::from(mine[0]),
            contact: rear > behind,
        }
    }
}

/// How many of 36 rolls have a die that leads from an enemy to a blot.
#[inline]
fn shots(blots: u32, enemies: u32) -> u32 {
    let faces = (1..=6).filter(|&die| enemies << die & blots != 0).count() as u32;
    36 - (6 - faces) * (6 - faces)
}

/// The longest row of neighbouring bits, up to six.
#[inline]
fn longest_row(set: u32) -> u32 {
    let (mut row, mut length) = (set, 0);
    while row != 0 && length < 6 {
        row &= row << 1;
        length += 1;
    }
    length
}

#[cfg(test)]
mod tests {
    use super::*;

    fn side(points: &[(usize, u8)]) -> [u8; 26] {
        let mut men = [0; 26];
        points.iter().for_each(|&(point, count)| men[point] = count);
        men
    }

    #[test]
    fn the_start_is_seen_as_it_is() {
        let men = side(&[(24, 2), (13, 5), (8, 3), (6, 5)]);
        let seen = Features::of(&men, &men);
        let want = Features {
            pips: 167,
            blots: 0,
            shots: 0,
            home: 1,
            anchors: 1,
            prime: 1,
            rear: 24,
            bar: 0,
            off: 0,
            contact: true,
        };
        assert_eq!(seen, want);
    }

    #[test]
    fn shots_come_from_behind_and_from_the_bar() {
        // A blot on 5, an enemy on the own 1-point: only fours hit directly, 11 rolls.
        let mine = side(&[(5, 1), (6, 2)]);
        assert_eq!(Features::of(&mine, &side(&[(24, 1)])).shots, 11);
        // From the bar a five is needed.
        assert_eq!(Features::of(&mine, &side(&[(25, 1)])).shots, 11);
        // An enemy that has passed cannot hit.
        let passed = Features::of(&mine, &side(&[(19, 1)]));
        assert_eq!((passed.shots, passed.blots, passed.contact), (0, 0, false));
    }

    #[test]
    fn rows_are_counted_up_to_six() {
        let mine = side(&[(4, 2), (5, 2), (6, 2), (8, 2), (9, 2)]);
        assert_eq!(Features::of(&mine, &side(&[(24, 2)])).prime, 3);
        let full = side(&[(2, 2), (3, 2), (4, 2), (5, 2), (6, 2), (7, 2), (8, 3)]);
        assert_eq!(Features::of(&full, &side(&[(24, 2)])).prime, 6);
    }
}
