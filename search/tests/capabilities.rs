//! The `Game` page carries more than two players, chance, hidden hands, loops and movers that do
//! not alternate: one small game of each kind passes the conformance kit.

use std::fmt;

use gametree::minimax::Minimax;
use gametree::testkit::Kit;
use gametree::tree::Tree;
use gametree::{Chance, Game, Hidden, Limits, Outcome, Payoffs, Player, Score, Search, TwoPlayer};

/// Three players take one or two matches in turn; who takes the last pays one to each of the
/// others.
#[derive(Clone)]
struct ThreeTake {
    left: u8,
    turn: Player,
}

impl Game for ThreeTake {
    type Move = u8;
    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        1..=self.left.min(2)
    }
    fn play(&mut self, take: u8) {
        self.left -= take;
        self.turn = Player((self.turn.0 + 1) % 3);
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then_some(Outcome::Draw)
    }
}

impl Payoffs for ThreeTake {
    fn players(&self) -> u8 {
        3
    }
    fn payoff(&self, player: Player) -> f64 {
        let loser = Player((self.turn.0 + 2) % 3);
        if player == loser { -2.0 } else { 1.0 }
    }
}

/// A coin is thrown after every call; three right calls in a row win.
#[derive(Clone)]
struct Coin {
    right: u8,
    called: Option<bool>,
    throws: u8,
}

impl Game for Coin {
    type Move = bool;
    fn turn(&self) -> Player {
        Player::FIRST
    }
    fn moves(&self) -> impl Iterator<Item = bool> {
        [false, true].into_iter()
    }
    fn play(&mut self, side: bool) {
        match self.called.take() {
            None => self.called = Some(side),
            Some(call) => {
                self.right = if call == side { self.right + 1 } else { 0 };
                self.throws += 1;
            }
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        if self.right == 3 {
            return Some(Outcome::Win(Player::FIRST));
        }
        (self.throws == 10).then_some(Outcome::Win(Player::SECOND))
    }
}

impl Chance for Coin {
    fn chances(&self) -> Option<impl Iterator<Item = (bool, f64)>> {
        self.called.map(|_| [(false, 0.5), (true, 0.5)].into_iter())
    }
}

/// Each player is dealt one of five cards; the first bets or folds, the second calls or folds.
#[derive(Clone, Debug)]
struct OneCard {
    cards: Vec<u8>,
    said: Vec<u8>,
}

impl Game for OneCard {
    type Move = u8;
    fn turn(&self) -> Player {
        Player(self.said.len() as u8 % 2)
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        let dealing = self.cards.len() < 2;
        (0..5).filter(move |m| {
            if dealing {
                !self.cards.contains(m)
            } else {
                *m < 2
            }
        })
    }
    fn play(&mut self, m: u8) {
        if self.cards.len() < 2 {
            self.cards.push(m)
        } else {
            self.said.push(m)
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        match self.said[..] {
            [0] => Some(Outcome::Points(-1)),
            [1, 0] => Some(Outcome::Points(1)),
            [1, 1] => Some(Outcome::Points(if self.cards[0] > self.cards[1] {
                2
            } else {
                -2
            })),
            _ => None,
        }
    }
}

impl Chance for OneCard {
    fn chances(&self) -> Option<impl Iterator<Item = (u8, f64)>> {
        let left = 5 - self.cards.len();
        (self.cards.len() < 2).then(|| self.moves().map(move |m| (m, 1.0 / left as f64)))
    }
}

impl Hidden for OneCard {
    type Seen = u8;
    fn view(&self, player: Player) -> Vec<u8> {
        self.cards
            .get(player.0 as usize)
            .into_iter()
            .chain(&self.said)
            .copied()
            .collect()
    }
    fn beginning(&self) -> Self {
        OneCard {
            cards: Vec::new(),
            said: Vec::new(),
        }
    }
}

impl fmt::Display for OneCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.cards, self.said)
    }
}

/// A token walks on a ring for ever unless somebody steps off at 0: a game with cycles.
#[derive(Clone)]
struct Ring {
    at: u8,
    turn: Player,
}

impl Game for Ring {
    type Move = i8;
    fn turn(&self) -> Player {
        self.turn
    }
    fn moves(&self) -> impl Iterator<Item = i8> {
        [1, -1].into_iter()
    }
    fn play(&mut self, step: i8) {
        self.at = (self.at as i8 + step).rem_euclid(7) as u8;
        self.turn = self.turn.opponent();
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.at == 0).then(|| Outcome::Win(self.turn.opponent()))
    }
}

impl TwoPlayer for Ring {}

#[test]
fn many_players() {
    Kit::new(&ThreeTake {
        left: 12,
        turn: Player::FIRST,
    })
    .payoffs();
    let tree: Tree = "(p1 (p2 [1 2 6] (p3 [4 2 3] [6 1 2])) (p3 [7 4 1] [5 1 1]))"
        .parse()
        .unwrap();
    Kit::new(&tree.root()).payoffs().notation();
}

#[test]
fn chance() {
    Kit::new(&Coin {
        right: 0,
        called: None,
        throws: 0,
    })
    .chance();
    let tree: Tree = "(max (chance 0.5:3 0.5:-1) (chance 1/4:(min 1 2) 3/4:0))"
        .parse()
        .unwrap();
    Kit::new(&tree.root()).chance().payoffs();
}

#[test]
fn hidden_hands() {
    Kit::new(&OneCard {
        cards: Vec::new(),
        said: Vec::new(),
    })
    .chance()
    .hidden();
}

#[test]
fn loops_and_movers_that_do_not_alternate() {
    let ring = Ring {
        at: 3,
        turn: Player::FIRST,
    };
    Kit::new(&ring).two_player();
    assert_eq!(
        Minimax::blind().search(&ring, &Limits::depth(6)).value,
        Score::DRAW
    );
    assert_eq!(
        Minimax::blind()
            .search(&ring.after(-1).after(-1), &Limits::depth(6))
            .value,
        Score::win_in(1)
    );
    let tree: Tree = "(max (max 1 (max 5 2)) (min ? (min 7 3)))".parse().unwrap();
    let root = tree.two_player().unwrap();
    Kit::new(&root).two_player().noisy().notation();
    assert_eq!(
        Minimax::blind().search(&root, &Limits::none()).value,
        Score::points(5)
    );
}

/// The kit must notice what is wrong.
#[derive(Clone)]
struct Broken {
    ends: bool,
}

impl Game for Broken {
    type Move = u8;
    fn turn(&self) -> Player {
        Player::FIRST
    }
    fn moves(&self) -> impl Iterator<Item = u8> {
        [7, 7].into_iter()
    }
    fn play(&mut self, _: u8) {
        self.ends = true;
    }
    fn outcome(&self) -> Option<Outcome> {
        self.ends.then_some(Outcome::Draw)
    }
}

#[test]
#[should_panic(expected = "a move is listed twice")]
fn the_kit_refuses_a_move_listed_twice() {
    Kit::new(&Broken { ends: false });
}
