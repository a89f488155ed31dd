//! A trick: the cards on the table, and who wins them.

use crate::cards::{Card, Cards, Suit};

/// The seats around the table, and the partnerships: 0 and 2 against 1 and 3.
pub(crate) const SEATS: usize = 4;

/// Up to three cards on the table (a fourth takes them away), in the order of play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Trick {
    cards: [Card; SEATS],
    /// How many of `cards` lie there.
    count: u8,
    /// The seat that leads.
    leader: u8,
    /// The place among `cards` of the one that wins so far.
    best: u8,
}

impl Trick {
    /// An empty table, this seat to lead.
    #[inline]
    pub fn led_by(leader: u8) -> Trick {
        Trick {
            cards: [Card(0); SEATS],
            count: 0,
            leader: leader & 3,
            best: 0,
        }
    }

    /// The seat to play next.
    #[inline]
    pub fn seat(&self) -> u8 {
        (self.leader + self.count) & 3
    }

    /// The seat that leads.
    #[inline]
    pub fn leader(&self) -> u8 {
        self.leader
    }

    /// The cards on the table, in the order of play.
    #[inline]
    pub fn cards(&self) -> &[Card] {
        &self.cards[..usize::from(self.count)]
    }

    /// The same as a set.
    #[inline]
    pub fn on_table(&self) -> Cards {
        self.cards().iter().copied().collect()
    }

    /// Whether nothing was led yet.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether all have played.
    #[inline]
    pub fn is_full(&self) -> bool {
        usize::from(self.count) == SEATS
    }

    /// The suit to follow.
    #[inline]
    pub fn suit(&self) -> Option<Suit> {
        (self.count > 0).then(|| self.cards[0].suit())
    }

    /// The card that wins so far.
    #[inline]
    pub fn winning(&self) -> Option<Card> {
        (self.count > 0).then(|| self.cards[usize::from(self.best)])
    }

    /// The seat whose card wins so far (the leader's before the lead).
    #[inline]
    pub fn winner(&self) -> u8 {
        (self.leader + self.best) & 3
    }

    /// What may be played from a hand: the suit led, or anything where there is none of it.
    #[inline]
    pub fn legal(&self, hand: Cards) -> Cards {
        match self.suit().map(|suit| hand.of_suit(suit)) {
            Some(follow) if !follow.is_empty() => follow,
            _ => hand,
        }
    }

    /// Whether a card would win against those on the table.
    #[inline]
    pub fn beaten_by(&self, card: Card, trump: Option<Suit>) -> bool {
        match self.winning() {
            None => true,
            Some(best) if best.suit() == card.suit() => card > best,
            Some(_) => Some(card.suit()) == trump,
        }
    }

    /// Lays a card on the table.
    #[inline]
    pub fn add(&mut self, card: Card, trump: Option<Suit>) {
        if self.beaten_by(card, trump) {
            self.best = self.count;
        }
        self.cards[usize::from(self.count) & 3] = card;
        self.count += 1;
    }

    /// The winning card, where it wins by its rank: another of its suit lies there too.
    #[inline]
    pub fn won_by_rank(&self) -> Cards {
        let mut winner = Cards::EMPTY;
        if let Some(best) = self.winning()
            && self
                .cards()
                .iter()
                .filter(|card| card.suit() == best.suit())
                .count()
                > 1
        {
            winner.insert(best);
        }
        winner
    }
}

/// The highest of every run of cards that a hand may play with the same effect: no card of another
/// hand, nor one on the table, lies between them. `cards` are all that are left, those on the table
/// included.
#[inline]
pub(crate) fn distinct(playable: Cards, hand: Cards, cards: Cards) -> Cards {
    let others = (cards - hand).0;
    let mut kept = Cards::EMPTY;
    for suit in Suit::ALL {
        let (mut left, mut above) = (playable.of_suit(suit), None);
        while let Some(card) = left.highest() {
            left.remove(card);
            let between = |above: Card| ((1u64 << above.0) - 1) & !((2u64 << card.0) - 1);
            if above.is_none_or(|above| others & between(above) != 0) {
                kept.insert(card);
            }
            above = Some(card);
        }
    }
    kept
}

/// The number of a seat's partnership.
#[inline]
pub(crate) fn side(seat: u8) -> usize {
    usize::from(seat & 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(text: &str) -> Card {
        text.parse().unwrap()
    }

    fn cards(text: &str) -> Cards {
        text.parse().unwrap()
    }

    /// Who wins these cards, led by seat 1.
    fn winner(text: &str, trump: Option<Suit>) -> u8 {
        let mut trick = Trick::led_by(1);
        text.split(' ')
            .for_each(|word| trick.add(card(word), trump));
        assert!(trick.is_full());
        trick.winner()
    }

    #[test]
    fn the_highest_trump_wins_or_the_highest_of_the_suit_led() {
        assert_eq!(winner("H5 H9 SA H7", None), 2);
        assert_eq!(winner("H5 H9 S2 H7", Some(Suit::Spades)), 3);
        assert_eq!(winner("H5 S3 S2 HA", Some(Suit::Spades)), 2);
        assert_eq!(winner("H5 D3 C2 SA", Some(Suit::Hearts)), 1);
    }

    #[test]
    fn a_rank_counts_where_it_beats_another() {
        let won = |text: &str| {
            let mut trick = Trick::led_by(0);
            text.split(' ')
                .for_each(|word| trick.add(card(word), Some(Suit::Clubs)));
            trick.won_by_rank()
        };
        assert_eq!(won("H5 H9 SA H7"), cards("H9"));
        assert_eq!(won("H5 S9 SA C2"), Cards::EMPTY);
        assert_eq!(won("H5 C9 C3 HA"), cards("C9"));
        assert_eq!(won("H5 S9 SA D7"), Cards::EMPTY);
    }

    #[test]
    fn suits_are_followed() {
        let mut trick = Trick::led_by(0);
        assert_eq!(trick.legal(cards("SA H2")), cards("SA H2"));
        trick.add(card("H7"), None);
        assert_eq!(
            (trick.legal(cards("SA H2")), trick.seat()),
            (cards("H2"), 1)
        );
        assert_eq!(trick.legal(cards("SA D2")), cards("SA D2"));
    }

    #[test]
    fn neighbours_count_once() {
        let (hand, others) = (cards("SAKJ HT98 D2"), cards("SQ H7 D3 C5"));
        assert_eq!(distinct(hand, hand, hand | others), cards("SAJ HT D2"));
        assert_eq!(
            distinct(cards("HT98"), hand, hand | others | cards("H2")),
            cards("HT")
        );
        assert_eq!(distinct(hand, hand, hand), cards("SA HT D2"));
    }
}
