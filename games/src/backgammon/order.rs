//! Which plays look good before any search: hits first, then points made, checkers borne off, and
//! blots left where they cannot be hit.

use gametree::Guided;

use super::{BAR, Backgammon, Move, OFF, Play, Step};

/// What a point is worth that is held by two checkers or more, in hundredths of a point of the
/// score: those before a prime and good anchors most.
const HELD: [i32; 26] = [
    0, 2, 3, 5, 7, 8, 7, 7, 4, 3, 3, 2, 2, 2, 2, 3, 4, 4, 6, 6, 8, 7, 4, 3, 3, 0,
];
/// What each checker beyond the second is worth on a point: spares are useful, stacks are not.
const SPARE: [i32; 16] = [0, 0, 0, 1, 1, 0, -1, -2, -3, -4, -5, -6, -7, -8, -9, -10];
/// A checker borne off.
const BORNE_OFF: i32 = 6;

/// A player who may double tries waiting first; one who was doubled tries taking first. Rolls are
/// all alike.
impl Guided for Backgammon {
    #[inline]
    fn promise(&self, m: Move) -> i32 {
        match m {
            Move::Play(play) => self.looks(play),
            Move::Wait | Move::Take => 1,
            Move::Roll(_) | Move::Double | Move::Drop => 0,
        }
    }
}

impl Backgammon {
    /// How a play looks: what it hits, and how the mover's checkers stand after it.
    fn looks(&self, play: Play) -> i32 {
        let (mut mine, theirs) = (*self.men(self.turn), self.men(self.turn.opponent()));
        let mut sum = 0;
        let mut rear = theirs.iter().rposition(|&count| count > 0).unwrap_or(0);
        for Step { from, to } in play.steps() {
            let (from, to) = (usize::from(from.min(BAR)), usize::from(to.min(BAR)));
            mine[from] = mine[from].wrapping_sub(1);
            mine[to] += 1;
            if to != usize::from(OFF) && theirs[25 - to] == 1 {
                sum += 12 + to as i32;
                rear = usize::from(BAR);
            }
        }
        sum += BORNE_OFF * i32::from(mine[usize::from(OFF)]);
        // The opponent's rearmost checker can hit what stands beyond it.
        sum + (1..=24)
            .map(|point| worth(point, mine[point], point > 25 - rear))
            .sum::<i32>()
    }
}

/// What this many checkers on a point are worth; a single one is worth least where it has come
/// furthest, if it can be hit.
#[inline]
fn worth(point: usize, count: u8, exposed: bool) -> i32 {
    match count {
        0 => 0,
        1 if exposed => -2 - (25 - point as i32) / 4,
        1 => 0,
        _ => HELD[point] + SPARE[usize::from(count & 15)],
    }
}
