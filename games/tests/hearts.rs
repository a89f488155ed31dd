//! Laws of hearts: the kit, the rules written down a second time, worlds that are exactly the deals
//! in which all that was played was legal, and searches of open hands.

use std::collections::HashMap;

use gametree::best_reply::{BestReply, Greedy};
use gametree::maxn::Maxn;
use gametree::paranoid::Paranoid;
use gametree::rng::Rng;
use gametree::testkit::Kit;
use gametree::{
    Chance, Game, Hidden, Limits, Notation, PayoffEvaluator, PayoffSearch, Payoffs, Player,
};
use gametree_games::cards::{Card, Cards, Suit};
use gametree_games::hearts::{Counting, Hearts, Rules};

fn rules(name: &str) -> Rules {
    name.parse()
        .unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn read(name: &str, text: &str) -> Hearts {
    Hearts::read(rules(name), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A random deal, and so many random cards played.
fn wander(rules: Rules, plays: usize, rng: &mut Rng) -> Hearts {
    let mut position = Hearts::new(rules);
    for _ in 0..usize::from(rules.players() * rules.hand()) + plays {
        if position.outcome().is_none() {
            let moves: Vec<Card> = position.moves().collect();
            position.play(moves[rng.below(moves.len())]);
        }
    }
    position
}

#[test]
fn every_size_passes_the_kit() {
    for name in [
        "hearts",
        "hearts:3x2",
        "hearts:3x5",
        "hearts:3x13",
        "hearts:4x3",
        "hearts:4x13",
    ] {
        Kit::new(&Hearts::new(rules(name)))
            .chance()
            .payoffs()
            .notation()
            .hidden();
    }
    Kit::new(&Hearts::new(rules("hearts:3x1")))
        .chance()
        .payoffs()
        .notation();
}

#[test]
fn the_deck_and_its_points_are_as_the_rules_say() {
    let known = |name: &str| {
        let rules = rules(name);
        (rules.deck().to_string(), rules.points(rules.deck()))
    };
    assert_eq!(known("hearts:3x2"), ("SAK HAK DAK".into(), 2));
    assert_eq!(known("hearts:4x3"), ("SAKQ HAKQ DAKQ CAKQ".into(), 6));
    assert_eq!(known("hearts").1, 10);
    assert_eq!(rules("hearts:4x13").points(rules("hearts:4x13").deck()), 26);
    for name in [
        "hearts:",
        "hearts:2x5",
        "hearts:5x5",
        "hearts:4x0",
        "hearts:4x14",
        "hearts:4",
        "whist",
        "hearts:ax5",
    ] {
        assert!(name.parse::<Rules>().is_err(), "{name}");
    }
}

#[test]
fn positions_are_read_in_two_ways_and_nonsense_is_refused() {
    let hands = read("hearts:3x2", "DA HK / HA DK / SA SK : DA DK");
    let cards = read("hearts:3x2", "DA HA SA HK DK SK DA DK");
    assert_eq!(hands.to_string(), cards.to_string());
    assert_eq!(
        hands.to_string(),
        "1: HK (taken 0)\n2: HA (taken 0)\n3: SAK (taken 0)\ntable: DA DK\nplayer 3 to move\n"
    );
    assert_eq!(format!("{hands:?}"), "HK DA / HA DK / SAK : DA DK");
    assert_eq!(read("hearts:3x2", &format!("{hands:?}")), hands);
    for (text, part) in [
        ("DA HK / HA DK", "2 hands"),
        ("DA / HA DK HK / SA SK", "has 1 cards, not 2"),
        ("DA HK / HA DK / SA SQ", "SQ is not in the deck"),
        ("DA HK / DA DK / SA SK", "DA is dealt twice"),
        (
            "DA HK / HA DK / SA SK : DK",
            "player 1 is to move and does not hold DK",
        ),
        ("DA HK / HA DK / SA SK : DA HA", "player 2 must follow suit"),
        (
            "DA HK / HA DK / SA SK : DA DK SA HK HA SK SK",
            "after the end",
        ),
        ("DA HK / HA D1 / SA SK", "not a card"),
        ("DA DA", "dealt twice"),
    ] {
        let error = Hearts::read(rules("hearts:3x2"), text)
            .unwrap_err()
            .to_string();
        assert!(error.contains(part), "{text}: {error}");
    }
    assert_eq!(hands.read_move("s10"), None);
    assert_eq!(hands.read_move("sk"), Some(Card::new(Suit::Spades, 11)));
}

/// The rules a second time, on lists: who takes each trick, and what it costs.
fn points_by_hand(position: &Hearts) -> Vec<f64> {
    let players = usize::from(position.players());
    let cards: Vec<Card> = position.plays().map(|(_, card)| card).collect();
    let (mut leader, mut points) = (0, vec![0.0; players]);
    for trick in cards.chunks_exact(players) {
        let led = trick[0].suit();
        let taker = (0..players)
            .filter(|&i| trick[i].suit() == led)
            .max_by_key(|&i| trick[i].rank())
            .unwrap();
        leader = (leader + taker) % players;
        for card in trick {
            points[leader] -= match (card.suit(), card.to_string().as_str()) {
                (Suit::Hearts, _) => 1.0,
                (_, "SQ") => f64::from(position.rules().hand()),
                _ => 0.0,
            };
        }
    }
    points
}

#[test]
fn payoffs_are_the_points_taken_and_have_the_sum() {
    let mut rng = Rng::new(5);
    for name in ["hearts:3x2", "hearts:3x13", "hearts:4x5", "hearts:4x13"] {
        for _ in 0..50 {
            let end = wander(rules(name), 60, &mut rng);
            let payoffs: Vec<f64> = (0..end.players()).map(|p| end.payoff(Player(p))).collect();
            assert_eq!(payoffs, points_by_hand(&end), "{end:?}");
            assert_eq!(Some(payoffs.iter().sum()), end.sum());
            let order: Vec<Player> = end.plays().map(|(player, _)| player).collect();
            assert!(
                (0..end.players()).all(|p| order.iter().filter(|by| by.0 == p).count()
                    == usize::from(end.rules().hand()))
            );
        }
    }
}

/// All ways to deal a deck.
fn all_deals(rules: Rules) -> Vec<Vec<Cards>> {
    let mut deals = vec![vec![Cards::EMPTY; usize::from(rules.players())]];
    for card in rules.deck().iter() {
        let mut next = Vec::new();
        for deal in deals {
            for p in 0..deal.len() {
                if deal[p].len() < usize::from(rules.hand()) {
                    let mut deal = deal.clone();
                    deal[p].insert(card);
                    next.push(deal);
                }
            }
        }
        deals = next;
    }
    deals
}

/// The position of a deal after the same cards were played, and how likely players who move at
/// random make them: at every card one part of the legal ones. `None` where one of them would not
/// have been legal.
fn replay(rules: Rules, deal: &[Cards], plays: &[Card]) -> Option<(Hearts, f64)> {
    let hands: Vec<String> = deal.iter().map(Cards::to_string).collect();
    let mut world = Hearts::read(rules, &hands.join(" / ")).expect("a whole deal");
    let mut likelihood = 1.0;
    for &card in plays {
        if !world.moves().any(|legal| legal == card) {
            return None;
        }
        likelihood /= world.moves().count() as f64;
        world.play(card);
    }
    Some((world, likelihood))
}

#[test]
fn worlds_are_the_deals_in_which_all_plays_were_legal_as_likely_as_random_players_make_them() {
    let mut rng = Rng::new(11);
    for (name, plays) in [
        ("hearts:3x2", 0),
        ("hearts:3x2", 3),
        ("hearts:3x3", 2),
        ("hearts:3x3", 4),
        ("hearts:3x3", 6),
    ] {
        let deals = all_deals(rules(name));
        for _ in 0..6 {
            let truth = wander(rules(name), plays, &mut rng);
            let (me, played) = (
                truth.turn(),
                truth.plays().map(|(_, card)| card).collect::<Vec<_>>(),
            );
            let fitting = deals
                .iter()
                .filter_map(|deal| replay(rules(name), deal, &played));
            let fitting = fitting.filter(|(world, _)| world.view(me) == truth.view(me));
            let weighed: HashMap<String, f64> = fitting
                .map(|(world, p)| (format!("{world:?}"), p))
                .collect();
            let total: f64 = weighed.values().sum();
            let worlds = truth.worlds(me, 10_000).expect("few worlds");
            assert_eq!(worlds.len(), weighed.len(), "{truth:?}");
            for (world, p) in &worlds {
                assert!(
                    (weighed[&format!("{world:?}")] / total - p).abs() < 1e-12,
                    "{world:?} of {truth:?}"
                );
            }
            assert!(worlds.len() == 1 || truth.worlds(me, worlds.len() - 1).is_none());
            let expected = weighed
                .into_iter()
                .map(|(world, weight)| (world, weight / total))
                .collect();
            check_draws(&truth, &expected, &mut rng);
        }
    }
}

/// 100 draws for every world: Pearson's statistic below its mean plus five standard deviations, and
/// a little for worlds so unlikely that it is no longer normal.
fn check_draws(truth: &Hearts, worlds: &HashMap<String, f64>, rng: &mut Rng) {
    let (mut drawn, draws) = (HashMap::new(), 100.0 * worlds.len() as f64);
    for _ in 0..100 * worlds.len() {
        let world = format!(
            "{:?}",
            truth.imagine(truth.turn(), rng).expect("the truth fits")
        );
        assert!(
            worlds.contains_key(&world),
            "{world} does not fit {truth:?}"
        );
        *drawn.entry(world).or_insert(0.0) += 1.0;
    }
    let off = |(world, p): (&String, &f64)| {
        let count: f64 = drawn.get(world).copied().unwrap_or(0.0);
        (count - draws * p).powi(2) / (draws * p)
    };
    let (statistic, freedom) = (
        worlds.iter().map(off).sum::<f64>(),
        (worlds.len() - 1) as f64,
    );
    assert!(
        statistic <= freedom + 5.0 * (2.0 * freedom).sqrt() + 1.0,
        "{statistic} of {freedom}: {truth:?}"
    );
}

#[test]
fn while_cards_are_dealt_nothing_is_seen_and_any_deal_is_imagined() {
    let part = read("hearts:3x3", "SA HA DA SK");
    assert!((0..3).all(|p| part.view(Player(p)).is_empty()));
    let world = part.imagine(Player(0), &mut Rng::new(1)).unwrap();
    assert_eq!(
        (0..3)
            .map(|p| world.hand(Player(p)).len())
            .collect::<Vec<_>>(),
        [2, 1, 1]
    );
    assert!(world.chances().is_some() && world.turn() == part.turn());
}

/// Max^n and paranoid search a second time, without any of the library's walks.
fn open_hands(position: &Hearts, value: &impl Fn(Player, &[f64]) -> f64) -> Vec<f64> {
    if position.outcome().is_some() {
        return points_by_hand(position);
    }
    let mover = position.turn();
    let children = position
        .moves()
        .map(|m| open_hands(&position.after(m), value));
    children
        .reduce(|best, next| {
            if value(mover, &next) > value(mover, &best) {
                next
            } else {
                best
            }
        })
        .unwrap()
}

#[test]
fn open_hands_are_searched_to_what_brute_force_finds() {
    let mut rng = Rng::new(3);
    for name in ["hearts:3x3", "hearts:3x4", "hearts:4x3"] {
        for _ in 0..8 {
            let position = wander(rules(name), rng.below(3), &mut rng);
            let me = position.turn();
            let selfish = open_hands(&position, &|mover, values| values[usize::from(mover.0)]);
            let against = open_hands(&position, &|mover, values| {
                if mover == me {
                    values[usize::from(me.0)]
                } else {
                    -values[usize::from(me.0)]
                }
            });
            assert_eq!(
                Maxn::blind()
                    .search_payoffs(&position, &Limits::none())
                    .values,
                selfish,
                "{position:?}"
            );
            assert_eq!(
                Paranoid::blind()
                    .search_payoffs(&position, &Limits::none())
                    .values,
                against,
                "{position:?}"
            );
        }
    }
}

#[test]
fn the_prospect_keeps_bounds_and_sum_and_knows_what_is_certain() {
    let mut rng = Rng::new(9);
    for name in ["hearts:3x5", "hearts:4x5", "hearts:4x13"] {
        for _ in 0..100 {
            let plays = rng.below(60);
            let position = wander(rules(name), plays, &mut rng);
            let values: Vec<f64> = (0..position.players())
                .map(|p| Counting.expected_payoff(&position, Player(p)))
                .collect();
            assert!(
                (values.iter().sum::<f64>() - position.sum().unwrap()).abs() < 1e-9,
                "{position:?}: {values:?}"
            );
            let bounds = position.bounds();
            assert!(
                values
                    .iter()
                    .all(|value| (bounds.low..=bounds.high).contains(value)),
                "{values:?}"
            );
        }
    }
    let beginning = Hearts::new(rules("hearts"));
    assert_eq!(Counting.expected_payoff(&beginning, Player(2)), -2.5);
}

/// Who looks ahead takes fewer points than who does not.
#[test]
fn looking_ahead_pays() {
    let (mut rng, mut clever, mut random) = (Rng::new(21), 0.0, 0.0);
    for game in 0..60 {
        let mut position = wander(rules("hearts:3x5"), 0, &mut rng);
        let seat = Player((game % 3) as u8);
        while position.outcome().is_none() {
            let moves: Vec<Card> = position.moves().collect();
            let mut search = BestReply {
                evaluator: Counting,
                habit: Greedy(Counting),
            };
            let card = if position.turn() == seat {
                search
                    .search_payoffs(&position, &Limits::depth(4))
                    .best()
                    .unwrap()
            } else {
                moves[rng.below(moves.len())]
            };
            position.play(card);
        }
        clever += position.payoff(seat);
        random += (position.sum().unwrap() - position.payoff(seat)) / 2.0;
    }
    assert!(clever > 0.6 * random, "{clever} against {random}");
}
