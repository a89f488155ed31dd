//! What a search tells the interface while it searches.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gametree::table::Table;
use gametree::{Bound, Event, Game, Observer, Player, PvLine, Report, Score, Verdict, view};
use shakmaty::{CastlingMode, Move, Position};

use super::wdl;
use crate::Chess;

/// From now on the move that is searched is told.
const CURRENT_MOVE: Duration = Duration::from_secs(3);

/// Watches a search of chess: says `info` at every better root move and every whole iteration, and
/// lets no iteration begin too late.
pub(super) struct Teller<'t> {
    /// Says a line.
    pub say: &'t mut dyn FnMut(String),
    /// The root.
    pub root: Chess,
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// With the chances to win, draw and lose.
    pub show_wdl: bool,
    /// How many lines are searched.
    pub lines: u32,
    /// How many of them are told.
    pub told: usize,
    /// How many threads search: only the first one is seen, and stands for all.
    pub threads: u64,
    /// When the search began.
    pub start: Instant,
    /// No new iteration after so long.
    pub soft: Option<Duration>,
    /// A mate in this many moves is enough.
    pub mate: Option<u32>,
    /// Raised when the search should end.
    pub stop: Arc<AtomicBool>,
    /// The table, to say how full it is.
    pub table: Option<Arc<Table>>,
    /// What tablebases knew of the root, and how often they were asked.
    pub table_hits: u64,
    /// What was seen so far.
    pub seen: Seen,
}

/// What a teller has seen so far.
#[derive(Default)]
pub(super) struct Seen {
    /// Nodes up to the last whole iteration, and those entered since.
    nodes: u64,
    entered: u64,
    /// The depth of the iteration, and the deepest ply in it.
    depth: u32,
    deepest: u32,
    /// The root move that is searched, and its number.
    current: Option<Move>,
    number: u32,
    /// The best lines by ply.
    improved: Vec<Vec<Move>>,
    /// The lines of the last whole iteration.
    pub whole: Vec<PvLine<Move>>,
}

/// A score as the protocol writes it, the mover's view: `cp 13`, `mate -2`.
pub(super) fn score(value: Score, mover: Player) -> String {
    match view::flip(value, mover).verdict() {
        Verdict::Points(points) => format!("cp {points}"),
        Verdict::Win(plies) => format!("mate {}", plies.div_ceil(2)),
        Verdict::Loss(plies) => format!("mate -{}", plies.div_ceil(2)),
    }
}

/// A move as the interface wants it.
pub(super) fn write(position: &Chess, m: Move, chess960: bool) -> String {
    let mode = if chess960 {
        CastlingMode::Chess960
    } else {
        position.inner().castles().mode()
    };
    m.to_uci(mode).to_string()
}

/// A line to tell: which one, what it is worth, and how sure that is.
struct Told<'l> {
    number: usize,
    depth: u32,
    value: Score,
    bound: Bound,
    moves: &'l [Move],
}

impl Teller<'_> {
    fn info(&mut self, told: &Told<'_>) {
        let millis = self.start.elapsed().as_millis().max(1) as u64;
        let nodes = self.nodes();
        let mover = self.root.turn();
        let mut text = format!(
            "info depth {} seldepth {} multipv {} score {}",
            told.depth.max(1),
            self.seen.deepest.max(told.depth).max(1),
            told.number,
            score(told.value, mover),
        );
        text += match view::flip_bound(told.bound, mover) {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        if self.show_wdl {
            let [win, draw, loss] = wdl::chances(view::flip(told.value, mover));
            let _ = write!(text, " wdl {win} {draw} {loss}");
        }
        let _ = write!(text, " nodes {nodes} nps {}", nodes * 1000 / millis);
        if let Some(table) = &self.table {
            let _ = write!(text, " hashfull {}", table.fullness());
        }
        let _ = write!(text, " tbhits {} time {millis} pv", self.table_hits);
        let mut position = self.root.clone();
        for &m in told.moves {
            let _ = write!(text, " {}", write(&position, m, self.chess960));
            position.play(m);
        }
        (self.say)(text);
    }

    fn nodes(&self) -> u64 {
        (self.seen.nodes + self.seen.entered) * self.threads
    }

    /// The last word, where it says more than what was told: the count of all nodes, and a move that a
    /// stopped iteration found better, before the other lines.
    pub fn end(&mut self, report: &Report<Move>) {
        self.seen.nodes = report.counts.nodes;
        self.seen.entered = 0;
        self.threads = 1;
        let whole = std::mem::take(&mut self.seen.whole);
        let is_other = |line: &&PvLine<Move>| line.moves.first() != report.line.first();
        let others = whole.iter().filter(is_other).map(|line| Told {
            number: 0,
            depth: line.depth,
            value: line.value,
            bound: Bound::Exact,
            moves: &line.moves,
        });
        let best = Told {
            number: 0,
            depth: report.depth,
            value: report.value,
            bound: Bound::Exact,
            moves: &report.line,
        };
        let lines = std::iter::once(best).chain(others).take(self.told.max(1));
        for (place, line) in lines.enumerate() {
            self.info(&Told {
                number: place + 1,
                ..line
            });
        }
    }

    /// A search of the root begins: a new iteration, or one more of the same depth.
    fn begin(&mut self, depth: u32) {
        self.seen.current = None;
        self.seen.number = 0;
        if depth == self.seen.depth {
            return;
        }
        self.seen.depth = depth;
        self.seen.deepest = 0;
        let late = |soft: Duration| depth > 1 && self.start.elapsed() >= soft;
        if self.soft.is_some_and(late) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn enter(&mut self, ply: u32, via: Option<Move>) {
        self.seen.entered += 1;
        self.seen.deepest = self.seen.deepest.max(ply);
        if let Some(line) = self.seen.improved.get_mut(ply as usize) {
            line.clear();
        }
        if ply == 1 && via != self.seen.current {
            self.seen.current = via;
            self.seen.number += 1;
            self.tell_current_move();
        }
    }

    fn tell_current_move(&mut self) {
        let Some(m) = self.seen.current else { return };
        if self.start.elapsed() >= CURRENT_MOVE {
            let name = write(&self.root, m, self.chess960);
            (self.say)(format!(
                "info depth {} currmove {name} currmovenumber {}",
                self.seen.depth, self.seen.number
            ));
        }
    }

    /// A better move: its line is the child's with the move before it.
    fn improve(&mut self, ply: usize, m: Move) {
        let lines = &mut self.seen.improved;
        if lines.len() < ply + 2 {
            lines.resize_with(ply + 2, Vec::new);
        }
        let (above, below) = lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(m);
        above[ply].extend_from_slice(&below[0]);
    }

    /// What the root is worth so far. With several lines only whole iterations are told.
    fn tell_root(&mut self, value: Score, bound: Bound) {
        if self.lines > 1 {
            return;
        }
        let moves = self.seen.improved.first().cloned().unwrap_or_default();
        if !moves.is_empty() {
            self.info(&Told {
                number: 1,
                depth: self.seen.depth,
                value,
                bound,
                moves: &moves,
            });
        }
    }

    /// A whole iteration.
    fn tell_lines(&mut self, lines: &[PvLine<Move>]) {
        self.seen.whole = lines.to_vec();
        for (place, line) in lines.iter().enumerate().take(self.told) {
            self.info(&Told {
                number: place + 1,
                depth: line.depth,
                value: line.value,
                bound: Bound::Exact,
                moves: &line.moves,
            });
        }
        let best = lines
            .first()
            .map(|line| view::flip(line.value, self.root.turn()));
        if let (Some(Verdict::Win(plies)), Some(moves)) = (best.map(Score::verdict), self.mate)
            && plies.div_ceil(2) <= moves
        {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Game<Move = Move>> Observer<G> for Teller<'_> {
    #[inline]
    fn see(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Enter { ply, via, .. } => self.enter(ply, via),
            Event::Improve {
                ply,
                via,
                value,
                window,
            } => {
                self.improve(ply as usize, via);
                if ply == 0 {
                    // At β the search ends: the move is worth at least this.
                    let white = self.root.turn() == Player::FIRST;
                    match white {
                        true if value >= window.beta => self.tell_root(value, Bound::Lower),
                        false if value <= window.alpha => self.tell_root(value, Bound::Upper),
                        _ => self.tell_root(value, Bound::Exact),
                    }
                }
            }
            // No move was better than the old best one was expected to be.
            Event::Leave {
                ply: 0,
                value,
                bound,
            } => {
                let failed_low = view::flip_bound(bound, self.root.turn()) == Bound::Upper;
                let old_best = self.seen.whole.first().map(|line| line.moves.clone());
                if let Some(moves) = old_best.filter(|_| failed_low) {
                    self.seen.improved.resize_with(1, Vec::new);
                    self.seen.improved[0] = moves;
                    self.tell_root(value, bound);
                }
            }
            Event::Iteration { depth, .. } => self.begin(depth),
            Event::Lines { nodes, lines, .. } => {
                self.seen.nodes = nodes;
                self.seen.entered = 0;
                self.tell_lines(lines);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_the_movers_and_mates_are_counted_in_moves() {
        let of = |value| [score(value, Player::FIRST), score(value, Player::SECOND)];
        assert_eq!(of(Score::points(-20)), ["cp -20", "cp 20"]);
        assert_eq!(of(Score::win_in(1)), ["mate 1", "mate -1"]);
        assert_eq!(of(Score::win_in(5)), ["mate 3", "mate -3"]);
        assert_eq!(of(Score::loss_in(2)), ["mate -1", "mate 1"]);
    }
}
