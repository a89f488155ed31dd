//! UCI engines as processes: one [`Engine`], or a [`Pool`] of them that does tasks as an
//! [`Analyst`](gametree::Analyst).
//!
//! Any engine will do. `Hash` is set only where it is declared, within its range; `searchmoves` and
//! `go nodes` are tried once ([`Engine::try_abilities`]) and replaced where an engine does not obey
//! them (`fallback.rs`): by several lines, by the positions behind the moves, by time or by depth.
//! A result after a hundredth of the nodes of its task is an error; nodes count up to twice those
//! of the task.
//!
//! An engine that is late delays no other: an idle one of the same pool takes its task too, and the
//! first good result counts. One that fails again and again is given up.
//!
//! Nothing an engine does stops us: every wait has a deadline ([`Timeouts`]), every line a length,
//! every move is checked against the rules before and after, and a process that misbehaves is
//! killed, with all it started. Engines die with us, even when we are killed ourselves.
//!
//! ```no_run
//! use gametree_chess::Chess;
//! use gametree_chess::uci::{Effort, Engine, EngineSpec, Timeouts, Task};
//! let spec = EngineSpec::parse("stockfish").unwrap().with("Hash", "64");
//! let mut engine = Engine::start(&spec, &Timeouts::default()).unwrap();
//! let start = Chess::default();
//! let thought = engine.think(&Task::new(&start, Effort::Nodes(20_000))).unwrap();
//! println!("{} says {}", engine.name(), thought.value);
//! ```

mod cancel;
mod clock;
mod declared;
mod descendants;
mod discovery;
mod engine;
mod error;
mod fallback;
mod pool;
mod probe;
mod process;
pub mod protocol;
mod queue;
mod shared;
mod spec;
mod task;
mod thought;
mod worker;

pub use cancel::CancelToken;
pub use declared::{Kind, UciOption};
pub use discovery::{InstalledEngine, discover, find, parse_command, strength_rank};
pub use engine::{Engine, GameClock, MoveLimits, MovePlayed};
pub use error::{BadCommand, EngineError, ErrorKind};
pub use fallback::Abilities;
pub use pool::Pool;
pub use shared::Settings;
pub use spec::{EngineSpec, Timeouts};
pub use task::{Effort, Task};
pub use thought::{Line, Thought};
