//! A number for every position of a fixed number of plies: a position and its mirror image share
//! one, and few numbers are left over.
//!
//! ```text
//!   heights of the columns  ──▶  their rank among all heights (of mirror images the smaller one)
//!   colours, from the left  ──▶  their rank among all ways to choose the mover's stones
//!                                index = rank of heights · ways + rank of colours
//! ```
//!
//! Some colourings cannot come about by taking turns; their numbers are left over (about 11 in 100
//! at 8 plies).

use gametree::Game;

use super::Connect4;
use super::board::{HEIGHT, WIDTH, column};

const COLUMNS: usize = WIDTH as usize;
/// One more than the most stones of a column.
const HEIGHTS: usize = HEIGHT as usize + 1;
/// A layout of up to this many plies fits into memory.
pub const MOST_PLIES: u32 = 12;

/// The heights of the columns, from the left.
type Heights = [u32; COLUMNS];

/// The numbers of all positions of some number of plies.
#[derive(Clone, Debug)]
pub struct Layout {
    plies: u32,
    /// How many ways there are to choose the mover's stones.
    colourings: usize,
    /// By the plain rank of heights: their rank among those that are not greater than their mirror
    /// image, or `None`.
    ranks: Vec<Option<u32>>,
    /// How many heights have a rank.
    ranked: usize,
}

impl Layout {
    /// Of positions with this many stones, at most [`MOST_PLIES`].
    #[must_use]
    pub fn new(plies: u32) -> Layout {
        assert!(plies <= MOST_PLIES, "a layout of {plies} plies");
        let mut layout = Layout {
            plies,
            colourings: binomial(plies, plies / 2),
            ranks: Vec::new(),
            ranked: 0,
        };
        layout.rank_all(&mut [0; COLUMNS], 0, plies);
        layout
    }

    /// How many stones the positions have.
    #[must_use]
    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// All numbers are less than this.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ranked * self.colourings
    }

    /// Never: there is a position of every number of plies.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Goes through all heights in lexical order and ranks them.
    fn rank_all(&mut self, heights: &mut Heights, from: usize, stones: u32) {
        if from == COLUMNS {
            if stones == 0 {
                let rank = (*heights <= reversed(heights)).then_some(self.ranked as u32);
                self.ranked += usize::from(rank.is_some());
                self.ranks.push(rank);
            }
            return;
        }
        for height in 0..=HEIGHT.min(stones) {
            heights[from] = height;
            self.rank_all(heights, from + 1, stones - height);
        }
        heights[from] = 0;
    }

    /// The number of a position with [`Layout::plies`] stones, and whether its mirror image gave it.
    #[must_use]
    pub fn index(&self, position: &Connect4) -> Index {
        debug_assert_eq!(position.ply(), self.plies);
        let heights = heights(position.all);
        let reversed = reversed(&heights);
        let colours = colours(position);
        let mirrored = colours_of_mirror(position);
        if heights < reversed || (heights == reversed && colours <= mirrored) {
            self.at(&heights, colours, false)
        } else {
            self.at(&reversed, mirrored, true)
        }
    }

    fn at(&self, heights: &Heights, colours: usize, mirrored: bool) -> Index {
        let rank = self.ranks[plain_rank(heights)].expect("the smaller of two mirror images");
        Index {
            number: rank as usize * self.colourings + colours,
            mirrored,
        }
    }
}

/// The place of a position in a [`Layout`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Index {
    /// Less than [`Layout::len`].
    pub number: usize,
    /// Whether the number is that of the mirror image.
    pub mirrored: bool,
}

fn heights(all: u64) -> Heights {
    std::array::from_fn(|i| (all & column(i as u32)).count_ones())
}

fn reversed(heights: &Heights) -> Heights {
    std::array::from_fn(|i| heights[COLUMNS - 1 - i])
}

/// How many heights come before these in lexical order.
fn plain_rank(heights: &Heights) -> usize {
    let mut stones: u32 = heights.iter().sum();
    let mut rank = 0;
    for (i, &height) in heights.iter().enumerate() {
        for lower in 0..height {
            rank += FILLINGS[COLUMNS - 1 - i][(stones - lower) as usize];
        }
        stones -= height;
    }
    rank
}

/// The number of ways in which this many columns can hold this many stones.
static FILLINGS: [[usize; MOST_PLIES as usize + 1]; COLUMNS] = {
    let mut ways = [[0; MOST_PLIES as usize + 1]; COLUMNS];
    ways[0][0] = 1;
    let mut columns = 1;
    while columns < COLUMNS {
        let mut stones = 0;
        while stones <= MOST_PLIES as usize {
            let mut height = 0;
            while height < HEIGHTS && height <= stones {
                ways[columns][stones] += ways[columns - 1][stones - height];
                height += 1;
            }
            stones += 1;
        }
        columns += 1;
    }
    ways
};

/// The rank of the colours: stone by stone from the left and from below.
fn colours(position: &Connect4) -> usize {
    rank_of_colours(position, 0..WIDTH)
}

fn colours_of_mirror(position: &Connect4) -> usize {
    rank_of_colours(position, (0..WIDTH).rev())
}

/// The mover's stones as a combination, ranked by the combinatorial number system.
fn rank_of_colours(position: &Connect4, columns: impl Iterator<Item = u32>) -> usize {
    let mut rank = 0;
    let mut stones = 0;
    let mut own = 0;
    for index in columns {
        let mut left = position.all & column(index);
        while left != 0 {
            let square = left & left.wrapping_neg();
            left ^= square;
            if position.own & square != 0 {
                own += 1;
                rank += binomial(stones, own);
            }
            stones += 1;
        }
    }
    rank
}

const fn binomial(n: u32, k: u32) -> usize {
    let mut value = 1;
    let mut i = 0;
    while i < k {
        if i >= n {
            return 0;
        }
        value = value * (n - i) as usize / (i + 1) as usize;
        i += 1;
    }
    value
}

/// All positions of this many plies in which the game goes on, one of each pair of mirror images.
/// Positions with the same parent stand side by side.
#[must_use]
pub fn positions(plies: u32) -> Vec<Connect4> {
    (1..=plies).fold(vec![Connect4::new()], |parents, plies| {
        children(&parents, &Layout::new(plies))
    })
}

fn children(parents: &[Connect4], layout: &Layout) -> Vec<Connect4> {
    let mut seen = vec![false; layout.len()];
    parents
        .iter()
        .flat_map(|parent| parent.moves().map(|m| parent.after(m)))
        .filter(|child| !std::mem::replace(&mut seen[layout.index(child).number], true))
        .filter(|child| child.outcome().is_none())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn mirror_images_share_a_number_and_no_others_do() {
        for plies in 0..=7 {
            let layout = Layout::new(plies);
            let positions = positions(plies);
            let numbers: HashSet<usize> = positions
                .iter()
                .map(|position| layout.index(position).number)
                .collect();
            assert_eq!(numbers.len(), positions.len());
            assert!(numbers.iter().all(|&number| number < layout.len()));
            for position in &positions {
                let twin = position.mirrored();
                let index = layout.index(position);
                let of_twin = layout.index(&twin);
                assert_eq!(index.number, of_twin.number, "{position}");
                assert_eq!(index.mirrored == of_twin.mirrored, *position == twin);
            }
        }
    }

    /// The numbers of positions that John Tromp counted (OEIS A212693): won games count there.
    #[test]
    fn positions_are_as_many_as_published() {
        let mut level = HashSet::from([Connect4::new()]);
        for count in [1, 7, 49, 238, 1120, 4263, 16_422, 54_859, 184_275] {
            assert_eq!(level.len(), count);
            let plies = level.iter().next().map_or(0, Connect4::ply);
            let open = level.iter().filter(|p| p.outcome().is_none());
            let both: HashSet<Connect4> = positions(plies)
                .into_iter()
                .flat_map(|p| [p, p.mirrored()])
                .collect();
            assert_eq!(open.clone().count(), both.len());
            level = open.flat_map(|p| p.moves().map(|m| p.after(m))).collect();
        }
    }
}
