//! The hidden layer before it is cut off, kept from evaluation to evaluation: positions that are
//! looked at one after the other differ by few pieces, and only those are added and taken away.

use std::cell::RefCell;

use shakmaty::{Bitboard, Board, Color, Role};

use super::inputs::Perspective;
use super::weights::{HIDDEN, Row, Weights};

/// The sums for the board that one side saw last.
#[derive(Clone)]
struct Seen {
    colors: [Bitboard; 2],
    roles: [Bitboard; 6],
    sums: Row,
}

impl Seen {
    const EMPTY: Seen = Seen {
        colors: [Bitboard(0); 2],
        roles: [Bitboard(0); 6],
        sums: [0; HIDDEN],
    };

    /// Makes the sums those of this board.
    #[inline]
    fn update(&mut self, weights: &Weights, board: &Board, view: Perspective) {
        let mut sums = self.sums;
        let colors = [board.white(), board.black()];
        for role in Role::ALL {
            let now = board.by_role(role);
            let before = std::mem::replace(&mut self.roles[role as usize - 1], now);
            for (i, color) in [Color::White, Color::Black].into_iter().enumerate() {
                let (now, before) = (now & colors[i], before & self.colors[i]);
                for square in now & !before {
                    let row = &weights.inputs[view.input(color, role, square)];
                    sums.iter_mut().zip(row).for_each(|(sum, add)| *sum += add);
                }
                for square in before & !now {
                    let row = &weights.inputs[view.input(color, role, square)];
                    sums.iter_mut().zip(row).for_each(|(sum, add)| *sum -= add);
                }
            }
        }
        self.colors = colors;
        self.sums = sums;
    }
}

/// What both sides saw last, with the king in either half of the board; and by which weights.
struct Memory {
    weights: u64,
    seen: [[Seen; 2]; 2],
}

thread_local! {
    /// Of this thread's last network. (An evaluator is shared by threads, and has no position of
    /// its own.)
    static MEMORY: RefCell<Memory> = const {
        RefCell::new(Memory {
            weights: 0,
            seen: [const { [const { Seen::EMPTY }; 2] }; 2],
        })
    };
}

/// Calls `then` with the sums of the mover and of the other for a board. `number` tells the weights
/// from all others, and is not 0.
#[inline]
pub fn with_sums<R>(
    (number, weights): (u64, &Weights),
    board: &Board,
    [mover, other]: [Perspective; 2],
    turn: Color,
    then: impl FnOnce([&Row; 2]) -> R,
) -> R {
    MEMORY.with_borrow_mut(|memory| {
        if memory.weights != number {
            memory.weights = number;
            let empty = Seen {
                sums: weights.bias,
                ..Seen::EMPTY
            };
            memory.seen = [[empty.clone(), empty.clone()], [empty.clone(), empty]];
        }
        let [white, black] = &mut memory.seen;
        let (first, second) = if turn.is_white() {
            (white, black)
        } else {
            (black, white)
        };
        let first = &mut first[mover.half()];
        let second = &mut second[other.half()];
        first.update(weights, board, mover);
        second.update(weights, board, other);
        then([&first.sums, &second.sums])
    })
}
