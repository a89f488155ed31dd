//! How a project stands.

use gametree::Persistent;
use gametree_atlas::fact::NodeId;

use super::about::{About, Mode};
use super::node::{best, opening};
use super::queue::next_words;
use super::run::RunSlot;
use crate::error::Result;
use crate::paths::{File, focused, root};
use crate::view::{Card, PositionValue, ProjectView, State};

/// A project with its run.
pub fn project(about: &About, atlas: &File, run: &RunSlot) -> Result<ProjectView> {
    let graph = atlas.graph();
    let roots = graph.roots().iter();
    Ok(ProjectView {
        schema: "gametree.atlas.project/1",
        card: card(about, atlas, run)?,
        players: atlas.game.facts.players,
        root: root(atlas)?,
        focus: focused(atlas),
        has_game: !graph.games().is_empty(),
        root_positions: roots.map(|root| (root.node, root.text.clone())).collect(),
        running: run.view(graph.evaluations()),
        settings: serde_json::to_value(graph.settings()).unwrap_or_default(),
        next: next_words(atlas)?,
        open_questions: graph.open().len(),
        writable: about.mode == Mode::Writable,
    })
}

fn card(about: &About, atlas: &File, run: &RunSlot) -> Result<Card> {
    let graph = atlas.graph();
    let query = atlas.query();
    let root = root(atlas)?;
    let position = atlas.position(root)?;
    let state = if about.mode == Mode::Elsewhere {
        State::Elsewhere
    } else {
        run.state()
    };
    Ok(Card {
        id: about.name.clone(),
        game: about.game.clone(),
        state,
        trouble: None,
        position: position.write(),
        opening: opening(atlas, root, &[])?,
        value: PositionValue::of(atlas.game.facts, query.value(root)),
        best: best(&query, &position, root),
        spark: spark(atlas, root),
        roots: graph.roots().len(),
        positions: graph.len() as u64,
        evaluations: graph.evaluations(),
        engine_nodes: graph.engine_nodes(),
        bytes: std::fs::metadata(&about.path).map_or(0, |about| about.len()),
        changed_at: 0,
        news: None,
        last_run: None,
    })
}

/// The most points of the small line in the list.
const SPARK: usize = 60;

/// The first player's chance at a followed position as time went by, thinned evenly.
fn spark(atlas: &File, node: NodeId) -> Vec<f64> {
    let series = atlas.journal().and_then(|journal| journal.of(node));
    let chances = series
        .into_iter()
        .flat_map(|series| series.points())
        .filter_map(|point| point.value);
    let all: Vec<f64> = chances
        .map(|value| atlas.game.facts.chance(value))
        .collect();
    let stride = all.len().div_ceil(SPARK).max(1);
    let last = all.len().saturating_sub(1);
    (0..all.len())
        .filter(|place| (last - place).is_multiple_of(stride))
        .map(|place| all[place])
        .collect()
}
