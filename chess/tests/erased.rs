//! Chess and kriegspiel as erased positions.

use std::sync::Arc;

use gametree::erased::{ErasedMove, ErasedPosition, Knowledge, Own, TypedSampler, check};
use gametree::ismcts::{Ismcts, Minds, Observers};
use gametree::pvs::{Params, Pvs};
use gametree::quiescence::Quiescence;
use gametree::{Evaluator, Forced, Game, Guided, Keyed, Noisy, NullMove, PayoffSearch, TwoPlayer};
use gametree::{Limits, Report, Search};
use gametree_chess::Chess;
use gametree_chess::evaluate::Tapered;
use gametree_chess::kriegspiel::{Followed, Kriegspiel, Material};

/// Castling, en passant, promotions with and without capture, Chess960.
const POSITIONS: [&str; 5] = [
    "startpos",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

fn erased(chess: &Chess) -> ErasedPosition<'static> {
    let knowledge = Arc::new(Knowledge::new(Tapered::default()));
    ErasedPosition::two_player(chess.clone(), knowledge)
}

#[test]
fn chess_plays_the_same() {
    for text in POSITIONS {
        let chess: Chess = text.parse().unwrap();
        check::packing(&chess);
    }
    for text in [POSITIONS[1], POSITIONS[4]] {
        let chess: Chess = text.parse().unwrap();
        check::same_play(&chess, &erased(&chess));
    }
}

fn search<G, E>(root: &G, evaluator: E) -> Report<G::Move>
where
    G: TwoPlayer + Keyed + Noisy + Forced + Guided + NullMove,
    E: Evaluator<G>,
{
    // History slots of moves and of their codes are not the same: without it the counts are.
    let params = Params {
        experience: false,
        extend_in_check: true,
        ..Params::default()
    };
    Pvs::new(evaluator)
        .by_null_move()
        .quiet(Quiescence::default())
        .with(params)
        .with_table(1 << 16)
        .search(root, &Limits::depth(3))
}

#[test]
fn a_search_of_chess_is_the_same() {
    for text in POSITIONS {
        let chess: Chess = text.parse().unwrap();
        let expected = search(&chess, Tapered::default());
        let found = search(&erased(&chess), Own);
        assert_eq!(
            (found.value, found.counts),
            (expected.value, expected.counts)
        );
        let best = expected.best().map(ErasedMove::of::<Chess>);
        assert_eq!(found.best(), best, "{text}");
    }
}

#[test]
fn kriegspiel_plays_the_same() {
    for start in ["4k3/P7/8/8/8/8/p7/R3K2R w KQ - 0 1", "startpos"] {
        let root: Kriegspiel = match start {
            "startpos" => Kriegspiel::new(),
            fen => fen.parse().unwrap(),
        };
        check::packing(&root);
        let erased = ErasedPosition::hidden(root.clone(), Arc::new(Material));
        check::same_play(&root, &erased);
    }
}

/// The crowd of worlds that is followed through the game knows kriegspiel only.
#[test]
fn a_sampler_of_kriegspiel_on_erased_positions() {
    fn ismcts<S, E>(sampler: S, evaluator: E) -> Ismcts<S, E> {
        Ismcts {
            sampler,
            evaluator,
            seed: 3,
            exploration: 0.2,
            observers: Observers::Each,
            minds: Minds::Auto,
            playout: 4,
            rounds: 60,
        }
    }
    let mut typed = ismcts(Followed::new(16, 2_000), Material);
    let sampler = TypedSampler::<Kriegspiel, _>::new(Followed::new(16, 2_000));
    let mut other = ismcts(sampler, Own);
    let mut position = Kriegspiel::new();
    for _ in 0..3 {
        let erased = ErasedPosition::hidden(position.clone(), Arc::new(Material));
        let expected = typed.search_payoffs(&position, &Limits::none());
        let found = other.search_payoffs(&erased, &Limits::none());
        let best = expected.best().unwrap();
        assert_eq!(found.best(), Some(ErasedMove::of::<Kriegspiel>(best)));
        assert_eq!(
            (found.values, found.counts),
            (expected.values, expected.counts)
        );
        position.play(best);
    }
}
