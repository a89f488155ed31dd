//! Plays: what a player does with a roll, all of it, as one move.
//!
//! A [`Play`] is up to four steps of one checker each. [`Plays`] lists the legal ones, each result
//! once and without memory of its own, by a walk over sets of points held in words:
//!
//! ```text
//!   6-2 from 13 and 11    high die first   13/7 11/9 │ 13/7 7/5 │ 11/5 13/11 (= 13/7 7/5) │ 11/5 5/3
//!                         low die first    13/11 11/5 │ 11/9 13/7 │ 11/9 9/3, all of them again
//!                         plays            13/7 11/9, 13/5, 11/3
//! ```
//!
//! The walk tries to use everything first. Where that yields nothing it tries less: with two
//! different dice the higher, then the lower; with a double one step fewer each time; at last the
//! empty play, a forced pass.
//!
//! Why each result comes once. The points that the opponent holds stay the same throughout, so a
//! set of steps may be sorted from the rear: with a double the walk makes only plays so sorted, and
//! different ones lead to different boards. With two dice a result is known by the point `a` where
//! the high die and the point `b` where the low die was played, and two pairs have the same result
//! in two cases only: one checker goes both ways round (`a-low, a` for `a, a-high`) and hits on
//! neither way; or both checkers are borne off, each with either die.

use super::Dice;

/// Where checkers wait that were hit.
pub const BAR: u8 = 25;
/// Where checkers go that are borne off.
pub const OFF: u8 = 0;

/// One checker's step, between points as the mover counts them: 24 is furthest from home, [`BAR`]
/// and [`OFF`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Step {
    /// Where the checker stands.
    pub from: u8,
    /// Where it goes.
    pub to: u8,
}

/// What a player does with a roll: no step to four.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Play {
    from: [u8; 4],
    to: [u8; 4],
}

impl Play {
    /// No step: a forced pass.
    pub const NONE: Play = Play {
        from: [0; 4],
        to: [0; 4],
    };

    /// Its steps, in an order in which they can be made.
    #[inline]
    pub fn steps(self) -> impl Iterator<Item = Step> {
        let steps = self.from.into_iter().zip(self.to);
        steps
            .take_while(|&(from, _)| from != 0)
            .map(|(from, to)| Step { from, to })
    }

    /// The points of its steps: where they begin, then where they end.
    pub(super) fn points(self) -> [u8; 8] {
        let [a, b, c, d] = self.from;
        let [e, f, g, h] = self.to;
        [a, b, c, d, e, f, g, h]
    }

    /// The play of these points.
    pub(super) fn from_points([a, b, c, d, e, f, g, h]: [u8; 8]) -> Play {
        Play {
            from: [a, b, c, d],
            to: [e, f, g, h],
        }
    }

    /// The number of its steps.
    #[must_use]
    pub fn len(self) -> usize {
        self.steps().count()
    }

    /// Whether it is the forced pass.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.from[0] == 0
    }
}

/// The mover's side of a board while a play is made.
#[derive(Clone, Debug)]
struct Side {
    /// Checkers on each point, [`OFF`] to [`BAR`].
    men: [u8; 26],
    /// The points where there are some, [`OFF`] left out.
    held: u32,
    /// The points 1 to 24 where the mover may land.
    open: u32,
}

/// Points 1 to 24.
const POINTS: u32 = 0x01ff_fffe;
/// Points 1 to 6.
const HOME: u32 = 0x7e;

impl Side {
    /// The points from which a checker can go this far.
    #[inline]
    fn sources(&self, die: u8) -> u32 {
        let landing = self.open << die;
        if self.held >> BAR & 1 == 1 {
            return landing & 1 << BAR;
        }
        let inside = self.held & landing & POINTS;
        if self.held & !HOME != 0 || self.held == 0 {
            return inside;
        }
        let highest = 31 - self.held.leading_zeros();
        let home = if highest < u32::from(die) {
            1 << highest
        } else {
            self.held & 1 << die
        };
        inside | home
    }

    #[inline]
    fn go(&mut self, from: u8, to: u8) {
        self.men[usize::from(from)] -= 1;
        self.held &= !(u32::from(self.men[usize::from(from)] == 0) << from);
        self.men[usize::from(to)] += 1;
        self.held |= 1 << to & !1;
    }
}

/// Which dice are to be used, in which order; the next plan is for those who could not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Plan {
    /// A double, this many times.
    Same(u8),
    HighLow,
    LowHigh,
    High,
    Low,
    Nothing,
    Done,
}

/// The legal plays of a roll, each result once.
#[derive(Clone, Debug)]
pub struct Plays {
    side: Side,
    /// The opponent's single checkers, as the mover counts points.
    blots: u32,
    plan: Plan,
    dice: [u8; 2],
    /// The points still to be tried at each step of the walk.
    left: [u32; 4],
    play: Play,
    /// Steps made so far.
    made: usize,
    found: bool,
    /// Pairs of points already seen: where the high die was played, and in the word where the low
    /// one was.
    seen: [u32; 26],
}

impl Plays {
    /// The plays of the one who has `mine` on their points, against `theirs` on the opponent's own.
    #[inline]
    pub(super) fn new(mine: &[u8; 26], theirs: &[u8; 26], dice: Dice) -> Plays {
        let (mut held, mut open, mut blots) = (0, 0, 0);
        for point in 1..=24 {
            held |= u32::from(mine[point] > 0) << point;
            let against = theirs[25 - point];
            open |= u32::from(against < 2) << point;
            blots |= u32::from(against == 1) << point;
        }
        held |= u32::from(mine[25] > 0) << BAR;
        let plan = if dice.is_double() {
            Plan::Same(4)
        } else {
            Plan::HighLow
        };
        let mut plays = Plays {
            side: Side {
                men: *mine,
                held,
                open,
            },
            blots,
            plan,
            dice: [dice.high(), dice.low()],
            left: [0; 4],
            play: Play::NONE,
            made: 0,
            found: false,
            seen: [0; 26],
        };
        plays.begin(plan);
        plays
    }

    fn begin(&mut self, plan: Plan) {
        self.plan = plan;
        self.left[0] = if self.wanted() == 0 {
            0
        } else {
            self.side.sources(self.die(0))
        };
    }

    /// The number of steps of the current plan.
    #[inline]
    fn wanted(&self) -> usize {
        match self.plan {
            Plan::Same(times) => usize::from(times),
            Plan::HighLow | Plan::LowHigh => 2,
            Plan::High | Plan::Low => 1,
            Plan::Nothing | Plan::Done => 0,
        }
    }

    /// The die of a step of the current plan.
    #[inline]
    fn die(&self, step: usize) -> u8 {
        match self.plan {
            Plan::LowHigh => self.dice[step & 1 ^ 1],
            Plan::Low => self.dice[1],
            Plan::HighLow => self.dice[step & 1],
            _ => self.dice[0],
        }
    }

    /// What to try after the current plan.
    fn next_plan(&self) -> Plan {
        match self.plan {
            Plan::HighLow => Plan::LowHigh,
            _ if self.found => Plan::Done,
            Plan::LowHigh => Plan::High,
            Plan::High => Plan::Low,
            Plan::Same(times) if times > 1 => Plan::Same(times - 1),
            Plan::Same(_) | Plan::Low => Plan::Nothing,
            Plan::Nothing | Plan::Done => Plan::Done,
        }
    }

    /// The next play of the current plan, whether seen before or not.
    #[inline]
    fn walk(&mut self) -> Option<Play> {
        loop {
            while self.left[self.made] == 0 {
                if self.made == 0 {
                    return None;
                }
                self.undo();
            }
            let from = 31 - self.left[self.made].leading_zeros() as u8;
            self.left[self.made] ^= 1 << from;
            let to = from.saturating_sub(self.die(self.made));
            (self.play.from[self.made], self.play.to[self.made]) = (from, to);
            if self.made + 1 == self.wanted() {
                return Some(self.play);
            }
            self.go_on(from, to);
        }
    }

    #[inline]
    fn go_on(&mut self, from: u8, to: u8) {
        self.side.go(from, to);
        self.made += 1;
        let sources = self.side.sources(self.die(self.made));
        let sorted = if matches!(self.plan, Plan::Same(_)) {
            (2 << from) - 1
        } else {
            u32::MAX
        };
        self.left[self.made] = sources & sorted;
    }

    #[inline]
    fn undo(&mut self) {
        (self.play.from[self.made], self.play.to[self.made]) = (0, 0);
        self.made -= 1;
        self.side
            .go(self.play.to[self.made], self.play.from[self.made]);
    }

    /// Whether the result of a play is new; notes it.
    #[inline]
    fn is_new(&mut self, play: Play) -> bool {
        let [one, other] = [play.from[0], play.from[1]];
        let (a, b) = match self.plan {
            Plan::HighLow => (one, other),
            Plan::LowHigh => (other, one),
            _ => return true,
        };
        let (a, b) = self.representative(a, b);
        let seen = &mut self.seen[usize::from(a)];
        let new = *seen >> b & 1 == 0;
        *seen |= 1 << b;
        new
    }

    /// One pair for all with the same result: `a` where the high die is played, `b` where the low
    /// one is.
    #[inline]
    fn representative(&self, a: u8, b: u8) -> (u8, u8) {
        let [high, low] = self.dice;
        let hit = |point: u8| self.blots >> point & 1 == 1;
        if a > high && b == a - high && !hit(b) && !hit(a - low) {
            return (a - low, a);
        }
        if a.max(b) <= low {
            (a.max(b), a.min(b))
        } else {
            (a, b)
        }
    }
}

impl Iterator for Plays {
    type Item = Play;

    #[inline]
    fn next(&mut self) -> Option<Play> {
        loop {
            match self.plan {
                Plan::Done => return None,
                Plan::Nothing => {
                    self.plan = Plan::Done;
                    return Some(Play::NONE);
                }
                _ => {}
            }
            while let Some(play) = self.walk() {
                if self.is_new(play) {
                    self.found = true;
                    return Some(play);
                }
            }
            self.play = Play::NONE;
            self.begin(self.next_plan());
        }
    }
}
