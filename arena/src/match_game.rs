//! One game of a match: who has which seat, and what its end is worth to A.

use gametree::{Game, Notation};

use crate::contender::Contender;
use crate::game::{GameRecord, Points, Reason, Side};
use crate::game_loop::{self, End, GameSetup};

/// A game of a match.
pub(crate) struct Assignment<'a, G: Game> {
    pub number: usize,
    pub first: Side,
    pub setup: GameSetup<'a, G>,
}

/// Lets A and B play a game; `None` when it was stopped before its end.
pub(crate) fn play<'t, G>(
    task: &Assignment<'_, G>,
    sides: &mut [&mut (dyn Contender<G> + 't); 2],
) -> Option<GameRecord>
where
    G: Game + Notation + 't,
{
    let played = game_loop::play(&task.setup, sides)?;
    let Ruling {
        result,
        reason,
        margin,
    } = Ruling::of(played.end, task);
    Some(GameRecord {
        number: task.number,
        opening: task.setup.opening.name.clone(),
        first: task.first,
        moves: played.moves,
        result,
        reason,
        a: played.spent[0],
        b: played.spent[1],
        margin,
        stats: played.stats,
    })
}

/// What an end is to A.
pub(crate) struct Ruling {
    pub result: Points,
    pub reason: Reason,
    pub margin: Option<f64>,
}

impl Ruling {
    pub(crate) fn of<G: Game>(end: End, task: &Assignment<'_, G>) -> Ruling {
        match end {
            End::Payoffs(payoffs) => {
                let margin = margin(&payoffs, &task.setup.seats);
                let known = margin.is_finite().then_some(margin);
                Ruling {
                    result: Points::of(margin),
                    reason: Reason::Rules,
                    margin: known,
                }
            }
            End::TooLong => Ruling {
                result: Points::Draw,
                reason: Reason::MaxPlies,
                margin: Some(0.0),
            },
            End::Adjudicated(sign, reason) => {
                let sign = if task.first == Side::A { sign } else { -sign };
                Ruling {
                    result: Points::of(f64::from(sign)),
                    reason,
                    margin: None,
                }
            }
            End::Forfeit(who, reason) => Ruling {
                result: Points::of(if who == 0 { -1.0 } else { 1.0 }),
                reason,
                margin: None,
            },
        }
    }
}

/// The mean of A's seats less that of B's. What is no more than the rounding of the means is
/// nothing.
fn margin(payoffs: &[f64], seats: &[usize]) -> f64 {
    let mean = |side: usize| {
        let own = || {
            payoffs
                .iter()
                .zip(seats)
                .filter(|&(_, &who)| who == side)
                .map(|(payoff, _)| payoff)
        };
        own().sum::<f64>() / own().count() as f64
    };
    let margin = mean(0) - mean(1);
    let rounding = 4.0 * f64::EPSILON * payoffs.iter().map(|payoff| payoff.abs()).sum::<f64>();
    if margin.abs() <= rounding && rounding.is_finite() {
        0.0
    } else {
        margin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_margin_is_between_means_of_seats() {
        assert_eq!(margin(&[3.0, -1.0, 3.0, -1.0], &[0, 1, 0, 1]), 4.0);
        assert_eq!(margin(&[5.0, 1.0, 0.0], &[0, 1, 0]), 1.5);
        assert_eq!(margin(&[5.0, 1.0, 0.0], &[1, 0, 1]), -1.5);
        assert!((0.1 + 0.2) / 2.0 - 0.15 != 0.0 && margin(&[0.1, 0.15, 0.2], &[0, 1, 0]) == 0.0);
        assert_eq!(margin(&[1e-30, 0.0], &[0, 1]), 1e-30);
        assert_eq!(margin(&[f64::INFINITY, 0.0], &[0, 1]), f64::INFINITY);
        assert_eq!(
            [2.0, 0.0, -0.0, -1e-9, f64::NAN]
                .map(Points::of)
                .map(Points::halves),
            [2, 1, 1, 0, 1]
        );
    }
}
