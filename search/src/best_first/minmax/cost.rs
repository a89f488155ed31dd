//! What an edge costs: the one place where best-first selectors differ.
//!
//! Rivest's penalty, Lincke's drop-out expansion (2001) and the costs of opening-book builders are
//! one algorithm: expand the tip with the least sum of edge costs from the root. An edge costs what
//! its move loses against the best one, divided by the temperature, plus what the node adds to all
//! its edges, plus what the game says.

use crate::game::{Game, Noisy, Player};

use super::prior::Prior;

/// How much a node adds to each of its edges, in nats.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Breadth {
    /// ln Σ exp(−loss/T): the number of moves as good as the best. Σ exp(−cost) over the children
    /// is 1.
    Soft,
    /// ln n, whatever the moves are worth (Rivest 1987).
    Count,
    /// The same in every node: what a ply costs.
    Ply(f64),
}

/// The cost of an edge. All methods have defaults; a game's own weights are a few lines:
///
/// ```
/// use gametree::{Game, minmax::EdgeCost};
/// /// Looks at wing moves last.
/// struct CentreFirst;
/// impl<G: Game<Move = u8>> EdgeCost<G> for CentreFirst {
///     const EXTRA: bool = true;
///     fn extra(&self, _: &G, column: u8) -> f64 { f64::from(column.abs_diff(3)) / 4.0 }
/// }
/// ```
pub trait EdgeCost<G: Game> {
    /// Whether [`EdgeCost::extra`] is ever anything but 0; otherwise it is not asked.
    const EXTRA: bool = false;

    /// What a node adds to all its edges.
    fn breadth(&self) -> Breadth {
        Breadth::Soft
    }

    /// What this edge costs in addition, in nats, not below 0.
    fn extra(&self, position: &G, m: G::Move) -> f64 {
        let _ = (position, m);
        0.0
    }

    /// The same for all moves of a position, in their order: asked once for every node that is
    /// expanded.
    fn extras(&self, position: &G, extras: &mut Vec<f64>) {
        extras.clear();
        extras.extend(position.moves().map(|m| self.extra(position, m)));
    }

    /// How many temperatures a loss of one temperature counts for this player: below 1 their worse
    /// moves are searched more.
    fn strictness(&self, mover: Player) -> f64 {
        let _ = mover;
        1.0
    }
}

/// Losses alone, with the breadth of a node by one of the three rules.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Losses(pub Breadth);

impl<G: Game> EdgeCost<G> for Losses {
    fn breadth(&self) -> Breadth {
        self.0
    }
}

/// Drop-out expansion (Lincke 2001): a ply costs 1, and so does a loss of one temperature.
pub const DROP_OUT: Losses = Losses(Breadth::Ply(1.0));

/// Different strictness for a player and the opponent: the player's own repertoire is narrow, the
/// replies to it are broad.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Repertoire<C> {
    /// Everything else.
    pub cost: C,
    /// Whose repertoire it is.
    pub player: Player,
    /// Their strictness.
    pub own: f64,
    /// The opponent's.
    pub theirs: f64,
}

impl<G: Game, C: EdgeCost<G>> EdgeCost<G> for Repertoire<C> {
    const EXTRA: bool = C::EXTRA;

    fn breadth(&self) -> Breadth {
        self.cost.breadth()
    }

    fn extra(&self, position: &G, m: G::Move) -> f64 {
        self.cost.extra(position, m)
    }

    fn extras(&self, position: &G, extras: &mut Vec<f64>) {
        self.cost.extras(position, extras);
    }

    fn strictness(&self, mover: Player) -> f64 {
        self.cost.strictness(mover)
            * if mover == self.player {
                self.own
            } else {
                self.theirs
            }
    }
}

/// A prior over moves: −c ln P(move) is added to any cost, less the same of the likeliest move, so
/// that a ply costs no more where moves are many. Moves that the prior considers impossible count
/// as a thousandth of the likeliest, so that nothing is lost for good.
///
/// ```text
///   P = .50  .25  .25        with c = 1 the edges cost 0, .69 and .69 more
/// ```
///
/// ```
/// use gametree::{Limits, Score, Search, minmax::{Breadth, Losses, MinMax, Policy}, tree::{Estimates, Tree, TwoPlayerTree}};
/// let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
/// let prior = |_: &TwoPlayerTree<'_>, m: u32| if m == 2 { 0.5 } else { 0.25 };
/// let cost = Policy { cost: Losses(Breadth::Soft), prior, weight: 1.0 };
/// let report = MinMax::new(Estimates).costing(cost).search(&tree.two_player().unwrap(), &Limits::none());
/// assert_eq!((report.value, report.proven), (Score::points(3), true));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Policy<C, P> {
    /// Everything else.
    pub cost: C,
    /// The probabilities of moves.
    pub prior: P,
    /// How much it counts.
    pub weight: f64,
}

/// No move counts as less than this part of the greatest probability.
const LEAST_CHANCE: f32 = 1e-3;

impl<G: Game, C: EdgeCost<G>, P: Prior<G>> EdgeCost<G> for Policy<C, P> {
    const EXTRA: bool = true;

    fn breadth(&self) -> Breadth {
        self.cost.breadth()
    }

    fn extra(&self, position: &G, m: G::Move) -> f64 {
        let mut extras = Vec::new();
        self.extras(position, &mut extras);
        let place = position.moves().position(|other| other == m);
        place.map_or(0.0, |place| extras[place])
    }

    fn extras(&self, position: &G, extras: &mut Vec<f64>) {
        let mut chances = Vec::new();
        self.prior.chances(position, &mut chances);
        if C::EXTRA {
            self.cost.extras(position, extras);
        } else {
            extras.clear();
            extras.resize(chances.len(), 0.0);
        }
        let most = chances.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        for (extra, chance) in extras.iter_mut().zip(chances) {
            *extra -= self.weight * f64::from((chance / most).clamp(LEAST_CHANCE, 1.0).ln());
        }
    }

    fn strictness(&self, mover: Player) -> f64 {
        self.cost.strictness(mover)
    }
}

/// Quiet moves cost more than forcing ones, so that lines which look bad at first do not starve.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tactical<C> {
    /// Everything else.
    pub cost: C,
    /// What a quiet move costs in addition, in nats.
    pub quiet: f64,
}

impl<G: Noisy, C: EdgeCost<G>> EdgeCost<G> for Tactical<C> {
    const EXTRA: bool = true;

    fn breadth(&self) -> Breadth {
        self.cost.breadth()
    }

    fn extra(&self, position: &G, m: G::Move) -> f64 {
        let quiet = position.noisy().all(|noisy| noisy != m);
        self.cost.extra(position, m) + if quiet { self.quiet } else { 0.0 }
    }

    fn strictness(&self, mover: Player) -> f64 {
        self.cost.strictness(mover)
    }
}
