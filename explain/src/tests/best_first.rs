//! Searches that grow a tree in memory.

use gametree::mcts::Mcts;
use gametree::tree::{Shape, Tree, TwoPlayerTree, random};
use gametree::{Counts, Event, Game, Limits, Observer, Player, Report, Score, Search, Stop, view};

use super::well_formed;
use crate::test_support::explained;

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
                "The tree begins with the root, MAX to move.",
                "B is added below the root.",
                "A1 is added below A, worth 3.",
                "The search turns to A: of all tips this one matters most now.",
                "A is now worth 3 (proof 2, disproof ∞).",
                "C1     1 leaf; other tips were more urgent than this one below C",
            ] {
                assert!(text.contains(expected), "{expected:?} is not in\n{text}");
            }
            assert_eq!(
                (told.leaves.evaluated, told.leaves.total.unwrap().count),
                (4, 9)
            );
            assert_eq!(told.recording.line, [0, 1]);
            well_formed(&told.svg());
        },
    );
    explained(
        &tree,
        &mut Breadth { expansions: 99 },
        &Limits::none(),
        |told| {
            assert_eq!((told.value(), told.leaves.evaluated), (Score::points(3), 9));
        },
    );
}

/// The root's mean is over all moves tried, the result is the mean of the best one.
#[test]
fn a_search_by_random_games_reports_the_worth_of_its_move() {
    let tree = random(&Shape::uniform(3, 4), 2);
    explained(&tree, &mut Mcts::new(1), &Limits::nodes(60), |told| {
        let last = told.sentences().last().unwrap();
        let said = "The search was stopped by its limit of nodes. The best move is so far worth ";
        assert!(last.starts_with(said), "{last}");
    });
}
