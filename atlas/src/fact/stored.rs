//! Facts as they are written.
//!
//! What is written does not describe itself: a field that is added to a fact would make every older
//! store unreadable. So a kind of fact keeps its shape for ever, and what a later version has to
//! say is a new kind, at the end. Here a result with several lines, and settings that say how many.

use serde::{Deserialize, Serialize};

use super::{About, Code, Fact, Found, FoundLine, NodeId, Order, Origin, Scope};
use crate::settings::{Cost, Growth, Settings};

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
}

/// Settings as the first version wrote them.
#[derive(Serialize, Deserialize)]
pub(crate) struct FirstSettings {
    cost: Cost,
    window: u32,
    nodes: u64,
    growth: Growth,
    alternatives: Option<u16>,
    most_positions: Option<u64>,
    reproducible: bool,
}

impl FirstSettings {
    fn with_lines(self, lines: u32) -> Settings {
        Settings {
            cost: self.cost,
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
            cost: settings.cost,
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
                forcing,
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
            StoredFact::Failed { ticket, what, at } => Fact::Failed { ticket, what, at },
            StoredFact::Steered { order, at } => Fact::Steered { order, at },
        }
    }
}

impl From<Fact> for StoredFact {
    fn from(fact: Fact) -> StoredFact {
        match fact {
            Fact::Settings(settings) if settings.lines == 1 => {
                StoredFact::Settings(settings.into())
            }
            Fact::Settings(settings) => {
                let lines = settings.lines;
                StoredFact::SettingsWithLines(settings.into(), lines)
            }
            Fact::Root { text, about } => StoredFact::Root { text, about },
            Fact::Source { name, options } => StoredFact::Source { name, options },
            Fact::Move {
                from,
                code,
                to,
                forcing,
                by,
            } => StoredFact::Move {
                from,
                code,
                to,
                forcing,
                by,
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
            Fact::Found(found) if found.lines.is_empty() => StoredFact::Found(found),
            Fact::Found(mut found) => {
                let lines = std::mem::take(&mut found.lines);
                StoredFact::FoundLines(found, lines)
            }
            Fact::Failed { ticket, what, at } => StoredFact::Failed { ticket, what, at },
            Fact::Steered { order, at } => StoredFact::Steered { order, at },
        }
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
        let settings = Settings {
            lines: 3,
            ..Settings::default()
        };
        assert_eq!(
            again(&Fact::Settings(settings.clone())),
            Fact::Settings(settings)
        );
    }
}
