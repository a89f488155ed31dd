//! Local search: one complete state at a time, made better step by step. No tree, no players,
//! hardly any memory.
//!
//! ```text
//!  cost                                         a state has a cost, 0 is solved; a step goes to a neighbour
//!   7 ●
//!     │╲                                        steepest descent   to the best neighbour, while it is better
//!   4 │ ●╲                                      sideways           also to one as good, this many times in a row
//!     │   ╲●───●───●                            tolerance          to any neighbour within α of the best one
//!   1 │             ╲●  ← stuck, or on          threshold          to a random one at most α worse than here
//!     │               ╲                         annealing          to a worse one with probability e^(−Δ/T)
//!   0 │               ╲●  solved                min-conflicts      repairs one variable in conflict
//!     └──────────────────▶ steps                restarts           begins again elsewhere when stuck
//! ```
//!
//! A [`Problem`] says what the neighbours of a state are and by how much each changes the cost; a
//! [`Rule`] chooses among them; [`Restarts`] drives a rule from random starts until the problem is
//! solved or a limit is reached. The same seed gives the same run. [`crate::Limits`] count states
//! as nodes and neighbours examined as moves.
//!
//! ```
//! use gametree::local::{Problem, Restarts, Steepest};
//! use gametree::{Limits, rng::Rng};
//!
//! /// Find the 7 among 0 to 99, knowing only how far it is.
//! struct Seven;
//! impl Problem for Seven {
//!     type State = i64;
//!     type Move = i64;
//!     fn random(&self, rng: &mut Rng) -> i64 { rng.below(100) as i64 }
//!     fn cost(&self, state: &i64) -> u64 { state.abs_diff(7) }
//!     fn moves(&self, _: &i64) -> impl Iterator<Item = i64> { [-1, 1].into_iter() }
//!     fn delta(&self, state: &i64, m: i64) -> i64 { ((state + m - 7).abs()) - (state - 7).abs() }
//!     fn apply(&self, state: &mut i64, m: i64) { *state += m; }
//!     fn draw(&self, _: &i64, rng: &mut Rng) -> Option<i64> { Some(2 * rng.below(2) as i64 - 1) }
//! }
//! let report = Restarts::once(Steepest, 1).search(&Seven, &Limits::none());
//! assert!(report.solved && report.state == 7 && report.restarts == 0);
//! ```

mod annealing;
mod climb;
mod given_start;
mod min_conflicts;
mod problem;
mod restarts;
mod sideways;
mod steepest;
mod threshold;
mod tolerance;
mod trace;

pub use annealing::{Annealing, Schedule};
pub use climb::{At, Choice, Rule};
pub use given_start::GivenStart;
pub use min_conflicts::MinConflicts;
pub use problem::{Problem, Repairable};
pub use restarts::{Report, Restarts};
pub use sideways::Sideways;
pub use steepest::Steepest;
pub use threshold::Threshold;
pub use tolerance::Tolerance;
pub use trace::{Curve, Moment, Watcher};
