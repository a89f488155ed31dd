//! Proof-number search (Allis, van der Meulen and van den Herik 1994): is the first player's value
//! at least t? The tree grows where the answer seems to need the fewest further leaves.
//!
//! ```text
//!           MAX  1|2            proof|disproof: how many tips must at least be proved
//!          ┌─────┴─────┐        for yes, or for no
//!        MIN 2|1     MIN 1|1    MAX: least proof, sum of disproofs
//!       1|1   1|1               MIN: sum of proofs, least disproof
//! ```
//!
//! Invariant: 0|∞ at a node means its value is at least t, ∞|0 that it is less.
//!
//! One yes or no is not a value. So [`ProofNumber`] asks several questions of one tree: first
//! whether the mover wins, then whether they draw; where the game ends in points, it halves the
//! interval that is left. A leaf tells its value, not only yes or no, so every answer also brings a
//! bound beyond t (as fail-soft alpha-beta does), and the questions are few.
//!
//! What is said of a win's distance: the winner can force the win in this many plies; a shorter one
//! may exist, unless `fastest` asks for it. With a depth limit the positions at the limit have
//! their evaluator's value; the answer then holds for that depth, and only wins and losses are
//! proven. Play that never ends makes an endless tree: give a limit.

use crate::best_first::grown::{Bounds, Finding, Fresh, Grown, Label};
use crate::evaluator::{Blind, Evaluator};
use crate::game::{Player, TwoPlayer};
use crate::limits::{Budget, Limits, Stop};
use crate::observer::{Event, Observer};
use crate::report::Report;
use crate::score::Score;
use crate::search::Search;
use crate::view;

/// Proof-number search, with as many questions as the value needs.
///
/// ```
/// use gametree::{Limits, Score, Search, proof_number::ProofNumber, tree::Tree};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let root = tree.two_player().unwrap();
/// let report = ProofNumber::blind().search(&root, &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// let asked = ProofNumber::blind().at_least(&root, Score::points(4), &Limits::none());
/// assert_eq!(asked.holds, Some(false));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ProofNumber<E> {
    /// Values for positions at the depth limit.
    pub evaluator: E,
    /// After the first win found, ask on for the shortest (after a loss, for the longest).
    pub fastest: bool,
}

/// The answer to one question.
#[derive(Clone, PartialEq, Debug)]
pub struct Asked<M> {
    /// Whether the value is at least the threshold; `None` when stopped before the answer.
    pub holds: Option<bool>,
    /// What else is known of the value; `proven` only where it is known exactly.
    pub report: Report<M>,
}

impl<E> ProofNumber<E> {
    /// With an evaluator for the depth limit; any win will do.
    #[must_use]
    pub fn new(evaluator: E) -> Self {
        ProofNumber {
            evaluator,
            fastest: false,
        }
    }
}

impl ProofNumber<Blind> {
    /// Without an evaluator.
    #[must_use]
    pub fn blind() -> Self {
        ProofNumber::new(Blind)
    }
}

impl<E> ProofNumber<E> {
    /// Whether the first player's value is at least `threshold`.
    pub fn at_least<G>(&self, root: &G, threshold: Score, limits: &Limits) -> Asked<G::Move>
    where
        G: TwoPlayer,
        E: Evaluator<G>,
    {
        let mut budget = Budget::new(limits);
        let mut nobody = ();
        let mut prover = Prover::new(root, &self.evaluator, &mut budget, &mut nobody);
        let stopped = prover.ask(threshold).err();
        let bounds = prover.tree.root();
        let report = prover.finish(root, stopped, false);
        Asked {
            holds: answer(bounds, threshold),
            report,
        }
    }
}

impl<G: TwoPlayer, E: Evaluator<G>> Search<G> for ProofNumber<E> {
    fn watch<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Report<G::Move> {
        let mut budget = Budget::new(limits);
        let mut prover = Prover::new(root, &self.evaluator, &mut budget, observer);
        let mut questions = Questions::new(root.turn(), self.fastest);
        let mut stopped = None;
        while let Some(threshold) = questions.next(prover.tree.root()) {
            stopped = prover.ask(threshold).err();
            if stopped.is_some() {
                break;
            }
        }
        prover.finish(root, stopped, questions.assured)
    }
}

/// Whether bounds say that the value is at least `threshold`.
pub(crate) fn answer(bounds: Bounds, threshold: Score) -> Option<bool> {
    if bounds.lo >= threshold {
        Some(true)
    } else if bounds.hi < threshold {
        Some(false)
    } else {
        None
    }
}

/// Which thresholds to ask until the value is known: 'does the mover win?' first, then away from
/// the one bound that is known in doubling steps, then halving between two bounds.
pub(crate) struct Questions {
    mover: Player,
    fastest: bool,
    asked: Option<Score>,
    step: i32,
    /// An answer was in the mover's favour: they are sure of something.
    pub assured: bool,
}

impl Questions {
    pub fn new(mover: Player, fastest: bool) -> Questions {
        Questions {
            mover,
            fastest,
            asked: None,
            step: 0,
            assured: false,
        }
    }

    /// The next threshold, given what is proven so far.
    pub fn next(&mut self, bounds: Bounds) -> Option<Score> {
        let yes = self.asked.and_then(|threshold| answer(bounds, threshold));
        self.assured |= yes == Some(self.mover == Player::FIRST);
        if bounds.lo == bounds.hi || (bounds.verdict().is_some() && !self.fastest) {
            return None;
        }
        let threshold = self.choose(bounds);
        self.asked = Some(threshold);
        Some(threshold)
    }

    fn choose(&mut self, Bounds { lo, hi }: Bounds) -> Score {
        let no_loss = Score::points(-Score::MAX_POINTS);
        let won = Score::points(Score::MAX_POINTS).above();
        match (lo < no_loss, hi >= won) {
            (true, true) => Score::points(i32::from(self.mover == Player::FIRST)),
            (true, false) if hi >= no_loss => hi.plus(-self.stride()).max(no_loss),
            (false, true) if lo < won => lo.above().plus(self.stride()).min(won),
            _ => lo.plus((hi.raw() - lo.raw() + 1) / 2),
        }
    }

    /// 0, 1, 3, 7, …
    fn stride(&mut self) -> i32 {
        let stride = self.step;
        self.step = stride
            .saturating_mul(2)
            .saturating_add(1)
            .min(Score::MAX_POINTS);
        stride
    }
}

/// No number of leaves is enough.
pub(crate) const NEVER: u32 = u32::MAX;

/// How many tips must at least be proved for yes, or for no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub proof: u32,
    pub disproof: u32,
}

impl Label for Numbers {}

impl Numbers {
    /// Those of a tip.
    #[inline]
    pub fn of(bounds: Bounds, threshold: Score) -> Numbers {
        match answer(bounds, threshold) {
            Some(true) => Numbers {
                proof: 0,
                disproof: NEVER,
            },
            Some(false) => Numbers {
                proof: NEVER,
                disproof: 0,
            },
            None => Numbers {
                proof: 1,
                disproof: 1,
            },
        }
    }

    /// The numbers as the mover sees them.
    #[inline]
    pub fn seen_by(self, mover: Player) -> View {
        if mover == Player::FIRST {
            View {
                own: self.proof,
                other: self.disproof,
            }
        } else {
            View {
                own: self.disproof,
                other: self.proof,
            }
        }
    }

    /// The inverse of [`Numbers::seen_by`].
    #[inline]
    pub fn from_view(view: View, mover: Player) -> Numbers {
        let View { own, other } = view;
        if mover == Player::FIRST {
            Numbers {
                proof: own,
                disproof: other,
            }
        } else {
            Numbers {
                proof: other,
                disproof: own,
            }
        }
    }

    /// Those of a node, from its children's: the least of the mover's own numbers, the sum of the
    /// others.
    #[inline]
    pub fn combine(children: impl Iterator<Item = Numbers>, mover: Player) -> Numbers {
        let none = View {
            own: NEVER,
            other: 0,
        };
        let views = children.map(|numbers| numbers.seen_by(mover));
        let view = views.fold(none, |all, view| View {
            own: all.own.min(view.own),
            other: sum(all.other, view.other),
        });
        Numbers::from_view(view, mover)
    }
}

/// Proof and disproof number as a mover sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct View {
    /// The number that the mover wants small.
    pub own: u32,
    /// The other one.
    pub other: u32,
}

/// A sum that is [`NEVER`] only when a term is.
#[inline]
fn sum(a: u32, b: u32) -> u32 {
    if a == NEVER || b == NEVER {
        NEVER
    } else {
        a.saturating_add(b).min(NEVER - 1)
    }
}

/// One search: the tree and the question it is asked.
struct Prover<'a, G: TwoPlayer, E, O> {
    tree: Grown<G, Numbers>,
    evaluator: &'a E,
    budget: &'a mut Budget,
    observer: &'a mut O,
    threshold: Score,
    complete: bool,
}

impl<'a, G: TwoPlayer, E: Evaluator<G>, O: Observer<G>> Prover<'a, G, E, O> {
    fn new(root: &G, evaluator: &'a E, budget: &'a mut Budget, observer: &'a mut O) -> Self {
        let mut complete = true;
        budget.visit();
        let bounds = first_bounds(root, 0, evaluator, budget, &mut complete);
        let threshold = Score::DRAW;
        let first = Fresh {
            bounds,
            label: Numbers::of(bounds, threshold),
        };
        let tree = Grown::new(root, first, observer);
        Prover {
            tree,
            evaluator,
            budget,
            observer,
            threshold,
            complete,
        }
    }

    /// Grows the tree until the root is proved or disproved.
    fn ask(&mut self, threshold: Score) -> Result<(), Stop> {
        self.retune(threshold);
        let mut at = 0;
        while answer(self.tree.root(), threshold).is_none() {
            let tip = self.most_proving(at);
            self.observer.see(&Event::Select { node: tip });
            self.expand(tip)?;
            at = self.update(tip);
        }
        Ok(())
    }

    /// Counts the whole tree again for another threshold: children come after their parents.
    fn retune(&mut self, threshold: Score) {
        self.threshold = threshold;
        for id in (0..self.tree.nodes.len() as u32).rev() {
            let numbers = self.numbers(id);
            self.tree.nodes[id as usize].label = numbers;
        }
    }

    fn numbers(&self, id: u32) -> Numbers {
        let node = &self.tree.nodes[id as usize];
        if node.children == 0 || answer(node.bounds, self.threshold).is_some() {
            return Numbers::of(node.bounds, self.threshold);
        }
        let children = self
            .tree
            .children(id)
            .map(|child| self.tree.nodes[child as usize].label);
        Numbers::combine(children, node.mover)
    }

    /// The tip that is cheapest to prove and to disprove, below a node that is on the way to it.
    fn most_proving(&self, mut id: u32) -> u32 {
        while let Some(child) = easiest(&self.tree, id) {
            id = child;
        }
        id
    }

    fn expand(&mut self, tip: u32) -> Result<(), Stop> {
        let evaluator = self.evaluator;
        let threshold = self.threshold;
        let complete = &mut self.complete;
        self.tree
            .expand(tip, self.budget, self.observer, |position, ply, budget| {
                let bounds = first_bounds(position, ply, evaluator, budget, complete);
                Fresh {
                    bounds,
                    label: Numbers::of(bounds, threshold),
                }
            })
    }

    /// Counts again from a node up to the first that does not change, and returns that one.
    fn update(&mut self, mut id: u32) -> u32 {
        loop {
            let bounds = self.tree.combine(id);
            let node = &mut self.tree.nodes[id as usize];
            let before = (node.bounds, node.label, node.parent);
            node.bounds = bounds;
            let label = self.numbers(id);
            self.tree.nodes[id as usize].label = label;
            if (bounds, label) == (before.0, before.1) {
                return id;
            }
            self.saw_backup(id);
            if id == 0 {
                return 0;
            }
            id = before.2;
        }
    }

    fn saw_backup(&mut self, id: u32) {
        let node = &self.tree.nodes[id as usize];
        let number = |n: u32| {
            if n == NEVER {
                f64::INFINITY
            } else {
                f64::from(n)
            }
        };
        self.observer.see(&Event::Backup {
            node: id,
            value: node.bounds.near(Score::DRAW),
            labels: &[
                ("proof", number(node.label.proof)),
                ("disproof", number(node.label.disproof)),
            ],
        });
    }

    /// The report. A mover who is sure of something plays it; otherwise the most promising move is
    /// played.
    fn finish(self, root: &G, stopped: Option<Stop>, assured: bool) -> Report<G::Move> {
        let known = self.tree.root().verdict().is_some();
        let best = if known || assured {
            self.tree.surest(0)
        } else {
            easiest(&self.tree, 0)
        };
        let guess = if known || root.outcome().is_some() {
            Score::DRAW
        } else {
            self.budget.counts.evaluations += 1;
            Score::points(self.evaluator.evaluate(root))
        };
        Finding {
            bounds: self.tree.root(),
            guess,
            line: self.tree.line(best, |tree, id| tree.surest(id)),
            complete: self.complete,
            stopped,
        }
        .report(root, self.budget)
    }
}

/// The child that is easiest to prove or disprove, as its mover wishes; among equals the one that
/// is hardest for the other side, then the first.
fn easiest<G: TwoPlayer>(tree: &Grown<G, Numbers>, id: u32) -> Option<u32> {
    let mover = tree.nodes[id as usize].mover;
    let view = |child: &u32| tree.nodes[*child as usize].label.seen_by(mover);
    tree.children(id)
        .min_by_key(|child| (view(child).own, NEVER - view(child).other))
}

/// What is known of a position before anything is searched below it.
pub(crate) fn first_bounds<G: TwoPlayer, E: Evaluator<G>>(
    position: &G,
    ply: u32,
    evaluator: &E,
    budget: &mut Budget,
    complete: &mut bool,
) -> Bounds {
    if let Some(outcome) = position.outcome() {
        return Bounds::exact(view::outcome_score(outcome, Player::FIRST, ply));
    }
    if ply < budget.depth() {
        return Bounds::open(ply);
    }
    *complete = false;
    budget.counts.evaluations += 1;
    Bounds::exact(Score::points(evaluator.evaluate(position)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::best_first::grown::is_win;

    #[test]
    fn questions_reach_every_value_from_both_sides() {
        let points = [
            -Score::MAX_POINTS,
            -70_001,
            -1,
            0,
            1,
            2,
            999,
            Score::MAX_POINTS,
        ];
        let decided = [Score::win_in(3), Score::loss_in(8)];
        for value in points.into_iter().map(Score::points).chain(decided) {
            for (mover, fastest) in [
                (Player::FIRST, false),
                (Player::SECOND, false),
                (Player::FIRST, true),
            ] {
                let mut questions = Questions::new(mover, fastest);
                let mut bounds = Bounds::open(0);
                let mut count = 0;
                while let Some(threshold) = questions.next(bounds) {
                    assert!(
                        bounds.lo < threshold && threshold <= bounds.hi,
                        "{bounds:?} {threshold}"
                    );
                    // The least that a true answer can tell.
                    if value >= threshold {
                        bounds.lo = if is_win(threshold) && !fastest {
                            value
                        } else {
                            threshold
                        };
                    } else {
                        bounds.hi = if is_win(-threshold) && !fastest {
                            value
                        } else {
                            threshold.below()
                        };
                    }
                    count += 1;
                }
                assert!(count <= 65, "{count} questions");
                assert!(bounds.verdict().is_some() && bounds.lo <= value && value <= bounds.hi);
                assert!(
                    !fastest || bounds == Bounds::exact(value),
                    "{bounds:?} for {value}"
                );
            }
        }
    }
}
