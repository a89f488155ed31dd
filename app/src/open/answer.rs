//! What a search answered, ready to be printed: the twin of [`crate::answer`] for real values.

use gametree::{Advice, Chance, Notation, Payoffs, Stop};
use serde::Serialize;
use serde_json::Number;

use crate::seat::plain;

/// An advice in the game's own words.
#[derive(Clone, Debug, Serialize)]
pub struct OpenAnswer {
    /// The move to play; null where the game is over or chance acts.
    pub best: Option<String>,
    /// What the first player may expect.
    pub value: Number,
    /// The same for people: of several players, what each may expect.
    pub value_text: String,
    /// What each player may expect.
    pub values: Vec<Number>,
    /// What each move is worth to the one who acts, as far as the search knows.
    pub move_values: Vec<MoveValue>,
    /// The expected line of play, up to the next move of chance.
    pub line: Vec<String>,
    /// Whether the values are the game's true ones.
    pub proven: bool,
    /// Why the search ended.
    pub stop: &'static str,
    /// The depth searched completely; null where it was not bounded.
    pub depth: Option<u32>,
    /// Worlds looked at, where something is hidden.
    pub worlds: u64,
    /// Positions visited.
    pub nodes: u64,
    /// Calls of the evaluator.
    pub evaluations: u64,
    /// Calls of the move operator.
    pub moves: u64,
    /// Time on the clock.
    pub seconds: f64,
    /// Speed.
    pub nodes_per_second: u64,
}

/// A move and what it is worth to the one who acts.
#[derive(Clone, Debug, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Its worth.
    pub value: Number,
}

impl OpenAnswer {
    /// The answer of an advice about a position.
    pub fn new<G: Chance + Payoffs + Notation>(root: &G, advice: &Advice<G::Move>) -> OpenAnswer {
        let line = names(root, &advice.line);
        let seconds = advice.elapsed.as_secs_f64();
        let worth = |&(m, value): &(G::Move, f64)| MoveValue {
            name: root.write_move(m),
            value: plain(value),
        };
        OpenAnswer {
            best: line.first().cloned(),
            value: plain(advice.values[0]),
            value_text: values_text(&advice.values),
            values: advice.values.iter().map(|&value| plain(value)).collect(),
            move_values: advice.moves.iter().map(worth).collect(),
            line,
            proven: advice.proven,
            stop: advice.stop.word(),
            depth: Some(advice.depth).filter(|&depth| depth != u32::MAX),
            worlds: advice.worlds,
            nodes: advice.counts.nodes,
            evaluations: advice.counts.evaluations,
            moves: advice.counts.moves,
            seconds,
            nodes_per_second: (advice.counts.nodes as f64 / seconds.max(1e-9)) as u64,
        }
    }

    /// Whether Ctrl-C ended it.
    pub fn interrupted(&self) -> bool {
        self.stop == Stop::Asked.word()
    }

    /// The value with what it means.
    pub fn value_words(&self) -> String {
        let sure = if self.proven { "exact" } else { "estimate" };
        let whose = if self.values.len() > 2 {
            "each player's"
        } else {
            "first player's"
        };
        format!("{} ({whose}, {sure})", self.value_text)
    }

    /// The values of the moves, the best first.
    pub fn moves_words(&self, most: usize) -> String {
        let worth = |move_value: &MoveValue| move_value.value.as_f64().unwrap_or(0.0);
        let mut all: Vec<&MoveValue> = self.move_values.iter().collect();
        all.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let shown: Vec<String> = all
            .iter()
            .take(most)
            .map(|m| format!("{} {}", m.name, short(worth(m))))
            .collect();
        let more = all.len().saturating_sub(most);
        if more == 0 {
            shown.join(", ")
        } else {
            format!("{}, … ({more} more)", shown.join(", "))
        }
    }
}

/// The names of the moves of a line.
fn names<G: Notation>(root: &G, moves: &[G::Move]) -> Vec<String> {
    let mut position = root.clone();
    let mut names = Vec::with_capacity(moves.len());
    for &m in moves {
        names.push(position.write_move(m));
        position.play(m);
    }
    names
}

/// Of two players the first one's value, of more a vector.
pub fn values_text(values: &[f64]) -> String {
    match values {
        [first] | [first, _] => short(*first),
        all => format!(
            "[{}]",
            all.iter()
                .map(|&value| short(value))
                .collect::<Vec<_>>()
                .join(" ")
        ),
    }
}

/// A number with at most four decimals.
pub fn short(value: f64) -> String {
    let text = format!("{value:.4}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_short() {
        assert_eq!(
            [short(5.0 / 3.0), short(-0.00001), short(2.0)],
            ["1.6667", "0", "2"]
        );
        assert_eq!(values_text(&[1.0, 2.0, 6.5]), "[1 2 6.5]");
        assert_eq!(values_text(&[0.25, -0.25]), "0.25");
    }
}
