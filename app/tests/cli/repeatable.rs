//! Matches by nodes, moves or depth are a function of the seed, whatever the number of threads.

use std::path::Path;

use crate::gametree;

/// Two searches, their game, and what limits a move.
struct Meeting {
    searches: [&'static str; 2],
    game: &'static str,
    limit: [&'static str; 2],
}

const fn meeting(
    searches: [&'static str; 2],
    game: &'static str,
    limit: [&'static str; 2],
) -> Meeting {
    Meeting {
        searches,
        game,
        limit,
    }
}

const MOVES: [&str; 2] = ["--moves", "300"];
const NODES: [&str; 2] = ["--nodes", "300"];
const DEPTH: [&str; 2] = ["--depth", "2"];

/// Every search of the catalog, those that keep something with what they keep and without.
const MEETINGS: &[Meeting] = &[
    meeting(["minmax", "pvs"], "connect4", ["--moves", "1000"]),
    meeting(["minmax:dag=off", "pvs:table=0"], "connect4", MOVES),
    meeting(["minmax", "mtdf"], "othello:6", NODES),
    meeting(
        ["minmax:mode=exact", "minmax:mode=reverse"],
        "connect4",
        MOVES,
    ),
    meeting(["pvs", "alphabeta"], "othello:6", ["--moves", "2000"]),
    meeting(["pvs", "mtdf"], "breakthrough:5", NODES),
    meeting(["mcts", "bestfirst"], "connect4", NODES),
    meeting(["pns", "dfpn"], "connect4", NODES),
    meeting(["pns:fastest=on", "onpath:memo=on"], "mnk:4x4x3", MOVES),
    meeting(["retrograde", "onpath"], "connect4", NODES),
    meeting(["minimax", "random"], "connect4", DEPTH),
    meeting(["alphabeta:sort=on", "alphabeta"], "connect4", DEPTH),
    meeting(["pvs", "minmax"], "connect4", DEPTH),
    meeting(["star1", "star2"], "pig:2,20", NODES),
    meeting(["expectiminimax", "minmax"], "pig:2,20", NODES),
    meeting(["oneply", "random"], "pig:2,20", NODES),
    meeting(["cfr", "ismcts"], "kuhn", NODES),
    meeting(["pimc", "ismcts"], "whist:3", NODES),
    meeting(["pimc", "greedy"], "whist:4S", MOVES),
];

/// The records of all games, without the time they took.
fn games(meeting: &Meeting, threads: &str, dir: &Path) -> Vec<String> {
    let dir = dir.join(threads);
    let out = dir.to_str().unwrap();
    let [a, b] = meeting.searches;
    let [limit, n] = meeting.limit;
    let run = gametree(&[
        "match",
        a,
        b,
        "--game",
        meeting.game,
        limit,
        n,
        "--games",
        "12",
        "--threads",
        threads,
        "--out",
        out,
    ]);
    assert_eq!(run.code, 0, "{a} {b} {}: {}", meeting.game, run.err);
    let text = std::fs::read_to_string(dir.join("games.csv")).unwrap();
    let mut lines = text.lines();
    let head = lines.next().unwrap();
    let timed: Vec<bool> = head
        .split(',')
        .map(|name| name.contains("seconds"))
        .collect();
    let untimed = |line: &str| {
        let fields = line.split(',').zip(&timed);
        let kept: Vec<&str> = fields.filter(|(_, t)| !**t).map(|(f, _)| f).collect();
        kept.join(",")
    };
    lines.map(untimed).collect()
}

#[test]
fn threads_change_nothing_in_a_match() {
    for meeting in MEETINGS {
        let dir = tempfile::tempdir().unwrap();
        let alone = games(meeting, "1", dir.path());
        assert_eq!(alone.len(), 12);
        for threads in ["2", "4"] {
            let together = games(meeting, threads, dir.path());
            let [a, b] = meeting.searches;
            assert_eq!(
                together, alone,
                "{a} {b} {}, {threads} threads",
                meeting.game
            );
        }
    }
}

/// The match in which the index of a worker's last game once showed.
#[test]
#[ignore = "twenty matches: a minute"]
fn soak_twenty_repetitions_are_one_result() {
    let meeting = meeting(["minmax", "pvs"], "connect4", ["--moves", "1000"]);
    let dir = tempfile::tempdir().unwrap();
    let first = games(&meeting, "1", dir.path());
    for repetition in 0..20 {
        let threads = ["1", "2", "4"][repetition % 3];
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(games(&meeting, threads, dir.path()), first, "{repetition}");
    }
}
