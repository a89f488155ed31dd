//! The worth of an Othello position on 8 × 8 squares from patterns (Buro 1997): every line of the
//! board of four squares and more, and the 3 × 3 squares at each corner, has a weight for each of
//! its fillings; the value is their sum.
//!
//! The weights estimate the final difference in discs. They were fitted by least squares (AdaGrad,
//! weights drawn towards zero) to 1.2 million positions of self-play of this project's principal
//! variation search, every position of a game labelled with its final result and the last twelve
//! squares played by [`super::Endgame`]. A filling, its mirror image and the same with colours
//! changed share one weight, so the weights know neither where the mover sits nor who it is; what
//! the move is worth by itself is a named weight, [`Patterns::tempo`].

use std::sync::LazyLock;

use gametree::{Evaluator, Game, Player};

use super::{Board, DISC, Positional, flips};

/// An estimate of the final difference in discs, in hundredths. On boards other than 8 × 8 it is
/// [`Positional`]'s.
#[derive(Clone, Copy, Debug)]
pub struct Patterns {
    /// One more legal move than the opponent.
    pub mobility: Phased,
    /// One more empty square beside the opponent's discs.
    pub potential: Phased,
    /// Having the last move of the game, judged by the number of empty squares.
    pub parity: Phased,
    /// Having the move.
    pub tempo: Phased,
    /// For smaller boards.
    pub small: Positional,
}

/// A weight in hundredths of a disc when 12, 36 and 60 squares are full; in proportion between
/// them.
#[derive(Clone, Copy, Debug)]
pub struct Phased(pub i32, pub i32, pub i32);

impl Default for Patterns {
    fn default() -> Self {
        Patterns {
            mobility: Phased(104, 174, 276),
            potential: Phased(65, -32, -160),
            parity: Phased(16, 14, 50),
            tempo: Phased(-308, -376, -62),
            small: Positional::default(),
        }
    }
}

/// Between which of the two stages of the game, and how far: 0 to [`STAGE`].
#[derive(Clone, Copy)]
struct Phase {
    late: bool,
    steps: i32,
}

/// Discs from one stage to the next.
const STAGE: i32 = 24;

impl Phase {
    #[inline]
    fn of(discs: u32) -> Phase {
        let discs = discs.clamp(12, 60) as i32 - 12;
        let late = discs >= STAGE;
        Phase {
            late,
            steps: if late { discs - STAGE } else { discs },
        }
    }

    /// The value between two stages, times [`STAGE`].
    #[inline]
    fn between(self, sooner: i32, later: i32) -> i32 {
        sooner * (STAGE - self.steps) + later * self.steps
    }

    #[inline]
    fn weigh(self, weight: Phased, feature: i32) -> i32 {
        let Phased(first, middle, last) = weight;
        feature
            * if self.late {
                self.between(middle, last)
            } else {
                self.between(first, middle)
            }
    }
}

impl Evaluator<Board> for Patterns {
    #[inline]
    fn evaluate(&self, board: &Board) -> i32 {
        if board.size != 8 {
            return self.small.evaluate(board);
        }
        let [first, second] = board.discs;
        let phase = Phase::of((first | second).count_ones());
        let sum = TABLES.sum(first, second, phase) + self.others(board, phase);
        (sum / STAGE).clamp(-64 * DISC, 64 * DISC)
    }
}

impl Patterns {
    /// Mobility, parity and tempo, times [`STAGE`].
    #[inline]
    fn others(&self, board: &Board, phase: Phase) -> i32 {
        let (mine, theirs) = board.sides();
        let empty = !(mine | theirs);
        let more = |a: u64, b: u64| a.count_ones() as i32 - b.count_ones() as i32;
        let mobility = more(board.legal, flips::legal(theirs, mine, u64::MAX));
        let potential = more(flips::around(theirs) & empty, flips::around(mine) & empty);
        let parity = if empty.count_ones() % 2 == 1 { 1 } else { -1 };
        let movers = phase.weigh(self.mobility, mobility)
            + phase.weigh(self.potential, potential)
            + phase.weigh(self.parity, parity)
            + phase.weigh(self.tempo, 1);
        if board.turn() == Player::FIRST {
            movers
        } else {
            -movers
        }
    }
}

/// The kinds of patterns by their number of squares: corner, edge and the lines behind it,
/// diagonals.
const SQUARES: [u32; 10] = [9, 8, 8, 8, 8, 8, 7, 6, 5, 4];
/// Where the fillings of each kind begin.
const START: [usize; 10] = starts();
/// All fillings.
const FILLINGS: usize = START[9] + 81;

const fn starts() -> [usize; 10] {
    let (mut all, mut kind) = ([0; 10], 1);
    while kind < 10 {
        all[kind] = all[kind - 1] + 3usize.pow(SQUARES[kind - 1]);
        kind += 1;
    }
    all
}

/// A set of up to nine squares as a number in base three.
const TERNARY: [u16; 512] = {
    let (mut all, mut bits) = ([0; 512], 1);
    while bits < 512 {
        all[bits] = 3 * all[bits >> 1] + (bits & 1) as u16;
        bits += 1;
    }
    all
};

/// The same for a corner on the right, whose columns count from the edge too.
const FROM_RIGHT: [u16; 512] = {
    let (mut all, mut bits) = ([0; 512], 0);
    while bits < 512 {
        let (outer, inner) = (bits & 0o111, bits & 0o444);
        all[bits] = TERNARY[bits & 0o222 | outer << 2 | inner >> 2];
        bits += 1;
    }
    all
};

/// The diagonals of four squares and more: kind, squares, first column.
const DIAGONALS: [(usize, u64, u32); 18] = {
    let (mut all, mut at) = ([(0, 0, 0); 18], 0);
    while at < 18 {
        let (off, anti) = (at as i32 / 2 - 4, at % 2 == 1);
        let (mut squares, mut column, mut first) = (0u64, 0i32, 8);
        while column < 8 {
            let row = if anti { 7 - column - off } else { column - off };
            if row >= 0 && row < 8 {
                squares |= 1 << (row * 8 + column);
                first = if column < first { column } else { first };
            }
            column += 1;
        }
        all[at] = (5 + off.unsigned_abs() as usize, squares, first as u32);
        at += 1;
    }
    all
};

/// Weights in units of [`UNIT`] for all fillings: of the first stage and of the second in one word,
/// the later one in the upper half, so that one addition adds both.
struct Tables([Box<[i32]>; 2]);

/// Hundredths of a disc.
const UNIT: i32 = 8;

static TABLES: LazyLock<Tables> = LazyLock::new(Tables::read);

impl Tables {
    /// The file has three bytes for the first filling of each class, in the order of [`START`].
    fn read() -> Tables {
        let mut bytes = include_bytes!("patterns.bin").chunks_exact(3);
        let mut weights = vec![[0i32; 3]; FILLINGS];
        for (kind, start) in START.into_iter().enumerate() {
            for filling in 0..3usize.pow(SQUARES[kind]) {
                let mirrored = mirrored(kind, filling);
                let (other, both) = (swapped(filling), swapped(mirrored));
                let first = filling.min(mirrored).min(other).min(both);
                let weight = if filling == other || filling == both {
                    [0; 3]
                } else if filling == first {
                    let three = bytes.next().expect("a weight for every class");
                    [0, 1, 2].map(|stage| i32::from(three[stage] as i8))
                } else if first == mirrored {
                    weights[start + first]
                } else {
                    weights[start + first].map(|weight| -weight)
                };
                weights[start + filling] = weight;
            }
        }
        let pack = |stage: usize| {
            weights
                .iter()
                .map(|w| w[stage] + (w[stage + 1] << 16))
                .collect()
        };
        Tables([pack(0), pack(1)])
    }

    /// The sum over all patterns, times [`STAGE`].
    #[inline]
    fn sum(&self, first: u64, second: u64, phase: Phase) -> i32 {
        let table = &self.0[usize::from(phase.late)][..];
        let weight = |kind: usize, first: u64, second: u64| {
            let filling = TERNARY[first as usize & 511] + 2 * TERNARY[second as usize & 511];
            table[START[kind] + usize::from(filling)]
        };
        let mirrored = |first: u64, second: u64| {
            table[usize::from(
                FROM_RIGHT[first as usize & 511] + 2 * FROM_RIGHT[second as usize & 511],
            )]
        };
        let (first_below, second_below) = (first.swap_bytes(), second.swap_bytes());
        let mut sum = weight(0, corner(first), corner(second))
            + weight(0, corner(first_below), corner(second_below))
            + mirrored(corner(first >> 5), corner(second >> 5))
            + mirrored(corner(first_below >> 5), corner(second_below >> 5));
        for line in 0..8 {
            let kind = 1 + line.min(7 - line);
            sum += weight(
                kind,
                first >> (8 * line) & 0xff,
                second >> (8 * line) & 0xff,
            );
            sum += weight(kind, column(first, line), column(second, line));
        }
        for (kind, squares, start) in DIAGONALS {
            sum += weight(
                kind,
                diagonal(first & squares) >> start,
                diagonal(second & squares) >> start,
            );
        }
        let sooner = i32::from(sum as i16);
        phase.between(sooner, (sum - sooner) >> 16) * UNIT
    }
}

/// The discs of a column, in a byte.
#[inline]
fn column(discs: u64, column: usize) -> u64 {
    (discs >> column & COLUMN).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// Discs of which no two stand in the same column, by their columns.
#[inline]
fn diagonal(discs: u64) -> u64 {
    discs.wrapping_mul(COLUMN) >> 56
}

const COLUMN: u64 = 0x0101_0101_0101_0101;

/// The nine squares at a1.
#[inline]
fn corner(discs: u64) -> u64 {
    discs & 7 | (discs >> 8 & 7) << 3 | (discs >> 16 & 7) << 6
}

/// A filling seen in the mirror: a line from its other end, a corner across its diagonal.
fn mirrored(kind: usize, filling: usize) -> usize {
    let count = SQUARES[kind] as usize;
    let place = |at: usize| {
        if kind == 0 {
            at % 3 * 3 + at / 3
        } else {
            count - 1 - at
        }
    };
    let digit = |at: usize| filling / 3usize.pow(at as u32) % 3;
    (0..count)
        .rev()
        .fold(0, |all, at| 3 * all + digit(place(at)))
}

/// A filling with the colours changed.
fn swapped(filling: usize) -> usize {
    const OTHER: [usize; 3] = [0, 2, 1];
    if filling == 0 {
        0
    } else {
        3 * swapped(filling / 3) + OTHER[filling % 3]
    }
}
