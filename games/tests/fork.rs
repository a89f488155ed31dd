//! The two roads: where averaging over clairvoyants goes wrong, in exact numbers.

use gametree::cfr::{Cfr, Equilibrium};
use gametree::expectiminimax::Expectiminimax;
use gametree::extensive::Extensive;
use gametree::ismcts::{Ismcts, Observers};
use gametree::pimc::{InnerSearch, Pimc};
use gametree::testkit::Kit;
use gametree::{Limits, PayoffSearch, Payoffs, Player};
use gametree_games::fork::{Fork, Way};

fn fork(text: &str) -> Fork {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn averaging() -> impl PayoffSearch<Fork> {
    Pimc::new(InnerSearch::by(Expectiminimax::blind()), 1)
}

#[test]
fn the_roads_pass_the_kit() {
    Kit::new(&Fork::new())
        .keyed()
        .notation()
        .chance()
        .payoffs()
        .hidden();
    Kit::new(&Fork::new().with_sign())
        .keyed()
        .notation()
        .chance()
        .payoffs()
        .hidden();
}

#[test]
fn positions_are_read_and_written() {
    assert_eq!(fork("left b").to_string(), "left B: at the fork");
    assert_eq!(
        fork("sign right").to_string(),
        "sign right: before the roads"
    );
    assert_eq!(
        (fork("start"), fork("left B left").payoff(Player::SECOND)),
        (Fork::new(), -3.0)
    );
    for (text, says) in [
        ("B", "only left or right"),
        ("left left", "only A or B"),
        ("left A B", "after the end"),
    ] {
        let error = text.parse::<Fork>().unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
}

#[test]
fn averaging_takes_the_road_that_is_worth_less() {
    for heap in ["left", "right"] {
        let report = averaging().search_payoffs(&fork(heap), &Limits::none());
        assert_eq!((report.best(), report.worlds), (Some(Way::B), 2));
        assert_eq!(
            report.moves,
            [(Way::A, 1.0), (Way::B, 3.0)],
            "in every world alone B is worth 3"
        );
    }
    // At the fork it sees that it does not know.
    let there = averaging().search_payoffs(&fork("left B"), &Limits::none());
    assert_eq!(there.moves, [(Way::Left, -1.0), (Way::Right, -1.0)]);
}

#[test]
fn the_truth_is_that_road_a_is_worth_more() {
    let game = Extensive::new(&Fork::new(), 100).unwrap();
    let walk = |road| {
        game.value(&game.profile(|_, way| f64::from(u8::from(way == road || way == Way::Left))))
    };
    assert_eq!((walk(Way::A), walk(Way::B)), (1.0, -1.0));
    let solution = Cfr::default().solve(&Fork::new(), &Limits::none()).unwrap();
    assert!((solution.value - 1.0).abs() < 1e-3 && (solution.bounds.high - 1.0).abs() < 1e-12);
    let player =
        Equilibrium::new(Cfr::default(), 1).search_payoffs(&fork("right"), &Limits::none());
    assert_eq!(player.best(), Some(Way::A));
}

#[test]
fn searches_over_information_sets_take_it() {
    for observers in [Observers::Each, Observers::Single] {
        for seed in 0..20 {
            let report = Ismcts {
                observers,
                ..Ismcts::new(seed)
            }
            .search_payoffs(&fork("left"), &Limits::moves(10_000));
            assert_eq!(report.best(), Some(Way::A), "seed {seed}");
            assert_eq!(report.moves[0], (Way::A, 1.0));
            assert!(report.moves[1].1 < 0.5, "{:?}", report.moves);
        }
    }
}

#[test]
fn with_a_sign_all_of_them_take_road_b_and_are_right() {
    let position = fork("sign right");
    let ismcts = Ismcts::new(1).search_payoffs(&position, &Limits::moves(20_000));
    let solution = Cfr::default().solve(&position, &Limits::none()).unwrap();
    assert_eq!(
        (
            averaging()
                .search_payoffs(&position, &Limits::none())
                .best(),
            ismcts.best()
        ),
        (Some(Way::B), Some(Way::B))
    );
    assert!((solution.value - 3.0).abs() < 1e-3);
}
