//! Values and moves learned from play.
//!
//! ```text
//!   positions ──▶ features f(s) ──▶ points w · f(s) ──▶ expected result σ(points / scale)
//!                                        ▲                        │
//!                                        └── weights move ◀── what the game, or the next position, says
//! ```
//!
//! | file | holds | paper |
//! | --- | --- | --- |
//! | [`features`] | [`Features`] of a game, and the evaluator [`Linear`] | Samuel 1959 |
//! | [`weights`] | weights as a text file | |
//! | [`self_play`] | games of a search against itself, with random moves | |
//! | [`td`] | temporal differences over the positions of a game | Sutton 1988 |
//! | [`trainer`] | TD(λ) and TD-leaf(λ) by self-play, to be interrupted and taken up again | Baxter, Tridgell and Weaver 1998 |
//! | [`regression`] | logistic regression on the results of games | Buro 1995; Österlund 2014 (Texel) |
//! | [`categories`] | positions with equal features share the mean of their results | Russell and Norvig |
//! | [`course`] | a whole training: recorded games, then a fit, with its curve | |
//! | [`curve`] | what was learned after how many games | |
//! | [`network`] | a small neural network that predicts moves | Rumelhart, Hinton and Williams 1986; Kingma and Ba 2015 |
//!
//! Results are the first player's: 1 a win, ½ a draw, 0 a loss. Everything is a function of its
//! seed.

pub mod categories;
pub mod course;
pub mod curve;
pub mod features;
pub mod network;
pub mod regression;
pub mod self_play;
pub mod td;
pub mod trainer;
pub mod weights;

pub use categories::Categories;
pub use course::Course;
pub use curve::{Curve, Mark};
pub use features::{Features, Linear, logistic};
pub use network::{Adam, Network};
pub use regression::{Data, Loss, Regression};
pub use self_play::{Plan, Recorded};
pub use td::Td;
pub use trainer::{Settings, Trainer};
pub use weights::{Weights, WeightsError};
