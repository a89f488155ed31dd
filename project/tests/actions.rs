//! Every edit says how to undo it, and what is so already writes no fact.

use std::path::PathBuf;
use std::sync::Arc;

use gametree_atlas::run::{Until, Wish};
use gametree_atlas::settings::Change;
use gametree_project::action::Share;
use gametree_project::open::{Access, OpenAsk, open};
use gametree_project::{
    Action, EngineChoice, Engines, ErrorKind, Project, RunRequest, RunWatch, files,
};

/// A project of a game in a directory of its own.
struct Bench {
    _directory: tempfile::TempDir,
    project: Arc<dyn Project>,
}

fn bench(game: &str, position: &str) -> Bench {
    let directory = tempfile::tempdir().expect("a directory");
    let path: PathBuf = directory.path().join("x.atlas");
    files::create(&path, game, position).expect("made");
    let project = open(OpenAsk {
        name: "x",
        path: &path,
        access: Access::Write,
        follow: true,
        engines: Arc::new(Engines::default()),
    });
    Bench {
        _directory: directory,
        project: project.expect("opened"),
    }
}

fn line(words: &str) -> Action {
    Action::Line {
        moves: words.split(' ').map(String::from).collect(),
        any_root: false,
    }
}

fn exclude(name: &str) -> Action {
    Action::Exclude {
        name: name.into(),
        at: None,
    }
}

fn watch(rule: &str, points: Option<i64>) -> Action {
    Action::Watch {
        rule: rule.into(),
        points,
    }
}

/// Everything that an edit may change, apart from the order of facts.
fn state(project: &dyn Project) -> String {
    let root = project.node(0).expect("the root");
    let moves = project.moves(0).expect("its moves");
    let queue = project.queue(0).expect("the queue");
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?}",
        root.note,
        root.watches,
        root.damp,
        root.boost,
        queue.boosts,
        moves
            .moves
            .iter()
            .map(|row| (&row.name, row.state))
            .collect::<Vec<_>>()
    )
}

#[test]
fn every_edit_is_undone_by_what_it_says_and_a_second_one_writes_nothing() {
    for (game, word) in [("chess", "e4"), ("connect4", "4")] {
        let bench = bench(game, "");
        let project = &*bench.project;
        project.act(0, &line(word)).expect("added");
        let actions = [
            exclude(word),
            Action::Boost { percent: 40 },
            Action::Focus {},
            Action::Damp { plies: 1.5 },
            Action::Note {
                text: "seen".into(),
            },
            watch("best", None),
            watch("moves", Some(30)),
            watch("above", Some(50)),
            watch("below", Some(-999_994)),
        ];
        for action in actions {
            let before = state(project);
            let done = project.act(0, &action).expect("done");
            assert!(done.changed && !done.undo.is_empty(), "{action:?}");
            let facts = project.counts().facts;
            let again = project.act(0, &action).expect("said");
            assert!(!again.changed && again.undo.is_empty(), "{action:?} again");
            assert_eq!(project.counts().facts, facts, "{action:?} wrote a fact");
            for undo in &done.undo {
                project.act(0, undo).expect("undone");
            }
            assert_eq!(state(project), before, "{action:?}");
        }
    }
}

/// A watch for a mate comes back as it was.
#[test]
fn limits_that_are_decided_are_kept() {
    let bench = bench("chess", "");
    let project = &*bench.project;
    let mate = project.read_value("-#3").expect("a value");
    project
        .act(0, &watch("below", Some(mate)))
        .expect("watched");
    let done = project.act(0, &Action::Unwatch {}).expect("ended");
    assert_eq!(done.undo, [watch("below", Some(mate))]);
    assert_eq!(project.write_value(mate), "#-3");
    assert_eq!(project.read_value("#-3"), Some(mate));
}

#[test]
fn what_cannot_be_done_changes_nothing() {
    let bench = bench("chess", "");
    let project = &*bench.project;
    project.act(0, &line("e4 e5")).expect("added");
    let facts = project.counts().facts;
    let wrong = [
        line("e4 e5 e6"),
        exclude("e5"),
        Action::Include { name: "d4".into() },
        Action::Boost { percent: 101 },
        Action::Shares {
            shares: vec![
                Share {
                    node: 0,
                    percent: 60,
                },
                Share {
                    node: 1,
                    percent: 60,
                },
            ],
        },
        Action::Damp { plies: -1.0 },
        watch("above", None),
        watch("rains", None),
        Action::Unpark {},
        Action::Cancel { ticket: 7 },
        Action::Distrust { source: 3 },
        Action::Root {
            position: "8/8/8/8/8/8/8/8 w - - 0 1".into(),
            moves: Vec::new(),
        },
    ];
    for action in wrong {
        let error = project.act(0, &action).expect_err("refused");
        assert!(
            matches!(error.kind, ErrorKind::Invalid | ErrorKind::NotFound),
            "{action:?}: {error:?}"
        );
    }
    assert_eq!(project.counts().facts, facts);
    let change = Change {
        window: Some(0),
        ..Change::default()
    };
    assert!(project.set(&change).is_err());
    assert_eq!(
        project.find("#9").expect_err("no node").kind,
        ErrorKind::NotFound
    );
}

/// A line that begins elsewhere says where its first new move is.
#[test]
fn a_line_that_is_partly_known_is_undone_where_it_is_new() {
    let bench = bench("chess", "");
    let project = &*bench.project;
    project.act(0, &line("e4")).expect("added");
    let done = project.act(0, &line("e4 e5 Nf3")).expect("added");
    assert_eq!((done.new_moves, done.path.as_str()), (2, "e4 e5 Nf3"));
    let after = project.find("e4").expect("a node");
    let removal = |name: &str, at: u32| Action::Remove {
        name: name.into(),
        at: Some(at),
    };
    let last = project.find("e4 e5").expect("a node");
    assert_eq!(done.undo, [removal("Nf3", last), removal("e5", after)]);
    undo(project, 0, &done.undo);
    assert!(project.moves(after).expect("moves").moves.is_empty());
    assert!(project.find("e4 e5").is_err() && project.node(last).is_err());
    assert_eq!(project.counts().positions, 2, "the root and e4");
}

fn undo(project: &dyn Project, node: u32, actions: &[Action]) {
    for action in actions {
        project.act(node, action).expect("undone");
    }
}

/// A line is taken away whole; what else the user has put behind a move holds it.
#[test]
fn an_added_move_goes_again_unless_something_hangs_on_it() {
    let bench = bench("chess", "");
    let project = &*bench.project;
    let before = (state(project), project.counts().positions);
    let added = project.act(0, &line("a3")).expect("added");
    undo(project, 0, &added.undo);
    assert_eq!((state(project), project.counts().positions), before);
    let first = project.act(0, &line("a3")).expect("added again");
    assert_eq!(first.node, added.node, "it has the number it had");
    let second = project.act(0, &line("a3 a6")).expect("added");
    let held = project.act(0, &first.undo[0]).expect("said");
    assert!(
        !held.changed && held.words.contains("moves of yours"),
        "{held:?}"
    );
    undo(project, 0, &second.undo);
    let gone = project.act(0, &first.undo[0]).expect("removed");
    assert!(gone.changed && project.find("a3").is_err(), "{gone:?}");
    undo(project, 0, &gone.undo);
    assert_eq!(project.find("a3").expect("back"), added.node);
    let excluded = project.act(0, &exclude("h4")).expect("excluded");
    undo(project, 0, &excluded.undo);
    assert!(project.find("h4").is_err(), "nothing is left of it");
}

/// What engines have found behind it stays: the row is as it was without the user.
#[test]
fn a_searched_move_is_the_engines_after_the_undo() {
    let bench = bench("connect4", "");
    let project = &*bench.project;
    let added = project.act(0, &line("1")).expect("added");
    project.act(added.node, &Action::Focus {}).expect("focused");
    let request = RunRequest {
        engines: EngineChoice {
            commands: vec!["builtin".into()],
            count: Some(1),
            ..EngineChoice::default()
        },
        until: Until {
            evaluations: Some(8),
            ..Until::default()
        },
    };
    let mut looking = Looking {
        project,
        searching: Vec::new(),
    };
    project.run(&request, &mut looking).expect("it runs");
    project
        .act(0, &Action::Shares { shares: Vec::new() })
        .expect("no focus");
    let value = project.node(added.node).expect("there").value.value;
    let done = project.act(0, &added.undo[0]).expect("said");
    assert!(
        done.changed && done.words.contains("of the engines"),
        "{done:?}"
    );
    let rows = project.moves(0).expect("moves").moves;
    let row = rows
        .iter()
        .find(|row| row.name == "1")
        .expect("it is there");
    assert!(!row.by_user && row.state != "excluded", "{row:?}");
    assert_eq!(project.node(added.node).expect("there").value.value, value);
}

/// A move that looks like a number is a move; a node is named by #.
#[test]
fn columns_are_moves() {
    let bench = bench("connect4", "");
    let project = &*bench.project;
    let done = project.act(0, &line("4 4")).expect("added");
    assert_eq!(project.find("4 4").expect("a node"), done.node);
    assert_eq!(project.find("#1").expect("a node"), 1);
    assert_eq!(project.path(done.node).expect("a way"), "4 4");
}

/// Steps of a run that change nothing keep the revision: pages need not read again.
#[test]
fn reading_changes_no_revision() {
    let bench = bench("connect4", "");
    let project = &*bench.project;
    let before = project.revision();
    project.history(0).expect("a history");
    project
        .act(0, &Action::Note { text: "".into() })
        .expect("nothing");
    assert_eq!(project.revision(), before);
    project
        .act(0, &Action::Note { text: "a".into() })
        .expect("noted");
    assert!(project.revision() > before);
}

/// Looks at the queue while a run goes on.
struct Looking<'a> {
    project: &'a dyn Project,
    searching: Vec<(u64, String)>,
}

impl RunWatch for Looking<'_> {
    fn started(&mut self, _: &str) {}

    fn look(&mut self, workers: &dyn Fn() -> Vec<gametree::Worker>) -> Wish {
        let _ = workers();
        for row in self.project.queue(0).expect("the queue").open {
            assert!(row.searched <= 2 * row.nodes, "{row:?}");
            if row.state == "searching" {
                assert!(row.age.is_some(), "{row:?}");
                let engine = row.engine.expect("an engine has it");
                self.searching.push((row.ticket.expect("a number"), engine));
            }
        }
        Wish::GoOn
    }
}

/// The queue says which engine has which task; a task that is cancelled fails, and is tried again.
#[test]
fn open_tasks_are_told_and_can_be_cancelled() {
    let bench = bench("connect4", "");
    let project = &*bench.project;
    let mut looking = Looking {
        project,
        searching: Vec::new(),
    };
    let request = RunRequest {
        engines: EngineChoice {
            commands: vec!["builtin".into()],
            count: Some(1),
            ..EngineChoice::default()
        },
        until: Until {
            evaluations: Some(12),
            ..Until::default()
        },
    };
    project.run(&request, &mut looking).expect("it runs");
    assert!(
        looking
            .searching
            .iter()
            .all(|(_, engine)| engine.contains("built-in")),
        "{:?}",
        looking.searching
    );
    let open = project.queue(0).expect("the queue").open;
    let task = open.first().expect("tasks stay open after a limit");
    assert_eq!(
        (task.state, &task.engine, task.age),
        ("waiting", &None, None)
    );
    let ticket = task.ticket.expect("a number");
    let cancel = Action::Cancel { ticket };
    let done = project.act(task.node, &cancel).expect("cancelled");
    assert!(done.changed && done.words.contains("cancelled"), "{done:?}");
    let queue = project.queue(0).expect("the queue");
    assert!(queue.open.iter().all(|row| row.ticket != Some(ticket)));
    assert_eq!(queue.parked[0].reason, "cancelled");
    assert!(
        project.act(task.node, &cancel).is_err(),
        "it is not open any more"
    );
    project.act(task.node, &done.undo[0]).expect("tried again");
    assert!(project.queue(0).expect("the queue").parked.is_empty());
}

/// The next task is named by the whole way from the root, also where a position is boosted.
#[test]
fn the_next_task_of_a_boost_is_named_from_the_root() {
    let bench = bench("chess", "");
    let project = &*bench.project;
    let done = project.act(0, &line("e4 e5")).expect("added");
    project.act(done.node, &Action::Focus {}).expect("focused");
    let next = project.queue(0).expect("the queue").next.expect("a task");
    assert_eq!((next.node, next.path.as_str()), (done.node, "1.e4 e5"));
}

/// A project that began on a small computer keeps the engines of a large one busy; but where results
/// repeat, the graph does not depend on how many there are.
#[test]
fn the_window_grows_with_the_engines() {
    for (reproducible, window) in [(false, 12), (true, 4)] {
        let bench = bench("connect4", "");
        let project = &*bench.project;
        let change = Change {
            reproducible: Some(reproducible),
            ..Change::default()
        };
        project.set(&change).expect("set");
        let request = RunRequest {
            engines: EngineChoice::builtin(6),
            until: Until {
                evaluations: Some(8),
                ..Until::default()
            },
        };
        let mut looking = Looking {
            project,
            searching: Vec::new(),
        };
        project.run(&request, &mut looking).expect("it runs");
        assert_eq!(project.queue(0).expect("the queue").window, window);
    }
}
