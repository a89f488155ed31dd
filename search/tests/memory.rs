//! Memory limits: the stack counts, a limit gives a report, and what is worth `?` is told alike.

use gametree::alphabeta::AlphaBeta;
use gametree::deepening::Deepening;
use gametree::minimax::Minimax;
use gametree::on_path::OnPath;
use gametree::pvs::Pvs;
use gametree::retrograde::Retrograde;
use gametree::solve::by_retrograde;
use gametree::tree::Tree;
use gametree::{AnySearch, Game, Keyed, Limits, Outcome, Player, Score, Search, Stop, TwoPlayer};

/// Two players walk on a ring for ever.
#[derive(Clone, Debug)]
struct Ring(u64);

impl Game for Ring {
    type Move = bool;
    fn turn(&self) -> Player {
        Player((self.0 & 1) as u8)
    }
    fn moves(&self) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }
    fn play(&mut self, on: bool) {
        self.0 = (self.0 + if on { 3 } else { 1 }) % 1000;
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
}

impl TwoPlayer for Ring {}

impl Keyed for Ring {
    fn key(&self) -> u64 {
        gametree::rng::mix(self.0)
    }
}

#[test]
fn a_search_that_goes_down_for_ever_stops_at_its_memory() {
    let searches: [Box<dyn AnySearch<Ring>>; 3] = [
        Box::new(Minimax::blind()),
        Box::new(AlphaBeta::blind()),
        Box::new(Pvs::blind()),
    ];
    for mut search in searches {
        for limits in [
            Limits::none().and_memory(100 << 20),
            Limits::none().and_ceiling(100 << 20),
        ] {
            let report = search.search_any(&Ring(0), &limits);
            assert_eq!((report.stop, report.proven), (Stop::Memory, false));
            assert!(report.best().is_some());
            let plies = report.counts.moves;
            assert!(plies > 10_000, "only {plies} moves in 100 MiB");
        }
    }
}

#[test]
fn a_limit_of_memory_changes_nothing_before_it_is_reached() {
    let tree = gametree::tree::random(&gametree::tree::Shape::uniform(3, 9), 5);
    let root = tree.two_player().unwrap();
    let mut search = Deepening::new(AlphaBeta::blind());
    let free = search.search(&root, &Limits::none());
    let bound = search.search(&root, &Limits::none().and_ceiling(1 << 20));
    assert_eq!(
        (free.counts, free.line, free.value),
        (bound.counts, bound.line, bound.value)
    );
}

/// A `?` counts as a draw, and either player takes a certain draw before it.
#[test]
fn play_without_end_has_one_value_in_all_searches() {
    for (text, best, endless) in [
        ("(max ? 0)", 1, false),
        ("(max 0 ?)", 0, false),
        ("(min ? 0)", 1, false),
        ("(max ? -1)", 0, true),
        ("(max 1 ?)", 0, false),
        ("(max (min ? 0) ?)", 0, false),
        ("(max ? (min 3 0))", 1, false),
        ("(max (min ? 2) (min 0 5) ?)", 1, false),
        ("(max (min (max ? -3) ?) -1)", 0, true),
    ] {
        let tree: Tree = text.parse().unwrap();
        let root = tree.two_player().unwrap();
        let searches: [Box<dyn AnySearch<_>>; 5] = [
            Box::new(Minimax::blind()),
            Box::new(AlphaBeta::blind()),
            Box::new(Deepening::new(AlphaBeta::blind())),
            Box::new(OnPath::blind()),
            Box::new(Retrograde::blind()),
        ];
        for (number, mut search) in searches.into_iter().enumerate() {
            let report = search.search_any(&root, &Limits::none());
            assert_eq!(report.best(), Some(best), "{text}, search {number}");
            assert_eq!(report.is_loop(&root), endless, "{text}, search {number}");
        }
        let solved = by_retrograde(&root, &Retrograde::blind(), &Limits::none());
        let solution = solved.solution.unwrap();
        assert!(solution.best.contains(&best), "{text}: {:?}", solution.best);
        assert_eq!(solution.end == Some(Outcome::Loop), endless, "{text}");
        assert!(endless || solution.value != Score::DRAW || solution.best == [best]);
    }
}

/// Every node on the way back keeps the line below it.
#[test]
fn a_line_of_a_hundred_thousand_plies_is_kept() {
    const PLIES: usize = 100_000;
    let text = "(max (min ".repeat(PLIES / 2) + "7" + &"))".repeat(PLIES / 2);
    let tree: Tree = text.parse().unwrap();
    let root = tree.two_player().unwrap();
    let searches: [Box<dyn AnySearch<_>>; 3] = [
        Box::new(Minimax::blind()),
        Box::new(AlphaBeta::blind()),
        Box::new(OnPath::blind()),
    ];
    for mut search in searches {
        let report = search.search_any(&root, &Limits::none());
        assert_eq!(report.value, Score::points(7));
        assert_eq!(report.line.len(), PLIES);
    }
}
