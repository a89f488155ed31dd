//! Facts as they are written.
//!
//! What is written does not describe itself: a field that is added to a fact would make every older
//! store unreadable. So a kind of fact keeps its shape for ever, and what a later version has to
//! say is a new kind, at the end. Here a result with several lines, settings that say how many,
//! moves with traits of their own, settings that weigh them, and a result with wins, draws and
//! losses.
//!
//! The first version saved of a move one byte, how much it forces: 128 for a check, 64 for a
//! capture, 63 for a queen. Those are traits too, so a move that has no others is still written that
//! way: old moves byte for byte, and most new ones as short as before.

use serde::{Deserialize, Serialize};

use super::{About, Code, Fact, Found, FoundLine, NodeId, Order, Origin, Scope};
use gametree::{MoveTraits, Wdl};

use crate::settings::{Cost, Growth, Preset, Settings, Weights};

/// A fact as it is written. The order of the kinds is part of the format.
#[derive(Serialize, Deserialize)]
pub(crate) enum StoredFact {
    Settings(FirstSettings),
    Root {
        text: String,
        about: About,
    },
    Source {
        name: String,
        options: String,
    },
    Move {
        from: NodeId,
        code: Code,
        to: About,
        forcing: u8,
        by: Origin,
    },
    Asked {
        ticket: u64,
        node: NodeId,
        scope: Scope,
        nodes: u64,
    },
    Found(Found),
    Failed {
        ticket: u64,
        what: String,
        at: u64,
    },
    Steered {
        order: Order,
        at: u64,
    },
    FoundLines(Found, Vec<FoundLine>),
    SettingsWithLines(FirstSettings, u32),
    MoveWithTraits {
        from: NodeId,
        code: Code,
        to: About,
        traits: [u8; 5],
        by: Origin,
    },
    SettingsWithWeights(FirstSettings, u32, Weights),
    /// Wins, draws and losses behind any result.
    FoundWdl(Found, Vec<FoundLine>, [u16; 3]),
}

/// The bits of the one byte that the first version saved of a move.
mod forcing {
    pub const CHECK: u8 = 128;
    pub const CAPTURE: u8 = 64;
    pub const PROMOTION: u8 = 63;
}

/// The traits in the byte of the first version.
fn traits_of(forcing: u8) -> MoveTraits {
    let full = |bit: u8| if forcing & bit == 0 { 0 } else { 255 };
    let promotion = u32::from(forcing & forcing::PROMOTION) * 255;
    let most = u32::from(forcing::PROMOTION);
    MoveTraits {
        check: full(forcing::CHECK),
        exchange: full(forcing::CAPTURE),
        promotion: ((promotion + most / 2) / most) as u8,
        ..MoveTraits::default()
    }
}

/// The byte of the first version that says just this; `None` where there is none.
fn forcing_of(traits: MoveTraits) -> Option<u8> {
    let promotion = u32::from(traits.promotion) * u32::from(forcing::PROMOTION);
    let check = traits.check & forcing::CHECK;
    let capture = traits.exchange & forcing::CAPTURE;
    let byte = check | capture | ((promotion + 127) / 255) as u8;
    (traits_of(byte) == traits).then_some(byte)
}

fn bytes_of(traits: MoveTraits) -> [u8; 5] {
    [
        traits.check,
        traits.attack,
        traits.march,
        traits.exchange,
        traits.promotion,
    ]
}

fn from_bytes(bytes: [u8; 5]) -> MoveTraits {
    let [check, attack, march, exchange, promotion] = bytes;
    MoveTraits {
        check,
        attack,
        march,
        exchange,
        promotion,
    }
}

/// Costs as the first version wrote them.
#[derive(Serialize, Deserialize)]
pub(crate) struct FirstCost {
    preset: Preset,
    scale: f64,
    /// What a move that forces most is spared; not read where weights follow.
    tactical: f64,
    /// What is spared where values differ; likewise.
    doubt: f64,
}

/// What the first version spared, and none of its users could change: half for a move of 255, and
/// half where values differ, whoever gave them.
const FIRST_SPARED: f64 = 0.5;

/// The weights that spare what the first version did.
fn first_weights(tactical: f64, doubt: f64) -> Weights {
    let part = |of_byte: u8| tactical * f64::from(of_byte) / 255.0;
    Weights {
        check: part(forcing::CHECK),
        exchange: part(forcing::CAPTURE),
        promotion: part(forcing::PROMOTION),
        disagreement: doubt,
        spread: doubt,
        ..Weights::NONE
    }
}

/// Whether the first version could have written these settings, but for the lines.
fn is_first(weights: &Weights) -> bool {
    *weights == first_weights(FIRST_SPARED, FIRST_SPARED)
}

/// Settings as the first version wrote them.
#[derive(Serialize, Deserialize)]
pub(crate) struct FirstSettings {
    cost: FirstCost,
    window: u32,
    nodes: u64,
    growth: Growth,
    alternatives: Option<u16>,
    most_positions: Option<u64>,
    reproducible: bool,
}

impl FirstSettings {
    fn with_lines(self, lines: u32) -> Settings {
        let weights = first_weights(self.cost.tactical, self.cost.doubt);
        self.with_weights(lines, weights)
    }

    fn with_weights(self, lines: u32, weights: Weights) -> Settings {
        Settings {
            cost: Cost {
                preset: self.cost.preset,
                scale: self.cost.scale,
                weights,
            },
            window: self.window,
            nodes: self.nodes,
            growth: self.growth,
            alternatives: self.alternatives,
            most_positions: self.most_positions,
            reproducible: self.reproducible,
            lines,
        }
    }
}

impl From<Settings> for FirstSettings {
    fn from(settings: Settings) -> FirstSettings {
        FirstSettings {
            cost: FirstCost {
                preset: settings.cost.preset,
                scale: settings.cost.scale,
                tactical: FIRST_SPARED,
                doubt: FIRST_SPARED,
            },
            window: settings.window,
            nodes: settings.nodes,
            growth: settings.growth,
            alternatives: settings.alternatives,
            most_positions: settings.most_positions,
            reproducible: settings.reproducible,
        }
    }
}

impl From<StoredFact> for Fact {
    fn from(stored: StoredFact) -> Fact {
        match stored {
            // A project of the first version goes on as it was: one line per task.
            StoredFact::Settings(first) => Fact::Settings(first.with_lines(1)),
            StoredFact::SettingsWithLines(first, lines) => Fact::Settings(first.with_lines(lines)),
            StoredFact::SettingsWithWeights(first, lines, weights) => {
                Fact::Settings(first.with_weights(lines, weights))
            }
            StoredFact::Root { text, about } => Fact::Root { text, about },
            StoredFact::Source { name, options } => Fact::Source { name, options },
            StoredFact::Move {
                from,
                code,
                to,
                forcing,
                by,
            } => Fact::Move {
                from,
                code,
                to,
                traits: traits_of(forcing),
                by,
            },
            StoredFact::MoveWithTraits {
                from,
                code,
                to,
                traits,
                by,
            } => Fact::Move {
                from,
                code,
                to,
                traits: from_bytes(traits),
                by,
            },
            StoredFact::Asked {
                ticket,
                node,
                scope,
                nodes,
            } => Fact::Asked {
                ticket,
                node,
                scope,
                nodes,
            },
            StoredFact::Found(found) => Fact::Found(found),
            StoredFact::FoundLines(found, lines) => Fact::Found(Found { lines, ..found }),
            StoredFact::FoundWdl(found, lines, [win, draw, loss]) => Fact::Found(Found {
                lines,
                wdl: Wdl::new(win, draw, loss),
                ..found
            }),
            StoredFact::Failed { ticket, what, at } => Fact::Failed { ticket, what, at },
            StoredFact::Steered { order, at } => Fact::Steered { order, at },
        }
    }
}

impl From<Fact> for StoredFact {
    fn from(fact: Fact) -> StoredFact {
        match fact {
            Fact::Settings(settings) => stored_settings(settings),
            Fact::Root { text, about } => StoredFact::Root { text, about },
            Fact::Source { name, options } => StoredFact::Source { name, options },
            Fact::Move {
                from,
                code,
                to,
                traits,
                by,
            } => match forcing_of(traits) {
                Some(forcing) => StoredFact::Move {
                    from,
                    code,
                    to,
                    forcing,
                    by,
                },
                None => StoredFact::MoveWithTraits {
                    from,
                    code,
                    to,
                    traits: bytes_of(traits),
                    by,
                },
            },
            Fact::Asked {
                ticket,
                node,
                scope,
                nodes,
            } => StoredFact::Asked {
                ticket,
                node,
                scope,
                nodes,
            },
            Fact::Found(found) => stored_result(found),
            Fact::Failed { ticket, what, at } => StoredFact::Failed { ticket, what, at },
            Fact::Steered { order, at } => StoredFact::Steered { order, at },
        }
    }
}

/// A result in the oldest kind that says it.
fn stored_result(mut found: Found) -> StoredFact {
    let lines = std::mem::take(&mut found.lines);
    match found.wdl.take() {
        Some(Wdl { win, draw, loss }) => StoredFact::FoundWdl(found, lines, [win, draw, loss]),
        None if lines.is_empty() => StoredFact::Found(found),
        None => StoredFact::FoundLines(found, lines),
    }
}

/// Settings in the oldest kind that says them.
fn stored_settings(settings: Settings) -> StoredFact {
    let lines = settings.lines;
    let weights = settings.cost.weights;
    let first = FirstSettings::from(settings);
    if !is_first(&weights) {
        StoredFact::SettingsWithWeights(first, lines, weights)
    } else if lines == 1 {
        StoredFact::Settings(first)
    } else {
        StoredFact::SettingsWithLines(first, lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The settings of a new project, as that version wrote them.
    const FIRST_SETTINGS: [u8; 75] = [
        0, 1, 0, 0, 0, 0, 0, 0, 62, 64, 0, 0, 0, 0, 0, 160, 116, 64, 0, 0, 0, 0, 0, 0, 224, 63, 0,
        0, 0, 0, 0, 0, 224, 63, 4, 208, 134, 3, 0, 0, 0, 0, 0, 0, 224, 63, 51, 51, 51, 51, 51, 51,
        211, 63, 0, 0, 0, 0, 0, 0, 16, 64, 144, 3, 0, 0, 0, 0, 0, 0, 240, 63, 0, 0, 0,
    ];

    fn found(lines: Vec<FoundLine>) -> Fact {
        Fact::Found(Found {
            ticket: Some(3),
            node: 7,
            scope: Scope::Whole,
            value: -25,
            line: vec![5, 300],
            shown: vec![(5, -25)],
            depth: 18,
            nodes: 50_000,
            source: 1,
            millis: 90,
            at: 1_700_000_000,
            lines,
            wdl: None,
        })
    }

    fn again(fact: &Fact) -> Fact {
        let bytes = postcard::to_allocvec(fact).unwrap();
        postcard::from_bytes(&bytes).unwrap()
    }

    /// These bytes were written by the version before results had several lines.
    #[test]
    fn facts_of_the_first_version_are_read_and_written_byte_for_byte() {
        let result = [
            5, 1, 3, 7, 0, 49, 2, 5, 172, 2, 1, 5, 49, 18, 208, 134, 3, 1, 90, 128, 226, 207, 170,
            6,
        ];
        assert_eq!(
            postcard::from_bytes::<Fact>(&result).unwrap(),
            found(Vec::new())
        );
        assert_eq!(postcard::to_allocvec(&found(Vec::new())).unwrap(), result);
        let settings = FIRST_SETTINGS;
        let Fact::Settings(read) = postcard::from_bytes(&settings).unwrap() else {
            panic!("no settings");
        };
        assert_eq!((read.nodes, read.window, read.lines), (50_000, 4, 1));
        assert_eq!(
            postcard::to_allocvec(&Fact::Settings(read)).unwrap(),
            settings
        );
    }

    #[test]
    fn several_lines_come_back() {
        let line = |value: i32, first: Code| FoundLine {
            value,
            depth: 17,
            line: vec![first, 9],
        };
        let several = found(vec![line(-40, 6), line(-41, 8)]);
        assert_eq!(again(&several), several);
        let Fact::Found(result) = several.clone() else {
            unreachable!("a result");
        };
        let wdl = Wdl::new(310, 600, 90);
        for lines in [Vec::new(), result.lines.clone()] {
            let told = Fact::Found(Found {
                lines,
                wdl,
                ..result.clone()
            });
            assert_eq!(again(&told), told);
        }
        let settings = Settings {
            lines: 3,
            ..Settings::default()
        };
        assert_eq!(
            again(&Fact::Settings(settings.clone())),
            Fact::Settings(settings)
        );
    }

    fn a_move(traits: MoveTraits) -> Fact {
        let to = About {
            key: 77,
            second: true,
            legal: 20,
            end: None,
        };
        Fact::Move {
            from: 3,
            code: 300,
            to,
            traits,
            by: Origin::Engine,
        }
    }

    /// The first version wrote a check that captures like this: 192, after the key and what the
    /// rules say.
    #[test]
    fn moves_of_the_first_version_are_read_and_written_byte_for_byte() {
        let bytes = [3, 3, 172, 2, 77, 1, 20, 0, 192, 0];
        let traits = MoveTraits {
            check: 255,
            exchange: 255,
            ..MoveTraits::default()
        };
        assert_eq!(
            postcard::from_bytes::<Fact>(&bytes).unwrap(),
            a_move(traits)
        );
        assert_eq!(postcard::to_allocvec(&a_move(traits)).unwrap(), bytes);
        for forcing in 0..=255 {
            assert_eq!(forcing_of(traits_of(forcing)), Some(forcing));
        }
        let queen = traits_of(forcing::PROMOTION);
        assert_eq!(queen.promotion, 255);
    }

    #[test]
    fn traits_that_the_first_version_did_not_know_come_back() {
        let march = MoveTraits {
            march: 170,
            ..MoveTraits::default()
        };
        let faint = MoveTraits {
            check: 128,
            ..MoveTraits::default()
        };
        for traits in [march, faint] {
            assert_eq!(again(&a_move(traits)), a_move(traits));
        }
    }

    /// A project of an earlier version goes on as it was: its moves cost what they did.
    #[test]
    fn settings_of_an_earlier_version_spare_what_they_did() {
        let Fact::Settings(read) = postcard::from_bytes(&FIRST_SETTINGS).unwrap() else {
            panic!("no settings");
        };
        let weights = read.cost.weights;
        let sum = weights.check + weights.exchange + weights.promotion;
        assert!((sum - 0.5).abs() < 1e-12, "{sum}");
        assert!((weights.check - 64.0 / 255.0).abs() < 1e-12);
        assert_eq!((weights.attack, weights.march), (0.0, 0.0));
        assert_eq!((weights.disagreement, weights.spread), (0.5, 0.5));
    }

    #[test]
    fn weights_come_back() {
        let mut settings = Settings::default();
        assert_eq!(
            again(&Fact::Settings(settings.clone())),
            Fact::Settings(settings.clone())
        );
        settings.cost.weights.march = 0.3;
        settings.lines = 1;
        assert_eq!(
            again(&Fact::Settings(settings.clone())),
            Fact::Settings(settings)
        );
    }
}
