//! Every step as one English sentence with its numbers, as a textbook would put it.

use gametree::{Bound, Score, Verdict, Window};

use crate::decimals::{labels_text, short};
use crate::minmax_labels::MinMaxLabels;
use crate::penalties;
use crate::trace::{EventKind, Mover, TraceEvent, World, is_unbounded};
use crate::wording::{ANY_WIN, Wording};

impl Wording<'_> {
    /// The sentence of an event; `labels` are what the min/max approximation knows by then.
    pub fn sentence(&self, number: usize, labels: &[Option<MinMaxLabels>]) -> String {
        let event = &self.trace.events[number];
        let node = event.node;
        let text = match &event.kind {
            EventKind::Iteration { depth } => self.iteration(*depth, event.window),
            EventKind::Enter => self.enter(event),
            EventKind::Leaf { terminal, repeats } => match repeats {
                Some(since) => self.repeats(node, *since),
                None => self.leaf(number, *terminal),
            },
            EventKind::World(world) => self.world(world),
            EventKind::TableHit(bound) => {
                let known = self.known(event, *bound);
                format!("{}: the table already knows it, {known}.", self.tries(node))
            }
            EventKind::Improve { child } => self.improve(event, *child),
            EventKind::Cutoff(cut) => self.cutoff(event, cut),
            EventKind::Leave(bound) => {
                format!(
                    "{} is finished: {}.",
                    self.at(node),
                    self.known(event, *bound)
                )
            }
            EventKind::Grow => self.grow(event),
            EventKind::Closed { sure } => penalties::closed(self, event, *sure),
            EventKind::Select(Some(why)) => penalties::select(self, node, why),
            EventKind::Select(None) => {
                let at = self.at(node);
                format!("the search turns to {at}: of all tips this one matters most now.")
            }
            EventKind::Backup(_) if labels[node].is_some() => penalties::backup(self, node, labels),
            EventKind::Backup(own) => self.backup(event, own),
        };
        capital(&text)
    }

    /// A leaf: where the game is over, or the depth is used up.
    fn leaf(&self, number: usize, terminal: bool) -> String {
        let event = &self.trace.events[number];
        let found = if terminal {
            self.ending(event)
        } else {
            let value = self.event_value(event);
            format!("the depth is used up; the evaluator says {value}")
        };
        format!(
            "{}: {found}{}.",
            self.tries(event.node),
            self.no_gain(number)
        )
    }

    /// What the end of the game means: a win has a winner, points are worth something.
    fn ending(&self, event: &TraceEvent) -> String {
        let value = self.event_value(event);
        if let Some(values) = &event.vector {
            let all = (1..)
                .zip(values)
                .map(|(n, &value)| format!("{} to player {n}", short(value)));
            return format!(
                "the game ends there, worth {}",
                all.collect::<Vec<_>>().join(", ")
            );
        }
        match event.value.map(Score::verdict) {
            Some(Verdict::Win(_)) => format!("the game ends there, MAX has won ({value})"),
            Some(Verdict::Loss(_)) => format!("the game ends there, MIN has won ({value})"),
            _ => format!("the game ends there, worth {value} to MAX"),
        }
    }

    /// A position that the path has met before.
    fn repeats(&self, node: usize, since: u32) -> String {
        let above = self
            .trace
            .path(node)
            .get(since as usize)
            .map_or("the root".into(), |&id| self.at(id));
        format!(
            "{}: the same position stands on the path already, at {above}. Play goes round: ?.",
            self.tries(node)
        )
    }

    /// A world and what the moves are worth in it.
    fn world(&self, world: &World) -> String {
        let worth = |(name, value): &(String, f64)| format!("{name} {}", short(*value));
        let moves: Vec<String> = world.values.iter().map(worth).collect();
        format!(
            "World {}, probability {}: {}. With all cards open: {}.",
            world.number + 1,
            short(world.probability),
            world.position,
            moves.join(", ")
        )
    }

    fn iteration(&self, depth: u32, window: Option<Window>) -> String {
        let Some(window) = window else {
            return format!("A new pass begins, to depth {depth}.");
        };
        if window.alpha >= ANY_WIN {
            return "The first player wins. A second pass, among the wins only, asks how fast."
                .into();
        }
        if window.beta <= -ANY_WIN {
            return "The second player wins. A second pass, among the wins only, asks how fast."
                .into();
        }
        let deep = if depth == u32::MAX {
            "without a depth limit".into()
        } else {
            format!("to depth {depth}")
        };
        let narrow = if is_unbounded(window) {
            "".into()
        } else {
            format!(" in the window {}", self.window(window))
        };
        format!("A new pass begins, {deep}{narrow}.")
    }

    fn tries(&self, node: usize) -> String {
        match self.trace.nodes[node].parent {
            None => "at the root".into(),
            Some(parent) if self.trace.nodes[parent].mover == Mover::Chance => {
                format!("chance may bring {}", self.at(node))
            }
            Some(parent) => format!("{} tries {}", self.mover(parent), self.at(node)),
        }
    }

    /// What the parent makes of a leaf that changes nothing.
    fn no_gain(&self, number: usize) -> String {
        let Some(parent) = self.trace.nodes[self.trace.events[number].node].parent else {
            return String::new();
        };
        let next = self
            .trace
            .events
            .get(number + 1)
            .filter(|next| next.node == parent);
        let heard = next.is_some_and(|next| {
            matches!(next.kind, EventKind::Improve { .. } | EventKind::Cutoff(_))
        });
        let mover = self.trace.nodes[parent].mover;
        match (mover, self.trace.events[number].window) {
            (Mover::Max | Mover::Min, _) if heard => String::new(),
            (Mover::Max, Some(w)) if w.alpha > -Score::INFINITY => {
                format!(", not above α = {}", self.value(w.alpha))
            }
            (Mover::Min, Some(w)) if w.beta < Score::INFINITY => {
                format!(", not below β = {}", self.value(w.beta))
            }
            (Mover::Max | Mover::Min, _) => format!(", no improvement for {}", mover.word()),
            _ => String::new(),
        }
    }

    fn enter(&self, event: &TraceEvent) -> String {
        let mover = self.mover(event.node);
        let start = if event.node == 0 {
            format!("the search begins at the root, where {mover} is to move")
        } else {
            format!("{}, where {mover} is to move", self.tries(event.node))
        };
        match event.window {
            Some(window) if self.trace.windowed => format!("{start}; {}.", self.stakes(window)),
            _ => format!("{start}."),
        }
    }

    /// What both sides already have when a node is entered.
    fn stakes(&self, window: Window) -> String {
        let alpha = self.value(window.alpha);
        let beta = self.value(window.beta);
        let max_has_nothing = window.alpha == -Score::INFINITY;
        let min_has_nothing = window.beta == Score::INFINITY;
        if window.alpha == ANY_WIN && min_has_nothing {
            return "only wins of MAX are asked about".into();
        }
        if window.beta == -ANY_WIN && max_has_nothing {
            return "only wins of MIN are asked about".into();
        }
        if window.beta == window.alpha.above() && !min_has_nothing && !max_has_nothing {
            return format!(
                "the window {} leaves one question, whether it is worth more than {alpha}",
                self.window(window)
            );
        }
        match (max_has_nothing, min_has_nothing) {
            (true, true) => "neither side has anything yet: α = −∞, β = +∞".into(),
            (false, true) => {
                format!("MAX already has α = {alpha} elsewhere, MIN nothing yet (β = +∞)")
            }
            (true, false) => {
                format!("MIN already has β = {beta} elsewhere, MAX nothing yet (α = −∞)")
            }
            (false, false) => format!("MAX already has α = {alpha} and MIN β = {beta} elsewhere"),
        }
    }

    fn improve(&self, event: &TraceEvent, child: Option<usize>) -> String {
        let mover = self.trace.nodes[event.node].mover;
        let who = format!("{} at {}", mover.word(), self.at(event.node));
        let at = child.map(|child| self.at(child));
        if let Mover::Player(_) = mover {
            return format!("{who} likes {} best so far.", at.unwrap_or("this".into()));
        }
        let at = at.map(|at| format!(", at {at}")).unwrap_or_default();
        let value = self.event_value(event);
        let effect = match (self.trace.windowed, mover) {
            (true, Mover::Max) => format!(": α rises to {value}"),
            (true, Mover::Min) => format!(": β falls to {value}"),
            _ => String::new(),
        };
        format!("{who} has found {value}{at}, the best so far{effect}.")
    }

    fn known(&self, event: &TraceEvent, bound: Bound) -> String {
        let value = self.event_value(event);
        match bound {
            Bound::Exact => format!("its value is {value}"),
            Bound::Lower => format!("it is worth at least {value}"),
            Bound::Upper => format!("it is worth at most {value}"),
        }
    }

    fn grow(&self, event: &TraceEvent) -> String {
        let value = self.event_value(event);
        if let (true, Some(parent)) = (
            self.trace.nodes[event.node].forced,
            self.trace.nodes[event.node].parent,
        ) {
            return penalties::forced(self, event, parent);
        }
        match self.trace.nodes[event.node].parent {
            None => format!(
                "the tree begins with the root, {} to move, first value {value}.",
                self.mover(event.node)
            ),
            Some(parent) => format!(
                "{} is added below {}, first value {value}.",
                self.at(event.node),
                self.at(parent)
            ),
        }
    }

    fn backup(&self, event: &TraceEvent, labels: &[(&'static str, f64)]) -> String {
        let own = labels_text(labels);
        let own = if own.is_empty() {
            own
        } else {
            format!(" ({own})")
        };
        let value = self.event_value(event);
        format!(
            "The value of {} is computed again: {value}{own}.",
            self.at(event.node)
        )
    }

    /// The last sentence: value, move, line.
    pub fn result(&self, value: Score, line: &[usize]) -> String {
        let worth = format!("The value of the root is {}", self.root_value(value));
        match line.len() {
            0 | 1 => format!("{worth}."),
            2 => format!("{worth}; {} plays {}.", self.mover(0), self.played(line[1])),
            _ => {
                let names: Vec<&str> = line[1..].iter().map(|&node| self.played(node)).collect();
                format!(
                    "{worth}; {} plays {}. Best play: {}.",
                    self.mover(0),
                    names[0],
                    names.join(", ")
                )
            }
        }
    }
}

/// A sentence begins with a capital, but the name of a node or a move stays as it is.
fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), text.split([' ', ':']).next()) {
        (Some(first), Some("the" | "at" | "chance" | "player" | "move")) => {
            first.to_uppercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_string(),
    }
}
