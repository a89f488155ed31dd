//! Whatever the bytes, nothing panics, and what is accepted can be used.

use gametree::rng::Rng;
use gametree::{Game, Notation, Persistent, Readable};
use gametree_chess::Chess;
use gametree_chess::epd::{Epd, EpdReader};
use gametree_chess::pgn::PgnReader;
use gametree_chess::polyglot::Book;

/// Texts that are right, to be made wrong.
const FENS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
    "B6b/8/8/8/2K5/5k2/8/b6B b - - 99 200",
    "4k3/8/8/8/8/8/8/4K2R w K -",
];

const EPDS: [&str; 2] = [
    "4k3/8/8/8/8/8/8/4K2R w K - bm O-O Rh8+; id \"a \\\" b;\"; ce -520; pv Rh8+ Ke7; c0 \"é\"; hmvc 3;",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; am Nd3; D1 20; acn 9999999999;",
];

const PGNS: [&str; 2] = [
    "[Event \"x \\\" y\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O! {[%eval 0.34,20] é} (1. Rh8+ $3 Ke7 (1... Kd7) 2. Rh7+) 1... Ke7 ; x\n1-0\n\n",
    "\u{feff}[White \"a\"]\r\n[Variant \"Chess960\"]\r\n[FEN \"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9\"]\r\n\r\n9. e4 e.p. 0-0 +/- *\r\n",
];

const MOVES: [&str; 10] = [
    "e4", "e2e4", "Nf3!?", "O-O-O+", "0-0", "exd6e.p.", "e8=Q#", "e8Q", "a7a8q", "R1xa3",
];

/// Changes, inserts, removes or doubles some bytes.
fn mutate(text: &[u8], rng: &mut Rng) -> Vec<u8> {
    const LIKELY: &[u8] = b"KQRBNPkqrbnp12345678/ -wbabcdefgh()[]{};$!?*.%\"\\\n\r\t=+#x0O\xc3\xff";
    let mut bytes = text.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let byte = if rng.below(8) == 0 {
            rng.bits() as u8
        } else {
            LIKELY[rng.below(LIKELY.len())]
        };
        match rng.below(4) {
            0 if at < bytes.len() => bytes[at] = byte,
            1 if at < bytes.len() => drop(bytes.remove(at)),
            2 => {
                let to = at + rng.below(bytes.len() - at + 1);
                let again = bytes[at..to].to_vec();
                bytes.splice(at..at, again);
            }
            _ => bytes.insert(at, byte),
        }
    }
    bytes
}

/// Something wrong, now and then nothing but noise.
fn wrong(texts: &[&str], rng: &mut Rng) -> Vec<u8> {
    if rng.below(10) == 0 {
        return (0..rng.below(60)).map(|_| rng.bits() as u8).collect();
    }
    let text = texts[rng.below(texts.len())];
    mutate(text.as_bytes(), rng)
}

/// Plays some moves and calls everything.
fn use_it(mut game: Chess, rng: &mut Rng) {
    for _ in 0..4 {
        let again = Chess::read(&game.write()).unwrap();
        assert_eq!(again.identity(), game.identity(), "{}", game.fen());
        let mut settled = game.clone();
        settled.normalize();
        assert_eq!(settled.identity(), game.identity());
        if game.outcome().is_some() {
            return;
        }
        let moves: Vec<_> = game.moves().collect();
        let m = moves[rng.below(moves.len())];
        assert_eq!(
            game.read_move(&game.write_move(m)),
            Some(m),
            "{}",
            game.fen()
        );
        game.play(m);
    }
}

#[test]
fn positions_and_moves() {
    let (mut rng, mut good) = (Rng::new(1), 0);
    for _ in 0..20_000 {
        let bytes = wrong(&FENS, &mut rng);
        if let Ok(game) = String::from_utf8_lossy(&bytes).parse::<Chess>() {
            good += 1;
            use_it(game, &mut rng);
        }
    }
    assert!(good > 300, "{good}");
    let games: Vec<Chess> = FENS.iter().map(|fen| fen.parse().unwrap()).collect();
    for _ in 0..20_000 {
        let (bytes, game) = (wrong(&MOVES, &mut rng), &games[rng.below(games.len())]);
        let text = String::from_utf8_lossy(&bytes);
        for m in game
            .read_move(&text)
            .into_iter()
            .chain(game.from_uci(&text))
        {
            assert!(
                game.moves().any(|legal| legal == m),
                "{text} in {}",
                game.fen()
            );
        }
    }
}

#[test]
fn records() {
    let (mut rng, mut good) = (Rng::new(2), 0);
    for _ in 0..15_000 {
        let bytes = wrong(&EPDS, &mut rng);
        for epd in EpdReader::new(&bytes[..]).flatten() {
            good += 1;
            let again =
                Epd::parse(&epd.to_string()).unwrap_or_else(|error| panic!("{error}: {epd}"));
            assert_eq!(again.operations, epd.operations, "{epd}");
        }
    }
    assert!(good > 300, "{good}");
}

#[test]
fn games() {
    let (mut rng, mut good) = (Rng::new(3), 0);
    for _ in 0..15_000 {
        let bytes = wrong(&PGNS, &mut rng);
        for game in PgnReader::new(&bytes[..]).flatten() {
            good += 1;
            let text = game.to_string();
            let again = PgnReader::new(text.as_bytes())
                .next()
                .unwrap()
                .unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again, game, "{text}");
        }
    }
    assert!(good > 300, "{good}");
}

#[test]
fn books() {
    let mut rng = Rng::new(4);
    let games: Vec<Chess> = FENS.iter().map(|fen| fen.parse().unwrap()).collect();
    for _ in 0..5_000 {
        let game = &games[rng.below(games.len())];
        let mut bytes = gametree_chess::polyglot::key(game).to_be_bytes().to_vec();
        bytes.extend((0..8 + rng.below(40)).map(|_| rng.bits() as u8));
        let Ok(book) = Book::read(&bytes[..]) else {
            continue;
        };
        for (m, _) in book.moves(game) {
            assert!(game.moves().any(|legal| legal == m), "{}", game.fen());
        }
    }
}
