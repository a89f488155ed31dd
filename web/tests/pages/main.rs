//! The server, asked over the network as browsers, scripts and strangers ask.

mod classroom;
mod client;
mod connections;
mod guard;
mod projects;
mod socket;
mod words;
