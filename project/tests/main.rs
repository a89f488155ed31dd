//! Projects as people use them.
//!
//! One program for all of them: each further one would compile and link the crate's generic code again.

mod actions;
mod analysts;
mod chess_as_played;
mod every_game;
mod stored;
