//! What a search tells the interface while it thinks.

use std::fmt::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use gametree::{Bound, Event, Game, Observer, Player, Report, Score, Verdict, view};
use shakmaty::{CastlingMode, Move, Position};

use crate::Chess;

/// Watches a search of chess: says `info` at every better root move, and lets no iteration begin
/// too late.
pub(super) struct Teller<'t> {
    /// Says a line.
    pub say: &'t mut dyn FnMut(String),
    /// The root.
    pub root: Chess,
    /// Castling is written as king takes rook.
    pub chess960: bool,
    /// When the search began.
    pub start: Instant,
    /// No new iteration after so long: then this flag is raised.
    pub soft: Option<(Duration, Arc<AtomicBool>)>,
    /// Positions seen so far.
    pub nodes: u64,
    /// The depth of the iteration.
    pub depth: u32,
    /// The best lines by ply.
    pub lines: Vec<Vec<Move>>,
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

impl Teller<'_> {
    /// The line of a result.
    fn info(&mut self, value: (Score, Bound), line: &[Move]) {
        let millis = self.start.elapsed().as_millis().max(1) as u64;
        let bound = match value.1 {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let mut text = format!(
            "info depth {} score {}{bound} nodes {} nps {} time {millis} pv",
            self.depth.max(1),
            score(value.0, self.root.turn()),
            self.nodes,
            self.nodes * 1000 / millis,
        );
        let mut position = self.root.clone();
        for &m in line {
            let _ = write!(text, " {}", write(&position, m, self.chess960));
            position.play(m);
        }
        (self.say)(text);
    }

    /// The last word.
    pub fn end(&mut self, report: &Report<Move>) {
        self.nodes = report.counts.nodes;
        self.depth = report.depth.max(1);
        self.info((report.value, Bound::Exact), &report.line);
    }

    /// A better move: its line is the child's with the move before it.
    fn improve(&mut self, ply: usize, m: Move) {
        if self.lines.len() < ply + 2 {
            self.lines.resize_with(ply + 2, Vec::new);
        }
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(m);
        above[ply].extend_from_slice(&below[0]);
    }

    fn begin(&mut self, depth: u32) {
        self.depth = depth;
        if let Some((soft, flag)) = &self.soft
            && depth > 1
            && self.start.elapsed() >= *soft
        {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

impl<G: Game<Move = Move>> Observer<G> for Teller<'_> {
    fn see(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Iteration { depth, .. } => self.begin(depth),
            Event::Enter { ply, .. } => {
                self.nodes += 1;
                if let Some(line) = self.lines.get_mut(ply as usize) {
                    line.clear();
                }
            }
            Event::Improve {
                ply,
                via,
                value,
                window,
            } => {
                self.improve(ply as usize, via);
                if ply == 0 {
                    let white = self.root.turn() == Player::FIRST;
                    let high = if white {
                        value >= window.beta
                    } else {
                        value <= window.alpha
                    };
                    let bound = if high { Bound::Lower } else { Bound::Exact };
                    let line = self.lines[0].clone();
                    self.info((value, bound), &line);
                }
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
