//! The best moves one after the other: what is the second best move worth, and the third?
//!
//! Engines call it MultiPV. Each iteration searches the root for its best move, then again without
//! that move, then without both, and so on. All searches share one table, so the second costs much
//! less than the first; and each has a window of its own round the value that its line had in the
//! iteration before.
//!
//! ```text
//!               MAX                  without nothing   the best move is a, worth 3
//!        a ┌─────┼─────┐ c           without a         the best move is c, worth 2
//!        MIN 3 MIN 1 MIN 2           without a and c   the best move is b, worth 1
//! ```
//!
//! Invariant: the lines of an iteration are all of one depth, begin with different moves, and the
//! mover's best is the first. Without reductions, pruning and extensions their values are
//! minimax's.

use std::cmp::Reverse;

use crate::analyst::PvLine;
use crate::game::{Game, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::minimax::depth_first::WindowResult;
use crate::minimax::depths::Depths;
use crate::minimax::windowed::{Question, Windowed};
use crate::observer::{Event, Observer};
use crate::report::{Report, with_a_move};
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// The best lines of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct BestLines<M> {
    /// The report of the search. Where it was stopped, its best move may be deeper than the lines.
    pub report: Report<M>,
    /// The lines of the last whole iteration, the mover's best first; one where the search knows no
    /// other, or was stopped before the first iteration was done.
    pub lines: Vec<PvLine<M>>,
}

/// Searches for the best lines, as many as there are moves or this many.
///
/// ```
/// use gametree::{Limits, Score, alphabeta::AlphaBeta, deepening::Deepening, multi_pv::best_lines, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 1))".parse().unwrap();
/// let mut search = Deepening::new(AlphaBeta::blind());
/// let found = best_lines(&mut search, &tree.two_player().unwrap(), &Limits::none(), 2);
/// let values: Vec<_> = found.lines.iter().map(|line| (line.moves[0], line.value)).collect();
/// assert_eq!(values, [(0, Score::points(3)), (1, Score::points(2))]);
/// ```
pub fn best_lines<G: Game, S: Search<G>>(
    search: &mut S,
    root: &G,
    limits: &Limits,
    lines: u32,
) -> BestLines<G::Move> {
    let mut last = Vec::new();
    let mut keep_last = |event: &Event<'_, G>| {
        if let Event::Lines { lines, .. } = event {
            last = lines.to_vec();
        }
    };
    search.set_lines(lines);
    let report = search.watch(root, limits, &mut keep_last);
    search.set_lines(1);
    if last.is_empty() && !report.line.is_empty() {
        last.push(PvLine {
            value: report.value,
            moves: report.line.clone(),
            depth: report.depth,
        });
    }
    BestLines {
        report,
        lines: last,
    }
}

/// Tells an observer the lines of a whole iteration.
pub(super) fn tell<G: Game, O: Observer<G>>(
    lines: &[PvLine<G::Move>],
    budget: &Budget,
    observer: &mut O,
) {
    if let Some(best) = lines.first().filter(|_| observer.watches()) {
        observer.see(&Event::Lines {
            depth: best.depth,
            nodes: budget.counts.nodes,
            lines,
        });
    }
}

/// A deepening search for several lines.
pub(super) struct MultiPv<'a, G: Game, S, O> {
    /// The search of one depth.
    pub search: &'a mut S,
    /// How many lines.
    pub lines: usize,
    /// As in [`crate::deepening::Deepening`].
    pub aspiration: Option<i32>,
    /// As in [`crate::deepening::Deepening`].
    pub step: u32,
    /// The position. The game is not over there.
    pub root: &'a G,
    /// What may still be spent.
    pub budget: &'a mut Budget,
    /// Who watches.
    pub observer: &'a mut O,
    /// The lines of the last whole iteration.
    pub whole_lines: &'a mut Vec<PvLine<G::Move>>,
}

/// One line, the root mover's view.
#[derive(Clone)]
struct Pv<M> {
    value: Score,
    /// At least one.
    moves: Vec<M>,
    proven: bool,
}

/// What one depth brought: every line, or those before a limit was met.
struct Iteration<M> {
    lines: Vec<Pv<M>>,
    stopped: Option<Stop>,
}

impl<G: TwoPlayer, S: Windowed<G>, O: Observer<G>> MultiPv<'_, G, S, O> {
    /// Deepens until a limit is met, or all lines are proven.
    pub fn deepen(mut self) -> Report<G::Move> {
        self.lines = self.root.moves().take(self.lines).count();
        let mut whole: Vec<Pv<G::Move>> = Vec::new();
        let mut whole_depth = 0;
        let mut partial = Vec::new();
        let mut depths = Depths::first(Some(self.budget.depth()), self.step);
        let stop = loop {
            let iteration = self.iterate(depths.depth, &whole);
            if let Some(stop) = iteration.stopped {
                partial = iteration.lines;
                break stop;
            }
            whole = iteration.lines;
            whole_depth = depths.depth;
            self.tell(&whole, whole_depth);
            if whole.iter().all(|line| line.proven) {
                break Stop::Done;
            }
            match depths.deeper() {
                Some(deeper) => depths = deeper,
                None => break Stop::Depth,
            }
        };
        // A stopped iteration searched the old best move first: what it had is no worse.
        let best = partial.into_iter().chain(whole).next();
        let value = best.as_ref().map_or(Score::DRAW, |line| line.value);
        Report {
            value: view::flip(value, self.root.turn()),
            proven: best.as_ref().is_some_and(|line| line.proven),
            line: with_a_move(best.map_or(Vec::new(), |line| line.moves), self.root),
            stop,
            depth: whole_depth,
            counts: self.budget.counts,
            elapsed: self.budget.elapsed(),
        }
    }

    /// One depth: every line without the first moves of those before it.
    fn iterate(&mut self, depth: u32, last: &[Pv<G::Move>]) -> Iteration<G::Move> {
        // What is proven stays as it is. Only from the top: below, the moves left out may change.
        let mut lines: Vec<_> = last
            .iter()
            .take_while(|line| line.proven)
            .cloned()
            .collect();
        while lines.len() < self.lines {
            let without: Vec<G::Move> = lines.iter().map(|line| line.moves[0]).collect();
            let probe = self.next_line(depth, last, &without);
            let stopped = probe.stopped;
            lines.extend(self.line(probe, &without));
            if stopped.is_some() {
                return Iteration { lines, stopped };
            }
        }
        // With reductions and pruning a later line may turn out better.
        lines.sort_by_key(|line| Reverse(line.value));
        Iteration {
            lines,
            stopped: None,
        }
    }

    /// Searches the best of the moves that are left.
    fn next_line(
        &mut self,
        depth: u32,
        last: &[Pv<G::Move>],
        without: &[G::Move],
    ) -> WindowResult<G::Move> {
        let expected = last.get(without.len()).map(|line| line.value);
        let first_moves = last.iter().map(|line| line.moves[0]);
        let first = first_moves.into_iter().find(|m| !without.contains(m));
        let question = Question::around(depth, expected, self.aspiration)
            .first(first)
            .without(without);
        self.search
            .probe_widening(self.root, question, self.budget, self.observer)
    }

    /// The line of a search. `None` where it was stopped before its first move was done.
    fn line(&self, probe: WindowResult<G::Move>, without: &[G::Move]) -> Option<Pv<G::Move>> {
        let won = probe.value > Score::points(Score::MAX_POINTS);
        let sure = probe.stopped.is_none() && (probe.complete || probe.value.is_decided());
        let mut moves = probe.line;
        if moves.is_empty() && probe.stopped.is_none() {
            moves.extend(self.root.moves().find(|m| !without.contains(m)));
        }
        (!moves.is_empty()).then_some(Pv {
            value: probe.value,
            moves,
            proven: sure || won,
        })
    }

    fn tell(&mut self, lines: &[Pv<G::Move>], depth: u32) {
        let turn = self.root.turn();
        let absolute = |line: &Pv<G::Move>| PvLine {
            value: view::flip(line.value, turn),
            moves: line.moves.clone(),
            depth,
        };
        *self.whole_lines = lines.iter().map(absolute).collect();
        tell(self.whole_lines, self.budget, self.observer);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Player;
    use crate::minimax::Minimax;
    use crate::minimax::alphabeta::AlphaBeta;
    use crate::minimax::deepening::Deepening;
    use crate::minimax::mtdf::Mtdf;
    use crate::minimax::parallel::Parallel;
    use crate::minimax::pvs::Pvs;
    use crate::tree::{Estimates, Shape, Tree, TwoPlayerTree, random};

    /// Every root move's minimax value at a depth, the mover's best first.
    fn truth(root: &TwoPlayerTree<'_>, depth: u32) -> Vec<Score> {
        let below = |m| {
            let mut minimax = Minimax {
                evaluator: Estimates,
            };
            let limits = Limits::depth(depth - 1);
            minimax.search(&root.after(m), &limits).value.further(1)
        };
        let mut values: Vec<Score> = root.moves().map(below).collect();
        values.sort_by_key(|&value| Reverse(view::flip(value, root.turn())));
        values
    }

    fn check<'t>(
        search: &mut impl Search<TwoPlayerTree<'t>>,
        root: &TwoPlayerTree<'t>,
        depth: u32,
        seed: u64,
    ) {
        let truth = truth(root, depth);
        for wanted in [2, 3, 9] {
            let found = best_lines(search, root, &Limits::depth(depth), wanted);
            let lines = &found.lines;
            let expected = &truth[..truth.len().min(wanted as usize)];
            let values: Vec<Score> = lines.iter().map(|line| line.value).collect();
            assert_eq!(
                values, expected,
                "seed {seed}, depth {depth}, {wanted} lines"
            );
            let mut first: Vec<u32> = lines.iter().map(|line| line.moves[0]).collect();
            first.sort_unstable();
            first.dedup();
            assert_eq!(first.len(), lines.len(), "seed {seed}: a move twice");
            assert_eq!(found.report.value, truth[0], "seed {seed}");
            assert!(lines.iter().all(|line| line.depth == lines[0].depth));
            for line in lines {
                let mut at = *root;
                for &m in &line.moves {
                    assert!(at.moves().any(|legal| legal == m), "seed {seed}");
                    at.play(m);
                }
            }
        }
    }

    /// The values are those of plain minimax behind every root move, whatever search is below.
    #[test]
    fn the_lines_are_minimaxs_best_moves() {
        for seed in 0..400 {
            let tree = random(&Shape::default(), seed);
            let root = tree.two_player().unwrap();
            if root.outcome().is_some() {
                continue;
            }
            let depth = 1 + (seed % 8) as u32;
            let strong = || Pvs::new(Estimates).with_table(1 << 14);
            check(
                &mut Deepening::new(AlphaBeta {
                    evaluator: Estimates,
                }),
                &root,
                depth,
                seed,
            );
            check(&mut Deepening::new(Mtdf::new(strong())), &root, depth, seed);
            check(&mut Deepening::new(strong()).by(2), &root, depth, seed);
            check(&mut Deepening::aspiring(strong(), 1), &root, depth, seed);
            if seed % 10 == 0 {
                let worker = Deepening::aspiring(strong(), 2);
                check(&mut Parallel { worker, threads: 3 }, &root, depth, seed);
            }
        }
    }

    /// Stopped after any number of nodes: a legal best move, and only whole iterations as lines.
    #[test]
    fn stopped_anywhere_the_lines_are_of_one_whole_depth() {
        for seed in 0..20 {
            let tree = random(&Shape::default(), seed);
            let root = tree.two_player().unwrap();
            if root.outcome().is_some() {
                continue;
            }
            let all = truth(&root, 1).len();
            let whole: Vec<Vec<Score>> = (1..=8).map(|depth| truth(&root, depth)).collect();
            for nodes in 1..200 {
                let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 14));
                let found = best_lines(&mut search, &root, &Limits::nodes(nodes), 3);
                let best = found.report.best().unwrap();
                assert!(root.moves().any(|m| m == best));
                assert!(found.report.counts.nodes <= nodes);
                let depth = found.report.depth as usize;
                if depth > 0 {
                    let values: Vec<Score> = found.lines.iter().map(|line| line.value).collect();
                    assert_eq!(
                        values,
                        whole[depth - 1][..all.min(3)],
                        "seed {seed}, {nodes}"
                    );
                }
            }
        }
    }

    /// One line is the plain deepening search, node for node; and afterwards it is so again.
    #[test]
    fn one_line_is_the_search_itself() {
        let tree: Tree = "(max (min ~9 3 12) (min ~5 6 (max 1 7)) (min 2 4))"
            .parse()
            .unwrap();
        let root = tree.two_player().unwrap();
        let mut search = Deepening::new(AlphaBeta {
            evaluator: Estimates,
        });
        let plain = search.search(&root, &Limits::none());
        let found = best_lines(&mut search, &root, &Limits::none(), 1);
        assert_eq!(found.report.counts, plain.counts);
        assert_eq!((found.lines.len(), &found.lines[0].moves), (1, &plain.line));
        let three = best_lines(&mut search, &root, &Limits::none(), 3);
        assert_eq!((three.lines.len(), three.report.proven), (3, true));
        assert_eq!(search.search(&root, &Limits::none()).counts, plain.counts);
    }

    #[test]
    fn a_game_that_is_over_has_no_line() {
        let tree: Tree = "5".parse().unwrap();
        let root = tree.two_player().unwrap();
        assert_eq!(root.turn(), Player::FIRST);
        let found = best_lines(
            &mut Deepening::new(AlphaBeta::blind()),
            &root,
            &Limits::none(),
            4,
        );
        assert!(found.lines.is_empty() && found.report.line.is_empty());
    }
}
