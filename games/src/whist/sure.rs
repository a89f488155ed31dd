//! Tricks that cannot be taken away: counted, not searched.
//!
//! ```text
//!   N leads       A K in one hand: two rounds win, unless an opponent with a trump runs out of the suit first;
//!   SAK2 H5       SAK are two sure tricks
//! ```

use super::open::DoubleDummy;
use super::trick::side;
use crate::cards::{Card, Cards, Suit};

/// This many tricks, and the ranks that make them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sure {
    pub tricks: u8,
    pub ranks: Cards,
}

const NONE: Sure = Sure {
    tricks: 0,
    ranks: Cards::EMPTY,
};

impl Sure {
    fn better(self, other: Sure) -> Sure {
        if other.tricks > self.tricks {
            other
        } else {
            self
        }
    }
}

/// What a side is sure of where its hand `seat` leads: what the leader can cash alone, or the
/// partner after one lead to the highest card of a suit; or, for either side, the highest trumps.
pub(crate) fn tricks(position: &DoubleDummy, of_side: usize) -> Sure {
    let leader = position.seat();
    let trumps = [of_side as u8, of_side as u8 + 2].map(|seat| top_trumps(position, seat));
    let mut sure = trumps[0].better(trumps[1]);
    if side(leader) == of_side {
        sure = sure.better(cashed(position, leader));
        let partner = (leader + 2) & 3;
        if has_entry(position, leader, partner) {
            sure = sure.better(cashed(position, partner));
        }
    }
    sure
}

/// Whether the leader has a card of a suit whose highest card the partner holds, and no opponent
/// ruffs it.
fn has_entry(position: &DoubleDummy, leader: u8, partner: u8) -> bool {
    Suit::ALL.into_iter().any(|suit| {
        !position.hand(leader).of_suit(suit).is_empty()
            && rounds(position, partner, suit).tricks > 0
    })
}

/// The highest trumps in one hand.
fn top_trumps(position: &DoubleDummy, seat: u8) -> Sure {
    position
        .trump()
        .map_or(NONE, |trump| top_cards(position, seat, trump))
}

/// The highest cards of a suit, as far as one hand holds them.
fn top_cards(position: &DoubleDummy, seat: u8, suit: Suit) -> Sure {
    let hand = position.hand(seat);
    let others = (position.in_sight() - hand).of_suit(suit);
    let above = others.highest().map_or(0, |Card(other)| other + 1);
    let tops = Cards(hand.of_suit(suit).0 >> above << above);
    Sure {
        tricks: tops.len() as u8,
        ranks: tops.lowest().into_iter().collect(),
    }
}

/// The rounds of a suit that a hand wins by leading its highest cards, and then whatever it has of
/// the suit where no other hand has any left.
fn rounds(position: &DoubleDummy, seat: u8, suit: Suit) -> Sure {
    let own = position.hand(seat).of_suit(suit);
    let lengths = [1, 2, 3].map(|steps| position.hand(seat + steps).of_suit(suit).len());
    let longest = lengths.into_iter().max().unwrap_or(0);
    let (tops, safe) = (
        top_cards(position, seat, suit),
        safe_rounds(position, seat, suit),
    );
    if usize::from(tops.tricks) < longest {
        return highest_of(own, usize::from(tops.tricks).min(safe));
    }
    Sure {
        tricks: own.len().min(safe) as u8,
        ..highest_of(own, longest.min(safe))
    }
}

/// The rounds that no opponent can ruff.
fn safe_rounds(position: &DoubleDummy, seat: u8, suit: Suit) -> usize {
    let Some(trump) = position.trump().filter(|&trump| trump != suit) else {
        return usize::MAX;
    };
    let opponents = [seat + 1, seat + 3].map(|seat| position.hand(seat));
    let ruffing = opponents
        .into_iter()
        .filter(|hand| !hand.of_suit(trump).is_empty());
    ruffing
        .map(|hand| hand.of_suit(suit).len())
        .min()
        .unwrap_or(usize::MAX)
}

/// This many of the highest cards: as many tricks, and the rank of the last.
fn highest_of(mut cards: Cards, count: usize) -> Sure {
    let mut last = Cards::EMPTY;
    for _ in 0..count {
        last = cards.highest().into_iter().collect();
        cards = cards - last;
    }
    Sure {
        tricks: count as u8,
        ranks: last,
    }
}

/// All rounds that a hand wins, one after the other. While it leads side suits its partner follows
/// or throws what is no trump: with nothing else left that hand would have to ruff, and the lead
/// would change.
fn cashed(position: &DoubleDummy, seat: u8) -> Sure {
    let mut sure = position
        .trump()
        .map_or(NONE, |trump| rounds(position, seat, trump));
    let mut spare = match position.trump() {
        Some(trump) => spare_cards(position.hand(seat + 2), trump),
        None => u8::MAX,
    };
    for suit in Suit::ALL
        .into_iter()
        .filter(|&suit| Some(suit) != position.trump())
    {
        let round = rounds(position, seat, suit);
        let tricks = round.tricks.min(spare);
        spare -= tricks;
        if tricks > 0 {
            sure = Sure {
                tricks: sure.tricks + tricks,
                ranks: sure.ranks | round.ranks,
            };
        }
    }
    sure
}

/// How many rounds of side suits a hand with trumps can stand without having to ruff.
fn spare_cards(hand: Cards, trump: Suit) -> u8 {
    let trumps = hand.of_suit(trump);
    if trumps.is_empty() {
        u8::MAX
    } else {
        (hand - trumps).len() as u8
    }
}
