//! Searches on games: typed and erased give the same value, line and counts.

use crate::searches;

use std::sync::Arc;

use gametree::erased::{AnyKnowledge, ErasedPosition, Knowledge, Own, Typed};
use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::one_ply::OnePly;
use gametree::ordering::{ByGame, Unguided};
use gametree::pimc::Pimc;
use gametree::playout::Uniform;
use gametree::rng::Rng;
use gametree::{Blind, Chance, Evaluator, Game, Limits, Search};
use gametree_games::backgammon::{Backgammon, Handmade, Trained};
use gametree_games::breakthrough::policy::Steps;
use gametree_games::breakthrough::{Board as Breakthrough, Rows};
use gametree_games::connect4::{Connect4, Rollout, Threats};
use gametree_games::hearts::{Counting, Hearts};
use gametree_games::kuhn::Kuhn;
use gametree_games::nim::Heaps;
use gametree_games::othello::{Board as Othello, Endgame, Patterns};
use gametree_games::pig::{Lead, Pig};
use gametree_games::squares::{Race, Squares};
use gametree_games::tictactoe::{Board, Rules, Weighted};
use gametree_games::tictactoe3::{self, OpenLines};
use gametree_games::whist::{Greedy, HighCards, Solver, Whist};
use searches::{
    Roots, depth_first, equilibrium, erased_with_chance, growing, min_max, of_hidden, of_many,
    refined, with_chance,
};

/// `search/tests/erased.rs` compares every search on trees. Here every search has one game that asks
/// something of it: each further pair would only make this test slower to build.
const LIMITS: [fn() -> Limits; 2] = [|| Limits::depth(4), || Limits::moves(3_000)];

fn roots<'r, 'a, G>(typed: &'r G, erased: &'r ErasedPosition<'a>) -> Roots<'r, 'a, G> {
    Roots { typed, erased }
}

#[test]
fn loops_by_plain_searches() {
    let root = Squares::named("squares:6").unwrap();
    let knowledge = Knowledge::new(Race);
    let erased = ErasedPosition::two_player(root, Arc::new(knowledge));
    for limits in LIMITS.map(|limits| limits()) {
        let typed = depth_first(&knowledge);
        roots(&root, &erased).same_reports(typed, depth_first(&Own), &limits);
    }
}

#[test]
fn boards_with_lines_by_pvs() {
    for name in ["tictactoe", "mnk:4x5x4", "cube:3"] {
        let rules: Rules = name.parse().unwrap();
        let root = Board::<1>::new(&rules).unwrap();
        let knowledge = Knowledge::new(Weighted::default());
        let erased = ErasedPosition::two_player_borrowing(root, Arc::new(knowledge));
        for limits in LIMITS.map(|limits| limits()) {
            roots(&root, &erased).same_reports(refined(&knowledge), refined(&Own), &limits);
        }
    }
}

#[test]
fn connect4_with_its_own_playouts() {
    let root = Connect4::new();
    let knowledge = Knowledge {
        evaluator: Threats,
        playout: Rollout,
        finisher: Unfinished,
        prior: Ignorant,
    };
    let erased = ErasedPosition::two_player(root, Arc::new(knowledge));
    for limits in LIMITS.map(|limits| limits()) {
        roots(&root, &erased).same_reports(growing(&knowledge), growing(&Own), &limits);
    }
}

#[test]
fn breakthrough_with_its_prior() {
    let root = Breakthrough::start(6, 5).unwrap();
    let knowledge = Knowledge {
        evaluator: Rows::default(),
        playout: Uniform,
        finisher: Unfinished,
        prior: Steps,
    };
    let erased = ErasedPosition::two_player(root, Arc::new(knowledge));
    assert!(erased.knows_prior() && !erased.solves_ends());
    for limits in LIMITS.map(|limits| limits()) {
        roots(&root, &erased).same_reports(min_max(&knowledge), min_max(&Own), &limits);
    }
}

/// With eight squares left the endgame solver answers, and there is something to finish.
#[test]
fn othello_with_its_endgame_solver() {
    let knowledge = Knowledge {
        evaluator: Patterns::default(),
        playout: Uniform,
        finisher: Endgame::default(),
        prior: Ignorant,
    };
    let mut root = Othello::start(6).unwrap();
    let mut rng = Rng::new(3);
    while root.outcome().is_none() && root.discs().iter().sum::<u32>() < 36 - 8 {
        let moves: Vec<_> = root.moves().collect();
        root.play(moves[rng.below(moves.len())]);
    }
    let erased = ErasedPosition::two_player(root, Arc::new(knowledge.clone()));
    assert!(erased.solves_ends() && !erased.knows_prior());
    for limits in LIMITS.map(|limits| limits()) {
        let typed = depth_first(&knowledge);
        roots(&root, &erased).same_reports(typed, depth_first(&Own), &limits);
    }
}

#[test]
fn games_with_dice() {
    let pig = Pig::named("pig:3,12").unwrap().for_points();
    let erased = ErasedPosition::payoff(pig, Arc::new(Lead));
    let roots = roots(&pig, &erased);
    for limits in [Limits::depth(3), Limits::nodes(2_000)] {
        roots.same_payoff_report(with_chance(&Lead, Unguided), erased_with_chance(), &limits);
    }
}

#[test]
fn backgammon_with_its_promises() {
    let start = rolled(Backgammon::named("backgammon").unwrap());
    let erased = ErasedPosition::payoff_guided(start, Arc::new(Trained));
    let typed = with_chance(&Trained, ByGame);
    let limits = Limits::nodes(300);
    roots(&start, &erased).same_payoff_report(typed, erased_with_chance(), &limits);
}

/// After the first roll, when there is something to play.
fn rolled(mut start: Backgammon) -> Backgammon {
    let roll = start.moves().next().unwrap();
    start.play(roll);
    assert!(start.chances().is_none());
    start
}

#[test]
fn three_players() {
    let rules = tictactoe3::rules("tictactoe3:3x3x3").unwrap();
    let root = tictactoe3::Board::new(&rules).unwrap();
    let erased = ErasedPosition::payoff_borrowing(root, Arc::new(OpenLines));
    for limits in [Limits::depth(4), Limits::nodes(2_000)] {
        roots(&root, &erased).same_payoff_report(of_many(&OpenLines), of_many(&Own), &limits);
    }
}

/// Deals as chance does.
fn dealt<G: Chance>(mut position: G, seed: u64) -> G {
    let mut rng = Rng::new(seed);
    while position.outcome().is_none() && position.chances().is_some() {
        let moves: Vec<_> = position.moves().collect();
        position.play(moves[rng.below(moves.len())]);
    }
    position
}

#[test]
fn kuhn_poker() {
    let limits = Limits::none();
    for seed in 0..4 {
        let kuhn = dealt(Kuhn::new(), seed);
        let erased = ErasedPosition::hidden(kuhn, Arc::new(Blind));
        let roots = roots(&kuhn, &erased);
        roots.same_payoff_report(of_hidden(&Blind, 500), of_hidden(&Own, 500), &limits);
        roots.same_payoff_report(equilibrium(200), equilibrium(200), &limits);
    }
}

#[test]
fn hearts_with_hidden_hands() {
    let limits = Limits::moves(3_000);
    for seed in 0..3 {
        let hearts = dealt(Hearts::new("hearts:3x3".parse().unwrap()), seed);
        let erased = ErasedPosition::hidden(hearts, Arc::new(Counting));
        let roots = roots(&hearts, &erased);
        roots.same_payoff_report(of_hidden(&Counting, 300), of_hidden(&Own, 300), &limits);
    }
}

/// What knows one game only: a double-dummy solver, a rule of thumb, another evaluator.
#[test]
fn typed_solvers_and_rules_of_thumb_on_erased_positions() {
    let solver = || Solver::new(1 << 20);
    for seed in 0..5 {
        let whist = dealt(Whist::named("whist:5").unwrap(), seed);
        let erased = ErasedPosition::hidden(whist, Arc::new(HighCards));
        roots(&whist, &erased).same_payoff_report(
            vec![
                ("double dummy", Box::new(Pimc::new(solver(), 1))),
                ("greedy", Box::new(Greedy)),
            ],
            vec![
                ("", Box::new(Pimc::new(Typed::<Whist, _>::new(solver()), 1))),
                ("", Box::new(Typed::<Whist, _>::new(Greedy))),
            ],
            &Limits::none(),
        );
    }
    let start = rolled(Backgammon::named("backgammon").unwrap());
    let erased = ErasedPosition::payoff_guided(start, Arc::new(Trained));
    let evaluator = Handmade::default();
    roots(&start, &erased).same_payoff_report(
        vec![("handmade", Box::new(OnePly { evaluator }))],
        vec![("", Box::new(handmade_erased(evaluator)))],
        &Limits::none(),
    );
}

fn handmade_erased(evaluator: Handmade) -> OnePly<Typed<Backgammon, Handmade>> {
    OnePly {
        evaluator: Typed::new(evaluator),
    }
}

/// A typed search is a search for erased positions, and one player may have learned other weights.
#[test]
fn typed_searches_and_other_knowledge() {
    let rules = |evaluator| Arc::new(Knowledge::new(evaluator));
    let hand_made: fn(&Heaps) -> i32 = |_| 0;
    let learned: fn(&Heaps) -> i32 = |heaps| heaps.sizes().iter().sum::<u32>() as i32;
    let root: Heaps = "3,4,5".parse().unwrap();
    let plain = ErasedPosition::two_player(root, rules(hand_made));
    let weights: AnyKnowledge = rules(learned);
    let taught = plain.with_knowledge(&weights).expect("of the same type");
    assert_eq!((Own.evaluate(&plain), Own.evaluate(&taught)), (0, 12));
    let next = taught.after(taught.moves().next().unwrap());
    assert_eq!(Own.evaluate(&next), 11, "it stays in play");
    let strange: AnyKnowledge = Arc::new(5u8);
    assert!(plain.with_knowledge(&strange).is_none());
    let again = plain.with_knowledge(&taught.knowledge()).unwrap();
    assert_eq!(Own.evaluate(&again), 12);

    let search = || gametree::alphabeta::AlphaBeta { evaluator: learned };
    let expected = search().search(&root, &Limits::depth(4));
    let found = Typed::<Heaps, _>::new(search()).search(&plain, &Limits::depth(4));
    assert_eq!(found.line, searches::report::<Heaps>(expected).line);
    let other = Typed::<Heaps, _>::new(hand_made);
    assert_eq!(other.evaluate(&plain), 0);
    assert!(plain.with_position(root).is_some() && plain.with_position(7u8).is_none());
}
