//! Rules, positions and moves of hearts as text.

use std::fmt;
use std::str::FromStr;

use gametree::{Game, Notation, Player};

use super::{Hearts, Rules};
use crate::PositionError;
use crate::cards::{Card, Cards};

/// What is wrong with rules.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RulesError {
    /// Too few or too many players or cards.
    #[error("hearts has 3 or 4 players with 1 to 13 cards each, not {0} with {1}")]
    Size(u8, u8),
    /// A name of rules that does not exist.
    #[error("{0:?} is neither hearts nor hearts:PLAYERSxN (such as hearts:4x5)")]
    Unknown(String),
}

/// `hearts` (four players, five cards each), `hearts:PLAYERSxN`.
impl FromStr for Rules {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Rules, RulesError> {
        let unknown = || RulesError::Unknown(text.to_string());
        if text.trim() == "hearts" {
            return Ok(Rules::default());
        }
        let sizes = text
            .trim()
            .strip_prefix("hearts:")
            .and_then(|sizes| sizes.split_once('x'));
        let (players, hand) = sizes.ok_or_else(unknown)?;
        let number = |text: &str| text.trim().parse::<u8>().map_err(|_| unknown());
        Rules::new(number(players)?, number(hand)?)
    }
}

fn wrong<T>(what: String) -> Result<T, PositionError> {
    Err(PositionError(what))
}

impl Hearts {
    /// The position of a text: either all hands and then what was played, `DA HK / HA DK / SA SK :
    /// DA DK`, or cards one by one as they were dealt and played, `DA HA SA HK DK SK DA DK`.
    pub fn read(rules: Rules, text: &str) -> Result<Hearts, PositionError> {
        let mut position = Hearts::new(rules);
        let plays = match text.split_once(':') {
            None if text.contains('/') => {
                position.deal(text)?;
                ""
            }
            None => text,
            Some((hands, plays)) => {
                position.deal(hands)?;
                plays
            }
        };
        for word in plays
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
        {
            position.put(word.parse()?)?;
        }
        Ok(position)
    }

    /// Deals whole hands.
    fn deal(&mut self, text: &str) -> Result<(), PositionError> {
        let hands: Vec<Cards> = text.split('/').map(str::parse).collect::<Result<_, _>>()?;
        let (players, size) = (
            usize::from(self.rules.players),
            usize::from(self.rules.hand),
        );
        if hands.len() != players {
            return wrong(format!(
                "{} hands in {text:?}, but {players} play",
                hands.len()
            ));
        }
        if let Some(hand) = hands.iter().find(|hand| hand.len() != size) {
            return wrong(format!(
                "the hand {hand} has {} cards, not {size}",
                hand.len()
            ));
        }
        let mut left: Vec<_> = hands.iter().map(|hand| hand.iter()).collect();
        for i in 0..players * size {
            if let Some(card) = left[i % players].next() {
                self.put(card)?;
            }
        }
        Ok(())
    }

    /// Deals or plays a card, if that is legal.
    fn put(&mut self, card: Card) -> Result<(), PositionError> {
        if self.outcome().is_some() {
            return wrong(format!("{card} is played after the end of the game"));
        }
        if self.legal().contains(card) {
            self.play(card);
            return Ok(());
        }
        let player = self.turn().0 + 1;
        if !self.rules.deck().contains(card) {
            wrong(format!("{card} is not in the deck {}", self.rules.deck()))
        } else if self.is_dealing() {
            wrong(format!("{card} is dealt twice"))
        } else if self.hand(self.turn()).contains(card) {
            wrong(format!("player {player} must follow suit, {card} does not"))
        } else {
            wrong(format!(
                "player {player} is to move and does not hold {card}"
            ))
        }
    }
}

/// Cards, suit first: `SA`, `HT`.
impl Notation for Hearts {
    fn write_move(&self, m: Card) -> String {
        m.to_string()
    }

    fn read_move(&self, text: &str) -> Option<Card> {
        text.parse()
            .ok()
            .filter(|&card| self.legal().contains(card))
    }
}

/// Every hand with the points its owner has taken, the cards on the table, and who is to move.
impl fmt::Display for Hearts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in (0..self.rules.players).map(Player) {
            writeln!(
                f,
                "{}: {} (taken {})",
                player.0 + 1,
                self.hand(player),
                self.taken(player)
            )?;
        }
        if self.outcome().is_some() {
            return writeln!(f, "all cards are played");
        }
        if self.is_dealing() {
            return writeln!(f, "player {} is dealt the next card", self.turn().0 + 1);
        }
        if !self.trick().is_empty() {
            write!(f, "table:")?;
            self.trick()
                .iter()
                .try_for_each(|card| write!(f, " {card}"))?;
            writeln!(f)?;
        }
        writeln!(f, "player {} to move", self.turn().0 + 1)
    }
}

/// As it is read: the hands as they were dealt, then what was played.
impl fmt::Debug for Hearts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in (0..self.rules.players).map(Player) {
            write!(
                f,
                "{}{}",
                if player.0 > 0 { " / " } else { "" },
                self.dealt_to(player)
            )?;
        }
        write!(f, " :")?;
        self.plays().try_for_each(|(_, card)| write!(f, " {card}"))
    }
}
