//! A guess at who wins, from points and turns.

use gametree::{PayoffEvaluator, Player};

use super::Pig;

/// Guesses the chance of winning from how many turns both players still need, each turn played as
/// Knizia advises: hold when a 1 would cost as much as the other sides bring, at 20 with six sides.
///
/// The mover's turn is assumed to bring what it brings on average. Then the opponent is to move,
/// which is worth nearly half a turn; and the lead decides the more, the fewer turns are left to
/// turn the tables. The constants are those nearest to perfect play with six sides to a hundred.
///
/// ```
/// use gametree::{Player, PayoffEvaluator};
/// use gametree_games::pig::{Pig, WinGuess};
/// let (guess, pig) = (WinGuess::new(6), Pig::default());
/// assert!((guess.turn() - 8.14).abs() < 0.01, "what a turn brings");
/// assert!(guess.expected_payoff(&pig.read("80-60").unwrap(), Player::FIRST) > 0.5);
/// ```
#[derive(Clone, Debug)]
pub struct WinGuess {
    sides: u8,
    /// By turn total, what the turn brings in the end; beyond the last it is held.
    brings: Vec<f64>,
    /// The spread of what a turn brings.
    spread: f64,
}

/// How fast a lead, counted in spreads, becomes a win.
const STEEPNESS: f64 = 1.4;
/// The part of a turn that having the move is worth.
const TEMPO: f64 = 0.45;
/// This many turns are always left: the guess never gets quite sure.
const LEAST_TURNS: f64 = 0.5;

impl WinGuess {
    /// For a die of this many sides.
    #[must_use]
    pub fn new(sides: u8) -> WinGuess {
        let all = usize::from(sides.max(2));
        let hold = all * (all + 1) / 2 - 1;
        let expected = |worth: &dyn Fn(f64) -> f64| {
            let mut brings: Vec<f64> = (0..hold + all).map(|total| worth(total as f64)).collect();
            for total in (0..hold).rev() {
                brings[total] = brings[total + 2..=total + all].iter().sum::<f64>() / all as f64;
            }
            brings
        };
        let brings = expected(&|total| total);
        let squares = expected(&|total| total * total);
        let spread = (squares[0] - brings[0] * brings[0]).sqrt();
        WinGuess {
            sides: sides.max(2),
            brings,
            spread,
        }
    }

    /// What a turn brings on average.
    #[must_use]
    pub fn turn(&self) -> f64 {
        self.brings[0]
    }

    /// What a turn that has brought this much will bring in the end.
    fn expected(&self, total: usize) -> f64 {
        self.brings.get(total).copied().unwrap_or(total as f64)
    }

    /// The chance that the mover wins.
    fn mover(&self, position: &Pig) -> f64 {
        let total = usize::from(position.turn_total());
        let sides = usize::from(self.sides);
        let brings = if position.is_rolling() {
            (2..=sides)
                .map(|side| self.expected(total + side))
                .sum::<f64>()
                / sides as f64
        } else {
            self.expected(total)
        };
        let own = f64::from(position.score(position.turn)) + brings;
        let others = f64::from(position.score(position.turn.opponent()));
        let ahead = own - others - self.turn() * TEMPO;
        let left = (f64::from(position.target()) - (own + others) / 2.0) / self.turn();
        let spread = self.spread * (2.0 * left.max(LEAST_TURNS)).sqrt();
        1.0 / (1.0 + (-STEEPNESS * ahead / spread).exp())
    }
}

impl PayoffEvaluator<Pig> for WinGuess {
    fn expected_payoff(&self, position: &Pig, player: Player) -> f64 {
        let mover = self.mover(position);
        let first = position.stake(if position.turn == Player::FIRST {
            mover
        } else {
            1.0 - mover
        });
        if player == Player::FIRST {
            first
        } else {
            -first
        }
    }
}
