//! The farm with a real broker: nothing is lost, nothing counts twice, nothing false is believed,
//! whatever dies.

mod access;
mod broker;
mod checks;
mod credentials;
mod crew;
mod hostile;
mod losses;
mod matches;
mod partition;
mod sharing;
mod stranger;
#[path = "../../../atlas/tests/world/mod.rs"]
mod world;
