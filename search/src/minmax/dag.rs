//! The nodes in memory: blocks side by side, found again by the hash of their position.

use super::index::Index;
use super::lanes::{Block, LANES, Look, Spread, look};

/// The blocks of all nodes. Block 0 belongs to none.
#[derive(Clone, Debug)]
pub(super) struct Dag {
    blocks: Vec<Block>,
    /// A bit a block: the next block belongs to the same node.
    more: Vec<u64>,
    pub index: Index,
    most_blocks: usize,
}

impl Dag {
    /// An empty graph that may take so many bytes.
    pub fn new(bytes: usize) -> Dag {
        let index = Index::bytes_for(bytes / (size_of::<Block>() + 11));
        let index = if index * 4 > bytes { index / 2 } else { index };
        let most_blocks = (bytes.saturating_sub(index) * 8 / (8 * size_of::<Block>() + 1)).max(64);
        let most_blocks = most_blocks.min(u32::MAX as usize);
        Dag { blocks: reserved(most_blocks), more: vec![0], index: Index::new(index), most_blocks }
    }

    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.blocks.truncate(1);
        self.more.clear();
        self.more.push(0);
        self.index.clear();
    }

    /// The bytes in use.
    pub fn blocks_in_use(&self) -> usize {
        self.blocks.len()
    }

    /// A new node with so many children; `None` when memory is used up.
    #[inline]
    pub fn allocate(&mut self, blocks: usize) -> Option<u32> {
        let first = self.blocks.len();
        if first + blocks > self.most_blocks {
            return None;
        }
        self.blocks.resize(first + blocks, Block::EMPTY);
        self.more.resize((first + blocks).div_ceil(64), 0);
        for i in first..first + blocks - 1 {
            self.more[i / 64] |= 1 << (i % 64);
        }
        Some(first as u32)
    }

    /// The blocks of a node.
    #[inline(always)]
    pub fn node(&self, first: u32) -> &[Block] {
        let first = first as usize;
        &self.blocks[first..first + self.extent(first)]
    }

    #[inline(always)]
    fn extent(&self, first: usize) -> usize {
        if self.more[first / 64] >> (first % 64) & 1 == 0 {
            return 1;
        }
        let mut last = first + 1;
        while self.more[last / 64] >> (last % 64) & 1 == 1 {
            last += 1;
        }
        last + 1 - first
    }

    #[inline(always)]
    pub fn look(&self, first: u32, spread: &Spread) -> Look {
        look(self.node(first), spread)
    }

    /// The block of a lane.
    #[inline(always)]
    pub fn block(&self, first: u32, lane: u16) -> &Block {
        &self.blocks[first as usize + usize::from(lane) / LANES]
    }

    #[inline(always)]
    pub fn block_mut(&mut self, first: u32, lane: u16) -> &mut Block {
        &mut self.blocks[first as usize + usize::from(lane) / LANES]
    }
}

/// Block 0, and room for all others: the system gives the memory when it is used, and nothing is ever copied.
/// Where it refuses so much at once the graph grows as vectors do.
fn reserved(most_blocks: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let _ = blocks.try_reserve_exact(most_blocks);
    blocks.push(Block::EMPTY);
    blocks
}
