//! What the players see, and the deals that fit it.
//!
//! A player who does not follow suit has none of that suit, then and for the rest of the game. So
//! the worlds of a player are all deals of the cards they have not seen that keep the counts and
//! these voids: exactly the deals in which all that was played was legal. Each is as likely as it
//! makes what the others played, were they to play at random ([`Evidence`]).

use gametree::rng::Rng;
use gametree::{Hidden, Player};

use super::{Hearts, MOST_PLAYERS};
use crate::cards::{Card, Cards, Evidence, Suit, deal_likely, list_likely};

/// One thing that a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// The player's hand, when all is dealt.
    Hand(Cards),
    /// A card that a player plays.
    Played(Player, Card),
}

/// The cards that a player has not seen, and what is known of the hands they are in. The last hand
/// belongs to no player: what is not dealt yet.
struct Unseen {
    cards: Cards,
    counts: [usize; MOST_PLAYERS + 1],
    evidence: [Evidence; MOST_PLAYERS + 1],
}

impl Hearts {
    /// What a player's cards on and off the table say of those they hold.
    fn evidence_of(&self, player: usize) -> Evidence {
        let mut led: Option<Suit> = None;
        let plays = self.plays().enumerate().filter_map(|(i, (by, card))| {
            if i % usize::from(self.rules.players) == 0 {
                led = None;
            }
            let before = led;
            led = led.or(Some(card.suit()));
            (usize::from(by.0) == player).then_some((card, before))
        });
        Evidence::of_play(&plays.collect::<Vec<_>>())
    }

    /// Whether a player knows what this one holds.
    fn knows(&self, player: Player, other: usize) -> bool {
        usize::from(player.0) == other && !self.is_dealing()
    }

    fn unseen_by(&self, player: Player) -> Unseen {
        let mut unseen = Unseen {
            cards: if self.is_dealing() {
                self.legal()
            } else {
                Cards::EMPTY
            },
            counts: [0; MOST_PLAYERS + 1],
            evidence: [Evidence::NONE; MOST_PLAYERS + 1],
        };
        unseen.counts[MOST_PLAYERS] = unseen.cards.len();
        for p in (0..usize::from(self.rules.players)).filter(|&p| !self.knows(player, p)) {
            unseen.cards = unseen.cards | self.hands[p];
            unseen.counts[p] = self.hands[p].len();
            unseen.evidence[p] = self.evidence_of(p);
        }
        unseen
    }

    /// The same position with other hands for those whose hands the player does not know.
    fn with_hands(&self, player: Player, hands: &[Cards]) -> Hearts {
        let hand = |p: usize| {
            if self.knows(player, p) {
                self.hands[p]
            } else {
                hands[p]
            }
        };
        Hearts {
            hands: std::array::from_fn(hand),
            ..*self
        }
    }
}

impl Hidden for Hearts {
    type Seen = Seen;

    fn view(&self, player: Player) -> Vec<Seen> {
        if self.is_dealing() {
            return Vec::new();
        }
        let plays = self.plays().map(|(by, card)| Seen::Played(by, card));
        std::iter::once(Seen::Hand(self.dealt_to(player)))
            .chain(plays)
            .collect()
    }

    fn beginning(&self) -> Self {
        Hearts::new(self.rules)
    }

    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Self> {
        let unseen = self.unseen_by(player);
        let hands = deal_likely(unseen.cards, &unseen.counts, &unseen.evidence, rng)?;
        Some(self.with_hands(player, &hands))
    }

    fn worlds(&self, player: Player, most: usize) -> Option<Vec<(Self, f64)>> {
        let unseen = self.unseen_by(player);
        let deals = list_likely(unseen.cards, &unseen.counts, &unseen.evidence, most)?;
        Some(
            deals
                .into_iter()
                .map(|(hands, p)| (self.with_hands(player, &hands), p))
                .collect(),
        )
    }
}
