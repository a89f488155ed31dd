//! Values on cycles are those of the definition: of the deterministic graphical game in which
//! endless play is a draw. Compared with all positional strategies tried one by one, and with the
//! retrograde analysis of the other crate.

use crate::shadow;

use std::sync::Arc;

use gametree::game::Keyed;
use gametree::retrograde::Retrograde;
use gametree::rng::mix;
use gametree::{Game, Limits, MoveTraits, Outcome, Player, Score, TwoPlayer, Verdict};
use gametree_atlas::fact::{About, Code, Fact, Found, NodeId, Origin, Raw, Scope};
use gametree_atlas::graph::Graph;
use shadow::{Author, Opt, Shadow, Source};

fn values(graph: &Graph) -> Vec<Option<Raw>> {
    (0..graph.len() as NodeId)
        .map(|node| graph.value(node))
        .collect()
}

#[test]
fn values_are_those_of_the_best_strategies() {
    let (mut compared, mut cyclic, mut decided) = (0, 0, 0);
    for seed in 0..10_000 {
        let mut author = Author::new(seed, 3 + seed as usize % 6, seed.is_multiple_of(2));
        let mut graph = Graph::default();
        author
            .opening()
            .iter()
            .for_each(|fact| graph.apply(fact).unwrap());
        for step in 1..=36 {
            graph.apply(&author.fact()).unwrap();
            if step % 12 == 0
                && let Some(expected) = author.shadow.values(300)
            {
                assert_eq!(
                    values(&graph),
                    expected,
                    "seed {seed} step {step}: {:#?}",
                    author.shadow
                );
                compared += 1;
                cyclic += usize::from(graph.cycles().0 > 0);
                let is_decided = |value: &Raw| Score::from_raw(*value).is_decided();
                decided += expected
                    .iter()
                    .flatten()
                    .filter(|value| is_decided(value))
                    .count();
            }
        }
    }
    assert!(
        compared > 25_000 && cyclic > 15_000 && decided > 10_000,
        "{compared} {cyclic} {decided}"
    );
}

/// A shadow as a game: places, a start that leads to all of them, and leaves for what is taken.
#[derive(Clone)]
struct Wander {
    sources: Arc<Vec<Source>>,
    second: Arc<Vec<bool>>,
    at: At,
}

#[derive(Clone, Copy, PartialEq)]
enum At {
    Start,
    Place(usize),
    /// The opponent of who moved here, the second player or the first, goes on to a place or ends
    /// it with this value.
    Bounded(usize, Raw, bool),
    Leaf(Raw),
}

impl Wander {
    fn new(shadow: &Shadow) -> Wander {
        let second = shadow.spots.iter().map(|spot| spot.about.second).collect();
        Wander {
            sources: Arc::new(shadow.sources()),
            second: Arc::new(second),
            at: At::Start,
        }
    }

    /// Whether some move is worth no more than a search of the position before it says.
    fn has_bounds(&self) -> bool {
        let bounds = |option: &Opt| matches!(option, Opt::GoAtMost(..));
        self.sources.iter().any(|source| match source {
            Source::Options(options) => options.iter().any(bounds),
            _ => false,
        })
    }

    fn known(&self) -> Vec<usize> {
        (0..self.sources.len())
            .filter(|&place| self.sources[place] != Source::Unknown)
            .collect()
    }
}

impl Game for Wander {
    type Move = usize;

    fn turn(&self) -> Player {
        match self.at {
            At::Place(place) if self.second[place] => Player::SECOND,
            At::Bounded(_, _, false) => Player::SECOND,
            _ => Player::FIRST,
        }
    }

    fn moves(&self) -> impl Iterator<Item = usize> {
        let count = match self.at {
            At::Start => self.known().len(),
            At::Leaf(_) => 0,
            At::Bounded(..) => 2,
            At::Place(place) => match &self.sources[place] {
                Source::Options(options) => options.len(),
                _ => 0,
            },
        };
        0..count
    }

    fn play(&mut self, m: usize) {
        self.at = match self.at {
            At::Start => At::Place(self.known()[m]),
            At::Place(place) => match &self.sources[place] {
                Source::Options(options) => match options[m] {
                    Opt::Go(to) => At::Place(to),
                    Opt::GoAtMost(to, most, second) => At::Bounded(to, most, second),
                    Opt::Take(value) => At::Leaf(value),
                },
                _ => self.at,
            },
            At::Bounded(to, most, _) => [At::Place(to), At::Leaf(most)][m],
            At::Leaf(_) => self.at,
        };
    }

    fn outcome(&self) -> Option<Outcome> {
        let value = match self.at {
            At::Start | At::Bounded(..) => return None,
            At::Leaf(value) => value,
            At::Place(place) => match self.sources[place] {
                Source::Fixed(value) => value,
                _ => return None,
            },
        };
        Some(match Score::from_raw(value).verdict() {
            Verdict::Win(_) => Outcome::Win(Player::FIRST),
            Verdict::Loss(_) => Outcome::Win(Player::SECOND),
            Verdict::Points(points) => Outcome::Points(points),
        })
    }
}

impl TwoPlayer for Wander {}

impl Keyed for Wander {
    fn key(&self) -> u64 {
        match self.at {
            At::Start => mix(1),
            At::Place(place) => mix(2 + 2 * place as u64),
            At::Bounded(to, most, second) => {
                mix(mix(to as u64) ^ (u64::from(most as u32) << 1 | u64::from(second)))
            }
            At::Leaf(value) => mix(3 + 2 * (i64::from(value) + i64::from(i32::MAX)) as u64),
        }
    }
}

#[test]
fn values_are_those_of_retrograde_analysis_of_the_whole_game() {
    let (mut compared, mut largest, mut exact) = (0, 0, 0);
    for seed in 0..800 {
        // Without mates in engines' results: outcomes of a game are at distance 0.
        let mut author = Author::new(seed, 5 + seed as usize % 60, false);
        let mut graph = Graph::default();
        author
            .opening()
            .iter()
            .for_each(|fact| graph.apply(fact).unwrap());
        for _ in 0..author.places * 6 {
            graph.apply(&author.fact()).unwrap();
        }
        let game = Wander::new(&author.shadow);
        if game.known().is_empty() {
            continue;
        }
        let bounded = game.has_bounds();
        exact += usize::from(!bounded);
        let solved = Retrograde::blind().solve(&game, &Limits::none());
        for place in game.known() {
            let there = Wander {
                at: At::Place(place),
                ..game.clone()
            };
            let expected = solved.value(&there).unwrap();
            let found = Score::from_raw(graph.value(place as NodeId).unwrap());
            // The opponent's choice at a bounded move is a ply of its own in this game.
            let same_winner = (found.raw() > 0) == (expected.raw() > 0);
            let won = bounded && found.is_decided() && expected.is_decided() && same_winner;
            let same = found == expected || won;
            assert!(same, "seed {seed} place {place}: {found:?} {expected:?}");
            compared += 1;
        }
        largest = largest.max(graph.cycles().1);
    }
    assert!(
        compared > 10_000 && largest > 30 && exact > 50,
        "{compared} {largest} {exact}"
    );
}

/// Facts by hand.
struct Hand(Graph);

impl Hand {
    fn new() -> Hand {
        let mut graph = Graph::default();
        graph
            .apply(&Fact::Source {
                name: "hand".into(),
                options: String::new(),
            })
            .unwrap();
        Hand(graph)
    }

    fn about(place: u128, second: bool) -> About {
        About {
            key: place,
            second,
            legal: 30,
            end: None,
        }
    }

    fn root(&mut self, about: About) -> NodeId {
        self.0
            .apply(&Fact::Root {
                text: String::new(),
                about,
            })
            .unwrap();
        self.0.find(about.key).unwrap()
    }

    fn to(&mut self, from: NodeId, code: Code, to: About) -> NodeId {
        self.0
            .apply(&Fact::Move {
                from,
                code,
                to,
                traits: MoveTraits::default(),
                by: Origin::Engine,
            })
            .unwrap();
        self.0.find(to.key).unwrap()
    }

    fn found(&mut self, node: NodeId, scope: Scope, value: Score) {
        let value = value.raw();
        let (line, shown, ticket) = (vec![29], Vec::new(), None);
        let (depth, nodes, source, millis, at) = (1, 100, 0, 0, 0);
        let found = Found {
            ticket,
            node,
            scope,
            value,
            line,
            shown,
            depth,
            nodes,
            source,
            millis,
            at,
            lines: Vec::new(),
            wdl: None,
        };
        self.0.apply(&Fact::Found(found)).unwrap();
    }

    fn value(&self, node: NodeId) -> Verdict {
        Score::from_raw(self.0.value(node).unwrap()).verdict()
    }
}

/// The example of docs/book/src/backup.md. At A the first player goes to B or takes 5; at B the second goes
/// back to A or gives 9. Both are worth 5.
#[test]
fn sweeps_and_memoised_search_are_wrong_where_the_graph_is_right() {
    let mut hand = Hand::new();
    let (a, b) = (Hand::about(1, false), Hand::about(2, true));
    let a = hand.root(a);
    hand.found(a, Scope::Whole, Score::points(20));
    let b = hand.to(a, 0, b);
    hand.found(b, Scope::Whole, Score::points(20));
    hand.to(b, 0, Hand::about(1, false));
    hand.found(a, Scope::Rest, Score::points(5));
    hand.found(b, Scope::Rest, Score::points(9));
    assert_eq!(
        (hand.value(a), hand.value(b)),
        (Verdict::Points(5), Verdict::Points(5))
    );

    // Sweeps, from what the engines said: each believes 9 because the other does.
    let (mut x, mut y) = (20, 20);
    for _ in 0..1000 {
        x = y.max(5);
        y = x.min(9);
    }
    assert_eq!((x, y), (9, 9));

    // B is remembered with a 0 that was true only on the way from A.
    let mut memory = [None; 2];
    remembered(0, &mut Vec::new(), &mut memory);
    assert_eq!(memory, [Some(5), Some(0)]);
}

/// Depth-first search of the same two positions; a repetition counts 0, and values are remembered.
fn remembered(at: usize, on_path: &mut Vec<usize>, memory: &mut [Option<i32>; 2]) -> i32 {
    if let Some(value) = memory[at] {
        return value;
    }
    if on_path.contains(&at) {
        return 0;
    }
    on_path.push(at);
    let there = remembered(1 - at, on_path, memory);
    on_path.pop();
    let value = if at == 0 { there.max(5) } else { there.min(9) };
    memory[at] = Some(value);
    value
}

#[test]
fn the_shorter_win_and_the_longer_loss() {
    let mut hand = Hand::new();
    let root = hand.root(Hand::about(1, false));
    hand.found(root, Scope::Whole, Score::points(10));
    let fast = hand.to(root, 0, Hand::about(2, true));
    let slow = hand.to(root, 1, Hand::about(3, true));
    hand.found(slow, Scope::Whole, Score::win_in(8));
    assert_eq!(hand.value(root), Verdict::Win(9));
    hand.found(fast, Scope::Whole, Score::win_in(4));
    assert_eq!(hand.value(root), Verdict::Win(5));

    let lost = hand.root(Hand::about(10, false));
    hand.found(lost, Scope::Whole, Score::loss_in(2));
    for (code, plies) in [(0, 3), (1, 7), (2, 5)] {
        let child = hand.to(lost, code, Hand::about(11 + u128::from(code), true));
        hand.found(child, Scope::Whole, Score::loss_in(plies));
    }
    hand.found(lost, Scope::Rest, Score::loss_in(4));
    assert_eq!(hand.value(lost), Verdict::Loss(8));
}

/// The same position at two distances: one value there, two above.
#[test]
fn distances_are_counted_from_the_position() {
    let mut hand = Hand::new();
    let root = hand.root(Hand::about(1, false));
    hand.found(root, Scope::Whole, Score::points(0));
    let near = hand.to(root, 0, Hand::about(2, true));
    let detour = hand.to(root, 1, Hand::about(3, true));
    hand.found(detour, Scope::Whole, Score::points(-5));
    let middle = hand.to(detour, 0, Hand::about(4, false));
    hand.found(middle, Scope::Whole, Score::points(-5));
    assert_eq!(hand.to(middle, 0, Hand::about(2, true)), near);
    hand.found(near, Scope::Whole, Score::win_in(6));
    assert_eq!(
        (hand.value(near), hand.value(middle)),
        (Verdict::Win(6), Verdict::Win(7))
    );
    assert_eq!(hand.value(root), Verdict::Win(7));
}

/// A win that can be put off for ever is none; one that cannot is counted by the shortest way out.
#[test]
fn a_win_on_a_cycle_is_the_shortest_way_out() {
    let mut hand = Hand::new();
    let places: Vec<About> = (0..4)
        .map(|place| Hand::about(place + 1, place % 2 == 1))
        .collect();
    let mut nodes = vec![hand.root(places[0])];
    hand.found(nodes[0], Scope::Whole, Score::points(0));
    for place in 0..4 {
        let to = hand.to(nodes[place], 0, places[(place + 1) % 4]);
        if place < 3 {
            nodes.push(to);
            hand.found(to, Scope::Whole, Score::points(0));
        }
    }
    for &node in &nodes {
        let second = hand.0.find(2) == Some(node) || hand.0.find(4) == Some(node);
        let bad = if second {
            Score::points(50)
        } else {
            Score::points(-50)
        };
        hand.found(node, Scope::Rest, bad);
        assert_eq!(hand.0.value(node), Some(0));
    }
    // The first player wins from the third position: all others go there, the second player too for
    // want of better.
    hand.found(nodes[2], Scope::Rest, Score::win_in(3));
    hand.found(nodes[1], Scope::Rest, Score::win_in(1));
    hand.found(nodes[3], Scope::Rest, Score::win_in(2));
    let plies: Vec<Verdict> = nodes.iter().map(|&node| hand.value(node)).collect();
    assert_eq!(plies, [5, 4, 3, 6].map(Verdict::Win));
}
