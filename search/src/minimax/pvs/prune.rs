//! Where the evaluator's word stands for a search: the rules of [`crate::minimax::pruning`] at a
//! node.

use super::run::{Best, Node, PruningContext, Run};
use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::lines::Line;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::{Candidate, Guide};
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::Entry;
use crate::observer::{Bound, Observer};
use crate::score::Score;
use crate::window::Window;

/// At most this many plies above the horizon quiescence's word stands for a search.
const RAZOR_DEPTH: u32 = 3;

/// At most this many plies above the horizon a poor history alone leaves a move out.
const HISTORY_DEPTH: u32 = 4;

/// The nearest to a decided value that points can be: no win or loss is claimed that was not
/// searched move by move.
fn undecided(value: Score) -> Score {
    value.clamp(
        Score::points(-Score::MAX_POINTS),
        Score::points(Score::MAX_POINTS),
    )
}

/// A move that brings too little to be searched.
pub(super) struct Futile {
    /// What it may be hoped to bring at most.
    pub hope: Score,
    /// All quiet moves after it are futile, too.
    pub all_quiet: bool,
}

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// Whether anything may be pruned at a node, and the static value to do it by.
    pub(super) fn pruning_context(
        &mut self,
        node: &Node<'_, G>,
        known: Option<Entry>,
        window: Window,
    ) -> PruningContext {
        if self.params.pruning.is_none() && !self.params.extend_in_check {
            return PruningContext {
                in_check: false,
                static_value: None,
                improving: true,
            };
        }
        let spot = node.spot;
        let in_check = self.guide.in_check(spot.position);
        // In an open window the value itself is wanted, and the evaluator's is only a guess. Where
        // a win or loss is at stake points say nothing.
        let exact_wanted =
            !window.is_null() || window.alpha.is_decided() || window.beta.is_decided();
        let spared = in_check || exact_wanted || spot.ply == 0 || node.excluded_move.is_some();
        let prunes = self.params.pruning.is_some() && !spared;
        let static_value = prunes.then(|| self.walk.evaluate(spot.position));
        let improving = self.improves(spot.ply as usize, static_value);
        PruningContext {
            in_check,
            static_value: static_value.map(|value| self.corrected(value, known)),
            improving,
        }
    }

    /// The static value, or the table's where its bound shows that the truth lies on its side.
    fn corrected(&self, value: Score, known: Option<Entry>) -> Score {
        let rule = self.params.pruning.filter(|rule| rule.by_table);
        let (Some(_), Some(entry)) = (rule, known) else {
            return value;
        };
        let is_nearer = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value > value,
            Bound::Upper => entry.value < value,
        };
        if is_nearer && !entry.value.is_decided() {
            entry.value
        } else {
            value
        }
    }

    /// Notes the static value at a ply; whether it is better than the mover's last one.
    fn improves(&mut self, ply: usize, value: Option<Score>) -> bool {
        if self.static_values.len() <= ply {
            self.static_values.resize(ply + 1, None);
        }
        self.static_values[ply] = value;
        let before = ply.checked_sub(2).and_then(|ply| self.static_values[ply]);
        match (value, before) {
            (Some(value), Some(before)) => value > before,
            _ => true,
        }
    }

    /// A value that needs no search of the moves, where the node is left with one.
    pub(super) fn pruned(
        &mut self,
        node: &Node<'_, G>,
        context: &PruningContext,
        window: Window,
    ) -> Result<Option<Score>, Stop> {
        let mut found = self.razor(node.spot, context, window)?;
        let mut bound = Bound::Upper;
        if found.is_none() {
            found = self.null_move_or_static_cutoff(node, context, window.beta)?;
            bound = Bound::Lower;
        }
        Ok(found.map(|value| {
            self.walk.complete = false;
            self.walk.leave(node.spot, value, bound, Line::EMPTY)
        }))
    }

    /// Quiescence's value, where the static one is so far below α that a search would hardly find
    /// anything else.
    fn razor(
        &mut self,
        spot: NodeRef<'_, G>,
        context: &PruningContext,
        window: Window,
    ) -> Result<Option<Score>, Stop> {
        let (Some(rule), Some(static_value)) = (self.params.pruning, context.static_value) else {
            return Ok(None);
        };
        let hope = static_value.plus(rule.razor * spot.depth as i32);
        if rule.razor == 0 || spot.depth > RAZOR_DEPTH || hope > window.alpha {
            return Ok(None);
        }
        // Observers are not told of the node as a leaf: it may have moves to show.
        let unseen = std::mem::replace(&mut self.walk.unseen, true);
        let value = self.horizon.settle(&mut self.walk, spot, window);
        self.walk.unseen = unseen;
        let value = value?;
        Ok((value <= window.alpha).then(|| undecided(value)))
    }

    /// A value at or above β that needs no search of the moves.
    fn null_move_or_static_cutoff(
        &mut self,
        node: &Node<'_, G>,
        context: &PruningContext,
        beta: Score,
    ) -> Result<Option<Score>, Stop> {
        let (Some(rule), Some(static_value)) = (self.params.pruning, context.static_value) else {
            return Ok(None);
        };
        let spot = node.spot;
        // Futility from above ("static null move"): the opponent has too few plies left to win
        // back what is between here and β. Who gets better needs less to be believed.
        let plies = spot.depth as i32 - i32::from(rule.improvement && context.improving);
        if spot.depth <= rule.static_depth && static_value.plus(-rule.margin * plies) >= beta {
            return Ok(Some(static_value));
        }
        // The null move: to move is worth something, so who is above β after passing is above it
        // after the best move too. Two null moves in a row would only search the same position
        // less deep; and below β by the evaluator's word passing rarely helps.
        let after_null_move = node.via.is_none();
        if after_null_move || spot.depth < rule.null_depth || static_value < beta {
            return Ok(None);
        }
        let Some(passed) = self.guide.null_move(spot.position) else {
            return Ok(None);
        };
        let above = static_value.raw().saturating_sub(beta.raw());
        // The further above β, the less there is to be shown.
        let sure = match rule.null_points {
            0 => 0,
            points => (above / points).clamp(0, 3) as u32,
        };
        let reduction = rule.null_reduction + spot.depth / 4 + sure;
        let value = self.null_move(node, &passed, reduction, beta)?;
        Ok((value >= beta).then(|| undecided(value)))
    }

    /// The mover's value after passing, this many plies less deep, by a null window below β.
    fn null_move(
        &mut self,
        above: &Node<'_, G>,
        passed: &G,
        reduction: u32,
        beta: Score,
    ) -> Result<Score, Stop> {
        let spot = above.spot;
        self.note_kind(spot.ply, None);
        let node = Node {
            spot: NodeRef {
                position: passed,
                depth: (spot.depth - 1).saturating_sub(reduction),
                ply: spot.ply + 1,
            },
            via: None,
            excluded_move: None,
            expects_cut: !above.expects_cut,
        };
        // Passing is not a move of the game: observers do not see it, and a horizon met there
        // does not count.
        let unseen = self.walk.unseen;
        let complete = self.walk.complete;
        self.walk.unseen = true;
        self.walk.budget.spend()?;
        let value = self.node(node, -Window::null_below(beta))?;
        self.walk.unseen = unseen;
        self.walk.complete = complete;
        Ok(-value)
    }

    /// Whether a move brings too little to be searched.
    #[inline]
    pub(super) fn futile(
        &self,
        spot: NodeRef<'_, G>,
        context: &PruningContext,
        best: &Best,
        candidate: &Candidate<G::Move>,
    ) -> Option<Futile> {
        let rule = self.params.pruning?;
        let static_value = context.static_value?;
        // Never the first move, nor before one that is not lost: a node needs a value, and that of
        // a mated player must be searched.
        if spot.depth > rule.futile_depth || best.value.is_decided() || best.tried == 0 {
            return None;
        }
        // Futility from below: a quiet move brings at most a margin for every ply that is left.
        let hope = static_value.plus(rule.margin * (spot.depth as i32 + 1));
        // Late move pruning: the ordering has put nothing good so far back.
        let few = rule.improvement && !context.improving;
        let late = best.tried >= (rule.late_moves + spot.depth * spot.depth) >> u32::from(few);
        let m = candidate.m;
        let quiet = candidate.quiet;
        // History pruning: what never cut off where it was tried.
        let worst = -rule.history * spot.depth as i32;
        let poor = rule.history > 0 && spot.depth <= HISTORY_DEPTH && candidate.key() < worst;
        let pruned = (late || poor || hope <= best.window.alpha) && quiet;
        // Losing moves: what is taken at once is seldom worth its price so near the horizon.
        let plies = spot.depth as i32;
        let price = rule.losing * if quiet { plies * plies } else { 4 * plies };
        let checks = || !quiet && self.guide.gives_check(spot.position, m);
        let loses = || price > 0 && !checks() && self.guide.loses(spot.position, m, price);
        (pruned || loses()).then(|| Futile {
            hope: undecided(hope.min(best.window.alpha)),
            // α only rises, and the moves to come are later still, and have no better history.
            all_quiet: pruned,
        })
    }
}
