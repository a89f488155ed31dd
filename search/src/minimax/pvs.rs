//! Principal variation search (Marsland and Campbell 1982; NegaScout, Reinefeld 1983), with
//! everything a strong alpha-beta has: table, ordering, quiescence, extensions, company.
//!
//! The first move is searched with the whole window, the others with a null window that only asks
//! "better?"; the rare yes is searched again. Every part can be left out: without scouting it
//! is alpha-beta with memory, without table and guide it is plain alpha-beta.
//!
//! Contract of the value returned for the window (α, β): as in [`crate::alphabeta`]. Without
//! extensions the value is minimax's for the same depth, table or not, whatever the order and
//! however many threads, because an entry is used only where it says what the search would say
//! ([`Entry::answers`]).

use std::sync::Arc;

use crate::deep::deep;
use crate::evaluator::{Blind, Evaluator};
use crate::game::{Game, Keyed, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::lines::Line;
use crate::minimax::depth_first::{Probe, Spot, Walk};
use crate::minimax::ordering::{ByGame, ByTempo, Candidate, Experience, Guide, Unguided, pick};
use crate::minimax::parallel::InWork;
use crate::minimax::pruning::{Doubt, Pruning};
use crate::minimax::quiescence::{Horizon, Quiescence, Static};
use crate::minimax::reductions::Reductions;
use crate::minimax::singular::Singular;
use crate::minimax::table::{Entry, Table};
use crate::minimax::windowed::{Question, Windowed};
use crate::observer::{Bound, Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::view;
use crate::window::Window;

/// The strong depth-first search.
///
/// ```
/// use gametree::{Limits, Score, Search, deepening::Deepening, pvs::Pvs, tree::{Estimates, Tree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let mut search = Deepening::new(Pvs::new(Estimates).with_table(1 << 20).guided());
/// let report = search.search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Debug)]
pub struct Pvs<G: Game, E = Blind, H = Static, P = Unguided> {
    evaluator: E,
    horizon: H,
    guide: P,
    table: Option<Arc<Table>>,
    params: Params,
    experience: Experience<G::Move>,
    candidates: Vec<Candidate<G::Move>>,
    in_work: Option<Arc<InWork>>,
}

/// What can be switched.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Null windows after the first move (PVS); otherwise alpha-beta.
    pub scout: bool,
    /// Killers and history order the moves; otherwise only table and guide do.
    pub experience: bool,
    /// Extends moves that are clearly better than all others. Changes values.
    pub singular: Option<Singular>,
    /// Searches late moves less deep. Changes values.
    pub reductions: Option<Reductions>,
    /// Looks the children of a node up in the table first where at least so many plies are left;
    /// nearer to the horizon it costs more than it saves.
    pub enhanced_depth: u32,
    /// Moves are sorted where at least so many plies are left; nearer to the horizon they come in
    /// the generator's order. 1 pays where the horizon is costly.
    pub sorted_depth: u32,
    /// Leaves out what is hopeless or needless by the evaluator's word. Changes values. Needs
    /// [`Pvs::by_tempo`].
    pub pruning: Option<Pruning>,
    /// Extends positions in which a threat must be met, by one ply. Changes values. Needs
    /// [`Pvs::by_tempo`].
    pub extend_pressed: bool,
    /// A position that has been before on the way to it is a draw. Changes values, and makes them
    /// depend on the way.
    pub repetitions: bool,
}

impl Default for Params {
    fn default() -> Self {
        Params {
            scout: true,
            experience: true,
            singular: None,
            reductions: None,
            enhanced_depth: 3,
            sorted_depth: 2,
            pruning: None,
            extend_pressed: false,
            repetitions: false,
        }
    }
}

impl<G: Game, E> Pvs<G, E> {
    /// With an evaluator, in the generator's order with killers and history, without a table.
    pub fn new(evaluator: E) -> Self {
        Pvs {
            evaluator,
            horizon: Static,
            guide: Unguided,
            table: None,
            params: Params::default(),
            experience: Experience::new(),
            candidates: Vec::new(),
            in_work: None,
        }
    }
}

impl<G: Game, E, H, P> Pvs<G, E, H, P> {
    /// With a table of its own of so many bytes.
    #[must_use]
    pub fn with_table(self, bytes: usize) -> Self {
        self.sharing(Arc::new(Table::new(bytes)))
    }

    /// With a table that others may use too.
    #[must_use]
    pub fn sharing(self, table: Arc<Table>) -> Self {
        Pvs {
            table: Some(table),
            ..self
        }
    }

    /// With these switches.
    #[must_use]
    pub fn with(self, params: Params) -> Self {
        Pvs { params, ..self }
    }

    /// Ordering by the game's own promise too.
    #[must_use]
    pub fn guided(self) -> Pvs<G, E, H, ByGame> {
        let Pvs {
            evaluator,
            horizon,
            table,
            params,
            experience,
            candidates,
            in_work,
            ..
        } = self;
        Pvs {
            evaluator,
            horizon,
            guide: ByGame,
            table,
            params,
            experience,
            candidates,
            in_work,
        }
    }

    /// Ordering by the game's own promise, and what it tells of having the move.
    #[must_use]
    pub fn by_tempo(self) -> Pvs<G, E, H, ByTempo> {
        let Pvs {
            evaluator,
            horizon,
            table,
            params,
            experience,
            candidates,
            in_work,
            ..
        } = self;
        Pvs {
            evaluator,
            horizon,
            guide: ByTempo,
            table,
            params,
            experience,
            candidates,
            in_work,
        }
    }

    /// Quiescence at the horizon.
    #[must_use]
    pub fn quiet(self, horizon: Quiescence) -> Pvs<G, E, Quiescence, P> {
        let Pvs {
            evaluator,
            guide,
            table,
            params,
            experience,
            candidates,
            in_work,
            ..
        } = self;
        Pvs {
            evaluator,
            horizon,
            guide,
            table,
            params,
            experience,
            candidates,
            in_work,
        }
    }

    /// As one of several threads.
    #[must_use]
    pub(crate) fn in_company(self, in_work: Arc<InWork>) -> Self {
        Pvs {
            in_work: Some(in_work),
            ..self
        }
    }

    /// The table, if there is one.
    #[must_use]
    pub fn table(&self) -> Option<&Arc<Table>> {
        self.table.as_ref()
    }
}

impl<G, E, H, P> Search<G> for Pvs<G, E, H, P>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
{
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let question = Question::open(budget.depth());
        self.probe(root, question, &mut budget, observer)
            .report(root, &budget)
    }

    fn new_game(&mut self, seed: u64) {
        Windowed::new_game(self, seed);
    }
}

impl<G, E, H, P> Windowed<G> for Pvs<G, E, H, P>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
{
    fn probe<O: Observer<G>>(
        &mut self,
        root: &G,
        question: Question<G::Move>,
        budget: &mut Budget,
        observer: &mut O,
    ) -> Probe<G::Move> {
        self.candidates.clear();
        if question.first.is_none() {
            self.experience.fade();
            self.table.iter().for_each(|table| table.grow_older());
        }
        let mut run = Run {
            walk: Walk::new(budget, &self.evaluator, observer),
            horizon: &self.horizon,
            guide: &self.guide,
            table: self.table.as_deref(),
            params: self.params,
            experience: &mut self.experience,
            candidates: &mut self.candidates,
            in_work: self.in_work.as_deref(),
            first: question.first,
            most_plies: question.depth.saturating_mul(2),
            path: Vec::new(),
        };
        let node = Node {
            spot: Spot::root(root, question.depth),
            via: None,
            without: None,
        };
        let result = run
            .walk
            .begin(root)
            .and_then(|()| run.node(node, question.window));
        let mut probe = run.walk.finish(result);
        if let Some(table) = &self.table {
            lengthen(&mut probe.line, root, table, question.depth);
        }
        probe
    }

    fn new_game(&mut self, _: u64) {
        self.table.iter().for_each(|table| table.clear());
        self.experience = Experience::new();
    }
}

/// A node on the way down.
pub(crate) struct Node<'p, G: Game> {
    pub spot: Spot<'p, G>,
    /// The move that led here.
    pub via: Option<G::Move>,
    /// A move left out, to see how good the others are.
    pub without: Option<G::Move>,
}

/// One search of the root.
pub(crate) struct Run<'a, G: TwoPlayer, E, H, P, O> {
    pub walk: Walk<'a, G, E, O>,
    horizon: &'a H,
    pub guide: &'a P,
    table: Option<&'a Table>,
    pub params: Params,
    experience: &'a mut Experience<G::Move>,
    candidates: &'a mut Vec<Candidate<G::Move>>,
    in_work: Option<&'a InWork>,
    first: Option<G::Move>,
    /// Extensions end here.
    pub most_plies: u32,
    /// The keys of the positions on the way here, where repetitions count.
    path: Vec<u64>,
}

/// The best of the moves searched so far.
struct Best {
    value: Score,
    line: Line,
    bound: Bound,
    /// The index of the best move.
    chosen: Option<u16>,
}

impl Best {
    #[inline]
    fn none() -> Best {
        Best {
            value: -Score::INFINITY,
            line: Line::EMPTY,
            bound: Bound::Upper,
            chosen: None,
        }
    }

    /// What the table should remember. Where every move failed low, none of them is known to be
    /// best.
    #[inline]
    fn entry<G>(&self, spot: Spot<'_, G>, complete: bool) -> Entry {
        Entry {
            value: self.value.nearer(spot.ply),
            bound: self.bound,
            depth: spot.depth,
            complete,
            best: self.chosen.filter(|_| self.bound != Bound::Upper),
        }
    }
}

/// At most so many moves of a node are sorted, and only so near the root: a game may have a million
/// moves, and a line a million plies, but there is no memory for both.
const SORTED_MOVES: usize = 512;
const SORTED_PLIES: u32 = 1024;

/// A move about to be searched.
struct Below<M> {
    candidate: Candidate<M>,
    extension: u32,
    /// Plies to leave out at first.
    reduction: u32,
    /// There is a best move already.
    later: bool,
}

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// The value of a position for its mover.
    pub(crate) fn node(&mut self, node: Node<'_, G>, window: Window) -> Result<Score, Stop> {
        let spot = node.spot;
        self.walk.enter(spot, node.via, window);
        if let Some(value) = self.walk.end(spot) {
            return Ok(value);
        }
        if spot.depth == 0 {
            return self.horizon.settle(&mut self.walk, spot, window);
        }
        // The key is asked for only where it is needed.
        let keyed = self.table.is_some() || self.params.repetitions;
        let key = if keyed { spot.position.key() } else { 0 };
        if self.params.repetitions && node.without.is_none() && self.path.contains(&key) {
            return Ok(self.walk.repeated(spot));
        }
        let known = if node.without.is_none() {
            self.table.and_then(|table| table.probe(key))
        } else {
            None
        };
        if let Some(entry) = known
            && let Some(value) = self.look_up(&entry, spot, window)
        {
            return Ok(value);
        }
        let doubt = self.doubt(&node, window);
        if let Some(value) = self.needless(&node, &doubt, window.beta)? {
            self.walk.complete = false;
            return Ok(self.walk.leave(spot, value, Bound::Lower, Line::EMPTY));
        }
        let above_complete = std::mem::replace(&mut self.walk.complete, true);
        let best = if spot.depth < self.params.sorted_depth && spot.ply > 0 {
            self.frontier(spot, window)?
        } else {
            let start = self.candidates.len();
            self.path.push(key);
            let best = self.inner(&node, (known, doubt), window)?;
            self.path.pop();
            self.candidates.truncate(start);
            best
        };
        // A win or loss in so many plies is certain at every greater depth.
        self.walk.complete |= best.value.is_decided();
        if let Some(table) = self.table
            && node.without.is_none()
        {
            table.store(key, best.entry(spot, self.walk.complete));
        }
        self.walk.complete &= above_complete;
        Ok(self.walk.leave(spot, best.value, best.bound, best.line))
    }

    /// One ply above the horizon, in the generator's order: sorting costs more than it saves.
    fn frontier(&mut self, spot: Spot<'_, G>, mut window: Window) -> Result<Best, Stop> {
        let mut best = Best::none();
        let killer =
            self.experience.killers(spot.ply)[0].filter(|&k| spot.position.moves().any(|m| m == k));
        for m in killer
            .into_iter()
            .chain(spot.position.moves().filter(|&m| Some(m) != killer))
        {
            let child = self.walk.play(spot.position, m)?;
            let value = self.tip(spot.child(&child), spot.position, m, window)?;
            if value > best.value && self.better(&mut best, spot, m, value, &mut window) {
                self.experience.kill(spot.ply, m);
                break;
            }
        }
        Ok(best)
    }

    /// The value of a child at the horizon for the parent's mover.
    #[inline(always)]
    fn tip(
        &mut self,
        below: Spot<'_, G>,
        parent: &G,
        m: G::Move,
        window: Window,
    ) -> Result<Score, Stop> {
        let same = below.position.turn() == parent.turn();
        let window = window.for_child(same);
        self.walk.enter(below, Some(m), window);
        let value = match self.walk.end(below) {
            Some(value) => value,
            None => self.horizon.settle(&mut self.walk, below, window)?,
        };
        Ok(view::from_child(value, same))
    }

    /// The table's value, where it settles the matter. Never at the root: that needs a move.
    fn look_up(&mut self, entry: &Entry, spot: Spot<'_, G>, window: Window) -> Option<Score> {
        if spot.ply == 0 || !self.answers(entry, spot.depth) {
            return None;
        }
        let value = entry.value.further(spot.ply);
        let settles = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        if !settles {
            return None;
        }
        // A win or loss in so many plies is certain at every greater depth.
        self.walk.complete &= entry.complete || entry.value.is_decided();
        self.walk.tail = Line::EMPTY;
        let mover = spot.position.turn();
        self.walk.tell(&Event::TableHit {
            ply: spot.ply,
            value: view::flip(value, mover),
            bound: view::flip_bound(entry.bound, mover),
        });
        Some(value)
    }

    /// Whether an entry may stand for a search of so many plies.
    #[inline]
    fn answers(&self, entry: &Entry, depth: u32) -> bool {
        entry.answers(depth) || self.params.reductions.is_some() && entry.depth >= depth
    }

    /// Searches the moves, the most promising first.
    fn inner(
        &mut self,
        node: &Node<'_, G>,
        (known, doubt): (Option<Entry>, Doubt),
        mut window: Window,
    ) -> Result<Best, Stop> {
        let spot = node.spot;
        if let Some(value) = self.refuted_by_child(node, window.beta)? {
            return Ok(Best {
                value,
                bound: Bound::Lower,
                ..Best::none()
            });
        }
        let (mut best, mut tried) = (Best::none(), 0);
        let (start, mut i) = (self.candidates.len(), self.candidates.len());
        let mut early = self.early(node, known);
        let (mut searched, mut gathered, mut unsorted) = (None, false, None);
        loop {
            let candidate = if let Some(candidate) = early.take() {
                searched = Some(candidate.m);
                candidate
            } else if !gathered {
                gathered = true;
                let sorted = self.gather(node, searched);
                unsorted = sorted.map(|sorted| spot.position.moves().enumerate().skip(sorted));
                continue;
            } else if i < self.candidates.len() {
                i += 1;
                pick(&mut self.candidates[i - 1..])
            } else if let Some((index, m)) = unsorted.as_mut().and_then(Iterator::next) {
                if Some(m) == node.without || Some(m) == searched {
                    continue;
                }
                Candidate {
                    m,
                    index: index.min(u16::MAX as usize) as u16,
                    deferred: false,
                    key: 0,
                }
            } else {
                break;
            };
            if let Some(hope) = self.hopeless(
                spot,
                &doubt,
                (candidate.m, tried),
                (best.value, window.alpha),
            ) {
                self.walk.complete = false;
                best.value = best.value.max(hope);
                continue;
            }
            let extension = self.extension(node, known, &candidate)?;
            let reduction = if doubt.pressed {
                0
            } else {
                self.reduction(spot, tried, !window.is_null())
            };
            let below = Below {
                candidate,
                extension,
                reduction,
                later: tried > 0,
            };
            let Some(value) = self.candidate(below, spot, window)? else {
                continue;
            };
            tried += 1;
            if value > best.value {
                best.chosen = Some(candidate.index);
                if self.better(&mut best, spot, candidate.m, value, &mut window) {
                    self.learn(spot, candidate.m, start..i);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Enhanced transposition cut-offs (Schaeffer and Plaat 1996): a child that the table knows to
    /// be bad enough for the opponent settles the node before any move is searched.
    fn refuted_by_child(&mut self, node: &Node<'_, G>, beta: Score) -> Result<Option<Score>, Stop> {
        let spot = node.spot;
        let Some(table) = self.table else {
            return Ok(None);
        };
        if spot.ply == 0 || spot.depth < self.params.enhanced_depth || node.without.is_some() {
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
            let same = child.turn() == spot.position.turn();
            let (value, bound) = if same {
                (entry.value, entry.bound)
            } else {
                (-entry.value, entry.bound.flip())
            };
            let value = value.further(spot.ply + 1);
            if bound != Bound::Upper && value >= beta {
                self.walk.complete &= entry.complete || entry.value.is_decided();
                self.walk
                    .cutoff(spot, m, value, Window { alpha: value, beta });
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    /// The move to search before the others are even looked at: the root's first, or the table's.
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
        let (mover, killers) = (position.turn(), self.experience.killers(spot.ply));
        for (index, m) in position.moves().enumerate() {
            if index == most {
                return Some(most);
            }
            if Some(m) == node.without || Some(m) == searched {
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

    /// One move. `None` where another thread is at it: then it comes again at the end.
    fn candidate(
        &mut self,
        mut below: Below<G::Move>,
        spot: Spot<'_, G>,
        window: Window,
    ) -> Result<Option<Score>, Stop> {
        let candidate = below.candidate;
        let child = self.walk.play(spot.position, candidate.m)?;
        let mut child_spot = spot.child(&child);
        if self.params.extend_pressed && self.guide.is_pressed(&child) {
            below.extension |= u32::from(spot.ply < self.most_plies);
            below.reduction = 0;
        }
        child_spot.depth += below.extension;
        let in_work = self.in_work.filter(|_| spot.depth >= InWork::LEAST_DEPTH);
        let Some(in_work) = in_work else {
            return self
                .scout(child_spot, spot.position, &below, window)
                .map(Some);
        };
        let key = child.key();
        if below.later && !candidate.deferred && in_work.is_taken(key, spot.depth) {
            self.candidates.push(Candidate {
                deferred: true,
                key: i32::MIN,
                ..candidate
            });
            return Ok(None);
        }
        in_work.take(key, spot.depth);
        let value = self.scout(child_spot, spot.position, &below, window);
        in_work.give_back(key, spot.depth);
        value.map(Some)
    }

    /// One move: by a null window first where there is a best move already, and less deep before
    /// that where it comes late.
    #[inline]
    fn scout(
        &mut self,
        child: Spot<'_, G>,
        parent: &G,
        below: &Below<G::Move>,
        window: Window,
    ) -> Result<Score, Stop> {
        let m = below.candidate.m;
        let asks = below.later && window.alpha > -Score::INFINITY;
        let null = Window::null_above(window.alpha);
        if asks && below.reduction > 0 {
            let shallow = Spot {
                depth: child.depth - below.reduction,
                ..child
            };
            let value = self.child(shallow, parent, m, null)?;
            if value <= window.alpha {
                return Ok(value);
            }
            self.walk.budget.again()?;
        }
        if asks && self.params.scout && !window.is_null() {
            let value = self.child(child, parent, m, null)?;
            if value <= window.alpha || value >= window.beta {
                return Ok(value);
            }
            self.walk.budget.again()?;
        }
        self.child(child, parent, m, window)
    }

    /// Plies to leave out for a move after so many others.
    #[inline]
    fn reduction(&self, spot: Spot<'_, G>, tried: u32, wide: bool) -> u32 {
        match self.params.reductions {
            Some(rule) if spot.ply > 0 => rule.plies(spot.depth, tried, wide),
            _ => 0,
        }
    }

    /// The value of a child for the parent's mover.
    #[inline(always)]
    fn child(
        &mut self,
        below: Spot<'_, G>,
        parent: &G,
        m: G::Move,
        window: Window,
    ) -> Result<Score, Stop> {
        let same = below.position.turn() == parent.turn();
        let node = Node {
            spot: below,
            via: Some(m),
            without: None,
        };
        let value = deep(below.ply, || self.node(node, window.for_child(same)))?;
        Ok(view::from_child(value, same))
    }

    /// Takes a better value; true where it cuts off.
    #[inline]
    fn better(
        &mut self,
        best: &mut Best,
        spot: Spot<'_, G>,
        m: G::Move,
        value: Score,
        window: &mut Window,
    ) -> bool {
        best.value = value;
        if value > window.alpha {
            window.alpha = value;
            best.bound = Bound::Exact;
            best.line = self.walk.improve(spot, m, value, *window);
        }
        if value >= window.beta {
            best.bound = Bound::Lower;
            self.walk.cutoff(spot, m, value, *window);
        }
        value >= window.beta
    }

    fn learn(&mut self, spot: Spot<'_, G>, m: G::Move, before: std::ops::Range<usize>) {
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

/// Lines end where the table answered: goes on with the table's own moves.
fn lengthen<G: TwoPlayer + Keyed>(line: &mut Vec<G::Move>, root: &G, table: &Table, depth: u32) {
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
