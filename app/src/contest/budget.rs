//! What each side may spend on a move.

use gametree::Limits;
use gametree_catalog::units;

use super::args::{ClockArg, ContestArgs};
use crate::error::CliError;
use crate::limits::LimitArgs;

/// The limits of A and of B, without a stop flag.
pub fn of_both(args: &ContestArgs) -> Result<[Limits; 2], CliError> {
    let own = |text: &Option<String>, name: &str| match text {
        Some(text) => parse(text, name),
        None => Ok(args.limits.clone()),
    };
    let both = [
        own(&args.limits_a, "--limits-a")?,
        own(&args.limits_b, "--limits-b")?,
    ];
    if both.iter().any(LimitArgs::is_endless) {
        return Err(CliError::usage("a match needs a limit on every move")
            .hint("give one of --time 10ms, --nodes 10k, --moves 10k, --depth 6"));
    }
    let [a, b] = both;
    Ok([by_clock(&a, args.clock)?, by_clock(&b, args.clock)?])
}

/// `--time` on the clock that was chosen.
fn by_clock(args: &LimitArgs, clock: ClockArg) -> Result<Limits, CliError> {
    let limits = Limits {
        stop: None,
        ..args.limits()
    };
    match clock {
        ClockArg::Wall => Ok(limits),
        ClockArg::Cpu if limits.time.is_some() && limits.cpu.is_some() => Err(CliError::usage(
            "--time and --cpu both limit the processor's time in a match",
        )
        .hint("give one of them, or --clock wall to have --time on the clock")),
        ClockArg::Cpu => Ok(Limits {
            cpu: limits.cpu.or(limits.time),
            time: None,
            ..limits
        }),
    }
}

/// Limits in one text: `time=5ms,nodes=10k`.
fn parse(text: &str, name: &str) -> Result<LimitArgs, CliError> {
    let mut limits = LimitArgs::default();
    let wrong = |why: String| {
        CliError::usage(format!("{name} {text}: {why}"))
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

fn set(to: &mut LimitArgs, key: &str, value: &str) -> Result<(), String> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use gametree_catalog::matches::limit_words;
    use std::time::Duration;

    #[test]
    fn limits_in_one_text() {
        let limits = parse("time=5ms, nodes=10k,depth=3", "--limits-a").unwrap();
        assert_eq!(
            (limits.time, limits.nodes),
            (Some(Duration::from_millis(5)), Some(10_000))
        );
        let limits = by_clock(&limits, ClockArg::Cpu).unwrap();
        assert_eq!(
            (limits.time, limits.cpu),
            (None, Some(Duration::from_millis(5)))
        );
        assert_eq!(
            limit_words(&limits),
            "depth 3, 10000 nodes, 5ms of the processor"
        );
        for text in ["nodes", "nodes=x", "speed=3", "depth=-1"] {
            assert!(
                parse(text, "--limits-b")
                    .unwrap_err()
                    .what
                    .contains("--limits-b"),
                "{text}"
            );
        }
    }
}
