//! Forward pruning: the evaluator's word, where it is clear enough, in place of a search.
//!
//! Five rules, all for null windows only, none where a threat must be met or a win or loss is at
//! stake:
//!
//! * null move (Goetsch and Campbell 1990): who passes and is still above β has no need to move;
//! * futility from above (Heinz 1998; "static null move"): so far above β near the horizon that
//!   nothing will happen;
//! * futility from below (Schaeffer 1986) and late moves: where much is missing, or many better
//!   moves have failed, quiet moves near the horizon are left out;
//! * razoring (Birmingham and Kent 1977): so far below α near the horizon that only quiescence can
//!   help;
//! * losing moves: a move that loses material at once, by the game's own word, is left out near the
//!   horizon.
//!
//! Nothing that was pruned is proven: every value that comes from here is one of points, and clears
//! the mark of completeness. So a win or loss that is reported was searched move by move.

/// How much is left out, for [`crate::pvs::Params::pruning`].
#[derive(Clone, Copy, Debug)]
pub struct Pruning {
    /// A null move is tried where at least this many plies are left.
    pub null_depth: u32,
    /// It is searched this many plies less deep, and one more for every 4 plies left.
    pub null_reduction: u32,
    /// And one more for this many points above β, up to 3; 0: none.
    pub null_points: i32,
    /// Futility from above where at most this many plies are left. Deeper the null move does the same,
    /// and quiescence behind it sees threats that the evaluator does not.
    pub static_depth: u32,
    /// Futility from below where at most this many plies are left.
    pub futile_depth: u32,
    /// Points that a ply near the horizon may bring.
    pub margin: i32,
    /// Where futility may be: quiet moves after this many, and the square of the plies left, are left
    /// out.
    pub late_moves: u32,
    /// Who stands no better than two plies ago gets a margin less, and half as many late moves.
    pub improvement: bool,
    /// Points below α, per ply left, at which only quiescence is asked, up to 3 plies; 0: never.
    pub razor: i32,
    /// Moves that lose points are left out: a quiet one this many for every ply left, squared, where
    /// futility may be. Other moves may lose 4 times as many per ply, and checks anything: that is
    /// how combinations begin. 0: none.
    pub losing: i32,
    /// Where moves are known by their kinds: near the horizon quiet moves are left out whose history
    /// is worse than this, below zero, for every ply left. 0: none.
    pub history: i32,
    /// The table's value stands for the static one where its bound shows that it is nearer the truth.
    pub by_table: bool,
}

impl Default for Pruning {
    fn default() -> Self {
        Pruning {
            null_depth: 2,
            null_reduction: 3,
            static_depth: 4,
            futile_depth: 4,
            margin: 100,
            late_moves: 4,
            null_points: 0,
            improvement: false,
            razor: 0,
            losing: 0,
            history: 0,
            by_table: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pruning;
    use crate::game::{Game, Guided, Keyed, NullMove, Outcome, Player, TwoPlayer};
    use crate::limits::Limits;
    use crate::minimax::Minimax;
    use crate::minimax::deepening::Deepening;
    use crate::minimax::pvs::{Params, Pvs};
    use crate::minimax::reductions::Reductions;
    use crate::minimax::singular::Singular;
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

    impl NullMove for Matches {
        fn null_move(&self) -> Option<Self> {
            Some(Matches {
                turn: self.turn.opponent(),
                ..self.clone()
            })
        }
        fn in_check(&self) -> bool {
            self.left % 11 == 3
        }
        fn is_quiet(&self, _: u32) -> bool {
            true
        }
        fn gives_check(&self, m: u32) -> bool {
            (self.left - m) % 11 == 3
        }
        fn loses(&self, m: u32, points: i32) -> bool {
            mix(u64::from(self.left * 4 + m)) % 100 > points as u64
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
                static_depth: 6,
                futile_depth: 6,
                margin: 10,
                late_moves: 1,
                null_points: 20,
                improvement: true,
                razor: 10,
                losing: 5,
                history: 100,
                by_table: true,
            }),
            reductions: Some(Reductions {
                cut: 1,
                ..Reductions::default()
            }),
            singular: Some(Singular {
                margin: 10,
                least_depth: 3,
                remembers: false,
                cuts: true,
            }),
            table_at_horizon: true,
            table_beyond: true,
            extend_in_check: true,
            sorted_depth: 1,
            ..Params::default()
        };
        let pvs = Pvs::new(noise)
            .with_table(1 << 14)
            .with(params)
            .by_null_move();
        Deepening::aspiring(pvs, 50).search(root, &Limits::depth(depth))
    }

    /// However wrong the evaluator and the null move are, a win, a loss and a proof are true.
    #[test]
    fn what_is_claimed_under_pruning_is_true() {
        let mut claims = 0;
        let mut pruned = 0;
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
        let mut pvs = Deepening::new(Pvs::new(noise).with(params).by_null_move());
        let mut watch = |event: &Event<'_, Matches>| {
            if let Event::Enter { ply, via, .. } = event {
                assert_eq!(via.is_none(), *ply == 0);
            }
        };
        pvs.watch(&root, &Limits::depth(10), &mut watch);
    }
}
