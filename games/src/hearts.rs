//! Hearts: three or four players, tricks without trumps, and whoever takes hearts or the queen of
//! spades pays for them.
//!
//! ```text
//!    hearts:3x2     1: DA HK    2: HA DK    3: SA SK        1 leads
//!    1 DA  2 DK  3 SA    1 takes no points and leads again
//!    1 HK  2 HA  3 SK    2 takes two hearts:  0 −2 0
//! ```
//!
//! The deck of `hearts:PLAYERSxN` has the N highest cards of four suits, or, for three players, of
//! all but clubs; all of it is dealt, one card after the other to the players in turn, so that
//! every hand has N. Then player 1 leads. Whoever can must follow suit, the highest card of the
//! suit led takes the trick, and its owner leads the next. Every heart costs 1. The queen of
//! spades, in decks that have her (N of 3 and more), costs N: as much as all hearts. Nothing is
//! passed before play, hearts may be led at any time, and taking everything earns nothing extra.
//!
//! A player gets minus the points they took; all payoffs sum to minus the points of the deck.
//! Each player sees their hand when all is dealt, and every card played. With open hands it is a
//! game of perfect information like any other:
//!
//! ```
//! use gametree::{PayoffSearch, Limits, maxn::Maxn};
//! use gametree_games::hearts::{Hearts, Rules};
//! let rules: Rules = "hearts:3x2".parse().unwrap();
//! let table = Hearts::read(rules, "DA HK / HA DK / SA SK").unwrap();
//! let report = Maxn::blind().search_payoffs(&table, &Limits::none());
//! assert_eq!(report.values, [0.0, -2.0, 0.0]);
//! ```

mod counting;
mod drawn;
mod hidden;
mod text;

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{Bounds, Chance, Game, Keyed, Outcome, Payoffs, Player};

use crate::cards::{Card, Cards, RANKS, Suit};

pub use counting::Counting;
pub use hidden::Seen;
pub use text::RulesError;

const MOST_PLAYERS: usize = 4;
const MOST_CARDS: usize = 52;
const QUEEN_OF_SPADES: Card = Card::new(Suit::Spades, 10);

/// How many play, and with how many cards each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    players: u8,
    hand: u8,
}

impl Rules {
    /// Three or four players with 1 to 13 cards each.
    pub fn new(players: u8, hand: u8) -> Result<Rules, RulesError> {
        match (players, hand) {
            (3 | 4, 1..=RANKS) => Ok(Rules { players, hand }),
            _ => Err(RulesError::Size(players, hand)),
        }
    }

    /// The number of players.
    #[must_use]
    pub fn players(self) -> u8 {
        self.players
    }

    /// The cards in a hand.
    #[must_use]
    pub fn hand(self) -> u8 {
        self.hand
    }

    /// All cards.
    #[must_use]
    pub fn deck(self) -> Cards {
        Cards::deck(
            &Suit::ALL[MOST_PLAYERS - usize::from(self.players)..],
            self.hand,
        )
    }

    /// What it costs to take these cards.
    #[must_use]
    pub fn points(self, cards: Cards) -> u8 {
        let queen = if cards.contains(QUEEN_OF_SPADES) {
            self.hand
        } else {
            0
        };
        cards.of_suit(Suit::Hearts).len() as u8 + queen
    }

    fn cards(self) -> u8 {
        self.players * self.hand
    }
}

/// Four players with five cards each.
impl Default for Rules {
    fn default() -> Self {
        Rules {
            players: 4,
            hand: 5,
        }
    }
}

/// A position: what each player holds, and what was played.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Hearts {
    rules: Rules,
    hands: [Cards; MOST_PLAYERS],
    played: [Card; MOST_CARDS],
    /// Cards dealt.
    dealt: u8,
    /// Cards played.
    plies: u8,
    /// Who leads to the trick on the table.
    leader: u8,
    /// Points taken.
    taken: [u8; MOST_PLAYERS],
}

impl Hearts {
    /// Before the first card is dealt.
    #[must_use]
    pub fn new(rules: Rules) -> Hearts {
        Hearts {
            rules,
            hands: [Cards::EMPTY; MOST_PLAYERS],
            played: [Card(0); MOST_CARDS],
            dealt: 0,
            plies: 0,
            leader: 0,
            taken: [0; MOST_PLAYERS],
        }
    }

    /// The number of players and of cards.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// What a player holds; nothing for one who does not play.
    #[must_use]
    pub fn hand(&self, player: Player) -> Cards {
        self.hands
            .get(usize::from(player.0))
            .copied()
            .unwrap_or_default()
    }

    /// What a player was dealt.
    #[must_use]
    pub fn dealt_to(&self, player: Player) -> Cards {
        let own = self
            .plays()
            .filter(|&(by, _)| by == player)
            .map(|(_, card)| card);
        self.hand(player) | own.collect()
    }

    /// The points a player has taken.
    #[must_use]
    pub fn taken(&self, player: Player) -> u8 {
        self.taken
            .get(usize::from(player.0))
            .copied()
            .unwrap_or_default()
    }

    /// The cards on the table, the first one led.
    #[must_use]
    pub fn trick(&self) -> &[Card] {
        &self.played
            [usize::from(self.plies - self.plies % self.rules.players)..usize::from(self.plies)]
    }

    /// Every card played so far and who played it, in order.
    pub fn plays(&self) -> impl Iterator<Item = (Player, Card)> {
        let players = usize::from(self.rules.players);
        let mut leader = 0;
        self.played[..usize::from(self.plies)]
            .chunks(players)
            .flat_map(move |trick| {
                let first = leader;
                leader = (first + winner(trick)) % players;
                let by = (0..trick.len()).map(move |i| Player(((first + i) % players) as u8));
                by.zip(trick.iter().copied())
            })
    }

    fn is_dealing(&self) -> bool {
        self.dealt < self.rules.cards()
    }

    /// What may be dealt or played.
    fn legal(&self) -> Cards {
        if self.is_dealing() {
            return self
                .hands
                .iter()
                .fold(self.rules.deck(), |left, &hand| left - hand);
        }
        let hand = self.hand(self.turn());
        let following = self
            .trick()
            .first()
            .map_or(hand, |led| hand.of_suit(led.suit()));
        if following.is_empty() {
            hand
        } else {
            following
        }
    }

    /// The trick goes to the player who took it.
    fn gather(&mut self) {
        let trick =
            &self.played[usize::from(self.plies - self.rules.players)..usize::from(self.plies)];
        self.leader = (self.leader + winner(trick) as u8) % self.rules.players;
        self.taken[usize::from(self.leader)] += self.rules.points(trick.iter().copied().collect());
    }
}

/// Which card of a trick takes it: the highest of the suit led.
fn winner(trick: &[Card]) -> usize {
    let beats = |best: usize, i: usize| {
        trick[i].suit() == trick[0].suit() && trick[i].rank() > trick[best].rank()
    };
    (1..trick.len()).fold(0, |best, i| if beats(best, i) { i } else { best })
}

impl Game for Hearts {
    type Move = Card;

    /// Who plays; while cards are dealt, who gets the next one.
    #[inline]
    fn turn(&self) -> Player {
        if self.is_dealing() {
            return Player(self.dealt % self.rules.players);
        }
        Player((self.leader + self.plies % self.rules.players) % self.rules.players)
    }

    fn moves(&self) -> impl Iterator<Item = Card> {
        self.legal().iter()
    }

    fn play(&mut self, card: Card) {
        let turn = usize::from(self.turn().0);
        if self.is_dealing() {
            self.hands[turn].insert(card);
            self.dealt += 1;
            return;
        }
        self.hands[turn].remove(card);
        self.played[usize::from(self.plies)] = card;
        self.plies += 1;
        if self.plies.is_multiple_of(self.rules.players) {
            self.gather();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.plies == self.rules.cards();
        over.then(|| Outcome::Points(-i32::from(self.taken[0])))
    }
}

impl PackedMoves for Hearts {
    #[inline]
    fn pack(m: Card) -> u64 {
        u64::from(m.0)
    }

    #[inline]
    fn unpack(code: u64) -> Card {
        Card(code as u8)
    }
}

impl Keyed for Hearts {
    fn key(&self) -> u64 {
        let mut key =
            mix(u64::from(self.dealt) | u64::from(self.plies) << 8 | u64::from(self.leader) << 16);
        for (hand, &taken) in self.hands.iter().zip(&self.taken) {
            key = mix(key ^ hand.0).wrapping_add(u64::from(taken) + 1);
        }
        self.trick()
            .iter()
            .fold(key, |key, card| mix(key ^ (u64::from(card.0) + 1)))
    }
}

/// The next card is any of those left, each as likely as the others.
impl Chance for Hearts {
    fn chances(&self) -> Option<impl Iterator<Item = (Card, f64)>> {
        self.is_dealing().then(|| {
            let left = self.legal();
            left.iter().map(move |card| (card, 1.0 / left.len() as f64))
        })
    }
}

/// Minus the points taken.
impl Payoffs for Hearts {
    fn players(&self) -> u8 {
        self.rules.players
    }

    fn payoff(&self, player: Player) -> f64 {
        -f64::from(self.taken(player))
    }

    fn bounds(&self) -> Bounds {
        Bounds::new(-f64::from(self.rules.points(self.rules.deck())), 0.0)
    }

    fn sum(&self) -> Option<f64> {
        Some(-f64::from(self.rules.points(self.rules.deck())))
    }
}
