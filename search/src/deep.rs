//! Recursion to any depth: the stack grows on the heap before it overflows, and what it has grown by
//! counts as memory of the search ([`crate::Budget`]).
//!
//! WebAssembly's stack is the host's and cannot grow: there a recursion that is too deep ends in the
//! host's own error, and whoever runs the module limits the depth of what they give it.

#[cfg(not(target_family = "wasm"))]
pub(crate) use growing::{deep, grown};

#[cfg(target_family = "wasm")]
pub(crate) use fixed::{deep, grown};

#[cfg(target_family = "wasm")]
mod fixed {
    /// The stack has not grown.
    pub(crate) fn grown() -> usize {
        0
    }

    /// Runs one step of a recursion on the only stack there is.
    #[inline(always)]
    pub(crate) fn deep<T>(_ply: u32, step: impl FnOnce() -> T) -> T {
        step()
    }
}

#[cfg(not(target_family = "wasm"))]
mod growing {
    use std::cell::Cell;

    /// How often a recursion makes sure of its stack: once in this many plies.
    const EVERY: u32 = 64;
    /// Room that must be left, enough for `EVERY` frames of any search here.
    const RED_ZONE: usize = 128 * 1024;
    /// What is added when it is not.
    const SEGMENT: usize = 8 * 1024 * 1024;

    thread_local! {
        /// The bytes of all segments that this thread's stack has grown by.
        static GROWN: Cell<usize> = const { Cell::new(0) };
    }

    /// How many bytes the stack of this thread has grown by.
    pub(crate) fn grown() -> usize {
        GROWN.get()
    }

    /// Runs one step of a recursion `ply` deep, on a new stack segment where the old one runs out.
    #[inline(always)]
    pub(crate) fn deep<T>(ply: u32, step: impl FnOnce() -> T) -> T {
        if ply % EVERY == EVERY - 1 && stacker::remaining_stack().is_none_or(|left| left < RED_ZONE)
        {
            return on_a_new_segment(step);
        }
        step()
    }

    fn on_a_new_segment<T>(step: impl FnOnce() -> T) -> T {
        let _counted = Segment::new();
        stacker::grow(SEGMENT, step)
    }

    /// A segment that counts while it is there, also where a panic leaves it.
    struct Segment;

    impl Segment {
        fn new() -> Segment {
            GROWN.set(GROWN.get() + SEGMENT);
            Segment
        }
    }

    impl Drop for Segment {
        fn drop(&mut self) {
            GROWN.set(GROWN.get() - SEGMENT);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The most that the stack has grown by on the way to this depth.
    fn dive(ply: u32, to: u32) -> usize {
        let frame = std::hint::black_box([0u8; 512]);
        if ply == to {
            return grown();
        }
        deep(ply, || dive(ply + 1, to)).max(usize::from(frame[0]))
    }

    #[test]
    fn the_stack_counts_while_it_is_there() {
        assert_eq!(dive(0, 10), 0);
        let most = dive(0, 100_000);
        assert!(most >= 50_000_000, "{most} bytes for 100,000 frames");
        assert_eq!(grown(), 0);
    }
}
