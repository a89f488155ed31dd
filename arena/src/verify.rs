//! Whether the record of a game that was played elsewhere can be true.
//!
//! Its moves are played again: each must be legal, chance must bring what the seed says, and
//! the last position must end the game with the result and for the reason that the record has.
//! Who moved better, and whether a side had proven anything, cannot be seen from the moves.

use std::time::Duration;

use gametree::{Counts, Game, Limits, Notation};

use crate::contender::Choice;
use crate::game::{GameRecord, Points, Reason, Side, Spent};
use crate::game_loop::{End, GameSetup, Played, Running};
use crate::match_game::{Assignment, Ruling};
use crate::move_stats::MoveStats;
use crate::table_record::TableRecord;

/// No move takes longer.
const LONGEST_MOVE: f64 = 7.0 * 24.0 * 3600.0;

/// How much longer than its limit a move may take: a busy machine, a search that looks at its clock
/// now and then.
const SLACK: Duration = Duration::from_secs(60);

/// What a record says of a game.
pub(crate) struct Claim<'a> {
    pub moves: &'a [String],
    pub stats: &'a [MoveStats],
    pub reason: &'a Reason,
    /// The sign of the first seat's result.
    pub sign: i32,
}

/// Whether the record can be that of this game of a match.
pub(crate) fn check<G>(task: &Assignment<'_, G>, record: &GameRecord) -> Result<(), String>
where
    G: Game + Notation,
{
    if record.opening != task.setup.opening.name || record.first != task.first {
        return Err("it begins elsewhere than this game of the match".into());
    }
    let sign = match record.result {
        Points::Win => 1,
        Points::Draw => 0,
        Points::Loss => -1,
    };
    let claim = Claim {
        moves: &record.moves,
        stats: &record.stats,
        reason: &record.reason,
        sign: if record.first == Side::A { sign } else { -sign },
    };
    let ruling = Ruling::of(replay(&task.setup, &claim)?, task);
    if ruling.result != record.result || ruling.reason != record.reason {
        return Err("its moves do not lead to its result".into());
    }
    if ruling.margin != record.margin {
        return Err("its moves do not lead to its margin".into());
    }
    Ok(())
}

/// Whether the record can be that of a game of a tournament with this setup.
pub(crate) fn check_table<G>(
    setup: &GameSetup<'_, G>,
    seats: &[usize],
    record: &TableRecord,
) -> Result<(), String>
where
    G: Game + Notation,
{
    if record.opening != setup.opening.name || record.seats != seats {
        return Err("it begins elsewhere than this game of the tournament".into());
    }
    if record.spent.len() != seats.len() || record.ranks.len() != seats.len() {
        return Err("it is of another number of seats".into());
    }
    let claim = Claim {
        moves: &record.moves,
        stats: &record.stats,
        reason: &record.reason,
        sign: i32::from(record.ranks[0] < record.ranks[1])
            - i32::from(record.ranks[0] > record.ranks[1]),
    };
    let played = Played {
        end: replay(setup, &claim)?,
        moves: record.moves.clone(),
        spent: record.spent.clone(),
        stats: record.stats.clone(),
    };
    let begun = (record.opening.clone(), record.seats.clone());
    match TableRecord::of(record.number, begun, played) == *record {
        true => Ok(()),
        false => Err("its moves do not lead to its result".into()),
    }
}

/// Plays the moves again: how the game ends.
fn replay<G>(setup: &GameSetup<'_, G>, claim: &Claim<'_>) -> Result<End, String>
where
    G: Game + Notation,
{
    if claim.stats.len() != claim.moves.len() {
        return Err("its moves and their times differ in number".into());
    }
    let mut running = Running::new(setup);
    for (word, stats) in claim.moves.iter().zip(claim.stats) {
        if running.end().is_some() {
            return Err("it goes on after its end".into());
        }
        repeat(&mut running, word, stats)?;
    }
    end(&mut running, claim)
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
fn end<G: Game + Notation>(running: &mut Running<'_, G>, claim: &Claim<'_>) -> Result<End, String> {
    let by_position = running.end();
    match claim.reason {
        Reason::Rules | Reason::MaxPlies | Reason::Score | Reason::Tablebases => {
            by_position.ok_or_else(|| "its moves do not end the game".into())
        }
        _ if by_position.is_some() => Err("its moves end the game otherwise".into()),
        Reason::BothProven if running.may_end_proven() => {
            Ok(End::Adjudicated(claim.sign, Reason::BothProven))
        }
        Reason::BothProven => Err("games of this match do not end as proven".into()),
        Reason::Time | Reason::IllegalMove(_) | Reason::Failed(_) => {
            if running.throw() {
                return Err("chance was to move".into());
            }
            Ok(End::Forfeit(running.mover(), claim.reason.clone()))
        }
    }
}

/// Whether what was spent is in range: on each move, and by each contender under its limits.
pub(crate) fn check_times(stats: &[MoveStats], spent: &[(&Spent, &Limits)]) -> Result<(), String> {
    let longest = |limits: &Limits| {
        let limit = limits.time.or(limits.cpu);
        limit.map_or(LONGEST_MOVE, |limit| (2 * limit + SLACK).as_secs_f64())
    };
    let most = spent.iter().map(|(_, limits)| longest(limits));
    let most = most.fold(0.0, f64::max);
    let moves = stats.len() as u64 + 1;
    let in_range = |&(spent, limits): &(&Spent, &Limits)| {
        spent.choices <= moves && (0.0..=longest(limits) * moves as f64).contains(&spent.seconds)
    };
    let fits = |stats: &MoveStats| (0.0..=most).contains(&stats.seconds);
    match stats.iter().all(fits) && spent.iter().all(in_range) {
        true => Ok(()),
        false => Err("a time is out of range".into()),
    }
}
