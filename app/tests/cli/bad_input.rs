//! Wrong input: a clear error, the right exit code, never a panic.

use crate::{gametree, with_input};

/// Arguments, exit code, and a part of what is said.
const TABLE: &[(&[&str], i32, &str)] = &[
    (&["search", "conect4"], 3, "did you mean 'connect4'"),
    (&["search", "chexx"], 3, "unknown game 'chexx'"),
    (&["search", "ludo"], 3, "games: tictactoe"),
    (&["search", ""], 3, "unknown game"),
    (
        &["search", "tictactoe", "--with", "alphabta"],
        3,
        "did you mean 'alphabeta'",
    ),
    (&["search", "tictactoe", "--with", ""], 3, "unknown search"),
    (
        &["search", "tictactoe", "--with", "pvs:tabel=1"],
        2,
        "did you mean 'table'",
    ),
    (
        &["search", "tictactoe", "--with", "minimax:x=1"],
        2,
        "it has no options",
    ),
    (
        &["search", "tictactoe", "--with", "pvs:table=much"],
        2,
        "a size such as 64MiB",
    ),
    (
        &["search", "tictactoe", "--with", "pvs:threads=0"],
        2,
        "from 1 to 256",
    ),
    (
        &["search", "tictactoe", "--with", "pvs:scout=maybe"],
        2,
        "on or off",
    ),
    (
        &["search", "tictactoe", "--with", "pvs:scout=on,scout=off"],
        2,
        "twice",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:mode=hard"],
        2,
        "minmax: mode=hard is not auto or soft",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:mode=exact,p=0"],
        2,
        "from 1 to 1000000",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:p=NaN"],
        2,
        "from 0.001 to 1000000",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:p=3,loss=5"],
        2,
        "give one of them",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:threads=0"],
        2,
        "from 1 to 256",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:tempo=much"],
        2,
        "a whole number from",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:shift=-1"],
        2,
        "a number from 0 to",
    ),
    (
        &["search", "tictactoe", "--with", "minmax:shift=some"],
        2,
        "a number from 0 to",
    ),
    (
        &["search", "tictactoe", "zz"],
        2,
        "is not a position of tictactoe",
    ),
    (&["search", "tictactoe", "5 5"], 2, "taken already"),
    (
        &["search", "tictactoe", "1 4 2 5 3 6"],
        2,
        "after the end of the game",
    ),
    (
        &["search", "connect4", "8"],
        2,
        "columns are the digits 1 to 7",
    ),
    (&["search", "connect4", "4444444"], 2, "column 4 is full"),
    (&["search", "connect4", "12121211"], 2, "the game is over"),
    (&["search", "connect4:7"], 2, "takes no parameters"),
    (&["search", "othello", "a1"], 2, "outflanks nothing"),
    (
        &["search", "connect4", "--with", "pvs:endgame=on"],
        2,
        "no solver for its last moves",
    ),
    (
        &["search", "othello", "--with", "pvs:reductions=much"],
        2,
        "reductions=much",
    ),
    (&["search", "othello:5"], 2, "othello:6"),
    (&["search", "othello:big"], 2, "is not a size"),
    (&["search", "othello", "OX- X"], 2, "squares"),
    (&["search", "mnk"], 2, "mnk:ROWSxCOLSxK"),
    (&["search", "mnk:3x3"], 2, "mnk:ROWSxCOLSxK"),
    (&["search", "mnk:0x3x3"], 2, "at least 1"),
    (&["search", "mnk:99999999999999999999x3x3"], 2, "mnk"),
    (&["search", "mnk:100x100x5"], 2, "too many"),
    (&["search", "cube:x"], 2, "cube"),
    (&["search", "nim"], 2, "nim:3,4,5"),
    (&["search", "nim:"], 2, "nim:3,4,5"),
    (&["search", "nim:3,x"], 2, "nim:3,4,5"),
    (&["search", "nim:3,4,5", "1:9"], 2, "is not legal"),
    (&["search", "nim:99999999999"], 2, "nim:3,4,5"),
    (&["search", "breakthrough:99"], 2, "breakthrough:6"),
    (
        &["search", "breakthrough", "a2a9"],
        2,
        "is not a legal move",
    ),
    (
        &["search", "tictactoe", "--with", "mcts:c=x"],
        2,
        "is not a number",
    ),
    (&["search", "(max 1 2"], 2, "never closed"),
    (&["search", "(max 1 2))"], 2, "after the end of the tree"),
    (&["search", "(max)"], 2, "tree text, line 1"),
    (&["search", "(maximum 1 2)"], 2, "tree text, line 1"),
    (&["search", "(max 1 two)"], 2, "tree text, line 1"),
    (
        &["search", "(chance 0.5:1 0.5:2)", "--with", "alphabeta"],
        2,
        "alphabeta cannot search tree",
    ),
    (
        &["search", "(p1 [1 2 3] [4 5 6])", "--with", "star1"],
        2,
        "star1 cannot search tree",
    ),
    (&["search", "(max 1 2)", "3"], 2, "is not legal; legal: 1 2"),
    (&["search", "(max 1 2)", "1 1"], 2, "the game is over"),
    (&["search", "tree"], 2, "which tree?"),
    (&["search", "tree:"], 2, "which tree?"),
    (
        &["search", "tree:/no/such/file.txt"],
        3,
        "neither a file nor a tree",
    ),
    (&["search", "tictactoe", "--time", "5"], 2, "with its unit"),
    (
        &["search", "tictactoe", "--time", "-5s"],
        2,
        "unexpected argument",
    ),
    (
        &["search", "tictactoe", "--nodes", "many"],
        2,
        "is not a count",
    ),
    (
        &["search", "tictactoe", "--nodes", "1e99"],
        2,
        "is not a count",
    ),
    (
        &["search", "tictactoe", "--depth", "-1"],
        2,
        "unexpected argument",
    ),
    (
        &["search", "tictactoe", "--memory", "big"],
        2,
        "is not a size",
    ),
    (
        &["search", "tictactoe", "--json", "--jsonl"],
        2,
        "cannot be used with",
    ),
    (&["search", "tictactoe", "--deepth", "3"], 2, "--depth"),
    (&["search"], 2, "required"),
    (&["serch", "tictactoe"], 2, "search"),
    (&[], 2, "Usage"),
    (&["solve", "tictactoe", "--depth", "3"], 2, "--depth"),
    (&["solve", "nothing"], 3, "unknown game"),
    (
        &["compare", "tictactoe", "--with", "nothing"],
        3,
        "unknown search",
    ),
    (&["compare", "tictactoe", "99"], 2, "taken already"),
    (&["play", "nothing"], 3, "unknown game"),
    (
        &["play", "tictactoe", "--against", "nobody"],
        3,
        "unknown search",
    ),
    (
        &["play", "tictactoe", "--first", "--second"],
        2,
        "cannot be used with",
    ),
    (&["completions", "tcsh"], 2, "possible values"),
    (
        &["man", "--dir", "/dev/null/x"],
        1,
        "cannot write the manual",
    ),
    (&["explain", "nothing"], 3, "unknown game"),
    (&["match", "pvs", "mcts"], 2, "--game"),
    (&["match", "pvs", "--game", "connect4"], 2, "<B>"),
    (
        &["match", "pvs", "mcts", "--game", "conect4", "--depth", "2"],
        3,
        "did you mean 'connect4'",
    ),
    (
        &["match", "pvs", "mtcs", "--game", "connect4", "--depth", "2"],
        3,
        "did you mean 'mcts'",
    ),
    (
        &[
            "match",
            "pvs:tabel=1",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
        ],
        2,
        "did you mean 'table'",
    ),
    (
        &["match", "pvs", "mcts", "--game", "connect4"],
        2,
        "a match needs a limit",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--limits-a",
            "depth=1",
        ],
        2,
        "a match needs a limit",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "nim:1",
            "--depth",
            "1",
            "--limits-a",
            "x=1",
        ],
        2,
        "no limit 'x'",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--depth", "2", "--games", "0",
        ],
        2,
        "even number",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--depth", "2", "--games", "7",
        ],
        2,
        "even number",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--depth", "2", "--games", "x",
        ],
        2,
        "is not a count",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--openings",
            "plies:x",
        ],
        2,
        "plies:2",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--openings",
            "plies:9",
        ],
        2,
        "more than 1000000",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--openings",
            "/no/file",
        ],
        3,
        "cannot read",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--openings",
            "/dev/null",
        ],
        2,
        "no positions",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "tictactoe",
            "--depth",
            "2",
            "--openings",
            "random:9",
        ],
        2,
        "fewer plies",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--depth", "2", "--sprt", "5",
        ],
        2,
        "no comma",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--depth", "2", "--sprt", "5,0",
        ],
        2,
        "smaller",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--depth", "2", "--sprt", "a,b",
        ],
        2,
        "not an Elo",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--threads",
            "0",
        ],
        2,
        "somebody must play",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--elo-model",
            "normalized",
        ],
        2,
        "--sprt",
    ),
    (
        &[
            "match", "pvs", "mcts", "--game", "connect4", "--time", "1ms", "--cpu", "1ms",
        ],
        2,
        "both limit",
    ),
    (
        &[
            "match",
            "pvs",
            "mcts",
            "--game",
            "connect4",
            "--depth",
            "2",
            "--out",
            "/dev/null/x",
        ],
        1,
        "/dev/null/x",
    ),
    (
        &[
            "sweep",
            "mcts",
            "--over",
            "c",
            "--against",
            "pvs",
            "--game",
            "connect4",
            "--depth",
            "2",
        ],
        2,
        "no '='",
    ),
    (
        &[
            "sweep",
            "mcts",
            "--over",
            "d=1",
            "--against",
            "pvs",
            "--game",
            "tictactoe",
            "--depth",
            "2",
        ],
        2,
        "no option 'd'",
    ),
    (
        &[
            "sweep", "mcts", "--over", "c=1", "--game", "connect4", "--depth", "2",
        ],
        2,
        "--against",
    ),
    (&["experiment"], 2, "rivest"),
    (&["experiment", "rivset"], 2, "rivest"),
    (
        &["experiment", "rivest", "--unit", "0"],
        2,
        "a move needs time",
    ),
    (
        &["experiment", "rivest", "--games-per-row", "3"],
        2,
        "an even number",
    ),
    (
        &["experiment", "rivest", "--a", "minmx"],
        3,
        "did you mean 'minmax'",
    ),
    (&["experiment", "rivest", "--players", "1986"], 2, "1987"),
    (
        &["experiment", "oracle", "--plies", "20..12", "--no-cache"],
        2,
        "12..20",
    ),
    (
        &["experiment", "oracle", "--positions", "0", "--no-cache"],
        2,
        "from 1 to",
    ),
    (
        &["experiment", "oracle", "--moves", "0", "--no-cache"],
        2,
        "nothing to search with",
    ),
    (
        &[
            "experiment",
            "oracle",
            "--time",
            "1ms",
            "--moves",
            "9",
            "--no-cache",
        ],
        2,
        "cannot be used with",
    ),
    (
        &["experiment", "oracle", "--with", "pvs:x=1", "--no-cache"],
        2,
        "no option",
    ),
    (
        &[
            "experiment",
            "oracle",
            "--file",
            "/nowhere/at.all",
            "--no-cache",
        ],
        3,
        "cannot read the positions",
    ),
];

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
