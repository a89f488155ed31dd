//! The numbers by which observers know the nodes.

use rustc_hash::FxHashMap;

/// The numbers of the nodes shown; empty when no observer watches.
#[derive(Default)]
pub(super) struct Names {
    pub lanes: FxHashMap<(u32, u32), u32>,
    pub blocks: FxHashMap<u32, u32>,
}

impl Names {
    pub fn root(&mut self, block: u32) {
        self.blocks.insert(block, 0);
    }

    pub fn add(&mut self, block: u32, lane: u32) -> u32 {
        let number = self.lanes.len() as u32 + 1;
        *self.lanes.entry((block, lane)).or_insert(number)
    }
}
