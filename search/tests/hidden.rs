//! Searches for hidden information: equal to the others where nothing is hidden, and each with its
//! known virtue or fault where something is.

use crate::phantom;
use crate::veiled;

use gametree::cfr::{Cfr, Equilibrium};
use gametree::expectiminimax::Expectiminimax;
use gametree::extensive::{Extensive, NotSmall, Profile};
use gametree::fully_observed::FullyObserved;
use gametree::ismcts::{Ismcts, Observers};
use gametree::pimc::{Clairvoyant, InnerSearch, Pimc, Sight};
use gametree::rng::Rng;
use gametree::testkit::Kit;
use gametree::tree::{Shape, Tree, random};
use gametree::{
    Chance, Counts, Event, Game, Hidden, Limits, Observer, Outcome, PayoffReport, PayoffSearch,
    Payoffs, Player, Stop,
};
use phantom::Phantom;
use veiled::Veiled;

fn tree(text: &str) -> Tree {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn small() -> Shape {
    Shape {
        depth: 4,
        branching: 1..=4,
        most_nodes: 60,
        alternating: false,
        ..Shape::default()
    }
}

/// Tells neither values of moves nor anything but the value.
struct Silent(Expectiminimax<gametree::Blind>);

impl<G: Chance + Payoffs> PayoffSearch<G> for Silent {
    fn watch_payoffs<O: Observer<G>>(
        &mut self,
        root: &G,
        limits: &Limits,
        observer: &mut O,
    ) -> PayoffReport<G::Move> {
        PayoffReport {
            moves: Vec::new(),
            ..self.0.watch_payoffs(root, limits, observer)
        }
    }
}

#[test]
fn where_nothing_is_hidden_averaging_is_the_search_of_the_one_world() {
    for seed in 0..300 {
        let tree = random(&small(), seed);
        let plain = Expectiminimax::blind().search_payoffs(&tree.root(), &Limits::none());
        let open = FullyObserved::new(tree.root());
        let averaged = Pimc::new(InnerSearch::by(Expectiminimax::blind()), seed)
            .search_payoffs(&open, &Limits::none());
        let one_by_one = Pimc::new(InnerSearch::by(Silent(Expectiminimax::blind())), seed)
            .search_payoffs(&open, &Limits::none());
        for report in [averaged, one_by_one] {
            assert_eq!(
                (&report.values, &report.moves),
                (&plain.values, &plain.moves),
                "seed {seed}"
            );
            assert_eq!(
                (report.best(), report.stop, report.worlds),
                (plain.best(), Stop::Done, 1)
            );
        }
    }
    Kit::new(&FullyObserved::new(
        tree("(max (chance 0.5:3 0.5:-1) (min 1 2))").root(),
    ))
    .notation()
    .chance()
    .payoffs();
}

/// Says what stands at the tips, and counts the worlds it is shown.
struct Tips(u32);

impl<'t> Clairvoyant<Veiled<'t>> for Tips {
    fn sight(&mut self, world: &Veiled<'t>, _: &Limits) -> Sight<u32> {
        self.0 += 1;
        let worth = |m: u32| {
            [Player::FIRST, Player::SECOND]
                .map(|player| world.after(m).payoff(player))
                .to_vec()
        };
        let moves = world.moves().map(|m| (m, worth(m))).collect();
        Sight {
            moves,
            stop: Stop::Done,
            counts: Counts::default(),
        }
    }
}

#[test]
fn worlds_count_as_much_as_they_are_likely() {
    let tree = tree("(chance 1/4:(max 4 0) 3/4:(max 0 2))");
    for truth in [0, 1] {
        let root = Veiled::new(&tree).after(truth);
        let mut exact = Pimc::new(Tips(0), 1);
        let report = exact.search_payoffs(&root, &Limits::none());
        assert_eq!(
            (report.moves, exact.solver.0),
            (vec![(0, 1.0), (1, 1.5)], 2)
        );
        assert_eq!((report.values, report.worlds), (vec![1.5, -1.5], 2));
        let mut drawn = Pimc {
            worlds: 5_000,
            ..Pimc::new(Tips(0), 1).exact(1)
        };
        let report = drawn.search_payoffs(&root, &Limits::none());
        assert_eq!(drawn.solver.0, 5_000);
        assert!((report.moves[0].1 - 1.0).abs() < 0.1 && (report.moves[1].1 - 1.5).abs() < 0.05);
    }
}

#[test]
fn where_nothing_is_hidden_regrets_find_the_minimax_value() {
    for seed in 0..40 {
        let tree = random(&small(), seed);
        let plain = Expectiminimax::blind()
            .search_payoffs(&tree.root(), &Limits::none())
            .values[0];
        let solution = Cfr {
            target: 0.01,
            ..Cfr::default()
        }
        .solve(&FullyObserved::new(tree.root()), &Limits::none())
        .unwrap();
        let bounds = solution.bounds;
        assert!(
            bounds.low - 1e-9 <= plain && plain <= bounds.high + 1e-9,
            "seed {seed}: {plain} {bounds:?}"
        );
        assert!(
            solution.exploitability() <= 0.01 && solution.stop == Stop::Done,
            "seed {seed}"
        );
    }
}

#[test]
fn where_nothing_is_hidden_rounds_find_the_minimax_move() {
    for seed in 0..30 {
        let tree = random(
            &Shape {
                alternating: true,
                ..small()
            },
            seed,
        );
        let plain = Expectiminimax::blind().search_payoffs(&tree.root(), &Limits::none());
        let Some(best) = plain.best() else { continue };
        let report = Ismcts::new(seed)
            .search_payoffs(&FullyObserved::new(tree.root()), &Limits::moves(30_000));
        let worth = |m: u32| plain.moves[m as usize].1;
        let chosen = report.best().unwrap();
        assert!(
            worth(best) - worth(chosen) < 1.5,
            "seed {seed}: {:?} {chosen}",
            plain.moves
        );
    }
}

#[test]
fn three_players_each_want_their_own() {
    // On the left the third takes his 3, but the second goes there only for 3 > 2: 4 for the first.
    // On the right he gets 5.
    let tree = tree("(p1 (p2 [1 2 6] (p3 [4 3 3] [6 1 2])) (p3 [7 4 1] [5 1 1.5]))");
    let open = FullyObserved::new(tree.root());
    for observers in [Observers::Each, Observers::Single] {
        let report = Ismcts {
            observers,
            ..Ismcts::new(1)
        }
        .search_payoffs(&open, &Limits::moves(100_000));
        assert_eq!((report.best(), report.values.len()), (Some(1), 3));
        assert!((report.values[0] - 5.0).abs() < 0.5, "{:?}", report.values);
    }
    assert_eq!(
        Extensive::new(&open, 100).map(|_| ()).unwrap_err(),
        NotSmall::Players(3)
    );
    // Searches for two do not know what to say, but say it without a panic.
    let third = open.after(1);
    let lost = Equilibrium::new(Cfr::default(), 1).search_payoffs(&third, &Limits::none());
    assert_eq!(
        (lost.values.len(), lost.stop, lost.line.len()),
        (3, Stop::Memory, 1)
    );
    let mut watch = |_: &Event<'_, _>| ();
    let lost = Pimc::new(InnerSearch::by(Expectiminimax::blind()), 1).watch_payoffs(
        &third,
        &Limits::none(),
        &mut watch,
    );
    assert_eq!(lost.line.len(), 1);
}

/// Two moves behind a veil: 1 for sure, or a fork that is right in one world and wrong in the
/// other.
const FUSION: &str = "(chance 1/2:(max 1 (max 3 -5)) 1/2:(max 1 (max -5 3)))";
/// The same one move later: the opponent chooses between the two, and the sure move must be made
/// now.
const DEEPER: &str = "(chance 1/3:(max (min 1 1) (min 2 (max 3 -5 -5))) 1/3:(max (min 1 1) (min 2 (max -5 3 -5))) \
                              1/3:(max (min 1 1) (min 2 (max -5 -5 3))))";

#[test]
fn strategies_fuse_in_the_mean_over_worlds_and_nowhere_else() {
    // What averaging believes of the second move, what the first and the second are worth.
    for (text, believed, first, second) in
        [(FUSION, 3.0, 1.0, -1.0), (DEEPER, 2.0, 1.0, -7.0 / 3.0)]
    {
        let tree = tree(text);
        let root = Veiled::new(&tree).after(0);
        Kit::new(&Veiled::new(&tree)).chance().payoffs().hidden();
        let averaged = Pimc::new(InnerSearch::by(Expectiminimax::blind()), 1)
            .search_payoffs(&root, &Limits::none());
        assert_eq!(averaged.best(), Some(1));
        assert!(
            (averaged.moves[1].1 - believed).abs() < 1e-12,
            "{:?}",
            averaged.moves
        );
        let game = Extensive::new(&root, 1_000).unwrap();
        for (m, value) in [(0, first), (1, second)] {
            let fixed = game.profile(|set, move_| match set.view.is_empty() {
                true => f64::from(u8::from(move_ == m)),
                false => 1.0,
            });
            let answered = game.best_response(Player::SECOND, &best_later(&game, &fixed));
            assert!(
                (-answered.value - value).abs() < 1e-9,
                "{text} {m}: {}",
                -answered.value
            );
        }
        let rounds = Ismcts::new(1).search_payoffs(&root, &Limits::moves(50_000));
        assert_eq!(rounds.best(), Some(0), "{:?}", rounds.moves);
        let solution = Cfr::default().solve(&root, &Limits::none()).unwrap();
        assert!((solution.value - first).abs() < 1e-3);
    }
}

/// The same first move, and after it the best against an opponent who knows.
fn best_later(game: &Extensive<Veiled<'_>>, fixed: &Profile) -> Profile {
    let answer = game.best_response(Player::SECOND, fixed).profile;
    let best = game.best_response(Player::FIRST, &answer).profile;
    let row = |view: &[(Player, u32)], m: u32, of: &Profile| {
        game.at(of, Player::FIRST, view)
            .map_or(1.0, |row| row[m as usize].1)
    };
    game.profile(|set, m| match (set.player, set.view.is_empty()) {
        (Player::FIRST, true) => row(&set.view, m, fixed),
        (Player::FIRST, false) => row(&set.view, m, &best),
        _ => 1.0,
    })
}

#[test]
fn it_does_not_help_to_know_where_nothing_is_hidden() {
    for text in [
        "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))",
        "(min (max 1 (min 4 0)) (chance 1/2:(max 3 5) 1/2:-2))",
    ] {
        let tree = tree(text);
        let open = FullyObserved::new(tree.root());
        let value = Expectiminimax::blind()
            .search_payoffs(&open, &Limits::none())
            .values[0];
        let game = Extensive::new(&open, 100).unwrap();
        let optimal = game.profile(|set, m| {
            let report = Expectiminimax::blind().search_payoffs(&set.example, &Limits::none());
            f64::from(u8::from(report.best() == Some(m)))
        });
        for (player, worth) in [(Player::FIRST, value), (Player::SECOND, -value)] {
            assert!((game.best_response(player, &optimal).value - worth).abs() < 1e-12);
            assert!((game.foreknowledge(player, &optimal, 10).unwrap() - worth).abs() < 1e-12);
            // Against one who errs it does.
            assert!(game.best_response(player, &game.uniform()).value > worth);
        }
    }
}

#[test]
fn in_matching_pennies_it_helps_to_know_the_move_but_not_the_mix() {
    let pennies = tree("(max (min 1 -1) (min -1 1))");
    let root = Veiled::new(&pennies).secret();
    let solution = Cfr::default().solve(&root, &Limits::none()).unwrap();
    assert!(solution.value.abs() < 1e-3 && solution.game.sets().len() == 2);
    let half = solution.game.uniform();
    assert_eq!(solution.game.exploitability(&half), 0.0);
    for player in [Player::FIRST, Player::SECOND] {
        assert_eq!(solution.game.best_response(player, &half).value, 0.0);
        assert_eq!(solution.game.foreknowledge(player, &half, 10), Some(1.0));
    }
    let always = solution.game.profile(|_, m| f64::from(u8::from(m == 0)));
    assert_eq!(
        solution.game.best_response(Player::SECOND, &always).value,
        1.0
    );
    let heads = solution
        .game
        .profile(|_, m| if m == 0 { 0.75 } else { 0.25 });
    assert_eq!(
        solution.game.best_response(Player::SECOND, &heads).value,
        0.5
    );
}

#[test]
fn games_that_cannot_be_solved_are_refused() {
    let refused = |text: &str| {
        Extensive::new(&FullyObserved::new(tree(text).root()), 6)
            .map(|_| ())
            .unwrap_err()
    };
    assert_eq!(
        refused("(max (min 3 12 8) (min 2 4 6))"),
        NotSmall::TooLarge(6)
    );
    assert_eq!(refused("(p1 [1 1] [0 2])"), NotSmall::NotZeroSum(2.0));
    let error = Cfr::default()
        .solve(&Forgetful::default(), &Limits::none())
        .unwrap_err();
    assert_eq!(error, NotSmall::Forgetful);
    assert_eq!(
        refused("(max 1 2 3 4 5 6 7)").to_string(),
        "the game has more than 6 positions"
    );
}

/// He who moves twice does not know what he did.
#[derive(Clone, Debug, Default)]
struct Forgetful(Vec<bool>);

impl Game for Forgetful {
    type Move = bool;
    fn turn(&self) -> Player {
        Player::FIRST
    }
    fn moves(&self) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }
    fn play(&mut self, m: bool) {
        self.0.push(m);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.0.len() == 2).then_some(Outcome::Draw)
    }
}

impl Chance for Forgetful {}

impl Payoffs for Forgetful {
    fn players(&self) -> u8 {
        2
    }
    fn payoff(&self, _: Player) -> f64 {
        0.0
    }
}

impl Hidden for Forgetful {
    type Seen = usize;
    fn view(&self, _: Player) -> Vec<usize> {
        (0..self.0.len()).collect()
    }
    fn beginning(&self) -> Self {
        Forgetful::default()
    }
}

#[test]
fn information_set_search_beats_random_play_at_a_game_of_attempts() {
    let (mut won, mut lost) = (0, 0);
    for number in 0..30 {
        let mut rng = Rng::new(number);
        let searcher = Player((number % 2) as u8);
        let mut search = Ismcts::new(number);
        let mut game = Phantom::new(3);
        while game.outcome().is_none() {
            let moves: Vec<u8> = game.moves().collect();
            let m = if game.turn() == searcher {
                search
                    .search_payoffs(&game, &Limits::moves(4_000))
                    .best()
                    .unwrap()
            } else {
                moves[rng.below(moves.len())]
            };
            assert!(moves.contains(&m));
            game.play(m);
        }
        won += u32::from(game.payoff(searcher) > 0.0);
        lost += u32::from(game.payoff(searcher) < 0.0);
    }
    assert!(won >= 20 && lost <= 5, "{won} won, {lost} lost");
}

#[test]
fn observers_watch_and_never_steer() {
    let (mut grown, mut selected, mut backed) = (0, 0, 0);
    let mut watch = |event: &Event<'_, Phantom>| match event {
        Event::Grow { node, parent, .. } => {
            assert_eq!((*node == 0, *node), (parent.is_none(), grown));
            grown += 1;
        }
        Event::Select { node } => selected += u32::from(*node < grown),
        Event::Backup { .. } => backed += 1,
        _ => panic!("another event"),
    };
    let game = Phantom::new(3).after(4).after(0);
    let limits = Limits::moves(2_000);
    let watched = Ismcts::new(3).watch_payoffs(&game, &limits, &mut watch);
    let alone = Ismcts::new(3).search_payoffs(&game, &limits);
    assert_eq!(
        (watched.moves, watched.line, watched.counts),
        (alone.moves, alone.line, alone.counts)
    );
    assert!(u64::from(selected) >= watched.worlds && backed >= selected && grown > 20);
}

#[test]
fn memory_and_depth_limit_the_trees() {
    let game = Phantom::new(3).after(4).after(0);
    let full = Ismcts::new(3).search_payoffs(&game, &Limits::moves(50_000).and_memory(20_000));
    assert_eq!(full.stop, Stop::Memory);
    let flat = Ismcts {
        rounds: 500,
        ..Ismcts::new(3)
    }
    .search_payoffs(&game, &Limits::depth(1));
    assert_eq!((flat.stop, flat.worlds), (Stop::Depth, 500));
    let broken_off = Ismcts {
        rounds: 50,
        playout: 0,
        ..Ismcts::with(|_: &Phantom, _: Player| 0.25, 3)
    };
    let report = { broken_off }.search_payoffs(&game, &Limits::none());
    assert!(
        report.moves.iter().all(|&(_, value)| value == 0.25) && report.counts.evaluations == 50
    );
}
