//! What the table can settle without a search.

use super::run::{Node, Run, SORTED_MOVES};
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::horizon_table::{HorizonTable, bound, settled};
use crate::minimax::ordering::Guide;
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::{Entry, Table};
use crate::observer::{Bound, Event, Observer};
use crate::score::Score;
use crate::view;
use crate::window::Window;

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// The table's value, where it settles the matter. Never at the root: that needs a move.
    pub(super) fn table_cutoff(
        &mut self,
        entry: &Entry,
        spot: NodeRef<'_, G>,
        window: Window,
    ) -> Option<Score> {
        if spot.ply == 0 || !self.answers(entry, spot.depth) {
            return None;
        }
        let value = settled(entry, spot.ply, window)?;
        // A win or loss at a known distance is certain at every greater depth.
        self.walk.complete &= entry.complete || entry.value.is_decided();
        self.walk.table_hit(spot, value, entry.bound);
        Some(value)
    }

    /// The value at the horizon, by the table where it knows.
    pub(super) fn at_horizon(
        &mut self,
        spot: NodeRef<'_, G>,
        window: Window,
    ) -> Result<Score, Stop> {
        let table = self.table.filter(|_| self.params.table_at_horizon);
        let Some(table) = table else {
            return self.horizon.settle(&mut self.walk, spot, window);
        };
        let table = HorizonTable { table, key: G::key };
        let known = table.probe(spot.position);
        if let Some(entry) = known
            && let Some(value) = self.table_cutoff(&entry, spot, window)
        {
            return Ok(value);
        }
        let value = self.horizon.settle(&mut self.walk, spot, window)?;
        let from_here = value.nearer(spot.ply);
        table.learn(spot.position, known, from_here, bound(value, window));
        Ok(value)
    }

    /// Whether a node is searched a ply less deep because the table has no move to begin with.
    #[inline]
    pub(super) fn is_unprepared(&self, spot: NodeRef<'_, G>, known: Option<Entry>) -> bool {
        let no_move = known.is_none_or(|entry| entry.best.is_none());
        let deep = self
            .params
            .unknown_depth
            .is_some_and(|least| spot.depth >= least);
        deep && no_move && spot.ply > 0
    }

    /// Whether an entry may stand for a search of this many plies. With reductions no value is
    /// minimax's for its depth anyway: then a deeper entry is only better.
    #[inline]
    fn answers(&self, entry: &Entry, depth: u32) -> bool {
        entry.answers(depth) || self.params.reductions.is_some() && entry.depth >= depth
    }

    /// Enhanced transposition cutoffs (Schaeffer and Plaat 1996): a child that the table knows to
    /// be bad enough for the opponent settles the node before any move is searched.
    pub(super) fn enhanced_cutoff(
        &mut self,
        node: &Node<'_, G>,
        beta: Score,
    ) -> Result<Option<Score>, Stop> {
        let spot = node.spot;
        let Some(table) = self.table else {
            return Ok(None);
        };
        // The child may be the one behind the excluded move: that would answer another question.
        if spot.ply == 0 || spot.depth < self.params.enhanced_depth || node.excluded_move.is_some()
        {
            return Ok(None);
        }
        for m in spot.position.moves().take(SORTED_MOVES) {
            let child = self.walk.play(spot.position, m)?;
            let Some(entry) = table
                .probe(child.key())
                .filter(|e| self.answers(e, spot.depth - 1))
            else {
                continue;
            };
            let same_player = child.turn() == spot.position.turn();
            let value = view::from_child(entry.value, same_player).further(spot.ply + 1);
            let bound = if same_player {
                entry.bound
            } else {
                entry.bound.flip()
            };
            // One move that reaches β is enough, and a lower bound shows that it does.
            if bound != Bound::Upper && value >= beta {
                self.walk.complete &= entry.complete || entry.value.is_decided();
                let window = Window { alpha: value, beta };
                self.tell_known_child(
                    KnownChild {
                        via: m,
                        position: &child,
                        entry,
                    },
                    spot,
                    beta,
                );
                self.walk.cutoff(spot, m, value, window);
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// Tells of a child that the table knows. It is not visited, and not counted as a node.
    fn tell_known_child(&mut self, known: KnownChild<'_, G>, spot: NodeRef<'_, G>, beta: Score) {
        let mover = known.position.turn();
        let same_player = mover == spot.position.turn();
        let window = Window::null_below(beta).for_child(same_player);
        let ply = spot.ply + 1;
        self.walk.tell(&Event::Enter {
            ply,
            via: Some(known.via),
            position: known.position,
            depth: spot.depth - 1,
            window: view::flip_window(window, mover),
        });
        self.walk.tell(&Event::TableHit {
            ply,
            value: view::flip(known.entry.value.further(ply), mover),
            bound: view::flip_bound(known.entry.bound, mover),
        });
    }
}

/// A child that the table knows.
struct KnownChild<'a, G: TwoPlayer> {
    via: G::Move,
    position: &'a G,
    entry: Entry,
}

/// Lines end where the table answered: goes on with the table's own moves.
pub(super) fn lengthen<G: TwoPlayer + Keyed>(
    line: &mut Vec<G::Move>,
    root: &G,
    table: &Table,
    depth: u32,
) {
    if line.is_empty() {
        return;
    }
    let mut position = line
        .iter()
        .fold(root.clone(), |position, &m| position.after(m));
    while (line.len() as u32) < depth && position.outcome().is_none() {
        let known = table
            .probe(position.key())
            .filter(|entry| entry.bound == Bound::Exact);
        let Some(m) = known
            .and_then(|e| e.best)
            .and_then(|i| position.moves().nth(i as usize))
        else {
            break;
        };
        line.push(m);
        position.play(m);
    }
}
