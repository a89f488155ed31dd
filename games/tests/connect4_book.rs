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

/// The score of a position from the book by minimax over all replies.
fn by_minimax(book: &Book, position: &Connect4) -> i32 {
    if position.outcome().is_some() {
        return -((44 - position.ply() as i32) / 2);
    }
    if let Some(entry) = book.get(position) {
        return entry.score;
    }
    let scores = position
        .moves()
        .map(|m| -by_minimax(book, &position.after(m)));
    scores.max().expect("a move")
}

#[test]
fn every_position_of_its_plies_is_in_the_book() {
    let book = Book::opening();
    let all = positions(book.plies());
    assert_eq!(all.len(), 91_295);
    assert!(all.iter().all(|position| book.get(position).is_some()));
}

/// Earlier positions follow from the book by a small search: a count of nodes that takes
/// milliseconds.
#[test]
fn earlier_positions_follow_from_the_book() {
    let book = Book::opening();
    for plies in [6, 7] {
        let mut solver = Solver::new(1 << 22).with_book(book.clone());
        for parent in positions(plies).iter().step_by(7) {
            let (best, nodes) = best(&mut solver, parent);
            assert_eq!(best.score, by_minimax(&book, parent), "{parent}");
            assert!(nodes < 2_000, "{nodes} nodes\n{parent}");
        }
    }
    for plies in 0..6 {
        for position in positions(plies).iter().step_by(11) {
            let mut solver = Solver::new(1 << 22).with_book(book.clone());
            let (best, nodes) = best(&mut solver, position);
            assert!(nodes < MOST_NODES, "{nodes} nodes\n{position}");
            let children = position.moves().map(|m| position.after(m));
            let scores = children.map(|child| -solver.solve(&child).score);
            assert_eq!(Some(best.score), scores.max(), "{position}");
        }
    }
}

/// What a position of at most 8 plies may cost: a few milliseconds.
const MOST_NODES: u64 = 50_000;

#[test]
fn the_first_moves_have_their_known_scores() {
    let mut solver = Solver::new(1 << 22).with_book(Book::opening());
    let scores = solver.analyse(&Connect4::new());
    assert_eq!(scores, [-2, -1, 0, 1, 0, -1, -2].map(Some));
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
/// solved them in 1995.
#[test]
fn wins_losses_and_draws_are_as_many_as_published() {
    let book = Book::opening();
    let mut counts = [0; 3];
    for position in positions(8).iter().filter(|position| !is_forced(position)) {
        let entry = book.get(position).expect("the book is whole");
        counts[(entry.score.signum() + 1) as usize] += 1;
    }
    assert_eq!(counts, [16_635, 6_449, 44_473], "losses, draws, wins");
}
