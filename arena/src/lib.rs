//! Matches between searches, with statistics that can be trusted.
//!
//! A [`Contender`] chooses moves: any search, or an engine of another program. A [`Match`]
//! lets two of them play every [`Opening`] with both colours. The two games of an opening are a
//! *pair*, and the pair is the unit of all statistics ([`Tally`], [`Estimate`], [`Sprt`]): an
//! opening that favours one side favours both players once.
//!
//! Every game is a function of the match's seed and the game's number (where limits are nodes,
//! moves or depth), and the result of a match is a function of its games in the order of their
//! numbers. So it depends neither on the number of workers nor on how often the match was killed
//! and taken up again from its [`journal`].
//!
//! Games may have dice, cards and any number of seats: a [`Referee`] moves for chance, with the
//! same luck in both games of a pair, and decides what each player gets. Their searches are
//! [`PayoffContender`] contenders, and a [`Blindfold`] keeps them honest where cards are hidden.
//! Many contenders meet in a [`Tournament`], which gives [`Ratings`].
//!
//! ```
//! use gametree::{Limits, alphabeta::AlphaBeta, random_mover::RandomMover, tree::Tree};
//! use gametree_arena::{Match, Opening, Searcher, Table};
//!
//! let tree: Tree = "(max (min (max 1 -1) -1) (min 1 (max 1 -1)))".parse().unwrap();
//! let root = tree.two_player().unwrap();
//! let plan = Match {
//!     openings: vec![Opening { name: "start".into(), position: root }],
//!     limits: [Limits::depth(4), Limits::depth(4)],
//!     ..Match::new(20)
//! };
//! let table = || Ok(Table {
//!     a: Box::new(Searcher::new(AlphaBeta::blind())),
//!     b: Box::new(Searcher::new(RandomMover::new(1))),
//! });
//! let result = plan.run(&table).unwrap();
//! assert!(result.standing.complete && result.standing.tally.wins > result.standing.tally.losses);
//! ```

pub mod adjudicate;
pub mod average;
pub mod blindfold;
pub mod clock;
pub mod contender;
pub mod csv;
pub mod elo;
pub mod endings;
mod fitted_table;
pub mod follower;
pub mod game;
mod game_loop;
pub mod history;
pub mod journal;
pub mod ledger;
pub mod markdown;
mod match_game;
pub mod matches;
mod matrix;
pub mod mcnemar;
pub mod move_stats;
pub mod opening;
pub mod payoff_contender;
pub mod plackett_luce;
pub mod plot;
pub mod rating;
pub mod referee;
pub mod sample;
pub mod schedule;
pub mod scoresheet;
pub mod sprt;
pub mod table_record;
pub mod tally;
pub mod text_table;
pub mod tournament;
pub mod verdict;
mod verify;
pub mod wilson;
mod workers;

pub use adjudicate::{DrawByScore, Oracle, WinByScore};
pub use average::Average;
pub use blindfold::Blindfold;
pub use clock::{TimeControl, TimeLeft};
pub use contender::{Choice, Clock, Contender, Failure, Searcher};
pub use elo::Estimate;
pub use endings::{Endings, Faults};
pub use fitted_table::{Fitted, FittedColumn, Fitting};
pub use follower::Follower;
pub use game::{GameRecord, Points, Reason, Rules, Side, Spent};
pub use journal::{Journal, JournalError};
pub use ledger::{Ledger, Standing};
pub use matches::{Match, MatchError, MatchResult, OnGame, PlayGames, Seating, Table, TakeGame};
pub use move_stats::MoveStats;
pub use opening::Opening;
pub use payoff_contender::PayoffContender;
pub use rating::{Finish, Rating, RatingError, Ratings};
pub use referee::{Luck, Referee};
pub use sprt::{Hypothesis, Model, Sprt};
pub use table_record::TableRecord;
pub use tally::Tally;
pub use text_table::TextTable;
pub use tournament::{Tournament, TournamentError, TournamentResult};
pub use verdict::Verdict;
