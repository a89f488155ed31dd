//! Two dice: the 21 rolls, and the 30 ways a game can open.

use std::fmt;

/// A roll of two dice, 1 to 6 each. In [`Dice::ALL`] the higher die comes first; in the roll that
/// opens a game the first player's does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dice(u8, u8);

impl Dice {
    /// The 21 rolls, the likeliest first: 15 of two different dice, then the six doubles.
    pub const ALL: [Dice; 21] = all();

    /// The 30 rolls that open a game, all equally likely: doubles are thrown again.
    pub const OPENING: [Dice; 30] = opening();

    /// A roll. `None` where a number is on no die.
    #[must_use]
    pub fn new(one: u8, other: u8) -> Option<Dice> {
        let on_a_die = (1..=6).contains(&one) && (1..=6).contains(&other);
        on_a_die.then_some(Dice(one, other))
    }

    /// The higher die.
    #[inline]
    #[must_use]
    pub fn high(self) -> u8 {
        self.0.max(self.1)
    }

    /// The lower die.
    #[inline]
    #[must_use]
    pub fn low(self) -> u8 {
        self.0.min(self.1)
    }

    /// Both dice as they were thrown.
    #[must_use]
    pub fn pair(self) -> [u8; 2] {
        [self.0, self.1]
    }

    /// Whether both show the same: then it is played four times.
    #[inline]
    #[must_use]
    pub fn is_double(self) -> bool {
        self.0 == self.1
    }

    /// The same roll with the higher die first.
    #[inline]
    #[must_use]
    pub fn sorted(self) -> Dice {
        Dice(self.high(), self.low())
    }

    /// How likely it is to throw these two numbers, whichever die shows which: 1/36 for doubles,
    /// 2/36 for the others.
    #[inline]
    #[must_use]
    pub fn probability(self) -> f64 {
        if self.is_double() {
            1.0 / 36.0
        } else {
            2.0 / 36.0
        }
    }
}

const fn all() -> [Dice; 21] {
    let (mut all, mut at, mut high) = ([Dice(1, 1); 21], 0, 6);
    while high > 1 {
        let mut low = high - 1;
        while low > 0 {
            all[at] = Dice(high, low);
            (at, low) = (at + 1, low - 1);
        }
        high -= 1;
    }
    let mut both = 6;
    while both > 0 {
        all[at] = Dice(both, both);
        (at, both) = (at + 1, both - 1);
    }
    all
}

const fn opening() -> [Dice; 30] {
    let (mut opening, mut at, every) = ([Dice(1, 1); 30], 0, all());
    while at < 15 {
        let Dice(high, low) = every[at];
        opening[2 * at] = Dice(high, low);
        opening[2 * at + 1] = Dice(low, high);
        at += 1;
    }
    opening
}

/// `6-3`.
impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.0, self.1)
    }
}

impl fmt::Debug for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
