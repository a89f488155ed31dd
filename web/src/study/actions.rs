//! What the user wants of a position, and how to undo it.

use gametree::Score;
use gametree_atlas::fact::{NodeId, Order, Origin, Rule};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::Answer;
use super::open::{File, Open, refusal};
use crate::refusal::Refusal;
use crate::staff::Staffed;

/// One wish. Moves are named as people or engines write them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "do", rename_all = "lowercase", deny_unknown_fields)]
pub enum Action {
    /// Do not look at a move any more, and do not count it.
    Exclude {
        /// The move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Count an excluded move again.
    Include {
        /// The move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Put a move of the user's into the graph.
    Add {
        /// The move.
        #[serde(rename = "move")]
        name: String,
    },
    /// Put a line into the graph, move after move.
    Line {
        /// The moves.
        moves: Vec<String>,
    },
    /// So many of a hundred questions go below this position; 0 ends it.
    Boost {
        /// Of a hundred.
        percent: u8,
    },
    /// Every way into this position costs so many plies more; 0 ends it.
    Damp {
        /// Plies.
        plies: f64,
    },
    /// A note; an empty one removes it.
    Note {
        /// The words.
        text: String,
    },
    /// Tell when something happens here.
    Watch {
        /// `moves`, `best`, `above` or `below`.
        rule: String,
        /// The points, for all rules but `best`.
        points: Option<i32>,
    },
    /// End all watches here.
    Unwatch {},
    /// Try a parked position again.
    Unpark {},
}

/// What was done.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Done {
    /// `gametree.done/1`.
    pub schema: &'static str,
    /// The position that matters now: where a move led, or where it was.
    pub node: u32,
    /// What was done, in words.
    pub words: String,
    /// Do these, in order and at the same position, to undo it.
    pub undo: Vec<Action>,
}

/// The longest note and line.
const LONGEST_NOTE: usize = 20_000;
const LONGEST_LINE: usize = 200;

impl<G: Staffed> Open<G> {
    pub(super) fn do_action(&self, node: NodeId, action: &Action) -> Answer<Done> {
        self.write(|atlas| {
            Open::checked(atlas, node)?;
            Hand { atlas, node }.act(action)
        })
    }
}

/// A project and the position where something is to be done.
struct Hand<'a, G: Staffed> {
    atlas: &'a mut File<G>,
    node: NodeId,
}

impl<G: Staffed> Hand<'_, G> {
    fn act(&mut self, action: &Action) -> Answer<Done> {
        match action {
            Action::Exclude { name } => self.exclude(name, true),
            Action::Include { name } => self.exclude(name, false),
            Action::Add { name } => self.line(std::slice::from_ref(name)),
            Action::Line { moves } => self.line(moves),
            Action::Boost { percent } => self.boost(*percent),
            Action::Damp { plies } => self.damp(*plies),
            Action::Note { text } => self.note(text),
            Action::Watch { rule, points } => self.watch(rule, *points),
            Action::Unwatch {} => self.unwatch(),
            Action::Unpark {} => self.unpark(),
        }
    }

    fn done(&self, words: String, undo: Vec<Action>) -> Done {
        Done {
            schema: "gametree.done/1",
            node: self.node,
            words,
            undo,
        }
    }

    fn steer(&mut self, order: Order) -> Answer<()> {
        self.atlas.steer(order).map_err(|error| refusal(&error))
    }

    /// A legal move, as people or engines write it.
    fn read(position: &G, name: &str) -> Answer<G::Move> {
        let name = name.trim();
        let over = position.outcome().is_some();
        let known = (!over).then(|| position.read_move(name)).flatten();
        let found = known.or_else(|| {
            position
                .moves()
                .filter(|_| !over)
                .find(|&m| position.wire(m) == name)
        });
        found.ok_or_else(|| {
            let shown: String = name.chars().take(20).collect();
            Refusal::bad(format!("'{shown}' is no legal move here"))
        })
    }

    fn exclude(&mut self, name: &str, on: bool) -> Answer<Done> {
        let position = self
            .atlas
            .position(self.node)
            .map_err(|error| refusal(&error))?;
        let m = Self::read(&position, name)?;
        let (code, name) = (position.encode(m), position.write_move(m));
        if self.atlas.query().child(self.node, code).is_none() {
            if !on {
                return Err(Refusal::absent(format!("{name} is not in the graph")));
            }
            self.atlas
                .add_move(self.node, m, Origin::User)
                .map_err(|error| refusal(&error))?;
        }
        self.steer(Order::Exclude {
            node: self.node,
            code,
            on,
        })?;
        let undo = if on {
            Action::Include { name: name.clone() }
        } else {
            Action::Exclude { name: name.clone() }
        };
        let word = if on {
            "excluded: it does not count any more"
        } else {
            "included again"
        };
        Ok(self.done(format!("{name} is {word}"), vec![undo]))
    }

    /// All moves are read before the first is added: a wrong one leaves everything as it is.
    fn line(&mut self, names: &[String]) -> Answer<Done> {
        if names.is_empty() || names.len() > LONGEST_LINE {
            return Err(Refusal::bad(format!(
                "a line has 1 to {LONGEST_LINE} moves"
            )));
        }
        let mut position = self
            .atlas
            .position(self.node)
            .map_err(|error| refusal(&error))?;
        let mut moves = Vec::with_capacity(names.len());
        for name in names {
            let m = Self::read(&position, name)?;
            moves.push((m, position.write_move(m)));
            position.play(m);
            position.settle();
        }
        let (mut at, mut undo, before) = (self.node, Vec::new(), self.atlas.graph().moves());
        for (m, name) in &moves {
            let known = self.atlas.graph().moves();
            let from = at;
            at = self
                .atlas
                .add_move(at, *m, Origin::User)
                .map_err(|error| refusal(&error))?;
            if undo.is_empty() && self.atlas.graph().moves() > known && from == self.node {
                undo.push(Action::Exclude { name: name.clone() });
            }
        }
        let new = self.atlas.graph().moves() - before;
        let words = match new {
            0 => "it is in the graph".to_string(),
            1 => "1 move added".to_string(),
            _ => format!("{new} moves added"),
        };
        Ok(Done {
            schema: "gametree.done/1",
            node: at,
            words,
            undo,
        })
    }

    fn boost(&mut self, percent: u8) -> Answer<Done> {
        if percent > 100 {
            return Err(Refusal::bad(
                "of a hundred questions at most a hundred go to one position",
            ));
        }
        let boosts = self.atlas.graph().boosts();
        let old = boosts
            .iter()
            .find(|(node, _)| *node == self.node)
            .map_or(0, |&(_, percent)| percent);
        let others: u32 = boosts
            .iter()
            .filter(|(node, _)| *node != self.node)
            .map(|&(_, p)| u32::from(p))
            .sum();
        if others + u32::from(percent) > 100 {
            return Err(Refusal::bad(format!(
                "other positions have {others} of a hundred questions already"
            ))
            .hint("take some away from them first"));
        }
        self.steer(Order::Boost {
            node: self.node,
            percent,
        })?;
        Ok(self.done(
            format!("{percent} of a hundred questions go below this position"),
            vec![Action::Boost { percent: old }],
        ))
    }

    fn damp(&mut self, plies: f64) -> Answer<Done> {
        if !(0.0..=1000.0).contains(&plies) {
            return Err(Refusal::bad("plies: from 0 to 1000"));
        }
        let old = self
            .atlas
            .graph()
            .marks()
            .get(&self.node)
            .map_or(0, |mark| mark.damp);
        self.steer(Order::Damp {
            node: self.node,
            milli: (plies * 1000.0).round() as u32,
        })?;
        let undo = Action::Damp {
            plies: f64::from(old) / 1000.0,
        };
        Ok(self.done(
            format!("every way here costs {plies} plies more"),
            vec![undo],
        ))
    }

    fn note(&mut self, text: &str) -> Answer<Done> {
        if text.len() > LONGEST_NOTE {
            return Err(Refusal::bad(format!(
                "a note has at most {LONGEST_NOTE} bytes"
            )));
        }
        let old = self.atlas.query().note(self.node);
        self.steer(Order::Note {
            node: self.node,
            text: text.trim().to_string(),
        })?;
        Ok(self.done("the note is kept".into(), vec![Action::Note { text: old }]))
    }

    fn watch(&mut self, rule: &str, points: Option<i32>) -> Answer<Done> {
        let points = |what: fn(i32) -> Rule| {
            let given = points.filter(|points| points.abs() <= 100_000);
            given
                .map(what)
                .ok_or_else(|| Refusal::bad("points: how many, at most 100,000"))
        };
        let rule = match rule {
            "best" => Rule::BestChanges,
            "moves" => points(Rule::Moves)?,
            "above" => points(|points| Rule::Above(Score::points(points).raw()))?,
            "below" => points(|points| Rule::Below(Score::points(points).raw()))?,
            other => {
                return Err(Refusal::bad(format!("'{other}' is not a rule"))
                    .hint("moves, best, above or below"));
            }
        };
        let mut undo = vec![Action::Unwatch {}];
        undo.extend(self.watches());
        self.steer(Order::Watch {
            node: self.node,
            rule: Some(rule),
        })?;
        Ok(self.done("it is watched".into(), undo))
    }

    fn watches(&self) -> Vec<Action> {
        let points = |raw: i32| Some(G::number_of(Score::from_raw(raw)) as i32);
        let action = |rule: &Rule| match *rule {
            Rule::BestChanges => Action::Watch {
                rule: "best".into(),
                points: None,
            },
            Rule::Moves(by) => Action::Watch {
                rule: "moves".into(),
                points: Some(by),
            },
            Rule::Above(raw) => Action::Watch {
                rule: "above".into(),
                points: points(raw),
            },
            Rule::Below(raw) => Action::Watch {
                rule: "below".into(),
                points: points(raw),
            },
        };
        let mark = self.atlas.graph().marks().get(&self.node);
        mark.map_or(Vec::new(), |mark| mark.watches.iter().map(action).collect())
    }

    fn unwatch(&mut self) -> Answer<Done> {
        let undo = self.watches();
        self.steer(Order::Watch {
            node: self.node,
            rule: None,
        })?;
        Ok(self.done("it is not watched any more".into(), undo))
    }

    fn unpark(&mut self) -> Answer<Done> {
        if self.atlas.query().position(self.node).parked.is_none() {
            return Err(Refusal::bad("this position is not parked"));
        }
        self.steer(Order::Unpark { node: self.node })?;
        Ok(self.done("it is tried again".into(), Vec::new()))
    }
}
