//! The moves of a node, the most promising first.

use super::extend::Singularity;
use super::run::{Best, Node, PruningContext, Run, SORTED_MOVES, SORTED_PLIES};
use super::scout::MovePlan;
use crate::evaluator::Evaluator;
use crate::game::{Keyed, Likeness, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::kinds::Trail;
use crate::minimax::ordering::{Candidate, Guide, pick, weighed};
use crate::minimax::quiescence::Horizon;
use crate::minimax::table::Entry;
use crate::observer::{Bound, Observer};
use crate::score::Score;
use crate::window::Window;

/// What a killer adds to the key of a move whose kind is known: less than a capture has.
const KIND_KILLERS: [i32; 2] = [6000, 4000];
/// This much of a key is worth a ply where late moves are searched less deep.
const PER_PLY: i32 = 7000;
/// What a cutoff teaches of a kind grows with the square of the plies left, up to this many.
const KIND_PLIES: u32 = 14;
const KIND_GAIN: i32 = 10;

/// Which move comes next: the table's before the others are even generated, then the best of those
/// gathered, then the rest of a position with very many, in the generator's order.
struct Picker<M, I> {
    early: Option<Candidate<M>>,
    /// The index of the early move, once it has been searched.
    searched: Option<u16>,
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
            if let Some(futile) = self.futile(spot, context, &best, &candidate) {
                self.walk.complete = false;
                best.value = best.value.max(futile.hope);
                if futile.all_quiet {
                    self.drop_quiet(picker.next);
                }
                continue;
            }

            // Step 6.3. Deeper where everything hangs on this move, less deep where it comes late;
            // never less deep where a threat must be met.
            let extension = match self.singular_extension(node, known, &candidate, best.window)? {
                Singularity::Plies(plies) => plies,
                Singularity::Cut(value) => {
                    self.walk.complete = false;
                    return Ok(best.cut_by(&candidate, value));
                }
            };
            let reduction = self.late_move_reduction(node, &best, &candidate, context);
            self.note_kind(spot.ply, self.kind_of(spot.position, candidate.m));
            let plan = MovePlan {
                candidate,
                extension,
                reduction,
                later: best.tried > 0,
                expects_cut: node.expects_cut,
            };

            // Step 6.4. The search of the child.
            let Some(value) = self.search_move(plan, spot, best.window)? else {
                continue;
            };
            best.tried += 1;

            // Step 6.5. Better than all before? Good enough to stop?
            if value > best.value {
                best.chosen = Some(candidate.index());
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
            picker.searched = Some(candidate.index());
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
            let index = index.min(u16::MAX as usize) as u16;
            if !self.is_excluded(node, m) && Some(index) != picker.searched {
                let quiet = self.guide.is_quiet(node.spot.position, m);
                return Some(Candidate::new(m, index, quiet, 0));
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
        let quiet = self.guide.is_quiet(node.spot.position, m);
        Some(Candidate::new(m, index, quiet, i32::MAX))
    }

    /// Puts the node's moves, with what speaks for each, on the stack of candidates. `Some(n)`
    /// where only the first n were: the others follow in the generator's order.
    fn gather(&mut self, node: &Node<'_, G>, searched: Option<u16>) -> Option<usize> {
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
        // Kinds are compared before moves: that is cheaper.
        let kinds = killers.map(|killer| self.kind_of(&position, killer?));
        let some_excluded = !self.is_whole(node);
        let counts = self.experience.kinds.rows(mover, self.trail(spot.ply));
        for (index, m) in position.moves().enumerate() {
            if index == most {
                return Some(most);
            }
            if Some(index as u16) == searched || some_excluded && self.is_excluded(node, m) {
                continue;
            }
            let promise = self.guide.promise(&position, m);
            let quiet = self.guide.is_quiet(&position, m);
            let key = match self.guide.likeness(&position, m) {
                _ if !self.params.experience => promise,
                Likeness::Itself => self.experience.key(killers, mover, m, promise),
                Likeness::Kind(_) if !quiet => weighed(promise),
                Likeness::Kind(kind) => {
                    let place = kinds.iter().position(|&killer| killer == Some(kind));
                    let place = place.filter(|&place| killers[place] == Some(m));
                    let killer = place.map_or(0, |place| KIND_KILLERS[place]);
                    weighed(promise) + killer + counts.of(kind)
                }
            };
            self.candidates
                .push(Candidate::new(m, index as u16, quiet, key));
        }
        None
    }

    /// Plies to leave out for a move after others. None at the root: its moves are the answer. None
    /// where a threat must be met.
    #[inline]
    fn late_move_reduction(
        &self,
        node: &Node<'_, G>,
        best: &Best,
        candidate: &Candidate<G::Move>,
        context: &PruningContext,
    ) -> u32 {
        let spot = node.spot;
        let may_reduce = spot.ply > 0 && !context.in_check;
        let Some(rule) = self.params.reductions.filter(|_| may_reduce) else {
            return 0;
        };
        let plies = rule.plies(spot.depth, best.tried, !best.window.is_null());
        let kind = self.guide.likeness(spot.position, candidate.m);
        if plies == 0 || kind == Likeness::Itself || candidate.deferred {
            return plies;
        }
        // Where moves are known by their kinds: what speaks for a move speaks against leaving it
        // to a shallow search, and who does not get better has less to find.
        let for_it = (candidate.key() / PER_PLY).clamp(-2, 3);
        let cut = if node.expects_cut { rule.cut as i32 } else { 0 };
        let adjusted = plies as i32 - for_it + i32::from(!context.improving) + cut;
        adjusted.clamp(0, spot.depth as i32 - 1) as u32
    }

    /// Takes the quiet moves off the stack of candidates from here on: none of them will be searched.
    fn drop_quiet(&mut self, from: usize) {
        let mut kept = from;
        for number in from..self.candidates.len() {
            let candidate = self.candidates[number];
            if !candidate.quiet {
                self.candidates[kept] = candidate;
                kept += 1;
            }
        }
        self.candidates.truncate(kept);
    }

    /// The kind of a move, where the game tells it.
    #[inline]
    fn kind_of(&self, position: &G, m: G::Move) -> Option<u16> {
        match self.guide.likeness(position, m) {
            Likeness::Itself => None,
            Likeness::Kind(kind) => Some(kind),
        }
    }

    /// Notes the kind of the move made at a ply; `None` for a null move.
    #[inline]
    pub(super) fn note_kind(&mut self, ply: u32, kind: Option<u16>) {
        let ply = ply as usize;
        if self.kinds.len() > ply {
            self.kinds[ply] = kind;
        } else if kind.is_some() {
            self.kinds.resize(ply + 1, None);
            self.kinds[ply] = kind;
        }
    }

    /// The kinds of the last two moves on the way to this ply.
    #[inline]
    fn trail(&self, ply: u32) -> Trail {
        let before = |plies: usize| {
            let at = (ply as usize).checked_sub(plies)?;
            self.kinds.get(at).copied().flatten()
        };
        [before(1), before(2)]
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
        if self.params.experience && self.kind_of(spot.position, m).is_some() {
            self.learn_kinds(spot, m, before);
        } else if self.params.experience {
            let losers = self.candidates[before]
                .iter()
                .filter(|c| c.m != m)
                .map(|c| c.m);
            self.experience
                .cut(spot.ply, spot.position.turn(), spot.depth, m, losers);
        }
    }

    /// The same for kinds of moves. Of moves that are not quiet the game itself knows best how good
    /// they look.
    fn learn_kinds(&mut self, spot: NodeRef<'_, G>, m: G::Move, before: std::ops::Range<usize>) {
        let position = spot.position;
        if !self.guide.is_quiet(position, m) {
            return;
        }
        self.experience.kill(spot.ply, m);
        let mover = position.turn();
        let trail = self.trail(spot.ply);
        let plies = spot.depth.min(KIND_PLIES) as i32;
        let gain = plies * plies * KIND_GAIN;
        for number in before {
            let loser = self.candidates[number];
            if loser.m != m
                && loser.quiet
                && let Some(kind) = self.kind_of(position, loser.m)
            {
                self.experience.kinds.learn(mover, kind, trail, -gain);
            }
        }
        if let Some(kind) = self.kind_of(position, m) {
            self.experience.kinds.learn(mover, kind, trail, gain);
        }
    }
}
