//! Which claims every step makes: what the search has told by then, as a textbook would put it.

use gametree::{Bound, Score, Window};

use crate::claim::{Claim, Origin, WindowEnd, Worth};
use crate::minmax_labels::MinMaxLabels;
use crate::trace::{EventKind, Mover, TraceEvent, is_unbounded};
use crate::wording::{ANY_WIN, Wording};

impl Wording<'_> {
    /// What an event says; `labels` are what the min/max approximation knows by then.
    pub fn claims(&self, number: usize, labels: &[Option<MinMaxLabels>]) -> Vec<Claim> {
        let event = &self.trace.events[number];
        let node = event.node;
        match &event.kind {
            EventKind::Iteration { depth } => vec![iteration(*depth, event.window)],
            EventKind::Enter => self.enter(event),
            EventKind::Leaf { terminal, repeats } => self.leaf(number, *terminal, *repeats),
            EventKind::World(world) => vec![Claim::World(world.clone())],
            EventKind::StandPat => {
                let value = event.value;
                value
                    .map(|value| Claim::StandsPat { node, value })
                    .into_iter()
                    .collect()
            }
            EventKind::TableHit(bound) => {
                let worth = self.worth(event);
                let bound = *bound;
                vec![Claim::Tries { node }, Claim::TableKnows { worth, bound }]
            }
            EventKind::Improve { child, sure } => self.improve(event, *child, *sure),
            EventKind::Singular { child } => {
                let child = *child;
                vec![Claim::Singular { node, child }]
            }
            EventKind::Cutoff(cut) => self.cutoff(number, cut),
            EventKind::Leave(bound) => {
                let worth = self.worth(event);
                let bound = *bound;
                vec![Claim::Finished { node, worth, bound }]
            }
            EventKind::Grow => self.grow(event),
            EventKind::Closed { sure } => self.closed(event, *sure),
            EventKind::Select(Some(why)) => vec![Claim::TurnsBecause {
                node,
                why: why.clone(),
            }],
            EventKind::Select(None) => {
                let most_urgent = !self.trace.samples();
                vec![Claim::Turns { node, most_urgent }]
            }
            EventKind::Backup(own) => vec![self.backup(event, own, labels)],
        }
    }

    /// An event's value as a claim has it.
    fn worth(&self, event: &TraceEvent) -> Worth {
        match (&event.vector, event.value) {
            (Some(values), _) if values.len() > 2 => Worth::Each(values.clone()),
            (_, Some(value)) if !event.kind.is_repetition() => Worth::Score(value),
            _ => Worth::Loop,
        }
    }

    fn enter(&self, event: &TraceEvent) -> Vec<Claim> {
        let node = event.node;
        let mut claims = if node == 0 {
            vec![Claim::Begins]
        } else {
            vec![Claim::Tries { node }]
        };
        claims.push(Claim::ToMove { node });
        if let Some(window) = event.window.filter(|_| self.trace.windowed) {
            claims.push(self.window_claim(event, window));
        }
        claims
    }

    /// What is said of the window that a node is entered with.
    fn window_claim(&self, event: &TraceEvent, window: Window) -> Claim {
        let open_low = window.alpha == -Score::INFINITY;
        let open_high = window.beta == Score::INFINITY;
        if window.alpha == ANY_WIN && open_high {
            return Claim::OnlyWins { winner: Mover::Max };
        }
        if window.beta == -ANY_WIN && open_low {
            return Claim::OnlyWins { winner: Mover::Min };
        }
        // A real value may lie between any two: there only a window of whole points is a question.
        if window.beta == window.alpha.above() && !self.scale.is_real() && !open_low && !open_high {
            return Claim::OneQuestion { window };
        }
        if event.node == 0 && !is_unbounded(window) {
            return Claim::Asked { window };
        }
        let chance = self.trace.nodes[event.node]
            .parent
            .filter(|&parent| self.trace.nodes[parent].mover == Mover::Chance);
        let asked = self.trace.asked.unwrap_or(window);
        let origin = |holder: Option<usize>, inner: bool| match (holder, chance) {
            (Some(node), _) => Origin::Holder(node),
            (None, Some(parent)) if inner => Origin::Chance(parent),
            _ => Origin::Unsaid,
        };
        Claim::Window {
            window,
            alpha: origin(event.holders.alpha, window.alpha > asked.alpha),
            beta: origin(event.holders.beta, window.beta < asked.beta),
        }
    }

    fn leaf(&self, number: usize, terminal: bool, repeats: Option<u32>) -> Vec<Claim> {
        let event = &self.trace.events[number];
        let node = event.node;
        let mut claims = vec![Claim::Tries { node }];
        if let Some(since) = repeats {
            let above = self.trace.path(node).get(since as usize).copied();
            claims.push(Claim::Repeats {
                above: above.unwrap_or(0),
            });
            return claims;
        }
        let worth = self.worth(event);
        claims.push(if terminal && self.trace.nodes[node].never_ends {
            Claim::NeverEnds { worth }
        } else if terminal {
            Claim::Ends { worth }
        } else {
            Claim::Evaluated { worth }
        });
        claims.extend(self.no_gain(number));
        claims
    }

    /// What the parent makes of a leaf that changes nothing.
    fn no_gain(&self, number: usize) -> Option<Claim> {
        let event = &self.trace.events[number];
        let parent = self.trace.nodes[event.node].parent?;
        let mover = self.trace.nodes[parent].mover;
        if !matches!(mover, Mover::Max | Mover::Min) || self.decision(number) != Some("none") {
            return None;
        }
        let end = WindowEnd::of(mover);
        match out_of_reach(event, mover) {
            Some(limit) => Some(Claim::OutOfReach { end, value: limit }),
            None => Some(Claim::NoImprovement { mover }),
        }
    }

    /// What the mover above makes of the value that an event hands up: `cut`, `best` or `none`;
    /// `None` where nothing is decided.
    pub fn decision(&self, number: usize) -> Option<&'static str> {
        let event = &self.trace.events[number];
        let returns = matches!(
            event.kind,
            EventKind::Leaf { .. } | EventKind::TableHit(_) | EventKind::Leave(_)
        );
        let parent = self.trace.nodes[event.node].parent.filter(|_| returns)?;
        if self.trace.nodes[parent].mover == Mover::Chance {
            return None;
        }
        let next = self.trace.events.get(number + 1)?;
        let mover = self.trace.nodes[parent].mover;
        // Only a value that is no better leaves things as they are: a probe tells no improvement.
        let none = no_better(event, mover).then_some("none");
        let by = |child: Option<usize>| child == Some(event.node) && next.node == parent;
        match &next.kind {
            EventKind::Cutoff(cut) if by(cut.child) => Some("cut"),
            EventKind::Improve { child, .. } if by(*child) => Some("best"),
            // The same child again: the search asks with another window first.
            EventKind::Enter | EventKind::Leaf { .. } | EventKind::TableHit(_)
                if next.node == event.node =>
            {
                None
            }
            EventKind::Enter | EventKind::Leaf { .. } | EventKind::TableHit(_) => {
                none.filter(|_| self.trace.nodes[next.node].parent == Some(parent))
            }
            EventKind::Leave(_) if next.node == parent => none,
            _ => None,
        }
    }

    fn improve(&self, event: &TraceEvent, child: Option<usize>, sure: bool) -> Vec<Claim> {
        let node = event.node;
        let mover = self.trace.nodes[node].mover;
        if let Mover::Player(player) = mover {
            return vec![self.preference(event, player, child)];
        }
        let Some(value) = event.value else {
            return Vec::new();
        };
        if !sure {
            return vec![Claim::NoMoreThan { node, child, value }];
        }
        let mut claims = vec![Claim::BestSoFar { node, child, value }];
        let end = WindowEnd::of(mover);
        if let (Some(now), Some(before)) = (event.window, event.window_before)
            && self.trace.windowed
            && mover.prefers(end.value(now), end.value(before))
        {
            let to = end.value(now);
            claims.push(Claim::Narrows { end, to });
        }
        claims
    }

    /// Why one of several players takes to a child: for what it gives them, or, where all play
    /// against one, for what it leaves that one.
    fn preference(&self, event: &TraceEvent, player: u8, child: Option<usize>) -> Claim {
        let node = event.node;
        let gets = |player: u8| {
            let values = event.vector.as_ref()?;
            values.get(usize::from(player) - 1).copied()
        };
        match self.victim {
            Some(victim) if victim != player => Claim::Holds {
                node,
                victim,
                child,
                own: gets(victim),
            },
            _ => Claim::Likes {
                node,
                child,
                own: gets(player),
            },
        }
    }

    /// A proof that leaves no tip below a node worth expanding.
    fn closed(&self, event: &TraceEvent, sure: Score) -> Vec<Claim> {
        let node = event.node;
        let above = self.trace.nodes[node].parent.unwrap_or(0);
        vec![Claim::ClosedByProof {
            node,
            above,
            worth: self.worth(event),
            sure,
        }]
    }

    fn grow(&self, event: &TraceEvent) -> Vec<Claim> {
        let node = event.node;
        let own = &self.trace.nodes[node];
        let valued = self.trace.values_tips() || own.end_value.is_some();
        let worth = valued.then(|| self.worth(event));
        if own.parent.is_none() {
            // The search itself replaces what the root is worth at first sight, at its first step.
            let worth = worth.filter(|_| own.end_value.is_some());
            return vec![Claim::Grows { worth }];
        }
        let mut claims = vec![Claim::Added { node, worth }];
        claims.extend(own.forced.then_some(Claim::Forced));
        claims.extend(own.is_twin.then_some(Claim::SeenOtherwise));
        claims
    }

    fn backup(
        &self,
        event: &TraceEvent,
        own: &[(&'static str, f64)],
        labels: &[Option<MinMaxLabels>],
    ) -> Claim {
        let node = event.node;
        let Some(own_labels) = labels[node] else {
            return Claim::Recomputed {
                node,
                worth: self.worth(event),
                labels: own.to_vec(),
            };
        };
        let children = self.trace.nodes[node].children.iter();
        Claim::Approximated {
            node,
            own: own_labels,
            children: children
                .filter_map(|&child| Some((child, labels[child]?)))
                .collect(),
        }
    }

    /// What the last step says: value, move, line.
    pub fn result(&self, value: Score, line: &[usize], stop: &'static str) -> Vec<Claim> {
        let mut claims = Vec::new();
        let stopped = is_limit(stop);
        if stopped {
            claims.push(Claim::Stopped { limit: stop });
        }
        claims.push(Claim::RootWorth {
            worth: self.root_worth(value),
            so_far: stopped,
        });
        if let Some(&child) = line.get(1) {
            claims.push(Claim::Plays { child });
            if self.takes_a_certain_draw(value, child) {
                claims.push(Claim::CertainDraw);
            }
        }
        if line.len() > 2 && !stopped {
            let nodes = line[1..].to_vec();
            claims.push(Claim::Line { nodes });
        }
        claims
    }

    /// Whether the move played is another than the best one found, because that leads to play without
    /// end.
    fn takes_a_certain_draw(&self, value: Score, played: usize) -> bool {
        let best = |event: &TraceEvent| match event.kind {
            EventKind::Improve { child, .. } if event.node == 0 => child,
            _ => None,
        };
        let last = self.trace.events.iter().rev().find_map(best);
        value == Score::DRAW
            && last.is_some_and(|best| best != played)
            && self.trace.nodes.iter().any(|node| node.never_ends)
    }

    /// The root's value: a vector where several play.
    pub fn root_worth(&self, value: Score) -> Worth {
        match self.trace.root_vector() {
            Some(values) if values.len() > 2 => Worth::Each(values.clone()),
            _ => Worth::Score(value),
        }
    }
}

/// The end of the window that a value handed up to `mover` does not reach.
fn out_of_reach(event: &TraceEvent, mover: Mover) -> Option<Score> {
    let window = event.window.or(event.window_before)?;
    let limit = WindowEnd::of(mover).value(window);
    let bounded = limit.raw().abs() < Score::INFINITY.raw();
    (bounded && !mover.prefers(event.value?, limit)).then_some(limit)
}

/// Whether a value handed up is no better for the mover above than what they have.
fn no_better(event: &TraceEvent, mover: Mover) -> bool {
    let beaten = |(best, value)| !mover.prefers(value, best);
    let several = matches!(mover, Mover::Player(_));
    several
        || out_of_reach(event, mover).is_some()
        || event.best_above.zip(event.value).is_some_and(beaten)
}

/// Whether a search that ended for this reason did not come to its own end.
pub fn is_limit(stop: &str) -> bool {
    !matches!(stop, "done" | "depth")
}

fn iteration(depth: u32, window: Option<Window>) -> Claim {
    match window {
        Some(window) if window.alpha >= ANY_WIN => Claim::WinsPass { winner: Mover::Max },
        Some(window) if window.beta <= -ANY_WIN => Claim::WinsPass { winner: Mover::Min },
        _ => Claim::Pass { depth, window },
    }
}

/// The bound that a value says of a mean outside a window.
pub fn outside(value: Score, window: Window) -> Option<Bound> {
    if value <= window.alpha {
        Some(Bound::Upper)
    } else if value >= window.beta {
        Some(Bound::Lower)
    } else {
        None
    }
}
