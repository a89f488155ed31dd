//! `gametree train`, and the searches that use what it learned.

use crate::{gametree, json};

#[test]
fn every_method_learns_and_says_what() {
    let few = [
        "--games", "12", "--nodes", "40", "--match", "4", "--seed", "3",
    ];
    for method in ["regression", "td", "tdleaf"] {
        let object = json(&[&["train", "tictactoe", "--method", method][..], &few].concat());
        assert_eq!(object["schema"], "gametree.train/1");
        assert_eq!(
            (object["method"].as_str(), object["games"].as_u64()),
            (Some(method), Some(12))
        );
        assert!(object["weights"]["open2"].is_f64(), "{object}");
        assert!(object["curve"].as_array().unwrap().len() >= 10, "{object}");
        assert!(object["elo_vs_start"].is_number(), "{object}");
    }
    let object = json(&[&["train", "tictactoe", "--method", "categories"][..], &few].concat());
    assert!(
        object["kinds"].as_u64().unwrap() > 3 && object["elo_vs_start"].is_null(),
        "{object}"
    );
}

#[test]
fn what_is_learned_is_written_drawn_and_used() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let (weights, curve) = (path("w.weights"), path("c.svg"));
    let train = [
        "train",
        "breakthrough:5",
        "--games",
        "10",
        "--nodes",
        "50",
        "--match",
        "0",
    ];
    let args = [&train[..], &["--out", &weights, "--curve", &curve]].concat();
    assert_eq!(gametree(&args).code, 0);
    let first = std::fs::read_to_string(&weights).unwrap();
    assert!(
        first.starts_with("gametree-weights 1 breakthrough\n# gametree train breakthrough:5"),
        "{first}"
    );
    assert!(std::fs::read_to_string(&curve).unwrap().contains("<svg"));
    assert_eq!(gametree(&args).code, 0);
    assert_eq!(
        std::fs::read_to_string(&weights).unwrap(),
        first,
        "the seed decides"
    );
    let with = format!("pvs:weights={weights}");
    let found = json(&["search", "breakthrough:5", "--depth", "3", "--with", &with]);
    assert!(found["best"].is_string());
    let wrong = gametree(&["search", "othello", "--depth", "2", "--with", &with]);
    assert!(
        wrong.code == 2 && wrong.err.contains("for breakthrough, not for othello"),
        "{}",
        wrong.err
    );
}

#[test]
fn differences_go_on_where_they_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let run = |games: &str, out: &str| {
        let args = [
            "train", "connect4", "--method", "td", "--depth", "1", "--match", "0",
        ];
        gametree(&[&args[..], &["--games", games, "--out", out]].concat())
    };
    let part = path("part");
    assert_eq!(run("10", &part).code, 0);
    let again = run("10", &part);
    assert!(again.err.contains("goes on after game 10"), "{}", again.err);
    std::fs::write(path("bad"), "gametree-weights 1 connect4\nscale = 1\n").unwrap();
    let bad = run("10", &path("bad"));
    assert!(
        bad.code == 2 && bad.err.contains("no weight for"),
        "{}",
        bad.err
    );
}

#[test]
fn committed_weights_and_the_prior_can_be_asked_for() {
    for game in ["othello", "breakthrough"] {
        let found = json(&[
            "search",
            game,
            "--nodes",
            "300",
            "--with",
            "pvs:weights=learned",
        ]);
        assert!(found["best"].is_string(), "{game}");
    }
    let found = json(&[
        "search",
        "breakthrough",
        "--nodes",
        "500",
        "--with",
        "minmax:prior=0.7",
    ]);
    assert!(found["best"].is_string());
}

/// Arguments, the exit code, and a part of what is said.
const MISTAKES: &[(&[&str], i32, &str)] = &[
    (&["train", "nim:3,4"], 2, "there are no weights"),
    (
        &["train", "connect4", "--lambda", "2"],
        2,
        "between 0 and 1",
    ),
    (&["train", "connect4", "--rate", "-1"], 2, ""),
    (&["train", "connect4", "--games", "0"], 2, "must not be 0"),
    (&["train", "connect4", "--match", "3"], 2, "odd"),
    (&["train", "draughts"], 3, "unknown game"),
    (
        &["search", "nim:3,4", "--with", "pvs:weights=learned"],
        2,
        "no features",
    ),
    (
        &["search", "tictactoe", "--with", "pvs:weights=learned"],
        2,
        "no learned weights",
    ),
    (
        &[
            "search",
            "othello",
            "--depth",
            "1",
            "--with",
            "pvs:weights=/no/such/file",
        ],
        3,
        "/no/such/file",
    ),
    (
        &[
            "search",
            "othello",
            "--nodes",
            "99",
            "--with",
            "minmax:prior=on",
        ],
        2,
        "nothing is known",
    ),
    (
        &[
            "search",
            "breakthrough",
            "--nodes",
            "99",
            "--with",
            "minmax:prior=on,quiescence=on",
        ],
        2,
        "together",
    ),
    (
        &[
            "search",
            "breakthrough",
            "--nodes",
            "99",
            "--with",
            "minmax:prior=on,mode=exact",
        ],
        2,
        "not with exact",
    ),
    (
        &[
            "search",
            "breakthrough",
            "--nodes",
            "99",
            "--with",
            "minmax:prior=much",
        ],
        2,
        "a number from",
    ),
];

#[test]
fn what_cannot_be_is_told() {
    for &(args, code, says) in MISTAKES {
        let run = gametree(args);
        assert!(
            run.code == code && run.err.contains(says),
            "{args:?}: {} {}",
            run.code,
            run.err
        );
    }
}

/// Games are kept and gone on with, the seed decides, and searches and the engine take the file.
#[test]
fn a_network_for_chess_is_learned_and_used() {
    let dir = tempfile::tempdir().unwrap();
    let path = |name: &str| dir.path().join(name).display().to_string();
    let train = |games: &str, out: &str| {
        let args = [
            "train", "chess", "--method", "network", "--nodes", "40", "--match", "2",
        ];
        json(&[&args[..], &["--games", games, "--out", out]].concat())
    };
    let (once, twice) = (path("once"), path("twice"));
    let report = train("6", &once);
    assert_eq!(report["method"], "network");
    let curve = report["curve"].as_array().unwrap();
    assert!(curve.len() > 5 && curve[0]["games"] == 0, "{report}");
    assert!(report["elo_vs_start"].is_number(), "{report}");
    train("3", &twice);
    train("6", &twice);
    let bytes = |name: &str| std::fs::read(name).unwrap();
    assert_eq!(bytes(&once), bytes(&twice));
    let games = |name: &str| bytes(&format!("{name}.games"));
    assert_eq!(games(&once), games(&twice));

    let value = |with: &str| {
        let at = ["search", "chess", "e4 e5 Nf3", "--depth", "2", "--with"];
        json(&[&at[..], &[with]].concat())["value"].clone()
    };
    assert_ne!(value(&format!("pvs:weights={once}")), value("pvs"));
    let learned = value("pvs:weights=learned");
    assert!(learned != value("pvs") && learned != value(&format!("pvs:weights={once}")));
    std::fs::write(&once, &bytes(&once)[..1000]).unwrap();
    let with = format!("pvs:weights={once}");
    let damaged = gametree(&["search", "chess", "--depth", "2", "--with", &with]);
    assert!(
        damaged.code == 2 && damaged.err.contains("1000 bytes instead of"),
        "{}",
        damaged.err
    );
}

#[test]
fn a_network_needs_chess_and_a_file() {
    let wrong = |args: &[&str]| {
        let found = gametree(&[&["train"], args, &["--method", "network"]].concat());
        assert_eq!(found.code, 2, "{}", found.err);
        found.err
    };
    assert!(wrong(&["chess"]).contains("needs --out FILE"));
    assert!(wrong(&["othello", "--out", "never"]).contains("chess"));
    let from = ["chess", "--out", "never", "--from", "e4"];
    assert!(wrong(&from).contains("starting position"));
}
