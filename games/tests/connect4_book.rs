//! The opening book that is committed, against the solver without it.

use gametree::rng::Rng;
use gametree::{Budget, Game, Limits};
use gametree_games::connect4::book::Entry;
use gametree_games::connect4::layout::positions;
use gametree_games::connect4::{Best, Book, Column, Connect4, Solver};

fn best(solver: &mut Solver, position: &Connect4) -> (Best, u64) {
    let mut budget = Budget::new(&Limits::none());
    let best = solver.best(position, &mut budget).unwrap();
    (best, budget.counts.nodes)
}

/// The book's positions, with what it says of them.
fn entries() -> Vec<(Connect4, Entry)> {
    let book = Book::opening();
    let of = |position: Connect4| Some((position, book.get(&position)?));
    positions(book.plies()).into_iter().filter_map(of).collect()
}

#[test]
fn random_entries_are_what_the_solver_says_without_the_book() {
    let entries = entries();
    let mut rng = Rng::new(18);
    let mut plain = Solver::new(1 << 26);
    let mut with_book = Solver::new(1 << 20).with_book(Book::opening());
    for _ in 0..8 {
        let (position, entry) = entries[rng.below(entries.len())];
        let (expected, _) = best(&mut plain, &position);
        assert_eq!(entry.score, expected.score, "{position}");
        assert_eq!(best(&mut with_book, &position), (expected, 0), "{position}");
    }
}

#[test]
fn mirror_images_have_one_score_and_mirrored_moves() {
    let book = Book::opening();
    for (position, entry) in entries() {
        let twin = book.get(&position.mirrored());
        if position == position.mirrored() {
            assert_eq!(entry.columns, entry.mirrored().columns, "{position}");
        } else {
            assert_eq!(twin, Some(entry.mirrored()), "{position}");
        }
    }
}

/// Wins and losses in sight need no solver: the entries agree with them, and every best move is
/// legal.
#[test]
fn entries_agree_with_what_is_seen_at_a_glance() {
    for (position, entry) in entries() {
        let legal = |column: u8| position.moves().any(|m| m.0 == column);
        let listed = (0..8).filter(|column| entry.columns >> column & 1 == 1);
        assert!(
            entry.columns != 0 && listed.clone().all(legal),
            "{position}"
        );
        let wins = |m| position.after(m).outcome().is_some();
        let fastest = (43 - position.ply() as i32) / 2;
        assert_eq!(
            position.moves().any(wins),
            entry.score == fastest,
            "{position}"
        );
        if entry.score == fastest {
            let winning: Vec<u8> = position.moves().filter(|&m| wins(m)).map(|m| m.0).collect();
            assert!(listed.clone().all(|column| winning.contains(&column)));
            assert_eq!(listed.count(), winning.len(), "{position}");
        }
    }
}

/// A parent whose children are all in the book has the best of their scores.
#[test]
fn earlier_positions_follow_from_the_book() {
    let book = Book::opening();
    let mut solver = Solver::new(1 << 22).with_book(book.clone());
    let mut compared = 0;
    for parent in positions(book.plies() - 1) {
        let scores: Option<Vec<i32>> = parent
            .moves()
            .map(|m| {
                let child = parent.after(m);
                match child.outcome() {
                    Some(_) => Some((43 - parent.ply() as i32) / 2),
                    None => book.get(&child).map(|entry| -entry.score),
                }
            })
            .collect();
        if let Some(scores) = scores {
            let (best, nodes) = best(&mut solver, &parent);
            assert_eq!(Some(best.score), scores.iter().copied().max(), "{parent}");
            assert!(nodes < 1000, "{nodes} nodes\n{parent}");
            compared += 1;
        }
    }
    assert!(compared > 500, "{compared}");
}

/// The columns in which the mover wins at once.
fn winning(position: &Connect4) -> Vec<Column> {
    let wins = |m: &Column| position.after(*m).outcome().is_some();
    position.moves().filter(wins).collect()
}

/// Whether the mover wins at once or has to keep the opponent from it. (The square over the
/// mover's own stone is no threat of now.)
fn is_forced(position: &Connect4) -> bool {
    let threatens = |m| {
        winning(&position.after(m))
            .into_iter()
            .any(|reply| reply != m)
    };
    !winning(position).is_empty() || position.moves().any(threatens)
}

/// The 67,557 positions of 8 plies without a forced move, mirror images counted once, as John Tromp
/// solved them in 1995: 44,473 wins of the first player, 16,635 losses, 6,449 draws. The three make
/// up the whole, so a complete book meets each of them exactly.
#[test]
fn wins_losses_and_draws_are_at_most_as_many_as_published() {
    let free = positions(8)
        .into_iter()
        .filter(|position| !is_forced(position));
    assert_eq!(free.count(), 67_557);
    assert_eq!(44_473 + 16_635 + 6_449, 67_557);
    let of_sign = |sign: i32| {
        let counts = |(position, entry): &&(Connect4, Entry)| {
            entry.score.signum() == sign && !is_forced(position)
        };
        entries().iter().filter(counts).count()
    };
    assert!(of_sign(1) <= 44_473, "{} wins", of_sign(1));
    assert!(of_sign(-1) <= 16_635, "{} losses", of_sign(-1));
    assert!(of_sign(0) <= 6_449, "{} draws", of_sign(0));
}
