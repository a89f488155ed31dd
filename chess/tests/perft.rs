//! The rules: numbers of move sequences, published and by an independent generator.

use crate::data;

use gametree::rng::Rng;
use gametree::{Game, Persistent};
use gametree_chess::Chess;
use gametree_chess::epd::{Epd, EpdReader, Operation};
use gametree_chess::shakmaty::{Move, Position};

/// The number of sequences of this many moves, through the game's own `moves` and `play`.
fn perft(game: &Chess, depth: u32) -> u64 {
    let moves = game.inner().legal_moves();
    match depth {
        0 => 1,
        1 => moves.len() as u64,
        _ => moves
            .into_iter()
            .map(|m| perft(&game.after(m), depth - 1))
            .sum(),
    }
}

/// The start, Kiwipete, positions 3 to 6 of the usual suite, four of Chess960, and small ones for
/// single rules.
const KNOWN: &[(&str, &[u64])] = &[
    ("startpos", &[20, 400, 8902, 197_281]),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[48, 2039, 97_862],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[14, 191, 2812, 43_238, 674_624],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[6, 264, 9467, 422_333],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[44, 1486, 62_379],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[46, 2079, 89_890],
    ),
    (
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        &[21, 528, 12_189, 326_672],
    ),
    (
        "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
        &[21, 807, 18_002, 667_366],
    ),
    (
        "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
        &[20, 479, 10_471, 273_318],
    ),
    (
        "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
        &[22, 593, 13_440, 382_958],
    ),
    // En passant that would uncover a check; castling rights lost to a promotion; a way out by
    // underpromotion.
    (
        "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1",
        &[18, 92, 1670, 10_138, 185_429, 1_134_888],
    ),
    (
        "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1",
        &[26, 1141, 27_826, 1_274_206],
    ),
    (
        "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1",
        &[11, 133, 1442, 19_174, 266_199],
    ),
];

#[test]
fn published_numbers() {
    for (fen, counts) in KNOWN {
        let game: Chess = fen.parse().unwrap();
        for (count, depth) in counts.iter().zip(1..) {
            assert_eq!(perft(&game, depth), *count, "{fen} depth {depth}");
        }
    }
}

/// The numbers `D1 20; D2 400; ...` of a record.
fn counts(epd: &Epd) -> Vec<(u32, u64)> {
    let one = |operation: &Operation| match operation {
        Operation::Other(name, count) => {
            Some((name.strip_prefix('D')?.parse().ok()?, count.parse().ok()?))
        }
        _ => None,
    };
    epd.operations.iter().filter_map(one).collect()
}

/// Checks the suite's numbers up to `most`.
fn check_suite(most: u64) {
    let Some(text) = data::shared("perft.epd") else {
        return;
    };
    let mut checked = 0;
    for epd in EpdReader::new(text.as_bytes()) {
        let epd = epd.unwrap();
        for (depth, count) in counts(&epd).into_iter().filter(|&(_, count)| count <= most) {
            assert_eq!(perft(&epd.position, depth), count, "{epd}");
            checked += 1;
        }
    }
    assert!(checked > 200, "{checked}");
}

#[test]
fn the_suite_as_far_as_it_is_quick() {
    check_suite(400_000);
}

#[test]
#[ignore = "soak: minutes of counting"]
fn soak_the_whole_suite() {
    check_suite(u64::MAX);
}

/// The legal moves as cozy-chess writes them, castling king on rook.
fn cozy_moves(fen: &str) -> Option<Vec<String>> {
    let board = cozy_chess::Board::from_fen(fen, true).ok()?;
    let mut found = Vec::new();
    board.generate_moves(|moves| {
        found.extend(moves.into_iter().map(|m| m.to_string()));
        false
    });
    found.sort();
    Some(found)
}

/// FEN with castling by the rooks' files, as cozy-chess wants it.
fn shredder(game: &Chess) -> String {
    let fen = game.fen();
    let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
    let rights = game.inner().castles().castling_rights();
    let files = rights.into_iter().map(|rook| {
        let file = rook.file().char();
        if u32::from(rook) < 8 {
            file.to_ascii_uppercase()
        } else {
            file
        }
    });
    let files: String = files.collect();
    fields[2] = if files.is_empty() { "-".into() } else { files };
    fields.join(" ")
}

#[test]
fn random_positions_have_the_moves_that_another_generator_finds() {
    let mut compared = 0;
    for seed in 0..240u64 {
        let mut rng = Rng::new(seed);
        let ordinary = seed % 3 == 0;
        let mut game = if ordinary {
            Chess::default()
        } else {
            Chess::chess960(rng.below(960) as u32).unwrap()
        };
        for _ in 0..120 {
            let moves: Vec<Move> = game.inner().legal_moves().into_iter().collect();
            let mut ours: Vec<String> = moves.iter().map(|&m| king_on_rook(m)).collect();
            ours.sort();
            let theirs =
                cozy_moves(&shredder(&game)).unwrap_or_else(|| panic!("{}", shredder(&game)));
            assert_eq!(ours, theirs, "{}", game.fen());
            assert_eq!(
                Chess::from_fen(&shredder(&game)).unwrap().identity(),
                game.identity()
            );
            compared += 1;
            if game.outcome().is_some() {
                break;
            }
            game.play(moves[rng.below(moves.len())]);
        }
    }
    assert!(compared > 20_000, "{compared}");
}

fn king_on_rook(m: Move) -> String {
    m.to_uci(gametree_chess::shakmaty::CastlingMode::Chess960)
        .to_string()
}
