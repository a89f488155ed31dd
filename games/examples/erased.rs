//! How much slower searches are on erased positions: the same search, typed and erased, by turns in
//! one process; the best time of each.
//!
//! ```text
//! cargo run --release --example erased
//! ```

use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree::erased::{ErasedPosition, Knowledge, Own};
use gametree::mcts::Mcts;
use gametree::minmax::{MinMax, Params};
use gametree::pvs::Pvs;
use gametree::quiescence::Quiescence;
use gametree::{
    AnySearch, Evaluator, Forced, Guided, Keyed, Limits, Noisy, NullMove, TwoPlayer,
    playout::Playout,
};
use gametree_games::nim::{HeapParity, Heaps};
use gametree_games::tictactoe::{Board, Rules, Weighted};

/// Rounds of both: a busy machine slows some of them down, hardly all.
const ROUNDS: u32 = 15;

type Searches<'a, G> = [(&'static str, Box<dyn AnySearch<G> + 'a>); 3];

fn searches<'a, G, E>(known: E) -> Searches<'a, G>
where
    G: TwoPlayer + Keyed + Noisy + Forced + Guided + NullMove + 'a,
    E: Evaluator<G> + Playout<G> + Clone + 'a,
{
    let small = Params {
        memory: 4 << 20,
        ..Params::default()
    };
    let pvs = Pvs::new(known.clone())
        .by_null_move()
        .quiet(Quiescence::default())
        .with_table(1 << 20);
    [
        ("pvs", Box::new(pvs)),
        ("minmax", Box::new(MinMax::new(known.clone()).with(small))),
        ("mcts", Box::new(Mcts::with(known, 1))),
    ]
}

/// The shortest of all times so far.
fn time<G: TwoPlayer>(search: &mut dyn AnySearch<G>, root: &G, best: &mut Duration) -> u64 {
    search.new_game_any(1);
    let start = Instant::now();
    let report = search.search_any(root, &Limits::moves(30_000));
    *best = start.elapsed().min(*best);
    report.counts.moves
}

fn compare<G, E>(name: &str, root: &G, known: E, erased: &ErasedPosition<'_>)
where
    G: TwoPlayer + Keyed + Noisy + Forced + Guided + NullMove,
    E: Evaluator<G> + Playout<G> + Clone,
{
    for ((search, mut typed), (_, mut other)) in
        searches::<G, E>(known).into_iter().zip(searches(Own))
    {
        let mut typed_best = Duration::MAX;
        let mut erased_best = Duration::MAX;
        let mut moves = 0;
        for _ in 0..ROUNDS {
            moves = time(typed.as_mut(), root, &mut typed_best);
            let again = time(other.as_mut(), erased, &mut erased_best);
            assert_eq!(
                moves, again,
                "{search} on {name} plays other moves when erased"
            );
        }
        let each = |best: Duration| best.as_nanos() as f64 / moves as f64;
        let (one, two) = (each(typed_best), each(erased_best));
        println!(
            "{name:<12} {search:<8} {moves:>6} moves  {one:>7.1} ns typed  {two:>7.1} ns erased  {:.2} times",
            two / one
        );
    }
}

fn main() {
    let nim: Heaps = "3,4,5".parse().expect("heaps");
    let known = Knowledge::new(HeapParity);
    let erased = ErasedPosition::two_player(nim, Arc::new(known));
    compare("nim:3,4,5", &nim, known, &erased);
    for name in ["tictactoe", "mnk:4x5x4"] {
        let rules: Rules = name.parse().expect("rules");
        let board = Board::<1>::new(&rules).expect("a small board");
        let known = Knowledge::new(Weighted::default());
        let erased = ErasedPosition::two_player_borrowing(board, Arc::new(known));
        compare(name, &board, known, &erased);
    }
}
