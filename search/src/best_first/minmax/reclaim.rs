//! Room for more when memory is used up: what is settled or hopeless is given back.
//!
//! 1. *Mark* what is reached from the root through open lanes, as long as the penalty of the way is not above a limit,
//!    which is set so that about half of the blocks stay.
//! 2. *Slide* the marked blocks together. The new number of a block is the number of marked blocks before it, so that
//!    no table of new numbers is needed. A lane whose child goes becomes a tip again, with its value and its penalty
//!    kept: it is expanded anew when its turn comes.

use super::dag::Dag;
use super::lanes::{CLOSED, LANES, Spread, TIP};

/// The part of the blocks that stays, at most.
const KEPT: (usize, usize) = (1, 2);
/// Penalties are counted in steps of this many units.
const STEP: u32 = 16;

/// A set of blocks that can tell how many of its members come before a block.
struct Marks {
    bits: Vec<u64>,
    before: Vec<u32>,
}

impl Marks {
    fn new(blocks: usize) -> Marks {
        Marks {
            bits: vec![0; blocks.div_ceil(64)],
            before: Vec::new(),
        }
    }

    /// Adds a node's blocks; false where they are there.
    fn add(&mut self, first: u32, extent: usize) -> bool {
        let new = !self.has(first);
        for block in first as usize..first as usize + extent {
            self.bits[block / 64] |= 1 << (block % 64);
        }
        new
    }

    fn has(&self, block: u32) -> bool {
        self.bits[block as usize / 64] >> (block % 64) & 1 == 1
    }

    /// Counts, once all are added.
    fn count(&mut self) -> usize {
        let mut sum = 0;
        for word in &self.bits {
            self.before.push(sum);
            sum += word.count_ones();
        }
        sum as usize
    }

    /// The new number of a marked block.
    fn rank(&self, block: u32) -> u32 {
        let word = block as usize / 64;
        let bit = block % 64;
        self.before[word] + (self.bits[word] & ((1 << bit) - 1)).count_ones()
    }
}

/// Gives back what matters least; the new number of the root.
pub(super) fn reclaim(dag: &mut Dag, root: u32, spread: &Spread) -> u32 {
    let mut marks = Marks::new(dag.size());
    let mut by_penalty = vec![0usize; usize::from(u16::MAX) / STEP as usize + 1];
    walk(
        dag,
        root,
        spread,
        u32::from(u16::MAX),
        &mut marks,
        |penalty, extent| {
            by_penalty[(penalty / STEP) as usize] += extent;
        },
    );
    let limit = limit(&by_penalty, dag.size() * KEPT.0 / KEPT.1);
    let mut marks = Marks::new(dag.size());
    // Block 0 belongs to no node and stays where it is.
    marks.add(0, 1);
    walk(dag, root, spread, limit, &mut marks, |_, _| {});
    let kept = marks.count();
    slide(dag, &marks);
    dag.index
        .renumber(|block| marks.has(block).then(|| marks.rank(block)));
    dag.truncate(kept);
    marks.rank(root)
}

/// The greatest penalty such that no more than this many blocks are within it.
fn limit(by_penalty: &[usize], most: usize) -> u32 {
    let mut sum = 0;
    let within = by_penalty.iter().take_while(|&&n| {
        sum += n;
        sum <= most
    });
    (within.count() as u32 * STEP).saturating_sub(1)
}

/// Marks the nodes reached through open lanes within a penalty, and tells each with the penalty of
/// the way to it.
fn walk(
    dag: &Dag,
    root: u32,
    spread: &Spread,
    limit: u32,
    marks: &mut Marks,
    mut reached: impl FnMut(u32, usize),
) {
    let mut open = vec![(root, 0u32)];
    marks.add(root, dag.node(root).len());
    while let Some((node, penalty)) = open.pop() {
        let blocks = dag.node(node);
        reached(penalty.min(u32::from(u16::MAX)), blocks.len());
        let look = dag.look(node, spread);
        for (block, i) in blocks
            .iter()
            .flat_map(|block| (0..LANES).map(move |i| (block, i)))
        {
            let child = block.child[i];
            if child == TIP || block.penalty[i] == CLOSED {
                continue;
            }
            let way = penalty + u32::from(look.spread) + u32::from(block.cost[i] - look.cost);
            if way <= limit && marks.add(child, dag.node(child).len()) {
                open.push((child, way));
            }
        }
    }
}

/// Moves the marked blocks to the front and gives lanes the new numbers of their children.
fn slide(dag: &mut Dag, marks: &Marks) {
    for block in 0..dag.size() as u32 {
        if marks.has(block) {
            let new = |child: u32| {
                if child != TIP && marks.has(child) {
                    marks.rank(child)
                } else {
                    TIP
                }
            };
            dag.carry(block, marks.rank(block), new);
        }
    }
}
