//! A match for people: a table and a few lines, on the terminal and in Markdown.

use super::object::MatchObject;
use crate::output::{self, BOLD, DIM, PLAIN};

/// The columns of the table of both sides.
const HEADER: [&str; 8] = [
    "",
    "search",
    "points",
    "limit a move",
    "nodes",
    "move calls",
    "seconds",
    "move calls/s",
];

/// Prints the result.
pub fn print(object: &MatchObject) -> anyhow::Result<()> {
    let game = output::shorten(&object.game, 60);
    output::line(format!(
        "{BOLD}{game}{PLAIN}, openings {} ({}), seed {}",
        object.openings, object.opening_count, object.seed
    ))?;
    let mut table = output::table(HEADER);
    sides(object).into_iter().for_each(|row| {
        table.add_row(row);
    });
    output::right_align(&mut table, &[2, 4, 5, 6, 7]);
    output::line(table)?;
    for (label, text) in rows(object) {
        let bold = if label == "verdict" { BOLD } else { "" };
        output::line(format!("  {DIM}{label:<8}{PLAIN} {bold}{text}{PLAIN}"))?;
    }
    Ok(())
}

fn sides(object: &MatchObject) -> [[String; 8]; 2] {
    let side = |name: &str, search: &str, points: f64| {
        [name.to_string(), search.to_string(), points.to_string()]
    };
    let points_of_a = object.wins as f64 + object.draws as f64 / 2.0;
    let a = side("A", &object.a, points_of_a);
    let b = side("B", &object.b, object.games as f64 - points_of_a);
    let spent = |limit: &str, numbers: [u64; 3], seconds: f64| {
        let [nodes, moves, speed] = numbers.map(output::grouped);
        [
            limit.to_string(),
            nodes,
            moves,
            format!("{seconds:.3}"),
            speed,
        ]
    };
    let o = object;
    let more_a = spent(
        &o.limits.a,
        [o.nodes.a, o.moves.a, o.moves_per_second.a],
        o.seconds.a,
    );
    let more_b = spent(
        &o.limits.b,
        [o.nodes.b, o.moves.b, o.moves_per_second.b],
        o.seconds.b,
    );
    [joined(a, more_a), joined(b, more_b)]
}

fn joined([a, b, c]: [String; 3], [d, e, f, g, h]: [String; 5]) -> [String; 8] {
    [a, b, c, d, e, f, g, h]
}

/// What the result says, label by label; all in the view of A.
pub fn rows(object: &MatchObject) -> Vec<(&'static str, String)> {
    let o = object;
    let mut rows = vec![("games", games(o)), ("pairs", pairs(o)), ("Elo", elo(o))];
    if let (Some(llr), Some(low), Some(high)) = (o.llr, o.llr_low, o.llr_high) {
        rows.push((
            "SPRT",
            format!("LLR {llr:+.2}, decides at {low:+.2} and {high:+.2}"),
        ));
    }
    if let Some(margin) = o.margin.filter(|_| o.chance) {
        let error = o
            .margin_error
            .map_or(String::new(), |error| format!(" ± {error:.3}"));
        let text = format!(
            "A gets {margin:+.3}{error} points a game more than B (standard error by pairs)"
        );
        rows.push(("margin", text));
    }
    rows.push(("verdict", verdict(o)));
    rows
}

fn games(o: &MatchObject) -> String {
    let score = o
        .score
        .map_or(String::new(), |score| format!(", score {score:.3}"));
    format!(
        "{}: A won {}, drew {}, lost {}{score}",
        o.games, o.wins, o.draws, o.losses
    )
}

fn pairs(o: &MatchObject) -> String {
    let [a, b, c, d, e] = o.pentanomial;
    format!("{a} {b} {c} {d} {e} (in which A got 0, ½, 1, 1½, 2 points)")
}

/// `+265 [+196, +359] (95 %), …`; a score of 0 or 1 gives only a bound.
fn elo(o: &MatchObject) -> String {
    let (Some(elo), Some(low), Some(high)) = (o.elo, o.elo_low, o.elo_high) else {
        return "unknown: no pair of games is finished".into();
    };
    match o.score {
        Some(score) if score >= 1.0 => {
            return format!("more than {low:+.0} (95 %): A won everything");
        }
        Some(score) if score <= 0.0 => {
            return format!("less than {high:+.0} (95 %): A lost everything");
        }
        _ => {}
    }
    let (nelo, los) = (o.nelo.unwrap_or(0.0), 100.0 * o.los.unwrap_or(0.5));
    format!(
        "{elo:+.0} [{low:+.0}, {high:+.0}] (95 %), normalized {nelo:+.0}, superiority {los:.1} %"
    )
}

fn verdict(o: &MatchObject) -> String {
    if o.complete {
        o.verdict.clone()
    } else {
        format!("{} (games are missing)", o.verdict)
    }
}
