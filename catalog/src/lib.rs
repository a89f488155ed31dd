//! Every game with every search that fits it, behind one door.
//!
//! ```
//! use gametree::Limits;
//! use gametree_catalog::{Conditions, open};
//!
//! let game = open("tictactoe", &[]).unwrap();
//! let limits = Limits::none();
//! let mut search = game.build("alphabeta", &Conditions::new(limits.clone())).unwrap();
//! let root = game.position(Some("b2 a1")).unwrap();
//! let found = search.search(&root, &limits);
//! assert_eq!(search.answer(&root, &found).value_text, "0");
//! ```
//!
//! ```text
//!   open("connect4") ──▶ AnyGame ──position("4453")──▶ Position (its type is erased)
//!                           │
//!                           └─build("minmax:p=3")──▶ BuiltSearch ──search──▶ Found ──▶ Answer
//! ```
//!
//! This is the only crate that compiles searches for games. Games whose speed people measure are
//! compiled with every search; all others, and every search that is watched, run on one erased
//! position ([`gametree::erased`]), so that a further game adds no instance of a search. Which is
//! which stands in [`games::GAMES`].

pub mod analyst;
pub mod answer;
pub mod built;
pub mod defaults;
pub mod error;
pub mod explained;
pub mod features;
pub mod format;
pub mod game;
mod game_history;
pub mod games;
pub mod info;
pub mod knowledge;
pub mod listing;
pub mod machine;
pub mod matches;
mod networks;
pub mod opponents;
pub mod payoff;
pub mod play_session;
pub mod project_game;
pub mod queens;
pub mod root_solver;
pub mod score_text;
pub mod searches;
pub mod solve;
pub mod solve_by_search;
pub mod spec;
pub mod stored;
pub mod suggest;
pub mod two_player;
pub mod units;
pub mod user_text;

pub use answer::{Answer, Found, MoveValue};
pub use built::BuiltSearch;
pub use error::{CatalogError, ErrorKind};
pub use game::{AnyGame, START};
pub use games::open;
pub use info::{GameInfo, SearchInfo, SearchOption};
pub use knowledge::Position;
pub use project_game::{ProjectGame, stored_games};
pub use solve::{Solution, Solved};
pub use spec::{Conditions, Spec};
pub use stored::StoredGame;

/// The games, in the order of the list.
pub fn games() -> impl Iterator<Item = &'static GameInfo> {
    games::GAMES.iter().map(|entry| entry.info)
}

/// The searches, in the order of the list.
pub fn searches() -> impl Iterator<Item = &'static SearchInfo> {
    searches::all()
}
