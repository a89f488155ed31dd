//! `gametree match` and `gametree sweep`.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{gametree, json};

/// The fields of a match that do not depend on time or on interruptions.
fn essence(object: &Value) -> Value {
    let mut object = object.clone();
    let fields = object.as_object_mut().unwrap();
    for name in ["seconds", "moves_per_second", "resumed"] {
        assert!(fields.remove(name).is_some(), "{name}");
    }
    object
}

/// Starts a process that nobody listens to.
fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_gametree"))
        .args(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The lines of a journal.
fn lines(dir: &Path) -> usize {
    let bytes = std::fs::read(dir.join("journal.jsonl")).unwrap_or_default();
    bytes.iter().filter(|&&byte| byte == b'\n').count()
}

/// Waits until a journal holds so many lines.
pub fn wait_for_lines(dir: &Path, count: usize) {
    let begin = Instant::now();
    while lines(dir) < count {
        assert!(
            begin.elapsed() < Duration::from_secs(120),
            "no journal in {}",
            dir.display()
        );
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_match_has_the_fields_that_scripts_use() {
    let args = [
        "match",
        "pvs:table=1MiB",
        "random",
        "--game",
        "connect4",
        "--nodes",
        "50",
    ];
    let object = json(&[&args[..], &["--openings", "plies:2"]].concat());
    assert_eq!(object["schema"], "gametree.match/1");
    assert_eq!(
        (&object["games"], &object["opening_count"]),
        (&Value::from(98), &Value::from(49))
    );
    let number = |name: &str| object[name].as_u64().unwrap();
    assert_eq!(number("wins") + number("losses") + number("draws"), 98);
    let pairs: u64 = object["pentanomial"]
        .as_array()
        .unwrap()
        .iter()
        .map(|n| n.as_u64().unwrap())
        .sum();
    assert_eq!(pairs, 49);
    let real = |name: &str| {
        object[name]
            .as_f64()
            .unwrap_or_else(|| panic!("{name}: {object}"))
    };
    assert!(real("elo_low") <= real("elo") && real("elo") <= real("elo_high"));
    assert!(real("score") > 0.9 && real("los") > 0.99 && real("nelo") > 0.0);
    assert_eq!(object["verdict"], "A is stronger");
    assert!(
        ["llr", "llr_low", "llr_high"]
            .iter()
            .all(|name| object[*name].is_null())
    );
    assert!(
        object["moves_per_second"]["a"]
            .as_u64()
            .is_some_and(|speed| speed > 1000),
        "{object}"
    );
    assert!(object["seconds"]["b"].is_f64() && object["resumed"] == 0 && object["seed"] == 1);
    let text = gametree(&[&args[..], &["--games", "20"]].concat());
    assert!(
        text.code == 0 && text.out.contains("verdict") && text.out.contains("Elo"),
        "{}",
        text.out
    );
}

#[test]
fn threads_change_nothing_and_the_seed_does() {
    let run = |more: &[&str]| {
        let args = [
            "match",
            "mcts",
            "pvs:table=1MiB",
            "--game",
            "tictactoe",
            "--nodes",
            "30",
            "--openings",
            "random:2",
        ];
        essence(&json(&[&args[..], more].concat()))
    };
    let one = run(&["--threads", "1", "--games", "60"]);
    assert_eq!(run(&["--threads", "2", "--games", "60"]), one);
    assert_eq!(run(&["--threads", "7", "--games", "60"]), one);
    assert_ne!(
        run(&["--seed", "2", "--games", "60"])["pentanomial"],
        one["pentanomial"]
    );
}

#[test]
fn time_is_the_processors_unless_the_clock_is_asked_for() {
    let args = [
        "match",
        "pvs:table=1MiB",
        "mcts",
        "--game",
        "tictactoe",
        "--time",
        "1ms",
        "--games",
        "4",
    ];
    assert_eq!(json(&args)["limits"]["a"], "1ms of the processor");
    let wall = json(&[&args[..], &["--clock", "wall"]].concat());
    assert_eq!(
        (&wall["limits"]["b"], &wall["clock"]),
        (&"1ms on the clock".into(), &"wall".into())
    );
    let unlike = json(&[&args[..], &["--limits-b", "nodes=9,depth=2"]].concat());
    assert_eq!(unlike["limits"]["a"], "1ms of the processor");
    assert_eq!(unlike["limits"]["b"], "depth 2, 9 nodes");
}

#[test]
fn a_sequential_test_stops_when_it_knows() {
    let args = [
        "match",
        "alphabeta",
        "random",
        "--game",
        "tictactoe",
        "--depth",
        "4",
        "--openings",
        "random:2",
    ];
    let h1 = json(&[&args[..], &["--sprt", "0,50"]].concat());
    assert_eq!(h1["verdict"], "H1 accepted");
    let (llr, high) = (
        h1["llr"].as_f64().unwrap(),
        h1["llr_high"].as_f64().unwrap(),
    );
    assert!(
        llr >= high && (high - 2.944).abs() < 0.001 && h1["games"].as_u64().unwrap() < 400,
        "{h1}"
    );
    let h0 = json(&[
        "match",
        "random",
        "alphabeta",
        "--game",
        "tictactoe",
        "--depth",
        "4",
        "--sprt",
        "-5,50",
    ]);
    assert_eq!(h0["verdict"], "H0 accepted");
    let short = json(&[&args[..], &["--sprt", "0,50", "--games", "2"]].concat());
    assert_eq!(
        (&short["verdict"], &short["complete"]),
        (&"not decided".into(), &true.into())
    );
}

#[test]
fn files_hold_openings_and_results() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    std::fs::write(at("book.txt"), "# three\n44\n45\n\n4 3\n").unwrap();
    let names = ["g.csv", "m.md", "e.svg", "g.txt", "book.txt"].map(at);
    let [csv, markdown, svg, games, book] = &names;
    let args = [
        "match",
        "pvs:table=0",
        "random",
        "--game",
        "connect4",
        "--moves",
        "60",
        "--openings",
        book,
    ];
    let files = [
        "--csv",
        csv,
        "--markdown",
        markdown,
        "--svg",
        svg,
        "--games-out",
        games,
        "--sprt",
        "0,900",
    ];
    let object = json(&[&args[..], &files[..], &["--games", "6"]].concat());
    assert_eq!(
        (&object["games"], &object["opening_count"]),
        (&Value::from(6), &Value::from(3))
    );
    let read = |name: &String| std::fs::read_to_string(name).unwrap();
    assert_eq!(read(csv).lines().count(), 7);
    assert!(
        read(csv).lines().nth(1).unwrap().starts_with("1,44,a,"),
        "{}",
        read(csv)
    );
    assert!(
        read(markdown).contains("| verdict |")
            && read(games).contains("Game 6: random - pvs:table=0")
    );
    let picture = read(svg);
    assert!(picture.contains("LLR") && picture.contains("H1 accepted"));
    let mut reader = quick_xml::Reader::from_str(&picture);
    while !matches!(
        reader.read_event().expect("well-formed"),
        quick_xml::events::Event::Eof
    ) {}
}

/// SIGKILL at twenty random moments, then to the end: the same result as without.
#[test]
fn twenty_kills_change_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_string();
    let [calm, killed] = ["calm", "killed"].map(at);
    let args = |out| {
        let plan = [
            "match",
            "pvs:table=256KiB",
            "mcts",
            "--game",
            "connect4",
            "--nodes",
            "400",
        ];
        [
            &plan[..],
            &[
                "--openings",
                "random:6",
                "--games",
                "300",
                "--threads",
                "2",
                "--out",
                out,
            ],
        ]
        .concat()
    };
    let undisturbed = json(&args(&calm));
    let mut rng = gametree::rng::Rng::new(20);
    for kill in 0..20 {
        let mut child = start(&args(&killed));
        let games = lines(Path::new(&killed)) + 1 + rng.below(6);
        if kill % 2 == 0 {
            wait_for_lines(Path::new(&killed), games);
        } else {
            // Into the start, or soon after it.
            std::thread::sleep(Duration::from_millis(10 + rng.below(20) as u64));
        }
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let resumed = json(&args(&killed));
    assert_eq!(essence(&resumed), essence(&undisturbed));
    let games = resumed["resumed"].as_u64().unwrap();
    assert!(
        games > 0 && games < 300,
        "the kills fell into the match: {games}"
    );
    for name in ["games.txt", "result.md"] {
        let read = |dir: &String| std::fs::read_to_string(Path::new(dir).join(name)).unwrap();
        let stable = |text: String| {
            text.lines()
                .filter(|line| !line.contains("per second"))
                .collect::<String>()
        };
        assert_eq!(stable(read(&killed)), stable(read(&calm)), "{name}");
    }
}

#[test]
fn a_directory_belongs_to_one_process_and_one_match() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    let args = |nodes| {
        let plan = [
            "match",
            "pvs:table=1MiB",
            "mcts",
            "--game",
            "connect4",
            "--games",
            "4000",
            "--out",
            out,
        ];
        [&plan[..], &["--nodes", nodes]].concat()
    };
    let mut child = start(&args("2000"));
    wait_for_lines(dir.path(), 2);
    let second = gametree(&args("2000"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(second.code, 6, "{}", second.err);
    assert!(second.err.contains("another process"), "{}", second.err);
    let other = gametree(&args("2001"));
    assert!(
        other.code == 2
            && other
                .err
                .contains("limits of a was 2000 nodes, is 2001 nodes"),
        "{}",
        other.err
    );
    let journal = dir.path().join("journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, text.replacen("\"number\":0", "\"number\":8", 1)).unwrap();
    let damaged = gametree(&args("2000"));
    assert!(
        damaged.code == 5 && damaged.err.contains("journal.jsonl, line "),
        "{}",
        damaged.err
    );
}

/// No room for more of the journal: told, and with room again it goes on to the same result.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_nothing_lost() {
    let dir = tempfile::tempdir().unwrap();
    let args = [
        "match",
        "random",
        "random",
        "--game",
        "tictactoe",
        "--depth",
        "1",
        "--games",
        "40",
        "--json",
    ];
    let out = [&args[..], &["--out", dir.path().to_str().unwrap()]].concat();
    let script = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_gametree")])
        .args(&out)
        .output()
        .unwrap();
    let run = crate::Run::of(output);
    assert!(
        run.code == 1 && run.err.contains("cannot save the games"),
        "{} {}",
        run.code,
        run.err
    );
    assert!(run.err.contains("the same command goes on"), "{}", run.err);
    let kept = lines(dir.path()) - 1;
    let whole = gametree(&out).json();
    assert!(kept > 2 && whole["resumed"] == kept, "{kept} {whole}");
    assert_eq!(essence(&whole), essence(&gametree(&args).json()));
}

/// A finished match may be made longer, and a torn line does no harm.
#[test]
fn a_match_grows() {
    let dir = tempfile::tempdir().unwrap();
    let run = |games, out: &[&str]| {
        let args = [
            "match",
            "mcts",
            "random",
            "--game",
            "tictactoe",
            "--nodes",
            "20",
            "--games",
            games,
        ];
        json(&[&args[..], out].concat())
    };
    let out = ["--out", dir.path().to_str().unwrap()];
    assert_eq!(run("10", &out)["games"], 10);
    let journal = dir.path().join("journal.jsonl");
    let mut text = std::fs::read(&journal).unwrap();
    text.truncate(text.len() - 30);
    std::fs::write(&journal, text).unwrap();
    let grown = run("30", &out);
    assert_eq!(grown["resumed"], 9);
    assert_eq!(essence(&grown), essence(&run("30", &[])));
    assert_eq!(
        essence(&run("10", &out)),
        essence(&run("10", &[])),
        "and may be read as a shorter one"
    );
}

/// Ctrl-C: what is finished is saved and shown, and the command to go on.
#[cfg(unix)]
#[test]
fn an_interrupted_match_tells_how_to_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().to_str().unwrap();
    for kept in [true, false] {
        let mut args = vec![
            "match",
            "pvs:table=1MiB",
            "mcts",
            "--game",
            "connect4",
            "--nodes",
            "1k",
            "--games",
            "9000",
            "--json",
        ];
        if kept {
            args.extend(["--out", out]);
        }
        let command = Command::new(env!("CARGO_BIN_EXE_gametree"))
            .args(&args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        if kept {
            wait_for_lines(dir.path(), 8);
        } else {
            crate::wait_until_it_hears_interrupts(&command);
        }
        let run = crate::interrupt(command);
        let object = run.json();
        assert_eq!(
            (run.code, &object["complete"]),
            (130, &Value::from(false)),
            "{}",
            run.err
        );
        assert_eq!(object["verdict"], "not decided");
        let words = if kept {
            "To resume:\n  gametree match pvs:table=1MiB mcts"
        } else {
            "which are not saved"
        };
        assert!(run.err.contains(words), "{}", run.err);
    }
}

#[test]
fn a_sweep_is_a_match_for_each_value() {
    let dir = tempfile::tempdir().unwrap();
    let svg = dir.path().join("s.svg");
    let out = dir.path().join("out");
    let args = [
        "sweep",
        "mcts:expand=2",
        "--over",
        "c=0.1..2.1:3",
        "--against",
        "random",
        "--game",
        "tictactoe",
    ];
    let more = [
        "--nodes",
        "25",
        "--games",
        "10",
        "--out",
        out.to_str().unwrap(),
        "--svg",
        svg.to_str().unwrap(),
    ];
    let object = json(&[&args[..], &more[..]].concat());
    assert_eq!(
        (&object["schema"], &object["key"]),
        (&"gametree.sweep/1".into(), &"c".into())
    );
    let rows = object["rows"].as_array().unwrap();
    let column = |name: &str| rows.iter().map(|row| row[name].clone()).collect::<Vec<_>>();
    assert_eq!(column("value"), ["0.1", "1.1", "2.1"]);
    assert_eq!(
        column("a"),
        [
            "mcts:expand=2,c=0.1",
            "mcts:expand=2,c=1.1",
            "mcts:expand=2,c=2.1"
        ]
    );
    assert_eq!(column("games"), [10, 10, 10]);
    let alone = [
        "match",
        "mcts:expand=2,c=1.1",
        "random",
        "--game",
        "tictactoe",
        "--nodes",
        "25",
        "--games",
        "10",
    ];
    assert_eq!(
        json(&alone)["pentanomial"],
        rows[1]["pentanomial"],
        "the same openings and seeds"
    );
    let picture = std::fs::read_to_string(&svg).unwrap();
    assert_eq!(picture.matches("<circle").count(), 3);
    let again = json(&[&args[..], &more[..]].concat());
    assert!(
        again["rows"]
            .as_array()
            .unwrap()
            .iter()
            .all(|row| row["resumed"] == 10)
    );
    let text = gametree(&[&args[..], &more[..]].concat());
    assert!(
        text.code == 0 && text.out.contains("│ 1.1 ┆"),
        "{}",
        text.out
    );
}
