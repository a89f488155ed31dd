//! How a project stands.

use gametree_atlas::fact::NodeId;

use super::Answer;
use super::node::opening;
use super::open::{File, Mode, Open, lock};
use crate::staff::Staffed;
use crate::view::{Card, Project, State, Worth};

impl<G: Staffed> Open<G> {
    pub(super) fn describe(&self) -> Answer<Project> {
        let atlas = self.atlas();
        let graph = atlas.graph();
        let running = lock(&self.run).told(graph.evaluations());
        Ok(Project {
            schema: "gametree.project/1",
            card: self.card(&atlas)?,
            players: G::players(),
            root: Open::root(&atlas)?,
            roots: graph
                .roots()
                .iter()
                .map(|root| (root.node, root.text.clone()))
                .collect(),
            running,
            settings: serde_json::to_value(graph.settings()).unwrap_or_default(),
            next: Open::next_words(&atlas)?,
            open_questions: graph.open().len(),
            writable: self.mode == Mode::Writable,
        })
    }

    fn card(&self, atlas: &File<G>) -> Answer<Card> {
        let (graph, query) = (atlas.graph(), atlas.query());
        let root = Open::root(atlas)?;
        let position = atlas
            .position(root)
            .map_err(|error| super::open::refusal(&error))?;
        let best = query
            .best(root)
            .and_then(|code| position.decode(code))
            .map(|m| position.write_move(m));
        let state = if self.mode == Mode::Elsewhere {
            State::Elsewhere
        } else {
            lock(&self.run).state()
        };
        Ok(Card {
            id: self.id.clone(),
            game: self.game.clone(),
            state,
            trouble: None,
            position: position.write(),
            opening: opening(atlas, root, &[])?,
            value: query.value(root).map(Worth::of::<G>),
            best,
            spark: spark(atlas, root),
            positions: graph.len() as u64,
            evaluations: graph.evaluations(),
            bytes: std::fs::metadata(&self.path).map_or(0, |about| about.len()),
            changed_at: 0,
            news: None,
        })
    }
}

/// The most points of the small line in the list.
const SPARK: usize = 60;

/// The first player's chance at a followed position as time went by, thinned evenly.
fn spark<G: Staffed>(atlas: &File<G>, node: NodeId) -> Vec<f64> {
    let series = atlas.journal().and_then(|journal| journal.of(node));
    let chances = series
        .into_iter()
        .flat_map(|series| series.points())
        .filter_map(|point| point.value);
    let all: Vec<f64> = chances.map(G::chance).collect();
    let stride = all.len().div_ceil(SPARK).max(1);
    let last = all.len().saturating_sub(1);
    (0..all.len())
        .filter(|place| (last - place).is_multiple_of(stride))
        .map(|place| all[place])
        .collect()
}
