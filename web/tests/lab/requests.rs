//! What is not started: everything that names a file or could become an option.

use std::sync::Arc;

use gametree_project::Engines;
use gametree_web::lab::{EloModel, Kind, MoveLimits, NewRun};

use crate::fake::{Bench, of};

/// A request with one thing changed is refused, and the message says why.
fn refused(change: impl FnOnce(&mut NewRun), why: &str) {
    let mut request = of("nim:3,4,5");
    request.check().unwrap();
    change(&mut request);
    let refusal = request.check().unwrap_err();
    assert_eq!(refusal.code, "bad");
    assert!(
        refusal.what.contains(why),
        "{} does not say {why}",
        refusal.what
    );
}

#[test]
fn games_that_are_files_are_refused() {
    refused(|run| run.game = "tree:/etc/passwd".into(), "no '/'");
    refused(
        |run| run.game = "tree:secret.tree".into(),
        "a tree in a file",
    );
    refused(
        |run| run.game = " tree:secret.tree".into(),
        "a tree in a file",
    );
    refused(|run| run.game = "tree".into(), "a tree in a file");
    refused(|run| run.game = "sets:secret.sets".into(), "nor are sets");
    refused(
        |run| run.game = " sets : secret.sets".into(),
        "nor are sets",
    );
    refused(|run| run.game = "../nim".into(), "no '/'");
    refused(|run| run.game = "nim:..".into(), "no '..'");
    refused(|run| run.game = "C:\\nim".into(), "no '\\\\'");
    refused(|run| run.game = "(max 1 \u{0})".into(), "no '\\0'");
    refused(
        |run| run.game = format!("(max {})", "1 ".repeat(20_000)),
        "longer than",
    );
}

#[test]
fn searches_that_read_files_are_refused() {
    for of_side in [
        (|run: &mut NewRun| &mut run.a) as fn(&mut NewRun) -> &mut String,
        |run| &mut run.b,
    ] {
        refused(
            |run| *of_side(run) = "pvs:weights=mine.txt".into(),
            "weights=mine.txt names a file",
        );
        refused(
            |run| *of_side(run) = "pvs:table=1, weights = mine".into(),
            "weights=mine names a file",
        );
        refused(
            |run| *of_side(run) = "pvs:weights".into(),
            "weights=on names a file",
        );
        refused(|run| *of_side(run) = "pvs:weights=/tmp/x".into(), "no '/'");
        refused(|run| *of_side(run) = "pvs:weights=..".into(), "no '..'");
        refused(|run| *of_side(run) = "a\\b".into(), "no '\\\\'");
        refused(
            |run| *of_side(run) = "--out".into(),
            "must not begin with '-'",
        );
        refused(
            |run| *of_side(run) = " -h".into(),
            "must not begin with '-'",
        );
        refused(|run| *of_side(run) = String::new(), "it is empty");
        refused(|run| *of_side(run) = "x".repeat(501), "longer than 500");
        refused(|run| *of_side(run) = "pvs:c=1\n".into(), "no '\\n'");
    }
    let mut run = of("othello");
    run.a = "pvs:weights=learned".into();
    run.b = "minmax:weights=own,p=10".into();
    run.check().unwrap();
}

#[test]
fn openings_are_auto_or_plies_or_random() {
    for text in [
        "book.txt",
        "plies:",
        "plies:x",
        "random:-1",
        "random:+1",
        "file:2",
        "",
        "-h",
        "plies:2/../x",
    ] {
        refused(|run| run.openings = Some(text.into()), "openings");
    }
    for text in ["auto", "plies:0", "random:12"] {
        let run = NewRun {
            openings: Some(text.into()),
            ..of("nim:3")
        };
        run.check().unwrap();
    }
}

#[test]
fn limits_are_numbers_with_units() {
    for text in ["-5", "", "1/2", "../x", "1 0"] {
        refused(|run| run.limits.nodes = Some(text.into()), "nodes");
    }
    refused(|run| run.limits_a = Some("nodes=1/2".into()), "limits_a");
    refused(|run| run.limits_b = Some("--out=x".into()), "limits_b");
    refused(|run| run.limits = MoveLimits::default(), "needs a limit");
    let both = NewRun {
        limits: MoveLimits::default(),
        limits_a: Some("time=5ms, nodes=10k".into()),
        limits_b: Some("memory=64MiB,depth=3".into()),
        ..of("nim:3")
    };
    both.check().unwrap();
}

#[test]
fn numbers_have_their_ranges() {
    for games in [0, 3, 10_000_001] {
        refused(|run| run.games = Some(games), "games");
    }
    for threads in [0, 1025] {
        refused(|run| run.threads = Some(threads), "threads");
    }
    for text in ["5", "10,0", "5,5", "a,b", "0,NaN", "0,2000", "--out,3", ""] {
        refused(|run| run.sprt = Some(text.into()), "sprt");
    }
    refused(
        |run| run.elo_model = Some(EloModel::Normalized),
        "elo_model",
    );
    let run = NewRun {
        sprt: Some("-5,0".into()),
        elo_model: Some(EloModel::Normalized),
        ..of("nim:3")
    };
    let test = run.test().unwrap().unwrap();
    assert_eq!((test.elo0, test.elo1), (-5.0, 0.0));
}

#[test]
fn only_a_sweep_goes_over_values() {
    refused(|run| run.over = Some("c=1,2".into()), "only for a sweep");
    refused(|run| run.kind = Kind::Sweep, "needs the values");
    let sweep = |over: &str| NewRun {
        kind: Kind::Sweep,
        over: Some(over.into()),
        ..of("nim:3")
    };
    for (over, why) in [
        ("c", "no '='"),
        ("weights=own,mine", "names a file"),
        ("c=a/b", "no '/'"),
        ("-c=1", "must not begin"),
        ("c=$(id)", "no '$'"),
    ] {
        let refusal = sweep(over).check().unwrap_err();
        assert!(refusal.what.contains(why), "{}", refusal.what);
    }
    sweep("c=0.5..2:4:log").check().unwrap();
    sweep("weights=own,learned").check().unwrap();
}

#[test]
fn unknown_fields_are_refused() {
    let known = r#"{"kind":"match","a":"pvs","b":"random","game":"nim:3","limits":{"depth":"2"}}"#;
    serde_json::from_str::<NewRun>(known)
        .unwrap()
        .check()
        .unwrap();
    let out = known.replace("\"a\"", "\"out\":\"/tmp\",\"a\"");
    assert!(
        serde_json::from_str::<NewRun>(&out)
            .unwrap_err()
            .to_string()
            .contains("unknown field `out`")
    );
}

/// The program sees every word as it was, and nothing goes through a shell.
#[test]
fn arguments_are_handed_over_one_by_one() {
    let bench = Bench::new(4, None);
    let lab = bench.lab(2);
    let tree = "(max (min 3 12 8)\t'$(touch x)' \"; `id`\")";
    let run = NewRun {
        sprt: Some("-5,5".into()),
        openings: Some("plies:1".into()),
        seed: Some(7),
        max_plies: Some(99),
        ..of(tree)
    };
    let run = lab.start(run).unwrap();
    let dir = bench.runs().join(&run.card.id);
    assert_eq!(
        bench.arguments(&run.card.id),
        [
            "match".to_owned(),
            "alphabeta".into(),
            "random".into(),
            format!("--game={tree}"),
            "--depth=2".into(),
            "--openings=plies:1".into(),
            "--games=40".into(),
            "--sprt=-5,5".into(),
            "--max-plies=99".into(),
            "--seed=7".into(),
            "--threads=1".into(),
            format!("--out={}", dir.display()),
            "--json".into(),
        ]
    );
    assert!(
        run.command
            .starts_with("gametree match alphabeta random '--game=(max (min 3 12 8)"),
        "{}",
        run.command
    );
    assert!(
        run.command.contains(r"'\''$(touch x)'\''"),
        "{}",
        run.command
    );
    assert!(!run.command.contains("--out"));
}

/// An engine is one of the server's list, by its id: no program can be named over HTTP, and no
/// option that is a text, because it may name a file.
#[test]
fn engines_are_those_that_the_server_knows() {
    refused(|run| run.a = "uci:/bin/sh".into(), "no '/'");
    refused(|run| run.b = " uci:sh;true".into(), "no ';'");
    refused(
        |run| run.game_clock = Some("--out=x".into()),
        "begin with '-'",
    );
    let bench = Bench::new(4, None);
    let engines = Engines::new(&["/bin/cat --quietly".to_owned()]).unwrap();
    let lab = bench.lab(1).with_engines(Arc::new(engines));
    let with = |a: &str| NewRun {
        a: a.into(),
        ..of("nim:3,4,5")
    };
    for program in [
        "uci:sh",
        "uci:sh -c true",
        " uci:sh",
        "uci:cat --quietly",
        "uci:",
    ] {
        let refusal = lab.start(with(program)).unwrap_err();
        assert!(
            refusal.what.contains("no engine"),
            "{program}: {}",
            refusal.what
        );
    }
    assert!(lab.start(with("uci:builtin")).is_err());
    assert!(lab.list().runs.is_empty(), "nothing was started");
    let run = lab.start(with("uci:cat")).unwrap();
    assert_eq!(run.card.a, "uci:cat");
    assert!(!run.command.contains("/bin"), "{}", run.command);
    let arguments = bench.arguments(&run.card.id);
    assert_eq!(arguments[1], "uci:/bin/cat --quietly?", "{arguments:?}");
}
