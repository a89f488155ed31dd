//! What the user says of growth, laid over what the project has.

use gametree_atlas::settings::{Preset, Settings};

use super::args::{CostName, GrowthArgs};
use crate::error::Problem;

/// κ where nothing is said: of everybody, and of the other side of a repertoire.
const PER_PLY: f64 = 30.0;
const THEIRS: f64 = 60.0;

/// Rivest's exponent and shift where nothing is said.
const P: f64 = 20.0;
const SHIFT: f64 = 1000.0;

impl GrowthArgs {
    /// The settings from now on. A new project's window fits the engines.
    pub fn over(&self, old: &Settings, fresh: bool, engines: usize) -> Result<Settings, Problem> {
        self.check()?;
        let mut new = old.clone();
        let fitting = (2 * engines as u32).max(4);
        new.window = self
            .window
            .unwrap_or(if fresh { fitting } else { old.window });
        new.nodes = self.nodes.unwrap_or(old.nodes);
        new.reproducible = self.reproducible.unwrap_or(old.reproducible);
        if let Some(count) = self.alternatives {
            new.alternatives = (count > 0).then_some(count);
        }
        if let Some(count) = self.most_positions {
            new.most_positions = (count > 0).then_some(count);
        }
        new.cost.preset = self.preset(old.cost.preset);
        Ok(new)
    }

    fn check(&self) -> Result<(), Problem> {
        let positive = |name: &str, value: Option<f64>| match value {
            Some(value) if !(1.0..=100_000.0).contains(&value) => {
                Err(Problem::usage(format!("--{name} {value} is out of range"))
                    .mend("1 to 100,000"))
            }
            _ => Ok(()),
        };
        positive("per-ply", self.per_ply)?;
        positive("theirs", self.theirs)?;
        positive("p", self.p)?;
        if self.window == Some(0) || self.window.is_some_and(|window| window > 100_000) {
            return Err(Problem::usage("--window is out of range").mend("1 to 100,000"));
        }
        if self.nodes == Some(0) {
            return Err(Problem::usage("--nodes 0: an engine must search something"));
        }
        Ok(())
    }

    fn preset(&self, old: Preset) -> Preset {
        let name = self.cost.or(self.named_by_parameter(old));
        let Some(name) = name else { return old };
        let (own, theirs) = (
            self.per_ply.unwrap_or(PER_PLY),
            self.theirs.unwrap_or(THEIRS),
        );
        match name {
            CostName::Dropout => Preset::Dropout { per_ply: own },
            CostName::Rivest => Preset::Rivest {
                p: self.p.unwrap_or(P),
                shift: SHIFT,
            },
            CostName::White => Preset::Repertoire {
                second: false,
                own,
                theirs,
            },
            CostName::Black => Preset::Repertoire {
                second: true,
                own,
                theirs,
            },
        }
    }

    /// A parameter alone changes the rule that the project has.
    fn named_by_parameter(&self, old: Preset) -> Option<CostName> {
        let given = self.per_ply.is_some() || self.theirs.is_some() || self.p.is_some();
        given.then_some(match old {
            Preset::Dropout { .. } => CostName::Dropout,
            Preset::Rivest { .. } => CostName::Rivest,
            Preset::Repertoire { second: false, .. } => CostName::White,
            Preset::Repertoire { second: true, .. } => CostName::Black,
        })
    }
}
