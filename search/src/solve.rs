//! Solving a position: its value, and every move that keeps it.
//!
//! A search names one best move. Whether another is as good needs no second search of the root: a
//! null-window search just below the value, after each of the other moves, says yes or no.
//!
//! ```text
//!            MAX 3                 the search says: 3, by the first move
//!       ┌──────┼──────┐
//!     MIN 3  MIN 2  MIN 3          at least 3?   second move: no (2)   third move: yes
//!      3 5    2 9    4 3
//! ```
//!
//! Invariant: the moves found are exactly those whose value is the root's, wins and losses counted
//! by their distance: of two wins only the shorter keeps the value.

use crate::evaluator::Evaluator;
use crate::game::{Keyed, Outcome, TwoPlayer};
use crate::limits::{Budget, Counts, Limits, Stop};
use crate::loops::retrograde::Retrograde;
use crate::minimax::windowed::{Question, Windowed};
use crate::report::Report;
use crate::score::{Score, Verdict};
use crate::view;
use crate::window::Window;

/// What is known of a solved position.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution<M> {
    /// The game's own value, the mover's view.
    pub value: Score,
    /// How the game ends if both play well, where the solver knows it: [`Outcome::Loop`] tells
    /// endless play from a draw.
    pub end: Option<Outcome>,
    /// Every move that keeps the value, in the order of the game's moves; empty only where the game
    /// is over.
    pub best: Vec<M>,
}

impl<M> Solution<M> {
    /// Plies to the win or the loss.
    #[must_use]
    pub fn plies(&self) -> Option<u32> {
        match self.value.verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => Some(plies),
            Verdict::Points(_) => None,
        }
    }
}

/// The result of a solver.
#[derive(Clone, PartialEq, Debug)]
pub struct Solved<M> {
    /// The solution, or the limit that came before it.
    pub solution: Result<Solution<M>, Stop>,
    /// What was spent.
    pub counts: Counts,
}

/// Completes a proven report with every other move of the same value. The limits are those of the
/// whole solution: what the report has spent is spent. The search should still have the table that
/// it made the report with.
///
/// ```
/// use gametree::{Limits, Score, Search, alphabeta::AlphaBeta, solve::best_moves, tree::Tree};
/// let tree: Tree = "(max (min 3 5) (min 2 9) (min 4 3))".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let report = AlphaBeta::blind().search(&root, &Limits::none());
/// let solved = best_moves(&root, &report, &mut AlphaBeta::blind(), &Limits::none());
/// let solution = solved.solution.unwrap();
/// assert_eq!((solution.value, solution.best), (Score::points(3), vec![0, 2]));
/// ```
pub fn best_moves<G: TwoPlayer>(
    root: &G,
    report: &Report<G::Move>,
    search: &mut impl Windowed<G>,
    limits: &Limits,
) -> Solved<G::Move> {
    if !report.proven || report.stop != Stop::Done {
        return Solved {
            solution: Err(report.stop),
            counts: report.counts,
        };
    }
    let value = view::flip(report.value, root.turn());
    let mut budget = Budget::new(&report.left_of(limits));
    let best = equals(root, value, report.best(), |child, question| {
        let probe = search.probe(child, question, &mut budget, &mut ());
        probe.stopped.map_or(Ok(probe.value), Err)
    });
    let solution = best.map(|best| Solution {
        value,
        end: end_of(root, &report.line),
        best,
    });
    let mut counts = report.counts;
    counts += budget.counts;
    Solved { solution, counts }
}

/// Solves a position by settling every position that can be reached: for games in which play may
/// loop.
///
/// ```
/// use gametree::{Limits, Outcome, retrograde::Retrograde, solve::by_retrograde, tree::Tree};
/// let tree: Tree = "(max (min ? -5) (min ?))".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let solution = by_retrograde(&root, &Retrograde::blind(), &Limits::none()).solution.unwrap();
/// assert_eq!((solution.end, solution.best), (Some(Outcome::Loop), vec![1]));
/// ```
pub fn by_retrograde<G, E>(root: &G, search: &Retrograde<E>, limits: &Limits) -> Solved<G::Move>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
{
    let solved = search.solve(root, limits);
    let counts = Counts {
        nodes: solved.len() as u64,
        ..Counts::default()
    };
    let value = match (solved.value(root), solved.stopped()) {
        (Some(value), None) => value,
        (_, stop) => {
            return Solved {
                solution: Err(stop.unwrap_or(Stop::Depth)),
                counts,
            };
        }
    };
    // A certain draw and endless play have one value: a move that keeps the value must also keep
    // which of the two it is.
    let endless = solved.is_loop(root).unwrap_or(false);
    let keeps = |m: &G::Move| {
        let child = root.after(*m);
        let same = solved
            .value(&child)
            .is_some_and(|below| below.further(1) == value);
        same && solved.is_loop(&child) == Some(endless)
    };
    let best = if root.outcome().is_some() {
        Vec::new()
    } else {
        root.moves().filter(keeps).collect()
    };
    Solved {
        solution: Ok(Solution {
            value: view::flip(value, root.turn()),
            end: endless.then_some(Outcome::Loop),
            best,
        }),
        counts,
    }
}

/// Every move of the root's value, in the game's own order. `first` is known to be one.
fn equals<G: TwoPlayer>(
    root: &G,
    value: Score,
    first: Option<G::Move>,
    mut ask: impl FnMut(&G, Question<'_, G::Move>) -> Result<Score, Stop>,
) -> Result<Vec<G::Move>, Stop> {
    let mut best = Vec::new();
    if root.outcome().is_some() {
        return Ok(best);
    }
    // Whether a win or loss is at the same distance shows within that distance.
    let depth = match value.verdict() {
        Verdict::Win(plies) | Verdict::Loss(plies) => plies.saturating_sub(1),
        Verdict::Points(_) => u32::MAX,
    };
    // No move beats the root's value, so one that is at least as good is equal.
    let target = value.nearer(1);
    for m in root.moves() {
        if Some(m) == first {
            best.push(m);
            continue;
        }
        let child = root.after(m);
        let same_player = child.turn() == root.turn();
        let window = Window::null_below(target).for_child(same_player);
        let found = ask(&child, Question::within(depth, window))?;
        if view::from_child(found, same_player) >= target {
            best.push(m);
        }
    }
    Ok(best)
}

/// How the game ends after a line.
fn end_of<G: TwoPlayer>(root: &G, line: &[G::Move]) -> Option<Outcome> {
    line.iter()
        .fold(root.clone(), |position, &m| position.after(m))
        .outcome()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Player};
    use crate::minimax::Minimax;
    use crate::minimax::alphabeta::AlphaBeta;
    use crate::minimax::deepening::Deepening;
    use crate::minimax::pvs::Pvs;
    use crate::rng::mix;
    use crate::search::Search;
    use crate::tree::{Shape, random};

    /// The definition: the moves whose values are the best, by plain minimax after each.
    fn plain<G: TwoPlayer>(root: &G) -> (Score, Vec<G::Move>) {
        if root.outcome().is_some() {
            let report = Minimax::blind().search(root, &Limits::none());
            return (view::flip(report.value, root.turn()), Vec::new());
        }
        let value = |m| {
            let report = Minimax::blind().search(&root.after(m), &Limits::none());
            view::flip(report.value.further(1), root.turn())
        };
        let best = root.moves().map(value).max().expect("a move");
        (best, root.moves().filter(|&m| value(m) == best).collect())
    }

    fn check<G: TwoPlayer + Keyed>(root: &G, what: &str)
    where
        G::Move: std::fmt::Debug,
    {
        let truth = plain(root);
        let report = AlphaBeta::blind().search(root, &Limits::none());
        let mut pvs = Deepening::new(Pvs::blind().with_table(1 << 14));
        let deepened = pvs.search(root, &Limits::none());
        let all = [
            best_moves(root, &report, &mut AlphaBeta::blind(), &Limits::none()),
            best_moves(root, &deepened, &mut pvs.inner, &Limits::none()),
            by_retrograde(root, &Retrograde::blind(), &Limits::none()),
        ];
        for (solver, solved) in all.into_iter().enumerate() {
            let solution = solved.solution.expect("no limit");
            let found = (solution.value, solution.best);
            assert_eq!(found, truth, "{what}, solver {solver}");
        }
    }

    #[test]
    fn all_best_moves_are_those_of_plain_minimax() {
        for seed in 0..2_000 {
            let shape = Shape {
                values: -2..=2,
                most_nodes: 100,
                alternating: seed % 2 == 0,
                ..Shape::default()
            };
            let tree = random(&shape, seed);
            check(&tree.two_player().unwrap(), &format!("seed {seed}"));
        }
    }

    /// Take one to four matches, and who takes the last one wins. Who takes four moves again.
    #[derive(Clone, Debug)]
    struct Matches {
        left: u32,
        turn: Player,
    }

    impl Game for Matches {
        type Move = u32;
        fn turn(&self) -> Player {
            self.turn
        }
        fn moves(&self) -> impl Iterator<Item = u32> {
            1..=self.left.min(4)
        }
        fn play(&mut self, take: u32) {
            self.left -= take;
            if take < 4 || self.left == 0 {
                self.turn = self.turn.opponent();
            }
        }
        fn outcome(&self) -> Option<Outcome> {
            (self.left == 0).then_some(Outcome::Win(self.turn.opponent()))
        }
    }

    impl TwoPlayer for Matches {}

    impl Keyed for Matches {
        fn key(&self) -> u64 {
            mix(u64::from(self.left) << 1 | u64::from(self.turn.0))
        }
    }

    #[test]
    fn of_two_wins_only_the_shorter_keeps_the_value() {
        for left in 0..=16 {
            for turn in [Player::FIRST, Player::SECOND] {
                check(
                    &Matches { left, turn },
                    &format!("{left} matches, {turn:?}"),
                );
            }
        }
        let root = Matches {
            left: 3,
            turn: Player::FIRST,
        };
        let solved = by_retrograde(&root, &Retrograde::blind(), &Limits::none());
        assert_eq!(solved.solution.unwrap().plies(), Some(1));
    }

    #[test]
    fn limits_hold_for_the_report_and_the_questions_together() {
        let tree = random(&Shape::uniform(4, 5), 3);
        let root = tree.two_player().unwrap();
        let solve = |limits: &Limits| {
            let report = AlphaBeta::blind().search(&root, limits);
            best_moves(&root, &report, &mut AlphaBeta::blind(), limits)
        };
        let whole = solve(&Limits::none());
        assert!(whole.solution.is_ok());
        for nodes in (0..whole.counts.nodes).step_by(7) {
            let solved = solve(&Limits::nodes(nodes));
            assert_eq!(solved.solution, Err(Stop::Nodes), "{nodes} nodes");
            assert!(solved.counts.nodes <= nodes);
        }
        assert_eq!(solve(&Limits::nodes(whole.counts.nodes)), whole);
        let shallow = by_retrograde(&root, &Retrograde::blind(), &Limits::nodes(10));
        assert_eq!(shallow.solution, Err(Stop::Nodes));
    }
}
