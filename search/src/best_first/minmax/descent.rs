//! Down to the tip with the least penalty, and no further up than needed.
//!
//! The naive method walks from the root to the best tip and back for every expansion. Here, as in
//! recursive best-first search (Korf 1993) and df-pn, the search stays below a node until its best
//! tip's penalty exceeds the next best sibling's by more than the *slack*, or its value has moved
//! by more than the *tolerance*; then the parent is told and chooses anew. With both at 0, and
//! without transpositions, the same tips are expanded in the same order as by the naive method.
//!
//! Where ways meet, a node has several parents. The one on the path is told at once; another finds
//! out when the search next comes by, descends, and turns back at the first look.

use crate::evaluator::Evaluator;
use crate::game::{Forced, Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;

use super::cost::EdgeCost;
use super::dag::{Certainty, Dag};
use super::lanes::{CLOSED, FARTHEST, LANES, Look, TIP, Tip};
use super::look::look_strictly;
use super::names::Names;
use super::scale::{DRAWN, raise, turned};
use super::valuer::{Valuer, follow};
use super::{Aim, root};

/// A node on the path from the root.
#[derive(Clone)]
pub(super) struct Frame<G> {
    pub position: G,
    pub block: u32,
    /// The lane of the parent that leads here, and how many plies that edge is long.
    pub lane: u32,
    pub plies: u16,
    pub same_mover: bool,
    /// Plies from the root.
    pub ply: u32,
    /// The search stays here while the best tip's penalty is not above this,
    pub limit: i32,
    /// and the cost not far from this.
    pub entry: u16,
}

/// After this many steps without a new node the limits are checked,
const IDLE_LOOK: u32 = 1 << 10;
/// and after this many the search goes to a tip without turning back.
const IDLE_RUSH: u32 = 1 << 14;
/// From this many nodes on a path is searched for repetitions.
const LONG_PATH: usize = 128;

/// One search.
pub(super) struct Descent<'a, G: TwoPlayer, E, H, C, O> {
    pub dag: &'a mut Dag,
    pub valuer: Valuer<'a, G, E, H, C>,
    /// The children of the node that is being made.
    pub tips: Vec<Tip>,
    pub observer: &'a mut O,
    pub names: Names,
    pub path: Vec<Frame<G>>,
    /// Steps since the last new node.
    pub idle: u32,
    /// Limits on penalty and value are not kept until the next new node.
    pub rushed: bool,
}

impl<'a, G: TwoPlayer, E, H, C, O> Descent<'a, G, E, H, C, O> {
    pub fn new(dag: &'a mut Dag, valuer: Valuer<'a, G, E, H, C>, observer: &'a mut O) -> Self {
        Descent {
            dag,
            valuer,
            tips: Vec::new(),
            observer,
            names: Names::default(),
            path: Vec::new(),
            idle: 0,
            rushed: false,
        }
    }
}

impl<G, E, H, C, O> Descent<'_, G, E, H, C, O>
where
    G: TwoPlayer + Keyed + Forced,
    E: Evaluator<G>,
    H: Horizon<G>,
    C: EdgeCost<G>,
    O: Observer<G>,
{
    /// Puts the root on the path; its children are added if they are not there.
    pub fn begin(&mut self, position: &G) -> Result<u32, Stop> {
        let block = self.find_or_expand(position, 0)?;
        self.names.root(block);
        let root = Frame {
            position: position.clone(),
            block,
            lane: 0,
            plies: 0,
            same_mover: true,
            ply: 0,
            // Nothing is above the root that the search could turn back to.
            limit: i32::MAX,
            entry: 0,
        };
        self.path.clear();
        self.path.push(root);
        Ok(block)
    }

    /// Expands tips until the root is settled or a limit is met.
    pub fn grow(&mut self) -> Result<(), Stop> {
        loop {
            let depth = self.path.len();
            let top = &self.path[depth - 1];
            // The lanes hold what was last heard of the children: one look at a cache line says
            // where the best tip below lies, without going there.
            let look = self.look(top);
            if depth > 1 {
                // A settled node has no tip below it. Otherwise the search leaves only where a tip
                // elsewhere is better by more than the slack, or where the value has moved so far
                // that the ancestors may now prefer another child. In a rush it goes on all the
                // same, or two nodes that disagree could send it back and forth forever.
                if look.is_closed() || (self.is_left(top, &look) && !self.rushed) {
                    self.ascend(&look);
                    continue;
                }
                self.descend(&look)?;
            } else if look.is_closed() {
                // The root is settled: no tip is left whose value could change it.
                return Ok(());
            } else if self.valuer.params.aim == Aim::Move {
                self.descend(&root::rivals(self.dag.node(top.block), look))?;
            } else {
                self.descend(&look)?;
            }
        }
    }

    /// Weighs the lanes of a node on the path.
    #[inline(always)]
    fn look(&self, frame: &Frame<G>) -> Look {
        match &self.valuer.pricing.strictness {
            None => self.dag.look(frame.block, &self.valuer.pricing.spread),
            Some(strictness) => {
                let factor = strictness[usize::from(frame.position.turn().0 & 1)];
                look_strictly(
                    self.dag.node(frame.block),
                    &self.valuer.pricing.spread,
                    factor,
                )
            }
        }
    }

    /// Whether the search has to turn back at the top of the path.
    #[inline(always)]
    fn is_left(&self, top: &Frame<G>, look: &Look) -> bool {
        let moved = self.valuer.pricing.value(look).abs_diff(top.entry);
        moved > self.valuer.pricing.tolerance || i32::from(look.penalty()) > top.limit
    }

    /// Tells the parent what has become of the top of the path.
    #[inline(always)]
    fn ascend(&mut self, look: &Look) {
        let value = self.valuer.pricing.value(look);
        let frame = self.path.pop().expect("only called below the root");
        let parent = self.path.last().expect("the root stays");
        let mut penalty = look.penalty();
        // The edge's own price is part of the way to every tip below it. What is closed stays
        // closed: an open lane is never taken for a closed one, so the sum stops short of it.
        if C::EXTRA && penalty != CLOSED {
            let extra = self.dag.extra(parent.block, frame.lane);
            penalty = penalty.saturating_add(extra).min(FARTHEST);
        }
        let block = self.dag.block_mut(parent.block, frame.lane);
        let lane = frame.lane as usize % LANES;
        // The parent's mover sees the value from their own side, and a win as far away as the edge
        // is long.
        block.cost[lane] = raise(value, frame.same_mover, frame.plies);
        block.penalty[lane] = penalty;
        if self.observer.watches() {
            self.show_change(frame.lane);
        }
    }

    /// Tells all on the path.
    pub fn ascend_to_root(&mut self) {
        while self.path.len() > 1 {
            let top = &self.path[self.path.len() - 1];
            let look = self.look(top);
            self.ascend(&look);
        }
    }

    /// Goes down the lane of the best tip, and expands it where it is the tip.
    #[inline(always)]
    fn descend(&mut self, look: &Look) -> Result<(), Stop> {
        let top = self.path.last().expect("the root stays");
        let mover = top.position.turn();
        let parent = top.block;
        let ply = top.ply;
        let Some(m) = top.position.moves().nth(look.lane as usize) else {
            self.unlink(look.lane);
            return Ok(());
        };
        let limit = self.limit_below(top.limit, look);
        let mut position = self.valuer.walk.play(&top.position, m)?;
        // Forced replies belong to the edge: a node with one child would only be passed through.
        let plies = follow(&mut position);
        self.valuer.walk.budget.counts.moves += u64::from(plies - 1);
        let same_mover = position.turn() == mover;
        let lane = look.lane as usize % LANES;
        let block = self.dag.block(parent, look.lane);
        let cost = block.cost[lane];
        let mut child = block.child[lane];
        // A tip is given its node, or the one that another way has led to before. Only then is
        // something new learnt; all other steps are counted as idle.
        if child == TIP {
            child = self.link(look.lane, &position, ply + u32::from(plies))?;
        } else if self.is_idle(child)? {
            self.repeat(look.lane);
            return Ok(());
        }
        // The value with which the parent sends the search down: what the child's own value is
        // compared with. They differ where another way has changed the child since; then the first
        // look turns back and the parent hears of it.
        let entry = if same_mover { cost } else { turned(cost) };
        let ply = ply + u32::from(plies);
        self.path.push(Frame {
            position,
            block: child,
            lane: look.lane,
            plies,
            same_mover,
            ply,
            limit,
            entry,
        });
        Ok(())
    }

    /// The penalty up to which the search stays below the lane of a look: the parent's own limit,
    /// or the next best lane. Of equals the first comes first.
    #[inline(always)]
    fn limit_below(&self, limit: i32, look: &Look) -> i32 {
        let rival = if look.second == CLOSED {
            i32::MAX
        } else {
            i32::from(look.second) - i32::from(look.second_lane < look.lane)
                + self.valuer.pricing.slack
        };
        // A penalty counts from the node where it is told. Seen from the child it is less by what
        // the edge weighs: the spread is common to all lanes, the loss is this lane's. The rival's
        // sum has its own loss in it already, and the spread on neither side.
        limit
            .saturating_sub(i32::from(look.spread))
            .min(rival)
            .saturating_sub(i32::from(look.loss))
    }

    /// Gives a tip its node.
    #[inline(always)]
    fn link(&mut self, lane: u32, position: &G, ply: u32) -> Result<u32, Stop> {
        let parent = self.path[self.path.len() - 1].block;
        if self.observer.watches() {
            self.show_choice(lane);
        }
        let before = self.dag.size();
        let child = self.find_or_expand(position, ply)?;
        self.dag.block_mut(parent, lane).child[lane as usize % LANES] = child;
        if self.observer.watches() && self.dag.size() > before {
            self.show_children(child, position, Some((parent, lane)));
        }
        Ok(child)
    }

    /// Counts a step without a new node, and looks at the limits now and then. True where the path
    /// comes back to a node that is on it.
    #[inline(always)]
    fn is_idle(&mut self, child: u32) -> Result<bool, Stop> {
        self.idle += 1;
        if self.idle.is_multiple_of(IDLE_LOOK) {
            self.valuer.walk.budget.look()?;
            self.rushed = self.idle >= IDLE_RUSH;
        }
        // A circle makes the path grow without end: short paths need not be searched for one.
        Ok(self.path.len() > LONG_PATH && self.path.iter().any(|frame| frame.block == child))
    }

    /// A lane that leads back into the path is a draw.
    #[cold]
    fn repeat(&mut self, lane: u32) {
        // True on this path only: nothing that rests on it is the game's own value.
        self.dag.certainty = Certainty::Cut;
        let parent = self.path[self.path.len() - 1].block;
        let block = self.dag.block_mut(parent, lane);
        block.cost[lane as usize % LANES] = DRAWN;
        block.penalty[lane as usize % LANES] = CLOSED;
    }

    /// A lane without a move: the node belongs to another position with the same key. It is not
    /// believed.
    #[cold]
    fn unlink(&mut self, lane: u32) {
        self.repeat(lane);
    }
}
