//! Every search on every small game: typed and erased give the same value, line and counts.

#[path = "../../search/tests/support/searches.rs"]
mod searches;

use std::sync::Arc;

use gametree::erased::{
    AnyKnowledge, ErasedPosition, Knowledge, Own, TwoPlayerGame, TwoPlayerKnowledge, Typed,
};
use gametree::finishing::Unfinished;
use gametree::minmax::Ignorant;
use gametree::one_ply::OnePly;
use gametree::ordering::{ByGame, Unguided};
use gametree::pimc::Pimc;
use gametree::playout::Uniform;
use gametree::rng::Rng;
use gametree::{Adviser, Blind, Chance, Evaluator, Game, Limits, Search};
use gametree_games::backgammon::{Backgammon, Handmade, Trained};
use gametree_games::breakthrough::policy::Steps;
use gametree_games::breakthrough::{Board as Breakthrough, Rows};
use gametree_games::connect4::{Connect4, Rollout, Threats};
use gametree_games::fork::Fork;
use gametree_games::hearts::{Counting, Hearts};
use gametree_games::kuhn::Kuhn;
use gametree_games::nim::{HeapParity, Heaps};
use gametree_games::othello::{Board as Othello, Endgame, Patterns};
use gametree_games::pig::{Lead, Pig};
use gametree_games::squares::{Race, Squares};
use gametree_games::tictactoe::{Board, Rules, Weighted};
use gametree_games::tictactoe3::{self, OpenLines};
use gametree_games::whist::{Greedy, HighCards, Solver, Whist};
use searches::{
    advice, equilibrium, erased_with_chance, of_hidden, of_many, same_advice, same_of_two,
    with_chance,
};

fn two_player<G, E>(root: G, evaluator: E)
where
    G: TwoPlayerGame<Move: Send + Sync> + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    known(root, Knowledge::new(evaluator));
}

fn known<G, K>(root: G, knowledge: K)
where
    G: TwoPlayerGame<Move: Send + Sync> + 'static,
    K: TwoPlayerKnowledge<G>,
{
    let erased = ErasedPosition::two_player(root.clone(), Arc::new(knowledge.clone()));
    for limits in [Limits::depth(4), Limits::moves(3_000)] {
        same_of_two(&root, &knowledge, &erased, &limits);
    }
}

#[test]
fn nim_and_squares() {
    two_player("3,4,5".parse::<Heaps>().unwrap(), HeapParity);
    two_player(Squares::named("squares:4").unwrap(), Race);
    two_player(Squares::named("squares:7").unwrap(), Race);
}

#[test]
fn boards_with_lines() {
    for name in ["tictactoe", "mnk:4x5x4", "cube:3"] {
        let rules: Rules = name.parse().unwrap();
        let root = Board::<1>::new(&rules).unwrap();
        let knowledge = Knowledge::new(Weighted::default());
        let erased = ErasedPosition::two_player_borrowing(root, Arc::new(knowledge));
        for limits in [Limits::depth(3), Limits::moves(3_000)] {
            same_of_two(&root, &knowledge, &erased, &limits);
        }
    }
}

#[test]
fn the_games_whose_speed_people_measure() {
    let connect4 = Knowledge {
        evaluator: Threats,
        playout: Rollout,
        finisher: Unfinished,
        prior: Ignorant,
    };
    known(Connect4::new(), connect4);
    let breakthrough = Knowledge {
        evaluator: Rows::default(),
        playout: Uniform,
        finisher: Unfinished,
        prior: Steps,
    };
    known(Breakthrough::start(6, 5).unwrap(), breakthrough);
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
    known(root, knowledge.clone());
    let mut rng = Rng::new(3);
    while root.outcome().is_none() && root.discs().iter().sum::<u32>() < 36 - 8 {
        let moves: Vec<_> = root.moves().collect();
        root.play(moves[rng.below(moves.len())]);
    }
    known(root, knowledge);
}

#[test]
fn games_with_dice() {
    let limits = [Limits::depth(3), Limits::nodes(2_000)];
    let pig = Pig::named("pig:3,12").unwrap().for_points();
    let erased = ErasedPosition::payoff(pig, Arc::new(Lead));
    for limits in &limits {
        let typed = with_chance(&Lead, Unguided);
        same_advice((&pig, &erased), typed, erased_with_chance(), limits);
        same_advice((&pig, &erased), of_many(&Lead), of_many(&Own), limits);
    }
    let start = rolled(Backgammon::named("backgammon").unwrap());
    let erased = ErasedPosition::payoff_guided(start, Arc::new(Trained));
    let typed = with_chance(&Trained, ByGame);
    let limits = Limits::nodes(300);
    same_advice((&start, &erased), typed, erased_with_chance(), &limits);
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
        same_advice(
            (&root, &erased),
            of_many(&OpenLines),
            of_many(&Own),
            &limits,
        );
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
fn small_games_with_hidden_cards() {
    for seed in 0..4 {
        let kuhn = dealt(Kuhn::new(), seed);
        let erased = ErasedPosition::hidden(kuhn, Arc::new(Blind));
        let roots = (&kuhn, &erased);
        same_advice(
            roots,
            of_hidden(&Blind, 500),
            of_hidden(&Own, 500),
            &Limits::none(),
        );
        same_advice(roots, equilibrium(200), equilibrium(200), &Limits::none());

        let fork = dealt(Fork::new(), seed);
        let erased = ErasedPosition::hidden(fork, Arc::new(Blind));
        let roots = (&fork, &erased);
        same_advice(
            roots,
            of_hidden(&Blind, 500),
            of_hidden(&Own, 500),
            &Limits::none(),
        );
        same_advice(roots, equilibrium(200), equilibrium(200), &Limits::none());
    }
}

#[test]
fn games_with_hidden_hands() {
    let limits = Limits::moves(3_000);
    for seed in 0..3 {
        let hearts = dealt(Hearts::new("hearts:3x3".parse().unwrap()), seed);
        let erased = ErasedPosition::hidden(hearts, Arc::new(Counting));
        let roots = (&hearts, &erased);
        same_advice(
            roots,
            of_hidden(&Counting, 300),
            of_hidden(&Own, 300),
            &limits,
        );
        same_advice(roots, of_many(&Counting), of_many(&Own), &limits);

        let whist = dealt(Whist::named("whist:4S").unwrap(), seed);
        let erased = ErasedPosition::hidden(whist, Arc::new(HighCards));
        let roots = (&whist, &erased);
        same_advice(
            roots,
            of_hidden(&HighCards, 300),
            of_hidden(&Own, 300),
            &limits,
        );
        same_advice(roots, of_many(&HighCards), of_many(&Own), &limits);
    }
}

/// What knows one game only: a double-dummy solver, a rule of thumb, another evaluator.
#[test]
fn typed_solvers_and_rules_of_thumb_on_erased_positions() {
    for seed in 0..5 {
        let whist = dealt(Whist::named("whist:5").unwrap(), seed);
        let erased = ErasedPosition::hidden(whist, Arc::new(HighCards));
        let roots = (&whist, &erased);
        let solver = || Solver::new(1 << 20);
        same_advice(
            roots,
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
    let prospect = Handmade::default();
    let mut typed = OnePly { prospect };
    let mut found = OnePly {
        prospect: Typed::<Backgammon, _>::new(prospect),
    };
    let expected = advice::<Backgammon>(typed.advise(&start, &Limits::none()));
    let found = found.advise(&erased, &Limits::none());
    assert_eq!((found.line, found.moves), (expected.line, expected.moves));
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
