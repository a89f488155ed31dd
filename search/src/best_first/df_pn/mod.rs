//! Depth-first proof-number search, df-pn (Nagai 2002), with the 1 + ε trick (Pawlewicz and Lew
//! 2007).
//!
//! The questions and the numbers are those of [`crate::proof_number`], but the tree is not kept: a
//! node is searched until one of its numbers reaches a threshold, beyond which the walk would go
//! elsewhere, and what was learnt goes into a table of fixed size.
//!
//! ```text
//!        MAX, thresholds 9|20                  the best child may go on until its proof number
//!      ┌───────┬───────┐                       exceeds the second best, 4, by a little (ε):
//!     3|5     4|2     7|1                      threshold 5, and 20 − (2 + 1) = 17 for its disproof
//! ```
//!
//! Invariant: a node's call ends with one of its numbers at or beyond its threshold, or solved. A
//! node on the way down holds its children's numbers itself, so entries may vanish from the table
//! at any time: that costs work, never correctness or termination.
//!
//! Loops. A position that recurs on the way down counts as a draw, in the direction that harms the
//! player the question is about: a win or loss found is real, whatever loops were met. Other
//! answers may depend on the way a position was reached (graph-history interaction) when it is
//! found in the table, so once a loop was met, a draw or points are reported as not proven.
//! [`crate::retrograde`] settles those games. For games without loops everything is exact.
//!
//! Distances are as in proof-number search: the winner can force the win in this many plies.

mod table;

use rustc_hash::FxHashSet;

use crate::best_first::grown::{Bounds, Finding};
use crate::best_first::proof_number::{NEVER, Numbers, Questions, View, answer, first_bounds};
use crate::deep::deep;
use crate::evaluator::{Blind, Evaluator};
use crate::game::{Keyed, Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Bound, Event, Observer, Window};
use crate::report::Report;
use crate::rng::mix;
use crate::score::Score;
use crate::search::Search;

use table::{Entry, Table};

/// Depth-first proof-number search.
///
/// ```
/// use gametree::{Limits, Score, Search, df_pn::DfPn, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let report = DfPn::blind().search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DfPn<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
    /// The most entries of the table, 32 bytes each. A memory limit may leave it fewer.
    pub entries: usize,
    /// How far a child may go beyond the second best before the walk turns to that one, as a part
    /// of its number: the ε of 1 + ε.
    pub patience: f64,
}

impl DfPn<Blind> {
    /// Without an evaluator, at most four million entries, ε = 1/4.
    #[must_use]
    pub fn blind() -> Self {
        DfPn::new(Blind)
    }
}

impl<E> DfPn<E> {
    /// At most four million entries, ε = 1/4.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        DfPn {
            evaluator,
            entries: 1 << 22,
            patience: 0.25,
        }
    }
}

impl<G: TwoPlayer + Keyed, E: Evaluator<G>> Search<G> for DfPn<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let entries = self.entries.min(match limits.room(usize::MAX) {
            usize::MAX => usize::MAX,
            bytes => bytes / 2 / size_of::<Entry>(),
        });
        let mut walk = Walk::new(self, entries, &mut budget, observer);
        let mut questions = Questions::new(root.turn(), false);
        let (bounds, stopped) = walk.solve(root, &mut questions);
        walk.finish(root, bounds, stopped, questions.assured)
    }
}

/// A child of a node on the way down; its bounds count from itself.
struct Child<G: TwoPlayer> {
    position: G,
    via: G::Move,
    /// For the table.
    key: u64,
    bounds: Bounds,
    numbers: Numbers,
}

/// A node that is searched: where it is, and the numbers that end the search of it.
struct Call<'p, G: TwoPlayer> {
    position: &'p G,
    key: u64,
    ply: u32,
    via: Option<G::Move>,
    until: Numbers,
}

/// One search.
struct Walk<'a, G: TwoPlayer, E, O> {
    settings: &'a DfPn<E>,
    budget: &'a mut Budget,
    observer: &'a mut O,
    table: Table,
    /// The children of all nodes on the way down, the root's first.
    children: Vec<Child<G>>,
    /// The positions on the way down.
    path: FxHashSet<u64>,
    threshold: Score,
    question: u32,
    complete: bool,
    /// The move that makes the root's mover sure of what they are sure of.
    best: Option<G::Move>,
}

impl<'a, G: TwoPlayer + Keyed, E: Evaluator<G>, O: Observer<G>> Walk<'a, G, E, O> {
    fn new(
        settings: &'a DfPn<E>,
        entries: usize,
        budget: &'a mut Budget,
        observer: &'a mut O,
    ) -> Self {
        Walk {
            settings,
            budget,
            observer,
            table: Table::new(entries),
            children: Vec::new(),
            path: FxHashSet::default(),
            threshold: Score::DRAW,
            question: 0,
            complete: true,
            best: None,
        }
    }

    /// Asks until the root's value is known.
    fn solve(&mut self, root: &G, questions: &mut Questions) -> (Bounds, Option<Stop>) {
        self.budget.visit();
        let mut bounds = first_bounds(
            root,
            0,
            &self.settings.evaluator,
            self.budget,
            &mut self.complete,
        );
        while let Some(threshold) = questions.next(bounds) {
            match self.ask(root, threshold) {
                Ok(found) => {
                    self.note_best(root, bounds, found);
                    bounds = bounds.and(found);
                }
                Err(stop) => return (bounds, Some(stop)),
            }
        }
        (bounds, None)
    }

    fn ask(&mut self, root: &G, threshold: Score) -> Result<Bounds, Stop> {
        self.threshold = threshold;
        self.question += 1;
        self.children.clear();
        self.path.clear();
        let depth = self.budget.depth();
        let window = self.window();
        self.observer.see(&Event::Iteration { depth, window });
        let until = Numbers {
            proof: NEVER,
            disproof: NEVER,
        };
        let key = self.table_key(root.key(), 0);
        Ok(self
            .node(&Call {
                position: root,
                key,
                ply: 0,
                via: None,
                until,
            })?
            .0)
    }

    /// After an answer: the move that gave it, if the mover is sure of more than before.
    fn note_best(&mut self, root: &G, before: Bounds, found: Bounds) {
        let mover = root.turn();
        if self.best.is_none() || found.sure(mover) > before.sure(mover) {
            self.best = self
                .surest(0, found, mover)
                .map(|child| self.children[child].via);
        }
    }

    fn window(&self) -> Window {
        Window::null_below(self.threshold)
    }

    /// With a depth limit a position is another one at another depth.
    fn table_key(&self, key: u64, ply: u32) -> u64 {
        match self.budget.depth() {
            u32::MAX => key,
            depth => {
                mix(key.wrapping_add(u64::from(depth - ply).wrapping_mul(0x9e37_79b9_7f4a_7c15)))
            }
        }
    }

    /// Searches a node until one of its numbers reaches `until`: MID of the paper.
    fn node(&mut self, call: &Call<'_, G>) -> Result<(Bounds, Numbers), Stop> {
        let position = call.position;
        let ply = call.ply;
        let base = self.children.len();
        let mover = position.turn();
        let before = self.budget.counts.nodes;
        let depth = self.budget.depth().saturating_sub(ply);
        let window = self.window();
        self.observer.see(&Event::Enter {
            ply,
            via: call.via,
            position,
            depth,
            window,
        });
        let recurring = position.key();
        self.path.insert(recurring);
        self.generate(position, ply)?;
        let (bounds, numbers) = loop {
            let (bounds, numbers) = self.combine(base, mover);
            if numbers.proof >= call.until.proof || numbers.disproof >= call.until.disproof {
                break (bounds, numbers);
            }
            self.descend(base, mover, ply, call.until)?;
        };
        if ply > 0 {
            self.children.truncate(base);
        }
        self.path.remove(&recurring);
        let work = (self.budget.counts.nodes - before).min(u64::from(u32::MAX)) as u32;
        self.table.put(Entry {
            key: call.key,
            bounds,
            numbers,
            question: self.question,
            work,
        });
        self.saw_leave(ply, bounds);
        Ok((bounds, numbers))
    }

    /// Appends all children with what is known of them.
    fn generate(&mut self, position: &G, ply: u32) -> Result<(), Stop> {
        for via in position.moves() {
            if self.children.len() == self.children.capacity() {
                let room = self.children.capacity() + self.children.capacity() / 2 + 16;
                let child = size_of::<Child<G>>() - size_of::<G>() + position.footprint();
                self.budget.hold(self.table.bytes() + room * child)?;
                self.children.reserve_exact(room - self.children.len());
            }
            self.budget.spend()?;
            let position = position.after(via);
            self.budget.visit();
            let key = self.table_key(position.key(), ply + 1);
            let (bounds, numbers) = self.known(&position, key, ply + 1);
            self.children.push(Child {
                position,
                via,
                key,
                bounds,
                numbers,
            });
        }
        Ok(())
    }

    /// What the rules, the way down and the table know of a position.
    fn known(&mut self, position: &G, key: u64, ply: u32) -> (Bounds, Numbers) {
        let evaluator = &self.settings.evaluator;
        let mut bounds =
            first_bounds(position, ply, evaluator, self.budget, &mut self.complete).nearer(ply);
        let mut numbers = Numbers {
            proof: 1,
            disproof: 1,
        };
        if bounds.lo < bounds.hi {
            if self.path.contains(&position.key()) {
                bounds = self.recurrence();
            } else if let Some(entry) = self.table.get(key) {
                bounds = bounds.and(entry.bounds);
                if entry.question == self.question {
                    numbers = entry.numbers;
                }
                self.saw_hit(ply, bounds);
            }
        }
        match answer(bounds, self.threshold) {
            Some(_) => (bounds, Numbers::of(bounds, self.threshold)),
            None => (bounds, numbers),
        }
    }

    /// What a recurring position is taken for: a draw at best for the side that wants an answer.
    fn recurrence(&mut self) -> Bounds {
        self.complete = false;
        let open = Bounds::open(0);
        if self.threshold > Score::DRAW {
            Bounds {
                hi: Score::DRAW,
                ..open
            }
        } else {
            Bounds {
                lo: Score::DRAW,
                ..open
            }
        }
    }

    /// A node's bounds and numbers, from its children's.
    fn combine(&self, base: usize, mover: Player) -> (Bounds, Numbers) {
        let children = &self.children[base..];
        let start = Bounds::worst(mover);
        let bounds = children.iter().fold(start, |best, child| {
            best.better(child.bounds.further(), mover)
        });
        match answer(bounds, self.threshold) {
            Some(_) => (bounds, Numbers::of(bounds, self.threshold)),
            None => (
                bounds,
                Numbers::combine(children.iter().map(|child| child.numbers), mover),
            ),
        }
    }

    /// Searches the most promising child until another one is more promising.
    fn descend(
        &mut self,
        base: usize,
        mover: Player,
        ply: u32,
        until: Numbers,
    ) -> Result<(), Stop> {
        let (best, until) = self.choose(base, mover, until);
        let child = &self.children[best];
        let position = child.position.clone();
        let call = Call {
            position: &position,
            key: child.key,
            ply: ply + 1,
            via: Some(child.via),
            until,
        };
        let (bounds, numbers) = deep(ply, || self.node(&call))?;
        self.children[best].bounds = bounds.and(self.children[best].bounds);
        self.children[best].numbers = numbers;
        Ok(())
    }

    /// The child with the least number for the mover, and the numbers that end its turn.
    fn choose(&self, base: usize, mover: Player, until: Numbers) -> (usize, Numbers) {
        let mut best = base;
        let mut least = View {
            own: NEVER,
            other: 0,
        };
        let mut second = NEVER;
        let mut others = 0u32;
        for (i, child) in (base..).zip(&self.children[base..]) {
            let view = child.numbers.seen_by(mover);
            others = others.saturating_add(view.other).min(NEVER - 1);
            if view.own < least.own {
                second = least.own;
                best = i;
                least = view;
            } else {
                second = second.min(view.own);
            }
        }
        let until = until.seen_by(mover);
        // The sum of the others' numbers is spent already: this child has the rest of it.
        let other = if until.other == NEVER {
            NEVER
        } else {
            (until.other - others).saturating_add(least.other)
        };
        let own = until.own.min(self.patient(second));
        (best, Numbers::from_view(View { own, other }, mover))
    }

    /// A little more than the second best number.
    fn patient(&self, second: u32) -> u32 {
        if second == NEVER {
            return NEVER;
        }
        let more = (f64::from(second) * (1.0 + self.settings.patience)) as u32;
        more.max(second.saturating_add(1))
    }

    fn surest(&self, base: usize, node: Bounds, mover: Player) -> Option<usize> {
        let key = |&i: &usize| self.children[i].bounds.further().key(node, mover);
        (base..self.children.len()).rev().max_by_key(key)
    }

    /// The report. A mover who is sure of something plays it; otherwise the most promising move is
    /// played.
    fn finish(
        mut self,
        root: &G,
        bounds: Bounds,
        stopped: Option<Stop>,
        assured: bool,
    ) -> Report<G::Move> {
        let mover = root.turn();
        let known = bounds.verdict().is_some();
        let own = |child: &&Child<G>| child.numbers.seen_by(mover).own;
        // A search stopped on the way down leaves the children of deeper nodes after the root's.
        let of_root = self.children.iter().take(root.moves().count());
        let promising = of_root.min_by_key(own).map(|child| child.via);
        let best = if known || assured {
            self.best
        } else {
            promising.or(self.best)
        };
        let guess = if known || root.outcome().is_some() {
            Score::DRAW
        } else {
            self.budget.counts.evaluations += 1;
            Score::points(self.settings.evaluator.evaluate(root))
        };
        let complete = self.complete;
        let line = if stopped.is_none() {
            self.line(root, best)
        } else {
            best.into_iter().collect()
        };
        Finding {
            bounds,
            guess,
            line,
            complete,
            stopped,
        }
        .report(root, self.budget)
    }

    /// The line after a move, as far as the table remembers it and the limits allow.
    fn line(&mut self, root: &G, best: Option<G::Move>) -> Vec<G::Move> {
        let mut line = Vec::new();
        let mut position = root.clone();
        let mut next = best;
        self.path.clear();
        while let Some(m) = next {
            line.push(m);
            self.path.insert(position.key());
            if self.budget.spend().is_err() {
                break;
            }
            position.play(m);
            next = self.remembered(&position, line.len() as u32);
        }
        line
    }

    /// The best move of a position whose value the table knows.
    fn remembered(&mut self, position: &G, ply: u32) -> Option<G::Move> {
        if position.outcome().is_some()
            || ply >= self.budget.depth()
            || self.path.contains(&position.key())
        {
            return None;
        }
        self.children.clear();
        self.generate(position, ply).ok()?;
        let bounds = self.combine(0, position.turn()).0;
        bounds.verdict()?;
        self.surest(0, bounds, position.turn())
            .map(|child| self.children[child].via)
    }

    #[inline(always)]
    fn saw_hit(&mut self, ply: u32, bounds: Bounds) {
        let (value, bound) = told(bounds, self.threshold);
        self.observer.see(&Event::TableHit {
            ply,
            value: value.further(ply),
            bound,
        });
    }

    #[inline(always)]
    fn saw_leave(&mut self, ply: u32, bounds: Bounds) {
        let (value, bound) = told(bounds, self.threshold);
        self.observer.see(&Event::Leave {
            ply,
            value: value.further(ply),
            bound,
        });
    }
}

/// Bounds as one value, and how it relates to the truth.
fn told(bounds: Bounds, threshold: Score) -> (Score, Bound) {
    if bounds.lo == bounds.hi {
        (bounds.lo, Bound::Exact)
    } else if answer(bounds, threshold) == Some(true) {
        (bounds.lo, Bound::Lower)
    } else {
        (bounds.hi, Bound::Upper)
    }
}
