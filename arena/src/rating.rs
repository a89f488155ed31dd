//! Ratings of many contenders from their orders of finish, in Elo, with intervals.
//!
//! The strengths γ are those of [`crate::plackett_luce`]; a rating is 400 log₁₀ γ, moved so that
//! the mean of all is 0. Only differences mean anything. Of two contenders the difference is Elo's
//! −400 log₁₀(1/s − 1) of the score s:
//!
//! ```text
//!   a beats b in 15 of 20 games, s = ¾:     a +95.4, b −95.4;     95.4 · 2 = 190.8
//! ```
//!
//! # Intervals
//!
//! The covariance of the estimates is V = I⁻¹ M I⁻¹ with the observed information I and M = Σ g gᵀ
//! over *tables*, g being a table's gradient (Huber 1967; White 1982). Games of a table share their
//! luck and opening, and draws have less spread than the model thinks: both are in M, neither in I.
//! M has n/(n − c + 1) for the c − 1 strengths that were fitted to n tables, and a table's mean
//! information besides: no spread at all is no knowledge of the spread. Where there are fewer than
//! 10 tables a contender, or virtual draws were needed, V = I⁻¹ instead. The interval is the rating
//! ± 1.96 √V.
//!
//! # Who won or lost everything
//!
//! Then, and wherever the contenders fall in groups that cannot be compared, there is no finite
//! maximum. Every contender gets one virtual draw against an imagined contender, and
//! [`Ratings::prior`] says so.

use crate::elo::WIDTH;
use crate::matrix::{Matrix, invert, product};
use crate::plackett_luce::{self, MOST_TIED, Picks};

pub use crate::plackett_luce::Finish;

/// Elo of one unit of the natural logarithm of strength.
const UNIT: f64 = 400.0 / std::f64::consts::LN_10;
/// With fewer tables a contender the model's own information is the better guess at the spread.
const TABLES_EACH: usize = 10;

/// One contender's rating, or the difference of two.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    /// Elo, the mean of all contenders being 0.
    pub elo: f64,
    /// Its standard error.
    pub error: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Its upper end.
    pub high: f64,
}

/// The ratings of all.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By contender.
    pub ratings: Vec<Rating>,
    /// Whether every contender was given a virtual draw, because one would have had no finite
    /// rating.
    pub prior: bool,
    covariance: Vec<Vec<f64>>,
}

/// Why there are no ratings.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum RatingError {
    /// There are no contenders to compare.
    #[error("ratings need two contenders or more, there are {0}")]
    TooFew(usize),
    /// Nothing to compare them by.
    #[error("ratings need games")]
    NoGames,
    /// A game's lists do not fit each other or the contenders.
    #[error("game {}: {why}", game + 1)]
    BadGame {
        /// Its place in the list.
        game: usize,
        /// What is wrong.
        why: String,
    },
    /// Strengths too far apart to be given in numbers.
    #[error("the ratings did not settle: the games hold too little that compares the contenders")]
    Unsettled,
}

impl Ratings {
    /// The ratings of this many contenders.
    ///
    /// ```
    /// use gametree_arena::rating::{Finish, Ratings};
    /// let game = |number: usize| {
    ///     let ranks = if number < 15 { vec![1, 2] } else { vec![2, 1] };
    ///     Finish { table: number, seats: vec![0, 1], ranks }
    /// };
    /// let games: Vec<Finish> = (0..20).map(game).collect();
    /// let ratings = Ratings::of(2, &games).unwrap();
    /// let a = ratings.ratings[0];
    /// assert!((a.elo - 95.4).abs() < 0.05 && (45.0..50.0).contains(&a.error), "{a:?}");
    /// assert!((ratings.difference(0, 1).unwrap().elo - 190.8).abs() < 0.1);
    /// ```
    pub fn of(contenders: usize, games: &[Finish]) -> Result<Ratings, RatingError> {
        check(contenders, games)?;
        let prior = !plackett_luce::connected(contenders, games);
        let mut picks = Picks::none(contenders);
        games.iter().for_each(|game| picks.add(game));
        if prior {
            picks.add_virtual_draws();
        }
        let strengths = picks.fit().ok_or(RatingError::Unsettled)?;
        let information = picks.information(&strengths);
        let inverse = centred(&invert(picks.filled(&information)).ok_or(RatingError::Unsettled)?);
        let covariance = match spread(games, &strengths, &information) {
            Some(spread) if !prior => product(&product(&inverse, &spread), &inverse),
            _ => inverse,
        };
        let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / contenders as f64;
        let rating = |who: usize| Rating::of(strengths[who].ln() - mean, covariance[who][who]);
        Ok(Ratings {
            ratings: (0..contenders).map(rating).collect(),
            prior,
            covariance,
        })
    }

    /// How much stronger one is than another. Its interval is not the sum of theirs, because the
    /// same games enter both. `None` where there is no such contender.
    #[must_use]
    pub fn difference(&self, one: usize, two: usize) -> Option<Rating> {
        let (a, b) = (self.ratings.get(one)?, self.ratings.get(two)?);
        let v = &self.covariance;
        let variance = v[one][one] + v[two][two] - v[one][two] - v[two][one];
        Some(Rating::of((a.elo - b.elo) / UNIT, variance))
    }
}

impl Rating {
    /// From the logarithm of a strength and its variance.
    fn of(logarithm: f64, variance: f64) -> Rating {
        // Rounding may leave a little less than nothing.
        let (elo, error) = (logarithm * UNIT, variance.max(0.0).sqrt() * UNIT);
        Rating {
            elo,
            error,
            low: elo - WIDTH * error,
            high: elo + WIDTH * error,
        }
    }
}

fn check(contenders: usize, games: &[Finish]) -> Result<(), RatingError> {
    if contenders < 2 {
        return Err(RatingError::TooFew(contenders));
    }
    if games.is_empty() {
        return Err(RatingError::NoGames);
    }
    for (number, game) in games.iter().enumerate() {
        check_game(contenders, game).map_err(|why| RatingError::BadGame { game: number, why })?;
    }
    Ok(())
}

fn check_game(contenders: usize, game: &Finish) -> Result<(), String> {
    let Finish { seats, ranks, .. } = game;
    if seats.len() != ranks.len() {
        return Err(format!("{} seats, but {} ranks", seats.len(), ranks.len()));
    }
    if let Some(stranger) = seats.iter().find(|&&who| who >= contenders) {
        return Err(format!("contender {} of {contenders}", stranger + 1));
    }
    if let Some(twice) = (1..seats.len()).find(|&seat| seats[..seat].contains(&seats[seat])) {
        return Err(format!("contender {} has two seats", seats[twice] + 1));
    }
    let tied = |rank: &u32| ranks.iter().filter(|other| *other == rank).count();
    match ranks.iter().map(tied).max() {
        Some(most) if most > MOST_TIED => {
            Err(format!("{most} contenders tie, at most {MOST_TIED} can"))
        }
        _ => Ok(()),
    }
}

/// Σ g gᵀ over tables with its corrections; `None` where there are too few of them.
fn spread(games: &[Finish], strengths: &[f64], information: &Matrix) -> Option<Matrix> {
    let contenders = strengths.len();
    let mut tables: std::collections::BTreeMap<usize, Picks> = Default::default();
    for game in games {
        tables
            .entry(game.table)
            .or_insert_with(|| Picks::none(contenders))
            .add(game);
    }
    let count = tables.len() as f64;
    if tables.len() < TABLES_EACH * contenders {
        return None;
    }
    let correction = count / (count - contenders as f64 + 1.0);
    let mut spread: Matrix = information
        .iter()
        .map(|row| row.iter().map(|x| x / count).collect())
        .collect();
    for picks in tables.values() {
        let surplus = picks.surplus(strengths);
        for (row, one) in spread.iter_mut().zip(&surplus) {
            row.iter_mut()
                .zip(&surplus)
                .for_each(|(cell, two)| *cell += correction * one * two);
        }
    }
    Some(spread)
}

/// Row and column means taken out: a covariance of numbers becomes that of their distances from
/// their mean.
fn centred(matrix: &Matrix) -> Matrix {
    let n = matrix.len();
    let centre: Matrix = (0..n)
        .map(|i| {
            (0..n)
                .map(|j| f64::from(u8::from(i == j)) - 1.0 / n as f64)
                .collect()
        })
        .collect();
    product(&product(&centre, matrix), &centre)
}
