//! `gametree atlas export`: everything that is written is read back, by us and by python-chess.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use gametree::{Notation, Persistent};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Order, Rule};
use gametree_atlas::store::FileStore;
use gametree_chess::Chess;
use gametree_chess::epd::EpdReader;
use gametree_chess::pgn::{PgnGame, PgnReader};
use gametree_chess::polyglot::Book;
use serde_json::Value;

use crate::atlas_reading::grown;
use crate::{gametree, json};

#[path = "../../../chess/tests/python/mod.rs"]
pub mod python;

/// Writes one format, everything of it, into a new file.
fn export(folder: &Path, format: &str, more: &[&str]) -> String {
    let file = folder
        .join(format.trim_start_matches('-'))
        .display()
        .to_string();
    let run = gametree(&[&["atlas", "export", grown(), format, &file], more].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    file
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a directory")
}

fn first_game(text: &str) -> PgnGame {
    PgnReader::new(text.as_bytes())
        .next()
        .expect("a game")
        .expect("a sound one")
}

#[test]
fn a_pgn_has_every_move_of_the_graph_and_is_read_back() {
    let folder = folder();
    let file = export(folder.path(), "--pgn", &["--share", "0"]);
    let text = fs::read_to_string(&file).expect("written");
    let game = first_game(&text);
    let stats = json(&["atlas", "stats", grown()]);
    let moves = stats["moves"].as_u64().expect("a number");
    assert_eq!(game.len() as u64 - 1, moves, "every move once:\n{text}");
    assert_eq!(game.to_string(), text, "what was read is written the same");
    assert_eq!(
        game.header("Event"),
        Some(format!("gametree atlas {}", grown()).as_str())
    );
    let valued = (1..game.len())
        .filter(|&id| game.node(id).eval().is_some())
        .count();
    assert!(valued > 5, "{text}");
    let mut before = game.start.clone();
    let mut main = Vec::new();
    for id in game.main_line() {
        main.push(before.uci(game.node(id).played().expect("a move")));
        before = game.position(id).expect("legal");
    }
    assert_eq!(main, main_line_of_the_tree());
}

/// The moves that carry the value, or where none is in the graph the first, as long as there are
/// any.
fn main_line_of_the_tree() -> Vec<String> {
    let object = json(&["atlas", "tree", grown(), "--share", "0"]);
    let rows = object["rows"].as_array().expect("rows");
    let (mut at, mut line) = (0, Vec::new());
    loop {
        let below = |row: &usize| rows[*row]["parent"] == at;
        let best = (0..rows.len())
            .filter(below)
            .min_by_key(|&row| rows[row]["best"] != true);
        let Some(next) = best else { return line };
        line.push(rows[next]["uci"].as_str().expect("a move").to_string());
        at = next;
    }
}

/// Moves with their values, depth first, one a line, as python-chess reads a game.
const GAME: &str = "
game = chess.pgn.read_game(open(sys.argv[1], encoding='utf-8'))
assert not game.errors, game.errors
stack = [game]
while stack:
  node = stack.pop()
  value = node.eval()
  value = '-' if value is None else str(value.white())
  print('-' if node.move is None else node.move.uci(), value, len(node.variations))
  stack.extend(reversed(node.variations))
";

#[test]
fn python_reads_the_same_game() {
    let folder = folder();
    let file = export(folder.path(), "--pgn", &["--share", "0"]);
    let Some(seen) = python::run(GAME, &[&file]) else {
        return;
    };
    let game = first_game(&fs::read_to_string(&file).expect("written"));
    let mut lines = Vec::new();
    let mut stack = vec![PgnGame::START];
    while let Some(id) = stack.pop() {
        let node = game.node(id);
        let before = game.position(node.parent()).expect("legal");
        let name = node.played().map_or("-".to_string(), |m| before.uci(m));
        let value = node
            .eval()
            .map_or("-".to_string(), |eval| match eval.score {
                gametree_chess::pgn::PgnScore::Centipawns(0) => "0".into(),
                gametree_chess::pgn::PgnScore::Centipawns(value) => format!("{value:+}"),
                gametree_chess::pgn::PgnScore::Mate(moves) => format!("#{moves:+}"),
            });
        lines.push(format!("{name} {value} {}", node.children().len()));
        stack.extend(node.children().iter().rev());
    }
    assert_eq!(seen.lines().collect::<Vec<_>>(), lines);
}

#[test]
fn a_part_is_a_game_that_begins_there() {
    let best = json(&["atlas", "moves", grown()])["best"]
        .as_str()
        .expect("a move")
        .to_string();
    let run = gametree(&["atlas", "export", grown(), &best, "--pgn", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    let game = first_game(&run.out);
    assert!(game.start.color().is_black(), "{}", run.out);
    assert!(run.out.contains(&format!("after 1.{best}")), "{}", run.out);
}

#[test]
fn a_book_prefers_the_best_move() {
    let folder = folder();
    let file = export(folder.path(), "--polyglot", &[]);
    let book = Book::open(&file).expect("a book");
    assert!(
        book.was_sorted()
            && book
                .entries()
                .iter()
                .all(|entry| entry.learn == 0 && entry.weight > 0)
    );
    let start = Chess::default();
    let moves = json(&["atlas", "moves", grown()]);
    let heaviest = book
        .moves(&start)
        .into_iter()
        .max_by_key(|&(_, weight)| weight)
        .expect("a move");
    assert_eq!(Value::from(start.write_move(heaviest.0)), moves["best"]);
    let script = "
board = chess.Board()
with chess.polyglot.open_reader(sys.argv[1]) as book:
  for entry in book.find_all(board):
    print(entry.move.uci(), entry.weight)
";
    let Some(seen) = python::run(script, &[&file]) else {
        return;
    };
    let parse = |line: &str| {
        line.split_once(' ')
            .map(|(uci, weight)| (uci.to_string(), weight.to_string()))
    };
    let seen: HashMap<String, String> = seen.lines().filter_map(parse).collect();
    let ours: HashMap<String, String> = book
        .moves(&start)
        .into_iter()
        .map(|(m, weight)| (start.uci(m), weight.to_string()))
        .collect();
    assert_eq!(seen, ours);
}

#[test]
fn records_are_positions_with_their_values() {
    let folder = folder();
    let file = export(folder.path(), "--epd", &[]);
    let text = fs::read(&file).expect("written");
    let records: Vec<_> = EpdReader::new(&text[..])
        .map(|record| record.expect("a sound record"))
        .collect();
    let stats = json(&["atlas", "stats", grown()]);
    assert_eq!(
        records.len() as u64,
        stats["positions"].as_u64().expect("a number")
    );
    let root = &records[0];
    let moves = json(&["atlas", "moves", grown()]);
    assert_eq!(root.position.identity(), Chess::default().identity());
    assert_eq!(
        Value::from(root.position.write_move(root.best_moves()[0])),
        moves["best"]
    );
    assert!(
        root.to_string()
            .contains(&format!("ce {};", moves["value"])),
        "{root}"
    );
    assert!(root.to_string().contains("share 1.0"), "{root}");
    let few = export(folder.path(), "--epd", &["--most", "3", "--force"]);
    assert_eq!(fs::read_to_string(few).expect("written").lines().count(), 3);
}

#[test]
fn objects_and_drawings_are_what_they_say() {
    let folder = folder();
    let object = fs::read_to_string(export(folder.path(), "--json", &[])).expect("written");
    let object: Value = serde_json::from_str(&object).expect("JSON");
    let stats = json(&["atlas", "stats", grown()]);
    assert_eq!(object["schema"], "gametree.atlas.export/1");
    assert_eq!(
        object["positions"].as_array().map(|all| all.len() as u64),
        stats["positions"].as_u64()
    );
    let best = json(&["atlas", "moves", grown()])["best"]
        .as_str()
        .expect("a move")
        .to_string();
    let part = gametree(&["atlas", "export", grown(), &best, "--json", "-"]).json();
    assert_eq!(
        part["positions"][0]["turn"], 2,
        "the part begins behind the move"
    );
    let svg = fs::read_to_string(export(folder.path(), "--svg", &[])).expect("written");
    let mut reader = quick_xml::Reader::from_str(&svg);
    while !matches!(
        reader.read_event().expect("sound XML"),
        quick_xml::events::Event::Eof
    ) {}
    let dot = fs::read_to_string(export(folder.path(), "--dot", &[])).expect("written");
    assert!(
        dot.starts_with("digraph") && dot.contains(&format!("label=\"{best}\"")),
        "{dot}"
    );
}

#[test]
fn pages_lead_to_pages_that_are_there() {
    let folder = folder();
    let pages = export(folder.path(), "--html", &["--share", "0"]);
    let stats = json(&["atlas", "stats", grown()]);
    let mut count = 0;
    for entry in fs::read_dir(&pages).expect("written") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "html") {
            continue;
        }
        count += 1;
        let text = fs::read_to_string(&path).expect("a page");
        assert!(
            !text.contains("http://") && !text.contains("https://"),
            "nothing from elsewhere"
        );
        for link in text.split("href=\"").skip(1) {
            let target = link.split('"').next().expect("a target");
            assert!(
                Path::new(&pages).join(target).exists(),
                "{target} in {}",
                path.display()
            );
        }
    }
    assert_eq!(
        count,
        stats["positions"].as_u64().expect("a number") + 1,
        "a page a position, and the index"
    );
    let again = gametree(&["atlas", "export", grown(), "--html", &pages]);
    assert!(
        again.code == 1 && again.err.contains("--force"),
        "{}",
        again.err
    );
    assert_eq!(
        gametree(&["atlas", "export", grown(), "--html", &pages, "--force"]).code,
        0
    );
    assert_eq!(
        fs::read_dir(folder.path()).expect("read").count(),
        1,
        "nothing unfinished is left"
    );
}

#[test]
fn files_are_not_overwritten_and_mistakes_are_named() {
    let folder = folder();
    let file = export(folder.path(), "--pgn", &[]);
    fs::write(&file, "mine").expect("written");
    let again = gametree(&["atlas", "export", grown(), "--pgn", &file]);
    assert!(
        again.code == 1 && again.err.contains("--force"),
        "{}",
        again.err
    );
    assert_eq!(fs::read_to_string(&file).expect("read"), "mine");
    assert_eq!(
        gametree(&["atlas", "export", grown(), "--pgn", &file, "--force"]).code,
        0
    );
    assert_ne!(fs::read_to_string(&file).expect("read"), "mine");
    let nothing = gametree(&["atlas", "export", grown()]);
    assert!(
        nothing.code == 2 && nothing.err.contains("--pgn"),
        "{}",
        nothing.err
    );
    assert_eq!(
        gametree(&["atlas", "export", grown(), "--pgn", "-", "--epd", "-"]).code,
        2
    );
    assert_eq!(
        gametree(&["atlas", "export", grown(), "--html", "-"]).code,
        2
    );
    let nowhere = folder
        .path()
        .join("no/such/place.pgn")
        .display()
        .to_string();
    let nowhere = gametree(&["atlas", "export", grown(), "--pgn", &nowhere]);
    assert!(
        nowhere.code == 1 && nowhere.err.contains("cannot write"),
        "{}",
        nowhere.err
    );
}

/// White mates at once.
const MATE: &str = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";

/// What no format may take for its own.
const NOTE: &str = "a \"quoted\" {brace}; % (x) <b>bold</b> & [%eval 9.99] $2";

/// The small project with a second root, a note, a watch and an excluded move.
fn steered(folder: &Path) -> String {
    let file = folder.join("steered.atlas");
    fs::copy(grown(), &file).expect("copied");
    let mut atlas: Atlas<Chess, FileStore> =
        Atlas::open(FileStore::open(&file).expect("opened")).expect("a project");
    let first = atlas.graph().roots()[0].node;
    let code = atlas.query().moves(first).rows.last().expect("a move").code;
    atlas
        .add_root(&MATE.parse().expect("a position"))
        .expect("added");
    atlas
        .steer(Order::Note {
            node: first,
            text: NOTE.into(),
        })
        .expect("noted");
    atlas
        .steer(Order::Watch {
            node: first,
            rule: Some(Rule::BestChanges),
        })
        .expect("watched");
    atlas
        .steer(Order::Exclude {
            node: first,
            code,
            on: true,
        })
        .expect("excluded");
    atlas.commit().expect("saved");
    drop(atlas);
    let name = file.display().to_string();
    let few = [
        "--engine",
        "builtin",
        "--engines",
        "1",
        "--evaluations",
        "10",
    ];
    let run = gametree(&[&["analyse", "--project", &name], &few[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    name
}

#[test]
fn what_the_user_wrote_and_what_is_decided_is_in_every_format() {
    let folder = folder();
    let name = steered(folder.path());
    let shown = json(&["atlas", "show", &name]);
    assert_eq!(
        (&shown["note"], shown["watches"][0].as_str()),
        (&Value::from(NOTE), Some("the best move changes"))
    );
    let moves = json(&["atlas", "moves", &name]);
    let excluded = moves["moves"]
        .as_array()
        .and_then(|all| all.last())
        .expect("a move");
    assert_eq!(
        (&excluded["state"], &excluded["share"]),
        (&Value::from("excluded"), &Value::from(0.0))
    );
    let mate = json(&["atlas", "moves", &name, MATE]);
    assert_eq!(
        (&mate["value"], &mate["value_text"]),
        (&Value::from(999_999), &Value::from("#1"))
    );
    let [pgn, epd, html] =
        ["x.pgn", "x.epd", "x"].map(|file| folder.path().join(file).display().to_string());
    let run = gametree(&[
        "atlas", "export", &name, "--pgn", &pgn, "--epd", &epd, "--html", &html,
    ]);
    assert_eq!(run.code, 0, "{}", run.err);
    let text = fs::read_to_string(&pgn).expect("written");
    let games: Vec<PgnGame> = PgnReader::new(text.as_bytes())
        .map(|game| game.expect("a sound one"))
        .collect();
    assert_eq!(games.len(), 2);
    assert_eq!(
        games
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
        text
    );
    assert!(
        games[0]
            .node(0)
            .comments()
            .iter()
            .any(|comment| comment.contains("<b>bold</b>")),
        "{text}"
    );
    assert!(text.contains("[%eval #1"), "{text}");
    let first = excluded["move"].as_str().expect("a move");
    assert!(
        !text.contains(&format!("1. {first} ")),
        "what is excluded is left out:\n{text}"
    );
    let records = fs::read_to_string(&epd).expect("written");
    assert!(
        EpdReader::new(records.as_bytes()).all(|record| record.is_ok()),
        "{records}"
    );
    assert!(records.contains("bm Re8#; ce 32766; dm 1;"), "{records}");
    let pages = fs::read_dir(&html)
        .expect("written")
        .map(|entry| entry.expect("an entry").path());
    let pages: Vec<String> = pages
        .map(|page| fs::read_to_string(page).expect("a page"))
        .collect();
    assert!(pages.iter().any(|page| page.contains("&lt;b&gt;bold")));
    assert!(!pages.iter().any(|page| page.contains("<b>bold")));
    let count =
        "while (game := chess.pgn.read_game(sys.stdin)) is not None: print(len(game.errors))";
    let script = format!("sys.stdin = open(sys.argv[1], encoding='utf-8')\n{count}");
    if let Some(seen) = python::run(&script, &[&pgn]) {
        assert_eq!(seen.split_whitespace().collect::<Vec<_>>(), ["0", "0"]);
    }
}
