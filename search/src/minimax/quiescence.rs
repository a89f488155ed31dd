//! Quiescence: no verdict in the middle of a fight (Shannon 1950, Turing 1953; Harris 1975).
//!
//! At the horizon only noisy moves are searched on. The mover may stand pat on the static
//! value unless the game says that a threat must be met ([`Noisy::may_stand_pat`]).

use crate::deep::deep;
use crate::evaluator::Evaluator;
use crate::game::{Noisy, TwoPlayer};
use crate::limits::Stop;
use crate::lines::Line;
use crate::minimax::depth_first::{DfsState, NodeRef};
use crate::minimax::horizon_table::{bound, settled};
use crate::observer::{Bound, Observer};
use crate::score::Score;
use crate::view;
use crate::window::Window;

/// What a search does where its depth is used up.
pub trait Horizon<G: TwoPlayer> {
    /// The value of a position at the horizon for its mover, within the window,
    /// fail-soft. The game is not over there.
    fn settle<E: Evaluator<G>, O: Observer<G>>(
        &self,
        walk: &mut DfsState<'_, G, E, O>,
        spot: NodeRef<'_, G>,
        window: Window,
    ) -> Result<Score, Stop>;
}

/// Believes the evaluator at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Static;

impl<G: TwoPlayer> Horizon<G> for Static {
    #[inline(always)]
    fn settle<E: Evaluator<G>, O: Observer<G>>(
        &self,
        walk: &mut DfsState<'_, G, E, O>,
        spot: NodeRef<'_, G>,
        _: Window,
    ) -> Result<Score, Stop> {
        Ok(walk.horizon(spot))
    }
}

/// Follows the noisy moves first.
#[derive(Clone, Copy, Debug)]
pub struct Quiescence {
    /// At most this many plies beyond the horizon.
    pub most_plies: u32,
    /// Moves that win too little to reach α are left out, with this margin in points. Needs
    /// [`Noisy::most_gain`]; changes values.
    pub margin: Option<i32>,
    /// On this many plies beyond the horizon [`Noisy::threats`] are tried too. Changes values.
    pub threat_plies: u32,
}

impl Default for Quiescence {
    fn default() -> Self {
        Quiescence {
            most_plies: 32,
            margin: None,
            threat_plies: 0,
        }
    }
}

impl<G: TwoPlayer + Noisy> Horizon<G> for Quiescence {
    fn settle<E: Evaluator<G>, O: Observer<G>>(
        &self,
        walk: &mut DfsState<'_, G, E, O>,
        spot: NodeRef<'_, G>,
        window: Window,
    ) -> Result<Score, Stop> {
        settle(*self, walk, spot, window)
    }
}

impl Quiescence {
    /// The rule one ply further beyond the horizon.
    fn further(self) -> Quiescence {
        Quiescence {
            most_plies: self.most_plies - 1,
            threat_plies: self.threat_plies.saturating_sub(1),
            ..self
        }
    }

    /// The moves to try, by whoever stands at this value, or must meet a threat.
    #[inline]
    fn tried<G: Noisy>(
        self,
        position: &G,
        standing: Option<Score>,
    ) -> impl Iterator<Item = Tried<G::Move>> {
        let noisy = position.noisy().map(move |m| Tried {
            m,
            hope: standing.and_then(|value| self.hope(position, m, value)),
        });
        // Who must meet a threat tries every move anyway. A threat wins nothing at once: what it may
        // bring is open.
        let threatens = self.threat_plies > 0 && standing.is_some();
        let threats = threatens.then_some(position).into_iter();
        let threats = threats
            .flat_map(G::threats)
            .map(|m| Tried { m, hope: None });
        noisy.chain(threats)
    }

    /// The most that a noisy move may bring whoever stands at this value: what it wins at once, and a
    /// margin for where everything then stands.
    #[inline]
    fn hope<G: Noisy>(&self, position: &G, m: G::Move, standing: Score) -> Option<Score> {
        let gain = position.most_gain(m)?;
        Some(standing.plus(gain + self.margin?))
    }
}

/// A move beyond the horizon.
struct Tried<M> {
    m: M,
    /// The most that it may bring, where that is known.
    hope: Option<Score>,
}

/// The same as [`settle`], by the table where it knows.
fn known_or_settled<G: TwoPlayer + Noisy, E: Evaluator<G>, O: Observer<G>>(
    rule: Quiescence,
    walk: &mut DfsState<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    window: Window,
) -> Result<Score, Stop> {
    let Some(table) = walk.table else {
        return settle(rule, walk, spot, window);
    };
    let known = table.probe(spot.position);
    if let Some(entry) = known
        && let Some(value) = settled(&entry, spot.ply, window)
    {
        walk.complete = false;
        walk.table_hit(spot, value, entry.bound);
        return Ok(value);
    }
    let value = settle(rule, walk, spot, window)?;
    let from_here = value.nearer(spot.ply);
    table.learn(spot.position, known, from_here, bound(value, window));
    Ok(value)
}

/// Contract, fail-soft, as everywhere: see [`crate::alphabeta`].
fn settle<G: TwoPlayer + Noisy, E: Evaluator<G>, O: Observer<G>>(
    rule: Quiescence,
    walk: &mut DfsState<'_, G, E, O>,
    spot: NodeRef<'_, G>,
    mut window: Window,
) -> Result<Score, Stop> {
    if rule.most_plies == 0 {
        return Ok(walk.horizon(spot));
    }
    // The mover need not go on with a fight: some quiet move should keep the static value. Where
    // that is enough, which noisy moves there are need not be known.
    let standing = if spot.position.may_stand_pat() {
        Some(walk.evaluate(spot.position))
    } else {
        None
    };
    walk.complete = false;
    if let Some(value) = standing.filter(|&value| value >= window.beta) {
        walk.stand_pat(spot, value);
        return Ok(walk.leave(spot, value, Bound::Lower, Line::EMPTY));
    }
    let mut tried = rule.tried(spot.position, standing).peekable();
    if tried.peek().is_none() {
        return Ok(match standing {
            Some(value) => walk.horizon_at(spot, value),
            None => walk.horizon(spot),
        });
    }
    let mut best = -Score::INFINITY;
    let mut line = Line::EMPTY;
    let mut said = Bound::Upper;
    if let Some(value) = standing {
        best = value;
        walk.stand_pat(spot, best);
        if best > window.alpha {
            window.alpha = best;
            said = Bound::Exact;
        }
    }
    for Tried { m, hope } in tried {
        // Futility (Schaeffer 1986, "delta pruning"): not even what the move wins at once reaches α.
        if let Some(hope) = hope.filter(|&hope| hope <= window.alpha) {
            best = best.max(hope);
            continue;
        }
        let child = walk.play(spot.position, m)?;
        walk.table.iter().for_each(|table| table.prefetch(&child));
        let below = NodeRef {
            position: &child,
            depth: 0,
            ply: spot.ply + 1,
        };
        let same_player = child.turn() == spot.position.turn();
        let child_window = window.for_child(same_player);
        walk.enter(below, Some(m), child_window);
        let value = match walk.end(below) {
            Some(value) => value,
            None => deep(spot.ply, || {
                known_or_settled(rule.further(), walk, below, child_window)
            })?,
        };
        let value = view::from_child(value, same_player);
        if value <= best {
            continue;
        }
        best = value;
        if value > window.alpha {
            window.alpha = value;
            said = Bound::Exact;
            line = walk.improve(spot, m, value, window);
        }
        if value >= window.beta {
            said = Bound::Lower;
            walk.cutoff(spot, m, value, window);
            break;
        }
    }
    Ok(walk.leave(spot, best, said, line))
}
