//! Whist with all cards face up: a game of two, the partnerships, that the library's searches for
//! two players take.
//!
//! Of cards that are as good as each other (neighbours among the cards still in play, in one hand)
//! only the highest is among the moves; every legal card may be played and read. The key tells
//! positions apart by what can still happen: who holds the highest card of a suit, the next, and so
//! on, whatever their names.

use gametree::erased::PackedMoves;
use gametree::rng::mix;
use gametree::{
    Evaluator, Force, Forced, Game, Keyed, Noisy, Notation, NullMove, Outcome, Player, TwoPlayer,
};

use super::trick::{SEATS, Trick, distinct, side};
use crate::PositionError;
use crate::cards::{Card, Cards, Suit};

/// A deal in which all hands are visible. [`Player::FIRST`] is the side of seats 0 and 2,
/// [`Player::SECOND`] that of 1 and 3; the outcome is the tricks of the first side minus those of
/// the second.
///
/// ```
/// use gametree::{Limits, Score, Search, pvs::Pvs};
/// use gametree_games::whist::DoubleDummy;
/// // North has the ace of hearts, and a spade to the ace and king of South.
/// let deal: DoubleDummy = "N:2.A.. 4.3.. AK... 3.K..".parse().unwrap_or_else(|e| panic!("{e}"));
/// let report = Pvs::new(gametree::Blind).with_table(1 << 16).guided().search(&deal, &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(2), true));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DoubleDummy {
    hands: [Cards; SEATS],
    trick: Trick,
    trump: Option<Suit>,
    /// Tricks of either side.
    won: [u8; 2],
}

/// What a position of open hands begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The cards of the seats, as many for each.
    pub hands: [Cards; 4],
    /// The seat that leads, 0 to 3.
    pub leader: u8,
    /// The trump suit.
    pub trump: Option<Suit>,
}

impl DoubleDummy {
    /// This deal, before the first lead.
    pub fn new(deal: Deal) -> Result<DoubleDummy, PositionError> {
        let Deal {
            hands,
            leader,
            trump,
        } = deal;
        let held = hands.iter().fold(Cards::EMPTY, |all, &hand| all | hand);
        let lengths = hands.map(Cards::len);
        if lengths.iter().any(|&length| length != lengths[0]) {
            return Err(PositionError(format!(
                "the hands have {lengths:?} cards, not the same number each"
            )));
        }
        if held.len() != SEATS * lengths[0] {
            let twice = hands
                .iter()
                .enumerate()
                .flat_map(|(i, &a)| hands[i + 1..].iter().map(move |&b| a & b));
            let twice = twice.fold(Cards::EMPTY, |all, both| all | both);
            return Err(PositionError(format!("{twice} are in two hands")));
        }
        if usize::from(leader) >= SEATS {
            return Err(PositionError(format!(
                "seat {leader} leads, but there are only the seats 0 to 3"
            )));
        }
        Ok(DoubleDummy {
            hands,
            trick: Trick::led_by(leader),
            trump,
            won: [0; 2],
        })
    }

    /// A position in the midst of play, as the game of hidden hands has it.
    pub(crate) fn in_play(
        hands: [Cards; SEATS],
        trick: Trick,
        trump: Option<Suit>,
        won: [u8; 2],
    ) -> DoubleDummy {
        DoubleDummy {
            hands,
            trick,
            trump,
            won,
        }
    }

    /// The cards that a seat still holds.
    #[inline]
    #[must_use]
    pub fn hand(&self, seat: u8) -> Cards {
        self.hands[usize::from(seat & 3)]
    }

    /// The seat that plays next.
    #[inline]
    #[must_use]
    pub fn seat(&self) -> u8 {
        self.trick.seat()
    }

    /// The trump suit.
    #[inline]
    #[must_use]
    pub fn trump(&self) -> Option<Suit> {
        self.trump
    }

    /// The tricks won so far, of the first and of the second side.
    #[inline]
    #[must_use]
    pub fn won(&self) -> [u8; 2] {
        self.won
    }

    /// The tricks not yet won, the one on the table included.
    #[inline]
    #[must_use]
    pub fn left(&self) -> u8 {
        self.hand(self.seat()).len() as u8
    }

    /// Every card that the rules allow.
    #[inline]
    #[must_use]
    pub fn legal(&self) -> Cards {
        self.trick.legal(self.hand(self.seat()))
    }

    /// The ones of [`DoubleDummy::legal`] that differ in effect.
    #[inline]
    pub(crate) fn choices(&self) -> Cards {
        distinct(self.legal(), self.hand(self.seat()), self.in_sight())
    }

    /// The card among [`Game::moves`] that has the same effect as a legal one.
    #[must_use]
    pub fn alike(&self, card: Card) -> Card {
        let choices = self.choices().of_suit(card.suit());
        choices
            .iter()
            .find(|&choice| choice >= card)
            .unwrap_or(card)
    }

    pub(crate) fn hands(&self) -> &[Cards; SEATS] {
        &self.hands
    }

    pub(crate) fn trick(&self) -> &Trick {
        &self.trick
    }

    /// The cards in all hands and on the table.
    #[inline]
    pub(crate) fn in_sight(&self) -> Cards {
        let [a, b, c, d] = self.hands;
        a | b | c | d | self.trick.on_table()
    }
}

impl Game for DoubleDummy {
    type Move = Card;

    #[inline]
    fn turn(&self) -> Player {
        Player(self.seat() & 1)
    }

    #[inline]
    fn moves(&self) -> impl Iterator<Item = Card> {
        let mut left = self.choices();
        std::iter::from_fn(move || {
            let card = left.highest()?;
            left.remove(card);
            Some(card)
        })
    }

    #[inline]
    fn play(&mut self, card: Card) {
        self.hands[usize::from(self.trick.seat())].remove(card);
        self.trick.add(card, self.trump);
        if self.trick.is_full() {
            let winner = self.trick.winner();
            self.won[side(winner)] += 1;
            self.trick = Trick::led_by(winner);
        }
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let over = self.trick.is_empty() && self.hands[0].is_empty();
        over.then(|| Outcome::Points(i32::from(self.won[0]) - i32::from(self.won[1])))
    }
}

impl PackedMoves for DoubleDummy {
    #[inline]
    fn pack(m: Card) -> u64 {
        u64::from(m.0)
    }

    #[inline]
    fn unpack(code: u64) -> Card {
        Card(code as u8)
    }
}

impl TwoPlayer for DoubleDummy {}

/// Nothing is known of passing: leading may be a burden.
impl NullMove for DoubleDummy {}

/// Who owns the cards in sight, from the highest of every suit on; the trick, by the same count;
/// who leads, trump, and the tricks of both sides.
impl Keyed for DoubleDummy {
    fn key(&self) -> u64 {
        let [mut a, mut b, mut c, mut d] = self.hands;
        for (i, &card) in self.trick.cards().iter().enumerate() {
            let owner = [&mut a, &mut b, &mut c, &mut d]
                .into_iter()
                .nth((usize::from(self.trick.leader()) + i) & 3);
            owner.into_iter().for_each(|hand| hand.insert(card));
        }
        let all = a | b | c | d;
        let place = |card: Card| (all.of_suit(card.suit()).0 >> card.0).count_ones() as u64;
        let trick = self.trick.cards().iter();
        let trick = trick.fold(0, |sum, &card| {
            sum << 6 | (card.suit() as u64) << 4 | place(card)
        });
        let rest = u64::from(self.won[0]) << 9
            | u64::from(self.won[1]) << 5
            | u64::from(self.trick.leader()) << 3
            | self.trump.map_or(4, |suit| suit as u64);
        Suit::ALL
            .into_iter()
            .fold(mix(rest << 24 | trick), |key, suit| {
                mix(key.wrapping_add(0x9e37_79b9_7f4a_7c15)
                    ^ owners(&[a, b, c, d], all.of_suit(suit)))
            })
    }
}

/// Two bits per card, the lowest first, after a 1.
fn owners(hands: &[Cards; SEATS], cards: Cards) -> u64 {
    let owner = |card: Card| {
        hands
            .iter()
            .position(|hand| hand.contains(card))
            .unwrap_or(0) as u64
    };
    cards.iter().fold(1, |sum, card| sum << 2 | owner(card))
}

/// A trick once begun must be played out.
impl Noisy for DoubleDummy {
    fn noisy(&self) -> impl Iterator<Item = Card> {
        self.moves().filter(|_| !self.trick.is_empty())
    }

    fn may_stand_pat(&self) -> bool {
        self.trick.is_empty()
    }
}

/// A single choice is forced.
impl Forced for DoubleDummy {
    #[inline]
    fn forced(&self) -> Force<Card> {
        let choices = self.choices();
        match choices.highest() {
            Some(card) if choices.len() == 1 => Force::Only(card),
            _ => Force::Free,
        }
    }
}

/// `SA`, `H10` or `HT`: every legal card, the ones that others stand for included.
impl Notation for DoubleDummy {
    fn write_move(&self, card: Card) -> String {
        card.to_string()
    }

    fn read_move(&self, text: &str) -> Option<Card> {
        let card = text.parse().ok()?;
        self.legal().contains(card).then_some(card)
    }
}

/// Tricks won, and of those left the share of the high cards held.
#[derive(Clone, Copy, Debug, Default)]
pub struct OpenTricks;

impl Evaluator<DoubleDummy> for OpenTricks {
    fn evaluate(&self, position: &DoubleDummy) -> i32 {
        let [first, second] = position.won.map(i32::from);
        let share =
            super::payoff_evaluator::share(&position.hands, position.in_sight(), position.trump);
        first - second + (share * f64::from(position.left())).round() as i32
    }
}
