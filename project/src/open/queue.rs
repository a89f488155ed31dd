//! Open tasks, the next ones and why, failed tasks.

use gametree::{Notation, Persistent, Question};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Fact, NodeId, Scope};
use gametree_atlas::graph;
use gametree_atlas::select::Action;
use gametree_atlas::store::{MemoryStore, Store};
use gametree_catalog::Position;

use super::about::About;
use super::run::RunSlot;
use crate::error::Result;
use crate::paths::{File, crumbs, joined, plies, way};
use crate::view::{BoostRow, CostRow, ParkedRow, QuestionRow, QueueView};

/// The queue of a project, and this many tasks ahead.
pub fn queue(about: &About, atlas: &File, run: &RunSlot, ahead: usize) -> Result<QueueView> {
    let graph = atlas.graph();
    let asked = |open: &graph::Open| Ok(with_progress(question(atlas, open)?, run));
    let boost = |&(node, percent): &(NodeId, u8)| {
        Ok(BoostRow {
            node,
            path: way(atlas, node)?,
            percent,
        })
    };
    Ok(QueueView {
        schema: "gametree.atlas.queue/1",
        project: about.name.clone(),
        window: graph.settings().window,
        open: graph.open().iter().map(asked).collect::<Result<_>>()?,
        next: next(atlas)?,
        ahead: look_ahead(atlas, ahead)?,
        parked: parked(atlas)?,
        boosts: graph.boosts().iter().map(boost).collect::<Result<_>>()?,
        answered: graph.evaluations(),
    })
}

/// The next task in a few words.
pub fn next_words(atlas: &File) -> Result<String> {
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

fn question<S: Store>(atlas: &Atlas<Position, S>, open: &graph::Open) -> Result<QuestionRow> {
    Ok(QuestionRow {
        ticket: Some(open.ticket),
        node: open.node,
        path: way(atlas, open.node)?,
        position: atlas.position(open.node)?.write(),
        scope: scope(open.scope),
        nodes: open.nodes,
        state: "planned",
        engine: None,
        searched: 0,
        age: None,
        costs: Vec::new(),
    })
}

/// An open task with what the run says of it.
fn with_progress(row: QuestionRow, run: &RunSlot) -> QuestionRow {
    let Some(ticket) = row.ticket else { return row };
    let engines = run.engines_at(ticket);
    let names: Vec<&str> = engines.iter().map(|(name, _)| *name).collect();
    let searched = engines.iter().map(|(_, task)| task.nodes).max();
    QuestionRow {
        state: match names.is_empty() {
            false => "searching",
            true if run.is_finished(ticket) => "finished",
            true => "waiting",
        },
        engine: (!names.is_empty()).then(|| names.join(", ")),
        searched: searched.unwrap_or(0),
        age: run.age(ticket).map(|age| age.as_secs_f64()),
        ..row
    }
}

/// Selects tasks on a copy in memory, as if every result took its time.
fn look_ahead(atlas: &File, most: usize) -> Result<Vec<QuestionRow>> {
    if most == 0 {
        return Ok(Vec::new());
    }
    let mut sketch = sketch(atlas)?;
    let mut ahead = Vec::new();
    while ahead.len() < most {
        let Some(Question { ticket, .. }) = sketch.ask()? else {
            break;
        };
        let open = sketch.graph().open().iter();
        let Some(open) = open.clone().find(|open| open.ticket == ticket) else {
            break;
        };
        ahead.push(question(&sketch, open)?);
    }
    Ok(ahead)
}

fn sketch(atlas: &File) -> Result<Atlas<Position, MemoryStore>> {
    let mut facts: Vec<Fact> = Vec::new();
    atlas.store().replay(&mut |fact| {
        facts.push(fact);
        Ok(())
    })?;
    let mut store = MemoryStore::new();
    store.append(&facts)?;
    Ok(Atlas::open_with(store, atlas.reader())?)
}

fn scope(scope: Scope) -> &'static str {
    match scope {
        Scope::Whole => "all",
        Scope::Rest => "others",
    }
}

/// The task that would come now, with the costs on the way.
fn next(atlas: &File) -> Result<Option<QuestionRow>> {
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
    // A boosted part begins at its own position; people read the way from the root.
    let (root, mut codes) = query.path(step.start);
    codes.extend(&step.path);
    let path = joined(&crumbs(atlas, root, &codes)?);
    let (scope, path) = match step.action {
        Action::Ask(which) => (scope(which), path),
        Action::Add(code) => {
            let position = atlas.position(step.node)?;
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
            ("all", format!("{path} {name}").trim().to_string())
        }
    };
    Ok(Some(QuestionRow {
        ticket: None,
        node: step.node,
        path,
        position: atlas.position(step.node)?.write(),
        scope,
        nodes: step.nodes,
        state: "planned",
        engine: None,
        searched: 0,
        age: None,
        costs,
    }))
}

fn parked(atlas: &File) -> Result<Vec<ParkedRow>> {
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
                position: atlas.position(node)?.write(),
                reason,
            })
        })
        .collect()
}
