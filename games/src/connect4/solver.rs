//! The exact score of any position, by iterated null windows.
//!
//! The score counts stones: 0 is a draw, `+n` means the mover wins with their n-th last stone (1 is
//! the last one), `-n` that the opponent does. So a faster win scores higher.
//!
//! ```text
//!   -18 ··· -9 ··· 0 ··· 9 ··· 18      is it at least m? each answer moves one end of the interval,
//!       low ├────────┤ high            until both ends meet
//! ```
//!
//! `null_window` holds the recursion and `table` its memory. Deep bounds are cheap to test, since
//! the rules limit how early a win can come, so the interval is first probed half-way towards its
//! far ends.
//!
//! The best moves cost less than the scores of all moves: once the position's score is known, each
//! move is only asked whether it keeps it, in one null window. The question that fixed the score
//! has answered that for some of them, and the table remembers.

use std::sync::Arc;

use gametree::{Budget, Counts, Game, Limits, Outcome, Stop};

use super::board::{self, SQUARES, STRIDE, WIDTH, landing, mirror};
use super::book::Book;
use super::node::{Node, safe_moves, winning_squares};
use super::null_window::Walk;
use super::table::{Bounds, Memory};
use super::{Column, Connect4};

/// The result of [`Solver::solve`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solved {
    /// The mover's score: 0 a draw, `+n` a win with their n-th last stone, `-n` a loss likewise.
    pub score: i32,
    /// Nodes visited.
    pub nodes: u64,
}

/// The result of [`Solver::best`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Best {
    /// The mover's score, as in [`Solved`].
    pub score: i32,
    /// Every move that keeps it, in the order of [`Game::moves`]; none when the game is over.
    pub moves: Vec<Column>,
}

/// What is known while a solve goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The mover's score is at least this.
    pub low: i32,
    /// The mover's score is at most this.
    pub high: i32,
    /// Spent so far.
    pub counts: Counts,
}

/// Solves positions, and remembers what it learnt from one to the next.
///
/// ```
/// use gametree_games::connect4::{Column, Connect4, Solver};
/// let mut solver = Solver::new(1 << 22);
/// let position: Connect4 = "2252576253462244111563365343671351441".parse().unwrap();
/// assert_eq!(solver.solve(&position).score, -1);
/// let mate: Connect4 = "121212".parse().unwrap();
/// assert_eq!((solver.solve(&mate).score, solver.best_moves(&mate)), (18, vec![Column(0)]));
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    memory: Memory,
    book: Option<Arc<Book>>,
}

/// A table of 128 MiB.
impl Default for Solver {
    fn default() -> Solver {
        Solver::new(1 << 27)
    }
}

impl Solver {
    /// With a table of at most this many bytes (rounded down to a power of two) and one mebibyte
    /// for positions near the end. Late positions need a few megabytes; the empty board likes a
    /// hundred. Both start small and grow as they fill, up to fourfold at a time; meanwhile the old
    /// one is held as well.
    #[must_use]
    pub fn new(table_bytes: usize) -> Solver {
        Solver {
            memory: Memory::new(table_bytes),
            book: None,
        }
    }

    /// With a book, which must be right: its positions need no search, and earlier ones little.
    #[must_use]
    pub fn with_book(self, book: Arc<Book>) -> Solver {
        Solver {
            book: Some(book),
            ..self
        }
    }

    fn walk<'a>(&'a mut self, budget: &'a mut Budget) -> Walk<'a> {
        let book = self.book.as_deref();
        Walk {
            memory: &mut self.memory,
            budget,
            book,
            book_at: book.map_or(-1, |book| (SQUARES - book.plies()) as i32),
        }
    }

    /// Forgets all positions. Never needed for correctness.
    pub fn clear(&mut self) {
        self.memory.clear();
    }

    /// The score of a position. A finished game has the score it was won with, from the loser's
    /// view (who is to move), or 0.
    pub fn solve(&mut self, position: &Connect4) -> Solved {
        match self.solve_within(position, &Limits::none()) {
            Ok(solved) => solved,
            Err(stop) => unreachable!("stopped without a limit: {stop:?}"),
        }
    }

    /// The same under limits of nodes, moves, time and a stop flag (depth and memory have no
    /// meaning here). What was learnt before a stop is saved: asked again, the solver goes on from
    /// there.
    pub fn solve_within(&mut self, position: &Connect4, limits: &Limits) -> Result<Solved, Stop> {
        self.solve_watched(position, limits, |_| ())
    }

    /// The same, and `progress` is told of every narrowing of the interval.
    pub fn solve_watched(
        &mut self,
        position: &Connect4,
        limits: &Limits,
        mut progress: impl FnMut(Progress),
    ) -> Result<Solved, Stop> {
        let mut budget = Budget::new(limits);
        let score = self.score(position, &mut budget, &mut progress)?;
        Ok(Solved {
            score,
            nodes: budget.counts.nodes,
        })
    }

    /// The mover's score after each of their moves, by column; `None` for full columns, and
    /// everywhere when the game is over.
    pub fn analyse(&mut self, position: &Connect4) -> [Option<i32>; WIDTH as usize] {
        match self.analyse_within(position, &Limits::none()) {
            Ok(scores) => scores,
            Err(stop) => unreachable!("stopped without a limit: {stop:?}"),
        }
    }

    /// The same under limits for all moves together.
    pub fn analyse_within(
        &mut self,
        position: &Connect4,
        limits: &Limits,
    ) -> Result<[Option<i32>; WIDTH as usize], Stop> {
        let mut budget = Budget::new(limits);
        let mut scores = [None; WIDTH as usize];
        if position.outcome().is_none() {
            for m in position.moves() {
                let score = self.score(&position.after(m), &mut budget, &mut |_| ())?;
                scores[usize::from(m.0)] = Some(-score);
            }
        }
        Ok(scores)
    }

    /// The moves of the highest score, in the order of [`Game::moves`]; none when the game is over.
    pub fn best_moves(&mut self, position: &Connect4) -> Vec<Column> {
        match self.best(position, &mut Budget::new(&Limits::none())) {
            Ok(best) => best.moves,
            Err(stop) => unreachable!("stopped without a limit: {stop:?}"),
        }
    }

    /// The score and every move that keeps it, within a budget, which also says what was spent.
    pub fn best(&mut self, position: &Connect4, budget: &mut Budget) -> Result<Best, Stop> {
        if let Some(best) = self.best_by_book(position) {
            return Ok(best);
        }
        let score = self.score(position, budget, &mut |_| ())?;
        let squares = match root(position) {
            Root::Known(_) if position.outcome().is_some() => 0,
            Root::Known(_) if position.wins_now() != 0 => position.wins_now(),
            // Whatever the mover does, the opponent wins with the next stone.
            Root::Known(_) => landing(position.all),
            Root::Open(node) => self.keeping(&node, score, budget)?,
        };
        let among = |m: &Column| squares & board::column(m.0.into()) != 0;
        let moves = if squares == 0 {
            Vec::new()
        } else {
            position.moves().filter(among).collect()
        };
        Ok(Best { score, moves })
    }

    fn best_by_book(&self, position: &Connect4) -> Option<Best> {
        let entry = self.book.as_ref()?.get(position)?;
        let among = |m: &Column| entry.columns >> m.0 & 1 == 1;
        Some(Best {
            score: entry.score,
            moves: position.moves().filter(among).collect(),
        })
    }

    /// Whether the mover's score is at least this much: one null window, where the score itself
    /// takes several.
    pub fn reaches(
        &mut self,
        position: &Connect4,
        score: i32,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        budget.look()?;
        let node = match root(position) {
            Root::Known(known) => return Ok(known >= score),
            Root::Open(node) => node,
        };
        let Bounds { low, high } = node.static_bounds();
        if score <= low || score > high {
            return Ok(score <= low);
        }
        budget.begin()?;
        Ok(self.walk(budget).at_least(node, score)? >= score)
    }

    /// The moves that keep the score of a node. Unsafe moves never do, an only safe move does, and
    /// where the board is its own mirror image one half answers for the other.
    fn keeping(&mut self, node: &Node, score: i32, budget: &mut Budget) -> Result<u64, Stop> {
        if node.safe.is_power_of_two() {
            return Ok(node.safe);
        }
        let symmetric = mirror(node.own) == node.own && mirror(node.all) == node.all;
        let (mut kept, mut left) = (
            0,
            if symmetric {
                node.safe & LEFT_HALF
            } else {
                node.safe
            },
        );
        while left != 0 {
            let square = left & left.wrapping_neg();
            left ^= square;
            // If all others have failed, the last one is the best.
            let only = left == 0 && kept == 0;
            if only || self.walk(budget).keeps(node, square, score)? {
                kept |= square;
            }
        }
        Ok(if symmetric { kept | mirror(kept) } else { kept })
    }

    fn score(
        &mut self,
        position: &Connect4,
        budget: &mut Budget,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<i32, Stop> {
        budget.look()?;
        match root(position) {
            Root::Known(score) => Ok(score),
            Root::Open(node) => self.narrow(node, budget, progress),
        }
    }

    /// Moves the ends of the interval together.
    fn narrow(
        &mut self,
        node: Node,
        budget: &mut Budget,
        progress: &mut dyn FnMut(Progress),
    ) -> Result<i32, Stop> {
        let Bounds { mut low, mut high } = node.static_bounds();
        while low < high {
            let beta = next_question(low, high);
            budget.begin()?;
            let value = self.walk(budget).at_least(node, beta)?;
            if value >= beta {
                low = value;
            } else {
                high = value;
            }
            progress(Progress {
                low,
                high,
                counts: budget.counts,
            });
        }
        Ok(low)
    }
}

/// The left columns and the middle.
const LEFT_HALF: u64 = (1 << (STRIDE * (WIDTH / 2 + 1))) - 1;

/// A value between the ends, above `low`: half-way from 0 to the end that lies further away.
fn next_question(low: i32, high: i32) -> i32 {
    1 + match low + (high - low) / 2 {
        middle if middle <= 0 && low / 2 < middle => low / 2,
        middle if middle >= 0 => middle.max(high / 2),
        middle => middle,
    }
}

/// What is known of a position before any search.
enum Root {
    Known(i32),
    Open(Node),
}

fn root(position: &Connect4) -> Root {
    let empty = (SQUARES - position.ply()) as i32;
    match position.outcome() {
        Some(Outcome::Win(_)) => return Root::Known(-((empty + 2) / 2)),
        Some(_) => return Root::Known(0),
        None if position.wins_now() != 0 => return Root::Known((empty + 1) / 2),
        None => {}
    }
    let (own, all) = (position.own, position.all);
    match safe_moves(all, winning_squares(position.other(), all)) {
        0 => Root::Known(-(empty / 2)),
        safe => Root::Open(Node {
            own,
            all,
            safe,
            empty,
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;

    #[test]
    fn questions_lie_inside_and_every_interval_closes() {
        for low in -21..21 {
            for high in low + 1..=21 {
                let beta = next_question(low, high);
                assert!(low < beta && beta <= high, "{low}..{high}: {beta}");
            }
        }
    }

    #[test]
    fn finished_games_have_their_score() {
        let mut solver = Solver::new(1 << 16);
        let won: Connect4 = "1212121".parse().unwrap();
        assert_eq!(
            solver.solve(&won),
            Solved {
                score: -18,
                nodes: 0
            }
        );
        assert_eq!(solver.analyse(&won), [None; 7]);
        assert!(solver.best_moves(&won).is_empty());
    }

    #[test]
    fn a_score_reaches_all_below_it() {
        let mut solver = Solver::new(1 << 20);
        for text in [
            "2252576253462244111563365343671351441",
            "7422341735647741166133573473242566",
            "1212121",
            "121212",
        ] {
            let position: Connect4 = text.parse().unwrap();
            let score = Solver::new(1 << 20).solve(&position).score;
            for asked in -22..=22 {
                let mut budget = Budget::new(&Limits::none());
                assert_eq!(
                    solver.reaches(&position, asked, &mut budget),
                    Ok(asked <= score),
                    "{text} {asked}"
                );
            }
        }
    }

    #[test]
    fn limits_stop_and_the_next_call_goes_on() {
        let mut solver = Solver::new(1 << 22);
        let position: Connect4 = "274552224131661".parse().unwrap();
        assert_eq!(
            solver.solve_within(&position, &Limits::nodes(100)),
            Err(Stop::Nodes)
        );
        let raised = Limits::none().and_stop(Arc::new(AtomicBool::new(true)));
        assert_eq!(solver.solve_within(&position, &raised), Err(Stop::Asked));
        assert_eq!(solver.analyse_within(&position, &raised), Err(Stop::Asked));
        let mut budget = Budget::new(&Limits::nodes(100));
        assert_eq!(solver.best(&position, &mut budget), Err(Stop::Nodes));
        assert_eq!(budget.counts.nodes, 100);
        let mut steps = Vec::new();
        let solved = solver
            .solve_watched(&position, &Limits::none(), |step| steps.push(step))
            .unwrap();
        assert_eq!(solved.score, 0);
        let last = steps.last().unwrap();
        assert_eq!(
            (last.low, last.high, last.counts.nodes),
            (0, 0, solved.nodes)
        );
        assert!(
            steps
                .windows(2)
                .all(|pair| pair[0].low <= pair[1].low && pair[0].high >= pair[1].high)
        );
    }
}
