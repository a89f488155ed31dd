//! Ratings against what is known: strengths that made the games, Elo's formula, symmetry.

use gametree::rng::Rng;
use gametree_arena::Estimate;
use gametree_arena::elo::elo;
use gametree_arena::rating::{Finish, RatingError, Ratings};
use gametree_arena::sample::Sample;
use gametree_arena::schedule::{Schedule, rotated};

/// Elo of the contenders, the mean 0.
const TRUTH: [f64; 6] = [260.0, 90.0, 40.0, -30.0, -140.0, -220.0];

/// The order of a race of exponential clocks is that of Plackett and Luce.
fn race(table: usize, seats: Vec<usize>, rng: &mut Rng) -> Finish {
    let clock = |&who: &usize| -(1.0 - rng.unit()).ln() / 10f64.powf(TRUTH[who] / 400.0);
    let times: Vec<f64> = seats.iter().map(clock).collect();
    let ranks = times
        .iter()
        .map(|own| 1 + times.iter().filter(|&other| other < own).count() as u32)
        .collect();
    Finish {
        table,
        seats,
        ranks,
    }
}

fn tables(seats: usize, rounds: usize, seed: u64) -> Vec<Finish> {
    let mut rng = Rng::new(seed);
    let schedule = Schedule {
        contenders: TRUTH.len(),
        seats,
        seed,
        gauntlet: false,
    };
    let tables = (0..rounds)
        .flat_map(|round| schedule.round(round))
        .enumerate();
    let mut games = Vec::new();
    for (number, table) in tables {
        games.extend((0..seats).map(|game| race(number, rotated(&table, game), &mut rng)));
    }
    games
}

/// Over many tournaments the interval holds the true rating about 95 times of 100, the difference
/// of two as well. Rounds below and above what it takes to believe the spread of tables.
#[test]
fn intervals_cover_the_strengths_that_made_the_games() {
    for (seats, rounds) in [(2, 3), (2, 12), (3, 12), (3, 60), (4, 10), (4, 60)] {
        let (mut covered, mut differences, mut all) = (0, 0, 0);
        for seed in 0..150 {
            let ratings = Ratings::of(6, &tables(seats, rounds, seed)).unwrap();
            for (who, rating) in ratings.ratings.iter().enumerate() {
                covered += u32::from(rating.low <= TRUTH[who] && TRUTH[who] <= rating.high);
                let (other, truth) = ((who + 1) % 6, TRUTH[who] - TRUTH[(who + 1) % 6]);
                let difference = ratings.difference(who, other).unwrap();
                differences += u32::from(difference.low <= truth && truth <= difference.high);
                all += 1;
            }
        }
        let [covered, differences] = [covered, differences].map(|n| f64::from(n) / f64::from(all));
        let fine = 0.92..=0.98;
        assert!(
            fine.contains(&covered) && fine.contains(&differences),
            "{seats} {rounds}: {covered} {differences}"
        );
    }
}

/// Games of a table that are all alike are worth one: the interval knows, where tables are many.
#[test]
fn games_that_repeat_do_not_narrow_the_interval() {
    let once = tables(3, 60, 5);
    let thrice: Vec<Finish> = once.iter().flat_map(|game| vec![game.clone(); 3]).collect();
    let error = |games: &[Finish]| Ratings::of(6, games).unwrap().ratings[0].error;
    assert!(
        (error(&thrice) / error(&once) - 1.0).abs() < 0.02,
        "{} {}",
        error(&thrice),
        error(&once)
    );
    let apart: Vec<Finish> = thrice
        .iter()
        .enumerate()
        .map(|(table, game)| Finish {
            table,
            ..game.clone()
        })
        .collect();
    assert!(error(&apart) < 0.65 * error(&once));
}

fn duels(wins: usize, draws: usize, losses: usize) -> Vec<Finish> {
    let ranks = [([1, 2], wins), ([1, 1], draws), ([2, 1], losses)];
    let all = ranks
        .into_iter()
        .flat_map(|(ranks, count)| std::iter::repeat_n(ranks, count))
        .enumerate();
    all.map(|(table, ranks)| Finish {
        table,
        seats: vec![0, 1],
        ranks: ranks.to_vec(),
    })
    .collect()
}

/// Two contenders: the difference is Elo's of the score, draws half a point, and the error that of
/// [`Estimate`].
#[test]
fn two_contenders_are_elo() {
    for (wins, draws, losses) in [
        (1, 0, 1),
        (3, 1, 0),
        (15, 0, 5),
        (136, 111, 96),
        (500, 800, 300),
        (2, 1996, 2),
    ] {
        let ratings = Ratings::of(2, &duels(wins, draws, losses)).unwrap();
        let score = (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses) as f64;
        let difference = ratings.difference(0, 1).unwrap();
        assert!(
            (difference.elo - elo(score)).abs() < 1e-6,
            "{wins} {draws} {losses}: {difference:?}"
        );
        assert!((ratings.ratings[0].elo + ratings.ratings[1].elo).abs() < 1e-9 && !ratings.prior);
        if wins > 100 {
            let sample = Sample::games(losses as u64, draws as u64, wins as u64);
            let width = Estimate::of(&sample)
                .map(|estimate| estimate.high - estimate.low)
                .unwrap();
            assert!(
                ((difference.high - difference.low) / width - 1.0).abs() < 0.01,
                "{difference:?} {width}"
            );
        }
    }
    let drawn = Ratings::of(2, &duels(0, 100, 0)).unwrap();
    assert!(
        drawn.ratings[0].elo == 0.0 && drawn.ratings[0].error > 1.0,
        "all drawn is not all known"
    );
}

/// Published: Agresti, *Categorical Data Analysis* (2nd edition, 2002), table 10.11: games of the
/// American League's Eastern Division in 1987, every two teams 13 times, natural logarithms above
/// Baltimore's; standard errors of about 0.3.
#[test]
fn the_baseball_of_agresti() {
    // Wins of Milwaukee, Detroit, Toronto, New York, Boston, Cleveland and Baltimore, against each
    // in this order.
    let wins = [
        [0, 7, 9, 7, 7, 9, 11],
        [6, 0, 7, 5, 11, 9, 9],
        [4, 6, 0, 7, 7, 8, 12],
        [6, 8, 6, 0, 6, 7, 10],
        [6, 2, 6, 7, 0, 7, 12],
        [4, 4, 5, 6, 6, 0, 6],
        [2, 4, 1, 3, 1, 7, 0],
    ];
    let mut games = Vec::new();
    for (one, row) in wins.iter().enumerate() {
        for (two, &count) in row.iter().enumerate() {
            games.extend((0..count).map(|n| Finish {
                table: n,
                seats: vec![one, two],
                ranks: vec![1, 2],
            }));
        }
    }
    assert_eq!(games.len(), 21 * 13);
    let ratings = Ratings::of(7, &games).unwrap();
    for (team, published) in [1.58, 1.44, 1.29, 1.25, 1.11, 0.68].into_iter().enumerate() {
        let above = ratings.difference(team, 6).unwrap();
        let unit = 400.0 / std::f64::consts::LN_10;
        assert!(
            (above.elo / unit - published).abs() < 0.005,
            "{team}: {}",
            above.elo / unit
        );
        assert!(
            (0.3..0.36).contains(&(above.error / unit)),
            "{}",
            above.error / unit
        );
    }
}

#[test]
fn the_names_and_the_order_of_games_do_not_matter() {
    let games = tables(4, 8, 3);
    let straight = Ratings::of(6, &games).unwrap();
    let to = [3, 5, 0, 1, 4, 2];
    let mut renamed: Vec<Finish> = games
        .iter()
        .map(|game| Finish {
            seats: game.seats.iter().map(|&who| to[who]).collect(),
            ..game.clone()
        })
        .collect();
    Rng::new(1).shuffle(&mut renamed);
    let other = Ratings::of(6, &renamed).unwrap();
    for (a, &renamed) in straight.ratings.iter().zip(&to) {
        let b = other.ratings[renamed];
        assert!(
            (a.elo - b.elo).abs() < 1e-6 && (a.error - b.error).abs() < 1e-6,
            "{a:?} {b:?}"
        );
    }
    assert!(
        straight
            .ratings
            .iter()
            .map(|rating| rating.elo)
            .sum::<f64>()
            .abs()
            < 1e-6
    );
}

/// Who won everything has a rating all the same, higher the more was won, and an interval that says
/// how little is known.
#[test]
fn all_won_and_all_lost_are_finite() {
    let mut last = 0.0;
    for games in [1, 10, 100, 10_000] {
        let ratings = Ratings::of(2, &duels(games, 0, 0)).unwrap();
        let [best, worst] = [ratings.ratings[0], ratings.ratings[1]];
        assert!(
            ratings.prior && best.elo > last && best.high.is_finite(),
            "{ratings:?}"
        );
        assert!(
            (best.elo + worst.elo).abs() < 1e-6 && best.high - best.low > 300.0,
            "{ratings:?}"
        );
        last = best.elo;
    }
    let order = |table| Finish {
        table,
        seats: vec![2, 0, 1, 3],
        ranks: vec![1, 2, 3, 4],
    };
    let ratings = Ratings::of(5, &(0..50).map(order).collect::<Vec<_>>()).unwrap();
    let elo = |who: usize| ratings.ratings[who].elo;
    assert!(
        elo(2) > elo(0) && elo(0) > elo(1) && elo(1) > elo(3),
        "{ratings:?}"
    );
    let absent = ratings.ratings[4];
    assert!(
        absent.high - absent.low > 1200.0,
        "who has not played may be anything: {absent:?}"
    );
    assert!(
        absent.elo.abs() < 100.0,
        "and stands where the mean is: {ratings:?}"
    );
}

#[test]
fn what_cannot_be_rated_is_told() {
    let finish = |seats: &[usize], ranks: &[u32]| {
        [Finish {
            table: 0,
            seats: seats.to_vec(),
            ranks: ranks.to_vec(),
        }]
    };
    let told = |games: &[Finish]| Ratings::of(20, games).unwrap_err().to_string();
    assert_eq!(Ratings::of(1, &duels(1, 0, 0)), Err(RatingError::TooFew(1)));
    assert_eq!(Ratings::of(2, &[]), Err(RatingError::NoGames));
    assert_eq!(told(&finish(&[1, 2], &[1])), "game 1: 2 seats, but 1 ranks");
    assert_eq!(
        told(&finish(&[1, 20], &[1, 2])),
        "game 1: contender 21 of 20"
    );
    assert_eq!(
        told(&finish(&[1, 3, 1], &[1, 2, 3])),
        "game 1: contender 2 has two seats"
    );
    let crowd: Vec<usize> = (0..13).collect();
    assert_eq!(
        told(&finish(&crowd, &[1; 13])),
        "game 1: 13 contenders tie, at most 12 can"
    );
    assert_eq!(
        Ratings::of(2, &duels(3, 0, 1)).unwrap().difference(0, 2),
        None
    );
}
