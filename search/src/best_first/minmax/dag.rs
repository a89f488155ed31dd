//! The nodes in memory: blocks side by side, found again by the hash of their position.

use super::index::Index;
use super::lanes::{Block, CLOSED, LANES, Look, Spread, Tip};
use super::look::look;

/// How far the values of settled nodes can be believed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Certainty {
    /// They are the game's.
    Exact,
    /// Some were rounded to sixteen bits.
    Rounded,
    /// A depth limit or a repetition settled some.
    Cut,
}

/// The blocks of all nodes. Block 0 belongs to none.
#[derive(Clone, Debug)]
pub(super) struct Dag {
    blocks: Vec<Block>,
    /// One bit per block: whether the next block belongs to the same node.
    more: Vec<u64>,
    /// What the lanes of every block cost in addition, where edges have such costs; else empty.
    extras: Vec<[u16; LANES]>,
    pub index: Index,
    pub certainty: Certainty,
    most_blocks: usize,
    bytes: usize,
}

impl Dag {
    /// An empty graph that may take this many bytes, with or without extra costs of edges.
    pub fn new(bytes: usize, extra: bool) -> Dag {
        let block = size_of::<Block>() + if extra { size_of::<[u16; LANES]>() } else { 0 };
        let index = Index::bytes_for(bytes / (block + 11));
        let index = if index * 4 > bytes { index / 2 } else { index };
        let most_blocks = bytes.saturating_sub(index) * 8 / (8 * block + 1);
        let most_blocks = most_blocks.min(u32::MAX as usize);
        Dag {
            blocks: reserved(most_blocks),
            more: vec![0],
            extras: Vec::new(),
            index: Index::new(index),
            certainty: Certainty::Exact,
            most_blocks,
            bytes,
        }
    }

    /// Forgets everything, but keeps the memory.
    pub fn clear(&mut self) {
        self.truncate(1);
        self.index.clear();
        self.certainty = Certainty::Exact;
    }

    /// The bytes that it may take.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of blocks, the one that belongs to no node included.
    pub fn size(&self) -> usize {
        self.blocks.len()
    }

    /// Moves a block to a place not after its own, with new numbers for its children.
    pub fn carry(&mut self, from: u32, to: u32, new: impl Fn(u32) -> u32) {
        let from = from as usize;
        let to = to as usize;
        let mut block = self.blocks[from];
        block.child = block.child.map(new);
        self.blocks[to] = block;
        if let Some(&extras) = self.extras.get(from) {
            self.extras[to] = extras;
        }
        let more = self.more[from / 64] >> (from % 64) & 1;
        self.more[to / 64] = self.more[to / 64] & !(1 << (to % 64)) | more << (to % 64);
    }

    /// Keeps only the first blocks.
    pub fn truncate(&mut self, size: usize) {
        self.blocks.truncate(size);
        self.extras.truncate(size);
        self.more.truncate(size.div_ceil(64));
        if !size.is_multiple_of(64) {
            self.more[size / 64] &= (1 << (size % 64)) - 1;
        }
    }

    /// A new node with these children; `None` when memory is used up.
    #[inline]
    pub fn add(&mut self, tips: &[Tip]) -> Option<u32> {
        let first = self.blocks.len();
        let blocks = tips.len().div_ceil(LANES);
        if first + blocks > self.most_blocks {
            return None;
        }
        for lanes in tips.chunks(LANES) {
            let mut block = Block::EMPTY;
            for (lane, tip) in lanes.iter().enumerate() {
                (block.cost[lane], block.penalty[lane]) = (tip.cost, tip.penalty);
            }
            self.blocks.push(block);
        }
        self.more.resize((first + blocks).div_ceil(64), 0);
        for i in first..first + blocks - 1 {
            self.more[i / 64] |= 1 << (i % 64);
        }
        Some(first as u32)
    }

    /// Remembers what the edges of a new node cost in addition: the first penalties of its
    /// children.
    pub fn keep_extras(&mut self, first: u32, tips: &[Tip]) {
        self.extras.resize(self.blocks.len(), [0; LANES]);
        for (lanes, tips) in self.extras[first as usize..]
            .iter_mut()
            .zip(tips.chunks(LANES))
        {
            for (extra, tip) in lanes
                .iter_mut()
                .zip(tips)
                .filter(|(_, tip)| tip.penalty != CLOSED)
            {
                *extra = tip.penalty;
            }
        }
    }

    /// What a lane costs in addition; asked only where costs were kept.
    #[inline(always)]
    pub fn extra(&self, first: u32, lane: u32) -> u16 {
        self.extras[first as usize + lane as usize / LANES][lane as usize % LANES]
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
    pub fn block(&self, first: u32, lane: u32) -> &Block {
        &self.blocks[first as usize + lane as usize / LANES]
    }

    #[inline(always)]
    pub fn block_mut(&mut self, first: u32, lane: u32) -> &mut Block {
        &mut self.blocks[first as usize + lane as usize / LANES]
    }
}

/// Block 0, and room for all others: the system gives the memory when it is used, and nothing is
/// ever copied. Where it refuses that much at once, the graph grows as vectors do.
fn reserved(most_blocks: usize) -> Vec<Block> {
    let mut blocks = Vec::new();
    let _ = blocks.try_reserve_exact(most_blocks);
    blocks.push(Block::EMPTY);
    blocks
}
