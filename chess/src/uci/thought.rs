//! From what an engine said during a search to what it found: every move checked, bounds kept
//! apart.

use std::time::Duration;

use gametree::{Game, Outcome, PvLine, Score, Verdict, Wdl};
use shakmaty::Move;

use super::error::ErrorKind;
use super::protocol::{Exactness, Info, Reported};
use crate::Chess;

/// No evaluation goes beyond; engines that report wins in points are cut here.
const MOST_CENTIPAWNS: i64 = 100_000;
/// The longest mates known are of some hundreds of moves.
const LONGEST_MATE: i64 = 1000;
/// Lines that are told apart.
pub(super) const MOST_LINES: u32 = 500;
/// Iterations whose lines are remembered: the last one may be unfinished, and the one before it too
/// when a search is stopped between them.
const ITERATIONS: u32 = 4;

/// What an engine found.
#[derive(Clone, PartialEq, Debug)]
pub struct Thought {
    /// The position's value, White's view.
    pub value: Score,
    /// The expected line: at least one move, all legal.
    pub line: Vec<Move>,
    /// Every move that was the best for some time, with its last value, the final one last.
    pub shown: Vec<(Move, Score)>,
    /// The depth reached.
    pub depth: u32,
    /// The positions searched.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
    /// Whether it was stopped before it was done.
    pub stopped: bool,
    /// The best lines, the best first: one, unless the task wants more. Those after the first are
    /// of the last iteration that was finished for all of them, so that they can be compared.
    pub lines: Vec<Line>,
}

impl Thought {
    /// White's wins, draws and losses, if the engine reported them with the value.
    #[must_use]
    pub fn wdl(&self) -> Option<Wdl> {
        let best = self.lines.first()?;
        best.wdl.filter(|_| best.value == self.value)
    }

    /// The lines after the best one.
    #[must_use]
    pub fn other_lines(&self) -> Vec<PvLine<Move>> {
        let others = self.lines.iter().skip(1);
        let other = |line: &Line| PvLine {
            value: line.value,
            moves: line.moves.clone(),
            depth: line.depth,
        };
        others.map(other).collect()
    }
}

/// A line and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// White's view.
    pub value: Score,
    /// The moves; at least one, all legal.
    pub moves: Vec<Move>,
    /// The depth.
    pub depth: u32,
    /// White's wins, draws and losses in a thousand, if the engine reports them.
    pub wdl: Option<Wdl>,
}

/// A best move, and what was said of it.
pub(super) struct Decision {
    pub(super) play: Move,
    pub(super) line: Option<Line>,
}

/// Gathers the `info` lines of a search, and believes only what the rules allow.
pub(super) struct InfoAccumulator<'a> {
    position: &'a Chess,
    among: &'a [Move],
    /// The last exact line by its first move, for the best moves, the latest last.
    best: Vec<Line>,
    /// The exact lines of the last iterations by their numbers, the latest iteration last.
    ranked: Vec<(u32, Line)>,
    /// The highest number.
    ranks: u32,
    /// The last exact value that came without a line.
    bare: Option<Line>,
    /// What a move that had just become the best was worth at least: since the last exact value.
    raised: Option<Line>,
    bounds: bool,
    refused: Option<String>,
    nodes: u64,
}

impl<'a> InfoAccumulator<'a> {
    pub(super) fn new(position: &'a Chess, among: &'a [Move]) -> InfoAccumulator<'a> {
        let (best, ranked) = (Vec::new(), Vec::new());
        InfoAccumulator {
            position,
            among,
            best,
            ranked,
            ranks: 1,
            bare: None,
            raised: None,
            bounds: false,
            refused: None,
            nodes: 0,
        }
    }

    /// The positions searched so far, as far as it says.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Hears a line of information.
    pub(super) fn hear(&mut self, info: &Info) {
        self.nodes = self.nodes.max(info.nodes.unwrap_or(0));
        let Some((reported, exactness)) = info.score else {
            return;
        };
        let value = self.value(reported);
        if exactness != Exactness::Exact {
            self.bounds = true;
            let value = value.filter(|_| exactness == Exactness::Lower);
            return self.raise(info, value);
        }
        match value {
            Some(value) => self.note(info, value),
            None => self.refused = Some(format!("it reported {reported:?}")),
        }
    }

    /// Hears that the first line is worth at least this.
    fn raise(&mut self, info: &Info, bound: Option<Score>) {
        let moves = self.legal(&info.pv);
        if let Some(value) = bound.filter(|_| !moves.is_empty() && info.multipv.unwrap_or(1) == 1) {
            self.raised = Some(Line {
                value,
                moves,
                depth: info.depth.unwrap_or(0),
                wdl: None,
            });
        }
    }

    fn note(&mut self, info: &Info, value: Score) {
        let moves = self.legal(&info.pv);
        let rank = info.multipv.unwrap_or(1);
        let line = Line {
            value,
            moves,
            depth: info.depth.unwrap_or(0),
            wdl: self.wdl(info.wdl),
        };
        if self.is_false_mate(&line) {
            self.refused = Some("its mate is none at the end of its line".to_owned());
            return;
        }
        match (info.pv.first(), line.moves.first()) {
            (Some(text), None) => self.refused = Some(format!("its line begins with `{text}`")),
            (None, _) if rank == 1 => self.bare = Some(line),
            (None, _) => {}
            (Some(_), Some(_)) => self.keep(rank, line),
        }
    }

    fn keep(&mut self, rank: u32, line: Line) {
        if rank == 1 {
            self.bare = None;
            self.raised = None;
            self.best.retain(|other| other.moves[0] != line.moves[0]);
            self.best.push(line.clone());
        }
        if (1..=MOST_LINES).contains(&rank) {
            self.ranks = self.ranks.max(rank);
            let depth = line.depth;
            self.ranked.retain(|(number, other)| {
                other.depth + ITERATIONS > depth && (*number, other.depth) != (rank, depth)
            });
            self.ranked.push((rank, line));
        }
    }

    /// The moves up to the first that is not legal. The first must also be one of those to choose
    /// from.
    fn legal(&self, pv: &[String]) -> Vec<Move> {
        let mut position = self.position.clone();
        let mut moves = Vec::with_capacity(pv.len());
        for text in pv {
            let Some(m) = position.from_uci(text) else {
                break;
            };
            if moves.is_empty() && !self.is_among(m) {
                break;
            }
            moves.push(m);
            position.play(m);
        }
        moves
    }

    /// Whether the line is as long as the mate it claims, and does not mate.
    fn is_false_mate(&self, line: &Line) -> bool {
        let plies = match line.value.verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies as usize,
            Verdict::Points(_) => return false,
        };
        let Some(moves) = line.moves.get(..plies) else {
            return false;
        };
        let mut end = self.position.clone();
        moves.iter().for_each(|&m| end.play(m));
        !matches!(end.outcome(), Some(Outcome::Win(_)))
    }

    fn is_among(&self, m: Move) -> bool {
        self.among.is_empty() || self.among.contains(&m)
    }

    /// White's value of what the mover's engine reported, if a game can have it.
    fn value(&self, reported: Reported) -> Option<Score> {
        let mover = match reported {
            Reported::Centipawns(n) => {
                Score::points(n.clamp(-MOST_CENTIPAWNS, MOST_CENTIPAWNS) as i32)
            }
            Reported::Mate(n) if (1..=LONGEST_MATE).contains(&n) => Score::win_in(2 * n as u32 - 1),
            Reported::Mate(n) if (-LONGEST_MATE..=-1).contains(&n) => {
                Score::loss_in((-2 * n) as u32)
            }
            Reported::Mate(_) => return None,
        };
        Some(if self.position.color().is_white() {
            mover
        } else {
            -mover
        })
    }

    /// White's wins, draws and losses, of the mover's.
    fn wdl(&self, mover: Option<Wdl>) -> Option<Wdl> {
        if self.position.color().is_white() {
            mover
        } else {
            mover.map(Wdl::flipped)
        }
    }

    /// What was found, now that the best move is known.
    pub(super) fn conclude(self, bestmove: &str) -> Result<Thought, ErrorKind> {
        let best = self.best_move(bestmove)?;
        let line = self.line_of(best)?;
        let mut shown: Vec<(Move, Score)> = self
            .best
            .iter()
            .map(|line| (line.moves[0], line.value))
            .collect();
        shown.retain(|(m, _)| *m != line.moves[0]);
        shown.push((line.moves[0], line.value));
        Ok(Thought {
            value: line.value,
            shown,
            depth: line.depth,
            nodes: self.nodes,
            elapsed: Duration::ZERO,
            stopped: false,
            lines: self.lines(&line),
            line: line.moves,
        })
    }

    /// The best move of a game: it needs no value.
    pub(super) fn decide(&self, bestmove: &str) -> Result<Decision, ErrorKind> {
        let play = self.best_move(bestmove)?;
        Ok(Decision {
            play,
            line: self.line_of(play).ok(),
        })
    }

    fn best_move(&self, text: &str) -> Result<Move, ErrorKind> {
        if matches!(text, "" | "(none)" | "0000" | "NULL" | "none") {
            return Err(ErrorKind::NoMove(text.to_owned()));
        }
        let shown = || text.chars().take(20).collect();
        let best = self
            .position
            .from_uci(text)
            .ok_or_else(|| ErrorKind::IllegalMove(shown()))?;
        if self.is_among(best) {
            Ok(best)
        } else {
            Err(ErrorKind::NotAmong(shown()))
        }
    }

    /// The last exact value, with the line that begins with the best move. A search that was
    /// stopped before it had finished with a new best move has no exact value of it, or one of an
    /// older iteration: the value before it counts, or the bound that made the move the best.
    fn line_of(&self, best: Move) -> Result<Line, ErrorKind> {
        let fitting = self.best.iter().rev().find(|line| line.moves[0] == best);
        if let Some(bare) = &self.bare {
            let moves = fitting.map_or(vec![best], |line| line.moves.clone());
            return Ok(Line {
                moves,
                ..bare.clone()
            });
        }
        let last = self.best.last().ok_or_else(|| self.no_value())?;
        if last.moves[0] == best {
            return Ok(last.clone());
        }
        let raised = self.raised.as_ref().filter(|line| line.moves[0] == best);
        let value = raised.map_or(last.value, |bound| self.better(last.value, bound.value));
        let moves = raised.or(fitting).unwrap_or(last).moves.clone();
        Ok(Line {
            value,
            moves,
            depth: last.depth,
            wdl: last.wdl.filter(|_| value == last.value),
        })
    }

    /// The mover's better one of two values.
    fn better(&self, one: Score, other: Score) -> Score {
        if self.position.color().is_white() {
            one.max(other)
        } else {
            one.min(other)
        }
    }

    fn no_value(&self) -> ErrorKind {
        match &self.refused {
            Some(why) => ErrorKind::Unbelievable(why.clone()),
            None if self.bounds => ErrorKind::OnlyBounds,
            None => ErrorKind::NoValue,
        }
    }

    /// The best line, then the others of the last iteration that was finished: when a search is
    /// stopped, some lines are of the iteration before.
    fn lines(&self, best: &Line) -> Vec<Line> {
        let others = self.finished();
        let others = others
            .into_iter()
            .filter(|line| line.moves[0] != best.moves[0])
            .take(self.ranks as usize - 1);
        std::iter::once(best.clone()).chain(others).collect()
    }

    /// The lines of the deepest iteration that has every number, each with a move of its own.
    fn finished(&self) -> Vec<Line> {
        let mut depths: Vec<u32> = self.ranked.iter().map(|(_, line)| line.depth).collect();
        depths.sort_unstable();
        depths.dedup();
        let whole = depths.into_iter().rev().find_map(|depth| {
            let mut lines: Vec<&(u32, Line)> = self
                .ranked
                .iter()
                .filter(|(_, line)| line.depth == depth)
                .collect();
            lines.sort_by_key(|(rank, _)| *rank);
            let all = lines.len() == self.ranks as usize && are_distinct(&lines);
            all.then(|| lines.into_iter().map(|(_, line)| line.clone()).collect())
        });
        whole.unwrap_or_default()
    }
}

/// Whether no two lines begin with the same move.
fn are_distinct(lines: &[&(u32, Line)]) -> bool {
    let first = |place: usize| lines[place].1.moves[0];
    (1..lines.len()).all(|place| (0..place).all(|other| first(other) != first(place)))
}

#[cfg(test)]
mod tests;
