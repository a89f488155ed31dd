//! Expected tricks by high cards: a guess for where a search stops.
//!
//! The four highest cards in play of every suit count 4, 3, 2 and 1, every trump one more. The
//! tricks that are left are shared as these points are.
//!
//! ```text
//!   SA with N, SK with E, SQ and SJ with S: 4 + 2 + 1 against 3, so N and S expect (7 − 3) / 10 of the tricks left
//! ```

use gametree::{PayoffEvaluator, Payoffs, Player};

use super::Whist;
use super::trick::{SEATS, side};
use crate::cards::{Cards, Suit};

/// The tricks so far, half a trick for the one that is winning on the table, and the others by high
/// cards. Looks at all four hands.
#[derive(Clone, Copy, Debug, Default)]
pub struct HighCards;

impl PayoffEvaluator<Whist> for HighCards {
    fn expected_payoff(&self, position: &Whist, player: Player) -> f64 {
        let sign = if side(player.0) == 0 { 1.0 } else { -1.0 };
        let in_play = position.deck - position.played().iter().copied().collect();
        let share = share(&position.hands, in_play, position.trump);
        let mut left = f64::from(position.cards_a_hand() - position.won[0] - position.won[1]);
        let mut sure = position.balance(0);
        if !position.trick.is_empty() {
            left -= 1.0;
            sure += if side(position.trick.winner()) == 0 {
                0.5
            } else {
                -0.5
            };
        }
        let bounds = position.bounds();
        sign * (sure + share * left).clamp(bounds.low, bounds.high)
    }
}

/// The first side's points minus the second's, as a part of all: from −1 to 1.
pub(crate) fn share(hands: &[Cards; SEATS], in_play: Cards, trump: Option<Suit>) -> f64 {
    let sides = [hands[0] | hands[2], hands[1] | hands[3]];
    let [first, second] = sides.map(|cards| f64::from(points(cards, in_play, trump)));
    if first + second == 0.0 {
        0.0
    } else {
        (first - second) / (first + second)
    }
}

fn points(cards: Cards, in_play: Cards, trump: Option<Suit>) -> u32 {
    let mut sum = trump.map_or(0, |trump| cards.of_suit(trump).len() as u32);
    for suit in Suit::ALL {
        let mut left = in_play.of_suit(suit);
        for worth in (1..=4).rev() {
            let Some(card) = left.highest() else { break };
            left.remove(card);
            sum += if cards.contains(card) { worth } else { 0 };
        }
    }
    sum
}
