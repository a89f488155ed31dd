//! Limits of a move or a game in a match: read from one text, written for tables, and measured by a clock.

use std::time::Duration;

use gametree::Limits;
use gametree_arena::{Clock, DrawByScore, TimeControl, WinByScore};

use crate::error::CatalogError;
use crate::units;

/// The limits with `time` on the clock that was selected.
///
/// # Errors
/// The processor's time is limited twice.
pub fn by_clock(limits: Limits, clock: Clock) -> Result<Limits, CatalogError> {
    match clock {
        Clock::Wall => Ok(limits),
        Clock::Cpu if limits.time.is_some() && limits.cpu.is_some() => Err(CatalogError::usage(
            "--time and --cpu both limit the processor's time in a match",
        )
        .hint("give one of them, or --clock wall to have --time on the clock")),
        Clock::Cpu => Ok(Limits {
            cpu: limits.cpu.or(limits.time),
            time: None,
            ..limits
        }),
    }
}

/// Limits in one text: `time=5ms,nodes=10k`.
///
/// # Errors
/// A limit is not known, or its number is wrong.
pub fn parse(text: &str, name: &str) -> Result<Limits, CatalogError> {
    let mut limits = Limits::none();
    let wrong = |why: String| {
        CatalogError::usage(format!("{name} {text}: {why}"))
            .hint("write depth=N, nodes=N, moves=N, time=10ms, cpu=10ms or memory=64MiB, by commas")
    };
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        let (key, value) = part
            .split_once('=')
            .ok_or_else(|| wrong(format!("'{part}' has no '='")))?;
        set(&mut limits, key, value).map_err(&wrong)?;
    }
    Ok(limits)
}

fn set(to: &mut Limits, key: &str, value: &str) -> Result<(), String> {
    match key {
        "depth" => {
            to.depth = Some(
                value
                    .parse()
                    .map_err(|_| format!("'{value}' is not a depth"))?,
            )
        }
        "nodes" => to.nodes = Some(units::count(value)?),
        "moves" => to.moves = Some(units::count(value)?),
        "time" => to.time = Some(units::duration(value)?),
        "cpu" => to.cpu = Some(units::duration(value)?),
        "memory" => to.memory = Some(units::size(value)?),
        _ => return Err(format!("there is no limit '{key}'")),
    }
    Ok(())
}

/// Clocks of a game: `10+0.1`, seconds and what each move adds; other units may be named.
///
/// # Errors
/// It is not a time.
pub fn game_clock(text: &str) -> Result<TimeControl, String> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let time = |text: &str| match text.trim().parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string()),
        Err(_) => units::duration(text.trim()),
    };
    let control = TimeControl::new(time(base)?, time(increment)?);
    if control.base.is_zero() {
        return Err("there is no time to play".into());
    }
    Ok(control)
}

/// `10+0.1`.
pub fn clock_words(control: TimeControl) -> String {
    let TimeControl {
        base, increment, ..
    } = control;
    format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64())
}

/// When both sides agree that a game is won: `POINTS,MOVES`.
///
/// # Errors
/// These are not two numbers.
pub fn win_by_score(text: &str) -> Result<WinByScore, String> {
    let [points, moves] = numbers(text)?;
    Ok(WinByScore {
        points,
        moves: moves as u32,
    })
}

/// When both sides agree that a game is drawn: `POINTS,MOVES,AFTER`.
///
/// # Errors
/// These are not three numbers.
pub fn draw_by_score(text: &str) -> Result<DrawByScore, String> {
    let [points, moves, after] = numbers(text)?;
    Ok(DrawByScore {
        points,
        moves: moves as u32,
        after: after as u32,
    })
}

fn numbers<const N: usize>(text: &str) -> Result<[i32; N], String> {
    let parts: Option<Vec<i32>> = text
        .split(',')
        .map(|part| part.trim().parse().ok().filter(|&number| number >= 0))
        .collect();
    let parts = parts.and_then(|parts| parts.try_into().ok());
    parts.ok_or_else(|| format!("'{text}' is not {N} numbers with commas between them"))
}

/// Limits as text, for tables and journals.
pub fn limit_words(limits: &Limits) -> String {
    let Limits {
        depth,
        nodes,
        moves,
        time,
        cpu,
        memory,
        ..
    } = limits;
    let parts = [
        depth.map(|n| format!("depth {n}")),
        nodes.map(|n| format!("{n} nodes")),
        moves.map(|n| format!("{n} move calls")),
        time.map(|t| format!("{t:?} on the clock")),
        cpu.map(|t| format!("{t:?} of the processor")),
        memory.map(|n| format!("{n} bytes")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_and_scores_are_read() {
        let clock = game_clock("10+0.1").unwrap();
        assert_eq!(clock.base, Duration::from_secs(10));
        assert_eq!(clock.increment, Duration::from_millis(100));
        assert_eq!(clock_words(clock), "10+0.1");
        assert_eq!(
            game_clock("1m").unwrap(),
            TimeControl::new(Duration::from_secs(60), Duration::ZERO)
        );
        for wrong in ["0+1", "-1", "x", "1+y", "inf"] {
            assert!(game_clock(wrong).is_err(), "{wrong}");
        }
        assert_eq!(win_by_score("600,4").unwrap().moves, 4);
        assert_eq!(draw_by_score("10, 8, 40").unwrap().after, 40);
        assert!(win_by_score("600").is_err() && draw_by_score("10,8,-1").is_err());
    }

    #[test]
    fn limits_in_one_text() {
        let limits = parse("time=5ms, nodes=10k,depth=3", "--limits-a").unwrap();
        assert_eq!(limits.time, Some(Duration::from_millis(5)));
        assert_eq!(limits.nodes, Some(10_000));
        let limits = by_clock(limits, Clock::Cpu).unwrap();
        assert_eq!(limits.time, None);
        assert_eq!(limits.cpu, Some(Duration::from_millis(5)));
        assert_eq!(
            limit_words(&limits),
            "depth 3, 10000 nodes, 5ms of the processor"
        );
        for text in ["nodes", "nodes=x", "speed=3", "depth=-1"] {
            let error = parse(text, "--limits-b").unwrap_err();
            assert!(error.what.contains("--limits-b"), "{text}");
        }
    }
}
