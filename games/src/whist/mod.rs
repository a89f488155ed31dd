//! Whist: four players in two partnerships take tricks, and see only their own cards.
//!
//! Seats 0 to 3 are called N, E, S and W; N and S play against E and W. The deck has the N highest
//! cards of all four suits (2 to 13), dealt one by one around the table. Seat 0 leads. Players
//! follow suit where they can; the highest trump wins the trick, or the highest card of the suit
//! led, and its owner leads to the next. A player's result is the tricks of their own side minus
//! those of the other.
//!
//! | file | holds |
//! | --- | --- |
//! | this one | the game of hidden hands, with its deal |
//! | `trick` | a trick, and which cards are as good as each other |
//! | `text` | deals, positions and games as text |
//! | `hidden` | what a player sees, and the deals that fit it |
//! | [`open`] | the game with all cards face up, for two-player searches |
//! | [`solver`] | the exact value of open hands: its recursion in `partition`, its memory in `table`, what it counts without search in `sure`, its order of moves in `order` |
//! | [`payoff_evaluator`] | expected tricks by high cards |
//! | [`strategy`] | the simple rule, and the value of every card in a world |

mod drawn;
mod hidden;
pub mod open;
mod order;
mod partition;
pub mod payoff_evaluator;
pub mod solver;
pub mod strategy;
mod sure;
mod table;
mod text;
mod trick;

use gametree::erased::PackedMoves;
use gametree::rng::{Rng, mix};
use gametree::{Bounds, Chance, Game, Keyed, Outcome, Payoffs, Player};

use crate::PositionError;
use crate::cards::{Card, Cards, RANKS, Suit};
use trick::{SEATS, Trick, side};

pub use hidden::Seen;
pub use open::{Deal, DoubleDummy, OpenTricks};
pub use payoff_evaluator::HighCards;
pub use solver::{Solved, Solver};
pub use strategy::{Greedy, card_values, greedy};

/// The fewest cards of a hand.
pub const LEAST_CARDS: u8 = 2;
/// The most cards of a game.
const MOST_PLAYS: usize = SEATS * RANKS as usize;

/// A position of whist: the whole truth, and every card played. While cards are dealt, chance acts.
///
/// ```
/// use gametree::{Chance, Game, Payoffs, Player, rng::Rng};
/// use gametree_games::whist::Whist;
/// let mut game = Whist::named("whist:8S").unwrap().dealt(&mut Rng::new(1));
/// assert!(game.chances().is_none() && game.turn() == Player(0));
/// while let Some(card) = game.outcome().is_none().then(|| game.moves().next()).flatten() {
///     game.play(card);
/// }
/// assert_eq!(game.payoff(Player(0)), -game.payoff(Player(3)));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Whist {
    hands: [Cards; SEATS],
    deck: Cards,
    /// The cards played, in order.
    played: [Card; MOST_PLAYS],
    plays: u8,
    trick: Trick,
    trump: Option<Suit>,
    won: [u8; 2],
    /// Who leads to the first trick.
    opener: u8,
}

impl Whist {
    /// A game with this many cards per hand, before the deal.
    pub fn new(cards: u8, trump: Option<Suit>) -> Result<Whist, PositionError> {
        if !(LEAST_CARDS..=RANKS).contains(&cards) {
            let why = format!(
                "{cards} cards per hand, but whist is played with {LEAST_CARDS} to {RANKS}"
            );
            return Err(PositionError(why));
        }
        Ok(Whist::undealt(Cards::deck(&Suit::ALL, cards), trump, 0))
    }

    /// A deck on the table, nothing dealt.
    fn undealt(deck: Cards, trump: Option<Suit>, opener: u8) -> Whist {
        let (hands, played) = ([Cards::EMPTY; SEATS], [Card(0); MOST_PLAYS]);
        Whist {
            hands,
            deck,
            played,
            plays: 0,
            trick: Trick::led_by(opener),
            trump,
            won: [0; 2],
            opener,
        }
    }

    /// The game of these hands, dealt, before the first lead.
    pub fn with_hands(deal: Deal) -> Result<Whist, PositionError> {
        let open = DoubleDummy::new(deal)?;
        let deck = open.in_sight();
        Ok(Whist {
            hands: deal.hands,
            ..Whist::undealt(deck, deal.trump, deal.leader)
        })
    }

    /// The same with what is left of the deck dealt at random.
    #[must_use]
    pub fn dealt(mut self, rng: &mut Rng) -> Whist {
        while self.is_dealing() {
            let left = self.undealt_cards();
            if let Some(card) = left.iter().nth(rng.below(left.len())) {
                self.play(card);
            }
        }
        self
    }

    /// Whether cards are still to be dealt.
    #[inline]
    #[must_use]
    pub fn is_dealing(&self) -> bool {
        self.plays == 0 && self.hands.iter().map(|hand| hand.len()).sum::<usize>() < self.deck.len()
    }

    fn undealt_cards(&self) -> Cards {
        self.hands.iter().fold(self.deck, |left, &hand| left - hand)
    }

    /// Cards per hand at the beginning.
    #[inline]
    #[must_use]
    pub fn cards_a_hand(&self) -> u8 {
        (self.deck.len() / SEATS) as u8
    }

    /// The cards that a seat (0 to 3) still holds.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: u8) -> Cards {
        self.hands[usize::from(seat & 3)]
    }

    /// The trump suit.
    #[inline]
    #[must_use]
    pub fn trump(&self) -> Option<Suit> {
        self.trump
    }

    /// The tricks won so far, of N and S and of E and W.
    #[inline]
    #[must_use]
    pub fn won(&self) -> [u8; 2] {
        self.won
    }

    /// The cards played so far, in order.
    #[inline]
    #[must_use]
    pub fn played(&self) -> &[Card] {
        &self.played[..usize::from(self.plays)]
    }

    /// The cards of the trick on the table, in order.
    #[must_use]
    pub fn on_table(&self) -> &[Card] {
        self.trick.cards()
    }

    /// The same with all cards face up; `None` while they are dealt.
    #[must_use]
    pub fn open(&self) -> Option<DoubleDummy> {
        (!self.is_dealing())
            .then(|| DoubleDummy::in_play(self.hands, self.trick, self.trump, self.won))
    }

    /// What may be dealt, or played.
    #[inline]
    fn legal(&self) -> Cards {
        if self.is_dealing() {
            self.undealt_cards()
        } else {
            self.trick.legal(self.hand(self.trick.seat()))
        }
    }

    fn deal_card(&mut self, card: Card) {
        let seat = self.hands.iter().map(|hand| hand.len()).sum::<usize>() % SEATS;
        self.hands[seat].insert(card);
    }

    /// Tricks of a side minus those of the other.
    fn balance(&self, side: usize) -> f64 {
        f64::from(self.won[side & 1]) - f64::from(self.won[!side & 1])
    }
}

impl Game for Whist {
    type Move = Card;

    /// The seat to play; while cards are dealt, the one that gets the next.
    #[inline]
    fn turn(&self) -> Player {
        if self.is_dealing() {
            let dealt: usize = self.hands.iter().map(|hand| hand.len()).sum();
            return Player((dealt % SEATS) as u8);
        }
        Player(self.trick.seat())
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Card> {
        self.legal().iter()
    }

    #[inline]
    fn play(&mut self, card: Card) {
        if self.is_dealing() {
            return self.deal_card(card);
        }
        self.hands[usize::from(self.trick.seat())].remove(card);
        self.played[usize::from(self.plays) % MOST_PLAYS] = card;
        self.plays += 1;
        self.trick.add(card, self.trump);
        if self.trick.is_full() {
            let winner = self.trick.winner();
            self.won[side(winner)] += 1;
            self.trick = Trick::led_by(winner);
        }
    }

    /// The tricks of N and S minus those of E and W.
    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let over = usize::from(self.plays) == self.deck.len();
        over.then(|| Outcome::Points(i32::from(self.won[0]) - i32::from(self.won[1])))
    }
}

impl PackedMoves for Whist {
    #[inline]
    fn pack(m: Card) -> u64 {
        u64::from(m.0)
    }

    #[inline]
    fn unpack(code: u64) -> Card {
        Card(code as u8)
    }
}

/// Every card not dealt yet, each as likely.
impl Chance for Whist {
    fn chances(&self) -> Option<impl Iterator<Item = (Card, f64)>> {
        self.is_dealing().then(|| {
            let left = self.undealt_cards();
            left.iter().map(move |card| (card, 1.0 / left.len() as f64))
        })
    }
}

impl Payoffs for Whist {
    fn players(&self) -> u8 {
        SEATS as u8
    }

    fn payoff(&self, player: Player) -> f64 {
        self.balance(side(player.0))
    }

    fn bounds(&self) -> Bounds {
        let most = f64::from(self.cards_a_hand());
        Bounds::new(-most, most)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

/// Hands, trick, tricks won, who is to play. How it came about does not matter.
impl Keyed for Whist {
    fn key(&self) -> u64 {
        let trick = self
            .trick
            .cards()
            .iter()
            .fold(1, |sum, card| sum << 6 | u64::from(card.0));
        let rest = trick << 16
            | u64::from(self.won[0]) << 8
            | u64::from(self.won[1]) << 4
            | u64::from(self.trick.seat());
        let start = mix(rest) ^ self.trump.map_or(0, |suit| suit as u64 + 1);
        let words = self.hands.iter().map(|hand| hand.0).chain([self.deck.0]);
        words.fold(start, |key, word| {
            mix(key.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word)
        })
    }
}
