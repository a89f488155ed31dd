//! A whole training by recorded games: a search plays against itself, the results are collected,
//! and the weights are fitted to them.
//!
//! ```text
//!   game 0, 1, 2, …   nine of ten are learned from
//!   game 9, 19, 29 …  are kept aside: the loss on them is the learning curve
//! ```

use crate::game::{Game, Outcome};
use crate::limits::Limits;
use crate::search::AnySearch;

use super::categories::Categories;
use super::curve::Curve;
use super::features::{Features, Linear, logistic};
use super::regression::{Data, Regression};
use super::self_play::{Plan, Recorded, result};

/// Games to be played and what is taken from them.
pub struct Course<'a, G: Game> {
    /// How games are played.
    pub plan: Plan<G>,
    /// How many.
    pub games: u64,
    /// Who plays.
    pub player: &'a mut dyn AnySearch<G>,
    /// What they may spend on a move.
    pub limits: Limits,
    /// Which positions are learned from: not those in which something hangs.
    pub quiet: &'a dyn Fn(&G) -> bool,
    /// Called after each game with the number played; returns whether to go on.
    pub progress: &'a mut dyn FnMut(u64) -> bool,
}

/// One game in this many is held out.
const ASIDE: u64 = 10;
/// Marks of a curve.
const MARKS: u64 = 10;

/// What a game is worth to learn from: 1, ½ or 0, or where it ended in points a number between, the
/// more the surer.
#[must_use]
pub fn graded(outcome: Outcome, scale: f64) -> f64 {
    match outcome {
        Outcome::Points(points) => logistic(f64::from(points) / scale),
        other => result(other),
    }
}

impl<G: Game> Course<'_, G> {
    /// Plays all games, or until it is not to go on, and gives each to `take`.
    pub fn record(&mut self, mut take: impl FnMut(u64, &Recorded<G>)) {
        for number in 0..self.games {
            self.player.new_game_any(number);
            let player = &mut *self.player;
            let limits = &self.limits;
            let game = self.plan.play(number, |position| {
                player.search_any(position, limits).best()
            });
            take(number, &game);
            if !(self.progress)(number + 1) {
                return;
            }
        }
    }

    /// Fits the weights of an evaluator to the games; and what it would have been after fewer of
    /// them.
    pub fn regression<F: Features<G> + Clone>(
        &mut self,
        start: &Linear<F>,
        fit: &Regression,
    ) -> (Linear<F>, Curve) {
        let fit = Regression {
            scale: start.scale,
            ..*fit
        };
        let width = start.weights.len();
        let mut learned = Data::new(width);
        let mut aside = Data::new(width);
        let mut ends = Vec::new();
        let quiet = self.quiet;
        self.record(|number, game| {
            let data = if number % ASIDE == ASIDE - 1 {
                &mut aside
            } else {
                &mut learned
            };
            let grade = game
                .outcome
                .map_or(0.5, |outcome| graded(outcome, fit.scale));
            for (position, _) in game
                .positions
                .iter()
                .filter(|(position, _)| quiet(position))
            {
                data.add(&start.features.of(position), grade);
            }
            ends.push(learned.len());
        });
        let mut curve = Curve::default();
        curve.add(0, fit.mean_loss(&aside, &start.weights));
        let mut weights = start.weights.clone();
        let played = ends.len() as u64;
        for mark in 1..=MARKS.min(played) {
            let games = played * mark / MARKS.min(played);
            let part = learned.first(ends[games as usize - 1]);
            weights = fit.fit(&part, &start.weights).0;
            curve.add(games, fit.mean_loss(&aside, &weights));
        }
        (
            Linear {
                weights,
                ..start.clone()
            },
            curve,
        )
    }

    /// Counts results by kind of position.
    pub fn categories<F: Features<G>>(
        &mut self,
        mut categories: Categories<F>,
    ) -> (Categories<F>, Curve) {
        let quiet = self.quiet;
        let every = (self.games / MARKS).max(1);
        let (mut curve, mut error) = (Curve::default(), super::curve::Mean::default());
        self.record(|number, game| {
            for (position, _) in game
                .positions
                .iter()
                .filter(|(position, _)| quiet(position))
            {
                error.add((game.result - categories.expectation(position)).powi(2));
                categories.add(position, game.result);
            }
            if (number + 1) % every == 0
                && let Some(loss) = error.take()
            {
                curve.add(number + 1, loss);
            }
        });
        (categories, curve)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_mover::RandomMover;
    use crate::tree::{Tree, TwoPlayerTree};

    /// In this tree who has three moves has won.
    const TREE: &str = "(max (min (max 300 300 300) (max -300 -300) (max 300 300 300)) (min (max -300 -300) (max -300 -300)))";

    #[derive(Clone, Copy, Debug)]
    struct Choices;
    impl Features<TwoPlayerTree<'_>> for Choices {
        fn names(&self) -> &[&'static str] {
            &["three", "two"]
        }
        fn write(&self, position: &TwoPlayerTree<'_>, values: &mut [f64]) {
            let n = position.moves().count();
            values[usize::from(n == 2)] = 1.0;
        }
    }

    fn with_course<T>(run: impl FnOnce(&mut Course<'_, TwoPlayerTree<'_>>) -> T) -> T {
        let tree: Tree = TREE.parse().unwrap();
        let mut player = RandomMover::new(1);
        let mut course = Course {
            plan: Plan {
                opening: 0,
                ..Plan::new(tree.two_player().unwrap(), 5)
            },
            games: 200,
            player: &mut player,
            limits: Limits::none(),
            quiet: &|_| true,
            progress: &mut |_| true,
        };
        run(&mut course)
    }

    #[test]
    fn a_fit_says_who_wins_and_the_curve_falls() {
        let start = Linear {
            features: Choices,
            weights: vec![0.0; 2],
            scale: 100.0,
        };
        let (linear, curve) =
            with_course(|course| course.regression(&start, &Regression::default()));
        assert!(
            linear.weights[0] > 50.0 && linear.weights[1] < -30.0,
            "{:?}",
            linear.weights
        );
        assert_eq!(curve.marks.len(), 11);
        assert!(
            curve.marks[10].loss < curve.marks[0].loss - 0.05,
            "{curve:?}"
        );
        let (again, _) = with_course(|course| course.regression(&start, &Regression::default()));
        assert_eq!(again.weights, linear.weights);
    }

    #[test]
    fn categories_are_counted() {
        let (categories, curve) =
            with_course(|course| course.categories(Categories::new(Choices, 100.0)));
        assert_eq!(categories.kinds(), 2);
        assert_eq!(categories.all().count(), 600);
        assert!(
            curve.marks.len() == 10 && curve.marks[9].loss < 0.2,
            "a guess of ½ would lose 0.25: {curve:?}"
        );
    }

    #[test]
    fn points_are_graded() {
        assert_eq!(graded(Outcome::Points(0), 100.0), 0.5);
        assert!(graded(Outcome::Points(900), 100.0) > graded(Outcome::Points(100), 100.0));
        assert_eq!(graded(Outcome::Draw, 100.0), 0.5);
    }
}
