//! What the play of a hand says about the cards left in it.
//!
//! A player who leads or throws away plays one of all their cards, as many in every deal; but one
//! who follows suit plays one of their cards of that suit, and at random they are the likelier
//! to play this one the fewer they have:
//!
//! ```text
//!    followed twice to spades, n spades left:    1 / (n + 2) · 1 / (n + 1)
//!    did not follow to hearts:                   0, if a heart is left
//! ```

use super::{Card, Cards, RANKS, Suit, Suits};

/// Numbers of cards of a suit.
const COUNTS: usize = RANKS as usize + 1;

/// For each suit and number of cards left of it in a hand: how likely that makes what was played
/// from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence([[f64; COUNTS]; 4]);

impl Evidence {
    /// Nothing was played.
    pub const NONE: Evidence = Evidence([[1.0; COUNTS]; 4]);

    /// Only what suits a hand is known to lack.
    #[must_use]
    pub fn lacking(suits: Suits) -> Evidence {
        let mut evidence = Evidence::NONE;
        for suit in Suit::ALL.into_iter().filter(|&suit| suits.contains(suit)) {
            evidence.0[suit as usize][1..].fill(0.0);
        }
        evidence
    }

    /// All cards that a player has played, in order, each with the suit led by another before them,
    /// if one was: what that says where players move at random.
    ///
    /// ```
    /// use gametree_games::cards::{Evidence, Suit};
    /// let follows = [("S2".parse().unwrap(), Some(Suit::Spades)), ("C2".parse().unwrap(), Some(Suit::Hearts))];
    /// let evidence = Evidence::of_play(&follows);
    /// assert_eq!((evidence.weight(Suit::Spades, 1), evidence.weight(Suit::Hearts, 1)), (0.5, 0.0));
    /// ```
    #[must_use]
    pub fn of_play(plays: &[(Card, Option<Suit>)]) -> Evidence {
        let thrown = plays
            .iter()
            .filter_map(|&(card, led)| led.filter(|&led| led != card.suit()));
        let mut evidence = Evidence::lacking(thrown.collect());
        // From the last card back: this many of each suit were played from then on.
        let mut since = [0u8; 4];
        for &(card, led) in plays.iter().rev() {
            let suit = card.suit() as usize;
            since[suit] += 1;
            if led == Some(card.suit()) {
                let weights = (0u8..).zip(&mut evidence.0[suit]);
                weights.for_each(|(left, weight)| *weight /= f64::from(left + since[suit]));
            }
        }
        evidence
    }

    /// How likely this many cards left of a suit make what was played; 0 for more than a suit has.
    #[inline]
    #[must_use]
    pub fn weight(&self, suit: Suit, left: usize) -> f64 {
        self.0[suit as usize].get(left).copied().unwrap_or(0.0)
    }

    /// How likely a hand makes what was played.
    #[must_use]
    pub fn of(&self, hand: Cards) -> f64 {
        Suit::ALL
            .into_iter()
            .map(|suit| self.weight(suit, hand.of_suit(suit).len()))
            .product()
    }

    /// Whether a card of the suit may be there at all.
    pub(super) fn allows(&self, suit: Suit) -> bool {
        self.0[suit as usize][1..]
            .iter()
            .any(|&weight| weight > 0.0)
    }

    /// Whether all numbers of cards that may be are equally likely.
    pub(super) fn is_even(&self, suit: Suit) -> bool {
        let weights = &self.0[suit as usize];
        !self.allows(suit) || weights.iter().all(|&weight| weight == weights[0])
    }
}
