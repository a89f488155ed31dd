//! The result of a search, ready to be printed: one shape for every kind of game.

use gametree::erased::ErasedMove;
use gametree::tree::{MinMax, SharedNode};
use gametree::{Game, Notation, Outcome, PayoffReport, Report, Score, Stop, Verdict, view};
use serde::Serialize;
use serde_json::Number;

use crate::format::{Scale, number, score_number, short, values_text};
use crate::knowledge::Position;

/// What a search of either family found.
pub enum Found {
    /// One integer value: minimax and its refinements.
    Score(Report<ErasedMove>),
    /// A real value for each player: games with chance, several players or hidden cards.
    Payoffs(PayoffReport<ErasedMove>),
}

impl Found {
    /// The move to play; `None` where the game is over or chance acts.
    pub fn best(&self) -> Option<ErasedMove> {
        self.line().first().copied()
    }

    /// Why the search ended.
    pub fn stop(&self) -> Stop {
        match self {
            Found::Score(report) => report.stop,
            Found::Payoffs(payoff_report) => payoff_report.stop,
        }
    }

    fn line(&self) -> &[ErasedMove] {
        match self {
            Found::Score(report) => &report.line,
            Found::Payoffs(payoff_report) => &payoff_report.line,
        }
    }
}

/// The result in the game's own words. Values are the first player's, `outcome` the mover's.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The move to play; null where the game is over or chance acts.
    pub best: Option<String>,
    /// The first player's value as a plain number.
    pub value: Number,
    /// The same for people: of several players, what each may expect.
    pub value_text: String,
    /// win, draw, loss or ? for the mover, when certain; null where chance or others have a say.
    pub outcome: Option<&'static str>,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// What each player may expect, where values are real numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<Number>>,
    /// What each move is worth to the player who acts, as far as the search knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub move_values: Option<Vec<MoveValue>>,
    /// The expected line of play, up to the next move of chance.
    pub line: Vec<String>,
    /// Whether the value is the game's true one.
    pub proven: bool,
    /// Why the search ended.
    pub stop: &'static str,
    /// The depth searched completely; null where it was not bounded.
    pub depth: Option<u32>,
    /// Worlds searched, where something is hidden.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worlds: Option<u64>,
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

/// A move and what it is worth to the player who acts.
#[derive(Clone, Debug, Serialize)]
pub struct MoveValue {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Its worth.
    pub value: Number,
}

impl Answer {
    /// The result for a position.
    pub fn new(root: &Position, found: &Found, scale: Scale) -> Answer {
        match found {
            Found::Score(report) => Answer::of_score(root, report, scale),
            Found::Payoffs(payoff_report) => Answer::of_payoffs(root, payoff_report),
        }
    }

    fn of_score(root: &Position, report: &Report<ErasedMove>, scale: Scale) -> Answer {
        let certain = report.proven || report.value.is_decided();
        let mine = view::flip(report.value, root.turn());
        let end = end_of(root, &report.line);
        let line = names(root, &report.line);
        let seconds = report.elapsed.as_secs_f64();
        Answer {
            best: line.first().cloned(),
            value: score_number(scale, report.value),
            value_text: scale.text(report.value),
            outcome: outcome_of(root, mine, end).filter(|_| certain),
            plies: plies(report.value),
            values: None,
            move_values: None,
            line,
            proven: report.proven,
            stop: report.stop.word(),
            depth: depth(report.depth),
            worlds: None,
            nodes: report.counts.nodes,
            evaluations: report.counts.evaluations,
            moves: report.counts.moves,
            seconds,
            nodes_per_second: speed(report.counts.nodes, seconds),
        }
    }

    /// The result of a search for payoffs.
    pub(crate) fn of_payoffs(root: &Position, payoff_report: &PayoffReport<ErasedMove>) -> Answer {
        let line = names(root, &payoff_report.line);
        let seconds = payoff_report.elapsed.as_secs_f64();
        let worth = |&(m, value): &(ErasedMove, f64)| MoveValue {
            name: root.write_move(m),
            value: number(value),
        };
        Answer {
            best: line.first().cloned(),
            value: number(payoff_report.values[0]),
            value_text: values_text(&payoff_report.values),
            outcome: None,
            plies: None,
            values: Some(
                payoff_report
                    .values
                    .iter()
                    .map(|&value| number(value))
                    .collect(),
            ),
            move_values: Some(payoff_report.moves.iter().map(worth).collect()),
            line,
            proven: payoff_report.proven,
            stop: payoff_report.stop.word(),
            depth: depth(payoff_report.depth),
            worlds: Some(payoff_report.worlds),
            nodes: payoff_report.counts.nodes,
            evaluations: payoff_report.counts.evaluations,
            moves: payoff_report.counts.moves,
            seconds,
            nodes_per_second: speed(payoff_report.counts.nodes, seconds),
        }
    }

    /// Whether Ctrl-C ended it.
    pub fn interrupted(&self) -> bool {
        self.stop == Stop::Asked.word()
    }

    /// The value with what it means.
    pub fn value_words(&self) -> String {
        let (whose, certain) = match &self.values {
            None => ("first player's view", "proven"),
            Some(values) if values.len() > 2 => ("each player's", "exact"),
            Some(_) => ("first player's", "exact"),
        };
        let sure = if self.proven { certain } else { "estimate" };
        format!("{} ({whose}, {sure})", self.value_text)
    }

    /// The outcome in words; empty where it is not certain.
    pub fn outcome_words(&self) -> String {
        match (self.outcome, self.plies) {
            (Some(word), Some(plies)) => format!("{word} for the mover, in {plies} plies"),
            (Some("?"), None) => "play without end".into(),
            (Some(word), None) => format!("{word} for the mover"),
            (None, _) => String::new(),
        }
    }

    /// The beginning of the line.
    pub fn short_line(&self, most: usize) -> String {
        let shown = self.line[..self.line.len().min(most)].join(" ");
        match self.line.len().saturating_sub(most) {
            0 => shown,
            more => format!("{shown} … ({more} more)"),
        }
    }

    /// The values of the moves, the best first; empty where they are not known.
    pub fn moves_words(&self, most: usize) -> String {
        let worth = |move_value: &MoveValue| move_value.value.as_f64().unwrap_or(0.0);
        let mut all: Vec<&MoveValue> = self.move_values.iter().flatten().collect();
        all.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
        let shown: Vec<String> = all
            .iter()
            .take(most)
            .map(|m| format!("{} {}", m.name, short(worth(m))))
            .collect();
        match all.len().saturating_sub(most) {
            0 => shown.join(", "),
            more => format!("{}, … ({more} more)", shown.join(", ")),
        }
    }
}

/// A depth that says something: searches without depths report 0 or the greatest number.
fn depth(depth: u32) -> Option<u32> {
    Some(depth).filter(|&depth| depth != u32::MAX)
}

/// Nodes per second; 0 where no clock has counted any time (`gametree::clock`).
fn speed(nodes: u64, seconds: f64) -> u64 {
    if seconds > 0.0 {
        (nodes as f64 / seconds) as u64
    } else {
        0
    }
}

/// Plies to a win or loss.
pub fn plies(value: Score) -> Option<u32> {
    match value.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
        Verdict::Points(_) => None,
    }
}

/// The outcome, where the game has one: the end of a tree is worth points, which are no win.
fn outcome_of(root: &Position, mine: Score, end: Option<Outcome>) -> Option<&'static str> {
    let is_tree = root.downcast_ref::<SharedNode<MinMax>>().is_some();
    let word = outcome_word(mine, end);
    (!is_tree || word == "?").then_some(word)
}

/// win, draw or loss by the mover's certain score; ? where its line never ends.
pub fn outcome_word(mine: Score, end: Option<Outcome>) -> &'static str {
    if mine == Score::DRAW && end == Some(Outcome::Loop) {
        return "?";
    }
    match mine.cmp(&Score::DRAW) {
        std::cmp::Ordering::Greater => "win",
        std::cmp::Ordering::Equal => "draw",
        std::cmp::Ordering::Less => "loss",
    }
}

/// How the game ends after these moves.
pub fn end_of<G: Game>(root: &G, line: &[G::Move]) -> Option<Outcome> {
    line.iter()
        .fold(root.clone(), |position, &m| position.after(m))
        .outcome()
}

/// The names of the moves of a line.
pub fn names(root: &Position, moves: &[ErasedMove]) -> Vec<String> {
    let mut position = root.clone();
    let mut names = Vec::with_capacity(moves.len());
    for &m in moves {
        names.push(position.write_move(m));
        position.play(m);
    }
    names
}
