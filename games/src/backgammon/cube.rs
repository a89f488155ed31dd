//! The doubling cube, and what owning it is worth (Janowski 1993, "Take-Points in Money Games").
//!
//! Between two extremes: a *dead* cube is never used again, and a game is worth what it is without
//! one; a *live* cube is turned at the best moment, when the opponent is just as well off to take
//! as to drop. With W points for an average win and L for an average loss, a live cube makes the
//! value a line from point to point of the chance to win p:
//!
//! ```text
//!    value            T = (L - ½) / (W + L + ½)     below it who is doubled drops
//!     +W       ╱      C = (L + 1) / (W + L + ½)     above it who is doubled drops
//!     +1    ╱╱
//!         ╱           own cube      (0, -L)  (C, 1)  (1, W)
//!     -1 ╱            in the middle (0, -L)  (T, -1) (C, 1) (1, W)
//!     -L╱             the other's   (0, -L)  (T, -1) (1, W)
//!       0  T    C  1 p
//! ```
//!
//! What a cube is worth in practice lies between, two thirds of the way to the live one.

use gametree::Player;

use super::Expectation;

/// How often the cube can be doubled: up to 64.
pub(super) const HIGHEST_CUBE: u8 = 6;
/// How live a cube is.
const LIVE: f64 = 0.68;

/// The doubling cube.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Cube {
    /// How often it was doubled.
    pub(super) doubled: u8,
    pub(super) owner: Option<Player>,
}

impl Cube {
    /// What it shows: 1, 2, 4 … 64.
    #[must_use]
    pub fn value(self) -> i16 {
        1 << self.doubled
    }

    /// Who may double next; `None` for both.
    #[must_use]
    pub fn owner(self) -> Option<Player> {
        self.owner
    }

    /// Whether a player may double.
    #[must_use]
    pub fn is_free(self, player: Player) -> bool {
        self.doubled < HIGHEST_CUBE && self.owner.is_none_or(|owner| owner == player)
    }
}

/// Who can turn the cube.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    Nobody,
    Own,
    Both,
    Other,
}

impl Cube {
    /// Who can turn it, as `player` sees it.
    pub(super) fn access(self, player: Player) -> Access {
        match self.owner {
            _ if self.doubled >= HIGHEST_CUBE => Access::Nobody,
            None => Access::Both,
            Some(owner) if owner == player => Access::Own,
            Some(_) => Access::Other,
        }
    }
}

/// What a game is worth with a cube that shows 1, in points.
pub(super) fn cubeful(all: Expectation, access: Access) -> f64 {
    let dead = f64::from(all.points());
    let win = f64::from(all.win).clamp(0.0, 1.0);
    let average = |extra: f32, share: f64| {
        if share > 1e-6 {
            1.0 + f64::from(extra) / share
        } else {
            1.0
        }
    };
    let won = average(all.gammon + all.backgammon, win).min(3.0);
    let lost = average(all.lost_gammon + all.lost_backgammon, 1.0 - win).min(3.0);
    let sum = won + lost + 0.5;
    let (take, cash) = ((lost - 0.5) / sum, (lost + 1.0) / sum);
    let live = match access {
        Access::Nobody => return dead,
        Access::Own => along(win, &[(0.0, -lost), (cash, 1.0), (1.0, won)]),
        Access::Both => along(win, &[(0.0, -lost), (take, -1.0), (cash, 1.0), (1.0, won)]),
        Access::Other => along(win, &[(0.0, -lost), (take, -1.0), (1.0, won)]),
    };
    LIVE * live + (1.0 - LIVE) * dead
}

/// The height over `x` of the line through these points, which are in order.
fn along(x: f64, points: &[(f64, f64)]) -> f64 {
    let piece = points
        .windows(2)
        .find(|pair| x <= pair[1].0)
        .or(points.windows(2).last());
    piece.map_or(0.0, |pair| {
        let ((from, low), (to, high)) = (pair[0], pair[1]);
        low + (high - low) * (x - from) / (to - from).max(1e-9)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn race(win: f32) -> Expectation {
        Expectation {
            win,
            ..Expectation::default()
        }
    }

    /// Without gammons the live points are 20 % and 80 %.
    #[test]
    fn a_live_cube_is_turned_at_four_fifths() {
        let live = |win: f32, access| {
            (cubeful(race(win), access) - (1.0 - LIVE) * (2.0 * f64::from(win) - 1.0)) / LIVE
        };
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-6, "{a} {b}");
        near(live(0.8, Access::Own), 1.0);
        near(live(0.2, Access::Other), -1.0);
        near(live(0.5, Access::Both), 0.0);
        near(live(0.5, Access::Own), 0.25);
        near(live(0.5, Access::Other), -0.25);
        near(cubeful(race(0.7), Access::Nobody), 0.4);
    }

    #[test]
    fn values_are_opposite_for_both_and_owning_is_worth_something() {
        for win in [0.01, 0.3, 0.5, 0.77, 0.99] {
            let all = Expectation {
                win,
                gammon: 0.3 * win,
                lost_gammon: 0.2 * (1.0 - win),
                ..Expectation::default()
            };
            for (mine, theirs) in [(Access::Own, Access::Other), (Access::Both, Access::Both)] {
                assert!((cubeful(all, mine) + cubeful(all.turned(), theirs)).abs() < 1e-5);
            }
            assert!(cubeful(all, Access::Own) > cubeful(all, Access::Other));
        }
    }
}
