//! What nodes, values and windows are called in sentences.

use gametree::{Bound, Score, Window};
use serde_json::{Value, json};

use crate::decimals::values_text;
use crate::scale::Scale;
use crate::trace::{Trace, TraceEvent};

/// Names the parts of a trace.
#[derive(Clone, Copy)]
pub struct Wording<'a> {
    /// What happened.
    pub trace: &'a Trace,
    /// The nodes' names.
    pub names: &'a [String],
    /// How a value is written.
    pub scale: Scale,
    /// The player against whom all others play, where the search has it so, counted from 1.
    pub victim: Option<u8>,
}

/// The value of a win in a pass that treats all wins alike.
pub const ANY_WIN: Score = Score::points(Score::MAX_POINTS);

impl Wording<'_> {
    /// A value. Where a pass treats all wins alike, a win is just that.
    pub fn value(&self, value: Score) -> String {
        match value {
            Score::INFINITY => "+∞".into(),
            v if v == -Score::INFINITY => "−∞".into(),
            v => self
                .special(v)
                .map_or_else(|| self.scale.text(v), String::from),
        }
    }

    /// A value as data: a number in the game's own unit where it is one, null where it is infinite.
    pub fn json(&self, value: Score) -> Value {
        if value == Score::INFINITY || value == -Score::INFINITY {
            return Value::Null;
        }
        match self.special(value) {
            Some(word) => json!(word),
            None => self.scale.json(value),
        }
    }

    fn special(&self, value: Score) -> Option<&'static str> {
        match value {
            // The scale may have a word of its own for every win and loss.
            v if v == Score::win_in(0) => self.scale.end_word(v).or(Some("win")),
            v if v == Score::loss_in(0) => self.scale.end_word(v).or(Some("loss")),
            v if v == ANY_WIN => Some("any win"),
            v if v == -ANY_WIN => Some("any loss"),
            _ => None,
        }
    }

    /// A value with ≤ or ≥ where it is only a bound.
    pub fn bounded(&self, value: Score, bound: Bound) -> String {
        let sign = match bound {
            Bound::Exact => "",
            Bound::Lower => "≥",
            Bound::Upper => "≤",
        };
        format!("{sign}{}", self.value(value))
    }

    /// A window: `[3, +∞]`.
    pub fn window(&self, window: Window) -> String {
        format!(
            "[{}, {}]",
            self.value(window.alpha),
            self.value(window.beta)
        )
    }

    /// A node, in a sentence; one that is called by a number must not read as a value.
    pub fn at(&self, node: usize) -> String {
        let name = &self.names[node];
        match node {
            0 if self.trace.nodes[0].state.is_none() => "the root".into(),
            _ if name.chars().all(|c| c.is_ascii_digit()) => format!("move {name}"),
            _ => name.clone(),
        }
    }

    /// A node as the place of its moves: `of A`, `after move 3`.
    pub fn there(&self, node: usize) -> String {
        let at = self.at(node);
        if at.starts_with("move ") {
            format!("after {at}")
        } else {
            format!("of {at}")
        }
    }

    /// A node as a move within a line of play: of a path, its last move.
    pub fn played(&self, node: usize) -> &str {
        if self.names[node].contains('·') {
            &self.trace.nodes[node].via
        } else {
            &self.names[node]
        }
    }

    /// Who moves at a node.
    pub fn mover(&self, node: usize) -> String {
        self.trace.nodes[node].mover.word()
    }

    /// An event's value: a vector where several play, `?` where a position repeats.
    pub fn event_value(&self, event: &TraceEvent) -> String {
        match &event.vector {
            Some(values) => values_text(values),
            None if event.kind.is_repetition() => "?".into(),
            None => event
                .value
                .map(|value| self.value(value))
                .unwrap_or_default(),
        }
    }
}
