//! Adversarial search: one [`Game`] page, and the algorithms of the textbooks on it.
//!
//! A whole game, with its display, and its first search:
//!
//! ```
//! use gametree::{Game, Limits, Outcome, Player, Score, Search, TwoPlayer, alphabeta::AlphaBeta};
//!
//! /// Tic-tac-toe: the squares of X and of O, a bit each.
//! #[derive(Clone, Default)]
//! struct TicTacToe { squares: [u16; 2], plies: u8 }
//!
//! const LINES: [u16; 8] = [0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];
//!
//! impl Game for TicTacToe {
//!     type Move = u8;
//!     fn turn(&self) -> Player { Player(self.plies % 2) }
//!     fn moves(&self) -> impl Iterator<Item = u8> {
//!         let taken = self.squares[0] | self.squares[1];
//!         (0..9).filter(move |square| taken >> square & 1 == 0)
//!     }
//!     fn play(&mut self, square: u8) {
//!         self.squares[self.turn().0 as usize] |= 1 << square;
//!         self.plies += 1;
//!     }
//!     fn outcome(&self) -> Option<Outcome> {
//!         let last = self.turn().opponent();
//!         let has = |line: &u16| self.squares[last.0 as usize] & line == *line;
//!         if LINES.iter().any(has) { return Some(Outcome::Win(last)); }
//!         (self.plies == 9).then_some(Outcome::Draw)
//!     }
//! }
//! impl TwoPlayer for TicTacToe {}
//!
//! impl std::fmt::Display for TicTacToe {
//!     fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
//!         for i in 0..9 {
//!             let mark = |p: usize| self.squares[p] >> i & 1 == 1;
//!             let c = if mark(0) { 'X' } else if mark(1) { 'O' } else { '.' };
//!             write!(f, "{c}{}", if i % 3 == 2 { "\n" } else { " " })?;
//!         }
//!         Ok(())
//!     }
//! }
//!
//! let report = AlphaBeta::blind().search(&TicTacToe::default(), &Limits::none());
//! assert_eq!((report.value, report.proven), (Score::DRAW, true));
//! assert_eq!(report.counts.nodes, 18_297);
//! let end = report.line.iter().fold(TicTacToe::default(), |game, &m| game.after(m));
//! assert_eq!(end.to_string(), "X X O\nO O X\nX O X\n");
//! ```
//!
//! # Guide
//!
//! 1. **Write the game.** Five members, as above; `impl TwoPlayer` is the promise that minimax needs.
//! 2. **Add what it can offer**, each a trait of its own: [`Keyed`] (a hash: tables, df-pn, `minmax`),
//!    [`Noisy`] (quiescence), [`Guided`] (move ordering), [`NullMove`], [`Forced`], [`Notation`]. Where a
//!    trait is missing, the compiler says which search needs it.
//! 3. **Evaluate.** A closure `|position| points` is an [`Evaluator`]; points are the first player's.
//! 4. **Pick a search**:
//!
//! | the game has | begin with | to prove | to compare |
//! | --- | --- | --- | --- |
//! | two players, an evaluator | `Deepening::new(Pvs::new(evaluator).with_table(bytes))` | [`solve`], [`df_pn`] | [`minmax`] |
//! | two players, no evaluator | [`mcts`] | [`df_pn`] | [`pvs`] |
//! | dice | [`expectiminimax`], then [`star2`] | no depth limit | [`minmax_chance`] |
//! | three players or more | [`paranoid`] | [`maxn`] | [`best_reply`] |
//! | hidden cards | [`pimc`] with a fast open search | [`cfr`] where it is small | [`ismcts`] |
//! | play that loops | [`on_path`] | [`retrograde`] | [`repetition`] |
//!
//! 5. **Limit it.** [`Limits`] are data: depth, nodes, moves, processor time, memory, a flag to stop.
//!    Every search stops at any moment with a legal move, and its [`Report`] says why it stopped and
//!    whether the value is proven.
//! 6. **Watch it.** An [`Observer`] sees every event. `()` sees none and costs nothing.
//! 7. **Test it.** [`testkit`] checks a game against the promises of its traits in one line.
//!
//! The examples of the crate are whole programs: `own_game`, `evaluator`, `edge_cost`, `chance_game`,
//! `hidden_game`, `parallel`, `watch`.
//!
//! # Where to look
//!
//! [`game`] is the page to read first. The searches stand in chapters: [`minimax`], [`best_first`],
//! [`chance`], [`many_players`], [`hidden`], [`loops`], [`learning`], [`local`]; each in a file named
//! after it.

// The page to read first, and its vocabulary.
pub mod analyst;
pub mod archive;
pub mod board;
pub mod clock;
mod deep;
pub mod erased;
pub mod evaluator;
pub mod game;
pub mod limits;
pub mod lines;
pub mod observer;
pub mod payoff_evaluator;
pub mod payoff_search;
pub mod report;
pub mod rng;
pub mod score;
pub mod search;
pub mod view;
pub mod window;

// The chapters.
pub mod best_first;
pub mod chance;
pub mod hidden;
pub mod learning;
pub mod local;
pub mod loops;
pub mod many_players;
pub mod minimax;

// Around the searches.
pub mod random_mover;
pub mod root_moves;
pub mod search_pool;
pub mod solve;
pub mod testkit;
pub mod tree;
pub mod with_rule;

// Every search is found by its own name too: `gametree::pvs::Pvs`.
pub use best_first::{df_pn, mcts, minmax, playout, proof_number};
pub use chance::{
    expectiminimax, minmax_chance, one_ply, payoff_deepening, real_table, real_walk, star, star1,
    star2,
};
pub use hidden::{cfr, extensive, fully_observed, ismcts, pimc, worlds};
pub use loops::{certain_draw, on_path, repetition, retrograde};
pub use many_players::{best_reply, maxn, paranoid, vector, vector_walk};
pub use minimax::{
    alphabeta, deepening, depth_first, finishing, horizon_table, mtdf, multi_pv, ordering,
    parallel, pruning, pvs, quiescence, reductions, singular, sorted, table, windowed,
};

pub use analyst::{
    AnalysisError, Analyst, Answer, Finding, PvLine, Question, Source, TaskProgress, Wdl, Worker,
};
pub use archive::{MoveTraits, Persistent, Readable};
pub use board::Drawn;
pub use evaluator::{Blind, Evaluator};
pub use game::{
    Bounds, Chance, Force, Forced, Game, Guided, Hidden, Keyed, Likeness, Noisy, Notation,
    NullMove, Outcome, Payoffs, Player, TwoPlayer,
};
pub use limits::{Budget, Counts, Limits, Stop};
pub use minimax::depth_first::WindowResult;
pub use observer::{Bound, Event, Observer};
pub use payoff_evaluator::PayoffEvaluator;
pub use payoff_search::{AnyPayoffSearch, PayoffReport, PayoffSearch};
pub use report::Report;
pub use score::{Score, Verdict};
pub use search::{AnySearch, Search};
pub use window::Window;

/// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
