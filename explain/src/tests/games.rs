//! A game with boards, wins that have a length, and trees past the caps.

use gametree::alphabeta::AlphaBeta;
use gametree::certain_draw::CertainDraw;
use gametree::df_pn::DfPn;
use gametree::paranoid::Paranoid;
use gametree::pvs::Pvs;
use gametree::tree::Tree;
use gametree::{Game, Limits, Player, Score};

use super::{AIMA, on, sentences, well_formed};
use crate::test_support::explained;
use crate::{Explanation, Options, explain, explain_payoffs};

/// A game of matches whose win has a length: alpha-beta asks twice.
#[derive(Clone)]
pub struct Matches(u8, Player);

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

pub fn on_matches<T>(left: u8, options: &Options, check: impl FnOnce(&Explanation) -> T) -> T {
    let root = Matches(left, Player::FIRST);
    check(&explain(
        &root,
        &mut AlphaBeta::blind(),
        &Limits::none(),
        options,
    ))
}

#[test]
fn the_second_pass_over_wins_is_told_and_counted_once() {
    on_matches(6, &Options::default(), |told| {
        assert_eq!(told.value(), Score::win_in(3));
        let passes = sentences(told, "iteration");
        assert_eq!(
            passes,
            ["MAX wins. A second pass searches only for wins, to see how fast."]
        );
        let cut: u64 = told.pruned.iter().map(|branch| branch.leaves.count).sum();
        assert_eq!(
            told.leaves.evaluated + cut,
            told.leaves.total.unwrap().count
        );
        let cuts = sentences(told, "cutoff");
        assert!(cuts.iter().any(|cut| cut.contains("saved")), "{cuts:?}");
        assert!(
            told.text().contains("Best play: take2, take1, take3."),
            "{}",
            told.text()
        );
        assert_eq!(told.line()[0], "take2");
        assert_eq!(told.json()["value"], "+#3");
    });
}

#[test]
fn a_search_that_tells_no_leaves_is_not_said_to_have_saved_them() {
    let tree: Tree = AIMA.parse().unwrap();
    explained(&tree, &mut DfPn::blind(), &Limits::none(), |told| {
        assert!(!told.leaves.reported && told.pruned.is_empty() && told.steps.len() > 3);
        let summary = told.summary();
        assert!(
            summary.contains("does not report which leaves it evaluates"),
            "{summary}"
        );
        assert!(!summary.contains("saved") && told.json()["leaves_evaluated"].is_null());
        // It may come back to a node: none is finished before the end.
        assert!(
            told.sentences()
                .all(|sentence| !sentence.contains("is finished"))
        );
        assert!(
            told.sentences()
                .any(|sentence| sentence.starts_with("The search leaves A: "))
        );
    });
    on_matches(6, &Options::default(), |told| assert!(told.leaves.reported));
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
            text.contains("means that MIN wins in 2 moves, counting both sides"),
            "{text}"
        );
        assert!(told.html().contains("|||\\nplayer 2 to move"));
    });
    on(AIMA, |told| {
        assert!(told.recording.boards.iter().all(Option::is_none))
    });
}

#[test]
fn beyond_the_caps_the_rest_is_counted_and_said_to_be() {
    let full = on_matches(12, &Options::default(), |told| told.leaves.total);
    assert!(full.unwrap().exact);
    let small = Options {
        max_nodes: 100,
        max_steps: 50,
        ..Options::default()
    };
    on_matches(12, &small, |told| {
        assert!(told.trace().nodes.len() <= 100 && told.steps.len() == 51);
        assert!(told.text().contains("more nodes than were recorded"));
        assert!(
            told.leaves.evaluated <= told.leaves.total.unwrap().count && told.leaves.total == full
        );
        assert!(told.trace().unrecorded > 0 && told.text().contains("more events, not shown"));
        assert_eq!(
            told.strategy.note,
            Some("the tree is too large for a complete strategy")
        );
        well_formed(&told.svg());
    });
}

/// Among several players a bound speaks of one of them only.
#[test]
fn a_bound_among_several_players_is_one_players() {
    let text = include_str!("../../../examples/three-players.tree");
    let tree: Tree = text.parse().unwrap();
    let options = Options::new("three", "paranoid");
    let mut search = Paranoid::blind();
    let (told, _) = explain_payoffs(&tree.root(), &mut search, &Limits::none(), &options);
    let text = told.text();
    for expected in [
        "A2 is finished: player 1 gets at least 6.",
        "B is finished: player 1 gets at most 1.",
        "Player 3 at A1, playing against player 1, chooses A1a so far, leaving player 1 with 1.",
    ] {
        assert!(text.contains(expected), "{expected:?} is not in\n{text}");
    }
    assert!(told.html().contains("<body class=\"windows several\">"));
}

/// A `?` is no end of the game, and why a certain draw is played before it is said.
#[test]
fn play_without_end_is_told_as_such() {
    let tree: Tree = "(max ? 0)".parse().unwrap();
    let mut search = CertainDraw {
        inner: Pvs::blind(),
    };
    let root = tree.two_player().unwrap();
    let told = explain(&root, &mut search, &Limits::none(), &Options::default());
    let text = told.text();
    assert!(
        text.contains("MAX tries A: a ?, play without end, which counts as 0."),
        "{text}"
    );
    assert!(
        text.contains("MAX tries B: the game ends there, worth 0 to MAX"),
        "{text}"
    );
    assert!(
        text.contains("MAX plays B, a certain draw, which is better than play without end."),
        "{text}"
    );
}
