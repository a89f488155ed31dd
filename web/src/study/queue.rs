//! Open questions, the next one and why, what is parked.

use gametree_atlas::fact::{NodeId, Scope};
use gametree_atlas::select::Action;
use serde::Serialize;
use utoipa::ToSchema;

use super::Answer;
use super::node::{crumbs, joined, plies, way};
use super::open::{File, Open};
use crate::staff::Staffed;

/// The queue of a project.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct Queue {
    /// `gametree.queue/1`.
    pub schema: &'static str,
    /// How many questions may be open at once.
    pub window: u32,
    /// Questions that have been asked and not answered, the oldest first.
    pub open: Vec<QuestionRow>,
    /// What would be asked next; none where there is nothing to ask.
    pub next: Option<QuestionRow>,
    /// Positions whose question failed.
    pub parked: Vec<ParkedRow>,
    /// Positions to which the user gave a part of the questions.
    pub boosts: Vec<BoostRow>,
    /// Answers so far.
    pub answered: u64,
}

/// A question.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct QuestionRow {
    /// Its number.
    pub ticket: Option<u64>,
    /// The position.
    pub node: u32,
    /// The way to it, in words; empty for a root.
    pub path: String,
    /// `all` moves, or the `others` that are not in the graph.
    pub scope: &'static str,
    /// Positions to search.
    pub nodes: u64,
    /// The way from the root, with what each move costs, for the next question.
    pub costs: Vec<CostRow>,
}

/// What a move on the way costs.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct CostRow {
    /// The move.
    #[serde(rename = "move")]
    pub name: String,
    /// Plies.
    pub cost: f64,
}

/// A position whose question failed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct ParkedRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// What happened.
    pub reason: String,
}

/// A position to which the user gave a part of the questions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct BoostRow {
    /// The position.
    pub node: u32,
    /// The way to it.
    pub path: String,
    /// Of a hundred.
    pub percent: u8,
}

impl<G: Staffed> Open<G> {
    pub(super) fn show_queue(&self) -> Answer<Queue> {
        let atlas = self.atlas();
        let graph = atlas.graph();
        let asked = |open: &gametree_atlas::graph::Open| {
            Ok(QuestionRow {
                ticket: Some(open.ticket),
                node: open.node,
                path: way(&atlas, open.node)?,
                scope: scope(open.scope),
                nodes: open.nodes,
                costs: Vec::new(),
            })
        };
        let boost = |&(node, percent): &(NodeId, u8)| {
            Ok(BoostRow {
                node,
                path: way(&atlas, node)?,
                percent,
            })
        };
        Ok(Queue {
            schema: "gametree.queue/1",
            window: graph.settings().window,
            open: graph.open().iter().map(asked).collect::<Answer<_>>()?,
            next: next(&atlas)?,
            parked: parked(&atlas)?,
            boosts: graph.boosts().iter().map(boost).collect::<Answer<_>>()?,
            answered: graph.evaluations(),
        })
    }

    /// The next question in a few words.
    pub(super) fn next_words(atlas: &File<G>) -> Answer<String> {
        let Some(next) = next(atlas)? else {
            return Ok(String::new());
        };
        // Begun with +0, which the sum of nothing is not.
        let sum = next.costs.iter().fold(0.0, |sum, row| sum + row.cost);
        let at = if next.path.is_empty() {
            "the root".to_string()
        } else {
            next.path
        };
        let others = if next.scope == "others" {
            ", other moves"
        } else {
            ""
        };
        Ok(format!("{at}{others} (penalty {sum:.2})"))
    }
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Whole => "all",
        Scope::Rest => "others",
    }
}

/// What would be asked now, with the costs on the way.
fn next<G: Staffed>(atlas: &File<G>) -> Answer<Option<QuestionRow>> {
    let Some(step) = atlas.graph().select() else {
        return Ok(None);
    };
    let query = atlas.query();
    let way = crumbs(atlas, step.start, &step.path)?;
    let mut costs = Vec::new();
    for (crumb, &code) in way.windows(2).zip(&step.path) {
        let row = query
            .moves(crumb[0].node)
            .rows
            .into_iter()
            .find(|row| row.code == code);
        let cost = row.and_then(|row| row.cost).map_or(0.0, plies);
        costs.push(CostRow {
            name: crumb[1].name.clone(),
            cost,
        });
    }
    let (scope, path) = match step.action {
        Action::Ask(which) => (scope(which), joined(&way)),
        Action::Add(code) => {
            let position = atlas
                .position(step.node)
                .map_err(|error| super::open::refusal(&error))?;
            let name = position
                .decode(code)
                .map(|m| position.write_move(m))
                .unwrap_or_default();
            let rest = query
                .moves(step.node)
                .rest
                .and_then(|rest| rest.cost)
                .map_or(0.0, plies);
            costs.push(CostRow {
                name: name.clone(),
                cost: rest,
            });
            ("all", format!("{} {name}", joined(&way)).trim().to_string())
        }
    };
    Ok(Some(QuestionRow {
        ticket: None,
        node: step.node,
        path,
        scope,
        nodes: step.nodes,
        costs,
    }))
}

fn parked<G: Staffed>(atlas: &File<G>) -> Answer<Vec<ParkedRow>> {
    let query = atlas.query();
    let mut nodes: Vec<NodeId> = atlas.graph().marks().keys().copied().collect();
    nodes.sort_unstable();
    let reasons = nodes
        .into_iter()
        .filter_map(|node| Some((node, query.position(node).parked?)));
    reasons
        .map(|(node, reason)| {
            Ok(ParkedRow {
                node,
                path: way(atlas, node)?,
                reason,
            })
        })
        .collect()
}
