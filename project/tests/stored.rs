//! Games that can be projects: what stands on disk never changes, and what users write is read.

use gametree::board::Board;
use gametree::{Drawn, Game, Notation, Persistent};
use gametree_catalog::{Position, ProjectGame, stored_games};

/// Positions of projects as an earlier version saved them: identities, texts and codes of moves are
/// the format of the files.
const GOLDEN: &str = include_str!("data/stored_positions.golden");

fn open(name: &str) -> ProjectGame {
    ProjectGame::open(name).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn from_user(game: &str, text: &str) -> Position {
    let read = open(game).parse_position(text);
    read.unwrap_or_else(|why| panic!("{game}, {text}: {why}"))
}

#[test]
fn what_is_on_disk_is_what_it_was() {
    let rows = GOLDEN.lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for row in rows {
        let [game, text, identity, moves] = row.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let position = open(game).reader()(text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(position.write(), text, "{game}");
        assert_eq!(format!("{:032x}", position.identity()), identity, "{text}");
        for named in moves.split_whitespace() {
            let (name, code) = named.rsplit_once('=').expect("a move and its code");
            let m = position.read_move(name).expect("a legal move");
            assert_eq!(position.encode(m).to_string(), code, "{text}: {name}");
            assert_eq!(position.decode(position.encode(m)), Some(m));
            checked += 1;
        }
    }
    assert!(checked > 80, "{checked}");
}

/// Every start opens, is drawn, and comes back from its own text; so does every position after it.
#[test]
fn every_start_can_be_drawn_and_stored() {
    for (info, facts) in stored_games() {
        let game = open(info.name);
        for start in facts.starts.iter().chain(&["startpos"]) {
            let position = from_user(info.name, start);
            assert!(
                position.is_stored() && position.outcome().is_none(),
                "{start}"
            );
            check_board(&position);
            let again = game
                .parse_position(&position.write())
                .expect("its own text");
            assert_eq!(again.identity(), position.identity(), "{start}");
            let m = position.moves().last().expect("a move");
            let mut after = position.after(m);
            after.normalize();
            check_board(&after);
            let read = game.reader()(&after.write()).expect("what was written");
            assert_eq!(read.identity(), after.identity(), "{start}");
        }
        let why = game
            .parse_position("no such position")
            .expect_err("nonsense");
        assert!(why.ends_with('.'), "{why}");
        assert_ne!(facts.players[0], facts.players[1]);
        assert!(facts.nat > 0.0 && !facts.title.is_empty());
    }
}

fn check_board(position: &Position) {
    let grid = match position.board().expect("a board") {
        Board::Chess { fen, .. } => return assert_eq!(fen, position.write()),
        Board::Grid(grid) => grid,
    };
    assert_eq!(grid.cells.len(), grid.rows * grid.cols);
    assert!(grid.row_names.is_empty() || grid.row_names.len() == grid.rows);
    assert!(grid.col_names.is_empty() || grid.col_names.len() == grid.cols);
    let on_board = |cell: &Option<String>| {
        let cell = cell.as_ref().map(|cell| cell.parse::<usize>());
        cell.is_none_or(|cell| cell.expect("a number") < grid.cells.len())
    };
    for m in position.moves() {
        let squares = position.squares(m);
        assert!(on_board(&squares.from) && on_board(&squares.to) && squares.to.is_some());
        assert_eq!(squares.promotion, None);
        assert_eq!(position.uci(m), position.write_move(m));
    }
}

#[test]
fn positions_are_read_as_people_write_them() {
    let write = |game: &str, text: &str| from_user(game, text).write();
    assert_eq!(write("connect4", "4 4, 453"), write("connect4", "44453"));
    assert_eq!(write("tictactoe", "startpos"), "tictactoe .../.../...");
    assert_eq!(
        write("tictactoe", "5137"),
        write("tictactoe", "b2 a1 c1 a3")
    );
    assert!(write("mnk", "startpos").starts_with("mnk:15x15x5 "));
    assert!(write("mnk", "mnk:4x5x3 b2").starts_with("mnk:4x5x3 "));
    assert_eq!(write("othello", "f5 d6 c3"), write("othello", "f5d6c3"));
    assert_eq!(
        write("breakthrough", ""),
        write("breakthrough", "breakthrough:8")
    );
    assert_eq!(write("nim", "nim:3,0,12 second"), "3,0,12 second");
    assert_eq!(write("nim", "1 2 3"), "1,2,3 first");
    assert_eq!(write("squares", "squares:5 2,4,B"), "5: 2,4,B");
    assert_eq!(write("hex", "hex:3 b2 a1"), "O../.X./...");
    assert_eq!(write("hex", "hex:3"), ".../.../...");
    assert!(write("chess", "e4 e5").ends_with("w KQkq - 0 2"));
}

#[test]
fn what_is_wrong_is_said_in_a_sentence() {
    let wrong = [
        ("connect4", "449"),
        ("tictactoe", "z9"),
        ("tictactoe", "mnk:3x3x9"),
        ("tictactoe", "mnk:15x15x5"),
        ("tictactoe", "b2 b2"),
        ("othello", "a1"),
        ("othello", "othello:5"),
        ("othello", "othello:6 h8"),
        ("othello", "--- X"),
        ("breakthrough", "a2a5"),
        ("breakthrough", "breakthrough:9"),
        ("breakthrough", "OO/OO/XX/XX"),
        ("nim", "a"),
        ("nim", "1000"),
        ("nim", "1,2,3,4,5,6,7,8,9"),
        ("squares", "squares:2"),
        ("squares", "squares:50"),
        ("squares", "1,1,A"),
        ("hex", "hex:12"),
        ("hex", "hex:x"),
        ("hex", "hex:3 b2 b2"),
        ("hex", "XX/.."),
    ];
    for (game, text) in wrong {
        let why = open(game).parse_position(text).expect_err(text);
        assert!(why.starts_with("Th") && why.ends_with('.'), "{game}: {why}");
    }
}

#[test]
fn openings_have_names() {
    let chess = open("chess");
    let start = from_user("chess", "startpos");
    let line = [start.read_move("e4").expect("legal")];
    let opening = chess.facts.opening;
    assert_eq!(
        opening(&start, &line).as_deref(),
        Some("B00 King's Pawn Game")
    );
    let pawn = from_user("chess", "7k/P7/8/8/8/8/8/7K w - - 0 1");
    assert_eq!(opening(&pawn, &[]), None);
}
