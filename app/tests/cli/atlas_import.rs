//! `gametree atlas import`: games and records come in whole, or not at all.

use serde_json::Value;

use crate::atlas_steering::{Bench, ITALIAN, atlas, fingerprint, refused};
use crate::json;

const GAMES: &str = "[White \"A\"]\n[Annotator \"Kotov\"]\n\n1. e4 {[%eval 0.30,20] best} (1. h3 {odd [%eval -0.20]} a5) 1... h5 *\n
[White \"B\"]\n\n1. d4 d5 2. c4 *\n
[FEN \"8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\"]\n\n1. Kd2 Kd5 *\n";

#[test]
fn games_come_in_with_variations_values_and_comments() {
    let bench = Bench::new();
    let p = bench.project();
    let file = bench.write("games.pgn", GAMES);
    let told = atlas(&["import", &p, &file, "--notes"]);
    assert_eq!(
        (&told["items"], &told["new_roots"], &told["bad"]),
        (&3.into(), &1.into(), &0.into())
    );
    assert!(told["evaluations"].as_u64() >= Some(1), "{told}");
    assert_eq!(told["notes"], 2, "{told}");
    assert_eq!(
        atlas(&["add", &p, "h3 a5"])["changed"],
        false,
        "variations are the user's"
    );
    let again = atlas(&["import", &p, &file, "--notes"]);
    assert_eq!(
        (&again["changed"], &again["new_moves"]),
        (&Value::from(false), &Value::from(0))
    );
    let sources = atlas(&["distrust", &p]);
    assert!(
        sources["sources"]
            .as_array()
            .expect("a list")
            .contains(&"PGN import: Kotov".into()),
        "{sources}"
    );
    fingerprint(&p);
}

#[test]
fn ranges_and_depths_take_less() {
    let bench = Bench::new();
    let p = bench.analyse("p.atlas", ITALIAN, "3");
    let file = bench.write("games.pgn", GAMES);
    let told = atlas(&["import", &p, &file, "--games", "2..2", "--most-plies", "2"]);
    assert_eq!(
        (&told["items"], &told["new_moves"], &told["new_roots"]),
        (&1.into(), &2.into(), &1.into())
    );
    refused(&p, &["import", &p, &file, "--games", "9.."], 2);
    refused(&p, &["import", &p, &file, "--games", "2..1"], 2);
}

#[test]
fn a_file_with_a_mistake_changes_nothing() {
    let bench = Bench::new();
    let p = bench.project();
    let bad = bench.write("bad.pgn", &GAMES.replace("2. c4", "2. c5"));
    let refusal = refused(&p, &["import", &p, &bad], 2);
    assert!(
        refusal.contains("game 2, line 8") && refusal.contains("--skip-bad"),
        "{refusal}"
    );
    let told = atlas(&["import", &p, &bad, "--skip-bad"]);
    assert_eq!((&told["items"], &told["bad"]), (&2.into(), &1.into()));
    refused(&p, &["import", &p, &bench.write("empty.pgn", "\n")], 2);
    refused(&p, &["import", &p, &bench.write("x.txt", "1. e4 *")], 2);
    refused(&p, &["import", &p, &bench.text("absent.pgn")], 3);
}

#[test]
fn records_are_linked_or_become_roots() {
    let bench = Bench::new();
    let p = bench.project();
    let known = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let black = "4k3/8/8/8/8/8/4P3/4K3 b - -";
    let text = format!(
        "{known} ce 12; acd 40; acn 900000; pv d4 d5;\n{black} ce 50; bm Kd7;\n{black} bm Kd7;\n"
    );
    let file = bench.write("a.epd", &text);
    let told = atlas(&["import", &p, &file]);
    assert_eq!(
        (&told["items"], &told["new_roots"], &told["evaluations"]),
        (&3.into(), &1.into(), &2.into())
    );
    let object = json(&[
        "analyse",
        "--project",
        &p,
        "--engine",
        "builtin",
        "--evaluations",
        "0",
    ]);
    let values: Vec<&Value> = object["roots"]
        .as_array()
        .expect("roots")
        .iter()
        .map(|root| &root["value"])
        .collect();
    assert_eq!(
        values[1], -50,
        "the mover's value is turned to White's: {object}"
    );
    let weaker = bench.write("b.epd", &format!("{known} ce 99; acn 5;\n"));
    let told = atlas(&["import", &p, &weaker]);
    assert_eq!(
        (&told["evaluations_not_taken"], &told["changed"]),
        (&1.into(), &false.into())
    );
    let wrong = bench.write("c.epd", &format!("{known} ce 99;\n{known} bm e5;\n"));
    let refusal = refused(&p, &["import", &p, &wrong], 2);
    assert!(
        refusal.contains("line 2: bm: 'e5' is not legal here"),
        "{refusal}"
    );
}

/// Games of three half-moves: 272 positions after two, more than 500 after three.
fn many() -> String {
    let pawns = |rows: [usize; 2]| {
        "abcdefgh"
            .chars()
            .flat_map(move |file| rows.map(|row| format!("{file}{row}")))
    };
    let mut text = String::new();
    for first in pawns([3, 4]) {
        for second in pawns([6, 5]) {
            for third in ["Nf3", "Nc3"]
                .iter()
                .filter(|third| !third.ends_with(&first))
            {
                text.push_str(&format!(
                    "[Event \"x\"]\n\n1. {first} {second} 2. {third} *\n\n"
                ));
            }
        }
    }
    text
}

#[test]
fn many_new_positions_are_foretold_first() {
    let bench = Bench::new();
    let p = bench.project();
    let file = bench.write("many.pgn", &many());
    let refusal = refused(&p, &["import", &p, &file], 2);
    assert!(
        refusal.contains("new positions, one task each") && refusal.contains("--yes"),
        "{refusal}"
    );
    assert_eq!(
        atlas(&["import", &p, &file, "--most-plies", "2"])["bad"],
        0,
        "fewer than 500 need no word"
    );
    let told = atlas(&["import", &p, &file, "--yes"]);
    assert!(told["total_positions"].as_u64() > Some(500), "{told}");
    fingerprint(&p);
}
