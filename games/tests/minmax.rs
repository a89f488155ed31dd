//! The min/max approximation on real games: forced replies, positions reached by several ways,
//! proofs.

use gametree::alphabeta::AlphaBeta;
use gametree::minmax::{Breadth, Losses, MinMax, ParallelMinMax, Params};
use gametree::quiescence::Quiescence;
use gametree::rng::Rng;
use gametree::{
    Blind, Evaluator, Force, Forced, Game, Keyed, Limits, Score, Search, Stop, TwoPlayer, Verdict,
};
use gametree_games::connect4::{Connect4, Solver, Threats};
use gametree_games::{breakthrough, nim, othello};

/// A position after so many random moves, the game not over.
fn played<G: Game>(start: &G, plies: usize, rng: &mut Rng) -> G {
    'again: loop {
        let mut position = start.clone();
        for _ in 0..plies {
            let moves: Vec<_> = position.moves().collect();
            position.play(moves[rng.below(moves.len())]);
            if position.outcome().is_some() {
                continue 'again;
            }
        }
        return position;
    }
}

/// How often random play meets wins and losses at a glance, and forced replies. (That they are true
/// the conformance kit checks for every game.)
fn seen<G: Game + Forced>(start: &G, plies: usize) -> [u32; 3] {
    let (mut rng, mut seen) = (Rng::new(4), [0; 3]);
    for _ in 0..1000 {
        let plies = 1 + rng.below(plies);
        match played(start, plies, &mut rng).forced() {
            Force::Free => {}
            Force::Win(_) => seen[0] += 1,
            Force::Loss(_) => seen[1] += 1,
            Force::Only(_) => seen[2] += 1,
        }
    }
    seen
}

#[test]
fn games_see_what_is_forced() {
    assert!(seen(&Connect4::new(), 30).iter().all(|&n| n > 3));
    assert!(
        seen(&breakthrough::Board::named("breakthrough:5").unwrap(), 20)
            .iter()
            .all(|&n| n > 3)
    );
    let [wins, losses, replies] = seen(&othello::Board::start(6).unwrap(), 26);
    assert!(
        wins == 0 && losses == 0 && replies > 3,
        "only a single legal move is forced in Othello"
    );
}

/// Every kind of search on the same game.
fn kinds<G, E>(evaluator: E, params: Params) -> Vec<Box<dyn gametree::AnySearch<G>>>
where
    G: TwoPlayer<Move: Send> + Keyed + Forced + gametree::Noisy + Send + Sync + 'static,
    E: Evaluator<G> + Clone + Send + Sync + 'static,
{
    let soft = || MinMax::new(evaluator.clone()).with(params);
    vec![
        Box::new(soft()),
        Box::new(soft().quiet(Quiescence::default())),
        Box::new(
            soft()
                .with(params.power(60.0, 4096))
                .costing(Losses(Breadth::Count)),
        ),
        Box::new(ParallelMinMax {
            search: soft(),
            threads: 2,
        }),
    ]
}

#[test]
fn endgames_of_connect_four_are_proven_as_the_solver_solves_them() {
    let (mut rng, mut solver) = (Rng::new(9), Solver::new(1 << 24));
    let mut seen = [0; 3];
    for _ in 0..150 {
        let position = played(&Connect4::new(), 22, &mut rng);
        let score = solver.solve(&position).score;
        seen[(score.signum() + 1) as usize] += 1;
        for mut search in kinds(
            Threats,
            Params {
                memory: 16 << 20,
                ..Params::default()
            },
        ) {
            let report = search.search_any(&position, &Limits::none());
            assert_eq!(
                (report.proven, report.stop),
                (true, Stop::Done),
                "{position}"
            );
            let mine = gametree::view::flip(report.value, position.turn());
            assert_eq!(mine.raw().signum(), score.signum(), "{position}");
            let empty = 42 - position.ply() as i32;
            if let Verdict::Win(plies) = mine.verdict() {
                assert!(
                    plies as i32 > 2 * ((empty + 1) / 2 - score),
                    "no faster than the fastest: {position}"
                );
            }
            let next = position.after(report.best().unwrap());
            if next.outcome().is_none() {
                assert_eq!(
                    -solver.solve(&next).score.signum(),
                    score.signum(),
                    "a bad move: {position}"
                );
            }
        }
    }
    assert!(seen.iter().all(|&n| n > 1), "{seen:?}");
}

#[test]
fn small_games_have_their_golden_values() {
    let params = Params {
        memory: 64 << 20,
        ..Params::default()
    };
    for mut search in kinds(Blind, params) {
        let report = search.search_any(&othello::Board::start(4).unwrap(), &Limits::none());
        assert_eq!(
            (report.value, report.proven),
            (Score::points(-8 * othello::DISC), true)
        );
    }
    for mut search in kinds(Blind, params) {
        let heaps = nim::Heaps::new(&[3, 4, 5]).unwrap();
        let report = search.search_any(&heaps, &Limits::none());
        assert!(report.proven && matches!(report.value.verdict(), Verdict::Win(_)));
    }
    for mut search in kinds(Blind, params) {
        let board = breakthrough::Board::named("breakthrough:4").unwrap();
        let report = search.search_any(&board, &Limits::none());
        let truth = AlphaBeta::blind().search(&board, &Limits::none()).value;
        assert!(report.proven);
        assert_eq!(report.value.raw().signum(), truth.raw().signum());
    }
}
