//! Deals, positions and games as text.
//!
//! A deal is written as in the Portable Bridge Notation, the first seat, a colon, and four hands
//! clockwise, each with its spades, hearts, diamonds and clubs between dots; or with the suits
//! named and bars between the hands, N first:
//!
//! ```text
//!   N:AK.2.. QJ.3.. 32.A.. 54.K..
//!   SAK H2 | SQJ H3 | S32 HA | S54 HK
//! ```
//!
//! `trump=S`, `lead=E` and `play=SA,SJ,S2` may follow: the trump suit (that of the game's name without it, none with
//! `trump=-`), who leads to the first trick (N without it), and the cards played since. A game is
//! named `whist:8`, without trump, or `whist:8S` (or `whist:8,S`).

use std::fmt;
use std::str::FromStr;

use gametree::{Game, Notation};

use super::trick::{SEATS, Trick};
use super::{Deal, DoubleDummy, Whist};
use crate::PositionError;
use crate::cards::{Card, Cards, Suit};

const SEAT_LETTERS: [char; SEATS] = ['N', 'E', 'S', 'W'];
const HELP: &str =
    "a deal is written as N:AK.2.. QJ.3.. 32.A.. 54.K.. or SAK H2 | SQJ H3 | S32 HA | S54 HK";

impl Whist {
    /// The game of this name: `whist:8` has eight cards per hand and no trump, in `whist:8S` (or
    /// `whist:8,S`) spades are trump.
    pub fn named(name: &str) -> Result<Whist, PositionError> {
        let unknown = || PositionError(format!("{name:?} is not a game like whist:8 or whist:8S"));
        let rules = name.trim().strip_prefix("whist:").ok_or_else(unknown)?;
        let (cards, trump) = match rules.strip_suffix(|letter: char| letter.is_ascii_alphabetic()) {
            Some(cards) => (
                cards.strip_suffix(',').unwrap_or(cards),
                suit(&rules[cards.len()..])?,
            ),
            None => (rules, None),
        };
        Whist::new(cards.trim().parse().map_err(|_| unknown())?, trump)
    }

    /// A position of this game: the trump is the game's where the text names none.
    pub fn read(&self, text: &str) -> Result<Whist, PositionError> {
        let Record { deal, played } = Record::read(text, self.trump)?;
        replay(Whist::with_hands(deal)?, &played)
    }
}

fn wrong(why: String) -> PositionError {
    PositionError(why)
}

/// A trump suit; `-` and `NT` for none.
fn suit(text: &str) -> Result<Option<Suit>, PositionError> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        _ if text == "-" || text.eq_ignore_ascii_case("NT") => Ok(None),
        (Some(letter), None) if Suit::of_letter(letter).is_some() => Ok(Suit::of_letter(letter)),
        _ => Err(wrong(format!(
            "{text:?} is not a trump suit; suits are S, H, D and C"
        ))),
    }
}

fn seat(text: &str) -> Result<u8, PositionError> {
    let mut letters = text.chars();
    let letter = letters
        .next()
        .filter(|_| letters.next().is_none())
        .map(|c| c.to_ascii_uppercase());
    let found = SEAT_LETTERS.iter().position(|&seat| Some(seat) == letter);
    found
        .map(|seat| seat as u8)
        .ok_or_else(|| wrong(format!("{text:?} is not a seat; seats are N, E, S and W")))
}

/// A deal and the cards played since.
struct Record {
    deal: Deal,
    played: Vec<Card>,
}

impl Record {
    /// What the text says; the trump is this one where it says nothing of it.
    fn read(text: &str, trump: Option<Suit>) -> Result<Record, PositionError> {
        let (options, hands): (Vec<&str>, Vec<&str>) =
            text.split_whitespace().partition(|word| word.contains('='));
        let hands = if text.contains('|') {
            barred(&hands.join(" "))?
        } else {
            dotted(&hands)?
        };
        let mut record = Record {
            deal: Deal {
                hands,
                leader: 0,
                trump,
            },
            played: Vec::new(),
        };
        for option in options {
            match option.split_once('=') {
                Some(("trump", value)) => record.deal.trump = suit(value)?,
                Some(("lead", value)) => record.deal.leader = seat(value)?,
                Some(("play", value)) => record.played = played(value)?,
                _ => return Err(wrong(format!("{option:?} is not trump=, lead= or play="))),
            }
        }
        Ok(record)
    }
}

fn played(text: &str) -> Result<Vec<Card>, PositionError> {
    text.split(',')
        .filter(|word| !word.is_empty())
        .map(str::parse)
        .collect()
}

/// Four hands with bars between them.
fn barred(text: &str) -> Result<[Cards; SEATS], PositionError> {
    let hands: Result<Vec<Cards>, PositionError> = text.split('|').map(str::parse).collect();
    four(hands?)
}

/// A seat and a colon, then four hands with dots between the suits.
fn dotted(words: &[&str]) -> Result<[Cards; SEATS], PositionError> {
    let text = words.join(" ");
    let (first, rest) = text
        .split_once(':')
        .ok_or_else(|| wrong(format!("{text:?} is not a deal; {HELP}")))?;
    let first = seat(first.trim())?;
    let hands: Result<Vec<Cards>, PositionError> =
        rest.split_whitespace().map(dotted_hand).collect();
    let mut hands = four(hands?)?;
    hands.rotate_right(usize::from(first));
    Ok(hands)
}

fn four(hands: Vec<Cards>) -> Result<[Cards; SEATS], PositionError> {
    let found = hands.len();
    hands
        .try_into()
        .map_err(|_| wrong(format!("{found} hands, not four; {HELP}")))
}

/// `AK.2..`: spades, hearts, diamonds, clubs.
fn dotted_hand(text: &str) -> Result<Cards, PositionError> {
    let suits: Vec<&str> = text.split('.').collect();
    if suits.len() != Suit::ALL.len() {
        return Err(wrong(format!(
            "{text:?} has {} suits, not four with dots between them; {HELP}",
            suits.len()
        )));
    }
    let named = Suit::ALL
        .iter()
        .rev()
        .zip(suits)
        .filter(|(_, ranks)| !ranks.is_empty());
    named
        .map(|(suit, ranks)| format!("{}{ranks}", suit.letter()))
        .collect::<Vec<_>>()
        .join(" ")
        .parse()
}

/// Plays the cards of a record.
fn replay<G: Notation<Move = Card>>(mut position: G, played: &[Card]) -> Result<G, PositionError> {
    for (index, card) in played.iter().enumerate() {
        if position.outcome().is_some() {
            return Err(wrong(format!(
                "card {} ({card}): all cards are played already",
                index + 1
            )));
        }
        if position.read_move(&card.to_string()).is_none() {
            return Err(wrong(format!(
                "card {} ({card}): it is not in the hand to play, or suit must be followed",
                index + 1
            )));
        }
        position.play(*card);
    }
    Ok(position)
}

/// A deal with the cards played since, as this file's head tells.
impl FromStr for Whist {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Whist, PositionError> {
        let Record { deal, played } = Record::read(text, None)?;
        replay(Whist::with_hands(deal)?, &played)
    }
}

/// As for the game of hidden hands.
impl FromStr for DoubleDummy {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<DoubleDummy, PositionError> {
        let Record { deal, played } = Record::read(text, None)?;
        replay(DoubleDummy::new(deal)?, &played)
    }
}

/// `SA`, `H10` or `HT`.
impl Notation for Whist {
    fn write_move(&self, card: Card) -> String {
        card.to_string()
    }

    fn read_move(&self, text: &str) -> Option<Card> {
        let card = text.parse().ok()?;
        self.legal().contains(card).then_some(card)
    }
}

/// One line per hand, then trump, tricks, the table, and who is to play.
struct Picture<'a> {
    hands: &'a [Cards; SEATS],
    trick: &'a Trick,
    trump: Option<Suit>,
    won: [u8; 2],
    standing: String,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (letter, hand) in SEAT_LETTERS.iter().zip(self.hands) {
            writeln!(f, "{letter}: {hand}")?;
        }
        let trump = self.trump.map_or("no trump".to_string(), |suit| {
            format!("trump {}", suit.letter())
        });
        writeln!(f, "{trump}, tricks NS {} EW {}", self.won[0], self.won[1])?;
        let seats = SEAT_LETTERS
            .iter()
            .cycle()
            .skip(usize::from(self.trick.leader()));
        let table: Vec<String> = seats
            .zip(self.trick.cards())
            .map(|(seat, card)| format!("{seat} {card}"))
            .collect();
        if !table.is_empty() {
            writeln!(f, "on the table: {}", table.join(", "))?;
        }
        writeln!(f, "{}", self.standing)
    }
}

/// Who is to play, or how it ended.
fn standing(position: &impl Game, seat: u8, won: [u8; 2]) -> String {
    match position.outcome() {
        None => format!("{} to play", SEAT_LETTERS[usize::from(seat & 3)]),
        Some(_) if won[0] > won[1] => "NS have won".to_string(),
        Some(_) if won[0] < won[1] => "EW have won".to_string(),
        Some(_) => "drawn".to_string(),
    }
}

/// Hands, trump, tricks, table, and who is to play; while cards are dealt, who gets the next.
impl fmt::Display for Whist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standing = if self.is_dealing() {
            let next = SEAT_LETTERS[usize::from(self.turn().0 & 3)];
            format!(
                "{} cards to deal, the next to {next}",
                self.undealt_cards().len()
            )
        } else {
            standing(self, self.trick.seat(), self.won)
        };
        Picture {
            hands: &self.hands,
            trick: &self.trick,
            trump: self.trump,
            won: self.won,
            standing,
        }
        .fmt(f)
    }
}

/// Hands, trump, tricks, table, and who is to play.
impl fmt::Display for DoubleDummy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let standing = standing(self, self.seat(), self.won());
        Picture {
            hands: self.hands(),
            trick: self.trick(),
            trump: self.trump(),
            won: self.won(),
            standing,
        }
        .fmt(f)
    }
}
