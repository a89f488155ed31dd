//! What a player sees, and the deals that fit it.
//!
//! Players take up their cards when all are dealt, and from then on see every card played. A deal
//! fits where every other hand has as many cards as it should and none of a suit that it did not
//! follow; [`Evidence`] says how likely it is.
//!
//! ```text
//!   E threw C3 on S5: the unseen spades are S's and W's
//! ```

use gametree::rng::Rng;
use gametree::{Hidden, Player};

use super::Whist;
use super::trick::{SEATS, Trick};
use crate::cards::{Card, Cards, Evidence, Suit, deal_likely, list_likely};

/// What a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// The player's own cards, when the deal is done.
    Hand(Cards),
    /// A card played, the player's own included.
    Played(Card),
}

/// A card played, as others see it.
#[derive(Clone, Copy, Debug)]
struct Played {
    seat: usize,
    card: Card,
    /// The suit that was led; `None` for the leader.
    led: Option<Suit>,
}

/// What a player knows of the three other hands.
struct Others {
    unseen: Cards,
    seats: [usize; SEATS - 1],
    counts: [usize; SEATS - 1],
    evidence: [Evidence; SEATS - 1],
}

impl Whist {
    /// The cards played, in order.
    fn plays(&self) -> Vec<Played> {
        let mut trick = Trick::led_by(self.opener);
        let play = |&card: &Card| {
            let play = Played {
                seat: usize::from(trick.seat()),
                card,
                led: trick.suit(),
            };
            trick.add(card, self.trump);
            if trick.is_full() {
                trick = Trick::led_by(trick.winner());
            }
            play
        };
        self.played().iter().map(play).collect()
    }

    /// The other seats, and what a player knows of them.
    fn others(&self, player: Player) -> Others {
        let own = usize::from(player.0 & 3);
        let seats = [1, 2, 3].map(|steps| (own + steps) % SEATS);
        let seen = self.played().iter().copied().collect::<Cards>() | self.hands[own];
        let plays = self.plays();
        let of = |seat: usize| -> Vec<_> {
            plays
                .iter()
                .filter(|play| play.seat == seat)
                .map(|play| (play.card, play.led))
                .collect()
        };
        Others {
            unseen: self.deck - seen,
            seats,
            counts: seats.map(|seat| self.hands[seat].len()),
            evidence: seats.map(|seat| Evidence::of_play(&of(seat))),
        }
    }

    /// The same with other cards in these seats.
    fn with(&self, seats: [usize; SEATS - 1], hands: &[Cards]) -> Whist {
        let mut world = *self;
        seats
            .into_iter()
            .zip(hands)
            .for_each(|(seat, &hand)| world.hands[seat] = hand);
        world
    }
}

impl Hidden for Whist {
    type Seen = Seen;

    fn view(&self, player: Player) -> Vec<Seen> {
        if self.is_dealing() {
            return Vec::new();
        }
        let own = usize::from(player.0 & 3);
        let gone = self
            .plays()
            .into_iter()
            .filter(|play| play.seat == own)
            .map(|play| play.card);
        let hand = gone.collect::<Cards>() | self.hands[own];
        let played = self.played().iter().map(|&card| Seen::Played(card));
        std::iter::once(Seen::Hand(hand)).chain(played).collect()
    }

    fn news(&self, player: Player, from: usize) -> Vec<Seen> {
        if from == 0 {
            return self.view(player);
        }
        self.played()
            .iter()
            .skip(from - 1)
            .map(|&card| Seen::Played(card))
            .collect()
    }

    fn beginning(&self) -> Whist {
        Whist::undealt(self.deck, self.trump, self.opener)
    }

    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Whist> {
        if self.is_dealing() {
            return None;
        }
        let Others {
            unseen,
            seats,
            counts,
            evidence,
        } = self.others(player);
        Some(self.with(seats, &deal_likely(unseen, &counts, &evidence, rng)?))
    }

    fn worlds(&self, player: Player, most: usize) -> Option<Vec<(Whist, f64)>> {
        if self.is_dealing() {
            return None;
        }
        let Others {
            unseen,
            seats,
            counts,
            evidence,
        } = self.others(player);
        let worlds = list_likely(unseen, &counts, &evidence, most)?;
        Some(
            worlds
                .into_iter()
                .map(|(hands, probability)| (self.with(seats, &hands), probability))
                .collect(),
        )
    }
}
