//! The targets. Each returns whether it accepted the bytes: the driver goes on from those.

use std::fs;
use std::io::BufReader;

use gametree::learning::Linear;
use gametree::minimax::Minimax;
use gametree::tree::Tree;
use gametree::{Game, Limits, Persistent, Readable, Search};
use gametree_atlas::store::{FileStore, check};
use gametree_chess::Chess;
use gametree_chess::epd::EpdReader;
use gametree_chess::pgn::PgnReader;
use gametree_chess::polyglot;
use gametree_chess::uci::protocol;
use gametree_farm::message::{
    BeatMessage, CancelMessage, Message, ProjectMessage, ResultMessage, TaskMessage, decode, encode,
};
use gametree_games::connect4::{Book, Connect4, Shape};

use crate::interface;

/// A target: whether it accepted the bytes.
pub type Target = fn(&[u8]) -> bool;

/// All targets by name. A name is also the folder of the target's corpus.
pub const TARGETS: [(&str, Target); 13] = [
    ("pgn", pgn),
    ("epd", epd),
    ("fen", fen),
    ("uci", uci),
    ("tree", tree),
    ("polyglot", polyglot_book),
    ("connect4", connect4),
    ("weights", weights),
    ("store", store),
    ("broker", broker),
    ("http", interface::http),
    ("openapi", interface::openapi),
    ("topics", interface::topics),
];

/// Games with comments, variations and evaluations; written and read again they are the same.
pub fn pgn(bytes: &[u8]) -> bool {
    let mut accepted = false;
    for game in PgnReader::new(bytes).take(20).flatten() {
        let written = write(&game);
        let again: Vec<_> = PgnReader::new(written.as_slice()).flatten().collect();
        assert_eq!(again.len(), 1, "one game was written");
        assert_eq!(
            write(&again[0]),
            written,
            "a game changes when it is read again"
        );
        accepted |= game.len() > 1;
    }
    accepted
}

fn write(game: &gametree_chess::pgn::PgnGame) -> Vec<u8> {
    let mut written = Vec::new();
    game.write(&mut written).expect("memory takes all bytes");
    written
}

/// Positions with operations.
pub fn epd(bytes: &[u8]) -> bool {
    EpdReader::new(BufReader::new(bytes)).flatten().count() > 0
}

/// Positions of chess; written and read again they are the same.
pub fn fen(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Ok(position) = Chess::read(&text) else {
        return false;
    };
    let again = Chess::read(&position.write()).expect("what was written can be read");
    assert_eq!(again.identity(), position.identity());
    for m in position.moves() {
        let after = position.after(m);
        assert!(Chess::read(&after.write()).is_ok(), "{}", after.write());
    }
    true
}

/// What engines say.
pub fn uci(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.lines().map(protocol::read).count() > 0
}

/// Games as text; what is read can be searched.
pub fn tree(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let Ok(tree) = text.parse::<Tree>() else {
        return false;
    };
    assert!(tree.leaves() <= tree.len());
    if let Ok(root) = tree.two_player() {
        let report = Minimax::blind().search(&root, &Limits::depth(4).and_nodes(1000));
        assert_eq!(report.line.is_empty(), root.outcome().is_some());
    }
    true
}

/// Opening books of chess; written and read again they are the same.
pub fn polyglot_book(bytes: &[u8]) -> bool {
    let Ok(book) = polyglot::Book::read(bytes) else {
        return false;
    };
    let start = Chess::default();
    for (m, _) in book.moves(&start) {
        assert!(start.moves().any(|legal| legal == m), "an illegal move");
    }
    let mut written = Vec::new();
    book.write(&mut written).expect("memory takes all bytes");
    let again = polyglot::Book::read(written.as_slice()).expect("what was written can be read");
    assert_eq!(again.entries(), book.entries());
    !book.entries().is_empty()
}

/// Positions of Connect-Four, and its book.
pub fn connect4(bytes: &[u8]) -> bool {
    let is_book = Book::read(bytes.to_vec()).is_ok();
    let Ok(position) = Connect4::read(&String::from_utf8_lossy(bytes)) else {
        return is_book;
    };
    let again = Connect4::read(&position.write()).expect("what was written can be read");
    assert_eq!(again, position);
    position.ply() > 0
}

/// The weights of an evaluator.
pub fn weights(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    Linear::read::<Connect4>(Shape, "connect4", &text).is_ok()
}

/// The file of a project: refused, reported as damaged, or read to its end.
pub fn store(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("fuzzed.atlas");
    fs::write(&path, bytes).expect("the temporary folder takes files");
    let report = check(&path);
    let opened = FileStore::open(&path).is_ok();
    opened && report.is_ok_and(|report| report.is_whole())
}

/// Messages of the farm, each kind; encoded and decoded again they are the same.
pub fn broker(bytes: &[u8]) -> bool {
    let kinds = [
        message::<TaskMessage>(bytes),
        message::<ResultMessage>(bytes),
        message::<BeatMessage>(bytes),
        message::<ProjectMessage>(bytes),
        message::<CancelMessage>(bytes),
    ];
    kinds.contains(&true)
}

fn message<M: Message>(bytes: &[u8]) -> bool {
    let Ok(message) = decode::<M>(bytes) else {
        return false;
    };
    // A message close to the limit may be longer when it is written our way.
    if let Ok(encoded) = encode(&message) {
        assert!(decode::<M>(&encoded).is_ok(), "what was sent is refused");
    }
    true
}
