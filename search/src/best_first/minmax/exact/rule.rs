//! How a node's value and the weights of its edges come from its children.

use crate::best_first::minmax::cost::Breadth;
use crate::game::Player;

use super::means::Mean;

/// One of the paper's two approximations.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rule {
    /// Generalized means: `M_p` for the first player, `M_−p` for the second.
    Means {
        /// The exponent.
        p: f64,
    },
    /// Maximum and minimum in place of the means.
    Reverse {
        /// The exponent.
        p: f64,
        /// What a node adds to each of its edges.
        breadth: Breadth,
    },
}

impl Rule {
    /// A node of this mover, from the logarithms of its children's values.
    pub fn node(self, mover: Player, logs: impl Iterator<Item = f64> + Clone) -> Weighing {
        let first = mover == Player::FIRST;
        match self {
            Rule::Means { p } => Weighing::Mean(Mean::of(if first { p } else { -p }, logs)),
            Rule::Reverse { p, breadth } => {
                let pick = if first { f64::max } else { f64::min };
                let best = logs.clone().reduce(pick).unwrap_or(0.0);
                // The derivative of M_p has the exponent p − 1, that of M_−p the exponent −p − 1.
                let factor = match breadth {
                    Breadth::Count if first => p - 1.0,
                    Breadth::Count => p + 1.0,
                    Breadth::Soft | Breadth::Ply(_) => p,
                };
                let all = match breadth {
                    Breadth::Count => (logs.count() as f64).ln(),
                    Breadth::Ply(nats) => nats,
                    Breadth::Soft => logs
                        .map(|log| (-factor * (log - best).abs()).exp())
                        .sum::<f64>()
                        .ln(),
                };
                Weighing::Best { best, factor, all }
            }
        }
    }

    /// Whether values are means; otherwise they are the best child's.
    pub fn has_means(self) -> bool {
        matches!(self, Rule::Means { .. })
    }
}

/// What the children of a node say together.
#[derive(Clone, Copy, Debug)]
pub(super) enum Weighing {
    /// Their mean.
    Mean(Mean),
    /// The best of them.
    Best {
        /// Its logarithm.
        best: f64,
        /// What a ratio of e to the best costs.
        factor: f64,
        /// What every edge costs.
        all: f64,
    },
}

impl Weighing {
    /// The logarithm of the node's value.
    pub fn log(&self) -> f64 {
        match self {
            Weighing::Mean(mean) => mean.log(),
            Weighing::Best { best, .. } => *best,
        }
    }

    /// The weight of the edge to a child of this value.
    pub fn weight(&self, log: f64) -> f64 {
        match self {
            Weighing::Mean(mean) => mean.weight(log),
            Weighing::Best { best, factor, all } => all + factor * (log - best).abs(),
        }
    }
}
