//! Strengths from orders of finish: Plackett–Luce (Luce 1959, Plackett 1975), fitted by Hunter's
//! minorization–maximization (*MM algorithms for generalized Bradley–Terry models*, 2004).
//!
//! An order is a row of picks. The first is picked from all with probability γᵢ / Σγ, the second
//! from those left, and so on; of two contenders this is the model of Bradley and Terry, which is
//! Elo's.
//!
//! ```text
//!   order a > b > c:     pick a of {a b c}, pick b of {b c}
//!   a > b = c:           pick a of {a b c}, and half a pick each of b and of c from {b c}
//!   a = b (a draw):      half a pick each of a and of b from {a b}
//! ```
//!
//! Contenders that tie count as finished in every order equally often. Of g that tie, a group of k
//! is the one that is left in one of C(g, k) cases, so 2^g groups do instead of g! orders.
//!
//! Invariant of the iteration γₜ ← wₜ / Σ (groups with t) weight / Σγ, wₜ being t's picks: the
//! likelihood never falls. Where strengths lie far apart it creeps; so now and then a step of
//! Newton's method is tried, and taken if it comes nearer. The likelihood has one maximum, at
//! finite strengths, where no contender can be divided from the others by having always finished
//! before or always behind them (Ford 1957). Otherwise each gets one *virtual draw* against an
//! imagined contender of strength 1, as Turner, van Etten, Firth and Kosmidis do (*Modelling
//! rankings in R: the PlackettLuce package*, 2020).

use std::collections::BTreeMap;

use crate::matrix::{Matrix, invert};

/// The finish of one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finish {
    /// The table: games of the same number are not independent of each other.
    pub table: usize,
    /// Who sat there, each once.
    pub seats: Vec<usize>,
    /// Each seat's rank, the best lowest; those of the same rank tie.
    pub ranks: Vec<u32>,
}

/// More than this many cannot tie.
pub const MOST_TIED: usize = 12;
/// A fit that has not settled after this many rounds is given up.
const ROUNDS: usize = 20_000;
/// How often Newton's step is tried.
const NEWTON: usize = 10;
/// Settled: no contender has more picks, or fewer, than expected by this, and by this part of all
/// picks.
const SETTLED: (f64, f64) = (1e-9, 1e-13);

/// All picks of some games.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Picks {
    /// How often each contender was picked.
    wins: Vec<f64>,
    /// How often was picked from each group. Members are in order; the number after the last
    /// contender's is the imagined one's.
    groups: BTreeMap<Vec<usize>, f64>,
}

impl Picks {
    /// None yet, among this many contenders.
    pub fn none(contenders: usize) -> Picks {
        Picks {
            wins: vec![0.0; contenders],
            groups: BTreeMap::new(),
        }
    }

    /// Adds the picks of a game.
    pub fn add(&mut self, finish: &Finish) {
        let mut order: Vec<(u32, usize)> = finish
            .ranks
            .iter()
            .copied()
            .zip(finish.seats.iter().copied())
            .collect();
        order.sort_unstable();
        let mut behind: Vec<usize> = Vec::new();
        for tied in order.chunk_by(|one, two| one.0 == two.0).rev() {
            let tied: Vec<usize> = tied.iter().map(|&(_, who)| who).collect();
            self.add_tied(&tied, &behind);
            behind.extend(tied);
        }
    }

    /// Contenders that tie are picked before those behind them.
    fn add_tied(&mut self, tied: &[usize], behind: &[usize]) {
        let all = tied.len();
        // The last of all is not picked from anybody.
        let picked = if behind.is_empty() {
            1.0 - 1.0 / all as f64
        } else {
            1.0
        };
        tied.iter().for_each(|&who| self.wins[who] += picked);
        for subset in 1usize..1 << all {
            let members = (0..all).filter(|&i| subset >> i & 1 == 1).map(|i| tied[i]);
            let mut group: Vec<usize> = members.chain(behind.iter().copied()).collect();
            if group.len() > 1 {
                group.sort_unstable();
                *self.groups.entry(group).or_default() +=
                    1.0 / choose(all, subset.count_ones() as usize);
            }
        }
    }

    /// Adds each contender's draw against the imagined contender.
    pub fn add_virtual_draws(&mut self) {
        let imagined = self.wins.len();
        for who in 0..imagined {
            self.wins[who] += 0.5;
            *self.groups.entry(vec![who, imagined]).or_default() += 1.0;
        }
    }

    /// How many more picks each has than its strength makes expect: the gradient of the
    /// log-likelihood.
    pub fn surplus(&self, strengths: &[f64]) -> Vec<f64> {
        let demand = self.demand(strengths);
        (0..self.wins.len())
            .map(|who| self.wins[who] - strengths[who] * demand[who])
            .collect()
    }

    /// Σ weight / Σγ over the groups of each contender.
    fn demand(&self, strengths: &[f64]) -> Vec<f64> {
        let mut demand = vec![0.0; self.wins.len() + 1];
        for (group, weight) in &self.groups {
            let share = weight / total(group, strengths);
            group.iter().for_each(|&who| demand[who] += share);
        }
        demand
    }

    /// The strengths of the greatest likelihood, the mean of their logarithms 0 unless there are
    /// virtual draws; `None` where the iteration does not settle.
    pub fn fit(&self) -> Option<Vec<f64>> {
        let near = SETTLED.0 + SETTLED.1 * self.wins.iter().sum::<f64>();
        let mut strengths = vec![1.0; self.wins.len()];
        for round in 1..=ROUNDS {
            let off = self.off(&strengths);
            if off <= near {
                return Some(strengths);
            }
            let leap = if round % NEWTON == 0 {
                self.newton(&strengths)
            } else {
                None
            };
            strengths = leap
                .filter(|leap| self.off(leap) < off)
                .unwrap_or_else(|| self.improved(&strengths));
        }
        None
    }

    /// The greatest surplus or want of picks.
    fn off(&self, strengths: &[f64]) -> f64 {
        self.surplus(strengths)
            .into_iter()
            .fold(0.0, |most: f64, surplus| most.max(surplus.abs()))
    }

    /// Hunter's step.
    fn improved(&self, strengths: &[f64]) -> Vec<f64> {
        let demand = self.demand(strengths);
        self.centred(
            self.wins
                .iter()
                .zip(&demand)
                .map(|(wins, demand)| wins / demand)
                .collect(),
        )
    }

    /// Newton's step; `None` where there is none.
    fn newton(&self, strengths: &[f64]) -> Option<Vec<f64>> {
        let inverse = invert(self.filled(&self.information(strengths)))?;
        let surplus = self.surplus(strengths);
        let step = |row: &Vec<f64>| {
            row.iter()
                .zip(&surplus)
                .map(|(x, surplus)| x * surplus)
                .sum::<f64>()
        };
        let leap: Vec<f64> = inverse
            .iter()
            .zip(strengths)
            .map(|(row, s)| s * step(row).exp())
            .collect();
        leap.iter()
            .all(|s| s.is_normal())
            .then(|| self.centred(leap))
    }

    /// Whether there are virtual draws: they say where 1 is.
    fn anchored(&self) -> bool {
        self.groups
            .keys()
            .any(|group| group.last() == Some(&self.wins.len()))
    }

    /// The same strengths beside each other, the mean of their logarithms 0 where nothing else says
    /// where 1 is.
    fn centred(&self, strengths: Vec<f64>) -> Vec<f64> {
        if self.anchored() {
            return strengths;
        }
        let mean = strengths.iter().map(|s| s.ln()).sum::<f64>() / strengths.len() as f64;
        strengths.into_iter().map(|s| s / mean.exp()).collect()
    }

    /// The information with the direction filled in of which games say nothing, the mean of all,
    /// unless virtual draws do.
    pub fn filled(&self, information: &Matrix) -> Matrix {
        let fill = if self.anchored() {
            0.0
        } else {
            1.0 / self.wins.len() as f64
        };
        information
            .iter()
            .map(|row| row.iter().map(|x| x + fill).collect())
            .collect()
    }

    /// The observed information about the logarithms of the strengths: Σ weight (diag p − p pᵀ)
    /// over groups.
    pub fn information(&self, strengths: &[f64]) -> Matrix {
        let contenders = self.wins.len();
        let mut information = vec![vec![0.0; contenders]; contenders];
        for (group, weight) in &self.groups {
            let sum = total(group, strengths);
            let real = || group.iter().copied().filter(|&who| who < contenders);
            for one in real() {
                let p = strengths[one] / sum;
                information[one][one] += weight * p;
                real().for_each(|two| information[one][two] -= weight * p * strengths[two] / sum);
            }
        }
        information
    }
}

/// The strength of a group; the imagined contender's is 1.
fn total(group: &[usize], strengths: &[f64]) -> f64 {
    group
        .iter()
        .map(|&who| strengths.get(who).copied().unwrap_or(1.0))
        .sum()
}

/// How many groups of k there are among n.
fn choose(n: usize, k: usize) -> f64 {
    (0..k).fold(1.0, |product, i| product * (n - i) as f64 / (i + 1) as f64)
}

/// Whether no contender can be divided from the others by always having finished before or always
/// behind them.
pub(crate) fn connected(contenders: usize, games: &[Finish]) -> bool {
    let mut beats = vec![vec![false; contenders]; contenders];
    for game in games {
        for (&one, rank) in game.seats.iter().zip(&game.ranks) {
            for (&two, other) in game.seats.iter().zip(&game.ranks) {
                beats[one][two] |= rank <= other;
            }
        }
    }
    let all_reached = |edge: &dyn Fn(usize, usize) -> bool| {
        let (mut seen, mut open) = (vec![false; contenders], vec![0]);
        while let Some(one) = open.pop() {
            if !std::mem::replace(&mut seen[one], true) {
                open.extend((0..contenders).filter(|&two| !seen[two] && edge(one, two)));
            }
        }
        seen.into_iter().all(|seen| seen)
    };
    all_reached(&|one, two| beats[one][two]) && all_reached(&|one, two| beats[two][one])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picks(contenders: usize, games: &[(&[usize], &[u32])]) -> Picks {
        let mut picks = Picks::none(contenders);
        games
            .iter()
            .for_each(|(seats, ranks)| picks.add(&finish(seats, ranks)));
        picks
    }

    fn finish(seats: &[usize], ranks: &[u32]) -> Finish {
        Finish {
            table: 0,
            seats: seats.to_vec(),
            ranks: ranks.to_vec(),
        }
    }

    /// The probability of an order by the definition.
    fn log_probability(order: &[usize], strengths: &[f64]) -> f64 {
        (0..order.len())
            .map(|i| strengths[order[i]].ln() - total(&order[i..], strengths).ln())
            .sum()
    }

    fn log_likelihood(picks: &Picks, strengths: &[f64]) -> f64 {
        let wins: f64 = picks
            .wins
            .iter()
            .zip(strengths)
            .map(|(wins, s)| wins * s.ln())
            .sum();
        wins - picks
            .groups
            .iter()
            .map(|(group, weight)| weight * total(group, strengths).ln())
            .sum::<f64>()
    }

    /// Ties are the mean over all orders of those that tie.
    #[test]
    fn picks_are_the_orders_they_stand_for() {
        let s = [0.5, 1.0, 2.5, 4.0, 0.1];
        let near = |a: f64, b: f64| assert!((a - b).abs() < 1e-12, "{a} {b}");
        near(
            log_likelihood(&picks(5, &[(&[2, 0, 3], &[1, 3, 2])]), &s),
            log_probability(&[2, 3, 0], &s),
        );
        let tied = log_likelihood(&picks(5, &[(&[2, 0, 3, 1], &[1, 2, 2, 2])]), &s);
        let orders = [
            [0, 1, 3],
            [0, 3, 1],
            [1, 0, 3],
            [1, 3, 0],
            [3, 0, 1],
            [3, 1, 0],
        ];
        let mean = |prefix: &[usize], suffix: &[usize]| {
            let whole = orders
                .iter()
                .map(|order| [prefix, &order[..], suffix].concat());
            whole.map(|order| log_probability(&order, &s)).sum::<f64>() / 6.0
        };
        near(tied, mean(&[2], &[]));
        let above = log_likelihood(&picks(5, &[(&[4, 2, 0, 3, 1], &[7, 1, 2, 2, 2])]), &s);
        near(above, mean(&[2], &[4]));
    }

    /// Gradient and information against differences of the likelihood.
    #[test]
    fn derivatives_are_those_of_the_likelihood() {
        let mut picks = picks(
            4,
            &[
                (&[0, 1, 2], &[1, 2, 2]),
                (&[3, 1, 0, 2], &[1, 2, 3, 4]),
                (&[2, 3], &[1, 1]),
            ],
        );
        picks.add_virtual_draws();
        let at = [0.7, 1.3, 2.0, 0.4];
        let moved = |who: usize, by: f64| {
            let mut moved = at;
            moved[who] *= by.exp();
            moved
        };
        let step = 1e-5;
        let information = picks.information(&at);
        for (who, row) in information.iter().enumerate() {
            let [up, down] = [step, -step].map(|by| log_likelihood(&picks, &moved(who, by)));
            assert!(((up - down) / (2.0 * step) - picks.surplus(&at)[who]).abs() < 1e-8);
            let [up, down] = [step, -step].map(|by| picks.surplus(&moved(who, by)));
            for (other, cell) in row.iter().enumerate() {
                let slope = (up[other] - down[other]) / (2.0 * step);
                assert!((slope + cell).abs() < 1e-8, "{who} {other}");
            }
        }
    }

    /// The likelihood never falls on the way, and nothing near the end is likelier.
    #[test]
    fn the_fit_is_a_maximum() {
        let games: [(&[usize], &[u32]); 4] = [
            (&[0, 1, 2], &[1, 2, 3]),
            (&[2, 1, 0], &[1, 1, 2]),
            (&[1, 0, 2], &[1, 2, 2]),
            (&[2, 0, 1], &[1, 2, 3]),
        ];
        let picks = picks(3, &games);
        let fit = picks.fit().unwrap();
        assert!(fit.iter().map(|s| s.ln()).sum::<f64>().abs() < 1e-9);
        let best = log_likelihood(&picks, &fit);
        for who in 0..3 {
            for by in [0.99, 1.01] {
                let mut other = fit.clone();
                other[who] *= by;
                assert!(log_likelihood(&picks, &other) < best);
            }
        }
    }

    #[test]
    fn who_is_divided_from_the_others_is_seen() {
        let of = |games: &[(&[usize], &[u32])]| {
            let games: Vec<Finish> = games
                .iter()
                .map(|(seats, ranks)| finish(seats, ranks))
                .collect();
            connected(3, &games)
        };
        assert!(!of(&[(&[0, 1, 2], &[1, 2, 3])]));
        assert!(of(&[(&[0, 1, 2], &[1, 1, 1])]));
        assert!(of(&[
            (&[0, 1], &[1, 2]),
            (&[1, 2], &[1, 2]),
            (&[2, 0], &[1, 2])
        ]));
        assert!(!of(&[(&[0, 1], &[1, 1])]), "the third has not played");
        assert!(
            !of(&[(&[0, 1], &[1, 1]), (&[2, 0], &[1, 2]), (&[2, 1], &[1, 2])]),
            "the third has won all"
        );
    }
}
