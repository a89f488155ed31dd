//! Star1 (Ballard 1983; Hauk, Buro and Schaeffer 2004): alpha-beta that also cuts where chance
//! moves.
//!
//! Every value lies between the game's bounds. So a chance node is known to within what its
//! remaining outcomes can add, and is left as soon as that lies outside the window:
//!
//! ```text
//!                  MAX 1.5                 bounds −2 to 2
//!            ┌────────┴────────┐
//!       chance 1.5        chance ≤ 1       ½ · 0 + ½ · 2 = 1 < 1.5: nothing below the
//!       ┌────┴────┐       ┌────┴────┐      second outcome is looked at, and of the
//!     MIN 2     MIN 1   MIN ≤ 0     ·      first no more than the leaf 0
//!      2 2       1 2     0 ·       · ·
//! ```
//!
//! Invariant: fail-soft. Within the window the value is that of [`crate::expectiminimax`]; below it
//! is an upper, above it a lower bound. Every node is visited at most once, so never more than
//! expectiminimax visits.

use crate::advice::{Advice, Adviser};
use crate::chance::real_table::{Nothing, Recall};
use crate::chance::real_walk::Span;
use crate::chance::star::{Mean, Order, Parts, Stake, Star, after_each, bound_of, within};
use crate::deep::deep;
use crate::evaluator::Blind;
use crate::game::{Bounds, Chance, Payoffs};
use crate::limits::{Limits, Stop};
use crate::minimax::depth_first::Spot;
use crate::minimax::ordering::{Guide, Unguided};
use crate::observer::{Bound, Observer};
use crate::prospect::Prospect;

/// Alpha-beta with cuts at chance nodes, for two players and a sum of zero. Prunes there by
/// [`Payoffs::bounds`]; without bounds only the last outcome has a window.
///
/// ```
/// use gametree::{Adviser, Bounds, Limits, star1::Star1, tree::Tree};
/// let text = "(max (chance 1/2:(min 2 2) 1/2:(min 1 2)) (chance 1/2:(min 0 2) 1/2:(min -1 0)))";
/// let tree: Tree = text.parse().unwrap();
/// let advice = Star1::blind().advise(&tree.root(), &Limits::none());
/// assert_eq!((advice.values[0], advice.counts.nodes), (1.5, 14), "all but the last leaf");
/// let tree = tree.bounded(Bounds::new(-2.0, 2.0)).unwrap();
/// let advice = Star1::blind().advise(&tree.root(), &Limits::none());
/// assert_eq!((advice.values[0], advice.counts.nodes), (1.5, 11), "nothing after the leaf 0");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Star1<E, H = Unguided, T = Nothing> {
    /// Values for positions at the depth limit.
    pub prospect: E,
    /// The game's word on its moves: [`crate::ordering::ByGame`] or [`Unguided`].
    pub guide: H,
    /// Where positions are remembered: [`Nothing`] or a [`crate::real_table::RealTable`].
    pub table: T,
    /// Bounds of all values that somebody else vouches for, narrower than what the game says.
    pub promised: Option<Bounds>,
    /// How moves and outcomes are ordered.
    pub order: Order,
}

impl Star1<Blind> {
    /// Without knowledge.
    #[must_use]
    pub fn blind() -> Self {
        Star1::new(Blind)
    }
}

impl<E> Star1<E> {
    /// Without a table, and without the game's word on its moves.
    pub fn new(prospect: E) -> Self {
        Star1 {
            prospect,
            guide: Unguided,
            table: Nothing,
            promised: None,
            order: Order::default(),
        }
    }
}

impl<E, H, T> Star1<E, H, T> {
    /// The same with this word on the moves.
    #[must_use]
    pub fn guided<H2>(self, guide: H2) -> Star1<E, H2, T> {
        let Star1 {
            prospect,
            table,
            promised,
            order,
            ..
        } = self;
        Star1 {
            prospect,
            guide,
            table,
            promised,
            order,
        }
    }

    /// The same with this table.
    #[must_use]
    pub fn remembering<T2>(self, table: T2) -> Star1<E, H, T2> {
        let Star1 {
            prospect,
            guide,
            promised,
            order,
            ..
        } = self;
        Star1 {
            prospect,
            guide,
            table,
            promised,
            order,
        }
    }

    /// The same, if all values of the game are promised to lie within these bounds. A promise that
    /// is broken makes values wrong.
    #[must_use]
    pub fn promised(self, bounds: Bounds) -> Self {
        Star1 {
            promised: Some(bounds),
            ..self
        }
    }

    /// The same with another order.
    #[must_use]
    pub fn ordered(self, order: Order) -> Self {
        Star1 { order, ..self }
    }
}

impl<E, H, T> Star1<E, H, T> {
    /// The value as far as it matters to someone who has α and β elsewhere: exact between them, an
    /// upper bound at or below α, a lower bound at or above β. (The root's window in a search for a
    /// move is the game's bounds.)
    pub fn within<G>(&mut self, root: &G, limits: &Limits, span: Span) -> Result<(f64, Bound), Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let Star1 {
            prospect,
            guide,
            table,
            promised,
            order,
        } = self;
        let parts = Parts {
            prospect,
            guide,
            memory: table,
            order: *order,
            promised: *promised,
            limits,
        };
        crate::chance::star::within_window(root, span, parts, OneByOne)
    }
}

impl<G, E, H, T> Adviser<G> for Star1<E, H, T>
where
    G: Chance + Payoffs,
    E: Prospect<G>,
    H: Guide<G>,
    T: Recall<G>,
{
    fn advise_watched<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> Advice<G::Move> {
        let Star1 {
            prospect,
            guide,
            table,
            promised,
            order,
        } = self;
        let parts = Parts {
            prospect,
            guide,
            memory: table,
            order: *order,
            promised: *promised,
            limits,
        };
        crate::chance::star::advise(root, observer, parts, OneByOne)
    }

    fn new_game(&mut self, _: u64) {
        self.table.forget();
    }
}

/// Outcome by outcome, each searched to its end.
#[derive(Clone, Copy)]
struct OneByOne;

impl Mean for OneByOne {
    fn mean<G, E, O, H, T>(
        self,
        star: &mut Star<'_, G, E, O, H, T, Self>,
        spot: Spot<'_, G>,
        span: Span,
    ) -> Result<f64, Stop>
    where
        G: Chance + Payoffs,
        E: Prospect<G>,
        O: Observer<G>,
        H: Guide<G>,
        T: Recall<G>,
    {
        let (outcomes, bounds) = (star.outcomes(spot.position), star.walk.bounds);
        let rest = after_each(
            outcomes
                .iter()
                .map(|&(_, probability)| (probability, bounds)),
        );
        let mut sum = 0.0;
        for (&(m, probability), rest) in outcomes.iter().zip(rest) {
            let stake = Stake {
                probability,
                others: Bounds::new(sum + rest.low, sum + rest.high),
            };
            let limits = stake.limits(span);
            let window = within(limits, bounds);
            let child = star.walk.play(spot.position, m)?;
            let value = deep(spot.ply, || star.value(spot.child(&child), Some(m), window))?;
            if bound_of(value, window, bounds) == Bound::Exact {
                star.walk.child_done(spot, m, value);
            }
            if let Some(bound) = stake.settled(value, limits) {
                return Ok(star.settle(spot, Some(m), bound, span));
            }
            sum += probability * value;
        }
        Ok(star.settle(spot, None, sum, span))
    }
}
