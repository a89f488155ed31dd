//! Any UCI engine: what one does not declare is not set, what it does not obey is replaced, and
//! what it cannot have searched is not believed.

use crate::uci_support;

use std::collections::BTreeMap;

use gametree::{Analyst, Answer, Finding, Game, Question, Score};
use gametree_chess::Chess;
use gametree_chess::shakmaty::Move;
use gametree_chess::uci::{
    Abilities, CancelToken, Engine, EngineSpec, Pool, Settings, Timeouts, find,
};
use uci_support::{SLACK, expected, long, scripted, started};

fn calm(reproducible: bool) -> Settings {
    Settings {
        timeouts: long(),
        reproducible,
        ..Settings::default()
    }
}

/// The results of a pool of one engine for these tasks.
fn answers(
    spec: &EngineSpec,
    questions: &[Question<Chess>],
    reproducible: bool,
) -> BTreeMap<u64, Answer<Move>> {
    let mut pool = Pool::start(std::slice::from_ref(spec), calm(reproducible))
        .unwrap_or_else(|error| panic!("{error}"));
    questions.iter().for_each(|q| pool.ask(q.clone()));
    let next = |_| pool.answer(4 * SLACK).expect("an answer");
    let answers = questions.iter().map(next);
    answers.map(|answer| (answer.ticket, answer)).collect()
}

fn answer(mode: &str, question: Question<Chess>) -> Answer<Move> {
    let mut answers = answers(&scripted(mode), &[question], false);
    answers.remove(&0).expect("the answer")
}

fn finding(mode: &str, question: Question<Chess>) -> Finding<Move> {
    let answer = answer(mode, question);
    answer.outcome.unwrap_or_else(|error| panic!("{error:?}"))
}

fn task(nodes: u64) -> Question<Chess> {
    Question {
        ticket: 0,
        position: Chess::default(),
        among: Vec::new(),
        nodes,
        lines: 1,
        region: 0,
    }
}

#[test]
fn hash_is_set_where_it_is_declared_and_within_its_range() {
    let hash = |mode: &str, wish: &str| {
        let spec = scripted(mode).wishing("Hash", wish);
        let engine = Engine::start(&spec, &long()).unwrap_or_else(|error| panic!("{error}"));
        engine.value("Hash")
    };
    assert_eq!(hash("normal", "128").as_deref(), Some("128"));
    assert_eq!(hash("small-hash", "128").as_deref(), Some("8"));
    assert_eq!(hash("small-hash", "1").as_deref(), Some("2"));
    assert_eq!(hash("no-hash", "128"), None);
    let named = scripted("normal").with("hash", "32").wishing("Hash", "128");
    let engine = Engine::start(&named, &long()).unwrap();
    assert_eq!(
        engine.value("Hash").as_deref(),
        Some("32"),
        "what is said goes first"
    );
    let refused = Engine::start(&scripted("no-hash").with("Hash", "1"), &long());
    assert!(refused.is_err(), "what is said and not there is an error");
}

#[test]
fn what_an_engine_obeys_is_found_out() {
    let tried = |mode: &str| {
        let mut engine = started(mode, &long());
        engine.try_abilities(&CancelToken::new()).unwrap()
    };
    assert_eq!(tried("normal"), Abilities::ALL);
    let deaf = Abilities {
        searchmoves: false,
        nodes: true,
    };
    assert_eq!(tried("no-searchmoves"), deaf);
    assert_eq!(tried("no-multipv"), deaf);
    let hasty = Abilities {
        searchmoves: true,
        nodes: false,
    };
    assert_eq!(tried("no-nodes"), hasty);
}

/// All moves but the first few, as for a position whose best moves are in the graph.
fn rest(position: &Chess, known: usize) -> Vec<Move> {
    position.moves().skip(known).collect()
}

#[test]
fn without_searchmoves_the_best_allowed_line_counts() {
    let position = Chess::default();
    let question = Question {
        among: rest(&position, 3),
        ..task(1000)
    };
    let found = finding("no-searchmoves", question.clone());
    assert_eq!(found.line[0], question.among[0]);
    assert_eq!(found.value, expected(&position).plus(-3));
    assert_eq!(found.shown, [(question.among[0], found.value)]);
}

#[test]
fn without_lines_enough_the_positions_behind_the_moves_are_searched() {
    let position = Chess::default();
    for (mode, known) in [("no-multipv", 1), ("no-searchmoves", 10)] {
        let question = Question {
            among: rest(&position, known),
            ..task(20_000)
        };
        let found = finding(mode, question.clone());
        let behind = question.among.iter().map(|&m| expected(&position.after(m)));
        assert_eq!(Some(found.value), behind.max(), "{mode}");
        assert_eq!(
            expected(&position.after(found.line[0])),
            found.value,
            "{mode}"
        );
        assert!(found.line.len() > 1, "{mode}: {:?}", found.line);
        assert_eq!(found.nodes, 1234 * question.among.len() as u64, "{mode}");
    }
}

#[test]
fn a_game_that_ends_behind_a_move_has_its_value_by_the_rules() {
    let position = Chess::from_fen("7k/8/5KQ1/8/8/8/8/8 w - - 0 1").unwrap();
    let question = Question {
        among: position
            .moves()
            .filter(|&m| position.uci(m) != "g6g1")
            .collect(),
        position: position.clone(),
        ..task(20_000)
    };
    let found = finding("no-multipv", question);
    assert_eq!(found.value, Score::win_in(1));
    assert_eq!(found.line.len(), 1);
}

#[test]
fn without_nodes_time_or_depth_take_their_place() {
    let found = finding("no-nodes", task(20_000));
    assert_eq!(
        (found.value, found.nodes),
        (expected(&Chess::default()), 5000)
    );
    let spec = scripted("no-nodes");
    let repeated = |_| {
        let mut answers = answers(&spec, &[task(20_000)], true);
        answers.remove(&0).unwrap().outcome.unwrap()
    };
    let twice: Vec<Finding<Move>> = (0..2).map(repeated).collect();
    assert_eq!(twice[0], twice[1], "answers repeat");
    assert_eq!(twice[0].nodes, 20_000, "four depths");
}

#[test]
fn an_answer_with_a_hundredth_of_the_nodes_is_not_believed() {
    let error = answer("few-nodes", task(50_000)).outcome.unwrap_err();
    assert!(
        error.what.contains("200 of 50000 nodes") && error.attempts == 3,
        "{error:?}"
    );
    assert!(answer("few-nodes", task(10_000)).outcome.is_ok());
}

#[test]
fn node_counts_are_capped_at_twice_what_was_asked() {
    assert_eq!(finding("many-nodes", task(50_000)).nodes, 100_000);
}

#[test]
fn a_mate_that_is_none_is_no_answer() {
    let error = answer("false-mate", task(1000)).outcome.unwrap_err();
    assert!(error.what.contains("its mate is none"), "{error:?}");
}

#[test]
fn names_have_an_end() {
    assert_eq!(started("long-name", &long()).name().len(), 100);
}

/// Twenty tasks of a game: whole positions, and the rest after some moves.
fn tasks(nodes: u64) -> Vec<Question<Chess>> {
    let mut position = Chess::default();
    let mut tasks = Vec::new();
    for ticket in 0..20 {
        let moves: Vec<Move> = position.moves().collect();
        let known = [0, 1, 3, 12][ticket % 4];
        let among = if known == 0 {
            Vec::new()
        } else {
            rest(&position, known)
        };
        tasks.push(Question {
            ticket: ticket as u64,
            position: position.clone(),
            among,
            nodes,
            lines: 1,
            region: 0,
        });
        position.play(moves[(ticket * 7 + 3) % moves.len()]);
    }
    tasks
}

/// The engines that Debian has; where tests must not be skipped they must be there.
fn real(command: &str) -> Option<EngineSpec> {
    let spec = EngineSpec::parse(command).unwrap();
    let there = find(&spec.command[0]).is_some();
    let must = std::env::var("CI").is_ok_and(|ci| ci == "true");
    assert!(there || !must, "{command} is not installed");
    if !there {
        eprintln!("skipped: {command} is not installed");
    }
    there.then(|| spec.wishing("Hash", "16"))
}

fn answers_all(command: &str, reproducible: bool) {
    let Some(spec) = real(command) else { return };
    let tasks = tasks(5_000);
    let answers = answers(&spec, &tasks, reproducible);
    for task in &tasks {
        let outcome = &answers[&task.ticket].outcome;
        let found = outcome
            .as_ref()
            .unwrap_or_else(|error| panic!("{command}: {error:?}"));
        let allowed = task.among.is_empty() || task.among.contains(&found.line[0]);
        assert!(allowed, "{command}: {:?}", found.line);
        assert!(
            (50..=10_000).contains(&found.nodes),
            "{command}: {} nodes",
            found.nodes
        );
    }
}

#[test]
fn stockfish_answers_everything() {
    answers_all("stockfish", false);
}

#[test]
fn ethereal_answers_everything() {
    answers_all("ethereal-chess", false);
    answers_all("ethereal-chess", true);
}

#[test]
fn toga_answers_everything() {
    answers_all("toga2", false);
    answers_all("toga2", true);
}

#[test]
fn gnuchess_answers_everything() {
    answers_all("gnuchess --uci", false);
    answers_all("gnuchess --uci", true);
}

#[test]
fn an_engine_that_answers_nothing_is_not_tried_for_ever() {
    let timeouts = Timeouts {
        slowest: 1_000_000,
        ..uci_support::short()
    };
    let mut engine = started("never-answers", &timeouts);
    assert!(engine.try_abilities(&CancelToken::new()).is_err());
}
