//! How likely a deal is after what was played: its law, drawn from and listed.
//!
//! All deals are equally likely at first. A player who leads or throws plays one of all his cards, as many in every deal; but
//! one who follows suit plays one of his cards of that suit, and is the likelier to play this one the fewer he has. So
//! the weight of a deal depends only on how many cards of each suit each hand has left:
//!
//! ```text
//!   E followed to spades twice, and has n spades left: 1 / (n + 2) · 1 / (n + 1)
//!   W did not follow to hearts:                        0, if he has one left
//! ```
//!
//! Invariant: a suit is split among the hands with a probability in proportion to the weight of all deals that begin so.
//! No draw is thrown away.

use gametree::rng::Rng;

use super::trick::SEATS;
use crate::cards::{Card, Cards, RANKS, Suit, Suits, list_deals};

/// The hands that a player does not see.
const OTHERS: usize = SEATS - 1;
/// Numbers of cards of a suit.
const COUNTS: usize = RANKS as usize + 1;

/// So many cards for each of the other hands.
type Room = [u8; OTHERS];

/// A card played, as others see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Played {
    pub seat: usize,
    pub card: Card,
    /// The suit that was led; `None` for the leader.
    pub led: Option<Suit>,
}

/// What a player knows of the three other hands.
#[derive(Clone, Debug)]
pub(crate) struct Evidence {
    unseen: Cards,
    room: Room,
    voids: [Suits; OTHERS],
    /// For each hand, suit and number of cards left of it: how likely that makes what was played.
    weights: [[[f64; COUNTS]; 4]; OTHERS],
}

impl Evidence {
    /// Of these seats, which hold so many cards each of the unseen ones.
    pub fn new(unseen: Cards, seats: [usize; OTHERS], room: Room, played: &[Played]) -> Evidence {
        let (mut weights, mut voids) = ([[[1.0; COUNTS]; 4]; OTHERS], [Suits::EMPTY; OTHERS]);
        for (i, &seat) in seats.iter().enumerate() {
            // From the last card back: how many of each suit he has played from then on.
            let mut since = [0u8; 4];
            for play in played.iter().rev().filter(|play| play.seat == seat) {
                let suit = play.card.suit();
                since[suit as usize] += 1;
                match play.led {
                    Some(led) if led == suit => follow(&mut weights[i][suit as usize], since[suit as usize]),
                    Some(led) => voids[i].insert(led),
                    None => {}
                }
            }
        }
        for (hand, void) in weights.iter_mut().zip(&voids) {
            for suit in Suit::ALL.into_iter().filter(|&suit| void.contains(suit)) {
                hand[suit as usize][1..].fill(0.0);
            }
        }
        Evidence { unseen, room, voids, weights }
    }

    /// Hands that fit, as likely as they are; `None` where none fit.
    pub fn draw(&self, rng: &mut Rng) -> Option<[Cards; OTHERS]> {
        let (mut sums, mut room) = (Sums::new(), self.room);
        let mut hands = [Cards::EMPTY; OTHERS];
        for (index, suit) in Suit::ALL.into_iter().enumerate() {
            let (suits, later) = (&Suit::ALL[index..], &Suit::ALL[index + 1..]);
            let mut left = rng.unit() * self.sum(suits, room, &mut sums);
            let weighed = |(split, weight)| (split, weight * self.sum(later, minus(room, split), &mut sums));
            let likely = self.splits(suit, room).map(weighed).filter(|(_, weight)| *weight > 0.0);
            let split = first_or_last(likely, |weight| {
                left -= weight;
                left < 0.0
            })?;
            self.hand_out(suit, split, &mut hands, rng);
            room = minus(room, split);
        }
        Some(hands)
    }

    /// All hands that fit, with their probabilities, where they are at most `most`.
    pub fn list(&self, most: usize) -> Option<Vec<([Cards; OTHERS], f64)>> {
        let deals = list_deals(self.unseen, &self.room.map(usize::from), &self.voids, most)?;
        let deals = deals.into_iter().filter_map(|hands| <[Cards; OTHERS]>::try_from(hands).ok());
        let weighed: Vec<_> = deals.map(|hands| (hands, self.weight(&hands))).collect();
        let total: f64 = weighed.iter().map(|(_, weight)| weight).sum();
        Some(weighed.into_iter().map(|(hands, weight)| (hands, weight / total)).collect())
    }

    fn weight(&self, hands: &[Cards; OTHERS]) -> f64 {
        let of_suit = |i: usize, suit: Suit| self.weights[i][suit as usize][hands[i].of_suit(suit).len()];
        (0..OTHERS).flat_map(|i| Suit::ALL.map(|suit| of_suit(i, suit))).product()
    }

    /// The ways to split a suit among the hands, each with the weight of all its deals.
    fn splits(&self, suit: Suit, room: Room) -> impl Iterator<Item = (Room, f64)> {
        let count = self.unseen.of_suit(suit).len() as u8;
        // What the hands after it have no room for.
        let least = move |taken: u8, room: u8| (count - taken).saturating_sub(room);
        (least(0, room[1] + room[2])..=count.min(room[0])).flat_map(move |x| {
            let weighed =
                move |y: u8| ([x, y, count - x - y], self.split_weight(suit, [x, y, count - x - y]));
            (least(x, room[2])..=(count - x).min(room[1])).map(weighed)
        })
    }

    fn split_weight(&self, suit: Suit, split: Room) -> f64 {
        let count: u8 = split.iter().sum();
        let ways = choose(count, split[0]) * choose(count - split[0], split[1]);
        (0..OTHERS).fold(ways, |weight, i| weight * self.weights[i][suit as usize][usize::from(split[i])])
    }

    /// The weight of all deals of these suits into so much room, which they fill.
    fn sum(&self, suits: &[Suit], room: Room, sums: &mut Sums) -> f64 {
        let Some((&suit, later)) = suits.split_first() else {
            return 1.0;
        };
        if later.is_empty() {
            return self.split_weight(suit, room);
        }
        let index = (suit as usize * COUNTS + usize::from(room[0])) * COUNTS + usize::from(room[1]);
        if sums.0[index] < 0.0 {
            sums.0[index] = self.splits(suit, room).fold(0.0, |sum, (split, weight)| {
                sum + if weight > 0.0 { weight * self.sum(later, minus(room, split), sums) } else { 0.0 }
            });
        }
        sums.0[index]
    }

    fn hand_out(&self, suit: Suit, split: Room, hands: &mut [Cards; OTHERS], rng: &mut Rng) {
        let mut cards: Vec<Card> = self.unseen.of_suit(suit).iter().collect();
        rng.shuffle(&mut cards);
        let owners = (0..OTHERS).flat_map(|i| std::iter::repeat_n(i, usize::from(split[i])));
        owners.zip(cards).for_each(|(i, card)| hands[i].insert(card));
    }
}

/// One of so many cards was played, and `since` of them are no longer held.
fn follow(weights: &mut [f64; COUNTS], since: u8) {
    for (left, weight) in weights.iter_mut().enumerate() {
        *weight /= (left + usize::from(since)) as f64;
    }
}

/// What was summed already, by suit and the room of two hands (the third has the rest); negative where it was not.
struct Sums(Vec<f64>);

impl Sums {
    fn new() -> Sums {
        Sums(vec![-1.0; Suit::ALL.len() * COUNTS * COUNTS])
    }
}

/// The first split where it `stops`, or the last one: sums of fractions may fall short of their total.
fn first_or_last(
    splits: impl Iterator<Item = (Room, f64)>,
    mut stops: impl FnMut(f64) -> bool,
) -> Option<Room> {
    let mut last = None;
    for (split, weight) in splits {
        last = Some(split);
        if stops(weight) {
            break;
        }
    }
    last
}

fn minus(room: Room, split: Room) -> Room {
    [0, 1, 2].map(|i| room[i] - split[i])
}

/// n over k, up to the cards of a suit.
fn choose(n: u8, k: u8) -> f64 {
    CHOOSE[usize::from(n)][usize::from(k)]
}

static CHOOSE: [[f64; COUNTS]; COUNTS] = pascals_triangle();

const fn pascals_triangle() -> [[f64; COUNTS]; COUNTS] {
    let (mut rows, mut n) = ([[0.0; COUNTS]; COUNTS], 0);
    while n < COUNTS {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}
