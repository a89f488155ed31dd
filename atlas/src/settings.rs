//! How a project is grown: every knob, with its meaning.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

pub use crate::weights::{MOST_SPARED, Spared, Weight, Weights};

/// The knobs of a project. They are facts: changing one is remembered with the moment it was
/// changed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// What an edge costs.
    pub cost: Cost,
    /// How many tasks are open at once. Part of the project, so that the graph does not depend on
    /// the number or the speed of the engines.
    pub window: u32,
    /// Positions searched for a task, at least.
    pub nodes: u64,
    /// How a task's budget grows.
    pub growth: Growth,
    /// How many moves engines may add to a position; `None`: as many as their price allows.
    pub alternatives: Option<u16>,
    /// The most positions the graph may hold.
    pub most_positions: Option<u64>,
    /// Tables are cleared before every task, so that results repeat exactly.
    pub reproducible: bool,
    /// How many of the best lines a search of the root reports (MultiPV); the smaller the share of
    /// a position, the fewer.
    pub lines: u32,
}

/// The cost of an edge: a ply, and what the move loses. Losses are taken on a bounded scale:
/// `u(v) = 4K(σ(v/K) − ½)`, so that +9 against +7 hardly matters.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Cost {
    /// Which rule.
    pub preset: Preset,
    /// K of the bounded scale, in points: 330 for centipawns.
    pub scale: f64,
    /// What spares a move a part of this; nothing under Rivest's rule.
    pub weights: Weights,
}

/// Which rule prices an edge.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub enum Preset {
    /// `ln n + (p − 1) ln(v_best / v)`, values shifted to be positive (Rivest 1987).
    Rivest {
        /// The exponent of the generalized mean.
        p: f64,
        /// Added to every value, in points.
        shift: f64,
    },
    /// `1 + loss / κ` (Lincke 2001): a loss of κ points costs as much as a ply.
    Dropout {
        /// κ.
        per_ply: f64,
    },
    /// Drop-out with a κ for each side: the own repertoire narrow, the replies broad.
    Repertoire {
        /// Whether the own side is the second player.
        second: bool,
        /// κ of the own side.
        own: f64,
        /// κ of the other side.
        theirs: f64,
    },
}

impl Preset {
    /// What costs and penalties are counted in.
    #[must_use]
    pub fn unit(self) -> &'static str {
        match self {
            Preset::Rivest { .. } => "nats",
            Preset::Dropout { .. } | Preset::Repertoire { .. } => "plies",
        }
    }
}

/// How a task's budget grows with the share of its position, and when the position behind a move is
/// believed rather than the search before it.
///
/// The root's own searches together have about the part `root` of everything spent; a position d
/// plies below it has `root · decay^d · share`. A position is searched again when it would then have
/// no more than that.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Growth {
    /// The part of everything spent that the root's own searches have.
    pub root: f64,
    /// How much of that a ply further down still has, times the share.
    pub decay: f64,
    /// Every search of a position, or pair of searches, is this many times as long as the one
    /// before it: a position that comes late into favour grows step by step.
    pub again: f64,
    /// No search is longer than this many times the shortest: in the long run new positions matter
    /// more, and no search takes hours.
    pub longest: u64,
    /// What a search says of a move is believed until the position behind the move has been searched
    /// this many times as long.
    pub trust: f64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            cost: Cost::default(),
            window: 4,
            nodes: 50_000,
            growth: Growth::default(),
            alternatives: None,
            most_positions: None,
            reproducible: false,
            lines: 4,
        }
    }
}

impl Default for Cost {
    fn default() -> Self {
        Cost {
            preset: Preset::Dropout { per_ply: 30.0 },
            scale: 330.0,
            weights: Weights::default(),
        }
    }
}

impl Default for Growth {
    fn default() -> Self {
        Growth {
            root: 0.8,
            decay: 0.3,
            again: 2.0,
            longest: 400,
            trust: 1.0,
        }
    }
}

/// A change of settings: what is not given stays as it is. A number that the rule in force does not
/// have is the default.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(default, deny_unknown_fields)]
pub struct Change {
    /// Positions an engine searches for a task, at least.
    pub nodes: Option<u64>,
    /// Tasks open at once.
    pub window: Option<u32>,
    /// What a move costs.
    pub cost: Option<CostRule>,
    /// The loss that costs as much as a ply.
    pub per_ply: Option<f64>,
    /// The same for the side that is not yours.
    pub theirs: Option<f64>,
    /// The exponent of the generalized mean.
    pub p: Option<f64>,
    /// How many moves engines may add to a position; 0 is no limit.
    pub alternatives: Option<u16>,
    /// The most positions; 0 is no limit.
    pub most_positions: Option<u64>,
    /// Whether tables are cleared before every task.
    pub reproducible: Option<bool>,
    /// How many of the best lines a search of the root reports.
    pub lines: Option<u32>,
    /// How much of its cost a move is spared, by what spares it: from 0 to 0.75.
    pub weights: BTreeMap<Weight, f64>,
}

/// The rules that price a move, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum CostRule {
    /// [`Preset::Dropout`].
    Dropout,
    /// [`Preset::Rivest`].
    Rivest,
    /// [`Preset::Repertoire`] of the first player.
    White,
    /// [`Preset::Repertoire`] of the second player.
    Black,
}

/// Why a change cannot be made.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{name} {value} is out of range: {allowed}")]
pub struct OutOfRange {
    /// Which setting.
    pub name: &'static str,
    /// What was given.
    pub value: f64,
    /// What is allowed.
    pub allowed: &'static str,
}

/// The numbers of all rules: what a rule does not have is the default.
struct Numbers {
    own: f64,
    theirs: f64,
    p: f64,
    shift: f64,
}

impl Numbers {
    fn of(preset: Preset) -> Numbers {
        let default = Numbers {
            own: 30.0,
            theirs: 60.0,
            p: 20.0,
            shift: 1000.0,
        };
        match preset {
            Preset::Dropout { per_ply } => Numbers {
                own: per_ply,
                ..default
            },
            Preset::Rivest { p, shift } => Numbers {
                p,
                shift,
                ..default
            },
            Preset::Repertoire { own, theirs, .. } => Numbers {
                own,
                theirs,
                ..default
            },
        }
    }
}

impl CostRule {
    /// The rule of a preset.
    #[must_use]
    pub fn of(preset: Preset) -> CostRule {
        match preset {
            Preset::Dropout { .. } => CostRule::Dropout,
            Preset::Rivest { .. } => CostRule::Rivest,
            Preset::Repertoire { second: false, .. } => CostRule::White,
            Preset::Repertoire { second: true, .. } => CostRule::Black,
        }
    }
}

impl Change {
    /// The settings from now on.
    ///
    /// # Errors
    /// When a number is out of range.
    pub fn over(&self, old: &Settings) -> Result<Settings, OutOfRange> {
        self.check()?;
        let mut new = old.clone();
        new.nodes = self.nodes.unwrap_or(old.nodes);
        new.window = self.window.unwrap_or(old.window);
        new.reproducible = self.reproducible.unwrap_or(old.reproducible);
        new.lines = self.lines.unwrap_or(old.lines);
        if let Some(count) = self.alternatives {
            new.alternatives = (count > 0).then_some(count);
        }
        if let Some(count) = self.most_positions {
            new.most_positions = (count > 0).then_some(count);
        }
        new.cost.preset = self.preset(old.cost.preset);
        for (&weight, &part) in &self.weights {
            new.cost.weights.set(weight, part);
        }
        Ok(new)
    }

    fn check(&self) -> Result<(), OutOfRange> {
        let numbers = [
            ("window", self.window.map(f64::from)),
            ("lines", self.lines.map(f64::from)),
            ("per-ply", self.per_ply),
            ("theirs", self.theirs),
            ("p", self.p),
        ];
        if self.nodes == Some(0) {
            return Err(OutOfRange {
                name: "nodes",
                value: 0.0,
                allowed: "at least 1",
            });
        }
        let part = self
            .weights
            .iter()
            .find(|(_, part)| !(0.0..=MOST_SPARED).contains(*part));
        if let Some((weight, &value)) = part {
            return Err(OutOfRange {
                name: weight.name(),
                value,
                allowed: "0 to 0.75",
            });
        }
        let wrong = numbers.into_iter().find_map(|(name, value)| {
            let value = value.filter(|value| !(1.0..=100_000.0).contains(value))?;
            Some(OutOfRange {
                name,
                value,
                allowed: "1 to 100,000",
            })
        });
        wrong.map_or(Ok(()), Err)
    }

    fn preset(&self, old: Preset) -> Preset {
        let known = Numbers::of(old);
        let own = self.per_ply.unwrap_or(known.own);
        let theirs = self.theirs.unwrap_or(known.theirs);
        let repertoire = |second: bool| Preset::Repertoire {
            second,
            own,
            theirs,
        };
        match self.cost.unwrap_or(CostRule::of(old)) {
            CostRule::Dropout => Preset::Dropout { per_ply: own },
            CostRule::Rivest => Preset::Rivest {
                p: self.p.unwrap_or(known.p),
                shift: known.shift,
            },
            CostRule::White => repertoire(false),
            CostRule::Black => repertoire(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(preset: Preset) -> Settings {
        let old = Settings::default();
        Settings {
            cost: Cost { preset, ..old.cost },
            ..old
        }
    }

    #[test]
    fn costs_are_counted_in_nats_by_rivests_rule_only() {
        let rivest = Preset::Rivest {
            p: 20.0,
            shift: 1_000.0,
        };
        let white = Preset::Repertoire {
            second: false,
            own: 30.0,
            theirs: 60.0,
        };
        assert_eq!(rivest.unit(), "nats");
        assert_eq!(white.unit(), "plies");
        assert_eq!(Preset::Dropout { per_ply: 30.0 }.unit(), "plies");
    }

    fn preset(old: Preset, change: Change) -> Preset {
        change.over(&with(old)).unwrap().cost.preset
    }

    #[test]
    fn what_is_not_given_stays_as_it_is() {
        let old = Settings::default();
        assert_eq!(Change::default().over(&old).unwrap(), old);
        let change = Change {
            per_ply: Some(50.0),
            nodes: Some(9),
            ..Change::default()
        };
        let new = change.over(&old).unwrap();
        assert_eq!(new.cost.preset, Preset::Dropout { per_ply: 50.0 });
        assert_eq!((new.nodes, new.window), (9, old.window));
        let unlimited = Change {
            most_positions: Some(0),
            ..Change::default()
        };
        assert_eq!(unlimited.over(&old).unwrap().most_positions, None);
    }

    /// `set --theirs 70` keeps the own number; `--cost rivest` alone keeps p.
    #[test]
    fn numbers_of_the_rule_in_force_are_kept() {
        let white = Preset::Repertoire {
            second: false,
            own: 10.0,
            theirs: 90.0,
        };
        let theirs = Change {
            theirs: Some(70.0),
            ..Change::default()
        };
        let kept = Preset::Repertoire {
            second: false,
            own: 10.0,
            theirs: 70.0,
        };
        assert_eq!(preset(white, theirs), kept);
        let rivest = |p: f64| Preset::Rivest { p, shift: 500.0 };
        let named = Change {
            cost: Some(CostRule::Rivest),
            ..Change::default()
        };
        assert_eq!(preset(rivest(9.0), named), rivest(9.0));
        let black = Change {
            cost: Some(CostRule::Black),
            ..Change::default()
        };
        let turned = Preset::Repertoire {
            second: true,
            own: 10.0,
            theirs: 90.0,
        };
        assert_eq!(preset(white, black), turned);
    }

    #[test]
    fn a_weight_changes_alone() {
        let old = Settings::default();
        let change = Change {
            weights: BTreeMap::from([(Weight::March, 0.75), (Weight::Check, 0.0)]),
            ..Change::default()
        };
        let expected = Weights {
            march: 0.75,
            check: 0.0,
            ..old.cost.weights
        };
        assert_eq!(change.over(&old).unwrap().cost.weights, expected);
    }

    #[test]
    fn numbers_out_of_range_are_refused() {
        let none = Change::default();
        let wrong = [
            Change {
                nodes: Some(0),
                ..none.clone()
            },
            Change {
                window: Some(0),
                ..none.clone()
            },
            Change {
                p: Some(f64::NAN),
                ..none.clone()
            },
            Change {
                weights: BTreeMap::from([(Weight::March, 0.76)]),
                ..none.clone()
            },
            Change {
                weights: BTreeMap::from([(Weight::Spread, f64::NAN)]),
                ..none.clone()
            },
            Change {
                theirs: Some(1e6),
                ..none
            },
        ];
        for change in wrong {
            assert!(change.over(&Settings::default()).is_err(), "{change:?}");
        }
    }
}
