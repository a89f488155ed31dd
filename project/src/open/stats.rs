//! Figures of a project.

use gametree_atlas::query::Stats;

use super::about::About;
use super::past::past;
use super::times::Times;
use crate::error::Result;
use crate::paths::File;
use crate::view::{EffortRow, SourceRow, StatsView};

/// Figures of a project; what its facts say of time is read as far as it is new.
pub fn stats(about: &About, atlas: &File, times: &mut Times) -> Result<StatsView> {
    times.read(atlas)?;
    let stats = atlas.query().stats();
    let store = atlas.store();
    let effort = |&(nodes, positions): &(u64, usize)| EffortRow { nodes, positions };
    Ok(StatsView {
        schema: "gametree.atlas.stats/1",
        project: about.name.clone(),
        game: about.game.clone(),
        file: about.path.display().to_string(),
        bytes: store.bytes(),
        facts: atlas.facts(),
        positions: stats.positions,
        moves: stats.moves,
        evaluations: stats.evaluations,
        engine_nodes: stats.engine_nodes,
        evaluated: stats.evaluated,
        open: stats.open,
        questions: stats.questions,
        parked: stats.parked,
        roots: stats.roots,
        transpositions: stats.transpositions,
        cycles: stats.cycles,
        largest_cycle: stats.largest_cycle,
        decided: stats.decided,
        ended: stats.ended,
        depth: stats.depth(),
        efforts: stats.efforts.iter().map(effort).collect(),
        created: store.created(),
        first_answer: times.first,
        last_answer: times.last,
        worked_seconds: times.worked,
        evaluations_per_hour: times.per_hour(),
        failures: times.failures,
        sources: sources(&stats, times),
        minutes: minutes(atlas)?,
        fingerprint: format!("{:016x}", stats.fingerprint),
        depths: stats.depths,
    })
}

fn sources(stats: &Stats, times: &Times) -> Vec<SourceRow> {
    let rows = stats.sources.iter().enumerate();
    let row = |(number, source): (usize, &gametree_atlas::query::SourceRow)| {
        let work = times.by_source(number);
        let seconds = work.millis as f64 / 1000.0;
        SourceRow {
            number,
            name: source.name.clone(),
            options: source.options.clone(),
            positions: source.positions,
            evaluations: work.answers,
            engine_nodes: work.nodes,
            seconds,
            nodes_per_second: (work.millis > 0).then(|| work.nodes as f64 / seconds),
            distrusted: source.distrusted,
        }
    };
    rows.map(row).collect()
}

fn minutes(atlas: &File) -> Result<Vec<(u64, u64, u64, u64)>> {
    let told = match atlas.journal() {
        Some(_) => None,
        None => Some(past(atlas)?),
    };
    let journal = atlas.journal().or(told.as_ref()).into_iter();
    let all = journal.flat_map(|journal| journal.minutes());
    Ok(all
        .map(|minute| (minute.at, minute.answers, minute.nodes, minute.positions))
        .collect())
}
