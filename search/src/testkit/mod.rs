//! The conformance kit: what every game must keep, checked on seeded random play in one line.
//!
//! ```
//! use gametree::{testkit::Kit, tree::Tree};
//! let tree: Tree = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))".parse().unwrap();
//! Kit::new(&tree.two_player().unwrap()).noisy().notation().two_player();
//! ```

mod archived;

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use crate::game::{
    Chance, Force, Forced, Game, Guided, Hidden, Keyed, Noisy, Notation, Outcome, Payoffs, Player,
    TwoPlayer,
};
use crate::hidden::worlds;
use crate::limits::Limits;
use crate::minimax::alphabeta::AlphaBeta;
use crate::rng::Rng;
use crate::score::{Score, Verdict};
use crate::search::Search;
use crate::view;

/// How long random play goes on before it counts as endless.
const LONGEST: usize = 10_000;

/// Random games of one game, and the checks on their positions. Checks panic with what is wrong.
#[derive(Debug)]
pub struct Kit<G> {
    root: G,
    seed: u64,
    games: usize,
}

impl<G: Game> Kit<G> {
    /// 50 random games from `root`; checks what every [`Game`] must keep.
    pub fn new(root: &G) -> Kit<G> {
        let kit = Kit {
            root: root.clone(),
            seed: 1,
            games: 50,
        };
        kit.each(|position| check_moves(position));
        kit
    }

    /// Calls `check` on every position of the random games, the last ones included.
    pub fn each(&self, mut check: impl FnMut(&G)) {
        for game in 0..self.games {
            let mut rng = Rng::new(self.seed + game as u64);
            let mut position = self.root.clone();
            check(&position);
            for _ in 0..LONGEST {
                if position.outcome().is_some() {
                    break;
                }
                let moves: Vec<_> = position.moves().collect();
                position.play(moves[rng.below(moves.len())]);
                check(&position);
            }
        }
    }

    /// Checks [`TwoPlayer`]: only two players act, and only they win; play ends.
    pub fn two_player(self) -> Self
    where
        G: TwoPlayer,
    {
        self.each(|position| {
            assert!(
                position.turn().0 < 2,
                "player {} acts in a two-player game",
                position.turn().0
            );
            if let Some(Outcome::Win(Player(winner))) = position.outcome() {
                assert!(winner < 2, "player {winner} won a two-player game");
            }
        });
        self
    }

    /// Checks [`Keyed`]: equal positions (by their text) and only those have equal keys.
    pub fn keyed(self) -> Self
    where
        G: Keyed + Display,
    {
        let mut by_key = HashMap::new();
        let mut by_text = HashMap::new();
        self.each(|position| {
            let key = position.key();
            let text = format!("{:?} {position}", position.turn());
            assert_eq!(
                by_key.entry(key).or_insert_with(|| text.clone()),
                &text,
                "one key, two positions"
            );
            assert_eq!(
                by_text.entry(text).or_insert(key),
                &key,
                "one position, two keys"
            );
        });
        self
    }

    /// Checks [`Noisy`]: noisy moves are legal, and there are some where standing pat is forbidden.
    pub fn noisy(self) -> Self
    where
        G: Noisy,
    {
        self.each(|position| {
            if position.outcome().is_some() {
                return;
            }
            let legal: HashSet<_> = position.moves().collect();
            let noisy: Vec<_> = position.noisy().collect();
            assert!(
                noisy.iter().all(|m| legal.contains(m)),
                "a noisy move is not legal"
            );
            assert!(
                position.may_stand_pat() || !noisy.is_empty(),
                "must react but has no noisy move"
            );
        });
        self
    }

    /// Checks [`Forced`]: what is said at a glance is what minimax finds, and every other move than
    /// a forced one loses at once.
    pub fn forced(self) -> Self
    where
        G: TwoPlayer + Forced,
    {
        self.each(|position| {
            if position.outcome().is_none() {
                check_forced(position);
            }
        });
        self
    }

    /// Checks [`Guided`]: the same promise when asked again.
    pub fn guided(self) -> Self
    where
        G: Guided,
    {
        self.each(|position| {
            if position.outcome().is_none() {
                for m in position.moves() {
                    assert_eq!(
                        position.promise(m),
                        position.promise(m),
                        "{m:?} promises two things"
                    );
                }
            }
        });
        self
    }

    /// Checks [`Notation`]: names are distinct, lead back to their moves, and nonsense is refused.
    pub fn notation(self) -> Self
    where
        G: Notation,
    {
        self.each(|position| {
            if position.outcome().is_some() {
                return;
            }
            for m in position.moves() {
                let name = position.write_move(m);
                assert_eq!(
                    position.read_move(&name),
                    Some(m),
                    "{name:?} does not lead back"
                );
            }
            assert_eq!(
                position.read_move("no such move"),
                None,
                "nonsense was read as a move"
            );
        });
        self
    }

    /// Checks [`Chance`]: probabilities sum to one over exactly the legal moves.
    pub fn chance(self) -> Self
    where
        G: Chance,
    {
        self.each(|position| {
            if position.outcome().is_some() {
                return;
            }
            let legal: Vec<_> = position.moves().collect();
            if let Some(chances) = position.chances() {
                let (moves, p): (Vec<_>, Vec<f64>) = chances.unzip();
                assert_eq!(moves, legal, "chances and moves differ");
                assert!(
                    (p.iter().sum::<f64>() - 1.0).abs() < 1e-9,
                    "probabilities sum to {p:?}"
                );
                assert!(p.iter().all(|&p| p > 0.0), "an impossible chance: {p:?}");
            }
        });
        self
    }

    /// Checks [`Payoffs`]: every player gets a number at the end, no one else acts.
    pub fn payoffs(self) -> Self
    where
        G: Payoffs,
    {
        self.each(|position| {
            assert!(
                position.turn().0 < position.players(),
                "player {} of {}",
                position.turn().0,
                position.players()
            );
            if position.outcome().is_some() {
                assert!((0..position.players()).all(|p| position.payoff(Player(p)).is_finite()));
            }
        });
        self
    }

    /// Checks [`Hidden`]: the view only grows, and news are its end; an imagined world looks the
    /// same to the one who imagines it, lets them do the same, and does not depend on what is
    /// hidden from them; and other worlds do occur.
    pub fn hidden(self) -> Self
    where
        G: Hidden + Chance + Display,
    {
        let mut seed = self.seed;
        let mut different = 0;
        self.each(|position| {
            if position.outcome().is_some() || position.chances().is_some() {
                return;
            }
            seed += 1;
            check_growth(position);
            different +=
                usize::from(check_world(position, seed).to_string() != position.to_string());
        });
        assert!(
            different > 0,
            "nothing is hidden: every imagined world is the true one"
        );
        self
    }
}

/// Whatever is played, what was seen before stays.
fn check_growth<G: Hidden>(position: &G) {
    let player = position.turn();
    let before = position.view(player);
    for from in 0..=before.len() {
        assert_eq!(
            position.news(player, from),
            before[from..],
            "news are not the end of the view"
        );
    }
    for m in position.moves() {
        assert!(
            position.after(m).view(player).starts_with(&before),
            "{m:?} changes what was seen before it"
        );
    }
}

/// A world as the player to move imagines it.
fn check_world<G: Hidden + Chance + Display>(position: &G, seed: u64) -> G {
    let player = position.turn();
    let imagine = |from: &G, seed| worlds::draw(from, player, &mut Rng::new(seed));
    let world = imagine(position, seed).expect("no world fits what was seen");
    assert_eq!(
        world.view(player),
        position.view(player),
        "an imagined world looks different"
    );
    assert_eq!(
        world.turn(),
        player,
        "another player acts in an imagined world"
    );
    let (here, there): (Vec<_>, Vec<_>) = (position.moves().collect(), world.moves().collect());
    assert_eq!(here, there, "other moves in an imagined world");
    let shown = |from: &G| imagine(from, seed + 1).map(|world| world.to_string());
    assert_eq!(
        shown(position),
        shown(&world),
        "what is hidden decides what is imagined"
    );
    world
}

/// The mover's value of a position to a depth, by the rules alone.
fn value_to<G: TwoPlayer>(position: &G, depth: u32) -> Score {
    view::flip(
        AlphaBeta::blind()
            .search(position, &Limits::depth(depth))
            .value,
        position.turn(),
    )
}

fn check_forced<G: TwoPlayer + Forced>(position: &G) {
    match position.forced() {
        Force::Free => {}
        Force::Win(plies) => {
            assert_eq!(
                value_to(position, plies),
                Score::win_in(plies),
                "not won in {plies}"
            )
        }
        Force::Loss(plies) => {
            assert_eq!(
                value_to(position, plies),
                Score::loss_in(plies),
                "not lost in {plies}"
            )
        }
        Force::Only(reply) => {
            assert!(
                position.moves().any(|m| m == reply),
                "the forced {reply:?} is not legal"
            );
            for m in position.moves().filter(|&m| m != reply) {
                let after = position.after(m);
                let opponents = value_to(&after, 1);
                let lost = after.turn() != position.turn()
                    && matches!(opponents.verdict(), Verdict::Win(_));
                assert!(
                    lost,
                    "{m:?} does not lose at once, but {reply:?} is said to be forced"
                );
            }
        }
    }
}

/// Moves exist, repeat, are distinct, and playing one leaves the original alone.
fn check_moves<G: Game>(position: &G) {
    let outcome = position.outcome();
    if outcome.is_some() {
        return;
    }
    let moves: Vec<_> = position.moves().collect();
    assert!(!moves.is_empty(), "the game goes on but there is no move");
    assert_eq!(
        moves,
        position.moves().collect::<Vec<_>>(),
        "the moves change when asked again"
    );
    let distinct: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(distinct.len(), moves.len(), "a move is listed twice");
    let turn = position.turn();
    for &m in &moves {
        let _ = position.after(m);
    }
    let untouched = position.moves().eq(moves.iter().copied());
    assert!(
        untouched && position.turn() == turn,
        "playing on a clone changed the original"
    );
}

/// The number of move sequences of exactly `depth` plies (games that end earlier do not count).
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    position
        .moves()
        .map(|m| perft(&position.after(m), depth - 1))
        .sum()
}

/// How the games of a tree end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Nodes of the whole tree.
    pub nodes: u64,
    /// Games the first player wins.
    pub first: u64,
    /// Games the second player wins.
    pub second: u64,
    /// All other games.
    pub drawn: u64,
}

/// Counts a whole tree, game by game.
pub fn census<G: Game>(position: &G) -> Census {
    let mut sum = Census {
        nodes: 1,
        ..Census::default()
    };
    match position.outcome() {
        Some(Outcome::Win(Player::FIRST)) => sum.first = 1,
        Some(Outcome::Win(_)) => sum.second = 1,
        Some(_) => sum.drawn = 1,
        None => {
            for m in position.moves() {
                let below = census(&position.after(m));
                sum.nodes += below.nodes;
                sum.first += below.first;
                sum.second += below.second;
                sum.drawn += below.drawn;
            }
        }
    }
    sum
}

/// The number of distinct positions that can be reached, the root included.
pub fn states<G: Keyed>(root: &G) -> usize {
    let mut seen = HashSet::from([root.key()]);
    let mut open = vec![root.clone()];
    while let Some(position) = open.pop() {
        if position.outcome().is_some() {
            continue;
        }
        for m in position.moves() {
            let child = position.after(m);
            if seen.insert(child.key()) {
                open.push(child);
            }
        }
    }
    seen.len()
}
