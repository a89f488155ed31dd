//! From what an engine said during a search to what it found: every move checked, bounds kept
//! apart.

use std::time::Duration;

use gametree::{Game, Outcome, PvLine, Score, Verdict};
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
    pub wdl: Option<[u16; 3]>,
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

    fn wdl(&self, wdl: Option<[u16; 3]>) -> Option<[u16; 3]> {
        let [win, draw, loss] = wdl?;
        Some(if self.position.color().is_white() {
            [win, draw, loss]
        } else {
            [loss, draw, win]
        })
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
            ..last.clone()
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
mod tests {
    use super::super::protocol::{Message, read};
    use super::*;
    use gametree::rng::Rng;

    const BLACK: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";

    fn judged(
        position: &Chess,
        among: &[Move],
        lines: &[&str],
        best: &str,
    ) -> Result<Thought, ErrorKind> {
        let mut accumulator = InfoAccumulator::new(position, among);
        for line in lines {
            match read(&format!("info {line}")) {
                Message::Info(info) => accumulator.hear(&info),
                other => panic!("{other:?}"),
            }
        }
        accumulator.conclude(best)
    }

    fn start(lines: &[&str], best: &str) -> Result<Thought, ErrorKind> {
        judged(&Chess::default(), &[], lines, best)
    }

    fn texts(moves: &[Move]) -> Vec<String> {
        moves
            .iter()
            .map(|m| m.to_uci(shakmaty::CastlingMode::Standard).to_string())
            .collect()
    }

    #[test]
    fn the_last_exact_value_of_the_best_move_counts() {
        let lines = [
            "depth 1 score cp 10 nodes 5 pv e2e4",
            "depth 2 score cp 20 nodes 50 pv d2d4 d7d5",
        ];
        let thought = start(&lines, "d2d4").unwrap();
        assert_eq!(
            (thought.value, thought.depth, thought.nodes),
            (Score::points(20), 2, 50)
        );
        assert_eq!(texts(&thought.line), ["d2d4", "d7d5"]);
        let shown: Vec<Score> = thought.shown.iter().map(|(_, value)| *value).collect();
        assert_eq!(shown, [Score::points(10), Score::points(20)]);
    }

    #[test]
    fn a_best_move_of_an_older_iteration_has_the_last_value_and_stands_last() {
        let lines = ["depth 1 score cp 10 pv e2e4", "depth 2 score cp 20 pv d2d4"];
        let thought = start(&lines, "e2e4").unwrap();
        assert_eq!((thought.value, thought.depth), (Score::points(20), 2));
        assert_eq!(texts(&thought.line), ["e2e4"]);
        assert_eq!(
            texts(&[thought.shown[0].0, thought.shown[1].0]),
            ["d2d4", "e2e4"]
        );
        let thought = start(&lines, "g1f3").unwrap();
        assert_eq!(
            (thought.value, texts(&thought.line)),
            (Score::points(20), vec!["d2d4".to_owned()])
        );
    }

    #[test]
    fn bounds_are_not_values() {
        let lines = [
            "depth 1 score cp 10 pv e2e4",
            "depth 2 score cp 90 lowerbound pv e2e4",
        ];
        assert_eq!(start(&lines, "e2e4").unwrap().value, Score::points(10));
        assert_eq!(start(&lines[1..], "e2e4"), Err(ErrorKind::OnlyBounds));
        assert_eq!(start(&["depth 4"], "e2e4"), Err(ErrorKind::NoValue));
    }

    #[test]
    fn a_move_that_became_the_best_at_the_end_is_worth_its_bound() {
        let lines = [
            "depth 1 score cp 116 pv e2e4",
            "depth 11 score cp 157 pv d2d4",
            "depth 12 score cp 163 lowerbound pv e2e4 e7e5",
        ];
        let thought = start(&lines, "e2e4").unwrap();
        assert_eq!((thought.value, thought.depth), (Score::points(163), 11));
        assert_eq!(texts(&thought.line), ["e2e4", "e7e5"]);
        let low = ["depth 12 score cp 90 lowerbound pv e2e4"];
        let thought = start(&[&lines[..2], &low].concat(), "e2e4").unwrap();
        assert_eq!(thought.value, Score::points(157), "never lowered");
        let passed = ["depth 13 score cp 100 pv d2d4"];
        let thought = start(&[&lines[..], &passed].concat(), "e2e4").unwrap();
        assert_eq!(thought.value, Score::points(100), "the bound is past");
        let black: Chess = BLACK.parse().unwrap();
        let lines = ["score cp 20 pv e7e5", "score cp 35 lowerbound pv c7c5"];
        let thought = judged(&black, &[], &lines, "c7c5").unwrap();
        assert_eq!(thought.value, Score::points(-35));
    }

    #[test]
    fn a_mate_whose_whole_line_does_not_mate_is_not_believed() {
        for claim in [
            "mate 1 pv e2e4",
            "mate -1 pv e2e4 e7e5",
            "mate 1 pv e2e4 e7e5",
        ] {
            let refused = start(&[&format!("score {claim}")], "e2e4");
            assert!(
                matches!(refused, Err(ErrorKind::Unbelievable(_))),
                "{claim}"
            );
        }
        let unfinished = start(&["score mate 3 pv e2e4 e7e5"], "e2e4").unwrap();
        assert_eq!(unfinished.value, Score::win_in(5), "a claim, not shown");
        let fools = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let position: Chess = fools.parse().unwrap();
        let mates = judged(&position, &[], &["score mate 1 pv d8h4"], "d8h4").unwrap();
        assert_eq!(mates.value, Score::loss_in(1));
    }

    #[test]
    fn values_are_whites() {
        let black: Chess = BLACK.parse().unwrap();
        let value = |score: &str| {
            judged(&black, &[], &[&format!("score {score} pv e7e5")], "e7e5")
                .unwrap()
                .value
        };
        assert_eq!(value("cp 35"), Score::points(-35));
        assert_eq!(value("mate 3"), Score::loss_in(5));
        assert_eq!(value("mate -2"), Score::win_in(4));
        let white = |score: &str| {
            start(&[&format!("score {score} pv e2e4")], "e2e4")
                .unwrap()
                .value
        };
        assert_eq!(
            (white("mate 2"), white("mate -1")),
            (Score::win_in(3), Score::loss_in(2))
        );
        let line = judged(&black, &[], &["score cp 1 wdl 600 300 100 pv e7e5"], "e7e5")
            .unwrap()
            .lines
            .remove(0);
        assert_eq!(line.wdl, Some([100, 300, 600]));
    }

    #[test]
    fn absurd_values_are_cut_or_refused() {
        let of = |score: &str| {
            start(&[&format!("score {score} pv e2e4")], "e2e4").map(|thought| thought.value)
        };
        assert_eq!(of("cp 9000000000"), Ok(Score::points(100_000)));
        assert_eq!(of("cp -9000000000"), Ok(Score::points(-100_000)));
        assert_eq!(of("mate 500"), Ok(Score::win_in(999)));
        for absurd in ["mate 0", "mate 1001", "mate -9223372036854775808"] {
            assert!(
                matches!(of(absurd), Err(ErrorKind::Unbelievable(_))),
                "{absurd}"
            );
        }
    }

    #[test]
    fn nothing_illegal_is_believed() {
        let thought = start(&["score cp 5 pv e2e4 e7e5 e1e8 e8e7"], "e2e4").unwrap();
        assert_eq!(texts(&thought.line), ["e2e4", "e7e5"]);
        assert!(matches!(
            start(&["score cp 5 pv e7e5"], "e2e4"),
            Err(ErrorKind::Unbelievable(_))
        ));
        assert_eq!(
            start(&["score cp 5 pv e2e4"], "e2e5"),
            Err(ErrorKind::IllegalMove("e2e5".into()))
        );
        for none in ["(none)", "0000", ""] {
            assert_eq!(
                start(&["score cp 5 pv e2e4"], none),
                Err(ErrorKind::NoMove(none.into()))
            );
        }
        let position = Chess::default();
        let among = [position.from_uci("a2a3").unwrap()];
        let outside = judged(&position, &among, &["score cp 5 pv e2e4"], "e2e4");
        assert_eq!(outside, Err(ErrorKind::NotAmong("e2e4".into())));
        let mixed = ["score cp 5 pv e2e4", "score cp -7 pv a2a3"];
        let inside = judged(&position, &among, &mixed, "a2a3").unwrap();
        assert_eq!((inside.value, inside.shown.len()), (Score::points(-7), 1));
    }

    #[test]
    fn a_value_without_a_line_is_the_best_moves() {
        let thought = start(&["depth 3 score cp 8"], "b1c3").unwrap();
        assert_eq!(
            (thought.value, texts(&thought.line)),
            (Score::points(8), vec!["b1c3".to_owned()])
        );
    }

    #[test]
    fn several_lines_come_in_their_order() {
        let lines = [
            "depth 1 multipv 1 score cp 9 pv g1f3",
            "depth 1 multipv 2 score cp 1 pv d2d4",
            "depth 1 multipv 3 score cp 0 pv e2e4",
            "depth 2 multipv 1 score cp 8 pv e2e4",
            "depth 2 multipv 2 score cp 3 pv c2c4",
            "depth 2 multipv 3 score cp 9 lowerbound pv g1f3",
            "depth 2 multipv 4000000000 score cp 3 pv a2a4",
        ];
        let thought = start(&lines, "e2e4").unwrap();
        let firsts: Vec<String> = thought
            .lines
            .iter()
            .flat_map(|line| texts(&line.moves))
            .collect();
        // The second iteration has no third line: the others are those of the first.
        assert_eq!(firsts, ["e2e4", "g1f3", "d2d4"]);
        assert_eq!((thought.value, thought.shown.len()), (Score::points(8), 2));
        let last = ["depth 2 multipv 3 score cp -4 pv g1f3"];
        let thought = start(&[&lines[..], &last].concat(), "e2e4").unwrap();
        let others: Vec<(String, Score, u32)> = thought
            .other_lines()
            .iter()
            .map(|line| (texts(&line.moves)[0].clone(), line.value, line.depth))
            .collect();
        let expected = [("c2c4", 3, 2), ("g1f3", -4, 2)];
        let expected =
            expected.map(|(m, value, depth)| (m.to_owned(), Score::points(value), depth));
        assert_eq!(others, expected);
    }

    #[test]
    fn random_talk_never_panics_and_never_yields_an_illegal_line() {
        let mut rng = Rng::new(3);
        let texts = [
            "e2e4", "e7e5", "g1f3", "a7a8q", "0000", "e1e8", "b8c6", "", "xyzzy",
        ];
        let scores = [
            "cp 5",
            "cp -99999999",
            "mate 0",
            "mate 3",
            "mate -1",
            "cp 1 lowerbound",
            "cp",
        ];
        let position = Chess::default();
        let mut believed = 0;
        for _ in 0..20_000 {
            let mut accumulator = InfoAccumulator::new(&position, &[]);
            for _ in 0..rng.below(5) {
                let pv: Vec<&str> = (0..rng.below(5))
                    .map(|_| texts[rng.below(texts.len())])
                    .collect();
                let (score, rank) = (scores[rng.below(scores.len())], rng.below(3));
                let line = format!("info multipv {rank} score {score} pv {}", pv.join(" "));
                let Message::Info(info) = read(&line) else {
                    panic!("{line}")
                };
                accumulator.hear(&info);
            }
            let Ok(thought) = accumulator.conclude(texts[rng.below(texts.len())]) else {
                continue;
            };
            believed += 1;
            let mut board = position.clone();
            for m in thought.line {
                assert!(board.moves().any(|legal| legal == m));
                board.play(m);
            }
        }
        assert!(believed > 500, "{believed}");
    }
}
