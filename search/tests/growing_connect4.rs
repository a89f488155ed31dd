//! Connect-Four: a game with transpositions, wins and draws, and fast playouts of its own.

use gametree::alphabeta::AlphaBeta;
use gametree::best_first::BestFirst;
use gametree::df_pn::DfPn;
use gametree::mcts::Mcts;
use gametree::minmax::{Exact, Proving};
use gametree::playout::{Playout, Uniform};
use gametree::proof_number::ProofNumber;
use gametree::retrograde::Retrograde;
use gametree::rng::{Rng, mix};
use gametree::{
    AnySearch, Game, Keyed, Limits, Outcome, Player, Score, Search, Stop, TwoPlayer, Verdict,
};

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
        columns
            .bytes()
            .fold(Four::default(), |game, column| game.after(column - b'1'))
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

impl Keyed for Four {
    fn key(&self) -> u64 {
        mix(self.own + self.all + COLUMNS)
    }
}

/// Uniform playouts without lists of moves; four columns from one draw of the generator, full ones
/// drawn again.
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

/// A random position of so many plies in which the game goes on.
fn position(plies: u8, seed: u64) -> Four {
    let mut rng = Rng::new(seed);
    loop {
        let mut game = Four::default();
        while game.plies < plies && game.outcome().is_none() {
            let moves: Vec<u8> = game.moves().collect();
            game.play(moves[rng.below(moves.len())]);
        }
        if game.outcome().is_none() {
            return game;
        }
    }
}

/// A win counts as a win, however long it takes.
fn class(value: Score) -> i32 {
    if value.is_decided() {
        value.raw().signum()
    } else {
        0
    }
}

#[test]
fn endgames_are_solved_and_the_move_keeps_the_value() {
    let mut classes = [0; 3];
    for seed in 0..200 {
        let root = position(31 + (seed % 4) as u8, seed);
        let truth = AlphaBeta::blind().search(&root, &Limits::none()).value;
        classes[(class(truth) + 1) as usize] += 1;
        let searches: [(&str, Box<dyn AnySearch<Four>>); 7] = [
            ("pns", Box::new(ProofNumber::blind())),
            (
                "fastest",
                Box::new(ProofNumber {
                    fastest: true,
                    ..ProofNumber::blind()
                }),
            ),
            ("dfpn", Box::new(DfPn::blind())),
            ("bestfirst", Box::new(BestFirst::blind())),
            (
                "minmax",
                Box::new(Proving(Exact {
                    evaluator: gametree::Blind,
                    p: 40.0,
                    shift: 512,
                })),
            ),
            ("mcts", Box::new(Mcts::with(Fast, seed))),
            ("retrograde", Box::new(Retrograde::blind())),
        ];
        for (name, mut search) in searches {
            let report = search.search_any(&root, &Limits::none());
            assert_eq!(
                (report.proven, report.stop),
                (true, Stop::Done),
                "{name}, {seed}"
            );
            assert_eq!(class(report.value), class(truth), "{name}, {seed}");
            let exact = ["fastest", "bestfirst", "minmax", "retrograde"].contains(&name);
            assert!(
                !exact || report.value == truth,
                "{name}, {seed}: {} for {truth}",
                report.value
            );
            let next = report.best().map(|m| root.after(m)).unwrap();
            let reply = AlphaBeta::blind().search(&next, &Limits::none()).value;
            assert_eq!(class(reply), class(truth), "{name}, {seed}: a bad move");
        }
    }
    assert!(classes.iter().all(|&n| n > 3), "{classes:?}");
}

#[test]
fn a_win_in_one_is_played_and_a_loss_in_two_avoided() {
    // Three in a column each, the first player to move.
    let both = Four::read("121212");
    let report = Mcts::new(1).search(&both, &Limits::none());
    assert_eq!(
        (report.value.verdict(), report.line),
        (Verdict::Win(1), vec![0])
    );
    // The second player must stop the first one's column.
    let threatened = Four::read("12121");
    let report = Mcts::new(1).search(&threatened, &Limits::nodes(2000));
    assert_eq!(report.best(), Some(0));
    assert_eq!(report.stop, Stop::Nodes);
}

#[test]
fn the_centre_is_liked_from_the_start() {
    for seed in 0..3 {
        let report = Mcts::with(Fast, seed).search(&Four::default(), &Limits::moves(1_000_000));
        assert_eq!((report.best(), report.stop), (Some(3), Stop::Moves));
        assert!((50..400).contains(&report.value.raw()), "{}", report.value);
    }
}

#[test]
fn fast_playouts_are_as_uniform_as_the_default_ones() {
    let share = |playout: &dyn Fn(&mut Rng) -> Outcome| {
        let mut rng = Rng::new(3);
        let wins = (0..40_000)
            .filter(|_| playout(&mut rng) == Outcome::Win(Player::FIRST))
            .count();
        wins as f64 / 40_000.0
    };
    let plain = share(&|rng| Uniform.play_out(Four::default(), rng).0);
    let fast = share(&|rng| Fast.play_out(Four::default(), rng).0);
    assert!((plain - fast).abs() < 0.015, "{plain} {fast}");
}
