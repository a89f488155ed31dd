//! How many positions of a test suite the built-in engine solves: `suite FILE.epd [NODES]`.
//!
//! Each line is an EPD with `bm` (best moves) or `am` (moves to avoid). Every position starts with
//! an empty table.

use std::error::Error;
use std::time::Instant;

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

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let file = args.next().ok_or("usage: suite FILE.epd [NODES]")?;
    let nodes = args.next().map_or(Ok(500_000), |text| text.parse())?;
    let mut engine = Builtin::new(32 << 20);
    let (mut solved, mut all, mut searched, start) = (0, 0, 0, Instant::now());
    for line in std::fs::read_to_string(file)?
        .lines()
        .filter(|line| !line.trim().is_empty())
    {
        let fields: Vec<&str> = line.split_whitespace().take(4).collect();
        let game: Chess = fields.join(" ").parse()?;
        engine.new_game(0);
        let report = engine.search(&game, &Limits::nodes(nodes));
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
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{solved} of {all} solved; {:.0} nodes/s",
        searched as f64 / seconds
    );
    Ok(())
}
