//! Pig: the rules, the published numbers, and what searches make of it.

use gametree::expectiminimax::Expectiminimax;
use gametree::real_table::RealTable;
use gametree::rng::Rng;
use gametree::star1::Star1;
use gametree::star2::Star2;
use gametree::testkit::Kit;
use gametree::{Chance, Game, Limits, Outcome, PayoffEvaluator, PayoffSearch, Payoffs, Player};
use gametree_games::pig::{Lead, Move, Pig, Solved, WinGuess};

fn near(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

fn at(pig: &Pig, text: &str) -> Pig {
    pig.read(text).unwrap()
}

/// Positions of random games in which somebody decides.
fn positions(pig: &Pig, most: usize) -> Vec<Pig> {
    let mut found = Vec::new();
    Kit::new(pig).each(|position| {
        if position.outcome().is_none() && position.chances().is_none() {
            found.push(*position);
        }
    });
    Rng::new(1).shuffle(&mut found);
    found.truncate(most);
    found
}

#[test]
fn the_kit() {
    for pig in [
        Pig::default(),
        Pig::new(2, 20).unwrap(),
        Pig::new(3, 30).unwrap().for_points(),
    ] {
        Kit::new(&pig).chance().payoffs().notation().keyed();
        Kit::new(&pig).each(|position| {
            let bounds = position.bounds();
            if position.outcome().is_some() {
                assert!((bounds.low..=bounds.high).contains(&position.payoff(Player::FIRST)));
                assert_eq!(
                    position.payoff(Player::FIRST),
                    -position.payoff(Player::SECOND)
                );
            }
        });
    }
}

#[test]
fn a_one_loses_the_turn_and_holding_keeps_it() {
    let mut pig = Pig::default();
    assert_eq!(
        pig.moves().collect::<Vec<_>>(),
        [Move::Roll],
        "nothing to hold yet"
    );
    for m in [Move::Roll, Move::Side(5), Move::Roll, Move::Side(3)] {
        pig.play(m);
    }
    assert_eq!(pig.moves().collect::<Vec<_>>(), [Move::Roll, Move::Hold]);
    assert_eq!(pig.after(Move::Hold).text(), "8-0 0 second");
    pig.play(Move::Roll);
    assert_eq!(
        (pig.chances().unwrap().count(), pig.turn()),
        (6, Player::FIRST)
    );
    assert_eq!(pig.after(Move::Side(1)).text(), "0-0 0 second");
}

#[test]
fn who_has_the_target_has_won() {
    let pig = at(&Pig::default(), "40-97 0 second rolls").after(Move::Side(3));
    assert_eq!(pig.outcome(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(
        (pig.payoff(Player::FIRST), pig.payoff(Player::SECOND)),
        (-1.0, 1.0)
    );
    let points = at(&Pig::default().for_points(), "40-97 0 second rolls").after(Move::Side(6));
    assert_eq!(
        (points.outcome(), points.payoff(Player::SECOND)),
        (Some(Outcome::Points(-63)), 63.0)
    );
}

#[test]
fn three_sided_pig_two_plies_deep_is_worth_five_thirds_by_rolling() {
    let pig = Pig::new(3, 100).unwrap().for_points();
    for report in [
        Expectiminimax { evaluator: Lead }.search_payoffs(&pig, &Limits::depth(2)),
        Star1::new(Lead).search_payoffs(&pig, &Limits::depth(2)),
        Star2::new(Lead).search_payoffs(&pig, &Limits::depth(2)),
    ] {
        assert!(
            near(report.values[0], 5.0 / 3.0) && report.best() == Some(Move::Roll),
            "{report:?}"
        );
    }
    let won = Expectiminimax { evaluator: Lead }
        .search_payoffs(&Pig::new(3, 100).unwrap(), &Limits::depth(2));
    assert!(
        near(won.values[0], 5.0 / 300.0),
        "a hundredth of it where only the win counts"
    );
}

/// Neller and Presser (2004) solve Piglet to two points by hand: a coin, one point a head.
#[test]
fn piglet_has_the_published_values() {
    let piglet = Pig::new(2, 4).unwrap();
    let solved = Solved::new(&piglet).unwrap();
    for (text, chance) in [
        ("0-0 0", 4.0 / 7.0),
        ("0-0 2", 5.0 / 7.0),
        ("0-2 0", 2.0 / 5.0),
        ("0-2 2", 3.0 / 5.0),
        ("2-0 0", 4.0 / 5.0),
        ("2-2 0", 2.0 / 3.0),
    ] {
        assert!(
            near(
                solved.wins(&at(&piglet, text), Player::FIRST).unwrap(),
                chance
            ),
            "{text}"
        );
    }
}

#[test]
fn the_first_player_wins_53_of_100_games_of_perfect_play() {
    let pig = Pig::default();
    let solved = Solved::new(&pig).unwrap();
    let first = solved.wins(&pig, Player::FIRST).unwrap();
    assert!((first - 0.5306).abs() < 5e-5, "{first}");
    // At the start of a game the turn is held at 21.
    let held = (2..40).find(|k| solved.best(&at(&pig, &format!("0-0 {k}"))) == Some(Move::Hold));
    assert_eq!(held, Some(21));
    // Far behind one who is about to win, nobody holds.
    assert!((2..95).all(|k| solved.best(&at(&pig, &format!("5-95 {k}"))) == Some(Move::Roll)));
}

#[test]
fn the_values_are_consistent_everywhere() {
    for (sides, target) in [(2, 20), (3, 17), (6, 40), (20, 30)] {
        let pig = Pig::new(sides, target).unwrap();
        let solved = Solved::new(&pig).unwrap();
        Kit::new(&pig).each(|position| {
            let win = |position: &Pig| solved.wins(position, Player::FIRST).unwrap();
            let max = position.turn() == Player::FIRST;
            let value = match (position.outcome(), position.chances()) {
                (Some(_), _) => f64::from(position.payoff(Player::FIRST) > 0.0),
                (None, Some(chances)) => chances.map(|(m, p)| p * win(&position.after(m))).sum(),
                (None, None) if max => position
                    .moves()
                    .map(|m| win(&position.after(m)))
                    .fold(0.0, f64::max),
                (None, None) => position
                    .moves()
                    .map(|m| win(&position.after(m)))
                    .fold(1.0, f64::min),
            };
            assert!(
                near(win(position), value),
                "{}: {} {value}",
                position.text(),
                win(position)
            );
        });
    }
    let other = Solved::new(&Pig::new(2, 20).unwrap()).unwrap();
    assert_eq!(
        (
            other.wins(&Pig::default(), Player::FIRST),
            other.best(&Pig::default())
        ),
        (None, None)
    );
    assert!(Solved::new(&Pig::new(6, 251).unwrap()).is_err());
}

#[test]
fn with_perfect_prospects_every_search_plays_perfectly() {
    let pig = Pig::new(4, 30).unwrap();
    let solved = Solved::new(&pig).unwrap();
    let evaluator = |position: &Pig, player| solved.expected_payoff(position, player);
    let mut star1 = Star1::new(evaluator).remembering(RealTable::new(1 << 16));
    let mut star2 = Star2::new(evaluator).remembering(RealTable::new(1 << 16));
    for position in positions(&pig, 200) {
        let truth = solved.expected_payoff(&position, Player::FIRST);
        for depth in 1..=5 {
            let limits = Limits::depth(depth);
            let plain = Expectiminimax { evaluator }.search_payoffs(&position, &limits);
            for report in [
                &plain,
                &star1.search_payoffs(&position, &limits),
                &star2.search_payoffs(&position, &limits),
            ] {
                assert!(near(report.values[0], truth), "{}", position.text());
                let chosen =
                    solved.expected_payoff(&position.after(report.best().unwrap()), Player::FIRST);
                assert!(near(chosen, truth), "{} depth {depth}", position.text());
            }
            let moves: Vec<f64> = plain.moves.iter().map(|(_, value)| *value).collect();
            if moves.len() < 2 || (moves[0] - moves[1]).abs() > 1e-9 {
                assert_eq!(plain.best(), solved.best(&position), "{}", position.text());
            }
        }
    }
}

#[test]
fn searches_with_and_without_a_table_agree_deep_in_the_game() {
    let guess = WinGuess::new(6);
    let evaluator = |position: &Pig, player| guess.expected_payoff(position, player);
    for position in positions(&Pig::default(), 8) {
        for depth in [3, 6, 9] {
            let limits = Limits::depth(depth);
            let plain = Expectiminimax { evaluator }.search_payoffs(&position, &limits);
            let bare = Star2::new(evaluator).search_payoffs(&position, &limits);
            let table = Star2::new(evaluator)
                .remembering(RealTable::new(1 << 20))
                .search_payoffs(&position, &limits);
            for report in [&bare, &table] {
                assert!(
                    near(report.values[0], plain.values[0]),
                    "{}",
                    position.text()
                );
            }
            assert!(
                table.counts.nodes <= bare.counts.nodes && bare.counts.nodes <= plain.counts.nodes
            );
        }
    }
}

#[test]
fn the_better_prospect_is_nearer_to_the_truth() {
    for (sides, target) in [(6, 100), (3, 40), (2, 20)] {
        let pig = Pig::new(sides, target).unwrap();
        let (solved, guess) = (Solved::new(&pig).unwrap(), WinGuess::new(sides));
        let (mut errors, positions) = ([0.0; 2], positions(&pig, 2000));
        for position in &positions {
            let truth = solved.expected_payoff(position, Player::FIRST);
            let said = [
                guess.expected_payoff(position, Player::FIRST),
                Lead.expected_payoff(position, Player::FIRST),
            ];
            errors
                .iter_mut()
                .zip(said)
                .for_each(|(sum, value)| *sum += (value - truth).abs());
        }
        let mean = errors.map(|sum| sum / positions.len() as f64);
        assert!(
            mean[0] < 0.06 && 3.0 * mean[0] < mean[1],
            "{sides} sides to {target}: {mean:?}"
        );
    }
}

/// Two ways to play six-sided Pig against each other: `values[player]` holds his chance to win on
/// his turn, by both scores and the turn total, his own score first.
struct Duel<'a> {
    target: usize,
    /// Whether each holds with these scores, his own first, and this turn total.
    holds: [&'a dyn Fn(usize, usize, usize) -> bool; 2],
    values: [Vec<f64>; 2],
}

impl<'a> Duel<'a> {
    /// The chance of each player to win when he begins.
    fn play(target: usize, holds: [&'a dyn Fn(usize, usize, usize) -> bool; 2]) -> [f64; 2] {
        let values = vec![0.5; target * target * target];
        let mut duel = Duel {
            target,
            holds,
            values: [values.clone(), values],
        };
        for sum in (0..2 * target - 1).rev() {
            for i in sum.saturating_sub(target - 1)..=sum.min(target - 1) {
                duel.settle(i, sum - i);
            }
        }
        [duel.at(0, 0, 0, 0), duel.at(1, 0, 0, 0)]
    }

    fn settle(&mut self, i: usize, j: usize) {
        let mut before = f64::INFINITY;
        while (before - self.at(0, i, j, 0)).abs() > 1e-9 {
            before = self.at(0, i, j, 0);
            self.pass(1, j, i);
            self.pass(0, i, j);
        }
    }

    fn pass(&mut self, player: usize, i: usize, j: usize) {
        for k in (0..self.target - i).rev() {
            let other = |i, j| 1.0 - self.at(1 - player, i, j, 0);
            let value = if k > 0 && (self.holds[player])(i, j, k) {
                other(j, i + k)
            } else {
                (other(j, i)
                    + (2..=6)
                        .map(|side| self.at(player, i, j, k + side))
                        .sum::<f64>())
                    / 6.0
            };
            let place = self.place(i, j, k);
            self.values[player][place] = value;
        }
    }

    fn at(&self, player: usize, i: usize, j: usize, k: usize) -> f64 {
        if i + k >= self.target {
            1.0
        } else {
            self.values[player][self.place(i, j, k)]
        }
    }

    fn place(&self, i: usize, j: usize, k: usize) -> usize {
        (i * self.target + j) * self.target + k
    }
}

/// Neller gives 0.5347 for two players who hold at 20 or at the goal.
#[test]
fn of_two_who_hold_at_20_the_first_wins_as_often_as_published() {
    let at_20 = |_, _, k| k >= 20;
    let [first, second] = Duel::play(100, [&at_20, &at_20]);
    assert!(
        (first - 0.5347).abs() < 5e-5 && (first - second).abs() < 1e-6,
        "{first} {second}"
    );
}

#[test]
fn perfect_play_wins_more_against_any_other_than_against_itself() {
    let pig = Pig::new(6, 40).unwrap();
    let solved = Solved::new(&pig).unwrap();
    let even = solved.wins(&pig, Player::FIRST).unwrap();
    let holds = |i: usize, j: usize, k: usize| {
        k > 1 && i + k < 40 && solved.best(&at(&pig, &format!("{i}-{j} {k}"))) == Some(Move::Hold)
    };
    let policy: Vec<bool> = (0..64_000)
        .map(|n| holds(n / 1600, n / 40 % 40, n % 40))
        .collect();
    let perfect = |i: usize, j: usize, k: usize| policy[i * 1600 + j * 40 + k];
    let [first, second] = Duel::play(40, [&perfect, &perfect]);
    assert!(
        (first - even).abs() < 1e-6 && (second - even).abs() < 1e-6,
        "the policy is that of the values"
    );
    for hold in [8, 15, 20, 25, 40] {
        let at_hold = |_, _, k| k >= hold;
        let [first, other] = Duel::play(40, [&perfect, &at_hold]);
        assert!(
            first > even && 1.0 - other > 1.0 - even,
            "holding at {hold}: {first} {other} {even}"
        );
    }
}
