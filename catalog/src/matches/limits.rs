//! Limits of a move in a match: read from one text, written for tables, and measured by a clock.

use gametree::Limits;
use gametree_arena::Clock;

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
    use std::time::Duration;

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
