//! How many positions of a test suite the built-in engine solves: `suite FILE.epd [NODES|TIME]`.
//!
//! Each line is an EPD with `bm` (best moves) or `am` (moves to avoid). Every position starts with
//! an empty table. A time, as `1s` or `200ms`, is the processor's, for each position: what else a
//! machine does then matters little.

use std::error::Error;
use std::num::ParseIntError;
use std::time::Duration;

use cpu_time::ThreadTime;
use gametree::{Limits, Notation, Search};
use gametree_chess::Chess;
use gametree_chess::builtin::Builtin;

/// The moves behind an operation's name.
fn operands<'l>(line: &'l str, code: &str) -> Vec<&'l str> {
    let field = line
        .split(';')
        .find_map(|part| part.split_once(&format!(" {code} ")));
    field.map_or(Vec::new(), |(_, moves)| moves.split_whitespace().collect())
}

/// What a position may cost: nodes, or processor time.
fn limits(text: &str) -> Result<Limits, ParseIntError> {
    if let Some(millis) = text.strip_suffix("ms") {
        return Ok(Limits::cpu(Duration::from_millis(millis.parse()?)));
    }
    match text.strip_suffix('s') {
        Some(seconds) => Ok(Limits::cpu(Duration::from_secs(seconds.parse()?))),
        None => Ok(Limits::nodes(text.parse()?)),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: suite FILE.epd [NODES|TIME]")?;
    let limits = limits(args.next().as_deref().unwrap_or("500000"))?;
    let mut engine = Builtin::new(32 << 20);
    let (mut solved, mut all, mut searched) = (0, 0, 0);
    let mut spent = Duration::ZERO;
    for line in std::fs::read_to_string(file)?
        .lines()
        .filter(|line| !line.trim().is_empty())
    {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        let game: Chess = fields.join(" ").parse()?;
        engine.new_game(0);
        let start = ThreadTime::now();
        let report = engine.search(&game, &limits);
        spent += start.elapsed();
        let named = |code| {
            operands(line, code)
                .iter()
                .any(|text| game.read_move(text) == report.best())
        };
        let right = if operands(line, "am").is_empty() {
            named("bm")
        } else {
            !named("am")
        };
        (solved, all) = (solved + u32::from(right), all + 1);
        searched += report.counts.nodes;
        if !right {
            let best = report.best().map_or(String::new(), |m| game.write_move(m));
            println!(
                "{best:>7} {:>6} depth {:2}  {line}",
                report.value.to_string(),
                report.depth
            );
        }
    }
    println!(
        "{solved} of {all} solved; {:.0} nodes per second of the processor",
        searched as f64 / spent.as_secs_f64()
    );
    Ok(())
}
