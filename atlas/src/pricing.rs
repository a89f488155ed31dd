//! Prices: what an edge and the widening of a position cost, in thousandths of a ply, from tables.

use std::sync::{Arc, LazyLock};

use gametree::{MoveTraits, Score, Verdict};

use crate::fact::Raw;
use crate::settings::{Cost, Preset, Settings};
use crate::weights::{MOST_SPARED, Spared, Weight};

/// No task lies there.
pub(crate) const INFINITE: u32 = u32::MAX;

/// A ply.
const PLY: f64 = 1000.0;

/// No edge costs less: ways round a cycle get longer.
const LEAST: f64 = 50.0;

/// Values beyond are as good as won.
const TABLE: usize = 4096;

/// Prices, computed once from the settings.
#[derive(Clone, Debug)]
pub(crate) struct Pricing {
    cost: Cost,
    /// `u(v)` for v from 0 up.
    bounded: Arc<[f64]>,
}

/// What the price of an option depends on.
pub(crate) struct Priced {
    /// The value of the best option.
    pub best: Raw,
    /// The value of this one.
    pub estimate: Raw,
    /// Whether the second player chooses.
    pub second: bool,
    /// One of how many options.
    pub count: usize,
}

/// What may spare a move a part of its cost.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Evidence {
    /// What the rules say of the move.
    pub traits: MoveTraits,
    /// By how much two sources differ about the position behind it, in points of the bounded scale.
    pub disagreement: f64,
    /// By how much one source's values of it differ, likewise.
    pub spread: f64,
}

impl Evidence {
    /// How strong the evidence for a weight is, from 0 to 1. Values that differ by `kappa` are as
    /// doubtful as can be: a move that loses as much costs a ply more.
    fn strength(&self, weight: Weight, kappa: f64) -> f64 {
        let trait_of = |strength: u8| f64::from(strength) / 255.0;
        match weight {
            Weight::Check => trait_of(self.traits.check),
            Weight::Attack => trait_of(self.traits.attack),
            Weight::March => trait_of(self.traits.march),
            Weight::Exchange => trait_of(self.traits.exchange),
            Weight::Promotion => trait_of(self.traits.promotion),
            Weight::Disagreement => (self.disagreement / kappa).min(1.0),
            Weight::Spread => (self.spread / kappa).min(1.0),
        }
    }
}

impl Pricing {
    pub fn new(settings: &Settings) -> Pricing {
        let plain = settings.cost.scale.to_bits() == Cost::default().scale.to_bits();
        let bounded = if plain {
            Arc::clone(&PLAIN)
        } else {
            table(settings.cost.scale)
        };
        Pricing {
            cost: settings.cost,
            bounded,
        }
    }

    /// The same prices after a change of settings; the table is computed again only for another
    /// scale.
    pub fn under(&self, settings: &Settings) -> Pricing {
        if settings.cost.scale.to_bits() != self.cost.scale.to_bits() {
            return Pricing::new(settings);
        }
        Pricing {
            cost: settings.cost,
            bounded: Arc::clone(&self.bounded),
        }
    }

    /// A value on the bounded scale, in points.
    pub fn utility(&self, value: Raw) -> f64 {
        let last = self.bounded.len() - 1;
        let size = match Score::from_raw(value).verdict() {
            Verdict::Win(_) | Verdict::Loss(_) => last,
            Verdict::Points(points) => (points.unsigned_abs() as usize).min(last),
        };
        if value < 0 {
            -self.bounded[size]
        } else {
            self.bounded[size]
        }
    }

    /// The same, rounded.
    pub fn bounded(&self, value: Raw) -> i16 {
        self.utility(value).clamp(-32_000.0, 32_000.0) as i16
    }

    /// What a player loses with a value other than the best.
    pub fn loss(&self, best: Raw, value: Raw) -> f64 {
        (self.utility(best) - self.utility(value)).abs()
    }

    /// What going through an option costs: a ply and the loss, less what the weights spare.
    pub fn edge(&self, priced: &Priced, evidence: &Evidence) -> u32 {
        let spared = self.spared(priced.second, evidence).min(MOST_SPARED);
        (self.plain(priced) * (1.0 - spared)).clamp(LEAST, 1e9) as u32
    }

    /// The part of a cost that all weights would spare together. Rivest's rule is the paper's:
    /// nothing is spared.
    fn spared(&self, second: bool, evidence: &Evidence) -> f64 {
        if matches!(self.cost.preset, Preset::Rivest { .. }) || *evidence == Evidence::default() {
            return 0.0;
        }
        let kappa = self.per_ply(second);
        let parts = Weight::ALL.iter();
        parts
            .map(|&weight| self.cost.weights.get(weight) * evidence.strength(weight, kappa))
            .sum()
    }

    /// What each weight spares. Where all of them together would spare more than may be, each spares
    /// the less.
    pub fn spared_parts(&self, second: bool, evidence: &Evidence) -> Vec<Spared> {
        let sum = self.spared(second, evidence);
        if sum == 0.0 {
            return Vec::new();
        }
        let scale = MOST_SPARED.min(sum) / sum;
        let kappa = self.per_ply(second);
        let spared = |weight| Spared {
            weight,
            part: scale * self.cost.weights.get(weight) * evidence.strength(weight, kappa),
        };
        let parts = Weight::ALL.into_iter().map(spared);
        parts.filter(|spared| spared.part > 0.0).collect()
    }

    fn plain(&self, priced: &Priced) -> f64 {
        match self.cost.preset {
            Preset::Rivest { p, shift } => PLY * self.rivest(priced, p, shift),
            Preset::Dropout { .. } | Preset::Repertoire { .. } => {
                PLY + PLY * self.loss(priced.best, priced.estimate) / self.per_ply(priced.second)
            }
        }
    }

    /// `ln n + (p − 1) ln(v_best/v)` for the first player, `ln n + (p + 1) ln(v/v_best)` for the
    /// second.
    fn rivest(&self, priced: &Priced, p: f64, shift: f64) -> f64 {
        let positive = |value| (self.utility(value) + shift).max(1.0);
        let ratio = libm::log(positive(priced.best) / positive(priced.estimate));
        let n = libm::log(priced.count.max(1) as f64);
        let factor = if priced.second { -(p + 1.0) } else { p - 1.0 };
        n + (factor * ratio).max(0.0)
    }

    /// The loss that costs as much as a ply.
    pub fn per_ply(&self, second: bool) -> f64 {
        let points = match self.cost.preset {
            Preset::Rivest { p, shift } => (shift / p.max(1.0)).max(1.0),
            Preset::Dropout { per_ply } => per_ply,
            Preset::Repertoire {
                second: side,
                own,
                theirs,
            } => {
                if second == side {
                    own
                } else {
                    theirs
                }
            }
        };
        points.max(1.0)
    }

    /// What one more move costs where engines have added `k`.
    pub fn widening(&self, k: usize) -> u32 {
        let k = k as f64;
        (PLY * (0.25 * k + 0.05 * k * k)).min(1e9) as u32
    }

    /// How much an option weighs against the best, for shares.
    pub fn weight(&self, loss: f64, second: bool) -> f64 {
        libm::exp(-loss / self.per_ply(second))
    }
}

/// The table of the usual scale.
static PLAIN: LazyLock<Arc<[f64]>> = LazyLock::new(|| table(Cost::default().scale));

fn table(scale: f64) -> Arc<[f64]> {
    let k = scale.max(1.0);
    (0..TABLE)
        .map(|v| 4.0 * k * (logistic(v as f64 / k) - 0.5))
        .collect()
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Growth, Weights};

    /// Nothing is spared.
    const QUIET: Evidence = Evidence {
        traits: MoveTraits {
            check: 0,
            attack: 0,
            march: 0,
            exchange: 0,
            promotion: 0,
        },
        disagreement: 0.0,
        spread: 0.0,
    };

    fn pricing(preset: Preset) -> Pricing {
        let cost = Cost {
            preset,
            ..Cost::default()
        };
        Pricing::new(&Settings {
            cost,
            growth: Growth::default(),
            ..Settings::default()
        })
    }

    fn option(best: Raw, estimate: Raw, second: bool) -> Priced {
        Priced {
            best,
            estimate,
            second,
            count: 3,
        }
    }

    #[test]
    fn widening_costs_a_quarter_a_move_and_a_twentieth_of_its_square() {
        let pricing = pricing(Preset::Dropout { per_ply: 30.0 });
        let prices: Vec<u32> = (0..6).map(|k| pricing.widening(k)).collect();
        assert_eq!(prices, [0, 300, 700, 1200, 1800, 2500]);
        assert!(pricing.widening(usize::MAX) < INFINITE);
    }

    #[test]
    fn a_loss_of_kappa_costs_a_ply() {
        let pricing = pricing(Preset::Dropout { per_ply: 30.0 });
        assert_eq!(pricing.edge(&option(0, 0, false), &QUIET), 1000);
        // On the bounded scale 30 points near 0 are a little less than 30.
        let cost = pricing.edge(&option(0, -30, false), &QUIET);
        assert!((1998..=2000).contains(&cost), "{cost}");
        assert_eq!(cost, pricing.edge(&option(0, 30, true), &QUIET));
        assert!(pricing.loss(900, 700) < pricing.loss(200, 0) / 2.0);
    }

    #[test]
    fn each_side_of_a_repertoire_has_its_own_kappa() {
        let pricing = pricing(Preset::Repertoire {
            second: true,
            own: 10.0,
            theirs: 60.0,
        });
        let (own, theirs) = (option(0, 30, true), option(0, -30, false));
        let (own, theirs) = (pricing.edge(&own, &QUIET), pricing.edge(&theirs, &QUIET));
        assert!(
            (3990..=4000).contains(&own) && (1495..=1500).contains(&theirs),
            "{own} {theirs}"
        );
    }

    /// Full evidence for one weight.
    fn full(weight: Weight) -> Evidence {
        let mut evidence = QUIET;
        match weight {
            Weight::Check => evidence.traits.check = 255,
            Weight::Attack => evidence.traits.attack = 255,
            Weight::March => evidence.traits.march = 255,
            Weight::Exchange => evidence.traits.exchange = 255,
            Weight::Promotion => evidence.traits.promotion = 255,
            Weight::Disagreement => evidence.disagreement = 30.0,
            Weight::Spread => evidence.spread = 1e6,
        }
        evidence
    }

    fn everything() -> Evidence {
        Evidence {
            traits: MoveTraits {
                check: 255,
                attack: 255,
                march: 255,
                exchange: 255,
                promotion: 255,
            },
            disagreement: 1e6,
            spread: 1e6,
        }
    }

    fn weighing(weights: Weights) -> Pricing {
        let mut settings = Settings::default();
        settings.cost.weights = weights;
        Pricing::new(&settings)
    }

    #[test]
    fn each_weight_spares_its_part_and_at_zero_nothing() {
        let best = option(0, 0, false);
        for weight in Weight::ALL {
            let mut weights = Weights::NONE;
            weights.set(weight, 0.5);
            let pricing = weighing(weights);
            assert_eq!(pricing.edge(&best, &full(weight)), 500, "{weight:?}");
            let parts = pricing.spared_parts(false, &everything());
            assert_eq!(parts, [Spared { weight, part: 0.5 }]);
            for other in Weight::ALL.into_iter().filter(|&other| other != weight) {
                assert_eq!(pricing.edge(&best, &full(other)), 1000, "{other:?}");
            }
            let without = weighing(Weights::NONE);
            assert_eq!(without.edge(&best, &full(weight)), 1000);
            assert!(without.spared_parts(false, &everything()).is_empty());
        }
    }

    #[test]
    fn half_the_evidence_spares_half() {
        let pricing = weighing(Weights::default());
        let evidence = Evidence {
            spread: 15.0,
            ..QUIET
        };
        assert_eq!(pricing.edge(&option(0, 0, false), &evidence), 750);
    }

    #[test]
    fn what_is_spared_has_a_limit_and_no_edge_is_free() {
        let mut settings = Settings::default();
        settings.cost.preset = Preset::Dropout { per_ply: 30.0 };
        settings.cost.weights.attack = 0.1;
        settings.cost.weights.march = 0.1;
        let pricing = Pricing::new(&settings);
        assert_eq!(pricing.edge(&option(0, 0, false), &everything()), 250);
        let parts = pricing.spared_parts(false, &everything());
        let sum: f64 = parts.iter().map(|spared| spared.part).sum();
        assert!((sum - MOST_SPARED).abs() < 1e-12, "{sum}");
        assert_eq!(parts.len(), Weight::ALL.len());
        let rivest = self::pricing(Preset::Rivest {
            p: 10.0,
            shift: 700.0,
        });
        let alone = Priced {
            best: 5,
            estimate: 5,
            second: false,
            count: 1,
        };
        assert_eq!(rivest.edge(&alone, &QUIET), LEAST as u32);
    }

    #[test]
    fn rivests_rule_spares_nothing() {
        let rivest = pricing(Preset::Rivest {
            p: 10.0,
            shift: 700.0,
        });
        let worse = option(50, -40, false);
        let plain = rivest.edge(&worse, &QUIET);
        assert_eq!(rivest.edge(&worse, &everything()), plain);
        assert!(rivest.spared_parts(false, &everything()).is_empty());
    }

    #[test]
    fn the_table_is_that_of_the_scale() {
        let first = pricing(Preset::Dropout { per_ply: 30.0 });
        let mut settings = Settings::default();
        settings.cost.scale = 100.0;
        let other = first.under(&settings);
        assert_ne!(other.utility(300), first.utility(300));
        settings.cost.preset = Preset::Rivest {
            p: 10.0,
            shift: 700.0,
        };
        assert_eq!(other.under(&settings).utility(300), other.utility(300));
        assert_eq!(
            other.under(&settings).utility(300),
            Pricing::new(&settings).utility(300)
        );
    }
}
