//! A game with something hidden: `Hidden` says what a player has seen.
//!
//! A coin is thrown and covered. Take 1 for certain, or bet and then name its side: 3 if you are
//! right, −5 if not. A search that solves every world as if it were open (PIMC) believes that it will
//! know the side, and bets; one that searches over what is known takes the 1.

use gametree::expectiminimax::Expectiminimax;
use gametree::pimc::{InnerSearch, Pimc};
use gametree::{Bounds, Chance, Game, Hidden, Limits, Outcome, PayoffSearch, Payoffs, Player};
use gametree::{cfr::Cfr, ismcts::Ismcts};

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Act {
    /// The coin falls so, or is said to have.
    Heads,
    Tails,
    Take,
    Bet,
}

#[derive(Clone, Copy, Default)]
struct Coin {
    fallen: Option<Act>,
    bet: bool,
    done: Option<Act>,
}

impl Game for Coin {
    type Move = Act;

    fn turn(&self) -> Player {
        Player::FIRST
    }

    fn moves(&self) -> impl Iterator<Item = Act> {
        let decides = self.fallen.is_some() && !self.bet;
        let sides = [Act::Heads, Act::Tails];
        let both = if decides {
            [Act::Take, Act::Bet]
        } else {
            sides
        };
        both.into_iter()
    }

    fn play(&mut self, act: Act) {
        match (self.fallen, act) {
            (None, _) => self.fallen = Some(act),
            (_, Act::Bet) => self.bet = true,
            _ => self.done = Some(act),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let points = match self.done? {
            Act::Take => 1,
            side if Some(side) == self.fallen => 3,
            _ => -5,
        };
        Some(Outcome::Points(points))
    }
}

impl Chance for Coin {
    fn chances(&self) -> Option<impl Iterator<Item = (Act, f64)>> {
        let sides = [(Act::Heads, 0.5), (Act::Tails, 0.5)];
        self.fallen.is_none().then(|| sides.into_iter())
    }
}

impl Payoffs for Coin {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        let Some(Outcome::Points(points)) = self.outcome() else {
            return 0.0;
        };
        let sign = if player == Player::FIRST { 1.0 } else { -1.0 };
        sign * f64::from(points)
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-5.0, 5.0)
    }
}

impl Hidden for Coin {
    type Seen = Option<Act>;

    /// That the coin has fallen, not how; and what was done.
    fn view(&self, _: Player) -> Vec<Option<Act>> {
        let fallen = self.fallen.map(|_| None);
        let bet = self.bet.then_some(Some(Act::Bet));
        fallen
            .into_iter()
            .chain(bet)
            .chain(self.done.map(Some))
            .collect()
    }

    fn beginning(&self) -> Coin {
        Coin::default()
    }
}

/// Asks three searches what to do.
pub fn main() {
    let coin = Coin::default().after(Act::Heads);
    let open = Expectiminimax::blind();
    let pimc = Pimc::new(InnerSearch::by(open), 1).search_payoffs(&coin, &Limits::none());
    let ismcts = Ismcts::new(1).search_payoffs(&coin, &Limits::none());
    let solution = Cfr::default().solve(&coin, &Limits::none());
    let value = solution.map(|solution| solution.value);
    println!("PIMC: {:?}, believes in {:.1}", pimc.best(), pimc.values[0]);
    println!("information sets: {:?}", ismcts.best());
    println!("CFR: the game is worth {value:?}");
    assert_eq!(pimc.best(), Some(Act::Bet), "strategy fusion");
    assert_eq!(ismcts.best(), Some(Act::Take));
    assert!(value.is_ok_and(|value| (value - 1.0).abs() < 0.01));
}
