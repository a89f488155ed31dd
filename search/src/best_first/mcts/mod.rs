//! Monte-Carlo tree search: UCT (Kocsis and Szepesvári 2006) with solved nodes (MCTS-Solver,
//! Winands, Björnsson and Saito 2008).
//!
//! ```text
//!   select ───▶ expand ───▶ play out ───▶ back up        UCT: walk to the child with the greatest
//!     ○            ○            ○            ○ 8/12          mean + c √(ln N / n)
//!    ╱ ╲          ╱ ╲          ╱ ╲          ╱ ╲          N visits of the parent, n of the child, means
//!   ○   ●        ○   ○        ○   ○       4/5  4/6       in the mover's view
//!       tip         ╱ ╲          ╱ ╲
//!                  ○   ○        ○   ○ ⤳ won
//! ```
//!
//! Results are numbers from 0 (the second player won) to 1 (the first player won); a draw is ½.
//! Points become results by [`Mcts::scale`]. Until it is proven, the value reported is
//! 1000·(2p − 1) points, where p is the mean result of the move to play: −1000 lost for sure, 0 even, +1000
//! won for sure.
//!
//! Solved nodes. A node is solved when the game is over, when one of its moves wins for sure, or
//! when all its children are solved; its value is then exact (wins with a distance that the winner
//! can force; points and draws to the point, but only after all children). The walk never enters a
//! solved child. Where UCT wants to, the parent and all above it get that child's exact value as
//! the result of this round, and the playout is spent on the best unsolved sibling, for that
//! sibling's sake alone: so means stay unbiased and every small tree is solved in the end.
//!
//! Final choice: a proven win, else the most visited move that is not a proven loss.
//!
//! With a depth limit the tree ends there; a tip at the limit is *closed* after
//! [`Mcts::expand_after`] playouts, as is a node whose children are all closed or solved, and the
//! search ends with the root.

mod forest;
mod node;
mod uct;

use crate::best_first::playout::{Playout, Uniform};
use crate::game::TwoPlayer;
use crate::limits::{Budget, Limits};
use crate::observer::Observer;
use crate::report::Report;
use crate::search::Search;

use forest::Forest;

/// UCT with solved nodes.
///
/// ```
/// use gametree::{Limits, Score, Search, mcts::Mcts, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = Mcts::new(1).search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Mcts<P = Uniform> {
    /// Plays games to their end.
    pub playout: P,
    /// The same seed, the same search.
    pub seed: u64,
    /// The weight of curiosity, the c of UCT. √2 is UCB1's; less is greedier.
    pub exploration: f64,
    /// A tip gets children when it is reached again after this many playouts.
    pub expand_after: u32,
    /// This many points count as a whole win, fewer in proportion; 0: any point more than none wins.
    pub scale: u32,
}

impl Mcts<Uniform> {
    /// Uniform playouts, c = √2, children after eight playouts, points by their sign.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Mcts::with(Uniform, seed)
    }
}

impl<P> Mcts<P> {
    /// The same with other playouts.
    #[must_use]
    pub fn with(playout: P, seed: u64) -> Self {
        Mcts {
            playout,
            seed,
            exploration: std::f64::consts::SQRT_2,
            expand_after: 8,
            scale: 0,
        }
    }
}

impl<G: TwoPlayer, P: Playout<G>> Search<G> for Mcts<P> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut forest = Forest::new(self, root, &mut budget, observer);
        let stopped = forest.run(root).err();
        forest.report(root, stopped)
    }

    fn new_game(&mut self, seed: u64) {
        self.seed = seed;
    }
}
