//! Whether the record of a game that was played elsewhere can be true.
//!
//! Its moves are played again: each must be legal, chance must bring what the match's seed says, and
//! the last position must end the game with the result and for the reason that the record has.
//! Who moved better, and whether a side had proven anything, cannot be seen from the moves.

use std::time::Duration;

use gametree::{Counts, Game, Limits, Notation};

use crate::contender::Choice;
use crate::game::{GameRecord, Points, Reason, Side, Spent};
use crate::game_loop::{End, Running};
use crate::match_game::{Assignment, Ruling};
use crate::move_stats::MoveStats;

/// No move takes longer.
const LONGEST_MOVE: f64 = 7.0 * 24.0 * 3600.0;

/// How much longer than its limit a move may take: a busy machine, a search that looks at its clock
/// now and then.
const SLACK: Duration = Duration::from_secs(60);

/// Plays a record's moves again.
pub(crate) fn check<G>(task: &Assignment<'_, G>, record: &GameRecord) -> Result<(), String>
where
    G: Game + Notation,
{
    if record.opening != task.setup.opening.name || record.first != task.first {
        return Err("it begins elsewhere than this game of the match".into());
    }
    if record.stats.len() != record.moves.len() {
        return Err("its moves and their times differ in number".into());
    }
    let mut running = Running::new(&task.setup);
    for (word, stats) in record.moves.iter().zip(&record.stats) {
        if running.end().is_some() {
            return Err("it goes on after its end".into());
        }
        repeat(&mut running, word, stats)?;
    }
    let ruling = Ruling::of(end(&mut running, record)?, task);
    if ruling.result != record.result || ruling.reason != record.reason {
        return Err("its moves do not lead to its result".into());
    }
    if ruling.margin != record.margin {
        return Err("its moves do not lead to its margin".into());
    }
    Ok(())
}

/// Plays one move of the record.
fn repeat<G>(running: &mut Running<'_, G>, word: &str, stats: &MoveStats) -> Result<(), String>
where
    G: Game + Notation,
{
    if running.throw() {
        let thrown = running.moves.last();
        return match thrown.is_some_and(|thrown| thrown == word) {
            true => Ok(()),
            false => Err(format!("chance does not bring '{word}' here")),
        };
    }
    let illegal = || format!("Illegal move: {word}");
    let play = running.position.read_move(word).ok_or_else(illegal)?;
    if running.position.write_move(play) != word {
        return Err(illegal());
    }
    let time = Duration::try_from_secs_f64(stats.seconds);
    let choice = Choice {
        play,
        counts: Counts::default(),
        time: time.map_err(|_| "a time is out of range")?,
        proven: None,
        value: stats.score(),
        depth: stats.depth,
    };
    let who = running.mover();
    let clocks = running.clocks.as_mut();
    if !clocks.is_none_or(|clocks| clocks.press(who, choice.time)) {
        return Err("it goes on after a side's time was over".into());
    }
    match running.accept(who, &choice) {
        true => Ok(()),
        false => Err(illegal()),
    }
}

/// How the game ends after its last move, by what the record says and the position allows.
fn end<G: Game + Notation>(
    running: &mut Running<'_, G>,
    record: &GameRecord,
) -> Result<End, String> {
    let by_position = running.end();
    match &record.reason {
        Reason::Rules | Reason::MaxPlies | Reason::Score | Reason::Tablebases => {
            by_position.ok_or_else(|| "its moves do not end the game".into())
        }
        _ if by_position.is_some() => Err("its moves end the game otherwise".into()),
        Reason::BothProven if running.may_end_proven() => {
            let sign = match record.result {
                Points::Win => 1,
                Points::Draw => 0,
                Points::Loss => -1,
            };
            let of_first = if record.first == Side::A { sign } else { -sign };
            Ok(End::Adjudicated(of_first, Reason::BothProven))
        }
        Reason::BothProven => Err("games of this match do not end as proven".into()),
        Reason::Time | Reason::IllegalMove(_) | Reason::Failed(_) => {
            if running.throw() {
                return Err("chance was to move".into());
            }
            Ok(End::Forfeit(running.mover(), record.reason.clone()))
        }
    }
}

/// Whether what was spent is in range.
pub(crate) fn check_times(record: &GameRecord, limits: &[Limits; 2]) -> Result<(), String> {
    let wrong = || "a time is out of range".to_string();
    let longest = |limits: &Limits| {
        let limit = limits.time.or(limits.cpu);
        limit.map_or(LONGEST_MOVE, |limit| (2 * limit + SLACK).as_secs_f64())
    };
    let most = longest(&limits[0]).max(longest(&limits[1]));
    let fits = |stats: &MoveStats| (0.0..=most).contains(&stats.seconds);
    if !record.stats.iter().all(fits) {
        return Err(wrong());
    }
    let per_side = [
        (&record.a, longest(&limits[0])),
        (&record.b, longest(&limits[1])),
    ];
    let in_range = |(spent, longest): (&Spent, f64)| {
        let moves = record.moves.len() as u64 + 1;
        spent.choices <= moves && (0.0..=longest * moves as f64).contains(&spent.seconds)
    };
    match per_side.into_iter().all(in_range) {
        true => Ok(()),
        false => Err(wrong()),
    }
}
