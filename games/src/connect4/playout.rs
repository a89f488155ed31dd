//! Random games on bitboards, for Monte-Carlo tree search.

use gametree::playout::Playout;
use gametree::{Game, Outcome, rng::Rng};

use super::board::{SQUARES, has_four};
use super::{Column, Connect4, OPEN, full_columns};

/// Plays at random to the end, every open column as likely as any other. Same distribution as
/// [`gametree::playout::Uniform`], several times as fast.
///
/// ```
/// use gametree::{playout::Playout, rng::Rng};
/// use gametree_games::connect4::{Connect4, Rollout};
/// let (_, moves) = Rollout.play_out(Connect4::new(), &mut Rng::new(1));
/// assert!((7..=42).contains(&moves));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Rollout;

impl Playout<Connect4> for Rollout {
    #[inline]
    fn play_out(&self, mut position: Connect4, rng: &mut Rng) -> (Outcome, u32) {
        if let Some(outcome) = position.outcome() {
            return (outcome, 0);
        }
        let start = position.ply();
        loop {
            // 64 random bits are two draws of 32: the bias is below 7 / 2^32.
            let bits = rng.bits();
            for draw in [bits >> 32, bits & 0xffff_ffff] {
                position.play(drawn_column(position.all, draw));
                if has_four(position.other()) {
                    return (
                        Outcome::Win(position.turn().opponent()),
                        position.ply() - start,
                    );
                }
                if position.ply() == SQUARES {
                    return (Outcome::Draw, position.ply() - start);
                }
            }
        }
    }
}

/// The open column that 32 random bits choose.
#[inline(always)]
fn drawn_column(all: u64, draw: u64) -> Column {
    let list = u64::from(OPEN[full_columns(all)]);
    let pick = (draw * (list >> 28)) >> 32;
    Column((list >> (4 * pick) & 15) as u8 - 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Player;
    use gametree::playout::Uniform;

    fn tally(playout: &impl Playout<Connect4>, position: Connect4, games: u32) -> ([f64; 3], f64) {
        let (mut ends, mut plies) = ([0.0; 3], 0.0);
        let mut rng = Rng::new(11);
        for _ in 0..games {
            let (outcome, moves) = playout.play_out(position, &mut rng);
            let slot = match outcome {
                Outcome::Win(Player::FIRST) => 0,
                Outcome::Win(_) => 1,
                _ => 2,
            };
            ends[slot] += 1.0 / f64::from(games);
            plies += f64::from(moves) / f64::from(games);
        }
        (ends, plies)
    }

    #[test]
    fn games_end_as_those_of_the_plain_playout_do() {
        for text in ["", "444444333333", "1111112222255335", "44444433555533"] {
            let position: Connect4 = text.parse().unwrap();
            let (fast, fast_plies) = tally(&Rollout, position, 40_000);
            let (plain, plain_plies) = tally(&Uniform, position, 40_000);
            for (a, b) in fast.iter().zip(plain) {
                assert!((a - b).abs() < 0.015, "{text}: {fast:?} {plain:?}");
            }
            assert!(
                (fast_plies - plain_plies).abs() < 0.25,
                "{text}: {fast_plies} {plain_plies}"
            );
        }
    }

    #[test]
    fn finished_games_are_not_played_on() {
        let won: Connect4 = "1212121".parse().unwrap();
        assert_eq!(
            Rollout.play_out(won, &mut Rng::new(1)),
            (Outcome::Win(Player::FIRST), 0)
        );
    }

    #[test]
    fn every_open_column_is_drawn_alike() {
        let position: Connect4 = "444444".parse().unwrap();
        let (mut rng, mut seen) = (Rng::new(3), [0u32; 7]);
        for _ in 0..60_000 {
            seen[usize::from(drawn_column(position.all, rng.bits() >> 32).0)] += 1;
        }
        assert_eq!(seen[3], 0);
        assert!(
            (0..7)
                .filter(|&i| i != 3)
                .all(|i| (9_600..10_400).contains(&seen[i])),
            "{seen:?}"
        );
    }
}
