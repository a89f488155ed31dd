//! Other programs as opponents: each is a process of its own that moves in given positions, and
//! whose illegal moves are refused.

pub mod gnubg;
pub mod uci;
