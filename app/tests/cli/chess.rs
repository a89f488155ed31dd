//! Chess as a game of the command line, and as an engine.

use crate::{gametree, json, strings, with_input};

const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1";

#[test]
fn positions_are_searched_from_fen_and_moves() {
    let answer = json(&["search", "chess", MATE, "--with", "pvs", "--nodes", "2000"]);
    assert_eq!(
        (&answer["best"], &answer["value_text"]),
        (&"Rd8#".into(), &"+#1".into())
    );
    let answer = json(&[
        "search",
        "chess",
        "e4 e5 Qh5 Nc6 Bc4 Nf6",
        "--nodes",
        "2000",
    ]);
    assert_eq!(strings(&answer["line"]), ["Qxf7#"]);
    let wrong = gametree(&["search", "chess", "8/8/8/8/8/8/8/8 w - - 0 1"]);
    assert!(
        wrong.code == 2 && wrong.err.contains("king"),
        "{}",
        wrong.err
    );
}

#[test]
fn two_searches_play_chess() {
    let args = [
        "match", "pvs", "random", "--game", "chess", "--nodes", "300", "--games", "2",
    ];
    let object = json(&args);
    assert!(
        object["wins"].as_u64() >= Some(1) && object["losses"] == 0,
        "{object}"
    );
}

#[test]
fn it_is_an_engine_for_other_programs() {
    let session = format!("uci\nisready\nposition fen {MATE}\ngo nodes 2000\n");
    let run = with_input(&["uci"], &session);
    assert_eq!(run.code, 0, "{}", run.err);
    let lines: Vec<&str> = run.out.lines().collect();
    assert!(
        lines[0].starts_with("id name gametree")
            && lines.contains(&"uciok")
            && lines.contains(&"readyok")
    );
    assert_eq!(
        lines.last(),
        Some(&"bestmove d1d8"),
        "the end of the input waits for it: {}",
        run.out
    );
}
