//! Several engines at once: one bad engine never stops the run, and no task is lost or done twice.

mod misbehaving;
mod repeatable;
mod support;
