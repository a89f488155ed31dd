//! The module as a whole, on the textbook's trees and on random ones.

use gametree::alphabeta::AlphaBeta;
use gametree::df_pn::DfPn;
use gametree::minimax::Minimax;
use gametree::tree::{Estimates, Node, Shape, Tree, TwoPlayerTree, random};
use gametree::{Bound, Chance, Counts, Window, view};
use gametree::{Event, Game, Limits, Observer, Player, Report, Score, Search, Stop};
use serde_json::{Value, json};

use super::testing::explained;
use super::{Explanation, Lens, Options, explain, explain_through};

const AIMA: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

fn on<T>(text: &str, check: impl FnOnce(&Explanation<'_>) -> T) -> T {
    explained(
        &text.parse().unwrap(),
        &mut AlphaBeta::blind(),
        &Limits::none(),
        check,
    )
}

fn sentences(told: &Explanation<'_>, kind: &str) -> Vec<String> {
    told.steps
        .iter()
        .filter(|step| step.kind == kind)
        .map(|step| step.text.clone())
        .collect()
}

#[test]
fn the_textbook_tree_saves_two_leaves_and_says_why() {
    on(AIMA, |told| {
        assert_eq!((told.leaves_evaluated, told.leaves_total.count), (7, 9));
        let cuts = sentences(told, "cutoff");
        assert_eq!(
            cuts[0],
            "MIN at B has found 2 ≤ α = 3: MAX already has 3 at A, so the other 2 moves of B cannot matter \
             (cut by l_1 = 3): 2 leaves saved."
        );
        assert!(cuts[1].contains("last move anyway"), "{}", cuts[1]);
        let data = told.json();
        assert_eq!(data["schema"], "gametree.explain/1");
        assert_eq!(
            (&data["value"], &data["best"], &data["best_name"]),
            (&json!(3), &json!("1"), &json!("A"))
        );
        assert_eq!(
            (&data["leaves_evaluated"], &data["leaves_total"]),
            (&json!(7), &json!(9))
        );
        let names: Vec<&Value> = data["pruned"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cut| &cut["name"])
            .collect();
        assert_eq!(names, ["B2", "B3"]);
        assert_eq!(data["pruned"][0]["node"], "B");
        assert_eq!(data["line_names"], json!(["A", "A1"]));
        assert_eq!(
            data["strategy"]["root"],
            json!({"move": "1", "to": "A", "value": 3})
        );
        assert_eq!(data["replies"]["A"], json!(["A1", "A2", "A3"]));
        assert_eq!(data["events"].as_array().unwrap().len(), told.steps.len());
    });
}

#[test]
fn minimax_never_speaks_of_windows() {
    let tree: Tree = AIMA.parse().unwrap();
    explained(&tree, &mut Minimax::blind(), &Limits::none(), |told| {
        assert!(
            told.steps
                .iter()
                .all(|step| !step.text.contains('α') && !step.text.contains('β'))
        );
        assert_eq!((told.leaves_evaluated, told.pruned.len()), (9, 0));
    });
}

#[test]
fn a_deep_cut_names_the_bound_that_decides_among_all_on_the_path() {
    // B1a: 2 is below what the root has at A; MIN's l_2 and MAX's l_3 are not it.
    on("(max 6 (min 7 (max 5 (min 2 9))))", |told| {
        let cuts = sentences(told, "cutoff");
        assert!(cuts[0].contains("(cut by l_1 = 6)"), "{}", cuts[0]);
        assert!(cuts[0].ends_with(
            "On the path: l_1 = 6 (MAX's, at A), l_2 = 7 (MIN's, at B1), l_3 = 5 (MAX's, at B2a)."
        ));
        let event = &told.json()["events"]
            .as_array()
            .unwrap()
            .iter()
            .find(|e| e["kind"] == "cutoff")
            .cloned();
        let event = event.as_ref().unwrap();
        assert_eq!(
            (&event["cut_by"], event["bounds"].as_array().unwrap().len()),
            (&json!(1), 3)
        );
    });
}

#[test]
fn on_random_trees_every_leaf_is_evaluated_or_saved_and_the_report_is_the_same() {
    let mut saved = 0;
    for seed in 0..1_500 {
        let alternating = seed % 3 > 0;
        let tree = random(
            &Shape {
                alternating,
                values: -4..=4,
                most_nodes: 120,
                ..Shape::default()
            },
            seed,
        );
        let plain = AlphaBeta::blind().search(&tree.two_player().unwrap(), &Limits::none());
        explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            let total = told.leaves_total;
            let cut: u64 = told.pruned.iter().map(|branch| branch.leaves.count).sum();
            assert_eq!(
                (total.count, total.exact),
                (tree.leaves() as u64, true),
                "seed {seed}"
            );
            assert_eq!(told.leaves_evaluated + cut, total.count, "seed {seed}");
            let last = told
                .steps
                .iter()
                .rev()
                .find(|step| step.kind == "leave" || step.kind == "leaf");
            assert_eq!(
                last.and_then(|step| step.value),
                Some(plain.value),
                "seed {seed}"
            );
            assert_eq!(
                (told.value, told.counts),
                (plain.value, plain.counts),
                "seed {seed}"
            );
            let moves: Vec<String> = plain.line.iter().map(|m| (m + 1).to_string()).collect();
            assert_eq!(told.moves, moves, "seed {seed}");
            let first = told
                .strategy
                .decisions
                .first()
                .map(|decision| decision.value);
            assert!(
                first.is_none_or(|value| value == plain.value),
                "seed {seed}"
            );
            saved += cut;
            if let Some(step) = told.steps.last() {
                assert_eq!(
                    (step.evaluated, step.saved),
                    (told.leaves_evaluated, cut),
                    "seed {seed}"
                );
            }
        });
    }
    assert!(saved > 10_000, "{saved} leaves saved");
}

#[test]
fn every_cut_of_alpha_beta_is_explained_by_a_bound_on_the_path() {
    for seed in 0..500 {
        let tree = random(&Shape::default(), seed);
        explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            for cut in sentences(told, "cutoff") {
                assert!(
                    cut.contains("cut by l_") || cut.contains("last move anyway"),
                    "seed {seed}: {cut}"
                );
            }
        });
    }
}

#[test]
fn at_a_depth_limit_the_leaves_are_those_of_that_depth() {
    let tree = random(&Shape::uniform(3, 5), 4);
    let root = tree.two_player().unwrap();
    for depth in 1..=5 {
        explained(
            &tree,
            &mut AlphaBeta {
                evaluator: Estimates,
            },
            &Limits::depth(depth),
            |told| {
                assert_eq!(told.leaves_total.count, 3u64.pow(depth));
                let plain = AlphaBeta {
                    evaluator: Estimates,
                }
                .search(&root, &Limits::depth(depth));
                assert_eq!(told.value, plain.value);
                let horizon = if depth < 5 {
                    plain.counts.evaluations
                } else {
                    told.leaves_evaluated
                };
                assert_eq!(told.leaves_evaluated, horizon);
                assert!(depth < 3 || told.leaves_evaluated < told.leaves_total.count);
            },
        );
    }
}

/// A game of matches whose win has a length: alpha-beta asks twice.
#[derive(Clone)]
struct Matches(u8, Player);

impl Game for Matches {
    type Move = u8;
    fn turn(&self) -> Player {
        self.1
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        1..=self.0.min(3)
    }
    fn play(&mut self, take: u8) {
        *self = Matches(self.0 - take, self.1.opponent());
    }
    fn outcome(&self) -> Option<gametree::Outcome> {
        (self.0 == 0).then(|| gametree::Outcome::Win(self.1.opponent()))
    }
}
impl gametree::TwoPlayer for Matches {}
impl std::fmt::Display for Matches {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}\nplayer {} to move",
            "|".repeat(self.0.into()),
            self.1.0 + 1
        )
    }
}
impl gametree::Notation for Matches {
    fn write_move(&self, m: u8) -> String {
        format!("take{m}")
    }
}

fn on_matches<T>(left: u8, options: &Options, check: impl FnOnce(&Explanation<'_>) -> T) -> T {
    let root = Matches(left, Player::FIRST);
    check(&explain(
        &root,
        &mut AlphaBeta::blind(),
        &Limits::none(),
        options,
        &|value| value.to_string(),
    ))
}

#[test]
fn the_second_pass_over_wins_is_told_and_counted_once() {
    on_matches(6, &Options::default(), |told| {
        assert_eq!(told.value, Score::win_in(3));
        let passes = sentences(told, "iteration");
        assert_eq!(
            passes,
            ["The first player wins. A second pass, among the wins only, asks how fast."]
        );
        let cut: u64 = told.pruned.iter().map(|branch| branch.leaves.count).sum();
        assert_eq!(told.leaves_evaluated + cut, told.leaves_total.count);
        let cuts = sentences(told, "cutoff");
        assert!(cuts.iter().any(|cut| cut.contains("saved")), "{cuts:?}");
        assert!(
            told.text().contains("Best play: take2, take1, take3."),
            "{}",
            told.text()
        );
        assert_eq!(told.moves[0], "take2");
        assert_eq!(told.json()["value"], "+#3");
    });
}

#[test]
fn a_search_that_tells_no_leaves_is_not_said_to_have_saved_them() {
    let tree: Tree = AIMA.parse().unwrap();
    explained(&tree, &mut DfPn::blind(), &Limits::none(), |told| {
        assert!(!told.leaves_reported && told.pruned.is_empty() && told.steps.len() > 3);
        let summary = told.summary();
        assert!(
            summary.contains("does not tell which leaves it evaluates"),
            "{summary}"
        );
        assert!(!summary.contains("saved") && told.json()["leaves_evaluated"].is_null());
    });
    on_matches(6, &Options::default(), |told| assert!(told.leaves_reported));
}

#[test]
fn a_game_is_told_with_its_board_and_its_winners() {
    on_matches(4, &Options::default(), |told| {
        let text = told.text();
        assert!(text.contains("\n||||\nplayer 1 to move\n"), "{text}");
        assert!(
            text.contains("the game ends there, MIN has won ("),
            "{text}"
        );
        assert!(
            text.contains("means that MIN wins in 2 moves of both sides"),
            "{text}"
        );
        assert!(told.html().contains("|||\\nplayer 2 to move"));
    });
    on(AIMA, |told| {
        assert!(told.boards.iter().all(Option::is_none))
    });
}

#[test]
fn beyond_the_caps_the_rest_is_counted_and_said_to_be() {
    let full = on_matches(12, &Options::default(), |told| told.leaves_total);
    assert!(full.exact);
    let small = Options {
        max_nodes: 100,
        max_steps: 50,
        ..Options::default()
    };
    on_matches(12, &small, |told| {
        assert!(told.trace.nodes.len() <= 100 && told.steps.len() == 51);
        assert!(told.text().contains("more nodes than were kept"));
        assert!(told.leaves_evaluated <= told.leaves_total.count && told.leaves_total == full);
        assert!(told.trace.unrecorded > 0 && told.text().contains("more events, not told"));
        assert_eq!(
            told.strategy.note,
            Some("the tree is too large for a complete strategy")
        );
        well_formed(&told.svg());
    });
}

/// A best-first search of the simplest kind: grows the tree breadth first, backing up minimax
/// values.
struct Breadth {
    expansions: usize,
}

impl<'t> Search<TwoPlayerTree<'t>> for Breadth {
    fn watch<O: Observer<TwoPlayerTree<'t>>>(
        &mut self,
        root: &TwoPlayerTree<'t>,
        _: &Limits,
        observer: &mut O,
    ) -> Report<u32> {
        let mut tree = vec![Grown {
            position: *root,
            parent: None,
            children: Vec::new(),
            value: Score::DRAW,
        }];
        observer.see(&Event::Grow {
            node: 0,
            parent: None,
            via: None,
            position: root,
            value: Score::DRAW,
        });
        let mut tip = 0;
        for _ in 0..self.expansions {
            while tip < tree.len() && tree[tip].position.outcome().is_some() {
                tip += 1;
            }
            if tip == tree.len() {
                break;
            }
            observer.see(&Event::Select { node: tip as u32 });
            grow(&mut tree, tip, observer);
            back_up(&mut tree, tip, observer);
            tip += 1;
        }
        let children = &tree[0].children;
        let best = children
            .iter()
            .position(|&child| tree[child].value == tree[0].value)
            .unwrap_or(0) as u32;
        Report {
            value: tree[0].value,
            line: vec![best],
            proven: false,
            stop: Stop::Nodes,
            depth: 0,
            counts: Counts::default(),
            elapsed: std::time::Duration::ZERO,
        }
    }
}

struct Grown<'t> {
    position: TwoPlayerTree<'t>,
    parent: Option<usize>,
    children: Vec<usize>,
    value: Score,
}

fn grow<'t>(
    tree: &mut Vec<Grown<'t>>,
    tip: usize,
    observer: &mut impl Observer<TwoPlayerTree<'t>>,
) {
    let above = tree[tip].position;
    for m in above.moves() {
        let position = above.after(m);
        let value = position
            .outcome()
            .map_or(Score::DRAW, |o| view::outcome_score(o, Player::FIRST, 0));
        let (node, parent) = (tree.len() as u32, Some(tip as u32));
        observer.see(&Event::Grow {
            node,
            parent,
            via: Some(m),
            position: &position,
            value,
        });
        tree[tip].children.push(node as usize);
        tree.push(Grown {
            position,
            parent: Some(tip),
            children: Vec::new(),
            value,
        });
    }
}

fn back_up<'t>(
    tree: &mut [Grown<'t>],
    tip: usize,
    observer: &mut impl Observer<TwoPlayerTree<'t>>,
) {
    let mut at = Some(tip);
    while let Some(node) = at {
        let mover = tree[node].position.turn();
        let best = tree[node]
            .children
            .iter()
            .map(|&child| view::flip(tree[child].value, mover))
            .max();
        tree[node].value = best.map_or(tree[node].value, |best| view::flip(best, mover));
        let labels = [("proof", 2.0), ("disproof", f64::INFINITY)];
        observer.see(&Event::Backup {
            node: node as u32,
            value: tree[node].value,
            labels: &labels,
        });
        at = tree[node].parent;
    }
}

#[test]
fn best_first_searches_are_told_as_growth() {
    let tree: Tree = "(max (min 3 12 8) (min 2 (max 4 1)) (min 14 5 2))"
        .parse()
        .unwrap();
    explained(
        &tree,
        &mut Breadth { expansions: 3 },
        &Limits::none(),
        |told| {
            let text = told.text();
            for expected in [
                "The tree begins with the root, MAX to move, first value 0.",
                "B is added below the root, first value 0.",
                "The search turns to A: of all tips this one matters most now.",
                "The value of A is computed again: 3 (proof 2, disproof ∞).",
                "C1     1 leaf; other tips were more urgent than this one below C",
            ] {
                assert!(text.contains(expected), "{expected:?} is not in\n{text}");
            }
            assert_eq!((told.leaves_evaluated, told.leaves_total.count), (4, 9));
            assert_eq!(told.line, [0, 1]);
            well_formed(&told.svg());
        },
    );
    explained(
        &tree,
        &mut Breadth { expansions: 99 },
        &Limits::none(),
        |told| {
            assert_eq!((told.value, told.leaves_evaluated), (Score::points(3), 9));
        },
    );
}

#[test]
fn the_picture_is_well_formed_and_shows_what_was_cut() {
    on(AIMA, |told| {
        let svg = told.svg();
        well_formed(&svg);
        assert_eq!(svg.matches("class=\"node tip leaf\" id").count(), 7);
        assert_eq!(svg.matches("class=\"node tip cut\" id").count(), 2);
        assert_eq!(svg.matches("class=\"edge cut\" id").count(), 2);
        assert_eq!(svg.matches("class=\"edge line\" id").count(), 2);
        assert_eq!(
            svg.matches("class=\"node min").count(),
            4,
            "three and the legend's"
        );
    });
    for seed in 0..50 {
        let tree = random(&Shape::default(), seed);
        explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            well_formed(&told.svg())
        });
    }
}

#[test]
fn hostile_names_stay_text() {
    let evil = "(max </script><b>&\"'{{data}}:(min 3 4) ok:2)";
    on(evil, |told| {
        well_formed(&told.svg());
        let page = told.html();
        assert_eq!(page.matches("</script").count(), 2, "the page's own two");
        assert!(!page.contains("<b>&"));
        let start = page.find("id=\"data\">").unwrap() + 10;
        let data: Value =
            serde_json::from_str(&page[start..start + page[start..].find("</script").unwrap()])
                .unwrap();
        assert_eq!(data["nodes"][1]["name"], "</script><b>&\"'{{data}}");
    });
}

#[test]
fn the_page_asks_for_nothing_from_outside() {
    on(AIMA, |told| {
        let page = told.html();
        for outside in ["http:", "https:", "src=", "url(", "@import", "fetch(", "{{"] {
            assert!(!page.contains(outside), "{outside} in the page");
        }
        for wanted in [
            "aria-live",
            "prefers-color-scheme: dark",
            "type=\"range\"",
            "ArrowLeft",
            "lang=\"en\"",
        ] {
            assert!(page.contains(wanted), "{wanted} is missing");
        }
        assert_eq!(page.matches("<title>").count(), 1 + told.trace.nodes.len());
    });
}

/// Expected values, depth first: the least search that meets chance nodes.
struct Expect;

impl<'t> Search<Node<'t>> for Expect {
    fn watch<O: Observer<Node<'t>>>(
        &mut self,
        root: &Node<'t>,
        _: &Limits,
        observer: &mut O,
    ) -> Report<u32> {
        let (value, best) = expect(root, None, 0, observer);
        Report {
            value,
            line: vec![best],
            proven: true,
            stop: Stop::Done,
            depth: 0,
            counts: Counts::default(),
            elapsed: std::time::Duration::ZERO,
        }
    }
}

fn expect<'t>(
    at: &Node<'t>,
    via: Option<u32>,
    ply: u32,
    observer: &mut impl Observer<Node<'t>>,
) -> (Score, u32) {
    let window = Window {
        alpha: -Score::INFINITY,
        beta: Score::INFINITY,
    };
    observer.see(&Event::Enter {
        ply,
        via,
        position: at,
        depth: u32::MAX,
        window,
    });
    if let Some(outcome) = at.outcome() {
        let value = view::outcome_score(outcome, Player::FIRST, ply);
        observer.see(&Event::Leaf {
            ply,
            value,
            terminal: true,
        });
        return (value, 0);
    }
    let values: Vec<Score> = at
        .moves()
        .map(|m| expect(&at.after(m), Some(m), ply + 1, observer).0)
        .collect();
    let (value, best) = match at.chances() {
        Some(chances) => {
            let mean: f64 = chances
                .map(|(m, p)| p * f64::from(values[m as usize].raw()))
                .sum();
            (Score::points(mean as i32), 0)
        }
        None => values.iter().copied().zip(0..).max().unwrap(),
    };
    observer.see(&Event::Leave {
        ply,
        value,
        bound: Bound::Exact,
    });
    (value, best)
}

#[test]
fn chance_is_told_and_drawn_as_chance() {
    let tree: Tree = "(max (chance 0.5:4 0.5:-2) 0)".parse().unwrap();
    let show = |value| tree.show(value);
    let lens = Lens {
        show_value: &show,
        odds: |node: &Node<'_>| node.chances().map(Iterator::collect),
        ends: super::ends,
        players: 2,
        text: super::one_line,
        board: |_| None,
    };
    let told = explain_through(
        &tree.root(),
        &mut Expect,
        &Limits::none(),
        &Options::default(),
        &lens,
    );
    let text = told.text();
    assert!(
        text.contains("MAX tries A, where chance is to move."),
        "{text}"
    );
    assert!(
        text.contains("Chance may bring A1: the game ends there, worth 4 to MAX."),
        "{text}"
    );
    assert!(
        text.contains("a strategy is worked out only for two players without chance"),
        "{text}"
    );
    assert_eq!((told.value, told.leaves_evaluated), (Score::points(1), 3));
    assert!(told.svg().contains("class=\"node chance done\""));
    let film = told.film();
    let odds: Vec<&Value> = (0..5).map(|id| &film["nodes"][id]["odds"]).collect();
    assert_eq!(
        odds,
        [
            &Value::Null,
            &Value::Null,
            &json!(0.5),
            &json!(0.5),
            &Value::Null
        ]
    );
}

#[test]
fn decimals_are_shown_in_the_unit_of_the_text() {
    on("(max (min 2.5 3) (min 0.25 9))", |told| {
        assert!(sentences(told, "cutoff")[0].contains("has found 0.25 ≤ α = 2.5"));
        assert_eq!(told.json()["value"], 2.5);
    });
}

fn well_formed(xml: &str) {
    let mut reader = quick_xml::Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let (mut depth, mut elements) = (0, 0);
    loop {
        match reader.read_event().expect("well-formed XML") {
            quick_xml::events::Event::Start(tag) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                depth += 1;
                elements += 1;
            }
            quick_xml::events::Event::Empty(tag) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()))
            }
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Text(text) => {
                text.unescape().expect("known entities");
            }
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert!(depth == 0 && elements > 3);
}
