//! Every game as an erased position: its moves come back from their codes, and it plays the same.

use std::sync::Arc;

use gametree::erased::{ErasedPosition, Knowledge, check};
use gametree::{Blind, Evaluator};
use gametree_games::backgammon::{Backgammon, Trained};
use gametree_games::breakthrough::Board as Breakthrough;
use gametree_games::connect4::{Bare, Connect4};
use gametree_games::fork::Fork;
use gametree_games::hearts::{Counting, Hearts};
use gametree_games::kuhn::Kuhn;
use gametree_games::nim::Heaps;
use gametree_games::othello::Board as Othello;
use gametree_games::pig::{Lead, Pig};
use gametree_games::squares::Squares;
use gametree_games::tictactoe::{Board, Rules};
use gametree_games::tictactoe3;
use gametree_games::whist::{HighCards, Whist};

fn two_player<G>(root: G)
where
    G: gametree::erased::TwoPlayerGame + 'static,
    Blind: Evaluator<G>,
{
    check::packing(&root);
    let erased = ErasedPosition::two_player(root.clone(), Arc::new(Knowledge::new(Blind)));
    assert!(erased.is_two_player() && !erased.is_hidden());
    assert!(erased.downcast_ref::<G>().is_some() && erased.downcast_ref::<u8>().is_none());
    check::same_play(&root, &erased);
}

#[test]
fn games_of_two_play_the_same() {
    two_player("3,4,5".parse::<Heaps>().unwrap());
    two_player(Squares::named("squares:5").unwrap());
    two_player(Connect4::new());
    two_player(Bare::default());
    two_player(Othello::start(6).unwrap());
    two_player(Breakthrough::start(6, 5).unwrap());
}

#[test]
fn boards_that_borrow_their_rules_play_the_same() {
    for name in ["tictactoe", "mnk:4x5x4", "cube:3", "mnk:15x15x5"] {
        let rules: Rules = name.parse().unwrap();
        let root = Board::<6>::new(&rules).unwrap();
        check::packing(&root);
        let knowledge = Arc::new(Knowledge::new(Blind));
        let erased = ErasedPosition::two_player_borrowing(root, knowledge);
        check::same_play(&root, &erased);
    }
    let rules = tictactoe3::rules("tictactoe3:4x4x3").unwrap();
    let root = tictactoe3::Board::new(&rules).unwrap();
    check::packing(&root);
    check::same_play(
        &root,
        &ErasedPosition::payoff_borrowing(root, Arc::new(Blind)),
    );
}

#[test]
fn games_with_dice_play_the_same() {
    let pig = Pig::named("pig:6,30").unwrap();
    check::packing(&pig);
    check::same_play(&pig, &ErasedPosition::payoff(pig, Arc::new(Lead)));
    for name in ["backgammon", "backgammon:cube"] {
        let root = Backgammon::named(name).unwrap();
        check::packing(&root);
        let erased = ErasedPosition::payoff_guided(root, Arc::new(Trained));
        check::same_play(&root, &erased);
    }
}

#[test]
fn games_with_hidden_cards_play_the_same() {
    let whist = Whist::named("whist:5S").unwrap();
    check::packing(&whist);
    let erased = ErasedPosition::hidden(whist, Arc::new(HighCards));
    assert!(erased.is_hidden() && !erased.is_two_player());
    check::same_play(&whist, &erased);

    let hearts = Hearts::new("hearts:4x5".parse().unwrap());
    check::packing(&hearts);
    check::same_play(&hearts, &ErasedPosition::hidden(hearts, Arc::new(Counting)));

    check::packing(&Kuhn::new());
    check::same_play(
        &Kuhn::new(),
        &ErasedPosition::hidden(Kuhn::new(), Arc::new(Blind)),
    );
    check::packing(&Fork::new());
    check::same_play(
        &Fork::new(),
        &ErasedPosition::hidden(Fork::new(), Arc::new(Blind)),
    );
}
