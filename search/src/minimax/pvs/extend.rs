//! Singular extensions at a node: the rule of [`crate::minimax::singular`].

use super::run::{Node, Run};
use crate::evaluator::Evaluator;
use crate::game::{Keyed, Player, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::horizon_table::bound;
use crate::minimax::ordering::{Candidate, Guide};
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::Entry;
use crate::observer::{Bound, Event, Observer};
use crate::score::Score;
use crate::window::Window;

/// The table's entry may be this many plies shallower than the search that asks.
const ENTRY_SLACK: u32 = 3;

/// This many singular moves are remembered.
const REMEMBERED: usize = 8;

/// What a search of the other moves has shown.
pub(super) enum Singularity {
    /// The move is searched so many plies deeper.
    Plies(u32),
    /// Another move reaches β too: the node has this value.
    Cut(Score),
}

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// Whether this move is singular, where beta is the node's.
    pub(super) fn singular_extension(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        candidate: &Candidate<G::Move>,
        window: Window,
    ) -> Result<Singularity, Stop> {
        let (Some(rule), Some(entry)) = (self.params.singular, known) else {
            return Ok(Singularity::Plies(0));
        };
        let spot = node.spot;
        // Only the table's best move can be singular, and only where its value is at least a lower
        // bound of some depth: an upper bound says nothing of how good it is.
        let worth_asking = spot.ply > 0
            && spot.ply < self.most_plies
            && spot.depth >= rule.least_depth
            && entry.best == Some(candidate.index())
            && entry.bound != Bound::Upper
            && entry.depth + ENTRY_SLACK >= spot.depth
            && !entry.value.is_decided();
        if !worth_asking {
            return Ok(Singularity::Plies(0));
        }
        // Do the others come near? Half the depth shows it, and a null window is enough.
        let bar = entry.value.plus(-rule.margin);
        let complete = self.walk.complete;
        let mut others = Node {
            spot,
            via: node.via,
            excluded_move: Some(candidate.m),
            expects_cut: node.expects_cut,
        };
        others.spot.depth = (spot.depth / 2).max(2);
        self.walk.budget.begin()?;
        let unseen = std::mem::replace(&mut self.walk.unseen, true);
        let value = self.node(others, Window::null_below(bar));
        self.walk.unseen = unseen;
        let value = value?;
        // The question was not the node's own: the horizons it met do not count.
        self.walk.complete = complete;
        let is_singular = value < bar;
        if is_singular && rule.remembers {
            self.remember(spot.position.turn(), candidate.m);
        }
        if is_singular {
            self.walk.tell(&Event::Singular {
                ply: spot.ply,
                via: candidate.m,
            });
        }
        // Multi-cut (Björnsson and Marsland 1999): the table's move is good enough, and so is some
        // other; that both are wrong is unlikely.
        let cuts = rule.cuts && window.is_null() && value >= window.beta && !value.is_decided();
        if cuts {
            return Ok(Singularity::Cut(value));
        }
        Ok(Singularity::Plies(u32::from(is_singular)))
    }

    fn remember(&mut self, player: Player, m: G::Move) {
        let remembered = (player, m);
        self.singular_moves.retain(|known| *known != remembered);
        if self.singular_moves.len() == REMEMBERED {
            self.singular_moves.remove(0);
        }
        self.singular_moves.push(remembered);
    }

    /// The last singular move of the mover's that is legal here.
    #[inline]
    pub(super) fn remembered_move(&self, spot: NodeRef<'_, G>) -> Option<G::Move> {
        if self.singular_moves.is_empty() {
            return None;
        }
        let mover = spot.position.turn();
        let own = self
            .singular_moves
            .iter()
            .rev()
            .filter(|(player, _)| *player == mover);
        let mut moves = own.map(|(_, m)| *m);
        moves.find(|m| spot.position.moves().any(|legal| legal == *m))
    }

    /// The value at the horizon with one move that may be made beyond it: the better of what the
    /// horizon says here and what it says behind the move.
    pub(super) fn beyond_horizon(
        &mut self,
        spot: NodeRef<'_, G>,
        m: G::Move,
        window: Window,
    ) -> Result<Score, Stop> {
        // Observers are not told of the node as a leaf: it has a move.
        let unseen = std::mem::replace(&mut self.walk.unseen, true);
        let standing = self.horizon.settle(&mut self.walk, spot, window);
        self.walk.unseen = unseen;
        let mut value = standing?;
        self.walk.stand_pat(spot, value);
        let mut line = self.walk.tail;
        if value < window.beta {
            let after = self.walk.play(spot.position, m)?;
            let below = NodeRef {
                position: &after,
                depth: 0,
                ply: spot.ply + 1,
            };
            let same_player = after.turn() == spot.position.turn();
            let theirs = window.raise_alpha(value).for_child(same_player);
            let found = self.behind(below, m, theirs)?;
            let tried = if same_player { found } else { -found };
            if tried > value {
                value = tried;
                line = self.walk.improve(spot, m, value, window.raise_alpha(value));
            }
        }
        Ok(self.walk.leave(spot, value, bound(value, window), line))
    }

    /// The horizon's word behind a move.
    fn behind(&mut self, below: NodeRef<'_, G>, m: G::Move, window: Window) -> Result<Score, Stop> {
        self.walk.enter(below, Some(m), window);
        match self.walk.end(below) {
            Some(value) => Ok(value),
            None => self.horizon.settle(&mut self.walk, below, window),
        }
    }
}
