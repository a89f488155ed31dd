//! Penalties are shortest ways to a task, and prices are what the settings say.

use crate::shadow;

use gametree::Score;
use gametree_atlas::fact::{Fact, NodeId, Order};
use gametree_atlas::graph::Graph;
use gametree_atlas::select::Action;
use shadow::{Author, Shadow};

/// What a position's penalty is without a look at its options.
fn settled(shadow: &Shadow, graph: &Graph, node: usize) -> Option<Option<u32>> {
    let values: Vec<_> = (0..graph.len() as NodeId)
        .map(|node| graph.value(node))
        .collect();
    if shadow.shown(&values)[node] {
        return Some(None);
    }
    let decided = values[node].is_some_and(|value| Score::from_raw(value).is_decided());
    let asks = !shadow.valued(node) || (decided && shadow.spots[node].doubted);
    (asks && !shadow.busy(node)).then_some(Some(0))
}

/// Bellman and Ford: every way gets shorter until none does.
fn shortest(shadow: &Shadow, graph: &Graph) -> Vec<Option<u32>> {
    let count = graph.len();
    let fixed: Vec<_> = (0..count)
        .map(|node| settled(shadow, graph, node))
        .collect();
    let mut best: Vec<u64> = vec![u64::MAX; count];
    for _ in 0..=count {
        for node in 0..count {
            best[node] = match fixed[node] {
                Some(penalty) => penalty.map_or(u64::MAX, u64::from),
                None => cheapest(graph, node, &best),
            };
        }
    }
    best.into_iter()
        .map(|cost| (cost != u64::MAX).then_some(cost as u32))
        .collect()
}

fn cheapest(graph: &Graph, node: usize, best: &[u64]) -> u64 {
    let total = |offer: &gametree_atlas::graph::Offer| {
        let cost = offer.cost.map_or(u64::MAX, u64::from);
        cost.saturating_add(offer.to.map_or(0, |(_, to)| best[to as usize]))
    };
    graph
        .offers(node as NodeId)
        .iter()
        .map(total)
        .min()
        .unwrap_or(u64::MAX)
}

fn each_graph(count: u64, facts: usize, mut check: impl FnMut(&Author, &mut Graph, u64)) {
    for seed in 0..count {
        let mut author = Author::new(seed, 3 + seed as usize % 8, seed.is_multiple_of(2));
        let mut graph = Graph::default();
        author
            .opening()
            .iter()
            .for_each(|fact| graph.apply(fact).unwrap());
        for step in 1..=facts {
            graph.apply(&author.fact()).unwrap();
            if step % 8 == 0 {
                check(&author, &mut graph, seed);
            }
        }
    }
}

#[test]
fn penalties_are_shortest_ways() {
    let mut finite = 0;
    each_graph(10_000, 40, |author, graph, seed| {
        let expected = shortest(&author.shadow, graph);
        let found: Vec<_> = (0..graph.len() as NodeId)
            .map(|node| graph.penalty(node))
            .collect();
        assert_eq!(found, expected, "seed {seed}");
        finite += usize::from(expected[0].is_some_and(|penalty| penalty > 0));
    });
    assert!(finite > 10_000, "{finite}");
}

/// All ways from the root without a repetition, with what they lead to.
struct Tips<'a> {
    shadow: &'a Shadow,
    graph: &'a Graph,
    on_path: Vec<usize>,
    best: Option<u64>,
}

impl Tips<'_> {
    fn walk(&mut self, node: usize, cost: u64) {
        match settled(self.shadow, self.graph, node) {
            Some(Some(_)) => return self.tip(cost),
            Some(None) => return,
            None => {}
        }
        self.on_path.push(node);
        for offer in self.graph.offers(node as NodeId) {
            let Some(price) = offer.cost else { continue };
            let cost = cost + u64::from(price);
            match offer.to {
                None => self.tip(cost),
                Some((_, to)) if !self.on_path.contains(&(to as usize)) => {
                    self.walk(to as usize, cost)
                }
                Some(_) => {}
            }
        }
        self.on_path.pop();
    }

    fn tip(&mut self, cost: u64) {
        self.best = Some(self.best.map_or(cost, |best| best.min(cost)));
    }
}

/// What a selected path costs, from its start.
fn price_of(graph: &Graph, path: &[u32], action: Action) -> u64 {
    let mut node = 0;
    let mut sum = 0;
    for &code in path {
        let offers = graph.offers(node);
        let offer = offers
            .iter()
            .find(|offer| offer.to.is_some_and(|to| to.0 == code));
        let offer = offer.expect("a move of the graph that is not excluded");
        sum += u64::from(offer.cost.expect("a price"));
        node = offer.to.unwrap().1;
    }
    let rest = graph
        .offers(node)
        .last()
        .filter(|offer| offer.to.is_none())
        .and_then(|offer| offer.cost);
    match action {
        Action::Ask(gametree_atlas::fact::Scope::Whole) => sum,
        _ => sum + u64::from(rest.expect("a rest that may be asked about")),
    }
}

/// Budgets are 1 and nothing is spent, so that nothing is searched again; distrusted sources are
/// another matter.
#[test]
fn the_step_is_the_tip_of_least_penalty() {
    let mut steps = 0;
    each_graph(4000, 40, |author, graph, seed| {
        let mut tips = Tips {
            shadow: &author.shadow,
            graph,
            on_path: Vec::new(),
            best: None,
        };
        tips.walk(0, 0);
        let best = tips.best;
        let Some(step) = graph.select() else {
            assert_eq!(best, None, "seed {seed}: something was to be asked");
            return;
        };
        let spot = &author.shadow.spots[step.node as usize];
        let whole = Action::Ask(gametree_atlas::fact::Scope::Whole);
        // The rest does not wait for a search of the whole position.
        let beside = step.action != whole && spot.asked == Some(gametree_atlas::fact::Scope::Whole);
        assert!(
            !spot.parked && (spot.asked.is_none() || beside),
            "seed {seed}: it is in work or parked"
        );
        let searched = author.shadow.valued(step.node as usize);
        if step.action == Action::Ask(gametree_atlas::fact::Scope::Whole) && searched {
            return; // Asked again: its source is not trusted any more, or much more is due.
        }
        assert_eq!(
            Some(price_of(graph, &step.path, step.action)),
            best,
            "seed {seed}"
        );
        steps += 1;
    });
    assert!(steps > 5000, "{steps}");
}

#[test]
fn shares_are_one_together() {
    let mut seen = 0;
    each_graph(1000, 40, |_, graph, seed| {
        for node in 0..graph.len() as NodeId {
            let offers = graph.offers(node);
            let sum: f64 = offers.iter().map(|offer| offer.share).sum();
            assert!(
                offers.is_empty() || (sum - 1.0).abs() < 1e-12,
                "seed {seed}: {sum}"
            );
            seen += offers.len();
        }
    });
    assert!(seen > 10_000);
}

/// A dearer way is taken only when no other is as cheap: the penalty rises by what was added, or
/// less.
#[test]
fn damping_a_position_makes_ways_into_it_dearer() {
    let mut dearer = 0;
    each_graph(2000, 40, |author, graph, seed| {
        let Some(step) = graph.select() else { return };
        let (Some(before), false) = (graph.penalty(0), step.path.is_empty()) else {
            return;
        };
        let mut damped = graph.clone();
        let old = graph.marks().get(&step.node).map_or(0, |mark| mark.damp);
        let order = Order::Damp {
            node: step.node,
            milli: old + 400,
        };
        damped.apply(&Fact::Steered { order, at: 0 }).unwrap();
        let after = damped.penalty(0).unwrap();
        assert!(
            after >= before && after <= before + 400 * author.shadow.spots.len() as u32,
            "seed {seed}"
        );
        dearer += usize::from(after == before + 400);
        damped
            .apply(&Fact::Steered {
                order: Order::Damp {
                    node: step.node,
                    milli: old,
                },
                at: 0,
            })
            .unwrap();
        assert_eq!(damped.penalty(0), Some(before), "seed {seed}: an end of it");
    });
    assert!(dearer > 100, "{dearer}");
}
