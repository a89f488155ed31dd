//! `gametree play`, from a script.

use crate::with_input;

const PLAY: [&str; 6] = [
    "play",
    "tictactoe",
    "--against",
    "alphabeta",
    "--depth",
    "9",
];

#[test]
fn the_machine_answers_and_says_what_it_thought() {
    let run = with_input(&PLAY, "b2\nquit\n");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("The computer plays a1."), "{}", run.out);
    assert!(
        run.out.contains("first player's view") && run.out.contains("line a1"),
        "{}",
        run.out
    );
}

#[test]
fn a_wrong_move_gets_the_legal_ones_and_costs_nothing() {
    let run = with_input(&PLAY, "z9\nb2\nb2\nquit\n");
    assert!(
        run.out
            .contains("Illegal move: z9. Legal: a1 b1 c1 a2 b2 c2 a3 b3 c3"),
        "{}",
        run.out
    );
    assert!(run.out.contains("Illegal move: b2"), "{}", run.out);
    assert_eq!(run.out.matches("The computer plays").count(), 1);
}

#[test]
fn the_words_work() {
    let run = with_input(
        &PLAY,
        "help\nmoves\nhint\nundo\nb2\nundo\nboard\nnew\nhnt\nquit\nb2\n",
    );
    for part in [
        "takes your last move back",
        "a1 b1 c1",
        "Try ",
        "no move of yours",
        "'hint'",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    assert_eq!(
        run.out.matches("The computer plays").count(),
        1,
        "undone and left: {}",
        run.out
    );
}

#[test]
fn the_second_player_waits_and_sides_can_be_swapped() {
    let run = with_input(&[&PLAY[..], &["--second"]].concat(), "quit\n");
    assert!(
        run.out.contains("You play second") && run.out.contains("The computer plays"),
        "{}",
        run.out
    );
    let run = with_input(&PLAY, "swap\nquit\n");
    assert!(run.out.contains("The computer plays"), "{}", run.out);
}

#[test]
fn results_are_announced() {
    let won = with_input(
        &[&PLAY[..2], &["a1 b1 a2 b2"], &PLAY[2..]].concat(),
        "a3\nc3\nundo\nquit\n",
    );
    assert!(
        won.out.contains("You win.") && won.out.contains("the game is over"),
        "{}",
        won.out
    );
    let lost = with_input(&[&PLAY[..2], &["a1 b1 a2 b2"], &PLAY[2..]].concat(), "c1\n");
    assert!(lost.out.contains("The computer wins."), "{}", lost.out);
    let points = with_input(&["play", "(max 1 2.5)"], "2\n");
    assert!(points.out.contains("You win by 2.5."), "{}", points.out);
}

#[test]
fn a_game_can_be_saved_and_gone_on_with() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("game.txt");
    let run = with_input(
        &PLAY,
        &format!(
            "b2\nsave {}\nsave\nsave /no/such/dir/x\nquit\n",
            file.display()
        ),
    );
    assert!(
        run.out.contains("2 moves are in") && run.out.contains("Cannot write"),
        "{}",
        run.out
    );
    let moves = std::fs::read_to_string(&file).unwrap();
    assert_eq!(moves, "b2 a1\n");
    let again = with_input(
        &[&PLAY[..2], &[moves.trim()], &PLAY[2..]].concat(),
        "moves\n",
    );
    assert!(again.out.contains("b1 c1 a2 c2 a3 b3 c3"), "{}", again.out);
}
