//! Which moves Star1 and Star2 try first: the table's, then the best expected payoffs or what was good
//! elsewhere.

use super::choice::{Choice, Key, REPLY};
use super::run::Run;
use crate::chance::real_table::Recall;
use crate::game::{Chance, Payoffs, Player};
use crate::limits::Stop;
use crate::minimax::depth_first::NodeRef;
use crate::minimax::ordering::Guide;
use crate::observer::Observer;
use crate::payoff_evaluator::PayoffEvaluator;

impl<G, E, O, H, T> Run<'_, G, E, O, H, T>
where
    G: Chance + Payoffs,
    E: PayoffEvaluator<G>,
    O: Observer<G>,
    H: Guide<G>,
    T: Recall<G>,
{
    /// The moves of a position in the order in which they are tried; `first` is the index of the
    /// table's.
    pub fn choices(
        &mut self,
        spot: NodeRef<'_, G>,
        via: Option<G::Move>,
        first: Option<u16>,
    ) -> Result<Vec<Choice<G>>, Stop> {
        let moves = spot.position.moves().enumerate();
        let mut choices: Vec<Choice<G>> = moves
            .map(|(index, m)| Choice {
                m,
                index,
                child: None,
                key: Key::default(),
            })
            .collect();
        if choices.len() < 2 {
            return Ok(choices);
        }
        self.key_by_experience(spot, via, &mut choices);
        if self
            .order
            .sorted_from
            .is_some_and(|depth| spot.depth >= depth)
        {
            self.key_by_expected_payoff(spot, &mut choices)?;
        }
        if let Some(choice) = first.and_then(|first| choices.get_mut(usize::from(first))) {
            choice.key.evaluator = f64::INFINITY;
        }
        choices.sort_by(|a, b| {
            let by_experience = || b.key.experience.total_cmp(&a.key.experience);
            b.key
                .evaluator
                .total_cmp(&a.key.evaluator)
                .then_with(by_experience)
        });
        Ok(choices)
    }

    fn key_by_expected_payoff(
        &mut self,
        spot: NodeRef<'_, G>,
        choices: &mut [Choice<G>],
    ) -> Result<(), Stop> {
        let sign = if spot.position.turn() == Player::FIRST {
            1.0
        } else {
            -1.0
        };
        for choice in choices {
            let child = self.walk.play(spot.position, choice.m)?;
            choice.key.evaluator = sign * self.walk.guess(&child) + 0.0;
            choice.child = Some(child);
        }
        Ok(())
    }

    fn key_by_experience(
        &self,
        spot: NodeRef<'_, G>,
        via: Option<G::Move>,
        choices: &mut [Choice<G>],
    ) {
        let mover = spot.position.turn();
        let mut killers = [None; 2];
        let mut reply = None;
        if self.order.learns {
            killers = self.experience.killers(spot.ply);
            reply = self.replies.get(spot.ply, via);
        }
        for choice in choices {
            let promise = self.guide.promise(spot.position, choice.m);
            let learned = if self.order.learns {
                self.experience.key(killers, mover, choice.m, promise)
            } else {
                promise
            };
            choice.key.experience =
                f64::from(learned) + if reply == Some(choice.m) { REPLY } else { 0.0 };
        }
    }

    /// The last of these moves cut off, the others were tried in vain.
    pub fn learn(&mut self, spot: NodeRef<'_, G>, tried: &[Choice<G>]) {
        if let (Some((last, before)), true) = (tried.split_last(), self.order.learns) {
            let before = before.iter().map(|choice| choice.m);
            self.experience
                .cut(spot.ply, spot.position.turn(), spot.depth, last.m, before);
        }
    }
}
