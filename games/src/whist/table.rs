//! The solver's memory: bounds on tricks for whole families of deals.
//!
//! A family has the same length of every suit in every hand, the same leader and trump, and the
//! same owners of the highest cards, as far down as ranks mattered: below that any small card is as
//! good as any other of its suit in its hand. Families of one shape form a list.
//!
//! ```text
//!   shape (lengths, leader, trump) ──▶ AK of spades with N, tricks 2 to 4 ──▶ A with N, K with E, 0 to 1 ──▶ …
//! ```

use crate::cards::{Cards, Suit};
use gametree::rng::mix;

use super::trick::SEATS;

/// The owners of all cards, suit by suit and from the highest: two bits per card, 32 per suit,
/// padded with zeros. Bits are filled from the top, so that the cards above a rank are the upper
/// bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owners([u64; 2]);

const SUIT_BITS: u32 = 32;

impl Owners {
    pub fn of(hands: &[Cards; SEATS]) -> Owners {
        let (odd, high) = ((hands[1] | hands[3]).0, (hands[2] | hands[3]).0);
        let all = hands[0] | hands[1] | hands[2] | hands[3];
        let mut words = [0; 2];
        for suit in Suit::ALL {
            let (mut left, mut bit) = (all.of_suit(suit).0, SUIT_BITS * (1 + suit as u32 % 2));
            while left != 0 {
                let card = 63 - left.leading_zeros();
                left ^= 1 << card;
                bit -= 2;
                words[suit as usize / 2] |= (odd >> card & 1 | (high >> card & 1) << 1) << bit;
            }
        }
        Owners(words)
    }

    /// The bits of all cards that are as high as the lowest of `ranks` in its suit, or higher.
    fn down_to(ranks: Cards, all: Cards) -> [u64; 2] {
        let mut words = [0; 2];
        for suit in Suit::ALL {
            if let Some(lowest) = ranks.of_suit(suit).lowest() {
                let above = all.of_suit(suit).0 >> lowest.0;
                let bits = 2 * above.count_ones();
                let filled = ((1u64 << bits) - 1) << (SUIT_BITS - bits);
                words[suit as usize / 2] |= filled << (SUIT_BITS * (suit as u32 % 2));
            }
        }
        words
    }
}

/// The lengths of all suits in all hands, who leads, and the trump suit.
pub(crate) fn shape(hands: &[Cards; SEATS], leader: u8, trump: Option<Suit>) -> u64 {
    let mut key = u64::from(leader) << 3 | trump.map_or(4, |suit| suit as u64);
    // The fourth suit is what the other three leave of a hand.
    for hand in hands {
        for suit in [Suit::Clubs, Suit::Diamonds, Suit::Hearts] {
            key = key << 4 | hand.of_suit(suit).len() as u64;
        }
    }
    key << 4 | hands[usize::from(leader)].len() as u64
}

/// What is known of a family.
#[derive(Clone, Copy, Debug)]
struct Family {
    owners: [u64; 2],
    /// The bits of `owners` that matter.
    matter: [u64; 2],
    /// The index of the next family of the shape plus one; 0 ends the list.
    next: u32,
    /// The first side takes at least and at most this many tricks.
    low: u8,
    high: u8,
}

impl Family {
    #[inline(always)]
    fn has(&self, owners: &Owners) -> bool {
        (self.owners[0] ^ owners.0[0]) & self.matter[0]
            | (self.owners[1] ^ owners.0[1]) & self.matter[1]
            == 0
    }
}

/// A result of the table: whether the tricks can be taken, and the ranks that matter for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Answer {
    pub yes: bool,
    pub ranks: Cards,
}

/// A position to look up.
pub(crate) struct Lookup {
    shape: u64,
    owners: Owners,
    all: Cards,
}

impl Lookup {
    pub fn new(hands: &[Cards; SEATS], leader: u8, trump: Option<Suit>) -> Lookup {
        let all = hands[0] | hands[1] | hands[2] | hands[3];
        Lookup {
            shape: shape(hands, leader, trump),
            owners: Owners::of(hands),
            all,
        }
    }

    /// The lowest card of every suit that is among the bits.
    fn ranks(&self, matter: [u64; 2]) -> Cards {
        let mut ranks = Cards::EMPTY;
        for suit in Suit::ALL {
            let bits = matter[suit as usize / 2] >> (SUIT_BITS * (suit as u32 % 2)) & 0xffff_ffff;
            let mut left = self.all.of_suit(suit);
            for _ in 1..bits.count_ones() / 2 {
                left = left - left.highest().into_iter().collect();
            }
            ranks = ranks | left.highest().filter(|_| bits != 0).into_iter().collect();
        }
        ranks
    }
}

/// A list of families.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    /// The shape plus one; 0 where the slot is free.
    shape: u64,
    first: u32,
}

/// All families, up to a number of bytes; full, it forgets everything.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    slots: Vec<Slot>,
    filled: usize,
    families: Vec<Family>,
    most: usize,
}

const FRESH_SLOTS: usize = 1 << 10;

impl Table {
    pub fn new(bytes: usize) -> Table {
        let most =
            (bytes / (size_of::<Family>() + size_of::<Slot>())).clamp(64, u32::MAX as usize - 1);
        Table {
            slots: vec![Slot::default(); FRESH_SLOTS],
            filled: 0,
            families: Vec::new(),
            most,
        }
    }

    pub fn clear(&mut self) {
        self.slots.clear();
        self.slots.resize(FRESH_SLOTS, Slot::default());
        self.filled = 0;
        self.families.clear();
    }

    /// How many families are known.
    pub fn len(&self) -> usize {
        self.families.len()
    }

    /// The slot of a shape, or the free one where it belongs.
    fn slot(&self, shape: u64) -> usize {
        let mut index = mix(shape) as usize & (self.slots.len() - 1);
        while self.slots[index].shape != 0 && self.slots[index].shape != shape + 1 {
            index = (index + 1) & (self.slots.len() - 1);
        }
        index
    }

    /// Whether the first side takes at least `goal` tricks, where a family says so.
    pub fn find(&self, lookup: &Lookup, goal: u8) -> Option<Answer> {
        let mut next = self.slots[self.slot(lookup.shape)].first;
        while next != 0 {
            let family = &self.families[next as usize - 1];
            let decides = family.low >= goal || family.high < goal;
            if decides && family.has(&lookup.owners) {
                return Some(Answer {
                    yes: family.low >= goal,
                    ranks: lookup.ranks(family.matter),
                });
            }
            next = family.next;
        }
        None
    }

    /// Saves a result for all positions in which the same ranks are held by the same hands.
    pub fn put(&mut self, lookup: &Lookup, goal: u8, answer: Answer) {
        let tricks = (lookup.shape & 15) as u8;
        let (low, high) = if answer.yes {
            (goal, tricks)
        } else {
            (0, goal - 1)
        };
        let matter = Owners::down_to(answer.ranks, lookup.all);
        let owners = [
            lookup.owners.0[0] & matter[0],
            lookup.owners.0[1] & matter[1],
        ];
        if self.families.len() >= self.most {
            self.clear();
        }
        let index = self.slot(lookup.shape);
        let mut next = self.slots[index].first;
        while next != 0 {
            let family = &mut self.families[next as usize - 1];
            if (family.owners, family.matter) == (owners, matter) {
                (family.low, family.high) = (family.low.max(low), family.high.min(high));
                return;
            }
            next = family.next;
        }
        let first = self.slots[index].first;
        self.families.push(Family {
            owners,
            matter,
            next: first,
            low,
            high,
        });
        self.fill(index, lookup.shape);
    }

    /// Puts the last family at the head of its shape's list.
    fn fill(&mut self, index: usize, shape: u64) {
        let is_new = self.slots[index].shape == 0;
        self.slots[index] = Slot {
            shape: shape + 1,
            first: self.families.len() as u32,
        };
        self.filled += usize::from(is_new);
        if 2 * self.filled > self.slots.len() {
            self.widen();
        }
    }

    /// Twice the slots.
    fn widen(&mut self) {
        let wider = vec![Slot::default(); 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, wider);
        for slot in old.into_iter().filter(|slot| slot.shape != 0) {
            let index = self.slot(slot.shape - 1);
            self.slots[index] = slot;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cards(text: &str) -> Cards {
        text.parse().unwrap()
    }

    fn lookup(hands: [&str; SEATS]) -> Lookup {
        Lookup::new(&hands.map(cards), 0, None)
    }

    #[test]
    fn a_family_is_found_by_all_its_members_and_no_others() {
        let mut table = Table::new(1 << 16);
        let known = lookup(["SA2 H3", "SK3 H2", "SQ4 HA", "SJ5 HK"]);
        let answer = Answer {
            yes: true,
            ranks: cards("SK"),
        };
        table.put(&known, 2, answer);
        assert_eq!(
            (table.find(&known, 2), table.find(&known, 1)),
            (Some(answer), Some(answer))
        );
        assert_eq!(table.find(&known, 3), None);
        // Small cards elsewhere, and other names for the same ranks.
        let member = lookup(["SQ3 HA", "ST2 H3", "S94 HK", "S85 H2"]);
        assert_eq!(
            table.find(&member, 2),
            Some(Answer {
                yes: true,
                ranks: cards("ST")
            })
        );
        // The second spade with another hand; other lengths.
        for hands in [
            ["SA2 H3", "SQ3 H2", "SK4 HA", "SJ5 HK"],
            ["SA2 H3", "SK H2A", "SQ43", "SJ5 HK"],
        ] {
            assert_eq!(table.find(&lookup(hands), 2), None);
        }
    }

    #[test]
    fn bounds_of_a_family_are_put_together() {
        let mut table = Table::new(1 << 16);
        let known = lookup(["SA2", "SK3", "SQ4", "SJ5"]);
        table.put(
            &known,
            1,
            Answer {
                yes: true,
                ranks: cards("SA"),
            },
        );
        table.put(
            &known,
            2,
            Answer {
                yes: false,
                ranks: cards("SA"),
            },
        );
        assert_eq!(table.len(), 1);
        let said = [1, 2].map(|goal| table.find(&known, goal).map(|answer| answer.yes));
        assert_eq!(said, [Some(true), Some(false)]);
    }

    #[test]
    fn a_full_table_forgets_and_goes_on() {
        let mut table = Table::new(0);
        let answer = Answer {
            yes: true,
            ranks: Cards::EMPTY,
        };
        for rank in 0..1000 {
            let known = Lookup {
                shape: rank << 4 | 2,
                ..lookup(["SA2", "SK3", "SQ4", "SJ5"])
            };
            table.put(&known, 1, answer);
            assert_eq!(table.find(&known, 1), Some(answer));
            assert!(table.len() <= 64);
        }
    }
}
