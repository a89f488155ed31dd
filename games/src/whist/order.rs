//! Which cards look good: cheap winners first, then what forces a higher card out, then small
//! cards.

use gametree::Guided;

use super::open::DoubleDummy;
use super::trick::SEATS;
use crate::cards::{Card, Cards, Suit};

/// What is worth knowing once for all cards of a position.
pub(crate) struct Scene<'p> {
    position: &'p DoubleDummy,
    all: Cards,
    seat: u8,
    /// The strength to beat, and whether it is the partner's card.
    best: i32,
    partner_wins: bool,
    /// The strongest that the players still to come can play: opponents, and the partner.
    opponents: i32,
    partner: i32,
}

impl<'p> Scene<'p> {
    pub fn of(position: &'p DoubleDummy) -> Scene<'p> {
        let (trick, seat) = (position.trick(), position.seat());
        let all = position.in_sight();
        let best = trick.winning().map_or(-1, |card| strength(position, card));
        let played = trick.cards().len();
        let later = |steps: u8| -> i32 {
            if played + usize::from(steps) >= SEATS || trick.is_empty() {
                return -1;
            }
            let hand = position.hand(seat + steps);
            strongest(position, trick.legal(hand))
        };
        let partner_wins = played >= 2 && trick.winner() == (seat + 2) & 3;
        let opponents = later(1).max(later(3));
        Scene {
            position,
            all,
            seat,
            best,
            partner_wins,
            opponents,
            partner: later(2),
        }
    }
}

/// Winners cheaply, else the lowest.
impl Guided for DoubleDummy {
    #[inline]
    fn promise(&self, card: Card) -> i32 {
        promise(&Scene::of(self), card)
    }
}

/// Trumps beat the suit led, and that beats the rest.
fn strength(position: &DoubleDummy, card: Card) -> i32 {
    let rank = i32::from(card.rank());
    if Some(card.suit()) == position.trump() {
        100 + rank
    } else if position
        .trick()
        .suit()
        .is_none_or(|suit| suit == card.suit())
    {
        rank
    } else {
        -1
    }
}

fn strongest(position: &DoubleDummy, cards: Cards) -> i32 {
    let candidates = [position.trump(), position.trick().suit()]
        .into_iter()
        .flatten();
    candidates
        .filter_map(|suit| cards.of_suit(suit).highest())
        .map(|card| strength(position, card))
        .max()
        .unwrap_or(-1)
}

/// How promising a card is.
pub(crate) fn promise(scene: &Scene<'_>, card: Card) -> i32 {
    if scene.position.trick().is_empty() {
        lead(scene, card)
    } else {
        follow(scene, card)
    }
}

/// Second, third or fourth to play.
fn follow(scene: &Scene<'_>, card: Card) -> i32 {
    let rank = i32::from(card.rank());
    let own = strength(scene.position, card);
    let to_beat = scene.best.max(scene.opponents);
    if scene.partner_wins && scene.best > scene.opponents {
        return throw(scene, card) + if own > scene.best { 0 } else { 100 };
    }
    if own > to_beat && own >= 0 {
        return 200 - rank;
    }
    if scene.partner > to_beat {
        return throw(scene, card) + 100;
    }
    if own > scene.best && !scene.partner_wins {
        50 - rank
    } else {
        throw(scene, card)
    }
}

/// A card that does not win: low, and not the highest or a guard of its suit.
fn throw(scene: &Scene<'_>, card: Card) -> i32 {
    let (suit, hand) = (
        scene.all.of_suit(card.suit()),
        scene.position.hand(scene.seat),
    );
    let is_winner = suit.highest() == Some(card);
    let length = hand.of_suit(card.suit()).len() as i32;
    length
        - i32::from(card.rank())
        - 20 * i32::from(is_winner)
        - 20 * i32::from(Some(card.suit()) == scene.position.trump())
}

/// First to play: winners, one's own or the partner's, then suits that the partner can ruff.
fn lead(scene: &Scene<'_>, card: Card) -> i32 {
    let (position, suit, rank) = (scene.position, card.suit(), i32::from(card.rank()));
    let hand = |steps: u8| position.hand(scene.seat + steps);
    let top = scene.all.of_suit(suit).highest();
    let ruffs = |hand: Cards| hand.of_suit(suit).is_empty() && trumps(position, hand) > 0;
    let danger = Some(suit) != position.trump() && (ruffs(hand(1)) || ruffs(hand(3)));
    let length = hand(0).of_suit(suit).len() as i32;
    if danger && !ruffs(hand(2)) {
        return -40 - rank;
    }
    if top == Some(card) {
        return 100 + length;
    }
    if top.is_some_and(|top| hand(2).contains(top)) {
        // With trumps about it pays to change hands before cashing.
        return if position.trump().is_some() { 110 } else { 80 } + length - rank;
    }
    if Some(suit) != position.trump() && ruffs(hand(2)) {
        return 60 - rank;
    }
    // Before a strong hand it is better to lead through it than up to it.
    let through = top.is_some_and(|top| hand(1).contains(top));
    20 * i32::from(through) + length - rank
}

fn trumps(position: &DoubleDummy, hand: Cards) -> usize {
    position
        .trump()
        .map_or(0, |trump: Suit| hand.of_suit(trump).len())
}
