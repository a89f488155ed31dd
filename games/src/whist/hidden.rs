//! What a player sees, and the deals that fit it.
//!
//! Players take up their cards when all are dealt, and from then on see every card played. A deal fits where every
//! other hand has as many cards as it should and none of a suit that it did not follow:
//!
//! ```text
//!   E threw C3 on S5: the unseen spades are S's and W's
//! ```
//!
//! All deals that fit count as equally likely. What the others chose to play, beyond what they had to, is no evidence here.

use gametree::rng::Rng;
use gametree::{Hidden, Player};

use super::Whist;
use super::trick::{SEATS, Trick};
use crate::cards::{Card, Cards, Suits, deal_unseen, list_deals};

/// What a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// His own cards, when the deal is done.
    Hand(Cards),
    /// A card played, his own ones included.
    Played(Card),
}

/// The unseen cards, and the three hands that they are in: seat, number of cards, suits it does not have.
struct Unseen {
    cards: Cards,
    seats: [usize; SEATS - 1],
    counts: [usize; SEATS - 1],
    voids: [Suits; SEATS - 1],
}

impl Whist {
    /// The cards played, each with its seat and the suit it did not follow, if so.
    fn plays(&self) -> impl Iterator<Item = (usize, Card, bool)> {
        let mut trick = Trick::led_by(self.opener);
        self.played().iter().map(move |&card| {
            let (seat, suit) = (usize::from(trick.seat()), trick.suit());
            trick.add(card, self.trump);
            if trick.is_full() {
                trick = Trick::led_by(trick.winner());
            }
            (seat, card, suit.is_some_and(|suit| suit != card.suit()))
        })
    }

    /// The suits that each seat has shown to lack.
    fn voids(&self) -> [Suits; SEATS] {
        let mut voids = [Suits::EMPTY; SEATS];
        let mut led = Card(0);
        for (index, (seat, card, is_void)) in self.plays().enumerate() {
            if index % SEATS == 0 {
                led = card;
            }
            if is_void {
                voids[seat].insert(led.suit());
            }
        }
        voids
    }

    fn unseen(&self, player: Player) -> Unseen {
        let (own, voids) = (usize::from(player.0 & 3), self.voids());
        let seats = [1, 2, 3].map(|steps| (own + steps) % SEATS);
        let seen = self.played().iter().copied().collect::<Cards>() | self.hands[own];
        Unseen {
            cards: self.deck - seen,
            seats,
            counts: seats.map(|seat| self.hands[seat].len()),
            voids: seats.map(|seat| voids[seat]),
        }
    }

    /// The same with other cards in these seats.
    fn with(&self, seats: [usize; SEATS - 1], hands: Vec<Cards>) -> Whist {
        let mut world = *self;
        seats.into_iter().zip(hands).for_each(|(seat, hand)| world.hands[seat] = hand);
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
        let gone = self.plays().filter(|&(seat, ..)| seat == own).map(|(_, card, _)| card);
        let hand = gone.collect::<Cards>() | self.hands[own];
        let played = self.played().iter().map(|&card| Seen::Played(card));
        std::iter::once(Seen::Hand(hand)).chain(played).collect()
    }

    fn news(&self, player: Player, from: usize) -> Vec<Seen> {
        if from == 0 {
            return self.view(player);
        }
        self.played().iter().skip(from - 1).map(|&card| Seen::Played(card)).collect()
    }

    fn beginning(&self) -> Whist {
        Whist::undealt(self.deck, self.trump, self.opener)
    }

    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Whist> {
        if self.is_dealing() {
            return None;
        }
        let Unseen { cards, seats, counts, voids } = self.unseen(player);
        Some(self.with(seats, deal_unseen(cards, &counts, &voids, rng)?))
    }

    fn worlds(&self, player: Player, most: usize) -> Option<Vec<(Whist, f64)>> {
        if self.is_dealing() {
            return None;
        }
        let Unseen { cards, seats, counts, voids } = self.unseen(player);
        let deals = list_deals(cards, &counts, &voids, most)?;
        let share = 1.0 / deals.len() as f64;
        Some(deals.into_iter().map(|hands| (self.with(seats, hands), share)).collect())
    }
}
