//! Every positional strategy of both players, tried one after the other.

use gametree::Score;
use gametree_atlas::fact::Raw;

use super::{Opt, Source};

/// The positions at which a player chooses, with their numbers of options.
pub struct Side(Vec<(usize, usize)>);

impl Side {
    pub fn new(sources: &[Source], own: impl Fn(usize) -> bool) -> Side {
        let choosing = sources.iter().enumerate().filter(|&(node, _)| own(node));
        let counted = choosing.filter_map(|(node, source)| match source {
            Source::Options(options) => Some((node, options.len())),
            _ => None,
        });
        Side(counted.collect())
    }

    pub fn strategies(&self) -> usize {
        self.0
            .iter()
            .fold(1, |product, &(_, count)| product.saturating_mul(count))
    }

    /// Writes strategy `number` into a list of choices.
    fn choose(&self, mut number: usize, choices: &mut [usize]) {
        for &(node, count) in &self.0 {
            choices[node] = number % count;
            number /= count;
        }
    }
}

/// The best that `chooser` can reach when the other knows the strategy; `better` is the chooser's
/// preference.
pub fn best_against(
    sources: &[Source],
    chooser: &Side,
    other: &Side,
    better: fn(Raw, Raw) -> bool,
) -> Vec<Option<Raw>> {
    let mut best: Vec<Option<Raw>> = vec![None; sources.len()];
    let mut choices = vec![0; sources.len()];
    for number in 0..chooser.strategies() {
        chooser.choose(number, &mut choices);
        let mut worst: Vec<Option<Raw>> = vec![None; sources.len()];
        for answer in 0..other.strategies() {
            other.choose(answer, &mut choices);
            for (node, worst) in worst.iter_mut().enumerate() {
                let Some(value) = play(sources, &choices, node) else {
                    continue;
                };
                if worst.is_none_or(|worst| better(worst, value)) {
                    *worst = Some(value);
                }
            }
        }
        for (best, worst) in best.iter_mut().zip(worst) {
            if let Some(value) = worst
                && best.is_none_or(|best| better(value, best))
            {
                *best = Some(value);
            }
        }
    }
    best
}

/// The outcome of a play, seen from its start. Endless play is a draw.
fn play(sources: &[Source], choices: &[usize], start: usize) -> Option<Raw> {
    let mut at = start;
    for plies in 0..=sources.len() as u32 {
        let value = match &sources[at] {
            Source::Unknown => return None,
            Source::Fixed(value) => *value,
            Source::Options(options) => match options[choices[at]] {
                Opt::Go(to) => {
                    at = to;
                    continue;
                }
                // No way leads back: it ends.
                Opt::GoAtMost(to, most, second) => {
                    let behind = Score::from_raw(play(sources, choices, to)?);
                    let value = behind.further(1).raw();
                    if second {
                        value.max(most)
                    } else {
                        value.min(most)
                    }
                }
                Opt::Take(value) => value,
            },
        };
        return Some(Score::from_raw(value).further(plies).raw());
    }
    Some(0)
}
