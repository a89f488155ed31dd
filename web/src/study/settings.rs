//! How a project grows, as the pages may change it.

use gametree_atlas::settings::{Preset, Settings};
use serde::Deserialize;
use utoipa::ToSchema;

use super::Answer;
use crate::refusal::Refusal;

/// What is not said stays as it is.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingsAsk {
    /// Positions an engine searches for a question, at least.
    pub nodes: Option<u64>,
    /// Questions open at once.
    pub window: Option<u32>,
    /// What a move costs: `dropout`, `rivest`, `white` or `black`.
    pub cost: Option<String>,
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
}

/// Where nothing is said.
const PER_PLY: f64 = 30.0;
const THEIRS: f64 = 60.0;
const P: f64 = 20.0;
const SHIFT: f64 = 1000.0;

impl SettingsAsk {
    /// The settings from now on.
    pub(super) fn over(&self, old: &Settings) -> Answer<Settings> {
        self.check()?;
        let mut new = old.clone();
        new.nodes = self.nodes.unwrap_or(old.nodes);
        new.window = self.window.unwrap_or(old.window);
        if let Some(count) = self.alternatives {
            new.alternatives = (count > 0).then_some(count);
        }
        if let Some(count) = self.most_positions {
            new.most_positions = (count > 0).then_some(count);
        }
        new.cost.preset = self.preset(old.cost.preset)?;
        Ok(new)
    }

    fn check(&self) -> Answer<()> {
        let number = |name: &str, value: Option<f64>| match value {
            Some(value) if !(1.0..=100_000.0).contains(&value) => {
                Err(Refusal::bad(format!("{name} {value} is out of range")).hint("1 to 100,000"))
            }
            _ => Ok(()),
        };
        number("per_ply", self.per_ply)?;
        number("theirs", self.theirs)?;
        number("p", self.p)?;
        if self
            .window
            .is_some_and(|window| !(1..=100_000).contains(&window))
        {
            return Err(Refusal::bad("the window is out of range").hint("1 to 100,000"));
        }
        if self.nodes == Some(0) {
            return Err(Refusal::bad("an engine must search something").hint("nodes: at least 1"));
        }
        Ok(())
    }

    /// Numbers that are not said stay as they are, where the rule that there was has them.
    fn preset(&self, old: Preset) -> Answer<Preset> {
        let (named, own, theirs, p, shift) = match old {
            Preset::Dropout { per_ply } => ("dropout", per_ply, THEIRS, P, SHIFT),
            Preset::Rivest { p, shift } => ("rivest", PER_PLY, THEIRS, p, shift),
            Preset::Repertoire {
                second: false,
                own,
                theirs,
            } => ("white", own, theirs, P, SHIFT),
            Preset::Repertoire {
                second: true,
                own,
                theirs,
            } => ("black", own, theirs, P, SHIFT),
        };
        let (own, theirs) = (self.per_ply.unwrap_or(own), self.theirs.unwrap_or(theirs));
        match self.cost.as_deref().unwrap_or(named) {
            "dropout" => Ok(Preset::Dropout { per_ply: own }),
            "rivest" => Ok(Preset::Rivest {
                p: self.p.unwrap_or(p),
                shift,
            }),
            "white" => Ok(Preset::Repertoire {
                second: false,
                own,
                theirs,
            }),
            "black" => Ok(Preset::Repertoire {
                second: true,
                own,
                theirs,
            }),
            other => Err(Refusal::bad(format!("'{other}' is not a cost"))
                .hint("dropout, rivest, white or black")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_changes() {
        let old = Settings::default();
        assert_eq!(SettingsAsk::default().over(&old).unwrap(), old);
        let ask = SettingsAsk {
            p: Some(9.0),
            cost: Some("rivest".into()),
            ..Default::default()
        };
        assert_eq!(
            ask.over(&old).unwrap().cost.preset,
            Preset::Rivest {
                p: 9.0,
                shift: SHIFT
            }
        );
        let ask = SettingsAsk {
            per_ply: Some(50.0),
            nodes: Some(9),
            ..Default::default()
        };
        let new = ask.over(&old).unwrap();
        assert_eq!(
            (new.cost.preset, new.nodes, new.window),
            (Preset::Dropout { per_ply: 50.0 }, 9, old.window)
        );
        let white = Settings {
            cost: gametree_atlas::settings::Cost {
                preset: Preset::Repertoire {
                    second: false,
                    own: 10.0,
                    theirs: 90.0,
                },
                ..old.cost
            },
            ..old.clone()
        };
        let ask = SettingsAsk {
            theirs: Some(70.0),
            ..Default::default()
        };
        assert_eq!(
            ask.over(&white).unwrap().cost.preset,
            Preset::Repertoire {
                second: false,
                own: 10.0,
                theirs: 70.0
            }
        );
        for ask in [
            SettingsAsk {
                nodes: Some(0),
                ..Default::default()
            },
            SettingsAsk {
                window: Some(0),
                ..Default::default()
            },
            SettingsAsk {
                p: Some(f64::NAN),
                ..Default::default()
            },
            SettingsAsk {
                cost: Some("free".into()),
                ..Default::default()
            },
        ] {
            assert!(ask.over(&old).is_err(), "{ask:?}");
        }
    }
}
