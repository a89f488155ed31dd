//! Rules, formats and engines, as programs use them.
//!
//! One program for all of them: each further one would compile and link the crate's generic code again.

mod data;
mod endings;
mod epd;
mod erased;
mod perft;
mod pgn;
mod polyglot;
mod pool;
mod python;
mod robust;
mod serving;
mod syzygy;
mod uci_abilities;
mod uci_engines;
mod uci_games;
mod uci_processes;
mod uci_support;
