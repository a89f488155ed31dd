//! UCI engines as processes: one [`Engine`], or a [`Pool`] of them that answers questions as an
//! [`Analyst`](gametree::Analyst).
//!
//! Nothing an engine does stops us: every wait has a deadline ([`Patience`]), every line a length,
//! every move is checked against the rules before and after, and a process that misbehaves is
//! killed, with all it started. Engines die with us, even when we are killed ourselves.
//!
//! ```no_run
//! use gametree_chess::Chess;
//! use gametree_chess::uci::{Effort, Engine, EngineSpec, Patience, Task};
//! let spec = EngineSpec::parse("stockfish").unwrap().with("Hash", "64");
//! let mut engine = Engine::start(&spec, &Patience::default()).unwrap();
//! let start = Chess::default();
//! let thought = engine.think(&Task::new(&start, Effort::Nodes(20_000))).unwrap();
//! println!("{} says {}", engine.name(), thought.value);
//! ```

mod declared;
mod discovery;
mod engine;
mod fault;
mod halt;
mod pool;
mod process;
pub mod protocol;
mod queue;
mod shared;
mod spec;
mod thought;
mod worker;

pub use declared::{Declared, Kind};
pub use discovery::{Found, discover, find, parse_command};
pub use engine::{Effort, Engine, Task};
pub use fault::{BadCommand, EngineError, Fault};
pub use halt::Halt;
pub use pool::Pool;
pub use shared::Settings;
pub use spec::{EngineSpec, Patience};
pub use thought::{Line, Thought};
