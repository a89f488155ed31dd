//! A game with dice: `Chance` lists what can come out, `Payoffs` says what each player gets.
//!
//! The first player throws a die up to three times and may stop after each throw; the last one
//! counts. How much is that worth? (14/3, and stop at 5 or more with two throws left.)

use gametree::expectiminimax::Expectiminimax;
use gametree::{Bounds, Chance, Game, Limits, Outcome, PayoffSearch, Payoffs, Player};

#[derive(Clone, Copy)]
struct Dice {
    shown: u8,
    throws: u8,
    in_the_air: bool,
    stopped: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Act {
    Throw,
    Stop,
    Shows(u8),
}

impl Game for Dice {
    type Move = Act;

    fn turn(&self) -> Player {
        Player::FIRST
    }

    fn moves(&self) -> impl Iterator<Item = Act> {
        let sides = (1..=6)
            .map(Act::Shows)
            .take(if self.in_the_air { 6 } else { 0 });
        let stop = (self.shown > 0).then_some(Act::Stop);
        let acts = stop.into_iter().chain([Act::Throw]);
        sides.chain(acts.take(if self.in_the_air { 0 } else { 2 }))
    }

    fn play(&mut self, act: Act) {
        match act {
            Act::Throw => self.in_the_air = true,
            Act::Stop => self.stopped = true,
            Act::Shows(side) => {
                self.shown = side;
                self.throws -= 1;
                self.in_the_air = false;
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.stopped || self.throws == 0;
        over.then_some(Outcome::Points(self.shown.into()))
    }
}

impl Chance for Dice {
    fn chances(&self) -> Option<impl Iterator<Item = (Act, f64)>> {
        self.in_the_air
            .then(|| (1..=6).map(|side| (Act::Shows(side), 1.0 / 6.0)))
    }
}

impl Payoffs for Dice {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        let points = f64::from(self.shown);
        if player == Player::FIRST {
            points
        } else {
            -points
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-6.0, 6.0)
    }
}

/// Finds what the game is worth, and where to stop.
pub fn main() {
    let dice = Dice {
        shown: 0,
        throws: 3,
        in_the_air: false,
        stopped: false,
    };
    let mut search = Expectiminimax::blind();
    let report = search.search_payoffs(&dice, &Limits::none());
    println!("three throws are worth {:.4}", report.values[0]);
    assert!((report.values[0] - 14.0 / 3.0).abs() < 1e-12);
    for (shown, best) in [(4, Act::Throw), (5, Act::Stop)] {
        let after = Dice {
            shown,
            throws: 2,
            ..dice
        };
        let report = search.search_payoffs(&after, &Limits::none());
        println!("after a {shown}: {:?}", report.best());
        assert_eq!(report.best(), Some(best));
    }
}
