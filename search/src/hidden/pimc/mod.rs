//! Perfect-information Monte Carlo (Levy 1989; Ginsberg 2001; Long, Sturtevant, Buro and Furtak
//! 2010): look at worlds that fit what was seen, solve each as if nothing were hidden, and play the
//! move that is best on average.
//!
//! ```text
//!   argmax_a  (1/N) Σ V(result(s_i, a))            two roads: 1 on road A, 3 or −5 behind the fork of road B
//!
//!               A    B                             B is worth −1 to one who cannot see the side.
//!   heap left   1    3                             Each world alone says 3: the average is over players
//!   heap right  1    3                             who know, and the move is wrong. This is
//!   mean        1    3   ◀ played                  *strategy fusion* (Frank and Basin 1998).
//! ```
//!
//! Where the worlds are few the mean is exact, over all of them with their probabilities; otherwise
//! over worlds drawn at random. It plays well where hidden information matters less and less as
//! play goes on, as in the play of bridge; but it never pays for information, and hides none.
//! [`crate::ismcts`] and [`crate::cfr`] do not share the fault.
//!
//! Invariant: the report is a function of what the mover has seen, and of the seed.

mod clairvoyant;
mod poll;

pub use clairvoyant::{Clairvoyant, InnerSearch, Sight};

use crate::game::{Chance, Hidden, Payoffs, Player};
use crate::hidden::worlds::{Auto, Means, Sampler};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Event, Observer};
use crate::payoff_search::{PayoffReport, PayoffSearch, with_a_move};
use crate::rng::Rng;
use poll::Poll;

/// Averages over worlds.
///
/// ```
/// use gametree::{PayoffSearch, Limits, fully_observed::FullyObserved, tree::Tree};
/// use gametree::{expectiminimax::Expectiminimax, pimc::{InnerSearch, Pimc}};
/// let tree: Tree = "(max (chance 0.5:3 0.5:-1) (chance 1/4:6 3/4:(min -1 2)))".parse().unwrap();
/// let mut pimc = Pimc::new(InnerSearch::by(Expectiminimax::blind()), 1);
/// let report = pimc.search_payoffs(&FullyObserved::new(tree.root()), &Limits::none());
/// assert_eq!((report.moves, report.worlds), (vec![(0, 1.0), (1, 0.75)], 1));
/// ```
#[derive(Clone, Debug)]
pub struct Pimc<W, S> {
    /// Solves a world in which nothing is hidden.
    pub solver: W,
    /// Gives the worlds. Where it knows them all, all are solved.
    pub sampler: S,
    /// Otherwise this many are drawn.
    pub worlds: u64,
    /// The same seed, the same worlds.
    pub seed: u64,
}

impl<G: Hidden, W> Pimc<W, Auto<G>> {
    /// All worlds where they are at most 200, otherwise 100 of them.
    #[must_use]
    pub fn new(solver: W, seed: u64) -> Self {
        Pimc {
            solver,
            sampler: Auto::default(),
            worlds: 100,
            seed,
        }
    }

    /// The same, exact up to this many worlds.
    #[must_use]
    pub fn exact(self, most: usize) -> Self {
        Pimc {
            sampler: Auto::new(most),
            ..self
        }
    }
}

/// Limits of nodes, moves and time are split evenly over the worlds that are left; a limit of depth
/// holds in every world. Time that worlds leave over is for those whose part was too short, until it
/// is used up. A world that a limit cuts off counts only where there is no other. Where
/// chance moves at the root no player is to move, and there is no value.
impl<G, W, S> PayoffSearch<G> for Pimc<W, S>
where
    G: Hidden + Chance + Payoffs,
    W: Clairvoyant<G>,
    S: Sampler<G>,
{
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        let mut asking = Asking {
            root,
            limits,
            budget: Budget::new(limits),
            rng: Rng::new(self.seed),
            poll: Poll::new(root),
            short: Vec::new(),
            observer,
        };
        asking.budget.visit();
        let silent = root.outcome().is_some() || root.chances().is_some();
        let result = if silent { Ok(()) } else { asking.ask(self) };
        asking.solve_again(&mut self.solver);
        asking.report(result)
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
        self.sampler.forget();
        self.solver.new_game(seed);
    }
}

/// One search.
struct Asking<'a, G: Hidden + Payoffs, O> {
    root: &'a G,
    limits: &'a Limits,
    budget: Budget,
    rng: Rng,
    poll: Poll<G::Move>,
    /// The worlds whose time was too short.
    short: Vec<Look<G>>,
    observer: &'a mut O,
}

/// Which world it is.
struct Place {
    number: u64,
    of: u64,
    probability: f64,
}

/// A world, and what was seen in it.
struct Look<G: Hidden + Payoffs> {
    world: G,
    place: Place,
    sight: Sight<G::Move>,
}

impl<G: Hidden + Chance + Payoffs, O: Observer<G>> Asking<'_, G, O> {
    fn means(&mut self) -> Means<'_> {
        Means {
            rng: &mut self.rng,
            budget: &mut self.budget,
        }
    }

    fn ask<W: Clairvoyant<G>, S: Sampler<G>>(&mut self, pimc: &mut Pimc<W, S>) -> Result<(), Stop> {
        self.budget.look()?;
        pimc.sampler
            .look(self.root, self.root.turn(), self.means())?;
        let Some(all) = pimc.sampler.all() else {
            return self.ask_some(pimc);
        };
        let mut all = all.to_vec();
        // If stopped early, it has seen the likeliest ones.
        all.sort_by(|a, b| b.1.total_cmp(&a.1));
        let of = all.len() as u64;
        for (number, (world, probability)) in (0..).zip(all) {
            let place = Place {
                number,
                of,
                probability,
            };
            self.solve(&mut pimc.solver, world, place)?;
        }
        Ok(())
    }

    fn ask_some<W: Clairvoyant<G>, S: Sampler<G>>(
        &mut self,
        pimc: &mut Pimc<W, S>,
    ) -> Result<(), Stop> {
        for number in 0..pimc.worlds {
            let Some(world) = pimc.sampler.draw(self.means())? else {
                break;
            };
            let place = Place {
                number,
                of: pimc.worlds,
                probability: 1.0 / pimc.worlds as f64,
            };
            self.solve(&mut pimc.solver, world, place)?;
        }
        self.solve_again(&mut pimc.solver);
        self.poll.stop(Stop::Depth);
        Ok(())
    }

    /// Solves a world in its part of what is left.
    fn solve(
        &mut self,
        solver: &mut impl Clairvoyant<G>,
        world: G,
        place: Place,
    ) -> Result<(), Stop> {
        let parts = place.of - place.number;
        let sight = self.sight(solver, &world, parts);
        self.count_or_postpone(Look {
            world,
            place,
            sight,
        });
        if parts > 1 {
            self.budget.look()
        } else {
            Ok(())
        }
    }

    /// Counts what was seen in a world, unless its time was too short and there is more.
    fn count_or_postpone(&mut self, look: Look<G>) {
        let was_short = look.sight.stop == Stop::Time && !self.poll.is_whole(&look.sight);
        if was_short && self.budget.look().is_ok() {
            self.short.push(look);
        } else {
            self.count(look);
        }
    }

    /// A share of the time may be less than the clock can measure, or another process may have used
    /// it: what the other worlds left over goes to those that were cut short, until all of it is
    /// used.
    fn solve_again(&mut self, solver: &mut impl Clairvoyant<G>) {
        while !self.short.is_empty() {
            let again = std::mem::take(&mut self.short);
            let mut parts = again.len() as u64;
            for mut look in again {
                if self.budget.look().is_ok() {
                    look.sight = self.sight(solver, &look.world, parts);
                }
                parts -= 1;
                self.count_or_postpone(look);
            }
        }
    }

    /// What is seen in a world with one of this many parts of what is left.
    fn sight(&mut self, solver: &mut impl Clairvoyant<G>, world: &G, parts: u64) -> Sight<G::Move> {
        let left = self.budget.left_of(self.limits);
        let sight = solver.sight(world, &share(&left, parts, self.poll.options()));
        self.budget.counts += sight.counts;
        sight
    }

    /// Adds what is seen in a world, and tells it.
    fn count(&mut self, look: Look<G>) {
        let Look {
            world,
            place,
            sight,
        } = look;
        if self.observer.watches() {
            let mine = usize::from(self.root.turn().0);
            let worth = |values: &Vec<f64>| values.get(mine).copied().unwrap_or(0.0);
            let values: Vec<_> = sight
                .moves
                .iter()
                .map(|(m, values)| (*m, worth(values)))
                .collect();
            self.observer.see(&Event::World {
                number: place.number,
                position: &world,
                probability: place.probability,
                values: &values,
            });
        }
        self.poll.add(sight, place.probability);
    }

    fn report(self, result: Result<(), Stop>) -> PayoffReport<G::Move> {
        let over = self.root.outcome().is_some();
        let players = (0..self.root.players()).map(Player);
        let (moves, best) = self.poll.result(self.root.turn());
        let stop = result.err().unwrap_or(self.poll.stopped());
        let (line, values) = match best {
            Some((m, values)) => (vec![m], values),
            None if over => (
                Vec::new(),
                players.map(|player| self.root.payoff(player)).collect(),
            ),
            None => (Vec::new(), players.map(|_| 0.0).collect()),
        };
        PayoffReport {
            values,
            line: with_a_move(line, self.root),
            moves,
            proven: over,
            stop,
            depth: if stop == Stop::Depth {
                self.limits.depth.unwrap_or(0)
            } else {
                0
            },
            worlds: self.poll.worlds(),
            counts: self.budget.counts,
            elapsed: self.budget.elapsed(),
        }
    }
}

/// A world gets at least this many nodes or moves for every move at the root, if that many are
/// left.
const LEAST: u64 = 8;

/// One of this many equal parts of what is left.
fn share(left: &Limits, parts: u64, options: u64) -> Limits {
    let parts = parts.max(1);
    let part = |n: Option<u64>| n.map(|n| (n / parts).max(n.min(LEAST * options)));
    let time = |time: Option<std::time::Duration>| time.map(|time| time.div_f64(parts as f64));
    Limits {
        nodes: part(left.nodes),
        moves: part(left.moves),
        time: time(left.time),
        cpu: time(left.cpu),
        ..left.clone()
    }
}
