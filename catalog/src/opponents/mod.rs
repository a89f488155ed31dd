//! Other programs as opponents: each is a process of its own that moves in given positions, and is
//! believed nothing illegal.

pub mod gnubg;
pub mod uci;
