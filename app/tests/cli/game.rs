//! Games that were played: a PGN comes in whole and goes out whole, by both doors of the command line;
//! a game goes on.

use std::fs;

use gametree_chess::pgn::{PgnGame, PgnReader};
use serde_json::Value;

use crate::atlas_export::python;
use crate::atlas_steering::{Bench, atlas};
use crate::{gametree, json};

/// 60 moves with variations in variations, comments before and after moves, glyphs, values and
/// clocks.
const GAME: &str = include_str!("annotated-game.pgn");

/// A game that ends in mate.
const MATE: &str = "[White \"Legal\"]\n[Black \"Saint Brie\"]\n\n1. e4 e5 2. Nf3 d6 3. Bc4 Bg4 4. Nc3 g6 5. Nxe5 Bxd1 6. Bxf7+ Ke7 7. Nd5# 1-0\n";

/// Analyses a PGN file with a few small tasks; gives the JSON object.
fn analyse(file: &str, project: &str, more: &[&str]) -> Value {
    let few = [
        "--engine",
        "builtin",
        "--engines",
        "1",
        "--nodes",
        "500",
        "--evaluations",
    ];
    let evaluations = if more.is_empty() { &["4"][..] } else { more };
    json(
        &[
            &["analyse", file, "--project", project],
            &few[..],
            evaluations,
        ]
        .concat(),
    )
}

fn exported(project: &str) -> String {
    let run = gametree(&["atlas", "export", project, "--pgn", "-"]);
    assert_eq!(run.code, 0, "{}", run.err);
    run.out
}

fn games(text: &str) -> Vec<PgnGame> {
    PgnReader::new(text.as_bytes())
        .map(|game| game.expect("a sound game"))
        .collect()
}

/// Whether everything of a game, from a node on, is in another: moves in their order, comments,
/// glyphs, and values where no engine has another.
fn assert_within(whole: &PgnGame, part: &PgnGame, values: bool) {
    let mut pairs = vec![(PgnGame::START, PgnGame::START)];
    while let Some((a, b)) = pairs.pop() {
        let (there, here) = (whole.node(a), part.node(b));
        let line = part.line(b).len();
        let kept = |texts: &[String], of: &[String]| of.iter().all(|text| texts.contains(text));
        assert!(
            kept(there.comments(), here.comments()),
            "ply {line}: {:?}",
            there.comments()
        );
        assert!(
            kept(there.before(), here.before()),
            "ply {line}: {:?}",
            there.before()
        );
        assert!(
            here.nags().iter().all(|nag| there.nags().contains(nag)),
            "ply {line}"
        );
        if values && here.eval().is_some() {
            assert_eq!(there.eval(), here.eval(), "ply {line}");
        }
        assert!(
            there.children().len() >= here.children().len(),
            "ply {line}"
        );
        for (&a, &b) in there.children().iter().zip(here.children()) {
            assert_eq!(
                whole.node(a).played(),
                part.node(b).played(),
                "after ply {line}"
            );
            pairs.push((a, b));
        }
    }
}

#[test]
fn a_game_comes_in_whole_and_goes_out_whole() {
    let bench = Bench::new();
    let file = bench.write("game.pgn", GAME);
    let project = bench.text("p.atlas");
    let object = analyse(&file, &project, &["0"]);
    let game = &games(GAME)[0];
    assert_eq!(game.main_line().count(), 120);
    assert!(object["focus"]["position"].is_string(), "{object}");
    assert_ne!(object["focus"]["node"], object["root"]["node"]);
    let text = exported(&project);
    let written = games(&text);
    assert_eq!(written.len(), 1, "{text}");
    assert_eq!(written[0].headers(), game.headers());
    assert_eq!(written[0].main_line().count(), 120);
    assert_within(&written[0], game, true);
    assert_within(game, &written[0], true);
}

#[test]
fn engines_add_to_a_game_and_take_nothing_away() {
    let bench = Bench::new();
    let file = bench.write("game.pgn", GAME);
    let project = bench.text("p.atlas");
    let object = analyse(&file, &project, &["12"]);
    assert!(object["focus"]["value"].is_number(), "{object}");
    let game = &games(GAME)[0];
    let written = &games(&exported(&project))[0];
    assert!(written.len() > game.len(), "the engine's moves");
    assert_eq!(
        written.main_line().count(),
        120,
        "the game ends where it ended"
    );
    assert_within(written, game, false);
}

/// Everything that python-chess reads of a game: moves, comments (in any order of their words),
/// glyphs, values, clocks.
const ALL: &str = "
game = chess.pgn.read_game(open(sys.argv[1], encoding='utf-8'))
assert not game.errors, game.errors
print(sorted(game.headers.items()))
stack = [game]
while stack:
  node = stack.pop()
  words = sorted(node.starting_comment.split()) + sorted(node.comment.split())
  print(node.move, words, sorted(node.nags), node.eval(), node.clock(), len(node.variations))
  stack.extend(reversed(node.variations))
";

#[test]
fn python_reads_the_same_from_the_export() {
    let bench = Bench::new();
    let file = bench.write("game.pgn", GAME);
    let project = bench.text("p.atlas");
    analyse(&file, &project, &["0"]);
    let written = bench.write("written.pgn", &exported(&project));
    let (Some(before), Some(after)) = (python::run(ALL, &[&file]), python::run(ALL, &[&written]))
    else {
        return;
    };
    assert_eq!(before.lines().count(), 221);
    for (before, after) in before.lines().zip(after.lines()) {
        assert_eq!(before, after);
    }
    assert_eq!(before, after);
}

#[test]
fn round_trips_change_nothing() {
    let bench = Bench::new();
    let file = bench.write("game.pgn", GAME);
    let project = bench.text("p.atlas");
    analyse(&file, &project, &["12"]);
    let first = exported(&project);
    let mut last = first.clone();
    for trip in 0..2 {
        let file = bench.write(&format!("trip{trip}.pgn"), &last);
        let project = bench.text(&format!("trip{trip}.atlas"));
        analyse(&file, &project, &["0"]);
        last = exported(&project);
        assert_eq!(last, first, "trip {trip}");
        let noted = json(&["atlas", "game", &project]).to_string();
        assert!(
            !noted.contains("transposes to") && !noted.contains("expected:"),
            "{noted}"
        );
    }
}

#[test]
fn a_game_that_is_over_is_analysed_before_its_end() {
    let bench = Bench::new();
    let file = bench.write("mate.pgn", MATE);
    let project = bench.text("p.atlas");
    let object = analyse(&file, &project, &["6"]);
    let position = object["focus"]["position"].as_str().expect("a position");
    assert!(position.contains(" w "), "White is to mate: {position}");
    assert_eq!(object["focus"]["best"], "Nd5#", "{object}");
    let game = &games(&exported(&project))[0];
    assert_eq!(game.main_line().count(), 13);
}

#[test]
fn another_position_is_selected_by_its_move() {
    let bench = Bench::new();
    let file = bench.write("mate.pgn", MATE);
    let project = bench.text("p.atlas");
    let few = [
        "--engine",
        "builtin",
        "--evaluations",
        "1",
        "--nodes",
        "500",
    ];
    let at = |word: &str| {
        let run = ["analyse", &file, "--project", &project, "--at", word];
        json(&[&run, &few[..]].concat())["focus"]["position"].to_string()
    };
    assert!(at("3...Bg4").contains(" w "));
    assert!(at("3.").contains(" b "));
    assert!(at("end").contains("3NN"), "the mated position");
    let run = gametree(&["analyse", &file, "--project", &project, "--at", "3.Nf3"]);
    assert_eq!(run.code, 3, "{}", run.err);
}

#[test]
fn several_games_are_one_graph_with_a_record_each() {
    let bench = Bench::new();
    let both =
        format!("{MATE}\n[White \"B\"]\n[Black \"C\"]\n\n1. e4 e5 2. Nf3 Nc6 {{quiet}} 1/2-1/2\n");
    let file = bench.write("two.pgn", &both);
    let project = bench.text("p.atlas");
    analyse(&file, &project, &["0"]);
    let written = games(&exported(&project));
    assert_eq!(written.len(), 2);
    assert_eq!(written[0].header("White"), Some("Legal"));
    assert_within(&written[1], &games(&both)[1], true);
    let roots = json(&["atlas", "stats", &project]);
    assert!(roots["positions"].as_u64() > Some(14), "{roots}");
}

#[test]
fn a_note_that_was_changed_goes_out_instead_of_the_comment() {
    let bench = Bench::new();
    let file = bench.write("g.pgn", "1. e4 {best} e5 {solid} *\n");
    let project = bench.text("p.atlas");
    analyse(&file, &project, &["0"]);
    atlas(&["note", &project, "e4", "not best"]);
    let text = exported(&project);
    assert!(
        text.contains("not best") && text.contains("solid") && !text.contains("{ best"),
        "{text}"
    );
}

#[test]
fn the_curve_has_a_row_for_every_move() {
    let bench = Bench::new();
    let file = bench.write("mate.pgn", MATE);
    let project = bench.text("p.atlas");
    let few = [
        "--engine",
        "builtin",
        "--engines",
        "1",
        "--nodes",
        "2000",
        "--evaluations",
        "60",
    ];
    json(
        &[
            &["analyse", &file, "--project", &project, "--whole-game"],
            &few[..],
        ]
        .concat(),
    );
    let view = json(&["atlas", "game", &project]);
    assert_eq!(view["schema"], "gametree.atlas.game/1");
    let rows = view["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 14);
    assert!(
        rows.iter().all(|row| row["value"].is_number()),
        "every position was visited: {view}"
    );
    assert_eq!(rows[10]["move"], "Bxd1");
    assert_eq!(rows[10]["mark"], "??", "{}", rows[10]);
    assert!(
        view["turning_points"]
            .as_array()
            .expect("plies")
            .contains(&10.into()),
        "{view}"
    );
    let drawing = bench.text("curve.svg");
    let run = gametree(&["atlas", "game", &project, "--svg", &drawing]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out.contains("Bxd1") && run.out.contains("turning points"),
        "{}",
        run.out
    );
    assert!(
        fs::read_to_string(&drawing)
            .expect("written")
            .contains("<svg")
    );
}

#[test]
fn a_game_goes_on_and_nothing_is_lost() {
    let bench = Bench::new();
    let file = bench.write(
        "g.pgn",
        "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 *\n",
    );
    let project = bench.text("p.atlas");
    analyse(&file, &project, &["6"]);
    let before = json(&["atlas", "stats", &project])["positions"].as_u64();
    let follow = |args: &[&str]| json(&[&["follow", &project], args].concat());
    let told = follow(&["Nc6"]);
    assert_eq!(told["changed"], true, "{told}");
    assert!(json(&["atlas", "stats", &project])["positions"].as_u64() >= before);
    let focus = json(&[
        "analyse",
        "--project",
        &project,
        "--engine",
        "builtin",
        "--evaluations",
        "0",
    ]);
    assert!(
        focus["focus"]["position"]
            .as_str()
            .expect("a position")
            .contains("2n5"),
        "{focus}"
    );
    assert_eq!(games(&exported(&project))[0].main_line().count(), 4);
    let run = gametree(&["follow", &project, "Ke5"]);
    assert_eq!(run.code, 2, "{}", run.err);
    let pruned = follow(&["Bb5", "--prune"]);
    assert!(pruned["excluded"].is_number(), "{pruned}");
    follow(&["--back"]);
    assert_eq!(games(&exported(&project))[0].main_line().count(), 4);
}

#[test]
fn records_that_moves_connect_have_one_root() {
    let bench = Bench::new();
    let grown = bench.analyse("grown.atlas", "startpos", "25");
    let file = bench.text("grown.epd");
    let run = gametree(&["atlas", "export", &grown, "--epd", &file]);
    assert_eq!(run.code, 0, "{}", run.err);
    let project = bench.analyse("p.atlas", "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", "1");
    let told = atlas(&["import", &project, &file, "--yes"]);
    assert_eq!(told["new_roots"], 1, "{told}");
    let stats = json(&["atlas", "stats", &grown]);
    // Moves that no engine has thought of may connect records too.
    assert!(
        told["new_moves"].as_u64() >= stats["moves"].as_u64(),
        "{told}"
    );
    assert_eq!(told["items"], stats["positions"], "{told}");
}

/// A game of 60 moves is known: what changed is told from where it leaves the game.
#[test]
fn changes_are_told_from_where_they_leave_the_game() {
    let bench = Bench::new();
    let project = bench.text("g.atlas");
    let file = bench.write("g.pgn", GAME);
    analyse(&file, &project, &["12"]);
    let facts = json(&["atlas", "stats", &project])["facts"].to_string();
    analyse(&file, &project, &["80"]);
    let changes = json(&["atlas", "changes", &project, "--since", &facts]);
    let rows = changes["rows"].as_array().expect("rows");
    assert!(!rows.is_empty(), "the focus is deep in the game: {changes}");
    for row in rows {
        let path = row["path"].as_str().expect("a path");
        let short = row["short_path"].as_str().expect("a path");
        let moves = |text: &str| text.split(' ').count();
        assert!(moves(path) > 100, "from the first move: {path}");
        assert!(moves(short) < 20 && short.starts_with("6"), "{short}");
        let last = short.rsplit([' ', '.']).next().expect("a move");
        assert!(path.ends_with(last), "{path}: {short}");
    }
    let told = gametree(&["atlas", "changes", &project, "--since", &facts]);
    assert!(
        told.out.lines().all(|line| line.len() < 200),
        "{}",
        told.out
    );
}
