//! What a search answered, ready to be printed: the fields that `search`, `compare` and `play`
//! share.

use gametree::{Outcome, Report, Score, Stop, Verdict, view};
use serde::Serialize;
use serde_json::Number;

use crate::seat::{CliGame, Seat};

/// A report in the game's own words. Values are the first player's, `outcome` the mover's.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The move to play; null when the game is over.
    pub best: Option<String>,
    /// The first player's value as a plain number.
    pub value: Number,
    /// The same for people.
    pub value_text: String,
    /// win, draw, loss or ? for the mover, when certain.
    pub outcome: Option<&'static str>,
    /// Plies to the win or loss.
    pub plies: Option<u32>,
    /// The expected line of play.
    pub line: Vec<String>,
    /// Whether the value is the game's true one.
    pub proven: bool,
    /// Why the search ended.
    pub stop: &'static str,
    /// The depth searched completely; null where it was not bounded.
    pub depth: Option<u32>,
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

impl Answer {
    /// The answer of a report about a position.
    pub fn new<G: CliGame, E>(seat: &Seat<'_, G, E>, root: &G, report: &Report<G::Move>) -> Answer {
        let (line, end) = read_line(root, &report.line);
        let certain = report.proven || report.value.is_decided();
        let mine = view::flip(report.value, root.turn());
        let seconds = report.elapsed.as_secs_f64();
        Answer {
            best: line.first().cloned(),
            value: seat.number(report.value),
            value_text: (seat.show)(report.value),
            outcome: certain.then(|| outcome_word(mine, end.outcome())),
            plies: plies(report.value),
            line,
            proven: report.proven,
            stop: report.stop.word(),
            depth: Some(report.depth).filter(|&depth| depth != u32::MAX),
            nodes: report.counts.nodes,
            evaluations: report.counts.evaluations,
            moves: report.counts.moves,
            seconds,
            nodes_per_second: (report.counts.nodes as f64 / seconds.max(1e-9)) as u64,
        }
    }

    /// Whether Ctrl-C ended it.
    pub fn interrupted(&self) -> bool {
        self.stop == Stop::Asked.word()
    }

    /// The value with what it means.
    pub fn value_words(&self) -> String {
        let sure = if self.proven { "proven" } else { "estimate" };
        format!("{} (first player's view, {sure})", self.value_text)
    }

    /// The beginning of the line.
    pub fn short_line(&self, most: usize) -> String {
        let shown = self.line[..self.line.len().min(most)].join(" ");
        match self.line.len().saturating_sub(most) {
            0 => shown,
            more => format!("{shown} … ({more} more)"),
        }
    }
}

/// Plies to a win or loss.
pub fn plies(value: Score) -> Option<u32> {
    match value.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
        Verdict::Points(_) => None,
    }
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

/// The names of the moves of a line, and where it ends.
fn read_line<G: CliGame>(root: &G, moves: &[G::Move]) -> (Vec<String>, G) {
    let mut position = root.clone();
    let mut names = Vec::with_capacity(moves.len());
    for &m in moves {
        names.push(position.write_move(m));
        position.play(m);
    }
    (names, position)
}
