//! Games as comma-separated values (RFC 4180), one row per game.

use crate::game::{GameRecord, Points, Side};

const HEADER: &str = "game,opening,first,result_of_a,points_of_a,reason,plies,moves,\
                      a_choices,a_nodes,a_move_calls,a_seconds,b_choices,b_nodes,b_move_calls,b_seconds";

/// The rows, with a header.
#[must_use]
pub fn games(games: &[GameRecord]) -> String {
    let rows = games.iter().map(row);
    std::iter::once(HEADER.to_string())
        .chain(rows)
        .map(|row| row + "\n")
        .collect()
}

fn row(game: &GameRecord) -> String {
    let (a, b) = (&game.a, &game.b);
    let cells = [
        (game.number + 1).to_string(),
        quoted(&game.opening),
        if game.first == Side::A { "a" } else { "b" }.into(),
        word(game.result).into(),
        (game.result.halves() as f64 / 2.0).to_string(),
        quoted(&game.reason.to_string()),
        game.moves.len().to_string(),
        quoted(&game.moves.join(" ")),
        format!("{},{},{},{:.6}", a.choices, a.nodes, a.moves, a.seconds),
        format!("{},{},{},{:.6}", b.choices, b.nodes, b.moves, b.seconds),
    ];
    cells.join(",")
}

fn word(result: Points) -> &'static str {
    match result {
        Points::Win => "win",
        Points::Draw => "draw",
        Points::Loss => "loss",
    }
}

/// A cell, in quotes where it must be.
#[must_use]
pub fn quoted(text: &str) -> String {
    if text.contains(['"', ',', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Reason, Spent};

    #[test]
    fn cells_with_commas_and_quotes_are_quoted() {
        let game = GameRecord {
            number: 4,
            opening: "a,b".into(),
            first: Side::B,
            moves: vec!["x".into(), "y".into()],
            result: Points::Draw,
            reason: Reason::Failed("said \"no\"".into()),
            a: Spent {
                choices: 1,
                nodes: 2,
                evaluations: 3,
                moves: 4,
                seconds: 0.5,
            },
            b: Spent::default(),
            margin: None,
            stats: Vec::new(),
        };
        let text = games(&[game]);
        let row = text.lines().nth(1).unwrap();
        assert_eq!(
            row,
            "5,\"a,b\",b,draw,0.5,\"failed: said \"\"no\"\"\",2,x y,1,2,4,0.500000,0,0,0,0.000000"
        );
        assert_eq!(text.lines().next().unwrap().split(',').count(), 16);
    }
}
