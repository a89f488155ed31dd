//! How to play: a simple rule, and the exact value of every card where all hands are known.

use std::time::Duration;

use gametree::pimc::{Clairvoyant, Sight};
use gametree::{
    Budget, Chance, Counts, Game, Limits, Observer, PayoffEvaluator, PayoffReport, PayoffSearch,
    Player, Stop,
};

use super::{HighCards, Solver, Whist};
use crate::cards::{Card, Cards};

/// What each legal card is worth to the side that plays it, if all saw all cards from then on: the
/// tricks of that side minus those of the other at the end. In the order of the game's moves;
/// nothing while cards are dealt or when the game is over.
///
/// ```
/// use gametree_games::whist::{Solver, Whist, card_values};
/// let world: Whist = "N:A2... K3... ..A2. ..K3. lead=N".parse().unwrap_or_else(|e| panic!("{e}"));
/// let values: Vec<f64> = card_values(&world, &mut Solver::new(1 << 16)).into_iter().map(|(_, v)| v).collect();
/// assert_eq!(values, [0.0, 0.0]);
/// ```
pub fn card_values(world: &Whist, solver: &mut Solver) -> Vec<(Card, f64)> {
    let Some(open) = world.open() else {
        return Vec::new();
    };
    let sign = if open.turn() == Player::FIRST { 1 } else { -1 };
    let values = solver.card_values(&open).into_iter();
    values
        .map(|(card, points)| (card, f64::from(sign * points)))
        .collect()
}

/// The solver as the eyes of [`gametree::pimc::Pimc`].
///
/// ```
/// use gametree::{PayoffSearch, Limits, pimc::Pimc, rng::Rng};
/// use gametree_games::whist::{Solver, Whist};
/// let game = Whist::named("whist:5H").unwrap().dealt(&mut Rng::new(1));
/// let report = Pimc::new(Solver::new(1 << 20), 1).search_payoffs(&game, &Limits::none());
/// assert!(report.worlds == 100 && game.hand(0).contains(report.best().unwrap()));
/// ```
impl Clairvoyant<Whist> for Solver {
    fn sight(&mut self, world: &Whist, limits: &Limits) -> Sight<Card> {
        let mut budget = Budget::new(limits);
        let (values, result) = match world.open() {
            Some(open) => self.card_values_within(&open, &mut budget),
            None => (Vec::new(), Ok(())),
        };
        let everyone = |points: i32| [points, -points, points, -points].map(f64::from).to_vec();
        Sight {
            moves: values
                .into_iter()
                .map(|(card, points)| (card, everyone(points)))
                .collect(),
            stop: result.err().unwrap_or(Stop::Done),
            counts: budget.counts,
        }
    }

    fn new_game(&mut self, _: u64) {
        self.clear();
    }
}

/// The card that the simple rule plays: leads the highest card, and beats what is on the table with
/// the lowest card that does, unless the partner wins already; else throws the lowest. Trumps count
/// above all other suits. `None` where no card has to be played.
#[must_use]
pub fn greedy(position: &Whist) -> Option<Card> {
    if position.is_dealing() || position.outcome().is_some() {
        return None;
    }
    let (trick, legal) = (&position.trick, position.legal());
    let worth = |card: &Card| (Some(card.suit()) == position.trump, card.rank(), *card);
    if trick.is_empty() {
        let side_suits = legal
            .iter()
            .filter(|card| Some(card.suit()) != position.trump);
        return side_suits.max_by_key(worth).or(legal.highest());
    }
    let partner_wins = trick.winner() == (trick.seat() + 2) & 3;
    let winners: Cards = legal
        .iter()
        .filter(|&card| trick.beaten_by(card, position.trump))
        .collect();
    let among = if partner_wins || winners.is_empty() {
        legal
    } else {
        winners
    };
    among.iter().min_by_key(worth)
}

/// Plays [`greedy`]. Looks only at its own cards and the table.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl PayoffSearch<Whist> for Greedy {
    fn watch_payoffs<O: Observer<Whist>>(
        &mut self,
        root: &Whist,
        _: &Limits,
        _: &mut O,
    ) -> PayoffReport<Card> {
        PayoffReport {
            values: (0..4)
                .map(|player| HighCards.expected_payoff(root, Player(player)))
                .collect(),
            line: greedy(root).into_iter().collect(),
            moves: Vec::new(),
            proven: false,
            stop: Stop::Depth,
            depth: u32::from(root.outcome().is_none() && root.chances().is_none()),
            worlds: 0,
            counts: Counts {
                nodes: 1,
                ..Counts::default()
            },
            elapsed: Duration::ZERO,
        }
    }
}
