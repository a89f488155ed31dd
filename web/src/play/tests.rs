use std::sync::Arc;

use serde_json::{Value, json};

use super::play;

fn ask(fields: Value) -> Result<Value, String> {
    let ask = serde_json::from_value(fields).unwrap();
    let view = play(&ask, Arc::default()).map_err(|error| error.what)?;
    Ok(serde_json::to_value(view).unwrap())
}

fn told(fields: Value) -> Value {
    ask(fields).unwrap()
}

/// Plays the first legal move against the search until the game is over.
fn to_the_end(game: &str, seat: u8) -> Value {
    let fields = |moves: &Value| json!({"game": game, "moves": moves, "seat": seat, "seed": 7, "level": {"nodes": 300}});
    let mut view = told(fields(&json!([])));
    for _ in 0..400 {
        if !view["result"].is_null() {
            return view;
        }
        assert_eq!(view["turn"], seat, "{game}: the user has to move");
        let mut moves = view["moves"].as_array().unwrap().clone();
        moves.push(view["legal"][0]["move"].clone());
        view = told(fields(&Value::Array(moves)));
    }
    panic!("{game} does not end");
}

#[test]
fn games_of_every_kind_are_played_to_their_end() {
    for (game, seat) in [
        ("tictactoe", 0),
        ("connect4", 1),
        ("nim:3,4,5", 0),
        ("othello:4", 1),
        ("pig:3,12", 0),
        ("kuhn", 1),
        ("whist:3", 2),
        ("tictactoe3:3x3x3", 1),
    ] {
        let view = to_the_end(game, seat);
        assert!(
            view["turn"].is_null() && view["legal"] == json!([]),
            "{game}"
        );
        assert!(view["board"].is_object(), "{game} has a board");
    }
}

#[test]
fn a_game_is_a_function_of_its_moves_and_seed() {
    for game in ["connect4", "pig:3,12"] {
        assert_eq!(to_the_end(game, 0)["record"], to_the_end(game, 0)["record"]);
    }
}

#[test]
fn dice_fall_again_as_they_fell_when_a_move_is_taken_back() {
    let roll = |moves: Value| {
        told(json!({"game": "backgammon", "moves": moves, "act": "look", "seed": 3}))
    };
    let start = roll(json!([]));
    let first = start["legal"][0]["move"].clone();
    let after = roll(json!([first]));
    assert_eq!(start["record"][0], after["record"][0]);
    assert_eq!(start["record"][0]["by"], Value::Null);
}

#[test]
fn a_hint_is_a_legal_move_and_changes_nothing() {
    let fields =
        json!({"game": "tictactoe", "moves": ["b2", "a1"], "act": "hint", "with": "alphabeta"});
    let view = told(fields);
    assert_eq!(view["moves"], json!(["b2", "a1"]));
    let best = &view["hint"]["best"];
    let legal = view["legal"].as_array().unwrap();
    assert!(legal.iter().any(|row| row["move"] == *best), "{best}");
}

/// The others' cards are told by nothing: not by the record, nor by what a search thinks of them.
#[test]
fn hidden_cards_stay_hidden_until_the_end() {
    let view = told(json!({"game": "kuhn", "seat": 1, "seed": 5, "level": {"nodes": 200}}));
    assert!(view["thinking"].is_null() && view["result"].is_null());
    let record = view["record"].as_array().unwrap();
    assert!(record.iter().any(|row| row["by"].is_null()));
    assert!(
        record
            .iter()
            .all(|row| !row["by"].is_null() || row["move"].is_null())
    );
}

/// The page carries the others' secret moves from request to request, and cannot read them.
#[test]
fn secret_moves_are_sealed() {
    let fields = |seat: u8, moves: &Value, act: &str| {
        json!({"game": "kriegspiel", "moves": moves, "seat": seat, "seed": 5,
            "act": act, "with": "random"})
    };
    let view = told(fields(1, &json!([]), "reply"));
    let secret = view["moves"][0].as_str().unwrap();
    let root = told(fields(0, &json!([]), "look"));
    let legal = root["legal"].as_array().unwrap();
    assert!(legal.iter().all(|row| row["move"] != *secret), "{secret}");
    assert!(secret.starts_with('~'), "{secret}");
    assert_eq!(view["record"][0], json!({"move": null, "by": 0}));
    let again = told(fields(1, &view["moves"], "look"));
    assert_eq!(
        (&again["board"], &again["moves"]),
        (&view["board"], &view["moves"])
    );
    let other_seat = ask(fields(0, &view["moves"], "look")).unwrap_err();
    assert!(other_seat.contains("cannot be read"), "{other_seat}");
}

#[test]
fn what_cannot_be_played_is_refused_in_words() {
    let refused = |fields: Value| ask(fields).unwrap_err();
    let illegal = refused(json!({"game": "tictactoe", "moves": ["b2", "b2"]}));
    assert_eq!(illegal, "Illegal move: b2");
    assert!(refused(json!({"game": "tictactoe", "seat": 2})).contains("seat 2 of 2"));
    for file in ["tree:/etc/passwd", "sets:/etc/passwd", "sets:passwd"] {
        assert!(refused(json!({"game": file})).contains("files are not read"));
    }
    assert!(refused(json!({"game": "chess", "level": {"seconds": 3600.0}})).contains("10 seconds"));
    assert!(refused(json!({"game": "backgammon", "with": "gnubg"})).contains("not started here"));
}
