//! A task that a worker holds, and its lease.

use std::time::{Duration, Instant};

use gametree::Persistent;

use crate::message::{TaskKey, TaskMessage};

/// A task that a worker holds.
pub(super) struct Hand<G: Persistent> {
    /// Where the broker waits for its acknowledgement.
    pub(super) ticket_of_broker: u64,
    pub(super) key: TaskKey,
    pub(super) message: TaskMessage,
    pub(super) position: G,
    pub(super) since: Instant,
    /// When the lease was last renewed.
    pub(super) renewed: Instant,
    /// Nodes searched, as the engine last said; `None` before it has begun.
    nodes: Option<u64>,
    /// Whether the engine has said anything since the lease was renewed.
    advanced: bool,
}

impl<G: Persistent> Hand<G> {
    pub(super) fn new(ticket_of_broker: u64, message: TaskMessage, position: G) -> Hand<G> {
        let now = Instant::now();
        Hand {
            ticket_of_broker,
            key: TaskKey::of(&message),
            message,
            position,
            since: now,
            renewed: now,
            nodes: None,
            advanced: false,
        }
    }

    /// Whether a third of the lease has passed.
    pub(super) fn is_due(&self, now: Instant) -> bool {
        now.duration_since(self.renewed) >= Duration::from_millis(self.message.lease) / 3
    }

    /// Takes what the engine says; says whether that is more than before.
    pub(super) fn advance(&mut self, nodes: Option<u64>) -> bool {
        let more = nodes > self.nodes;
        self.nodes = nodes.or(self.nodes);
        self.advanced |= more;
        more
    }

    /// Whether the engine has said anything since the last call.
    pub(super) fn take_advance(&mut self) -> bool {
        std::mem::take(&mut self.advanced)
    }

    /// Whether an engine has begun with it.
    pub(super) fn is_at_work(&self) -> bool {
        self.nodes.is_some()
    }
}
