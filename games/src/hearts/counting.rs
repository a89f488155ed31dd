//! A simple evaluator: count what is taken, and share out what is not.

use gametree::{PayoffEvaluator, Payoffs, Player};

use super::{Hearts, winner};
use crate::cards::{Card, Cards};

/// What a player has taken, what lies on the table if they would take it now, and a share of the
/// points that are still in the hands: one part for every card they hold and one for every card of
/// the others that it beats. While cards are dealt all have the same share. It looks into all
/// hands.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting;

impl PayoffEvaluator<Hearts> for Counting {
    fn expected_payoff(&self, position: &Hearts, player: Player) -> f64 {
        let players = position.players();
        let held = position
            .hands
            .iter()
            .fold(Cards::EMPTY, |all, &hand| all | hand);
        if position.is_dealing() {
            return -f64::from(position.rules.points(position.rules.deck())) / f64::from(players);
        }
        let power = |p: u8| strength(position.hand(Player(p)), held);
        let all: f64 = (0..players).map(power).sum();
        let share = if all > 0.0 {
            power(player.0) / all
        } else {
            0.0
        };
        let rest = f64::from(position.rules.points(held)) * share;
        -(f64::from(position.taken(player)) + f64::from(on_the_table(position, player)) + rest)
    }
}

/// The points of the trick on the table, for the player who would take it now.
fn on_the_table(position: &Hearts, player: Player) -> u8 {
    let trick = position.trick();
    let taker = (position.leader + winner(trick) as u8) % position.rules.players;
    if taker == player.0 {
        position.rules.points(trick.iter().copied().collect())
    } else {
        0
    }
}

/// One for every card of a hand, and one for every other card still held that it beats.
fn strength(hand: Cards, held: Cards) -> f64 {
    let below = |card: Card| Cards((1 << card.0) - 1).of_suit(card.suit());
    let parts = hand
        .iter()
        .map(|card| 1 + ((held - hand) & below(card)).len());
    parts.sum::<usize>() as f64
}
