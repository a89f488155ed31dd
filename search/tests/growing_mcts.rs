//! Monte-Carlo tree search on Connect-Four, with playouts of its own.

use std::time::Duration;

use gametree::mcts::Mcts;
use gametree::playout::Playout;
use gametree::rng::Rng;
use gametree::{Game, Limits, Outcome, Player, Report, Score, Search, Stop, TwoPlayer};

/// Connect-Four: a column is seven bits, the seventh always empty.
#[derive(Clone, Copy, Default)]
struct Four {
    /// The stones of the player to move.
    own: u64,
    all: u64,
    plies: u8,
}

const COLUMNS: u64 = bottom_row();
const BOARD: u64 = COLUMNS * 0x3f;

const fn bottom_row() -> u64 {
    let (mut row, mut column) = (0, 0);
    while column < 7 {
        row |= 1 << (7 * column);
        column += 1;
    }
    row
}

fn four_in_line(stones: u64) -> bool {
    let fours = [1, 6, 7, 8].map(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step)
    });
    fours[0] | fours[1] | fours[2] | fours[3] != 0
}

impl Four {
    fn drop(&mut self, bit: u64) {
        self.own ^= self.all;
        self.all |= bit;
        self.plies += 1;
    }

    fn read(columns: &str) -> Four {
        columns.bytes().fold(Four::default(), |game, column| game.after(column - b'1'))
    }
}

impl Game for Four {
    type Move = u8;

    fn turn(&self) -> Player {
        Player(self.plies & 1)
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        let free = (self.all + COLUMNS) & BOARD;
        (0..7).filter(move |column| free >> (7 * column) & 0x7f != 0)
    }

    fn play(&mut self, column: u8) {
        self.drop((self.all + COLUMNS) & 0x7f << (7 * column));
    }

    fn outcome(&self) -> Option<Outcome> {
        if four_in_line(self.own ^ self.all) {
            return Some(Outcome::Win(self.turn().opponent()));
        }
        (self.plies == 42).then_some(Outcome::Draw)
    }
}

impl TwoPlayer for Four {}

/// Uniform playouts without lists of moves; four columns from one draw of the generator, full ones drawn again.
#[derive(Clone, Copy)]
struct Fast;

impl Playout<Four> for Fast {
    fn play_out(&self, mut game: Four, rng: &mut Rng) -> (Outcome, u32) {
        let start = game.plies;
        let mut bits = 0u64;
        loop {
            if let Some(outcome) = game.outcome() {
                return (outcome, u32::from(game.plies - start));
            }
            let free = (game.all + COLUMNS) & BOARD;
            loop {
                if bits < 1 << 16 {
                    bits = rng.bits() | 1 << 63;
                }
                let column = ((bits & 0xffff) * 7) >> 16;
                bits >>= 16;
                let bit = free & 0x7f << (7 * column);
                if bit != 0 {
                    game.drop(bit);
                    break;
                }
            }
        }
    }
}

fn search(position: &Four, limits: &Limits) -> Report<u8> {
    Mcts::with(Fast, 7).search(position, limits)
}

/// Time this thread has run, where the system tells it: other programs do not disturb the measure.
fn thread_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// Run with `--release -- --ignored --nocapture`: rounds a second from the start, and as the tree grows.
#[test]
#[ignore = "measures time"]
fn speed_on_connect_four() {
    let start = thread_time();
    let mut rng = Rng::new(1);
    let moves: u32 = (0..1_000_000).map(|_| Fast.play_out(Four::default(), &mut rng).1).sum();
    let took = start.and_then(|start| Some(thread_time()? - start)).unwrap_or_default();
    println!("playouts alone: {:.0} ns, {moves} moves", took.as_secs_f64() * 1e3);
    for expand_after in [1, 4, 16, 64] {
        for most in [5_000_000, 50_000_000] {
            let limits = Limits::moves(most);
            let start = thread_time();
            let report = Mcts { expand_after, ..Mcts::with(Fast, 7) }.search(&Four::default(), &limits);
            let took = start.and_then(|start| Some(thread_time()? - start)).unwrap_or(report.elapsed);
            let rate = report.counts.evaluations as f64 / took.as_secs_f64();
            let (nodes, rounds) = (report.counts.nodes, report.counts.evaluations);
            println!(
                "children after {expand_after:2}: {rate:9.0} rounds/s, {rounds} rounds, {nodes} nodes, {}",
                report.value
            );
        }
    }
}
