//! Recursion to any depth: the stack grows on the heap before it overflows.

/// How often a recursion makes sure of its stack: once in this many plies.
const EVERY: u32 = 64;
/// Room that must be left, enough for `EVERY` frames of any search here.
const RED_ZONE: usize = 128 * 1024;
/// What is added when it is not.
const SEGMENT: usize = 8 * 1024 * 1024;

/// Runs one step of a recursion `ply` deep, on a new stack segment where the old one runs out.
#[inline(always)]
pub(crate) fn deep<T>(ply: u32, step: impl FnOnce() -> T) -> T {
    if ply % EVERY == EVERY - 1 {
        return stacker::maybe_grow(RED_ZONE, SEGMENT, step);
    }
    step()
}
