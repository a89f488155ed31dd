//! A linear evaluator made by hand, and what every evaluator of backgammon has in common: a value
//! for the one on roll is carried to the other stages of a turn.

use gametree::{Game, PayoffEvaluator, Payoffs, Player};

use super::cube::{Access, cubeful};
use super::{Backgammon, Expectation, Features, Move, Stage};

/// What `player` may expect, where `on_roll` says it of positions for the one about to roll,
/// without a cube. Where a roll is to be played it is the best play's; before the opening roll both
/// expect the same.
pub(super) fn carried(
    position: &Backgammon,
    player: Player,
    on_roll: &impl Fn(&Backgammon) -> Expectation,
) -> f64 {
    let first = if position.outcome().is_some() {
        position.payoff(Player::FIRST)
    } else {
        let cube = f64::from(position.cube.value());
        let movers = match position.stage {
            Stage::Opening => 0.0,
            Stage::Roll | Stage::Cube => cube * points(position, on_roll(position)),
            Stage::Doubled => {
                let taken = position.after(Move::Take);
                (-cube).max(-2.0 * cube * points(&taken, on_roll(&taken)))
            }
            Stage::Play(dice) => {
                let plays = position
                    .plays(dice)
                    .map(|play| position.after(Move::Play(play)));
                let worth = |after: Backgammon| carried(&after, position.turn, on_roll);
                plays.map(worth).fold(f64::NEG_INFINITY, f64::max)
            }
        };
        if position.turn == Player::FIRST {
            movers
        } else {
            -movers
        }
    };
    if player == Player::FIRST {
        first
    } else {
        -first
    }
}

/// What an expectation is worth to the one about to roll, at a cube of 1, by the rules of the game.
fn points(position: &Backgammon, mut all: Expectation) -> f64 {
    if !position.rules.gammons {
        all = Expectation {
            win: all.win,
            ..Expectation::default()
        };
    }
    let access = if position.rules.cube {
        position.cube.access(position.turn)
    } else {
        Access::Nobody
    };
    cubeful(all, access)
}

/// Points for what is seen at a glance ([`Features`]): all weights are for one more on the side of
/// the one on roll than on the other's.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Handmade {
    /// Being on roll.
    pub tempo: f64,
    /// A pip to go while there is contact.
    pub pip: f64,
    /// A hundredth of the longer way to go, once the sides have passed each other.
    pub race: f64,
    /// A roll that hits the opponent, for the one on roll.
    pub threat: f64,
    /// A roll that would hit the one on roll, if nothing can be done about it.
    pub exposed: f64,
    /// A blot.
    pub blot: f64,
    /// A point of the home.
    pub home: f64,
    /// A point of the enemy's home.
    pub anchor: f64,
    /// A point more of a prime.
    pub prime: f64,
    /// A checker on the bar.
    pub bar: f64,
    /// A checker borne off.
    pub off: f64,
}

impl Default for Handmade {
    fn default() -> Self {
        Handmade {
            tempo: 0.06,
            pip: -0.007,
            race: -0.05,
            threat: 0.008,
            exposed: -0.004,
            blot: -0.02,
            home: 0.07,
            anchor: 0.05,
            prime: 0.05,
            bar: -0.15,
            off: 0.02,
        }
    }
}

impl Handmade {
    /// What the one on roll may expect: points beyond one are gammons.
    fn on_roll(&self, position: &Backgammon) -> Expectation {
        let (mine, theirs) = (
            position.men(position.turn),
            position.men(position.turn.opponent()),
        );
        let (me, they) = (Features::of(mine, theirs), Features::of(theirs, mine));
        let sum = if me.contact {
            self.contact(&me, &they)
        } else {
            self.race(&me, &they)
        };
        let beyond = |points: f64| (points - 1.0).clamp(0.0, 1.0) as f32;
        Expectation {
            win: ((1.0 + sum) / 2.0).clamp(0.0, 1.0) as f32,
            gammon: beyond(sum),
            lost_gammon: beyond(-sum),
            ..Expectation::default()
        }
    }

    fn contact(&self, me: &Features, they: &Features) -> f64 {
        let more = |mine: u32, theirs: u32| f64::from(mine) - f64::from(theirs);
        self.tempo
            + self.pip * more(me.pips, they.pips)
            + self.threat * f64::from(they.shots)
            + self.exposed * f64::from(me.shots)
            + self.blot * more(me.blots, they.blots)
            + self.home * more(me.home, they.home)
            + self.anchor * more(me.anchors, they.anchors)
            + self.prime * more(me.prime, they.prime)
            + self.bar * more(me.bar, they.bar)
            + self.off * more(me.off, they.off)
    }

    /// The roll is worth four pips. Checkers borne off matter beyond their pips: what is wasted is
    /// seen there.
    fn race(&self, me: &Features, they: &Features) -> f64 {
        let lead = f64::from(me.pips) - f64::from(they.pips) - 4.0;
        let longer = f64::from(me.pips.max(they.pips)).max(10.0);
        self.race * 100.0 * lead / longer + self.off * (f64::from(me.off) - f64::from(they.off))
    }
}

impl PayoffEvaluator<Backgammon> for Handmade {
    fn expected_payoff(&self, position: &Backgammon, player: Player) -> f64 {
        carried(position, player, &|position| self.on_roll(position))
    }
}
