//! Laws that hold for every game here, on seeded random positions: alpha-beta has minimax's value,
//! evaluators stay in range and are worth having, positions are small and may be shared between
//! threads.

use std::fmt::{Debug, Display};

use gametree::alphabeta::AlphaBeta;
use gametree::minimax::Minimax;
use gametree::rng::Rng;
use gametree::{
    Evaluator, Game, Guided, Keyed, Limits, Noisy, Notation, Outcome, Player, Score, Search,
    TwoPlayer,
};
use gametree_games::tictactoe::{Open, Rules, Weighted};
use gametree_games::{breakthrough, nim, othello, tictactoe};

/// Everything that a game of this crate offers.
trait Whole:
    TwoPlayer + Keyed + Noisy + Guided + Notation + Display + Debug + Copy + Send + Sync
{
}
impl<G: TwoPlayer + Keyed + Noisy + Guided + Notation + Display + Debug + Copy + Send + Sync> Whole
    for G
{
}

/// Everything that an evaluator of this crate offers.
trait Judge<G: Game>: Evaluator<G> + Clone + Copy + Default + Debug + Send + Sync {}
impl<G: Game, E: Evaluator<G> + Clone + Copy + Default + Debug + Send + Sync> Judge<G> for E {}

/// A position after so many random moves, or where the game ended before.
fn wander<G: Game>(root: &G, plies: usize, rng: &mut Rng) -> G {
    let mut position = root.clone();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        let moves: Vec<_> = position.moves().collect();
        position.play(moves[rng.below(moves.len())]);
    }
    position
}

/// 40 random positions up to `plies` deep: both searches agree at every depth up to `depth`.
fn searches_agree<G: Whole, E: Judge<G>>(root: &G, plies: usize, depth: u32) {
    let (mut rng, mut decided) = (Rng::new(7), 0);
    for _ in 0..40 {
        let far = rng.below(plies);
        let position = wander(root, far, &mut rng);
        for depth in 0..=depth {
            let limits = Limits::depth(depth);
            let full = Minimax {
                evaluator: E::default(),
            }
            .search(&position, &limits);
            let pruned = AlphaBeta {
                evaluator: E::default(),
            }
            .search(&position, &limits);
            assert_eq!(pruned.value, full.value, "depth {depth} of\n{position}");
            assert!(full.value.is_decided() || full.value.raw().abs() <= Score::MAX_POINTS);
            decided += u32::from(full.value != Score::DRAW);
        }
    }
    assert!(decided > 0, "every value was a draw: nothing was compared");
}

#[test]
fn alphabeta_is_minimax_on_tic_tac_toe() {
    for name in ["tictactoe", "mnk:4x5x3", "mnk:5x5x4"] {
        let rules: Rules = name.parse().unwrap();
        let root = tictactoe::Board::<1>::new(&rules).unwrap();
        searches_agree::<_, Open>(&root, rules.squares(), 3);
        searches_agree::<_, Weighted>(&root, rules.squares(), 3);
    }
    let rules = Rules::mnk(9, 9, 5).unwrap();
    searches_agree::<_, Weighted>(&tictactoe::Board::<6>::new(&rules).unwrap(), 60, 2);
    let cube = Rules::cube(4).unwrap();
    searches_agree::<_, Weighted>(&tictactoe::Board::<1>::new(&cube).unwrap(), 60, 2);
}

#[test]
fn alphabeta_is_minimax_on_othello() {
    for (size, plies) in [(4, 12), (6, 34), (8, 62)] {
        searches_agree::<_, othello::Positional>(&othello::Board::start(size).unwrap(), plies, 4);
    }
}

#[test]
fn alphabeta_is_minimax_on_nim() {
    searches_agree::<_, nim::HeapParity>(&nim::Heaps::new(&[3, 4, 5]).unwrap(), 6, 4);
    searches_agree::<_, nim::HeapParity>(&nim::Heaps::new(&[1, 2, 3, 2]).unwrap(), 6, 5);
}

#[test]
fn alphabeta_is_minimax_on_breakthrough() {
    for (rows, columns) in [(4, 4), (5, 5), (8, 8)] {
        let root = breakthrough::Board::start(rows, columns).unwrap();
        searches_agree::<_, breakthrough::Positional>(&root, 40, 3);
    }
}

/// How many of `games` games a two-ply search with the evaluator wins against random moves, half of
/// them as the second player.
fn wins_against_chance<G: Whole, E: Judge<G>>(root: &G, games: u64) -> u64 {
    (0..games)
        .map(|seed| u64::from(beats_chance::<G, E>(root, seed, Player((seed % 2) as u8))))
        .sum()
}

fn beats_chance<G: Whole, E: Judge<G>>(root: &G, seed: u64, side: Player) -> bool {
    let (mut position, mut rng) = (*root, Rng::new(seed));
    loop {
        match position.outcome() {
            Some(Outcome::Win(winner)) => return winner == side,
            Some(Outcome::Points(points)) => {
                return (points > 0) == (side == Player::FIRST) && points != 0;
            }
            Some(_) => return false,
            None => {}
        }
        if position.turn() == side {
            let report = AlphaBeta {
                evaluator: E::default(),
            }
            .search(&position, &Limits::depth(2));
            position.play(report.best().expect("the game goes on"));
        } else {
            position = wander(&position, 1, &mut rng);
        }
    }
}

#[test]
fn evaluators_beat_chance() {
    let rules = Rules::mnk(7, 7, 4).unwrap();
    let board = tictactoe::Board::<1>::new(&rules).unwrap();
    assert!(wins_against_chance::<_, Weighted>(&board, 40) >= 39);
    assert!(wins_against_chance::<_, Open>(&board, 40) >= 36);
    let board = othello::Board::start(8).unwrap();
    assert!(wins_against_chance::<_, othello::Positional>(&board, 40) >= 38);
    assert!(wins_against_chance::<_, othello::Patterns>(&board, 40) >= 39);
    let board = breakthrough::Board::start(8, 8).unwrap();
    assert!(wins_against_chance::<_, breakthrough::Positional>(&board, 40) >= 39);
    assert!(wins_against_chance::<_, breakthrough::Rows>(&board, 40) >= 39);
}

/// A game whose moves come in the order of their promise.
#[derive(Clone, Copy)]
struct Ordered<G>(G);

impl<G: Guided> Game for Ordered<G> {
    type Move = G::Move;

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn moves(&self) -> impl Iterator<Item = G::Move> {
        let mut moves: Vec<_> = self.0.moves().collect();
        moves.sort_by_key(|&m| -self.0.promise(m));
        moves.into_iter()
    }

    fn play(&mut self, m: G::Move) {
        self.0.play(m);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

impl<G: Guided + TwoPlayer> TwoPlayer for Ordered<G> {}

/// The nodes of alpha-beta over 20 random positions: in the generator's order, and by promise.
fn nodes<G: Whole, E: Judge<G>>(root: &G, plies: usize, depth: u32) -> (u64, u64) {
    let (mut rng, mut sum) = (Rng::new(11), (0, 0));
    let judge = E::default();
    for _ in 0..20 {
        let far = rng.below(plies);
        let position = wander(root, far, &mut rng);
        let plain = AlphaBeta { evaluator: judge }.search(&position, &Limits::depth(depth));
        let evaluator = |ordered: &Ordered<G>| judge.evaluate(&ordered.0);
        let guided = AlphaBeta { evaluator }.search(&Ordered(position), &Limits::depth(depth));
        assert_eq!(
            guided.value, plain.value,
            "the order changed the value of\n{position}"
        );
        sum = (sum.0 + plain.counts.nodes, sum.1 + guided.counts.nodes);
    }
    sum
}

#[test]
fn promises_save_nodes() {
    let rules = Rules::mnk(6, 6, 4).unwrap();
    let (plain, guided) = nodes::<_, Weighted>(&tictactoe::Board::<1>::new(&rules).unwrap(), 20, 4);
    assert!(guided * 2 < plain, "tic-tac-toe: {guided} of {plain}");
    let (plain, guided) =
        nodes::<_, othello::Positional>(&othello::Board::start(8).unwrap(), 50, 5);
    assert!(guided * 2 < plain, "Othello: {guided} of {plain}");
    let root = breakthrough::Board::start(8, 8).unwrap();
    let (plain, guided) = nodes::<_, breakthrough::Positional>(&root, 40, 4);
    assert!(guided * 2 < plain, "Breakthrough: {guided} of {plain}");
}

#[test]
fn positions_are_small() {
    assert!(size_of::<tictactoe::Board<1>>() <= 32);
    assert!(size_of::<othello::Board>() <= 32);
    assert!(size_of::<nim::Heaps>() <= 40);
    assert!(size_of::<breakthrough::Board>() <= 32);
}

#[test]
fn games_have_names() {
    let sides = |name: &str| {
        othello::Board::named(name)
            .map(|board| board.size())
            .map_err(|e| e.to_string())
    };
    assert_eq!(
        (sides("othello"), sides("othello:6"), sides("othello:4")),
        (Ok(8), Ok(6), Ok(4))
    );
    assert_eq!(
        sides("othello:5").unwrap_err(),
        "an Othello board has 4, 6 or 8 squares a side, not 5"
    );
    assert_eq!(
        sides("othello6").unwrap_err(),
        "\"othello6\" is none of othello, othello:6 and othello:4"
    );
    let board =
        |name: &str| breakthrough::Board::named(name).map(|board| (board.rows(), board.columns()));
    assert_eq!(
        (board("breakthrough"), board("breakthrough:6")),
        (Ok((8, 8)), Ok((6, 6)))
    );
    assert_eq!(board("breakthrough:6x5"), Ok((6, 5)));
    for name in [
        "breakthrough:",
        "breakthrough6",
        "breakthrough:6x",
        "breakthrough:99",
        "break",
        "",
    ] {
        assert!(board(name).is_err(), "{name}");
    }
    assert_eq!(
        nim::Heaps::named("nim:3,4,5").map(|heaps| heaps.sizes().to_vec()),
        Ok(vec![3, 4, 5])
    );
    assert!(nim::Heaps::named("nim").is_err() && nim::Heaps::named("nim:").is_err());
}

/// Reads nonsense into every game: an answer or an error, never a panic.
#[test]
fn nonsense_is_never_fatal() {
    let rules = [Rules::tictactoe(), Rules::cube(3).unwrap()];
    let letters: Vec<char> = "abcdefgh123456789XO-./x, :;é|pas first".chars().collect();
    let (mut rng, mut read) = (Rng::new(3), 0);
    for _ in 0..30_000 {
        let length = rng.below(20);
        let text: String = (0..length)
            .map(|_| letters[rng.below(letters.len())])
            .collect();
        read += usize::from(tictactoe::Board::<1>::read(&rules[rng.below(2)], &text).is_ok());
        read += usize::from(othello::Board::read(4 + 2 * rng.below(3), &text).is_ok());
        read += usize::from(breakthrough::Board::read(4, 2, &text).is_ok());
        read += usize::from(text.parse::<nim::Heaps>().is_ok());
        read += usize::from(text.parse::<Rules>().is_ok());
        let start = breakthrough::Board::start(5, 5).unwrap();
        assert!(
            start
                .read_move(&text)
                .is_none_or(|m| start.moves().any(|legal| legal == m))
        );
        let start = nim::Heaps::new(&[3, 4, 5]).unwrap();
        assert!(
            start
                .read_move(&text)
                .is_none_or(|m| start.moves().any(|legal| legal == m))
        );
    }
    assert!((1_000..100_000).contains(&read), "{read} were read");
}
