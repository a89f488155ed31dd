//! What the players see, and the deals that fit it.
//!
//! Who does not follow suit has none of that suit, then and for the rest of the game; nothing else is read from what
//! somebody plays. So the worlds of a player are all deals of the cards he has not seen that keep the counts and these
//! voids, each equally likely: exactly the deals in which all that was played was legal.

use gametree::rng::Rng;
use gametree::{Hidden, Player};

use super::{Hearts, MOST_PLAYERS};
use crate::cards::{Card, Cards, Suits, deal_unseen, list_deals};

/// One thing that a player sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// His hand, when all is dealt.
    Hand(Cards),
    /// A card that somebody plays.
    Played(Player, Card),
}

/// The cards that a player has not seen, and what is known of the hands they are in. The last hand is nobody's: what
/// is not dealt yet.
struct Unseen {
    cards: Cards,
    counts: [usize; MOST_PLAYERS + 1],
    voids: [Suits; MOST_PLAYERS + 1],
}

impl Hearts {
    /// The suits that each player has shown to lack.
    pub(super) fn voids(&self) -> [Suits; MOST_PLAYERS] {
        let mut voids = [Suits::EMPTY; MOST_PLAYERS];
        let mut led = None;
        for (i, (Player(player), card)) in self.plays().enumerate() {
            if i % usize::from(self.rules.players) == 0 {
                led = Some(card.suit());
            }
            if let Some(led) = led.filter(|&led| led != card.suit()) {
                voids[usize::from(player)].insert(led);
            }
        }
        voids
    }

    /// Whether a player knows what this one holds.
    fn knows(&self, player: Player, other: usize) -> bool {
        usize::from(player.0) == other && !self.is_dealing()
    }

    fn unseen_by(&self, player: Player) -> Unseen {
        let mut unseen = Unseen {
            cards: if self.is_dealing() { self.legal() } else { Cards::EMPTY },
            counts: [0; MOST_PLAYERS + 1],
            voids: [Suits::EMPTY; MOST_PLAYERS + 1],
        };
        unseen.counts[MOST_PLAYERS] = unseen.cards.len();
        for (p, void) in self.voids().into_iter().enumerate().filter(|&(p, _)| !self.knows(player, p)) {
            unseen.cards = unseen.cards | self.hands[p];
            unseen.counts[p] = self.hands[p].len();
            unseen.voids[p] = void;
        }
        unseen
    }

    /// The same position with other hands for those whose hands the player does not know.
    fn with_hands(&self, player: Player, hands: &[Cards]) -> Hearts {
        let hand = |p: usize| if self.knows(player, p) { self.hands[p] } else { hands[p] };
        Hearts { hands: std::array::from_fn(hand), ..*self }
    }
}

impl Hidden for Hearts {
    type Seen = Seen;

    fn view(&self, player: Player) -> Vec<Seen> {
        if self.is_dealing() {
            return Vec::new();
        }
        let plays = self.plays().map(|(by, card)| Seen::Played(by, card));
        std::iter::once(Seen::Hand(self.dealt_to(player))).chain(plays).collect()
    }

    fn beginning(&self) -> Self {
        Hearts::new(self.rules)
    }

    /// Uniform among the deals that fit: what the others chose to play says nothing but the voids it shows.
    fn imagine(&self, player: Player, rng: &mut Rng) -> Option<Self> {
        let unseen = self.unseen_by(player);
        let hands = deal_unseen(unseen.cards, &unseen.counts, &unseen.voids, rng)?;
        Some(self.with_hands(player, &hands))
    }

    fn worlds(&self, player: Player, most: usize) -> Option<Vec<(Self, f64)>> {
        let unseen = self.unseen_by(player);
        let deals = list_deals(unseen.cards, &unseen.counts, &unseen.voids, most)?;
        let probability = 1.0 / deals.len() as f64;
        Some(deals.iter().map(|hands| (self.with_hands(player, hands), probability)).collect())
    }
}
