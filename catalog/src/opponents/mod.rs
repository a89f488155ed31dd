//! Other programs as opponents: each is a process of its own that answers positions, and is
//! believed nothing illegal.

pub mod gnubg;
