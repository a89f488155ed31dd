//! Deals that fit what was seen: this many cards to each hand, none of a suit that a hand is known
//! to lack. Drawn, each equally likely or as likely as what was played makes it; or all of them in
//! a list.
//!
//! ```text
//!    unseen  SA SK H2    hands of 2 and 1, the first has no hearts
//!    hearts: H2 to the second hand (1 way), then the spades to the first (1 way): one deal
//! ```
//!
//! Invariant: suits that the same hands may hold are dealt as one class (unless how many are held
//! matters), and a class is split among the hands with a probability in proportion to the number,
//! or weight, of all deals that begin so. So no draw is ever thrown away.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use gametree::rng::{Rng, mix};

use super::{Card, Cards, Evidence, RANKS, Suit, Suits};

/// The most hands of a deal.
const MOST_HANDS: usize = 16;

/// This many cards for each hand, 8 bits each.
type Counts = u128;

/// The highest bit of every count, which no count needs.
const GUARDS: Counts = u128::from_le_bytes([0x80; MOST_HANDS]);

/// A hand's count.
#[inline]
fn count_of(counts: Counts, hand: usize) -> usize {
    (counts >> (8 * hand)) as usize & 0x7f
}

/// What is left of the room after a split; `None` where a hand has no room for its part.
#[inline]
fn minus(room: Counts, split: Counts) -> Option<Counts> {
    let left = (room | GUARDS) - split;
    (left & GUARDS == GUARDS).then_some(left ^ GUARDS)
}

/// A deal of the unseen cards, `counts[i]` to hand `i` and none of the suits `voids[i]`, drawn
/// uniformly from all such deals. `None` where there is none: also where the counts do not add up
/// to the unseen cards, where counts and voids are not equally many, or more than 16. (Cards that
/// no player holds are one more hand.)
///
/// ```
/// use gametree::rng::Rng;
/// use gametree_games::cards::{Cards, Suit, Suits, deal_unseen};
/// let unseen: Cards = "SAK H2".parse().unwrap();
/// let voids = [Suits::from_iter([Suit::Hearts]), Suits::EMPTY];
/// let deal = deal_unseen(unseen, &[2, 1], &voids, &mut Rng::new(1)).unwrap();
/// assert_eq!((deal[0].to_string(), deal[1].to_string()), ("SAK".into(), "H2".into()));
/// ```
#[must_use]
pub fn deal_unseen(
    unseen: Cards,
    counts: &[usize],
    voids: &[Suits],
    rng: &mut Rng,
) -> Option<Vec<Cards>> {
    deal_likely(unseen, counts, &lacking(voids), rng)
}

/// The same, but each deal as likely as it makes what was played from the hands: in proportion to
/// [`Evidence::of`] all hands.
#[must_use]
pub fn deal_likely(
    unseen: Cards,
    counts: &[usize],
    evidence: &[Evidence],
    rng: &mut Rng,
) -> Option<Vec<Cards>> {
    let (mut deals, mut room) = Deals::new(unseen, counts, evidence)?;
    let mut hands = vec![Cards::EMPTY; counts.len()];
    for class in 0..deals.classes.len() {
        let (split, left) = deals.draw_split(class, room, rng)?;
        let mut cards: Vec<Card> = deals.classes[class].cards.iter().collect();
        rng.shuffle(&mut cards);
        let owners =
            (0..counts.len()).flat_map(|hand| std::iter::repeat_n(hand, count_of(split, hand)));
        owners
            .zip(cards)
            .for_each(|(hand, card)| hands[hand].insert(card));
        room = left;
    }
    Some(hands)
}

fn lacking(voids: &[Suits]) -> Vec<Evidence> {
    voids.iter().map(|&void| Evidence::lacking(void)).collect()
}

/// The number of deals that [`deal_unseen`] draws from, exact below 2^53.
#[must_use]
pub fn count_deals(unseen: Cards, counts: &[usize], voids: &[Suits]) -> f64 {
    let evidence = lacking(voids);
    let deals = Deals::new(unseen, counts, &evidence);
    deals.map_or(0.0, |(mut deals, room)| deals.count(0, room))
}

/// All deals that [`deal_unseen`] draws from, each once and always in the same order. `None` where
/// they are more than `most`; an empty list where there is none.
#[must_use]
pub fn list_deals(
    unseen: Cards,
    counts: &[usize],
    voids: &[Suits],
    most: usize,
) -> Option<Vec<Vec<Cards>>> {
    let evidence = lacking(voids);
    let Some((mut deals, room)) = Deals::new(unseen, counts, &evidence) else {
        return Some(Vec::new());
    };
    if deals.count(0, room) > most as f64 {
        return None;
    }
    let mut list = Vec::new();
    deals.list(0, room, &vec![Cards::EMPTY; counts.len()], &mut list);
    Some(list)
}

/// All deals that [`deal_likely`] draws from, with their probabilities, as [`list_deals`] lists
/// them.
#[must_use]
pub fn list_likely(
    unseen: Cards,
    counts: &[usize],
    evidence: &[Evidence],
    most: usize,
) -> Option<Vec<(Vec<Cards>, f64)>> {
    let lacks = |evidence: &Evidence| {
        Suit::ALL
            .into_iter()
            .filter(|&suit| !evidence.allows(suit))
            .collect()
    };
    let voids: Vec<Suits> = evidence.iter().map(lacks).collect();
    let deals = list_deals(unseen, counts, &voids, most)?;
    let weight = |deal: &[Cards]| {
        deal.iter()
            .zip(evidence)
            .map(|(&hand, evidence)| evidence.of(hand))
            .product()
    };
    let weights: Vec<f64> = deals.iter().map(|deal| weight(deal)).collect();
    let total: f64 = weights.iter().sum();
    Some(
        deals
            .into_iter()
            .zip(weights)
            .map(|(deal, weight)| (deal, weight / total))
            .collect(),
    )
}

/// Cards that the same hands may hold.
struct Class<'e> {
    cards: Cards,
    /// The hands that may hold them.
    hands: Vec<usize>,
    /// Their suit, and what was seen of the hands, where it matters how many of them a hand holds.
    evidence: Option<(Suit, &'e [Evidence])>,
    /// All ways to give this many of the cards to each hand, with the number of deals in each, or
    /// what they weigh.
    splits: Vec<(Counts, f64)>,
}

impl Class<'_> {
    /// Finds the splits of cards among hands with this much room: hand by hand, the cards left for
    /// the later ones.
    fn split(&mut self, room: Counts) {
        let mut open = vec![(0, self.cards.len(), 1.0)];
        for (at, &hand) in self.hands.iter().enumerate() {
            let later: usize = self.hands[at + 1..]
                .iter()
                .map(|&hand| count_of(room, hand))
                .sum();
            let mut next = Vec::new();
            for (split, left, ways) in open {
                for n in left.saturating_sub(later)..=count_of(room, hand).min(left) {
                    let ways = ways * choose(left, n) * self.weight(hand, n);
                    next.push((split | (n as Counts) << (8 * hand), left - n, ways));
                }
            }
            open = next;
        }
        self.splits = open
            .into_iter()
            .filter(|open| open.1 == 0)
            .map(|open| (open.0, open.2))
            .collect();
    }

    fn weight(&self, hand: usize, n: usize) -> f64 {
        self.evidence
            .map_or(1.0, |(suit, evidence)| evidence[hand].weight(suit, n))
    }
}

/// Sums by class and room. Most of a draw is looking them up, so their keys are spread by [`mix`].
type Sums = HashMap<(usize, Counts), f64, BuildHasherDefault<Spread>>;

#[derive(Default)]
struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        for part in bytes.chunks(8) {
            let word = part
                .iter()
                .rev()
                .fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.0 = mix(self.0.wrapping_add(0x9e37_79b9_7f4a_7c15) ^ word);
        }
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = mix(mix(self.0 ^ key as u64) ^ (key >> 64) as u64);
    }

    fn write_usize(&mut self, key: usize) {
        self.0 = self.0.wrapping_add(key as u64 + 1);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// How cards may be dealt, and how many ways were counted already.
struct Deals<'e> {
    classes: Vec<Class<'e>>,
    known: Sums,
}

impl<'e> Deals<'e> {
    /// The classes, the most restricted and the smallest first, and the room in the hands.
    fn new(unseen: Cards, counts: &[usize], evidence: &'e [Evidence]) -> Option<(Self, Counts)> {
        let fits = counts.len() == evidence.len() && counts.len() <= MOST_HANDS;
        if !fits
            || counts.iter().try_fold(0usize, |sum, &n| sum.checked_add(n)) != Some(unseen.len())
        {
            return None;
        }
        let room = (0..)
            .zip(counts)
            .fold(0, |room, (hand, &n)| room | (n as Counts) << (8 * hand));
        let mut classes: Vec<Class<'e>> = Vec::new();
        for suit in Suit::ALL
            .into_iter()
            .filter(|&suit| !unseen.of_suit(suit).is_empty())
        {
            let cards = unseen.of_suit(suit);
            let may = |&hand: &usize| counts[hand] > 0 && evidence[hand].allows(suit);
            let hands: Vec<_> = (0..evidence.len()).filter(may).collect();
            let even = evidence.iter().all(|evidence| evidence.is_even(suit));
            let same =
                |class: &&mut Class<'e>| even && class.hands == hands && class.evidence.is_none();
            match classes.iter_mut().find(same) {
                Some(class) => class.cards = class.cards | cards,
                None => classes.push(Class {
                    cards,
                    hands,
                    evidence: (!even).then_some((suit, evidence)),
                    splits: Vec::new(),
                }),
            }
        }
        classes.sort_by_key(|class| (class.hands.len(), class.cards.len()));
        classes.iter_mut().for_each(|class| class.split(room));
        // The last class fills the room that is left, in the one way that does.
        let last = (
            classes.len().wrapping_sub(1),
            classes.last().map_or(&[][..], |last| &last.splits),
        );
        let known = last
            .1
            .iter()
            .map(|&(split, ways)| ((last.0, split), ways))
            .collect();
        Some((Deals { classes, known }, room))
    }

    /// How many deals there are of this class and all after it, into this much room, or what they
    /// weigh.
    fn count(&mut self, class: usize, room: Counts) -> f64 {
        if class == self.classes.len() {
            return 1.0;
        }
        let known = self.known.get(&(class, room)).copied();
        if let Some(sum) = known.or((class + 1 == self.classes.len()).then_some(0.0)) {
            return sum;
        }
        let mut sum = 0.0;
        for i in 0..self.classes[class].splits.len() {
            let (split, ways) = self.classes[class].splits[i];
            if let Some(left) = minus(room, split) {
                sum += ways * self.count(class + 1, left);
            }
        }
        self.known.insert((class, room), sum);
        sum
    }

    /// A split of a class, as likely as it is common among all deals, and the room it leaves;
    /// `None` where there is no deal.
    fn draw_split(
        &mut self,
        class: usize,
        room: Counts,
        rng: &mut Rng,
    ) -> Option<(Counts, Counts)> {
        let mut mark = rng.unit() * self.count(class, room);
        let mut drawn = None;
        for i in 0..self.classes[class].splits.len() {
            let (split, ways) = self.classes[class].splits[i];
            let Some(left) = minus(room, split) else {
                continue;
            };
            let weight = ways * self.count(class + 1, left);
            if weight > 0.0 {
                drawn = Some((split, left));
                mark -= weight;
                if mark < 0.0 {
                    break;
                }
            }
        }
        drawn
    }

    /// Adds all deals of this class and those after it to a list.
    fn list(&mut self, class: usize, room: Counts, hands: &[Cards], list: &mut Vec<Vec<Cards>>) {
        if class == self.classes.len() {
            list.push(hands.to_vec());
            return;
        }
        let cards: Vec<Card> = self.classes[class].cards.iter().collect();
        for i in 0..self.classes[class].splits.len() {
            let split = self.classes[class].splits[i].0;
            let Some(left) = minus(room, split) else {
                continue;
            };
            if self.count(class + 1, left) > 0.0 {
                for hands in hand_out(&cards, split, hands) {
                    self.list(class + 1, left, &hands, list);
                }
            }
        }
    }
}

/// All ways to add cards to hands, this many to each.
fn hand_out(cards: &[Card], split: Counts, hands: &[Cards]) -> Vec<Vec<Cards>> {
    let mut open = vec![(split, hands.to_vec())];
    for &card in cards {
        let mut next = Vec::new();
        for (left, hands) in open {
            for hand in (0..hands.len()).filter(|&hand| count_of(left, hand) > 0) {
                let mut hands = hands.clone();
                hands[hand].insert(card);
                next.push((left - (1 << (8 * hand)), hands));
            }
        }
        open = next;
    }
    open.into_iter().map(|(_, hands)| hands).collect()
}

/// The number of ways to choose `k` of `n` cards.
#[inline]
fn choose(n: usize, k: usize) -> f64 {
    CHOOSE[n][k]
}

/// One more than the cards of a deck.
const ROWS: usize = 4 * RANKS as usize + 1;

static CHOOSE: [[f64; ROWS]; ROWS] = triangle();

/// Pascal's.
const fn triangle() -> [[f64; ROWS]; ROWS] {
    let mut rows = [[0.0; ROWS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        rows[n][0] = 1.0;
        let mut k = 1;
        while k <= n {
            rows[n][k] = rows[n - 1][k - 1] + rows[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn suits(text: &str) -> Suits {
        text.chars().filter_map(Suit::of_letter).collect()
    }

    /// All deals, by giving each card to each hand in turn and looking at the end.
    fn by_force(unseen: Cards, counts: &[usize], voids: &[Suits]) -> HashSet<Vec<Cards>> {
        let cards: Vec<Card> = unseen.iter().collect();
        let deals = (0..counts.len().pow(cards.len() as u32)).map(|mut code| {
            let mut hands = vec![Cards::EMPTY; counts.len()];
            for &card in &cards {
                hands[code % counts.len()].insert(card);
                code /= counts.len();
            }
            hands
        });
        let fits = |deal: &Vec<Cards>| {
            (0..counts.len()).all(|i| {
                deal[i].len() == counts[i]
                    && deal[i].iter().all(|card| !voids[i].contains(card.suit()))
            })
        };
        deals.filter(fits).collect()
    }

    const CASES: [(&str, &[usize], &[&str]); 7] = [
        ("SAKQ H32 C2", &[2, 2, 2], &["", "", ""]),
        ("SAKQ H32 C2", &[2, 2, 2], &["H", "", "S"]),
        ("SAKQ H32 C2", &[3, 1, 2], &["S", "", "CH"]),
        ("SAK H32 DAK C2", &[2, 3, 2], &["H", "S", "D"]),
        ("SAK H32 DAK C2", &[2, 2, 2, 1], &["HC", "S", "", "S"]),
        ("SAK H32", &[2, 2], &["SH", ""]),
        ("SAK H32 D4", &[1, 4], &["SHDC", "D"]),
    ];

    #[test]
    fn lists_are_what_brute_force_finds() {
        for (unseen, counts, voids) in CASES {
            let (unseen, voids): (Cards, Vec<Suits>) = (
                unseen.parse().unwrap(),
                voids.iter().map(|v| suits(v)).collect(),
            );
            let expected = by_force(unseen, counts, &voids);
            let list = list_deals(unseen, counts, &voids, 1_000).unwrap();
            assert_eq!(list.len(), expected.len());
            assert_eq!(list.iter().cloned().collect::<HashSet<_>>(), expected);
            assert_eq!(count_deals(unseen, counts, &voids), list.len() as f64);
            assert_eq!(
                list_deals(unseen, counts, &voids, list.len().wrapping_sub(1)).is_some(),
                list.is_empty()
            );
        }
    }

    /// The statistic of Pearson (1900) against its mean plus five standard deviations: √(2 ·
    /// degrees of freedom).
    #[test]
    fn draws_are_uniform() {
        let mut rng = Rng::new(7);
        for (unseen, counts, voids) in CASES {
            let (unseen, voids): (Cards, Vec<Suits>) = (
                unseen.parse().unwrap(),
                voids.iter().map(|v| suits(v)).collect(),
            );
            let list = list_deals(unseen, counts, &voids, 1_000).unwrap();
            let mut seen: HashMap<Vec<Cards>, f64> =
                list.iter().map(|deal| (deal.clone(), 0.0)).collect();
            let draws = 200 * list.len();
            for _ in 0..draws {
                let deal = deal_unseen(unseen, counts, &voids, &mut rng).unwrap();
                *seen.get_mut(&deal).expect("a deal that does not fit") += 1.0;
            }
            let statistic: f64 = seen.values().map(|n| (n - 200.0).powi(2) / 200.0).sum();
            let freedom = list.len().saturating_sub(1) as f64;
            assert!(
                statistic <= freedom + 5.0 * (2.0 * freedom).sqrt(),
                "{statistic} of {freedom}: {voids:?}"
            );
            if list.is_empty() {
                assert_eq!(deal_unseen(unseen, counts, &voids, &mut rng), None);
            }
        }
    }

    /// Two hands of the first case followed to spades and hearts: draws are as the list says, and
    /// the list as Bayes does.
    #[test]
    fn draws_are_as_likely_as_the_evidence_makes_them() {
        let (unseen, mut rng): (Cards, _) = ("SAKQ H32 C2".parse().unwrap(), Rng::new(9));
        let card = |text: &str| -> Card { text.parse().unwrap() };
        let first = Evidence::of_play(&[
            (card("S3"), Some(Suit::Spades)),
            (card("S2"), Some(Suit::Spades)),
        ]);
        let second = Evidence::of_play(&[
            (card("H4"), Some(Suit::Hearts)),
            (card("D2"), Some(Suit::Clubs)),
        ]);
        let evidence = [first, second, Evidence::NONE];
        let list = list_likely(unseen, &[2, 2, 2], &evidence, 1_000).unwrap();
        let weight = |deal: &[Cards]| {
            let (spades, hearts) = (
                deal[0].of_suit(Suit::Spades).len(),
                deal[1].of_suit(Suit::Hearts).len(),
            );
            1.0 / ((spades + 2) * (spades + 1) * (hearts + 1)) as f64
        };
        let total: f64 = list.iter().map(|(deal, _)| weight(deal)).sum();
        assert!(
            list.iter()
                .all(|(deal, p)| (weight(deal) / total - p).abs() < 1e-12)
        );
        assert_eq!(
            list.len(),
            by_force(
                unseen,
                &[2, 2, 2],
                &[Suits::EMPTY, suits("C"), Suits::EMPTY]
            )
            .len()
        );
        let mut drawn: HashMap<Vec<Cards>, f64> = HashMap::new();
        let draws = 40_000.0;
        for _ in 0..40_000 {
            *drawn
                .entry(deal_likely(unseen, &[2, 2, 2], &evidence, &mut rng).unwrap())
                .or_default() += 1.0;
        }
        let off = |(deal, p): &(Vec<Cards>, f64)| (drawn[deal] - draws * p).powi(2) / (draws * p);
        let (statistic, freedom) = (list.iter().map(off).sum::<f64>(), (list.len() - 1) as f64);
        assert!(
            statistic <= freedom + 5.0 * (2.0 * freedom).sqrt(),
            "{statistic} of {freedom}"
        );
        assert_eq!(drawn.len(), list.len());
    }

    #[test]
    fn whole_decks_are_counted_as_known() {
        let deck = Cards::deck(&Suit::ALL, 13);
        let bridge = count_deals(deck, &[13; 4], &[Suits::EMPTY; 4]);
        assert!(
            (bridge / 53_644_737_765_488_792_839_237_440_000.0 - 1.0).abs() < 1e-12,
            "{bridge}"
        );
        assert_eq!(
            count_deals(deck, &[26, 26], &[suits("SH"), Suits::EMPTY]),
            1.0
        );
        assert_eq!(
            list_deals(deck, &[13; 4], &[Suits::EMPTY; 4], 1_000_000),
            None
        );
    }

    #[test]
    fn what_does_not_add_up_has_no_deal() {
        let unseen: Cards = "SAK".parse().unwrap();
        let mut rng = Rng::new(1);
        assert_eq!(
            deal_unseen(unseen, &[1, 2], &[Suits::EMPTY; 2], &mut rng),
            None
        );
        assert_eq!(
            deal_unseen(unseen, &[1, 1], &[Suits::EMPTY; 1], &mut rng),
            None
        );
        assert_eq!(
            deal_unseen(unseen, &[usize::MAX, 3], &[Suits::EMPTY; 2], &mut rng),
            None
        );
        assert_eq!(
            deal_unseen(unseen, &[0; 17], &[Suits::EMPTY; 17], &mut rng),
            None
        );
        assert_eq!(
            list_deals(unseen, &[3, 3], &[Suits::EMPTY; 2], 9),
            Some(vec![])
        );
        assert_eq!(
            deal_unseen(Cards::EMPTY, &[0, 0], &[Suits::EMPTY; 2], &mut rng),
            Some(vec![Cards::EMPTY; 2])
        );
        assert_eq!(
            deal_unseen(unseen, &[2], &[Suits::EMPTY], &mut rng).unwrap(),
            [unseen]
        );
    }
}
