//! Depth-first minimax for games with loops, as the textbooks do it by hand (Russell and Norvig,
//! exercise on the 4-square game): a position that is already on the path from the root is worth
//! `?`.
//!
//! ```text
//!   MAX a ──▶ MIN b ──▶ MAX a       b = min(?, −1) = −1     a loss is taken before a ?
//!       │         └───▶  −1
//!       └───▶ MIN c ──▶ MAX a       c = min(?) = ?          nothing else to take
//!                                   a = max(−1, ?) = ?      a ? is taken before a loss
//! ```
//!
//! The order is loss < `?` < win. Against points a `?` counts as a draw, 0; between `?` and a
//! certain 0 either player takes the certain one, so that a value is `?` only if nothing better and
//! nothing surer is there. (The textbook stops at wins and losses, and asks what to do with the
//! rest.)
//!
//! Invariant: the value of a node is that of the game in which going back to a position of the
//! *path* ends play with `?`. At the root the path is empty, and the value, the distance of a win
//! or loss and `?` itself are exact: a player who can force something can do so without reaching
//! any position twice. Further down they are not: the same position behind another path may have
//! another value (the graph-history interaction, Palay 1983). So values must not be stored, and the
//! search visits every path without repetition: exponentially many. [`crate::retrograde`] finds the
//! same in time nearly proportional to the number of moves.
//!
//! [`OnPath::memoised`] stores them all the same, as many programs do. It is fast and sometimes
//! wrong:
//!
//! ```text
//!   MIN a ──▶ MAX b ──▶ MAX c ──▶ b, on the path     c = max(?) = ?, and is stored
//!       │         └───▶ +1                           b = max(?, +1) = +1
//!       └───▶ MAX c: stored as ?                     a = min(+1, ?) = ?     but c ──▶ b ──▶ +1: a is lost for MIN
//! ```

use rustc_hash::FxHashMap;

use crate::deep::deep;
use crate::evaluator::{Blind, Evaluator};
use crate::game::{Keyed, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::{DfsState, NodeRef};
use crate::minimax::worth::Worth;
use crate::observer::{Bound, Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::view;
use crate::window::Window;

/// Depth-first search with the path as its only memory.
///
/// ```
/// use gametree::{Limits, Score, Search, on_path::OnPath, tree::Tree};
/// let tree: Tree = "(max (min ? -5) (min ?))".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let report = OnPath::blind().search(&root, &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::DRAW, true));
/// assert!(report.is_loop(&root));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct OnPath<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
    /// Stores the value of every finished position, whatever the path it was found on. Wrong, and
    /// here to show it: wins and losses found are real, but a `?` may hide one, and nothing else is
    /// claimed to be proven.
    pub memoised: bool,
}

impl<E> OnPath<E> {
    /// With an evaluator for the depth limit.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        OnPath {
            evaluator,
            memoised: false,
        }
    }
}

impl OnPath<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        OnPath::new(Blind)
    }

    /// Without an evaluator, and with the memory that it should not have.
    #[must_use]
    pub fn memoised() -> Self {
        OnPath {
            memoised: true,
            ..OnPath::default()
        }
    }
}

impl<G: TwoPlayer + Keyed, E: Evaluator<G>> Search<G> for OnPath<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut path = Path {
            walk: DfsState::new(&mut budget, &self.evaluator, observer),
            plies: FxHashMap::default(),
            memo: self.memoised.then(FxHashMap::default),
            misled: false,
        };
        let spot = NodeRef::root(root, limits.depth.unwrap_or(u32::MAX));
        let result = path.walk.begin(root).and_then(|()| path.value(spot, None));
        let searched = path.walk.complete;
        path.walk.complete &= !path.misled;
        let probe = path.walk.finish(result.map(|worth| worth.score));
        let done = searched && probe.stopped.is_none();
        let mut report = probe.report(root, &budget);
        if done {
            // Nothing is left to search, even where what was stored cannot be trusted.
            report.stop = Stop::Done;
        }
        report
    }
}

/// The state of one search.
struct Path<'a, G: TwoPlayer, E, O> {
    walk: DfsState<'a, G, E, O>,
    /// The positions on the path, and how far from the root each is.
    plies: FxHashMap<u64, u32>,
    /// What was found for positions, as if they were roots; `None` in the search that is right.
    memo: Option<FxHashMap<u64, Worth>>,
    /// A value that holds only on its path was stored: nothing but wins and losses is certain.
    misled: bool,
}

impl<G: TwoPlayer + Keyed, E: Evaluator<G>, O: Observer<G>> Path<'_, G, E, O> {
    fn value(&mut self, spot: NodeRef<'_, G>, via: Option<G::Move>) -> Result<Worth, Stop> {
        self.walk.enter(spot, via, Window::OPEN);
        if let Some(score) = self.walk.end(spot) {
            let open = self.walk.endless;
            return Ok(Worth { score, open });
        }
        let key = spot.position.key();
        if let Some(&since) = self.plies.get(&key) {
            return Ok(self.repeats(spot, since));
        }
        if spot.depth == 0 {
            return Ok(Worth::sure(self.walk.horizon(spot)));
        }
        if let Some(worth) = self.remembered(spot, key) {
            return Ok(worth);
        }
        self.plies.insert(key, spot.ply);
        let worth = self.best(spot)?;
        self.plies.remove(&key);
        if let Some(memo) = &mut self.memo {
            // A map doubles when it is full.
            self.walk
                .budget
                .hold(2 * memo.capacity() * size_of::<(u64, Worth)>())?;
            let score = worth.score.nearer(spot.ply);
            memo.insert(key, Worth { score, ..worth });
        }
        Ok(worth)
    }

    /// The best of the children's values for the mover.
    fn best(&mut self, spot: NodeRef<'_, G>) -> Result<Worth, Stop> {
        let mut best = Worth::NOTHING;
        let mut line = Line::EMPTY;
        for m in spot.position.moves() {
            let child = self.walk.play(spot.position, m)?;
            let same = child.turn() == spot.position.turn();
            let mark = self.walk.mark();
            let worth = deep(spot.ply, || self.value(spot.child(&child), Some(m)))?.flipped(same);
            self.walk.let_go(mark);
            if worth.beats(best) {
                best = worth;
                line = self.walk.improve(spot, m, worth.score, Window::OPEN);
            }
        }
        self.walk.leave(spot, best.score, Bound::Exact, line);
        Ok(best)
    }

    /// The position is on the path: `?`.
    fn repeats(&mut self, spot: NodeRef<'_, G>, since: u32) -> Worth {
        self.misled |= self.memo.is_some();
        self.walk.tail = Line::EMPTY;
        self.walk.tell(&Event::Repeats {
            ply: spot.ply,
            since,
        });
        self.walk.tell(&Event::Leaf {
            ply: spot.ply,
            value: Score::DRAW,
            terminal: true,
        });
        Worth::OPEN
    }

    /// What the memory says, right or wrong.
    fn remembered(&mut self, spot: NodeRef<'_, G>, key: u64) -> Option<Worth> {
        let worth = *self.memo.as_ref()?.get(&key)?;
        self.walk.tail = Line::EMPTY;
        let score = worth.score.further(spot.ply);
        let value = view::flip(score, spot.position.turn());
        self.walk.tell(&Event::TableHit {
            ply: spot.ply,
            value,
            bound: Bound::Exact,
        });
        Some(Worth { score, ..worth })
    }
}
