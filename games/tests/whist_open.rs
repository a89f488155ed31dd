//! Whist with open hands: the solver, the library's searches and plain minimax agree, and published
//! problems come out.

use std::collections::HashMap;

use gametree::alphabeta::AlphaBeta;
use gametree::minimax::Minimax;
use gametree::mtdf::Mtdf;
use gametree::pvs::Pvs;
use gametree::rng::Rng;
use gametree::testkit::Kit;
use gametree::{
    Blind, Budget, Game, Keyed, Limits, Notation, Outcome, Player, Score, Search, Stop, TwoPlayer,
};
use gametree_games::cards::{Card, Cards, RANKS, Suit};
use gametree_games::whist::{Deal, DoubleDummy, OpenTricks, Solver};

fn deal(text: &str) -> DoubleDummy {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Trump of all kinds by turns.
fn trump(number: usize) -> Option<Suit> {
    Suit::ALL.get(number % 5).copied()
}

/// So many cards a hand, from the whole deck or the highest of it.
fn random_deal(cards: usize, trump: Option<Suit>, rng: &mut Rng) -> Deal {
    let ranks = if rng.below(2) == 0 {
        RANKS
    } else {
        cards as u8
    };
    let mut deck: Vec<Card> = Cards::deck(&Suit::ALL, ranks).iter().collect();
    rng.shuffle(&mut deck);
    let hands = std::array::from_fn(|seat| {
        deck[seat * cards..(seat + 1) * cards]
            .iter()
            .copied()
            .collect()
    });
    Deal {
        hands,
        leader: rng.below(4) as u8,
        trump,
    }
}

/// The same game by its rules alone: every legal card is a move, nothing is taken for the same.
#[derive(Clone)]
struct Plain(DoubleDummy);

impl Game for Plain {
    type Move = Card;

    fn turn(&self) -> Player {
        self.0.turn()
    }

    fn moves(&self) -> impl Iterator<Item = Card> {
        self.0.legal().iter()
    }

    fn play(&mut self, card: Card) {
        self.0.play(card);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
}

impl TwoPlayer for Plain {}

fn points(score: Score) -> i32 {
    score.raw()
}

#[test]
fn open_hands_pass_the_kit() {
    let mut rng = Rng::new(1);
    for number in 0..5 {
        let root = DoubleDummy::new(random_deal(3, trump(number), &mut rng)).unwrap();
        Kit::new(&root).noisy().guided().notation().two_player();
    }
    let root = DoubleDummy::new(random_deal(2, trump(4), &mut rng)).unwrap();
    Kit::new(&root).forced();
}

#[test]
fn all_searches_agree_with_minimax() {
    let (mut rng, mut solver) = (Rng::new(2), Solver::new(1 << 22));
    for number in 0..400 {
        let root = DoubleDummy::new(random_deal(1 + number % 3, trump(number), &mut rng)).unwrap();
        let value = Minimax::blind().search(&Plain(root), &Limits::none()).value;
        let none = Limits::none();
        assert_eq!(
            AlphaBeta::blind().search(&root, &none).value,
            value,
            "{root}"
        );
        let mut pvs = Pvs::new(Blind).with_table(1 << 16).guided();
        assert_eq!(pvs.search(&root, &none).value, value, "{root}");
        assert_eq!(solver.solve(&root).points, points(value), "{root}");
    }
}

#[test]
fn four_cards_a_hand_agree_with_alphabeta() {
    let (mut rng, mut solver) = (Rng::new(3), Solver::new(1 << 22));
    for number in 0..300 {
        let root = DoubleDummy::new(random_deal(4, trump(number), &mut rng)).unwrap();
        let value = AlphaBeta::blind()
            .search(&Plain(root), &Limits::none())
            .value;
        let mut mtdf = Mtdf::new(Pvs::new(OpenTricks).with_table(1 << 16).guided());
        assert_eq!(mtdf.search(&root, &Limits::none()).value, value, "{root}");
        assert_eq!(solver.solve(&root).points, points(value), "{root}");
    }
}

/// The table of the solver speaks of families: a deal must come out the same with the memory of
/// many others and with none, and with a memory that is full all the time.
#[test]
fn six_cards_a_hand_agree_with_the_library_whatever_is_remembered() {
    let mut rng = Rng::new(4);
    let (mut long, mut tiny) = (Solver::new(1 << 24), Solver::new(0));
    for number in 0..60 {
        let root = DoubleDummy::new(random_deal(5 + number % 2, trump(number), &mut rng)).unwrap();
        let mut pvs = Pvs::new(Blind).with_table(1 << 22).guided();
        let value = points(pvs.search(&root, &Limits::none()).value);
        let solvers = [&mut long, &mut tiny, &mut Solver::new(1 << 22)];
        assert_eq!(
            solvers.map(|solver| solver.solve(&root).points),
            [value; 3],
            "{root}"
        );
    }
    assert!(tiny.remembered() <= 64 && long.remembered() > 1000);
}

#[test]
#[ignore = "soak: a minute of deals"]
fn soak_seven_cards_a_hand_agree_with_the_library() {
    let (mut rng, mut solver) = (Rng::new(5), Solver::new(1 << 26));
    for number in 0..300 {
        let root = DoubleDummy::new(random_deal(5 + number % 3, trump(number), &mut rng)).unwrap();
        let mut pvs = Pvs::new(Blind).with_table(1 << 26).guided();
        let value = points(pvs.search(&root, &Limits::none()).value);
        assert_eq!(solver.solve(&root).points, value, "{root}");
    }
}

#[test]
fn every_card_has_its_value_in_the_midst_of_play() {
    let (mut rng, mut solver) = (Rng::new(6), Solver::new(1 << 22));
    for number in 0..200 {
        let mut position = DoubleDummy::new(random_deal(4, trump(number), &mut rng)).unwrap();
        for _ in 0..rng.below(8) + 4 {
            let legal: Vec<Card> = position.legal().iter().collect();
            position.play(legal[rng.below(legal.len())]);
        }
        let expected: Vec<(Card, i32)> = position
            .legal()
            .iter()
            .map(|card| {
                let after = Plain(position).after(card);
                (
                    card,
                    points(AlphaBeta::blind().search(&after, &Limits::none()).value),
                )
            })
            .collect();
        assert_eq!(solver.card_values(&position), expected, "{position}");
    }
}

#[test]
fn turning_the_table_changes_the_sides() {
    let (mut rng, mut solver) = (Rng::new(7), Solver::new(1 << 22));
    for number in 0..100 {
        let here = random_deal(6, trump(number), &mut rng);
        let mut there = here;
        there.hands.rotate_right(1);
        there.leader = (here.leader + 1) % 4;
        let [here, there] =
            [here, there].map(|deal| solver.solve(&DoubleDummy::new(deal).unwrap()).points);
        assert_eq!(here, -there);
    }
}

#[test]
fn renaming_suits_changes_nothing() {
    let (mut rng, mut solver) = (Rng::new(8), Solver::new(1 << 22));
    let next = |suit: Suit| Suit::ALL[(suit as usize + 1) % 4];
    for number in 0..100 {
        let here = random_deal(6, trump(number), &mut rng);
        let renamed = |hand: Cards| {
            hand.iter()
                .map(|card| Card::new(next(card.suit()), card.rank()))
                .collect()
        };
        let there = Deal {
            hands: here.hands.map(renamed),
            trump: here.trump.map(next),
            ..here
        };
        let [here, there] =
            [here, there].map(|deal| solver.solve(&DoubleDummy::new(deal).unwrap()).points);
        assert_eq!(here, there);
    }
}

#[test]
fn a_hand_with_all_the_top_cards_takes_all_tricks() {
    let mut solver = Solver::default();
    let tops = deal("N:AKQ.AKQ.AKQ.AKQJ J32.J32.J32.T987 T98.T98.T98.6543 7654.7654.7654.2");
    assert_eq!(solver.solve(&tops).points, 13);
    let trumps = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432";
    assert_eq!(
        solver
            .solve(&deal(&format!("{trumps} trump=S lead=E")))
            .points,
        13
    );
    // Without trump the suit that is led takes everything.
    assert_eq!(solver.solve(&deal(&format!("{trumps} lead=E"))).points, -13);
}

#[test]
fn a_stopped_search_says_so_and_is_taken_up_again() {
    let (mut rng, mut solver) = (Rng::new(9), Solver::new(1 << 22));
    let root = DoubleDummy::new(random_deal(8, None, &mut rng)).unwrap();
    let value = Solver::new(1 << 22).solve(&root).points;
    let mut stops = 0;
    let solved = loop {
        match solver.solve_within(&root, &mut Budget::new(&Limits::nodes(300))) {
            Ok(solved) => break solved,
            Err(stop) => assert_eq!(stop, Stop::Nodes),
        }
        stops += 1;
        assert!(stops < 10_000, "no progress");
    };
    assert!(solved.points == value && stops > 0, "{stops}");
}

#[test]
fn equal_cards_are_one_move_but_all_can_be_read() {
    let root = deal("N:AKQ... JT9... 876... 543...");
    assert_eq!(
        root.moves()
            .map(|card| root.write_move(card))
            .collect::<Vec<_>>(),
        ["SA"]
    );
    let queen = root.read_move("sq").unwrap();
    assert_eq!(
        (root.alike(queen).to_string(), root.read_move("SJ")),
        ("SA".to_string(), None)
    );
    let after = root.after(queen).after("SJ".parse().unwrap());
    assert_eq!(
        after.to_string().lines().nth(5),
        Some("on the table: N SQ, E SJ")
    );
}

/// Positions of one key have the same value, and as many moves: many positions share one.
#[test]
fn a_key_stands_for_one_future() {
    let (mut rng, mut known, mut shared) = (Rng::new(10), HashMap::new(), 0);
    for number in 0..1500 {
        let mut position =
            DoubleDummy::new(random_deal(2 + number % 2, trump(number), &mut rng)).unwrap();
        while position.outcome().is_none() {
            let future = (
                AlphaBeta::blind()
                    .search(&Plain(position), &Limits::none())
                    .value,
                position.moves().count(),
            );
            let (before, text) = known
                .entry(position.key())
                .or_insert((future, position.to_string()));
            assert_eq!(*before, future, "{text}{position}");
            shared += usize::from(*text != position.to_string());
            let legal: Vec<Card> = position.legal().iter().collect();
            position.play(legal[rng.below(legal.len())]);
        }
    }
    assert!(shared > 100, "only {shared} positions share a key");
    let keys =
        ["N:A2... K3... 54... 76...", "N:A3... K4... 65... 87..."].map(|text| deal(text).key());
    assert_eq!(keys[0], keys[1]);
    let others = [
        "N:A2... K3... 54... 76... trump=S",
        "N:A2... K3... 54... 76... lead=E",
        "N:K2... A3... 54... 76...",
    ];
    assert!(others.iter().all(|text| deal(text).key() != keys[0]));
}
