//! Every step as one English sentence with its numbers, the way a textbook tells it.
//!
//! Cut-offs are told in the terms of the textbook's exercise on alpha-beta's correctness (Russell
//! and Norvig): on the path to a node, `l_i` is the best value already known among the siblings to
//! the left of the path's node at depth i. A MIN node is cut when its value is ≤ the largest `l_i`
//! that MAX chose among, which is α; a MAX node when its value is ≥ the smallest `l_i` that MIN
//! chose among, which is β.

use gametree::{Bound, Score, Verdict, Window};

use super::penalties::{self, Numbers};
use super::saved::{self, Leaves};
use super::trace::{Cut, Left, Mark, Mover, Trace, What, World, is_open};
use crate::decimals::{short, values_text};

/// Makes sentences of marks.
pub struct Words<'a> {
    /// What happened.
    pub trace: &'a Trace,
    /// The nodes' names.
    pub names: &'a [String],
    /// How a value is written.
    pub show: &'a dyn Fn(Score) -> String,
    /// Whether windows are worth mentioning.
    pub windowed: bool,
    /// Whether the search's own ṽ is a real number in the game's unit, and not in points.
    pub real: bool,
}

impl Words<'_> {
    /// A value. Where a pass treats all wins alike, a win is just that.
    pub fn value(&self, value: Score) -> String {
        let most = Score::points(Score::MAX_POINTS);
        match value {
            Score::INFINITY => "+∞".into(),
            v if v == -Score::INFINITY => "−∞".into(),
            v if v == Score::win_in(0) => "win".into(),
            v if v == Score::loss_in(0) => "loss".into(),
            v if v == most => "any win".into(),
            v if v == -most => "any loss".into(),
            v => (self.show)(v),
        }
    }

    /// How much of a search's own ṽ makes one unit of the game's own text.
    pub fn unit(&self) -> f64 {
        if self.real {
            return 1.0;
        }
        (self.show)(Score::points(1))
            .parse()
            .map_or(1.0, |one: f64| one.recip())
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
            0 => "the root".into(),
            _ if name.chars().all(|c| c.is_ascii_digit()) => format!("move {name}"),
            _ => name.clone(),
        }
    }

    /// A node as the place of its moves: `of A`, `after move 3`.
    fn there(&self, node: usize) -> String {
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

    fn mover(&self, node: usize) -> String {
        self.trace.nodes[node].mover.word()
    }

    /// A mark's value: a vector where several play.
    pub fn marked(&self, mark: &Mark) -> String {
        match (&mark.vector, &mark.what) {
            (Some(values), _) => values_text(values),
            (
                None,
                What::Leaf {
                    repeats: Some(_), ..
                },
            ) => "?".into(),
            _ => mark
                .value
                .map(|value| self.value(value))
                .unwrap_or_default(),
        }
    }

    /// The sentence of a mark.
    pub fn sentence(&self, number: usize, numbers: &[Option<Numbers>]) -> String {
        let mark = &self.trace.marks[number];
        let (node, value) = (mark.node, self.marked(mark));
        let text = match &mark.what {
            What::Iteration { depth } => self.iteration(*depth, mark.window),
            What::Enter => self.enter(mark),
            What::Leaf {
                repeats: Some(since),
                ..
            } => self.repeats(node, *since),
            What::World(world) => self.world(world),
            What::Leaf { terminal: true, .. } => {
                format!(
                    "{}: {}{}.",
                    self.tries(node),
                    self.ending(mark),
                    self.shrug(number)
                )
            }
            What::Leaf {
                terminal: false, ..
            } => {
                let shrug = self.shrug(number);
                format!(
                    "{}: the depth is used up; the evaluator says {value}{shrug}.",
                    self.tries(node)
                )
            }
            What::TableHit(bound) => {
                format!(
                    "{}: the table already knows it, {}.",
                    self.tries(node),
                    self.known(mark, *bound)
                )
            }
            What::Improve { child } => self.improve(mark, *child),
            What::Cutoff(cut) => self.cutoff(mark, cut),
            What::Leave(bound) => self.leave(mark, *bound),
            What::Grow => self.grow(node, &value),
            What::Select(Some(why)) => penalties::select(self, node, why),
            What::Select(None) => {
                format!(
                    "the search turns to {}: of all tips this one matters most now.",
                    self.at(node)
                )
            }
            What::Backup(_) if numbers[node].is_some() => penalties::backup(self, node, numbers),
            What::Backup(labels) => {
                format!(
                    "The value of {} is computed again: {value}{}.",
                    self.at(node),
                    self.labels(labels)
                )
            }
        };
        capital(&text)
    }

    /// What the end of the game means: a win has a winner, points are worth something.
    fn ending(&self, mark: &Mark) -> String {
        let value = self.marked(mark);
        if let Some(values) = &mark.vector {
            let all = (1..)
                .zip(values)
                .map(|(n, &value)| format!("{} to player {n}", short(value)));
            return format!(
                "the game ends there, worth {}",
                all.collect::<Vec<_>>().join(", ")
            );
        }
        match mark.value.map(Score::verdict) {
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
        let World {
            number,
            position,
            probability,
            values,
        } = world;
        let moves: Vec<String> = values
            .iter()
            .map(|(name, v)| format!("{name} {}", short(*v)))
            .collect();
        let (number, odds) = (number + 1, short(*probability));
        format!(
            "World {number}, probability {odds}: {position}. With all cards open: {}.",
            moves.join(", ")
        )
    }

    fn iteration(&self, depth: u32, window: Option<Window>) -> String {
        let Some(window) = window else {
            return format!("A new pass begins, to depth {depth}.");
        };
        let most = Score::points(Score::MAX_POINTS);
        if window.alpha >= most {
            return "The first player wins. A second pass, among the wins only, asks how fast."
                .into();
        }
        if window.beta <= -most {
            return "The second player wins. A second pass, among the wins only, asks how fast."
                .into();
        }
        let deep = if depth == u32::MAX {
            "without a depth limit".into()
        } else {
            format!("to depth {depth}")
        };
        let narrow = if is_open(window) {
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
    fn shrug(&self, number: usize) -> String {
        let Some(parent) = self.trace.nodes[self.trace.marks[number].node].parent else {
            return String::new();
        };
        let next = self
            .trace
            .marks
            .get(number + 1)
            .filter(|next| next.node == parent);
        let heard =
            next.is_some_and(|next| matches!(next.what, What::Improve { .. } | What::Cutoff(_)));
        let mover = self.trace.nodes[parent].mover;
        match (mover, self.trace.marks[number].window) {
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

    fn enter(&self, mark: &Mark) -> String {
        let mover = self.mover(mark.node);
        let start = if mark.node == 0 {
            format!("the search begins at the root, where {mover} is to move")
        } else {
            format!("{}, where {mover} is to move", self.tries(mark.node))
        };
        match mark.window {
            Some(window) if self.windowed => format!("{start}; {}.", self.stakes(window)),
            _ => format!("{start}."),
        }
    }

    /// What both sides already have when a node is entered.
    fn stakes(&self, window: Window) -> String {
        let (alpha, beta) = (self.value(window.alpha), self.value(window.beta));
        let most = Score::points(Score::MAX_POINTS);
        if window.alpha == most && window.beta == Score::INFINITY {
            return "only wins of MAX are asked about".into();
        }
        if window.beta == -most && window.alpha == -Score::INFINITY {
            return "only wins of MIN are asked about".into();
        }
        if window.beta == window.alpha.above()
            && window.beta != Score::INFINITY
            && window.alpha != -Score::INFINITY
        {
            return format!(
                "the window {} leaves one question, whether it is worth more than {alpha}",
                self.window(window)
            );
        }
        match (
            window.alpha == -Score::INFINITY,
            window.beta == Score::INFINITY,
        ) {
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

    fn improve(&self, mark: &Mark, child: Option<usize>) -> String {
        let (mover, value) = (self.trace.nodes[mark.node].mover, self.marked(mark));
        let who = format!("{} at {}", mover.word(), self.at(mark.node));
        let whence = child
            .map(|child| format!(", at {}", self.at(child)))
            .unwrap_or_default();
        let effect = match (self.windowed, mover) {
            (true, Mover::Max) => format!(": α rises to {value}"),
            (true, Mover::Min) => format!(": β falls to {value}"),
            _ => String::new(),
        };
        if matches!(mover, Mover::Player(_)) {
            return format!(
                "{who} likes {} best so far.",
                child.map_or("this".into(), |id| self.at(id))
            );
        }
        format!("{who} has found {value}{whence}, the best so far{effect}.")
    }

    fn leave(&self, mark: &Mark, bound: Bound) -> String {
        format!(
            "{} is finished: {}.",
            self.at(mark.node),
            self.known(mark, bound)
        )
    }

    fn known(&self, mark: &Mark, bound: Bound) -> String {
        let value = self.marked(mark);
        match bound {
            Bound::Exact => format!("its value is {value}"),
            Bound::Lower => format!("it is worth at least {value}"),
            Bound::Upper => format!("it is worth at most {value}"),
        }
    }

    fn grow(&self, node: usize, value: &str) -> String {
        match self.trace.nodes[node].parent {
            None => {
                format!(
                    "the tree begins with the root, {} to move, first value {value}.",
                    self.mover(node)
                )
            }
            Some(parent) => {
                format!(
                    "{} is added below {}, first value {value}.",
                    self.at(node),
                    self.at(parent)
                )
            }
        }
    }

    fn labels(&self, labels: &[(&'static str, f64)]) -> String {
        let all = notes(labels);
        if all.is_empty() {
            all
        } else {
            format!(" ({all})")
        }
    }

    fn cutoff(&self, mark: &Mark, cut: &Cut) -> String {
        let mover = self.trace.nodes[mark.node].mover;
        if let Mover::Player(_) | Mover::Chance = mover {
            return self.enough(mark, cut);
        }
        let max = mover != Mover::Min;
        let (sign, greek) = if max { ("≥", "β") } else { ("≤", "α") };
        let limit = mark
            .window
            .map(|window| if max { window.beta } else { window.alpha });
        let limit_text = limit.map(|limit| self.value(limit)).unwrap_or_default();
        let found = format!(
            "{} at {} has found {} {sign} {greek} = {limit_text}",
            mover.word(),
            self.at(mark.node),
            self.marked(mark)
        );
        let skipped = saved::skipped(self.trace, mark.node, cut);
        let hidden = self.trace.nodes[mark.node].fold;
        let rest = match skipped.len() {
            0 if hidden.is_some() => "the rest of its moves".to_string(),
            0 if self.trace.nodes[mark.node].ply >= cut.horizon => {
                return format!(
                    "{found}: a cut-off beyond the depth limit, where only noisy moves are tried."
                );
            }
            0 => {
                return format!(
                    "{found}: a cut-off, but that was its last move anyway; nothing saved."
                );
            }
            1 => format!("the remaining move {}", self.there(mark.node)),
            n => format!("the other {n} moves {}", self.there(mark.node)),
        };
        let (why, by) = self.why(limit, &cut.lefts, max);
        let unsure = if hidden.is_some() && self.trace.leaves_unrecorded > 0 {
            "up to "
        } else {
            ""
        };
        let gain = self.gain(&skipped, cut.horizon, mark.node).words();
        let listed = self.bounds(&cut.lefts);
        format!("{found}: {why}, so {rest} cannot matter ({by}): {unsure}{gain} saved.{listed}")
    }

    /// A cut-off where chance moves, or one of several players: by bounds of what is left, or of
    /// the sum.
    fn enough(&self, mark: &Mark, cut: &Cut) -> String {
        let (node, value) = (mark.node, self.marked(mark));
        let skipped = saved::skipped(self.trace, node, cut);
        let gain = self.gain(&skipped, cut.horizon, node).words();
        let window = mark
            .window
            .map(|window| self.window(window))
            .unwrap_or_default();
        let why = match self.trace.nodes[node].mover {
            Mover::Chance => format!(
                "whatever the rest brings within its bounds, the mean stays outside {window}; it is at best {value}"
            ),
            _ => format!(
                "{} is sure of so much that what the sum leaves cannot matter above",
                self.mover(node)
            ),
        };
        format!(
            "{} at {}: {why}: a cut-off, {gain} saved.",
            self.mover(node),
            self.at(node)
        )
    }

    /// Who already has something better, and which bound says so.
    fn why(&self, limit: Option<Score>, lefts: &[Left], max: bool) -> (String, String) {
        let deciding = limit.and_then(|limit| deciding(lefts, limit, max));
        if let Some((left, sibling, value)) = deciding {
            let value = self.value(value);
            let why = format!(
                "{} already has {value} at {}",
                left.chooser.word(),
                self.at(sibling)
            );
            return (why, format!("cut by l_{} = {value}", left.depth));
        }
        let by = "cut by the window it was asked with, not by an l_i".to_string();
        match limit.map(|limit| self.value(limit)) {
            Some(limit) if max => (
                format!("the question was only whether it is worth {limit} or more"),
                by,
            ),
            Some(limit) => (
                format!("the question was only whether it is worth more than {limit}"),
                by,
            ),
            None => ("the search knows enough".into(), "cut by the search".into()),
        }
    }

    fn gain(&self, skipped: &[usize], horizon: u32, node: usize) -> Leaves {
        let fold = self.trace.nodes[node].fold;
        let mut sum = Leaves {
            count: 0,
            exact: true,
        };
        if let Some(fold) = fold {
            sum = Leaves {
                count: fold.leaves,
                exact: fold.exact,
            };
        }
        for &child in skipped {
            let leaves = saved::leaves_below(self.trace, child, horizon);
            sum = Leaves {
                count: sum.count + leaves.count,
                exact: sum.exact && leaves.exact,
            };
        }
        sum
    }

    /// All bounds on the path, where there is more than one level.
    fn bounds(&self, lefts: &[Left]) -> String {
        if lefts.len() < 2 {
            return String::new();
        }
        let all: Vec<String> = lefts.iter().map(|left| self.left(left)).collect();
        format!(" On the path: {}.", all.join(", "))
    }

    /// One bound: `l_1 = 3 (MAX's, at A)`.
    pub fn left(&self, left: &Left) -> String {
        match left.known {
            Some((sibling, value)) => format!(
                "l_{} = {} ({}'s, at {})",
                left.depth,
                self.value(value),
                left.chooser.word(),
                self.at(sibling)
            ),
            None => format!("l_{} not known yet", left.depth),
        }
    }

    /// The last sentence: value, move, line.
    pub fn result(&self, value: Score, line: &[usize]) -> String {
        let whole = self.trace.root_vector().map(|values| values_text(values));
        let worth = format!(
            "The value of the root is {}",
            whole.unwrap_or_else(|| self.value(value))
        );
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

/// The bound that decides a cut-off: the one that equals the limit, the shallowest of several.
pub fn deciding(lefts: &[Left], limit: Score, max: bool) -> Option<(Left, usize, Score)> {
    let chooser = if max { Mover::Min } else { Mover::Max };
    lefts
        .iter()
        .filter(|left| left.chooser == chooser)
        .find_map(|left| match left.known {
            Some((sibling, value)) if value == limit => Some((*left, sibling, value)),
            _ => None,
        })
}

/// A search's own numbers: `proof 1, disproof 3`.
pub fn notes(labels: &[(&'static str, f64)]) -> String {
    let all: Vec<String> = labels
        .iter()
        .map(|&(name, x)| format!("{name} {}", number(x)))
        .collect();
    all.join(", ")
}

/// A number of a search's own: whole ones without a point.
fn number(x: f64) -> String {
    if x.is_infinite() {
        return if x > 0.0 {
            "∞".into()
        } else {
            "−∞".into()
        };
    }
    if x == x.trunc()
        && x.abs() > f64::from(Score::MAX_POINTS)
        && x.abs() <= f64::from(Score::INFINITY.raw())
    {
        return Score::from_raw(x as i32).to_string();
    }
    if x == x.trunc() && x.abs() < 1e15 {
        format!("{x:.0}")
    } else {
        format!("{x:.3}")
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    match (chars.next(), text.split([' ', ':']).next()) {
        (Some(first), Some("the" | "at" | "chance" | "player" | "move")) => {
            first.to_uppercase().collect::<String>() + chars.as_str()
        }
        _ => text.to_string(),
    }
}
