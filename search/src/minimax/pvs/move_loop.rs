//! The moves of a node, the most promising first.

use super::run::{Best, Node, PruningContext, Run, SORTED_MOVES, SORTED_PLIES};
use super::scout::MovePlan;
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::{Candidate, Guide, pick};
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::Entry;
use crate::observer::{Bound, Observer};
use crate::score::Score;
use crate::window::Window;

/// Which move comes next: the table's before the others are even generated, then the best of those
/// gathered, then the rest of a position with very many, in the generator's order.
struct Picker<M, I> {
    early: Option<Candidate<M>>,
    /// The early move, once it has been searched.
    searched: Option<M>,
    gathered: bool,
    /// Where this node's moves begin on the stack of candidates, and the next of them.
    start: usize,
    next: usize,
    unsorted: Option<I>,
}

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// Searches the moves.
    pub(super) fn move_loop(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        context: &PruningContext,
        window: Window,
    ) -> Result<Best, Stop> {
        let spot = node.spot;
        let mut best = Best::none(window);

        // Step 6.1. Enhanced cutoff: a look at all children in the table is cheap where the
        // subtrees are large.
        if let Some(value) = self.enhanced_cutoff(node, window.beta)? {
            best.value = value;
            best.bound = Bound::Lower;
            return Ok(best);
        }

        let start = self.candidates.len();
        let mut picker = Picker {
            early: self.early(node, known),
            searched: None,
            gathered: false,
            start,
            next: start,
            unsorted: None,
        };
        let rest = |sorted| spot.position.moves().enumerate().skip(sorted);
        while let Some(candidate) = self.next_move(node, &mut picker, rest) {
            // Step 6.2. Futility: the move is left out, but the node keeps what it might have
            // brought as an upper bound.
            if let Some(hope) = self.futile(spot, context, &best, candidate.m) {
                self.walk.complete = false;
                best.value = best.value.max(hope);
                continue;
            }

            // Step 6.3. Deeper where everything hangs on this move, less deep where it comes late;
            // never less deep where a threat must be met.
            let extension = self.singular_extension(node, known, &candidate)?;
            let reduction = if context.in_check {
                0
            } else {
                self.late_move_reduction(spot, best.tried, !best.window.is_null())
            };
            let plan = MovePlan {
                candidate,
                extension,
                reduction,
                later: best.tried > 0,
            };

            // Step 6.4. The search of the child.
            let Some(value) = self.search_move(plan, spot, best.window)? else {
                continue;
            };
            best.tried += 1;

            // Step 6.5. Better than all before? Good enough to stop?
            if value > best.value {
                best.chosen = Some(candidate.index);
                if self.improve(&mut best, spot, candidate.m, value) {
                    self.learn(spot, candidate.m, picker.start..picker.next);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// The move to search next. A move that another thread has in work was put on the stack again,
    /// so the stack is searched before the unsorted rest.
    #[inline(always)]
    fn next_move<I: Iterator<Item = (usize, G::Move)>>(
        &mut self,
        node: &Node<'_, G>,
        picker: &mut Picker<G::Move, I>,
        rest: impl Fn(usize) -> I,
    ) -> Option<Candidate<G::Move>> {
        if let Some(candidate) = picker.early.take() {
            picker.searched = Some(candidate.m);
            return Some(candidate);
        }
        if !picker.gathered {
            picker.gathered = true;
            picker.unsorted = self.gather(node, picker.searched).map(rest);
        }
        if picker.next < self.candidates.len() {
            picker.next += 1;
            return Some(pick(&mut self.candidates[picker.next - 1..]));
        }
        loop {
            let (index, m) = picker.unsorted.as_mut()?.next()?;
            if !self.is_excluded(node, m) && Some(m) != picker.searched {
                return Some(Candidate {
                    m,
                    index: index.min(u16::MAX as usize) as u16,
                    deferred: false,
                    key: 0,
                });
            }
        }
    }

    /// The move to search before the others are even sorted: the root's first, or the table's.
    #[inline]
    fn early(&self, node: &Node<'_, G>, known: Option<Entry>) -> Option<Candidate<G::Move>> {
        let moves = || node.spot.position.moves();
        let (index, m) = match (self.first, known.and_then(|entry| entry.best)) {
            (Some(first), _) if node.spot.ply == 0 => {
                let index = moves().position(|m| m == first)?;
                (u16::try_from(index).ok()?, first)
            }
            (_, Some(index)) => (index, moves().nth(index as usize)?),
            _ => return None,
        };
        Some(Candidate {
            m,
            index,
            deferred: false,
            key: i32::MAX,
        })
    }

    /// Puts the node's moves, with what speaks for each, on the stack of candidates. `Some(n)`
    /// where only the first n were: the others follow in the generator's order.
    fn gather(&mut self, node: &Node<'_, G>, searched: Option<G::Move>) -> Option<usize> {
        let spot = node.spot;
        let most = if spot.ply < SORTED_PLIES {
            SORTED_MOVES
        } else {
            0
        };
        // A copy of its own lets the compiler work out once what every promise needs.
        let position = spot.position.clone();
        let mover = position.turn();
        let killers = self.experience.killers(spot.ply);
        for (index, m) in position.moves().enumerate() {
            if index == most {
                return Some(most);
            }
            if self.is_excluded(node, m) || Some(m) == searched {
                continue;
            }
            let promise = self.guide.promise(&position, m);
            let key = if self.params.experience {
                self.experience.key(killers, mover, m, promise)
            } else {
                promise
            };
            self.candidates.push(Candidate {
                m,
                index: index as u16,
                deferred: false,
                key,
            });
        }
        None
    }

    /// Plies to leave out for a move after this many others. None at the root: its moves are the
    /// answer.
    #[inline]
    fn late_move_reduction(&self, spot: NodeRef<'_, G>, tried: u32, wide: bool) -> u32 {
        match self.params.reductions {
            Some(rule) if spot.ply > 0 => rule.plies(spot.depth, tried, wide),
            _ => 0,
        }
    }

    /// Takes a better value; true where it cuts off.
    #[inline]
    pub(super) fn improve(
        &mut self,
        best: &mut Best,
        spot: NodeRef<'_, G>,
        m: G::Move,
        value: Score,
    ) -> bool {
        best.value = value;
        // Only above α is the value exact: below, the child's own window hid how bad it is.
        if value > best.window.alpha {
            best.window.alpha = value;
            best.bound = Bound::Exact;
            best.line = self.walk.improve(spot, m, value, best.window);
        }
        // The opponent has β elsewhere and will not come here: one refutation is enough.
        if value >= best.window.beta {
            best.bound = Bound::Lower;
            self.walk.cutoff(spot, m, value, best.window);
        }
        value >= best.window.beta
    }

    /// The move that cut off is a good one; those searched before it were not good enough.
    fn learn(&mut self, spot: NodeRef<'_, G>, m: G::Move, before: std::ops::Range<usize>) {
        if self.params.experience {
            let losers = self.candidates[before]
                .iter()
                .filter(|c| c.m != m)
                .map(|c| c.m);
            self.experience
                .cut(spot.ply, spot.position.turn(), spot.depth, m, losers);
        }
    }
}
