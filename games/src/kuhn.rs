//! Kuhn poker (Kuhn 1950): three cards, J < Q < K; each player antes 1 and is dealt one.
//!
//! ```text
//!   first   second   first         the pot goes to               value of the game: −1/18
//!   pass    pass                   the higher card, for 1
//!   pass    bet      pass          the second, for 1              first player's equilibria, one for each α in [0, 1/3]:
//!   pass    bet      bet           the higher card, for 2           J: bets with α, folds after pass, bet
//!   bet     pass                   the first, for 1                 Q: passes; then calls with α + 1/3
//!   bet     bet                    the higher card, for 2           K: bets with 3α, always calls
//! ```
//!
//! After a bet, to bet is to call and to pass is to fold. The second player's equilibrium is
//! unique: with J they bet a third of the time after a pass and fold to a bet; with Q they pass,
//! and call a third of the time; with K they always bet and call.
//!
//! The game has no sampler of its own: its worlds are found by replay, as those of any game can be.
//!
//! ```
//! use gametree::{Limits, cfr::Cfr};
//! use gametree_games::kuhn::Kuhn;
//! let solution = Cfr::default().solve(&Kuhn::new(), &Limits::none()).unwrap();
//! assert!((solution.value - -1.0 / 18.0).abs() < 1e-4);
//! assert!(solution.bounds.low <= -1.0 / 18.0 && -1.0 / 18.0 <= solution.bounds.high);
//! ```

use std::fmt;
use std::str::FromStr;

use gametree::board::{Board, Drawn, Grid, Look};
use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{Bounds, Chance, Game, Hidden, Keyed, Notation, Outcome, Payoffs, Player};

use crate::PositionError;

/// A card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

impl Card {
    /// All cards, lowest first.
    pub const ALL: [Card; 3] = [Card::Jack, Card::Queen, Card::King];

    fn letter(self) -> char {
        match self {
            Card::Jack => 'J',
            Card::Queen => 'Q',
            Card::King => 'K',
        }
    }

    fn from_letter(letter: char) -> Option<Card> {
        Card::ALL
            .into_iter()
            .find(|card| card.letter() == letter.to_ascii_uppercase())
    }
}

/// A move of chance or of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// Chance deals a card: the first player's, then the second's.
    Deal(Card),
    /// Check, or fold after a bet.
    Pass,
    /// Bet one more, or call a bet.
    Bet,
}

/// A position: the cards dealt and what was said.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Kuhn {
    cards: [Option<Card>; 2],
    /// What was said: bets by a bit each, the first lowest.
    bets: u8,
    said: u8,
}

/// The words said that end a game, with who wins ([`None`]: the higher card) and how much.
const ENDS: [(&[Act], Option<Player>, i32); 5] = [
    (&[Act::Pass, Act::Pass], None, 1),
    (&[Act::Pass, Act::Bet, Act::Pass], Some(Player::SECOND), 1),
    (&[Act::Pass, Act::Bet, Act::Bet], None, 2),
    (&[Act::Bet, Act::Pass], Some(Player::FIRST), 1),
    (&[Act::Bet, Act::Bet], None, 2),
];

impl Kuhn {
    /// Before the deal.
    #[must_use]
    pub fn new() -> Kuhn {
        Kuhn::default()
    }

    /// With these cards dealt; `None` where both are the same.
    #[must_use]
    pub fn dealt(first: Card, second: Card) -> Option<Kuhn> {
        (first != second).then(|| Kuhn {
            cards: [Some(first), Some(second)],
            ..Kuhn::new()
        })
    }

    /// A player's card, once it is dealt.
    #[must_use]
    pub fn card(&self, player: Player) -> Option<Card> {
        self.cards[usize::from(player.0 & 1)]
    }

    /// What was said since the deal.
    pub fn said(&self) -> impl Iterator<Item = Act> {
        let bets = self.bets;
        (0..self.said).map(move |i| {
            if bets >> i & 1 == 1 {
                Act::Bet
            } else {
                Act::Pass
            }
        })
    }

    fn is_dealing(&self) -> bool {
        self.cards[1].is_none()
    }

    /// What the first player wins or loses, at the end.
    fn result(&self) -> Option<i32> {
        let (_, winner, stake) = ENDS
            .iter()
            .find(|(words, ..)| self.said().eq(words.iter().copied()))?;
        let higher = if self.cards[0] > self.cards[1] {
            Player::FIRST
        } else {
            Player::SECOND
        };
        Some(if winner.unwrap_or(higher) == Player::FIRST {
            *stake
        } else {
            -stake
        })
    }

    fn options(&self) -> [Option<Act>; 3] {
        if self.is_dealing() {
            return Card::ALL.map(|card| (self.cards[0] != Some(card)).then_some(Act::Deal(card)));
        }
        [Some(Act::Pass), Some(Act::Bet), None]
    }
}

impl Game for Kuhn {
    type Move = Act;

    fn turn(&self) -> Player {
        Player(self.said & 1)
    }

    fn moves(&self) -> impl Iterator<Item = Act> {
        self.options().into_iter().flatten()
    }

    fn play(&mut self, act: Act) {
        match act {
            Act::Deal(card) => self.cards[usize::from(self.cards[0].is_some())] = Some(card),
            Act::Bet | Act::Pass => {
                self.bets |= u8::from(act == Act::Bet) << (self.said & 7);
                self.said += 1;
            }
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.result().map(Outcome::Points)
    }
}

/// A player sees their own card and what was said; at the end both cards.
impl Drawn for Kuhn {
    fn board_for(&self, viewer: Player) -> Option<Board> {
        let card = |player: Player| match self.card(player) {
            Some(card) if player == viewer || self.outcome().is_some() => card.letter().into(),
            Some(_) => "?".to_string(),
            None => String::new(),
        };
        let said = |player: Player| -> String {
            let own = self.said().skip(usize::from(player.0)).step_by(2);
            own.map(word).collect()
        };
        let row = |player| [card(player), said(player)];
        let grid = Grid::new(2, 2, Look::Table)
            .with_cells([Player::FIRST, Player::SECOND].map(row).concat())
            .named("first second", "card said");
        Some(Board::Grid(grid))
    }
}

impl PackedMoves for Kuhn {
    #[inline]
    fn pack(m: Act) -> u64 {
        match m {
            Act::Pass => 0,
            Act::Bet => 1,
            Act::Deal(card) => 2 + card as u64,
        }
    }

    #[inline]
    fn unpack(code: u64) -> Act {
        match code {
            0 => Act::Pass,
            1 => Act::Bet,
            2 => Act::Deal(Card::Jack),
            3 => Act::Deal(Card::Queen),
            _ => Act::Deal(Card::King),
        }
    }
}

impl Chance for Kuhn {
    fn chances(&self) -> Option<impl Iterator<Item = (Act, f64)>> {
        let each = if self.cards[0].is_none() {
            1.0 / 3.0
        } else {
            0.5
        };
        self.is_dealing()
            .then(|| self.moves().map(move |act| (act, each)))
    }
}

impl Payoffs for Kuhn {
    fn players(&self) -> u8 {
        2
    }

    fn payoff(&self, player: Player) -> f64 {
        let first = f64::from(self.result().unwrap_or(0));
        if player == Player::FIRST {
            first
        } else {
            -first
        }
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-2.0, 2.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(0.0)
    }
}

/// A player sees their own card and every word.
impl Hidden for Kuhn {
    type Seen = Act;

    fn view(&self, player: Player) -> Vec<Act> {
        self.card(player)
            .map(Act::Deal)
            .into_iter()
            .chain(self.said())
            .collect()
    }

    fn beginning(&self) -> Kuhn {
        Kuhn::new()
    }
}

impl Keyed for Kuhn {
    fn key(&self) -> u64 {
        let card = |i: usize| self.cards[i].map_or(0, |card| card as u64 + 1);
        mix(card(0)
            | card(1) << 2
            | u64::from(self.bets) << 4
            | u64::from(self.said) << 12
            | 1 << 20)
    }
}

/// `J`, `Q`, `K`, and `p`, `b`.
impl Notation for Kuhn {
    fn write_move(&self, act: Act) -> String {
        word(act).to_string()
    }
}

fn word(act: Act) -> char {
    match act {
        Act::Deal(card) => card.letter(),
        Act::Pass => 'p',
        Act::Bet => 'b',
    }
}

/// `J Q pb`: the first player's card, the second's, then what was said. Spaces and commas do not
/// matter; empty, or `start`: before the deal.
impl FromStr for Kuhn {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Kuhn, PositionError> {
        let text = text.trim();
        let text = if text.eq_ignore_ascii_case("start") {
            ""
        } else {
            text
        };
        let mut position = Kuhn::new();
        for letter in text
            .chars()
            .filter(|letter| !letter.is_whitespace() && *letter != ',')
        {
            position.play(position.read(letter)?);
        }
        Ok(position)
    }
}

impl Kuhn {
    fn read(&self, letter: char) -> Result<Act, PositionError> {
        let help = "write both cards, then what was said, such as J Q pb";
        if self.outcome().is_some() {
            return Err(PositionError(format!(
                "{letter:?} comes after the end of the game; {help}"
            )));
        }
        let act = match letter.to_ascii_lowercase() {
            'p' => Some(Act::Pass),
            'b' => Some(Act::Bet),
            _ => Card::from_letter(letter).map(Act::Deal),
        };
        act.filter(|&act| self.moves().any(|legal| legal == act))
            .ok_or_else(|| {
                let legal: String = self.moves().map(|act| format!(" {}", word(act))).collect();
                PositionError(format!(
                    "{letter:?} cannot come here, only one of{legal}; {help}"
                ))
            })
    }
}

/// The whole truth in one line: `J Q pb, first to move`.
impl fmt::Display for Kuhn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for card in self.cards.into_iter().flatten() {
            write!(f, "{} ", card.letter())?;
        }
        for act in self.said() {
            write!(f, "{}", word(act))?;
        }
        let name = if self.turn() == Player::FIRST {
            "first"
        } else {
            "second"
        };
        match self.result() {
            Some(points) if points > 0 => write!(f, ": the first wins {points}"),
            Some(points) => write!(f, ": the second wins {}", -points),
            None if self.is_dealing() => write!(f, ": to be dealt"),
            None => write!(f, ": {name} to move"),
        }
    }
}
