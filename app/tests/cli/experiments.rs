//! `gametree experiment`.

use std::path::Path;

use serde_json::Value;

use crate::{gametree, json};

/// The object without speeds, which no two runs share.
fn essence(object: &Value) -> Value {
    let mut object = object.clone();
    for list in ["rows", "totals"] {
        for row in object[list].as_array_mut().into_iter().flatten() {
            assert!(
                row.as_object_mut()
                    .unwrap()
                    .remove("calls_per_second")
                    .is_some(),
                "{row}"
            );
        }
    }
    object
}

pub fn assert_well_formed(picture: &str) {
    let mut reader = quick_xml::Reader::from_str(picture);
    while !matches!(
        reader.read_event().expect("well-formed"),
        quick_xml::events::Event::Eof
    ) {}
}

const RIVEST: [&str; 7] = [
    "experiment",
    "rivest",
    "--rows",
    "calls",
    "--games-per-row",
    "2",
    "--players",
];

#[test]
fn the_tables_of_1987_stand_beside_ours() {
    let object = json(&[&RIVEST[..], &["1987", "--threads", "1"]].concat());
    assert_eq!(object["schema"], "gametree.experiment.rivest/1");
    assert_eq!(
        (&object["complete"], &object["game"]),
        (&true.into(), &"connect4:1987".into())
    );
    let rows = object["rows"].as_array().unwrap();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("limit"), [1000, 2000, 3000, 4000, 5000]);
    assert_eq!(column("unit"), ["calls"; 5]);
    for row in rows {
        let number = |name: &str| row[name].as_u64().unwrap();
        assert_eq!(number("mm") + number("ab") + number("ties"), 2, "{row}");
        let score = (number("mm") as f64 + number("ties") as f64 / 2.0) / 2.0;
        assert_eq!(row["score"].as_f64(), Some(score));
        let real = |name: &str| row[name].as_f64().unwrap();
        assert!(
            real("elo_low") <= real("elo") && real("elo") <= real("elo_high"),
            "{row}"
        );
        let speeds = &row["calls_per_second"];
        assert!(
            speeds["mm"].as_u64() > Some(1000) && speeds["ab"].as_u64() > Some(1000),
            "{row}"
        );
    }
    assert_eq!(
        rows[4]["published"],
        serde_json::json!({"mm": 61, "ab": 31, "ties": 6})
    );
    let total = &object["totals"][0];
    assert_eq!(
        total["published"],
        serde_json::json!({"mm": 249, "ab": 190, "ties": 51})
    );
    assert_eq!(
        (&total["games"], &total["limit"]),
        (&10.into(), &Value::Null)
    );
    let again = json(&[&RIVEST[..], &["1987", "--threads", "2"]].concat());
    assert_eq!(
        essence(&again),
        essence(&object),
        "a function of the seed, for any number of threads"
    );
}

/// A row is the match of the same settings.
#[test]
fn a_row_is_a_match() {
    let sides = ["pvs:table=1MiB", "random"];
    let object = json(&[&RIVEST[..], &["now", "--a", sides[0], "--b", sides[1]]].concat());
    let args = [
        "match",
        sides[0],
        sides[1],
        "--game",
        "connect4",
        "--moves",
        "3000",
        "--openings",
        "plies:2",
    ];
    let alone = json(&[&args[..], &["--games", "2"]].concat());
    let row = &object["rows"][2];
    assert_eq!(
        (&row["mm"], &row["ab"], &row["ties"]),
        (&alone["wins"], &alone["losses"], &alone["draws"])
    );
    assert_eq!(
        (&row["elo"], &row["elo_low"]),
        (&alone["elo"], &alone["elo_low"])
    );
}

#[test]
fn a_run_that_is_kept_is_not_played_again() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("run");
    let args = [
        &RIVEST[..],
        &["now", "--b", "random", "--out", out.to_str().unwrap()],
    ]
    .concat();
    let first = json(&args);
    let journal = || std::fs::read(out.join("calls-5000").join("journal.jsonl")).unwrap();
    let games = journal();
    assert_eq!(essence(&json(&args)), essence(&first));
    assert_eq!(journal(), games, "nothing was added");
    let read = |name: &str| std::fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(read("rivest.csv").lines().count(), 7);
    assert!(
        read("rivest.md").contains("| 5,000 calls | 2 |")
            && read("rivest.md").contains("61 - 31 - 6")
    );
    assert!(read("rivest.json").contains("gametree.experiment.rivest/1"));
    let picture = read("rivest.svg");
    assert_eq!(picture.matches("<circle").count(), 10, "ours and theirs");
    assert_well_formed(&picture);
    let other = gametree(&[&args[..], &["--seed", "2"]].concat());
    assert!(
        other.code == 2 && other.err.contains("seed was 1, is 2"),
        "{}",
        other.err
    );
    let text = gametree(&args);
    assert!(
        text.code == 0 && text.out.contains("MM = minmax, AB = random"),
        "{}",
        text.out
    );
}

/// What the programs of 1987 did not know: that a win is near, and how far.
#[test]
fn the_game_of_1987_counts_a_win_in_points() {
    let object = json(&[
        "search",
        "connect4:1987",
        "121212",
        "--with",
        "alphabeta:sort=on",
        "--depth",
        "2",
    ]);
    assert_eq!(
        (&object["value"], &object["best"]),
        (&511.into(), &"1".into())
    );
    let start = json(&[
        "search",
        "connect4:1987",
        "--with",
        "minimax",
        "--depth",
        "0",
    ]);
    assert_eq!(start["value"], 16);
}

fn oracle(cache: &Path, more: &[&str]) -> Value {
    let args = [
        "experiment",
        "oracle",
        "--plies",
        "24..28",
        "--cache",
        cache.to_str().unwrap(),
    ];
    json(&[&args[..], more].concat())
}

#[test]
fn the_oracle_judges_searches() {
    let dir = tempfile::tempdir().unwrap();
    let cache = dir.path().join("cache.txt");
    let args = [
        "--positions",
        "12",
        "--with",
        "pvs:table=1MiB",
        "--with",
        "random",
        "--moves",
        "20,400",
    ];
    let object = oracle(&cache, &args);
    assert_eq!(object["schema"], "gametree.experiment.oracle/1");
    assert_eq!(
        (&object["positions"], &object["complete"]),
        (&12.into(), &true.into())
    );
    let rows = object["rows"].as_array().unwrap();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(
        column("search"),
        ["pvs:table=1MiB", "random", "pvs:table=1MiB", "random"]
    );
    assert_eq!(
        (column("limit"), &rows[0]["unit"]),
        (
            vec![20.into(), 20.into(), 400.into(), 400.into()],
            &"moves".into()
        )
    );
    for (number, row) in rows.iter().enumerate() {
        let real = |name: &str| row[name].as_f64().unwrap();
        assert_eq!(real("share"), real("kept") / real("positions"));
        assert!(
            real("low") <= real("share") && real("share") <= real("high"),
            "{row}"
        );
        assert_eq!(
            row["p_value"].is_null(),
            number % 2 == 0,
            "the first has nothing to be compared with"
        );
    }
    let known = std::fs::read(&cache).unwrap();
    assert_eq!(essence(&oracle(&cache, &args)), essence(&object));
    assert_eq!(
        std::fs::read(&cache).unwrap(),
        known,
        "nothing was solved again"
    );
    let bare = ["experiment", "oracle", "--plies", "24..28", "--no-cache"];
    assert_eq!(
        essence(&json(&[&bare[..], &args[..]].concat())),
        essence(&object)
    );
}

/// A search that sees the end keeps every value; one that does not look does not.
#[test]
fn who_sees_the_end_keeps_everything() {
    let args = [
        "experiment",
        "oracle",
        "--no-cache",
        "--plies",
        "32..34",
        "--positions",
        "25",
    ];
    let more = ["--with", "alphabeta", "--with", "random", "--nodes", "10M"];
    let object = json(&[&args[..], &more[..]].concat());
    assert_eq!(object["rows"][0]["share"], 1.0);
    assert!(object["rows"][1]["share"].as_f64().unwrap() < 1.0 && object["rows"][1]["gained"] == 0);
}

#[test]
fn positions_may_come_from_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [list, svg, csv, markdown] = ["list.txt", "o.svg", "o.csv", "o.md"].map(at);
    std::fs::write(&list, "# two\n12121\n1212121\n").unwrap();
    let args = [
        "experiment",
        "oracle",
        "--no-cache",
        "--with",
        "pvs:table=1MiB",
        "--moves",
        "1k",
        "--file",
        &list,
    ];
    let over = gametree(&args);
    assert!(
        over.code == 2 && over.err.contains("line 3"),
        "{}",
        over.err
    );
    std::fs::write(&list, "11711433764214134436653\n13372231437323521166225\n").unwrap();
    // A position that tells, and one in which every move keeps the value.
    let files = ["--svg", &svg, "--csv", &csv, "--markdown", &markdown];
    let run = gametree(&[&args[..], &files[..]].concat());
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.err.contains("1 of 2 positions are left out"),
        "{}",
        run.err
    );
    assert!(
        run.out.contains("1,000 calls") && run.out.contains("solved positions"),
        "{}",
        run.out
    );
    let read = |name: &String| std::fs::read_to_string(name).unwrap();
    assert!(
        read(&csv)
            .lines()
            .nth(1)
            .unwrap()
            .starts_with("pvs:table=1MiB,1000,moves,")
    );
    assert!(read(&markdown).contains("| 1,000 calls | pvs:table=1MiB |"));
    assert_well_formed(&read(&svg));
}

#[test]
fn a_cache_is_nobody_elses_file() {
    let dir = tempfile::tempdir().unwrap();
    let diary = dir.path().join("diary.txt");
    std::fs::write(&diary, "dear diary\n").unwrap();
    let args = [
        "experiment",
        "oracle",
        "--positions",
        "1",
        "--plies",
        "30",
        "--moves",
        "10",
        "--cache",
    ];
    let run = gametree(&[&args[..], &[diary.to_str().unwrap()]].concat());
    assert!(
        run.code == 2 && run.err.contains("not a file of solved positions"),
        "{}",
        run.err
    );
    assert_eq!(std::fs::read_to_string(&diary).unwrap(), "dear diary\n");
}

#[cfg(unix)]
mod interrupted {
    use std::process::{Child, Command, Stdio};

    use serde_json::Value;

    use crate::matches::wait_for_lines;
    use crate::{interrupt, wait_until_it_hears_interrupts};

    /// Starts a process to be interrupted.
    fn start(args: &[&str]) -> Child {
        let mut command = Command::new(env!("CARGO_BIN_EXE_gametree"));
        command
            .args(args)
            .arg("--json")
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    }

    #[test]
    fn interrupted_experiments_tell_how_to_go_on() {
        let dir = tempfile::tempdir().unwrap();
        let out = dir.path().join("run");
        let rivest = [
            "experiment",
            "rivest",
            "--rows",
            "calls",
            "--games-per-row",
            "90000",
            "--b",
            "mcts",
        ];
        let child = start(&[&rivest[..], &["--out", out.to_str().unwrap()]].concat());
        wait_for_lines(&out.join("calls-1000"), 6);
        let run = interrupt(child);
        let object = run.json();
        assert_eq!(
            (run.code, &object["complete"]),
            (130, &false.into()),
            "{}",
            run.err
        );
        assert_eq!(object["rows"].as_array().map(Vec::len), Some(1), "{object}");
        assert!(
            run.err.contains("To resume:\n  gametree experiment rivest"),
            "{}",
            run.err
        );

        // Positions of few plies keep the solver busy for minutes.
        let child = start(&["experiment", "oracle", "--plies", "4..5", "--no-cache"]);
        wait_until_it_hears_interrupts(&child);
        let run = interrupt(child);
        let object = run.json();
        assert_eq!(
            (run.code, &object["complete"], &object["rows"]),
            (130, &false.into(), &Value::Array(vec![]))
        );
        assert!(run.err.contains("interrupted"), "{}", run.err);
    }
}
