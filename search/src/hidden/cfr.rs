//! Counterfactual regret minimization (Zinkevich, Johanson, Bowling and Piccione 2007), also as
//! CFR+ (Tammelin 2014): an equilibrium of a small game of two players with hidden information.
//!
//! ```text
//!   in every information set, round by round             Kuhn poker: value −1/18 = −0.05556
//!     regret(a) += what a alone would have brought       by CFR+ after
//!                  − what the mix of moves has brought        1 round    between −0.41667 and  0.50000
//!     play a in proportion to its positive regret           10 rounds   between −0.08305 and −0.01767
//!                                                          100 rounds   between −0.05720 and −0.05481
//! ```
//!
//! Invariant: the *average* of all rounds' strategies tends to an equilibrium, for the mean regret
//! tends to 0. How far it still is from one is computed and not estimated: best responses to both
//! strategies bound the value of the game from both sides ([`Solution::bounds`]), whatever the
//! rounds did.

use crate::game::{Bounds, Chance, Hidden, Payoffs, Player};
use crate::hidden::extensive::{Extensive, NotSmall, Profile, Regrets, normalized};
use crate::hidden::worlds::Means;
use crate::limits::{Budget, Limits, Stop};
use crate::observer::Observer;
use crate::payoff_search::{PayoffReport, PayoffSearch, with_a_move};
use crate::rng::Rng;

/// How a game is solved.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cfr {
    /// CFR+: regrets never fall below 0, and later rounds count more. Much faster; the plain one is
    /// there to compare.
    pub plus: bool,
    /// Done when the strategies lose no more than this to one who knows them
    /// ([`Extensive::exploitability`]).
    pub target: f64,
    /// Done after this many rounds at the latest.
    pub rounds: u64,
    /// Games of more positions are refused.
    pub most: usize,
}

/// CFR+ to a ten-thousandth of a unit, in at most 100,000 rounds, of up to a million positions.
impl Default for Cfr {
    fn default() -> Cfr {
        Cfr {
            plus: true,
            target: 1e-4,
            rounds: 100_000,
            most: 1_000_000,
        }
    }
}

/// A game solved, as far as its bounds say.
#[derive(Clone, Debug)]
pub struct Solution<G: Hidden> {
    /// The game written out.
    pub game: Extensive<G>,
    /// What both players should do.
    pub profile: Profile,
    /// What the first player may expect when they do it.
    pub value: f64,
    /// What the first player is sure of, and what the second holds them to. The value of the game
    /// lies between.
    pub bounds: Bounds,
    /// How many rounds it took.
    pub rounds: u64,
    /// Why it ended: `Done` where the target was reached.
    pub stop: Stop,
}

impl<G: Hidden> Solution<G> {
    /// Half of the distance between the bounds.
    #[must_use]
    pub fn exploitability(&self) -> f64 {
        (self.bounds.high - self.bounds.low) / 2.0
    }
}

impl Cfr {
    /// Solves the game that `position` belongs to, from its beginning.
    pub fn solve<G>(&self, position: &G, limits: &Limits) -> Result<Solution<G>, NotSmall>
    where
        G: Hidden + Chance + Payoffs,
    {
        self.solve_within(position, &mut Budget::new(limits))
    }

    fn solve_within<G>(&self, position: &G, budget: &mut Budget) -> Result<Solution<G>, NotSmall>
    where
        G: Hidden + Chance + Payoffs,
    {
        let game = Extensive::within(position, self.most, budget)?;
        let mut table = Table::new(&game, self.plus);
        let (rounds, stop) = self.run(&game, &mut table, budget);
        let profile = table.average();
        let value = game.value(&profile);
        let bounds = game.bounds(&profile);
        Ok(Solution {
            profile,
            value,
            bounds,
            rounds,
            stop,
            game,
        })
    }

    fn run<G: Hidden>(
        &self,
        game: &Extensive<G>,
        table: &mut Table,
        budget: &mut Budget,
    ) -> (u64, Stop) {
        let mut check = 1;
        for round in 1..=self.rounds {
            if let Err(stop) = budget.look() {
                return (round - 1, stop);
            }
            for player in [Player::FIRST, Player::SECOND] {
                table.learn(game, player, round);
            }
            if round == check {
                if game.exploitability(&table.average()) <= self.target {
                    return (round, Stop::Done);
                }
                check += (check / 4).max(1);
            }
        }
        (self.rounds, Stop::Depth)
    }
}

/// Regrets and sums of strategies, a row for every information set.
struct Table {
    regrets: Vec<Vec<f64>>,
    sums: Vec<Vec<f64>>,
    plus: bool,
}

impl Table {
    fn new<G: Hidden>(game: &Extensive<G>, plus: bool) -> Table {
        let zeros: Vec<Vec<f64>> = game
            .sets()
            .iter()
            .map(|set| vec![0.0; set.moves.len()])
            .collect();
        Table {
            regrets: zeros.clone(),
            sums: zeros,
            plus,
        }
    }

    /// Regret matching: each move in proportion to its positive regret.
    fn current(&self) -> Profile {
        Profile::from_rows(
            self.regrets
                .iter()
                .map(|row| normalized(row.clone()))
                .collect(),
        )
    }

    fn average(&self) -> Profile {
        Profile::from_rows(
            self.sums
                .iter()
                .map(|row| normalized(row.clone()))
                .collect(),
        )
    }

    /// One round of one player.
    fn learn<G: Hidden>(&mut self, game: &Extensive<G>, player: Player, round: u64) {
        let profile = self.current();
        let weight = if self.plus { round as f64 } else { 1.0 };
        for (set, values, own) in (Regrets { game }).of(player, &profile) {
            let row = &profile.rows()[set as usize];
            let mean: f64 = row.iter().zip(&values).map(|(p, value)| p * value).sum();
            for (m, value) in values.iter().enumerate() {
                let regret = &mut self.regrets[set as usize][m];
                *regret += value - mean;
                if self.plus {
                    *regret = regret.max(0.0);
                }
                self.sums[set as usize][m] += weight * own * row[m];
            }
        }
    }
}

/// Plays an equilibrium: solves the whole game once, then draws its moves from the strategy.
#[derive(Clone, Debug)]
pub struct Equilibrium<G: Hidden> {
    /// How the game is solved.
    pub cfr: Cfr,
    rng: Rng,
    solved: Option<Solution<G>>,
}

impl<G: Hidden> Equilibrium<G> {
    /// Moves are drawn with this seed.
    #[must_use]
    pub fn new(cfr: Cfr, seed: u64) -> Equilibrium<G> {
        Equilibrium {
            cfr,
            rng: Rng::new(seed),
            solved: None,
        }
    }
}

impl<G: Hidden + Chance + Payoffs> Equilibrium<G> {
    /// The solution, kept while it knows what is asked.
    fn solution(&mut self, root: &G, budget: &mut Budget) -> Result<&Solution<G>, NotSmall> {
        let knows = |solved: &Solution<G>| root.chances().is_some() || solved.mix(root).is_some();
        if !self.solved.as_ref().is_some_and(knows) {
            self.solved = None;
        }
        match self.solved {
            Some(ref solved) => Ok(solved),
            None => Ok(self.solved.insert(self.cfr.solve_within(root, budget)?)),
        }
    }

    /// What the solution says of a position in which play goes on.
    fn look_up(&mut self, root: &G, budget: &mut Budget) -> Result<Found<G::Move>, NotSmall> {
        let solved = self.solution(root, budget)?;
        if root.chances().is_some() {
            return Ok(Found {
                value: solved.expected(root),
                stop: solved.stop,
                ..Found::default()
            });
        }
        let moves = solved
            .game
            .moves(&solved.profile, root.turn(), &root.view(root.turn()))
            .unwrap_or_default();
        let mix = solved.mix(root).unwrap_or_default();
        let mine: f64 = mix
            .iter()
            .zip(&moves)
            .map(|((_, p), (_, value))| p * value)
            .sum();
        let value = if root.turn() == Player::FIRST {
            mine
        } else {
            -mine
        };
        Ok(Found {
            value,
            moves,
            mix,
            stop: solved.stop,
        })
    }
}

impl<G: Hidden + Chance + Payoffs> Solution<G> {
    /// How the player to move should choose.
    fn mix(&self, position: &G) -> Option<Vec<(G::Move, f64)>> {
        self.game.at(
            &self.profile,
            position.turn(),
            &position.view(position.turn()),
        )
    }

    /// What the first player may expect of a position when all is known but what is to come.
    fn expected(&self, position: &G) -> f64 {
        if position.outcome().is_some() {
            return position.payoff(Player::FIRST);
        }
        let odds = match position.chances() {
            Some(chances) => chances.collect(),
            None => self.mix(position).unwrap_or_default(),
        };
        odds.into_iter()
            .map(|(m, p)| p * self.expected(&position.after(m)))
            .sum()
    }
}

/// What the solution says of a position.
struct Found<M> {
    /// To the first player.
    value: f64,
    moves: Vec<(M, f64)>,
    mix: Vec<(M, f64)>,
    stop: Stop,
}

impl<M> Found<M> {
    /// To a player. (Nothing is known of games of more than two.)
    fn worth(&self, player: u8) -> f64 {
        match player {
            0 => self.value,
            1 => -self.value,
            _ => 0.0,
        }
    }
}

impl<M> Default for Found<M> {
    fn default() -> Found<M> {
        Found {
            value: 0.0,
            moves: Vec::new(),
            mix: Vec::new(),
            stop: Stop::Done,
        }
    }
}

/// The values are what the players may expect given what the mover has seen, to the target of
/// [`Cfr`]: not called proven. A game that is not small ([`NotSmall`]) gets its first legal move,
/// with `Stop::Memory`. A limit of depth has no meaning here.
impl<G: Hidden + Chance + Payoffs> PayoffSearch<G> for Equilibrium<G> {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        _: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut budget = Budget::new(limits);
        let over = root.outcome().is_some();
        let found = if over {
            Found {
                value: root.payoff(Player::FIRST),
                ..Found::default()
            }
        } else {
            self.look_up(root, &mut budget)
                .unwrap_or_else(|refused| Found {
                    stop: if let NotSmall::Stopped(stop) = refused {
                        stop
                    } else {
                        Stop::Memory
                    },
                    ..Found::default()
                })
        };
        let chosen = Means {
            rng: &mut self.rng,
            budget: &mut budget,
        }
        .pick(found.mix.iter().copied());
        PayoffReport {
            values: (0..root.players())
                .map(|player| found.worth(player))
                .collect(),
            line: with_a_move(chosen.into_iter().collect(), root),
            moves: found.moves,
            proven: over,
            stop: found.stop,
            depth: 0,
            worlds: 0,
            counts: budget.counts,
            elapsed: budget.elapsed(),
        }
    }

    fn new_game(&mut self, seed: u64) {
        *self = Equilibrium::new(self.cfr, seed);
    }
}
