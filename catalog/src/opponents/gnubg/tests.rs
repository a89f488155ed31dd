//! What gnubg says is read as it is meant, and a program that misbehaves is an error.

use super::*;

fn position() -> Backgammon {
    "4HPwATDgc/ABMA O 6-3".parse().expect("a position")
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(String::from).collect()
}

#[test]
fn answers_are_read_and_illegal_ones_refused() {
    let said = "The dice have been set to 6 and 3.\n    1. Cubeless 0-ply   24/18 13/10      Eq.: +0.011\n  0.5";
    let answer = read_answer(&position(), &lines(said)).expect("a play");
    assert_eq!(
        (position().write_move(answer.m), answer.value),
        ("24/18 13/10".to_string(), Some(0.011))
    );
    for wrong in [
        "1. Cubeless 0-ply   24/17 13/10   Eq.: +0.011",
        "1. Cubeless",
        "Illegal position.",
        "",
    ] {
        let error = read_answer(&position(), &lines(wrong)).expect_err(wrong);
        assert!(matches!(error, GnubgError::Illegal { .. }), "{error}");
    }
}

#[test]
fn levels_have_names() {
    assert_eq!(
        "beginner".parse(),
        Ok(Level {
            plies: 0,
            noise: 0.06
        })
    );
    assert_eq!(
        "noise=0.2".parse(),
        Ok(Level {
            plies: 0,
            noise: 0.2
        })
    );
    assert!("noise=-1".parse::<Level>().is_err() && "novice".parse::<Level>().is_err());
}

#[test]
fn what_is_not_there_cannot_be_started() {
    let error =
        Gnubg::start_program(&["no-such-gnubg".into()], LEVELS[0].1).expect_err("nothing there");
    assert!(
        matches!(error, GnubgError::NotStarted { .. })
            && error.to_string().contains("no-such-gnubg")
    );
}

/// Programs that end at once, and that never respond.
#[cfg(unix)]
#[test]
fn the_dead_and_the_silent_are_told_apart() {
    let error = Gnubg::start_program(&["false".into()], LEVELS[0].1).expect_err("it ends");
    assert!(matches!(error, GnubgError::Died { .. }), "{error}");
    let home = new_home().expect("a directory");
    let child = Command::new("sleep")
        .arg("60")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = child.expect("sleep");
    let (sender, lines) = channel();
    listen(child.stdout.take().expect("its output"), sender);
    let input = child.stdin.take();
    let mut silent = Process {
        child,
        input,
        lines,
        home,
        gammons: None,
    };
    let within = Duration::from_millis(20);
    assert_eq!(
        silent.tell(&["hint".to_string()], within),
        Err(GnubgError::NoAnswer { within })
    );
}

/// The real program: it knows the opening, its death is noticed, and it is started again.
#[test]
#[ignore = "soak: needs GNU Backgammon"]
fn soak_gnubg_answers_dies_and_comes_back() {
    let mut gnubg = Gnubg::start(LEVELS[4].1).expect("gnubg");
    let home = gnubg.process.as_ref().expect("it runs").home.clone();
    let opening: Backgammon = "4HPwATDgc/ABMA O 3-1".parse().expect("a position");
    let best = |report: &PayoffReport<Move>| report.best().map(|m| opening.write_move(m));
    let report = gnubg.search_payoffs(&opening, &Limits::none());
    assert_eq!(best(&report).as_deref(), Some("8/5 6/5"));
    assert!(report.values[1] > 0.1 && report.values[0] == -report.values[1]);
    let single: Backgammon = "4HPwATDgc/ABMA X 3-1 single".parse().expect("a position");
    assert_eq!(
        single.write_move(gnubg.ask(&single).expect("a play").m),
        "8/5 6/5"
    );
    gnubg
        .process
        .as_mut()
        .expect("it runs")
        .child
        .kill()
        .expect("it dies");
    let report = gnubg.search_payoffs(&opening, &Limits::none());
    assert!(
        best(&report).is_some() && report.moves.is_empty(),
        "a move, and nothing known of it"
    );
    assert!(!home.exists(), "its home stays behind");
    gnubg.new_game(0);
    assert!(gnubg.ask(&opening).is_ok());
    let none = gnubg.ask(&Backgammon::start()).expect_err("chance acts");
    assert!(matches!(none, GnubgError::NothingToPlay { .. }));
}
