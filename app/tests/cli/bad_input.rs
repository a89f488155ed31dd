//! Wrong input: a clear error, the right exit code, never a panic.

use crate::mistakes::TABLE;
use crate::{gametree, with_input};

#[test]
fn every_mistake_has_its_code_and_its_words() {
    for (args, code, words) in TABLE {
        let run = gametree(args);
        assert_eq!(run.code, *code, "{args:?}: {}", run.err);
        assert!(
            run.err.contains(words),
            "{args:?} should say '{words}': {}",
            run.err
        );
        assert!(
            run.out.is_empty() || args.contains(&"--json"),
            "{args:?}: {}",
            run.out
        );
        assert!(
            args.is_empty() || run.err.lines().count() <= 24,
            "more than a screen: {}",
            run.err
        );
    }
}

#[test]
fn scripts_get_the_error_as_an_object() {
    for (args, code, _) in TABLE.iter().filter(|(args, ..)| {
        matches!(
            args.first(),
            Some(&"search" | &"compare" | &"match" | &"sweep" | &"experiment")
        )
    }) {
        let run = gametree(&[*args, &["--json"]].concat());
        let object = run.json();
        assert_eq!(object["schema"], "gametree.error/1", "{args:?}");
        assert_eq!(object["code"], *code, "{args:?}");
        assert!(
            object["error"]
                .as_str()
                .is_some_and(|text| !text.is_empty()),
            "{args:?}"
        );
    }
}

#[test]
fn nonsense_on_stdin_is_told_line_by_line() {
    let run = with_input(
        &["solve", "tictactoe", "-"],
        "junk\n{\"a\": 1}\n\u{0}\nü🙂\n",
    );
    assert_eq!(
        (run.code, run.err.matches("line ").count()),
        (1, 4),
        "{}",
        run.err
    );
    let huge = "4".repeat(1 << 20);
    let run = with_input(
        &["search", "connect4", "-", "--jsonl", "--depth", "1"],
        &huge,
    );
    assert!(run.code == 1 && run.err.len() < 5_000 && run.out.len() < 5_000);
}

/// Some games repeat in the reason what they cannot read.
#[test]
fn a_long_position_is_not_repeated_whole() {
    let long = "e4 ".repeat(5_000);
    for game in ["whist:3", "tictactoe", "othello", "hearts"] {
        let run = gametree(&["search", game, &long]);
        assert!(
            run.code == 2 && run.err.len() < 1_500,
            "{game}: {}",
            run.err
        );
    }
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut command = assert_cmd::Command::cargo_bin("gametree").unwrap();
    let output = command
        .args(["solve", "connect4", "-"])
        .write_stdin(vec![0xff, 0xfe, b'\n'])
        .output()
        .unwrap();
    let run = crate::Run::of(output);
    assert!(run.code == 1 && run.err.contains("line 1"), "{}", run.err);
}
