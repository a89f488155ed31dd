//! A small random game with hidden cards: chance deals one of a few hands, each player sees a part
//! of it, then all moves are open.

use std::fmt;
use std::sync::Arc;

use gametree::rng::{Rng, mix};
use gametree::{Bounds, Chance, Game, Hidden, Notation, Outcome, Payoffs, Player};

/// Moves after the deal.
const PLIES: usize = 3;
/// Payoffs lie between minus this and this.
const MOST: i64 = 6;

/// What is the same in all positions of a game.
struct Rules {
    seed: u64,
    /// How likely each hand is.
    hands: Vec<f64>,
    /// What each player sees of each hand.
    signals: [Vec<u8>; 2],
}

/// A position.
#[derive(Clone)]
pub struct Deal {
    rules: Arc<Rules>,
    hand: Option<u8>,
    played: Vec<u8>,
}

/// What a player sees.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    Signal(u8),
    Move(u8),
}

impl Deal {
    /// A random game after the deal and up to one move.
    pub fn random(seed: u64) -> Deal {
        let mut rng = Rng::new(seed);
        let parts: Vec<f64> = (0..2 + rng.below(4))
            .map(|_| 1.0 + rng.below(5) as f64)
            .collect();
        let sum: f64 = parts.iter().sum();
        let mut signals = || parts.iter().map(|_| rng.below(2) as u8).collect();
        let signals = [signals(), signals()];
        let mut deal = Deal {
            rules: Arc::new(Rules {
                seed,
                hands: parts.iter().map(|part| part / sum).collect(),
                signals,
            }),
            hand: None,
            played: Vec::new(),
        };
        deal.hand = Some(rng.below(parts.len()) as u8);
        for _ in 0..rng.below(2) {
            deal.played.push(rng.below(deal.width()) as u8);
        }
        deal
    }

    /// How many moves there are: the same whatever the hand.
    fn width(&self) -> usize {
        2 + (self.hash(0) % 2) as usize
    }

    fn hash(&self, start: u64) -> u64 {
        let played = self.played.iter();
        played.fold(mix(self.rules.seed ^ (start << 32)), |hash, &m| {
            mix(hash ^ u64::from(m + 1))
        })
    }

    /// The hands that give the mover the same view, with their probabilities.
    pub fn possible(&self) -> Vec<(Deal, f64)> {
        let signals = &self.rules.signals[usize::from(self.turn().0)];
        let own = signals[usize::from(self.hand.expect("it is dealt"))];
        let fits = |hand: &usize| signals[*hand] == own;
        let hands = || (0..signals.len()).filter(fits);
        let all: f64 = hands().map(|hand| self.rules.hands[hand]).sum();
        let world = |hand: usize| Deal {
            hand: Some(hand as u8),
            ..self.clone()
        };
        hands()
            .map(|hand| (world(hand), self.rules.hands[hand] / all))
            .collect()
    }

    /// What the first player gets with all cards open.
    pub fn open_value(&self) -> f64 {
        if self.outcome().is_some() {
            return self.payoff(Player::FIRST);
        }
        let pick = if self.turn() == Player::FIRST {
            f64::max
        } else {
            f64::min
        };
        let values = self.moves().map(|m| self.after(m).open_value());
        values.reduce(pick).expect("there are moves")
    }

    /// Whether some play from here, with some hand, gives the first player this.
    pub fn can_pay(&self, first: f64) -> bool {
        let hands = 0..self.rules.hands.len() as u8;
        let worlds = hands.map(|hand| Deal {
            hand: Some(hand),
            ..self.clone()
        });
        worlds.into_iter().any(|world| world.pays(first))
    }

    fn pays(&self, first: f64) -> bool {
        if self.outcome().is_some() {
            return (self.payoff(Player::FIRST) - first).abs() < 1e-6;
        }
        self.moves().any(|m| self.after(m).pays(first))
    }
}

impl Game for Deal {
    type Move = u8;

    fn turn(&self) -> Player {
        Player((self.played.len() % 2) as u8)
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let count = match self.hand {
            None => self.rules.hands.len(),
            Some(_) => self.width(),
        };
        (0..count).map(|m| m as u8)
    }

    fn play(&mut self, m: u8) {
        match self.hand {
            None => self.hand = Some(m),
            Some(_) => self.played.push(m),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.played.len() == PLIES).then_some(Outcome::Draw)
    }
}

impl Chance for Deal {
    fn chances(&self) -> Option<impl Iterator<Item = (u8, f64)>> {
        let hands = self.rules.hands.iter().copied();
        self.hand.is_none().then(|| (0..).zip(hands))
    }
}

impl Payoffs for Deal {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        let hand = self.hand.map_or(0, |hand| u64::from(hand) + 1);
        let range = 2 * MOST as u64 + 1;
        let first = ((self.hash(hand) >> 8) % range) as i64 - MOST;
        if player == Player::FIRST {
            first as f64
        } else {
            -first as f64
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-MOST as f64, MOST as f64)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

impl Hidden for Deal {
    type Seen = Seen;

    fn view(&self, player: Player) -> Vec<Seen> {
        let signals = &self.rules.signals[usize::from(player.0)];
        let signal = self
            .hand
            .map(|hand| Seen::Signal(signals[usize::from(hand)]));
        let played = self.played.iter().map(|&m| Seen::Move(m));
        signal.into_iter().chain(played).collect()
    }

    fn beginning(&self) -> Deal {
        Deal {
            hand: None,
            played: Vec::new(),
            ..self.clone()
        }
    }
}

impl Notation for Deal {
    fn write_move(&self, m: u8) -> String {
        char::from(b'a' + m).to_string()
    }
}

impl fmt::Display for Deal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "hand {:?} played {:?}", self.hand, self.played)
    }
}
