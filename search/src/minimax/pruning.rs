//! Forward pruning: the evaluator's word, where it is clear enough, in place of a search.
//!
//! Three rules, all for null windows only, none where a threat must be met or a win or loss is at
//! stake:
//!
//! * null move (Goetsch and Campbell 1990): who passes and is still above β has no need to move;
//! * futility from above (Heinz 1998; "static null move"): so far above β near the horizon that nothing will happen;
//! * futility from below (Schaeffer 1986) and late moves: where much is missing, or many better moves have
//!   failed, quiet moves near the horizon are left out.
//!
//! Nothing that was pruned is proven: every value that comes from here is one of points, and clears
//! the mark of completeness. So a win or loss that is reported was searched move by move.

use crate::evaluator::Evaluator;
use crate::game::{Keyed, TwoPlayer};
use crate::limits::Stop;
use crate::minimax::depth_first::Spot;
use crate::minimax::ordering::Guide;
use crate::minimax::pvs::{Node, Run};
use crate::minimax::quiescence::Horizon;
use crate::observer::Observer;
use crate::score::Score;
use crate::window::Window;

/// How much is left out.
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    /// A null move is tried where at least so many plies are left.
    pub null_depth: u32,
    /// It is searched so many plies less deep, and one more for every 4 plies left.
    pub null_reduction: u32,
    /// Futility where at most so many plies are left.
    pub futile_depth: u32,
    /// Points that a ply near the horizon may bring.
    pub margin: i32,
    /// Where futility may be: quiet moves after so many, and the square of the plies left, are left
    /// out.
    pub late_moves: u32,
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning {
            null_depth: 2,
            null_reduction: 3,
            futile_depth: 4,
            margin: 100,
            late_moves: 4,
        }
    }
}

/// What the evaluator says of a node before its moves are searched.
pub(crate) struct Doubt {
    /// A threat must be met.
    pub pressed: bool,
    /// The static value for the mover; `None` where nothing is pruned.
    pub estimate: Option<Score>,
}

/// The nearest to a decided value that points can be.
fn undecided(value: Score) -> Score {
    value.clamp(
        Score::points(-Score::MAX_POINTS),
        Score::points(Score::MAX_POINTS),
    )
}

impl<G, E, H, P, O> Run<'_, G, E, H, P, O>
where
    G: TwoPlayer + Keyed,
    E: Evaluator<G>,
    H: Horizon<G>,
    P: Guide<G>,
    O: Observer<G>,
{
    /// Whether anything may be pruned at a node, and the estimate to do it by.
    pub(crate) fn doubt(&mut self, node: &Node<'_, G>, window: Window) -> Doubt {
        if self.params.pruning.is_none() && !self.params.extend_pressed {
            return Doubt {
                pressed: false,
                estimate: None,
            };
        }
        let spot = node.spot;
        let pressed = self.guide.is_pressed(spot.position);
        let open = !window.is_null() || window.alpha.is_decided() || window.beta.is_decided();
        let spared = pressed || open || spot.ply == 0 || node.without.is_some();
        let prunes = self.params.pruning.is_some() && !spared;
        Doubt {
            pressed,
            estimate: prunes.then(|| self.walk.evaluate(spot.position)),
        }
    }

    /// A value at or above β that needs no search of the moves.
    pub(crate) fn needless(
        &mut self,
        node: &Node<'_, G>,
        doubt: &Doubt,
        beta: Score,
    ) -> Result<Option<Score>, Stop> {
        let (Some(rule), Some(estimate)) = (self.params.pruning, doubt.estimate) else {
            return Ok(None);
        };
        let spot = node.spot;
        if spot.depth <= rule.futile_depth
            && estimate.plus(-rule.margin * spot.depth as i32) >= beta
        {
            return Ok(Some(estimate));
        }
        // Two null moves in a row are no move at all.
        let again = node.via.is_none();
        if again || spot.depth < rule.null_depth || estimate < beta {
            return Ok(None);
        }
        let Some(passed) = self.guide.pass(spot.position) else {
            return Ok(None);
        };
        let value = self.null_move(spot, &passed, beta)?;
        Ok((value >= beta).then(|| undecided(value)))
    }

    /// The mover's value after passing, by a null window below β.
    fn null_move(&mut self, spot: Spot<'_, G>, passed: &G, beta: Score) -> Result<Score, Stop> {
        let rule = self.params.pruning.unwrap_or_default();
        let less = rule.null_reduction + spot.depth / 4;
        let depth = (spot.depth - 1).saturating_sub(less);
        let below = Spot {
            position: passed,
            depth,
            ply: spot.ply + 1,
        };
        let (unseen, complete) = (self.walk.unseen, self.walk.complete);
        self.walk.unseen = true;
        self.walk.budget.spend()?;
        let node = Node {
            spot: below,
            via: None,
            without: None,
        };
        let value = self.node(node, -Window::null_below(beta))?;
        (self.walk.unseen, self.walk.complete) = (unseen, complete);
        Ok(-value)
    }

    /// What a move may be hoped to bring at most, where that is too little to search it. Never the
    /// first move that is not lost: a node needs a value.
    #[inline]
    pub(crate) fn hopeless(
        &self,
        spot: Spot<'_, G>,
        doubt: &Doubt,
        (m, tried): (G::Move, u32),
        (best, alpha): (Score, Score),
    ) -> Option<Score> {
        let (rule, estimate) = (self.params.pruning?, doubt.estimate?);
        if spot.depth > rule.futile_depth || best.is_decided() || tried == 0 {
            return None;
        }
        let hope = estimate.plus(rule.margin * (spot.depth as i32 + 1));
        let late = tried >= rule.late_moves + spot.depth * spot.depth;
        let pruned = (late || hope <= alpha) && self.guide.is_quiet(spot.position, m);
        pruned.then(|| undecided(hope.min(alpha)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Game, Guided, Outcome, Player, Tempo};
    use crate::limits::Limits;
    use crate::minimax::Minimax;
    use crate::minimax::deepening::Deepening;
    use crate::minimax::pvs::{Params, Pvs};
    use crate::observer::Event;
    use crate::rng::mix;
    use crate::search::Search;

    /// Take one to three matches; who takes the last wins, and the last of a multiple of five
    /// draws. Passing is nearly always wrong here, and every move is called quiet: pruning sees
    /// everything falsely.
    #[derive(Clone, Debug)]
    struct Matches {
        left: u32,
        turn: Player,
        five: bool,
    }

    impl Game for Matches {
        type Move = u32;
        fn turn(&self) -> Player {
            self.turn
        }
        fn moves(&self) -> impl Iterator<Item = u32> {
            1..=self.left.min(3)
        }
        fn play(&mut self, take: u32) {
            self.five = self.left.is_multiple_of(5) && take == 3;
            self.left -= take;
            self.turn = self.turn.opponent();
        }
        fn outcome(&self) -> Option<Outcome> {
            let end = if self.five {
                Outcome::Draw
            } else {
                Outcome::Win(self.turn.opponent())
            };
            (self.left == 0 || self.five).then_some(end)
        }
    }

    impl TwoPlayer for Matches {}

    impl Keyed for Matches {
        fn key(&self) -> u64 {
            mix(u64::from(self.left) << 2 | u64::from(self.turn.0) << 1 | u64::from(self.five))
        }
    }

    impl Guided for Matches {
        fn promise(&self, m: u32) -> i32 {
            m as i32
        }
    }

    impl Tempo for Matches {
        fn pass(&self) -> Option<Self> {
            Some(Matches {
                turn: self.turn.opponent(),
                ..self.clone()
            })
        }
        fn is_pressed(&self) -> bool {
            self.left % 11 == 3
        }
        fn is_quiet(&self, _: u32) -> bool {
            true
        }
    }

    /// An evaluator that says anything.
    fn noise(position: &Matches) -> i32 {
        (mix(u64::from(position.left)) % 2001) as i32 - 1000
    }

    fn search(depth: u32, root: &Matches) -> crate::report::Report<u32> {
        let params = Params {
            pruning: Some(Pruning {
                null_depth: 1,
                null_reduction: 1,
                futile_depth: 6,
                margin: 10,
                late_moves: 1,
            }),
            extend_pressed: true,
            sorted_depth: 1,
            ..Params::default()
        };
        let pvs = Pvs::new(noise).with_table(1 << 14).with(params).by_tempo();
        Deepening::aspiring(pvs, 50).search(root, &Limits::depth(depth))
    }

    /// However wrong the evaluator and the null move are, a win, a loss and a proof are true.
    #[test]
    fn what_is_claimed_under_pruning_is_true() {
        let (mut claims, mut pruned) = (0, 0);
        for left in 1..=22 {
            for turn in [Player::FIRST, Player::SECOND] {
                let root = Matches {
                    left,
                    turn,
                    five: false,
                };
                let truth = Minimax { evaluator: noise }.search(&root, &Limits::none());
                for depth in 1..=24 {
                    let report = search(depth, &root);
                    if report.proven || report.value.is_decided() {
                        claims += 1;
                        let same = report.value.raw().signum() == truth.value.raw().signum();
                        assert!(
                            same,
                            "{left} matches, {turn:?}, depth {depth}: {} not {}",
                            report.value, truth.value
                        );
                    } else {
                        pruned += 1;
                    }
                }
            }
        }
        assert!(
            claims > 300 && pruned > 100,
            "both kinds are tried: {claims} and {pruned}"
        );
    }

    /// The null move is no move: who watches sees only positions that the rules lead to.
    #[test]
    fn null_moves_are_not_shown() {
        let root = Matches {
            left: 22,
            turn: Player::FIRST,
            five: false,
        };
        let params = Params {
            pruning: Some(Pruning::default()),
            sorted_depth: 1,
            ..Params::default()
        };
        let mut pvs = Deepening::new(Pvs::new(noise).with(params).by_tempo());
        let mut watch = |event: &Event<'_, Matches>| {
            if let Event::Enter { ply, via, .. } = event {
                assert_eq!(via.is_none(), *ply == 0);
            }
        };
        pvs.watch(&root, &Limits::depth(10), &mut watch);
    }
}
