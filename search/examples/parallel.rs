//! Several threads on one search: the same value, by ABDADA over one table.
//!
//! Tic-tac-toe on 4 × 4 squares, four in a row.

use gametree::rng::mix;
use gametree::{Game, Keyed, Limits, Outcome, Player, Score, Search, TwoPlayer};
use gametree::{deepening::Deepening, parallel::Parallel, pvs::Pvs};

/// The squares of each player, a bit each.
#[derive(Clone, Copy, Default)]
struct Board {
    squares: [u16; 2],
    plies: u8,
}

const LINES: [u16; 10] = [
    0x000F, 0x00F0, 0x0F00, 0xF000, 0x1111, 0x2222, 0x4444, 0x8888, 0x8421, 0x1248,
];

impl Game for Board {
    type Move = u8;

    fn turn(&self) -> Player {
        Player(self.plies % 2)
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let taken = self.squares[0] | self.squares[1];
        (0..16).filter(move |square| taken >> square & 1 == 0)
    }

    fn play(&mut self, square: u8) {
        self.squares[usize::from(self.turn().0)] |= 1 << square;
        self.plies += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.turn().opponent();
        let own = self.squares[usize::from(last.0)];
        let won = LINES.iter().any(|line| own & line == *line);
        let full = || (self.plies == 16).then_some(Outcome::Draw);
        if won {
            Some(Outcome::Win(last))
        } else {
            full()
        }
    }
}

impl TwoPlayer for Board {}

impl Keyed for Board {
    fn key(&self) -> u64 {
        mix(u64::from(self.squares[0]) << 16 | u64::from(self.squares[1]))
    }
}

/// Searches nine plies with one thread and with two.
pub fn main() {
    for threads in [1, 2] {
        let worker = Deepening::new(Pvs::blind().with_table(16 << 20));
        let mut search = Parallel { worker, threads };
        let report = search.search(&Board::default(), &Limits::depth(9));
        println!("{threads} threads: {}", report.value);
        assert_eq!(report.value, Score::DRAW);
    }
}
