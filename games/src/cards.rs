//! Cards, hands as bits, and deals that fit what was seen: what the card games have in common.
//!
//! ```text
//!    bit   0 …12   13…25      26…38    39…51
//!         clubs   diamonds   hearts   spades      2 is the lowest bit of a suit, the ace the highest
//! ```
//!
//! A card is written with its suit first, `SA` or `H10` (also `HT`); a hand suit by suit, `SAKT
//! H2`, and an empty one `-`.
//!
//! ```
//! use gametree_games::cards::{Card, Cards, Suit};
//! let hand: Cards = "H10 S2AK".parse().unwrap();
//! assert_eq!(hand.to_string(), "SAK2 HT");
//! assert_eq!(hand.of_suit(Suit::Spades).highest(), Some(Card::new(Suit::Spades, 12)));
//! ```

mod deals;
mod drawn;
mod evidence;

use std::fmt;
use std::ops::{BitAnd, BitOr, Sub};
use std::str::FromStr;

pub use deals::{count_deals, deal_likely, deal_unseen, list_deals, list_likely};
pub(crate) use drawn::{Seat, squares, table};
pub use evidence::Evidence;

use crate::PositionError;

/// Ranks of a suit, counted from 0 (the two) to 12 (the ace).
pub const RANKS: u8 = 13;

const LETTERS: &[u8; RANKS as usize] = b"23456789TJQKA";

/// A suit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Suit {
    /// ♣
    Clubs,
    /// ♦
    Diamonds,
    /// ♥
    Hearts,
    /// ♠
    Spades,
}

impl Suit {
    /// All four, lowest first.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// Its letter: C, D, H or S.
    #[must_use]
    pub fn letter(self) -> char {
        char::from(b"CDHS"[self as usize])
    }

    /// The suit of a letter, small or capital.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Suit> {
        Suit::ALL
            .into_iter()
            .find(|suit| suit.letter() == letter.to_ascii_uppercase())
    }
}

/// A card: its suit times 13 plus its rank, below 52.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Card(pub u8);

impl Card {
    /// The card of a suit and a rank, 0 (the two) to 12 (the ace).
    #[must_use]
    pub const fn new(suit: Suit, rank: u8) -> Card {
        Card(suit as u8 * RANKS + rank)
    }

    /// Its suit.
    #[inline]
    #[must_use]
    pub fn suit(self) -> Suit {
        Suit::ALL[usize::from(self.0 / RANKS) & 3]
    }

    /// Its rank, 0 (the two) to 12 (the ace).
    #[inline]
    #[must_use]
    pub fn rank(self) -> u8 {
        self.0 % RANKS
    }
}

fn letter(rank: u8) -> char {
    char::from(LETTERS[usize::from(rank)])
}

/// `SA`, `HT`.
impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.suit().letter(), letter(self.rank()))
    }
}

/// `SA`, `HT` or `H10`, in small or capital letters.
impl FromStr for Card {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Card, PositionError> {
        let mut cards = word(text.trim())?.into_iter();
        match (cards.next(), cards.next()) {
            (Some(card), None) => Ok(card),
            _ => Err(PositionError(format!(
                "{text:?} is not one card; cards are such as SA, H10, C2"
            ))),
        }
    }
}

/// A set of cards, a bit each.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cards(pub u64);

impl Cards {
    /// No cards.
    pub const EMPTY: Cards = Cards(0);

    /// The highest `ranks` cards (at most 13) of each of these suits: a deck.
    #[must_use]
    pub fn deck(suits: &[Suit], ranks: u8) -> Cards {
        let ranks = ranks.min(RANKS);
        let cards = |&suit: &Suit| (RANKS - ranks..RANKS).map(move |rank| Card::new(suit, rank));
        suits.iter().flat_map(cards).collect()
    }

    /// Adds a card.
    #[inline]
    pub fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }

    /// Takes a card out.
    #[inline]
    pub fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }

    /// Whether a card is there.
    #[inline]
    #[must_use]
    pub fn contains(self, card: Card) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// How many there are.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The ones of a suit.
    #[inline]
    #[must_use]
    pub fn of_suit(self, suit: Suit) -> Cards {
        Cards(self.0 & (((1 << RANKS) - 1) << (suit as u8 * RANKS)))
    }

    /// The lowest, by suit and then by rank.
    #[inline]
    #[must_use]
    pub fn lowest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(self.0.trailing_zeros() as u8))
    }

    /// The highest, by suit and then by rank.
    #[inline]
    #[must_use]
    pub fn highest(self) -> Option<Card> {
        (self.0 != 0).then(|| Card(63 - self.0.leading_zeros() as u8))
    }

    /// All of them, lowest first.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self;
        std::iter::from_fn(move || {
            let card = left.lowest()?;
            left.remove(card);
            Some(card)
        })
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Cards {
        cards
            .into_iter()
            .fold(Cards::EMPTY, |set, card| Cards(set.0 | 1 << card.0))
    }
}

impl BitOr for Cards {
    type Output = Cards;

    #[inline]
    fn bitor(self, other: Cards) -> Cards {
        Cards(self.0 | other.0)
    }
}

impl BitAnd for Cards {
    type Output = Cards;

    #[inline]
    fn bitand(self, other: Cards) -> Cards {
        Cards(self.0 & other.0)
    }
}

impl Sub for Cards {
    type Output = Cards;

    #[inline]
    fn sub(self, other: Cards) -> Cards {
        Cards(self.0 & !other.0)
    }
}

/// `SAKT H2`: spades first, high cards first; `-` where there is none.
impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        let suits = Suit::ALL
            .into_iter()
            .rev()
            .filter(|&suit| !self.of_suit(suit).is_empty());
        for (i, suit) in suits.enumerate() {
            write!(f, "{}{}", if i > 0 { " " } else { "" }, suit.letter())?;
            let ranks = (0..RANKS)
                .rev()
                .filter(|&rank| self.contains(Card::new(suit, rank)));
            ranks
                .map(letter)
                .try_for_each(|letter| write!(f, "{letter}"))?;
        }
        Ok(())
    }
}

/// Words of a suit and its ranks, `SAKT H2`, with spaces or commas between them; `-` for no cards.
impl FromStr for Cards {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Cards, PositionError> {
        let mut cards = Cards::EMPTY;
        let words = text.split(|c: char| c == ',' || c.is_whitespace());
        for part in words.filter(|part| !part.is_empty() && *part != "-") {
            for card in word(part)? {
                if cards.contains(card) {
                    return Err(PositionError(format!("{card} stands twice in {text:?}")));
                }
                cards.insert(card);
            }
        }
        Ok(cards)
    }
}

/// The cards of one word: a suit's letter, then ranks.
fn word(text: &str) -> Result<Vec<Card>, PositionError> {
    let wrong = || {
        PositionError(format!(
            "{text:?} is not a card; cards are such as SA, H10, C2"
        ))
    };
    let mut letters = text.chars();
    let suit = letters.next().and_then(Suit::of_letter).ok_or_else(wrong)?;
    let ranks = letters.as_str().to_ascii_uppercase().replace("10", "T");
    let rank = |letter: char| LETTERS.iter().position(|&l| char::from(l) == letter);
    let cards: Option<Vec<Card>> = ranks
        .chars()
        .map(|c| rank(c).map(|rank| Card::new(suit, rank as u8)))
        .collect();
    cards.filter(|cards| !cards.is_empty()).ok_or_else(wrong)
}

/// A set of suits: those of which a player is known to have no card.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Suits(u8);

impl Suits {
    /// None.
    pub const EMPTY: Suits = Suits(0);

    /// Adds a suit.
    #[inline]
    pub fn insert(&mut self, suit: Suit) {
        self.0 |= 1 << suit as u8;
    }

    /// Whether a suit is there.
    #[inline]
    #[must_use]
    pub fn contains(self, suit: Suit) -> bool {
        self.0 >> suit as u8 & 1 == 1
    }
}

impl FromIterator<Suit> for Suits {
    fn from_iter<I: IntoIterator<Item = Suit>>(suits: I) -> Suits {
        suits
            .into_iter()
            .fold(Suits::EMPTY, |set, suit| Suits(set.0 | 1 << suit as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_has_its_text() {
        let deck = Cards::deck(&Suit::ALL, RANKS);
        assert_eq!((deck.len(), deck.0), (52, (1 << 52) - 1));
        for card in deck.iter() {
            let text = card.to_string();
            assert_eq!(text.parse(), Ok(card));
            assert_eq!(text.to_lowercase().parse(), Ok(card));
            assert_eq!(Card::new(card.suit(), card.rank()), card);
        }
        assert_eq!("h10".parse::<Card>(), "HT".parse());
        assert_eq!(deck.to_string().parse(), Ok(deck));
    }

    #[test]
    fn what_is_no_card_is_refused() {
        for text in ["", "S", "1S", "SX", "SAK", "S1", "S11", "♠A"] {
            assert!(text.parse::<Card>().is_err(), "{text}");
        }
        assert!("SAA".parse::<Cards>().is_err() && "SA, H2 SA".parse::<Cards>().is_err());
        assert_eq!(
            ("-".parse(), "".parse()),
            (Ok(Cards::EMPTY), Ok(Cards::EMPTY))
        );
    }

    #[test]
    fn a_short_deck_has_the_high_cards() {
        let deck = Cards::deck(&[Suit::Hearts, Suit::Spades], 3);
        assert_eq!(deck.to_string(), "SAKQ HAKQ");
        assert_eq!(deck.lowest(), "HQ".parse().ok());
        assert_eq!(deck.highest(), "SA".parse().ok());
        assert_eq!((deck - deck.of_suit(Suit::Hearts)).to_string(), "SAKQ");
        assert_eq!(Cards::EMPTY.to_string(), "-");
    }
}
