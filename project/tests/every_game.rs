//! Every game of the catalog that can be stored is a project in everything that a project can do.

use std::path::Path;
use std::sync::Arc;

use gametree_atlas::run::{Until, Wish};
use gametree_atlas::settings::Change;
use gametree_catalog::stored_games;
use gametree_project::export::{ExportAsk, Format};
use gametree_project::open::{Access, OpenAsk, open};
use gametree_project::request::{MapAsk, OutlineAsk};
use gametree_project::{
    Action, EngineChoice, Engines, Project, RunRequest, RunWatch, files, games,
};

/// The map from the root on, as pages request it.
const WHOLE_MAP: MapAsk = MapAsk {
    root: None,
    size: None,
    min: None,
    rows: None,
    limit: None,
};

/// Watches and says nothing.
struct Quiet;

impl RunWatch for Quiet {
    fn started(&mut self, _: &str) {}

    fn look(&mut self, _: &dyn Fn() -> Vec<gametree::Worker>) -> Wish {
        Wish::GoOn
    }
}

fn opened(path: &Path) -> Arc<dyn Project> {
    let project = open(OpenAsk {
        name: "x",
        path,
        access: Access::Write,
        follow: true,
        engines: Arc::new(Engines::default()),
    });
    project.expect("opened")
}

/// The user's own moves: a small game is decided by the first result, and grows no others.
fn add_two_moves(project: &dyn Project) {
    for legal in project.node(0).expect("the root").legal.iter().take(2) {
        let name = legal.name.clone();
        let done = project.act(0, &Action::Add { name }).expect("a legal move");
        assert_eq!(done.new_moves, 1);
    }
}

/// Twenty results, none of which takes long.
fn run(project: &dyn Project) {
    let few = Change {
        nodes: Some(1000),
        ..Change::default()
    };
    project.set(&few).expect("a setting");
    let request = RunRequest {
        engines: EngineChoice {
            hash: Some(1),
            reproducible: true,
            ..EngineChoice::builtin(1)
        },
        until: Until {
            evaluations: Some(20),
            ..Until::default()
        },
    };
    project.run(&request, &mut Quiet).expect("a run");
}

fn read_everything(project: &dyn Project) -> usize {
    let node = project.node(0).expect("the root");
    let moves = project.moves(0).expect("its moves");
    assert!(node.known > 0 && !moves.moves.is_empty() && moves.best.is_some());
    assert!(
        node.legal
            .iter()
            .all(|m| !m.uci.is_empty() && m.squares.to.is_some())
    );
    let line = project.line(0, 10).expect("a line");
    assert!(!line.moves.is_empty());
    let outline = project.outline(&OutlineAsk::default()).expect("an outline");
    let map = project.map(&WHOLE_MAP).expect("a map");
    assert!(outline.rows.len() > 1 && map.rows.len() > 1);
    project.queue(3).expect("a queue");
    let stats = project.stats().expect("figures");
    assert!(stats.positions > 1);
    assert!(!project.drawing(0).expect("a drawing").is_empty());
    moves.moves.len()
}

/// Without its best move the root has another line; undone, everything is as it was.
fn exclude_and_undo(project: &dyn Project) {
    let before = project.moves(0).expect("moves");
    let name = before.moves[0].name.clone();
    let done = project
        .act(0, &Action::Exclude { name, at: None })
        .expect("excluded");
    assert!(done.changed && !done.undo.is_empty());
    let excluded = project.moves(0).expect("moves");
    assert_ne!(excluded.moves, before.moves);
    for action in &done.undo {
        project.act(0, action).expect("undone");
    }
    assert_eq!(project.moves(0).expect("moves").moves, before.moves);
}

#[test]
fn figures_read_while_it_grew_are_those_of_a_new_start() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("x.atlas");
    files::create(&path, "connect4", "").expect("created");
    let figures = |project: &dyn Project| {
        serde_json::to_value(project.stats().expect("figures")).expect("JSON")
    };
    let project = opened(&path);
    let mut last = figures(&*project);
    for _ in 0..3 {
        run(&*project);
        let now = figures(&*project);
        assert!(now["evaluations"].as_u64() >= Some(20 + last["evaluations"].as_u64().unwrap()));
        last = now;
    }
    drop(project);
    let mut new = figures(&*opened(&path));
    // The file may be cut to length when it is closed.
    for figures in [&mut last, &mut new] {
        figures["bytes"].take();
    }
    assert_eq!(last, new);
}

fn json(project: &dyn Project) -> serde_json::Value {
    let mut text = Vec::new();
    let ask = ExportAsk {
        format: Format::Json,
        node: None,
        cut: Format::Json.cut(),
        best_line: false,
    };
    project.export(&ask, &mut text).expect("exported");
    serde_json::from_slice(&text).expect("JSON")
}

#[test]
fn every_game_is_created_run_read_steered_exported_and_reopened() {
    let directory = tempfile::tempdir().expect("a directory");
    for (info, _) in stored_games() {
        let path = directory.path().join(format!("{}.atlas", info.name));
        files::create(&path, info.name, "startpos").expect(info.name);
        let project = opened(&path);
        add_two_moves(&*project);
        run(&*project);
        let moves = read_everything(&*project);
        exclude_and_undo(&*project);
        let exported = json(&*project);
        assert_eq!(
            exported["positions"][0]["moves"].as_array().map(Vec::len),
            Some(moves)
        );
        drop(project);
        assert_eq!(json(&*opened(&path)), exported, "{}", info.name);
        assert!(files::check(&path).expect("checked").ok, "{}", info.name);
    }
}

#[test]
fn the_list_is_the_catalog_s() {
    let names = games::names();
    assert_eq!(names[0], "chess");
    assert!(names.contains(&"hex") && !names.contains(&"pig"));
    let why = files::create(Path::new("x.atlas"), "pig", "").expect_err("no project");
    assert!(
        why.message.contains("'pig' is not a game for projects"),
        "{}",
        why.message
    );
}
