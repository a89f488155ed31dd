//! The laboratory, with a program that plays as the real one does.
#![cfg(target_os = "linux")]

mod ends;
mod fake;
mod http;
mod requests;
mod runs;
