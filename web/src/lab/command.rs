//! The command line of a run: arguments one by one, never through a shell.

use std::path::Path;

use super::request::{ClockName, EloModel, Kind, NewRun};

/// The arguments of the program, with the players as it gets them.
#[must_use]
pub fn arguments(run: &NewRun, players: Option<&[String; 2]>, out: &Path) -> Vec<String> {
    let mut run = run.clone();
    if let Some([a, b]) = players {
        a.clone_into(&mut run.a);
        b.clone_into(&mut run.b);
    }
    let mut arguments = plain(&run);
    arguments.extend([format!("--out={}", out.display()), "--json".to_owned()]);
    arguments
}

/// What people type to play the same.
#[must_use]
pub fn shown(run: &NewRun) -> String {
    let words = plain(run).into_iter().map(|word| quoted(&word));
    std::iter::once("gametree".to_owned())
        .chain(words)
        .collect::<Vec<_>>()
        .join(" ")
}

/// All that decides the games. Values follow `=`, so that none of them can be an option.
fn plain(run: &NewRun) -> Vec<String> {
    let mut words = match run.kind {
        Kind::Match => vec!["match".to_owned(), run.a.clone(), run.b.clone()],
        Kind::Sweep => vec![
            "sweep".to_owned(),
            run.a.clone(),
            format!("--against={}", run.b),
        ],
    };
    let mut option = |name: &str, value: Option<String>| {
        words.extend(value.map(|value| format!("--{name}={value}")));
    };
    option("over", run.over.clone());
    option("game", Some(run.game.clone()));
    run.limits
        .given()
        .for_each(|(name, value)| option(name, Some(value.to_owned())));
    option("limits-a", run.limits_a.clone());
    option("limits-b", run.limits_b.clone());
    let clock = run.game_clock.clone();
    option("clock", clock.or(run.clock.map(clock_word)));
    option("openings", run.openings.clone());
    option("games", run.games.map(|n| n.to_string()));
    option("sprt", run.sprt.clone());
    option("elo-model", run.elo_model.map(model_word));
    option("max-plies", run.max_plies.map(|n| n.to_string()));
    option("adjudicate-win", run.adjudicate_win.clone());
    option("adjudicate-draw", run.adjudicate_draw.clone());
    option("seed", run.seed.map(|n| n.to_string()));
    option("threads", run.threads.map(|n| n.to_string()));
    words
}

fn clock_word(clock: ClockName) -> String {
    match clock {
        ClockName::Cpu => "cpu",
        ClockName::Wall => "wall",
    }
    .to_owned()
}

fn model_word(model: EloModel) -> String {
    match model {
        EloModel::Logistic => "logistic",
        EloModel::Normalized => "normalized",
    }
    .to_owned()
}

/// A word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
