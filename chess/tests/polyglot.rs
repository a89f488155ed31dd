//! Polyglot books: a real one is read, ours are read by python-chess.

use crate::data;
use crate::python;

use gametree::rng::Rng;
use gametree::{Game, Notation};
use gametree_chess::Chess;
use gametree_chess::polyglot::{Book, BookBuilder, key};
use gametree_chess::shakmaty::Position;

/// Positions of random games, some of Chess960, with some moves of each.
fn random_book(games: u64) -> (Book, Vec<Chess>) {
    let (mut builder, mut positions) = (BookBuilder::default(), Vec::new());
    for seed in 0..games {
        let mut rng = Rng::new(seed);
        let mut game = if seed % 4 == 0 {
            Chess::chess960(rng.below(960) as u32).unwrap()
        } else {
            Chess::default()
        };
        for _ in 0..60 {
            let moves = game.inner().legal_moves();
            if moves.is_empty() {
                break;
            }
            for _ in 0..3 {
                builder.add(
                    &game,
                    moves[rng.below(moves.len())],
                    rng.bits() >> (rng.below(60) + 4),
                );
            }
            let castles = moves.iter().find(|m| m.is_castle()).copied();
            castles.into_iter().for_each(|m| builder.add(&game, m, 5));
            positions.push(game.clone());
            game.play(castles.unwrap_or(moves[rng.below(moves.len())]));
        }
    }
    (builder.finish(), positions)
}

#[test]
fn what_is_written_is_read_back() {
    let (book, positions) = random_book(80);
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    assert_eq!(bytes.len(), 16 * book.entries().len());
    let read = Book::read(&bytes[..]).unwrap();
    assert_eq!(read, book);
    assert!(read.was_sorted());
    for position in &positions {
        assert!(!read.moves(position).is_empty(), "{}", position.fen());
    }
}

const LIST: &str = r#"
with chess.polyglot.open_reader(sys.argv[1]) as book, open(sys.argv[2]) as fens:
    for line in fens:
        mode, fen = line.rstrip("\n").split(" ", 1)
        board = chess.Board(fen, chess960=mode == "960")
        found = [f"{entry.move.uci()}:{entry.weight}" for entry in book.find_all(board)]
        print(f"{chess.polyglot.zobrist_hash(board):016x} {' '.join(sorted(found))}")
"#;

#[test]
fn python_chess_finds_the_same_moves() {
    let (book, positions) = random_book(40);
    let directory = tempfile::tempdir().unwrap();
    let [file, fens] = ["book.bin", "fens"].map(|name| directory.path().join(name));
    book.write(&mut std::fs::File::create(&file).unwrap())
        .unwrap();
    let lines = positions.iter().map(|position| {
        let mode = if position.is_chess960() { "960" } else { "std" };
        format!("{mode} {}\n", position.fen())
    });
    std::fs::write(&fens, lines.collect::<String>()).unwrap();
    let Some(found) = python::run(LIST, &[file.to_str().unwrap(), fens.to_str().unwrap()]) else {
        return;
    };
    for (position, found) in positions.iter().zip(found.lines()) {
        let weighty = book
            .moves(position)
            .into_iter()
            .filter(|(_, weight)| *weight > 0);
        let mut moves: Vec<String> = weighty
            .map(|(m, weight)| format!("{}:{weight}", position.uci(m)))
            .collect();
        moves.sort();
        // python-chess is told the FEN, which names the en passant square only where a capture is
        // legal.
        let told = Chess::from_fen(&position.fen()).unwrap();
        if key(&told) == key(position) {
            assert_eq!(
                found,
                format!("{:016x} {}", key(position), moves.join(" ")),
                "{}",
                position.fen()
            );
        }
    }
    assert_eq!(found.lines().count(), positions.len());
}

#[test]
fn a_book_of_the_field_is_read() {
    let Some(path) = data::fetched("polyglot/performance.bin") else {
        return;
    };
    let book = Book::open(path).unwrap();
    assert!(book.was_sorted());
    assert_eq!(book.entries().len(), 92954);
    let start = Chess::default();
    let first: Vec<String> = book
        .moves(&start)
        .into_iter()
        .map(|(m, _)| start.write_move(m))
        .collect();
    assert_eq!(first.first().map(String::as_str), Some("e4"));
    let mut bytes = Vec::new();
    book.write(&mut bytes).unwrap();
    assert_eq!(bytes.len(), 92954 * 16);
    // Every move of every position that it reaches by its own moves is legal.
    let (mut seen, mut open, mut found) = (std::collections::HashSet::new(), vec![start], 0);
    while let Some(position) = open.pop() {
        if !seen.insert(key(&position)) {
            continue;
        }
        let moves = book.moves(&position);
        let entries = book.entries();
        let first = entries.partition_point(|entry| entry.key < key(&position));
        let here = entries[first..]
            .iter()
            .take_while(|entry| entry.key == key(&position))
            .count();
        assert_eq!(moves.len(), here, "{}", position.fen());
        found += here;
        open.extend(moves.into_iter().map(|(m, _)| position.after(m)));
    }
    assert_eq!(found, 6054);
}
