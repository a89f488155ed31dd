//! Whist with hidden hands: rules, texts, what players see, and the deals that fit it.

use std::collections::HashMap;

use gametree::pimc::{Clairvoyant, Pimc, Sight};
use gametree::rng::Rng;
use gametree::testkit::Kit;
use gametree::{
    Bounds, Chance, Counts, Game, Hidden, Limits, Notation, Outcome, PayoffEvaluator, PayoffSearch,
    Payoffs, Player, Stop, worlds,
};
use gametree_games::cards::{Card, Cards, Suit};
use gametree_games::whist::{
    Deal, DoubleDummy, Greedy, HighCards, Seen, Solver, Whist, card_values, greedy,
};

fn whist(text: &str) -> Whist {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn card(text: &str) -> Card {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn random_move(position: &Whist, rng: &mut Rng) -> Card {
    let moves: Vec<Card> = position.moves().collect();
    moves[rng.below(moves.len())]
}

/// A dealt game after so many random cards.
fn midgame(name: &str, cards: usize, rng: &mut Rng) -> Whist {
    let mut position = Whist::named(name).unwrap().dealt(rng);
    for _ in 0..cards {
        let card = random_move(&position, rng);
        position.play(card);
    }
    position
}

#[test]
fn whist_passes_the_kit() {
    for name in ["whist:2", "whist:3S", "whist:5,h", "whist:13"] {
        let root = Whist::named(name).unwrap();
        Kit::new(&root)
            .keyed()
            .notation()
            .chance()
            .payoffs()
            .hidden();
    }
}

#[test]
fn a_game_is_dealt_around_the_table_and_counted_in_tricks() {
    let mut rng = Rng::new(1);
    let mut game = Whist::named("whist:4D").unwrap();
    for dealt in 0..16 {
        assert_eq!((game.turn(), game.is_dealing()), (Player(dealt % 4), true));
        assert_eq!(game.chances().unwrap().count(), 16 - usize::from(dealt));
        let card = random_move(&game, &mut rng);
        game.play(card);
        assert!(game.hand(dealt % 4).contains(card));
    }
    assert_eq!(
        (game.turn(), game.trump(), game.cards_a_hand()),
        (Player(0), Some(Suit::Diamonds), 4)
    );
    while game.outcome().is_none() {
        let card = random_move(&game, &mut rng);
        game.play(card);
    }
    let [first, second] = game.won().map(f64::from);
    assert_eq!(
        game.outcome(),
        Some(Outcome::Points((first - second) as i32))
    );
    assert_eq!(
        [0, 1, 2, 3].map(|p| game.payoff(Player(p))),
        [
            first - second,
            second - first,
            first - second,
            second - first
        ]
    );
    assert_eq!(
        (first + second, game.bounds(), game.sum()),
        (4.0, Bounds::new(-4.0, 4.0), Some(0.0))
    );
}

#[test]
fn positions_are_small() {
    assert!(size_of::<Whist>() <= 112 && size_of::<DoubleDummy>() <= 48);
}

#[test]
fn names_and_deals_are_read() {
    let named = |name: &str| Whist::named(name).map(|game| (game.cards_a_hand(), game.trump()));
    assert_eq!(named("whist:8"), Ok((8, None)));
    assert_eq!(
        (named("whist:8S"), named("whist:13,c")),
        (Ok((8, Some(Suit::Spades))), Ok((13, Some(Suit::Clubs))))
    );
    for name in [
        "whist",
        "whist:",
        "whist:1",
        "whist:14",
        "whist:8X",
        "whist:-3",
        "whist:8,,S",
        "bridge:8",
    ] {
        assert!(Whist::named(name).is_err(), "{name}");
    }
    let dots = whist("E:QJ.3.. 32.A.. 54.K.. AK.2.. trump=H lead=W play=HK,H2,H3,HA");
    let bars = whist("SAK H2 | SQJ H3 | S32 HA | S54 HK lead=W trump=h play=hk,h2,h3,ha");
    assert_eq!(dots, bars);
    assert_eq!(
        (dots.turn(), dots.won(), dots.hand(0)),
        (Player(2), [1, 0], "SAK".parse().unwrap())
    );
    assert_eq!(
        dots.played()
            .iter()
            .map(Card::to_string)
            .collect::<Vec<_>>(),
        ["HK", "H2", "H3", "HA"]
    );
    let picture =
        "N: SAK\nE: SQJ\nS: S3\nW: S54\ntrump H, tricks NS 1 EW 0\non the table: S S2\nW to play\n";
    assert_eq!(dots.after(card("S2")).to_string(), picture);
    assert_eq!(
        dots.open().map(|open| open.to_string()),
        Some(dots.to_string())
    );
}

#[test]
fn what_is_no_deal_is_refused_with_a_reason() {
    let hands = "N:AK.2.. QJ.3.. 32.A.. 54.K..";
    for (text, reason) in [
        ("".to_string(), "not a deal"),
        ("AK.2..".to_string(), "not a deal"),
        ("X:AK.2.. QJ.3.. 32.A.. 54.K..".to_string(), "not a seat"),
        ("N:AK.2.. QJ.3.. 32.A..".to_string(), "3 hands"),
        ("N:AK.2. QJ.3.. 32.A.. 54.K..".to_string(), "3 suits"),
        ("N:AK.2.. QJ.3.. 32.A.. 5.K..".to_string(), "same number"),
        (
            "N:AK.2.. AJ.3.. 32.A.. 54.K..".to_string(),
            "SA are in two hands",
        ),
        ("N:AX.2.. QJ.3.. 32.A.. 54.K..".to_string(), "not a card"),
        ("SAK | SQJ | S32".to_string(), "3 hands"),
        (format!("{hands} trump=X"), "not a trump suit"),
        (format!("{hands} lead=NE"), "not a seat"),
        (format!("{hands} dealer=N"), "not trump="),
        (format!("{hands} play=SA,H3"), "card 2 (H3)"),
        (format!("{hands} play=SQ"), "card 1 (SQ)"),
        (
            format!("{hands} play=SA,SQ,S2,S4,SK,SJ,S3,S5,H2,H3,HA,HK,SA"),
            "all cards are played",
        ),
    ] {
        let error = text.parse::<Whist>().expect_err(&text);
        assert!(error.0.contains(reason), "{text}: {error}");
        assert_eq!(text.parse::<DoubleDummy>().expect_err(&text).0, error.0);
    }
}

#[test]
fn a_player_sees_his_cards_and_what_is_played() {
    let game = whist("N:AK.2.. QJ.3.. 32.A.. 54.K.. play=SA,SQ");
    let seen = |cards: &str| {
        vec![
            Seen::Hand(cards.parse().unwrap()),
            Seen::Played(card("SA")),
            Seen::Played(card("SQ")),
        ]
    };
    assert_eq!(game.view(Player(0)), seen("SAK H2"));
    assert_eq!(game.view(Player(1)), seen("SQJ H3"));
    assert_eq!(game.view(Player(3)), seen("S54 HK"));
    assert!(game.beginning().is_dealing() && game.beginning().view(Player(0)).is_empty());
    assert_eq!(game.beginning().imagine(Player(0), &mut Rng::new(1)), None);
}

/// All ways to give the cards of a deck to four hands.
fn all_deals(deck: Cards) -> Vec<[Cards; 4]> {
    let (size, mut deals) = (deck.len() / 4, vec![[Cards::EMPTY; 4]]);
    for card in deck.iter() {
        let with = |hands: &[Cards; 4], seat: usize| {
            let mut hands = *hands;
            hands[seat].insert(card);
            hands
        };
        let extended = deals
            .iter()
            .flat_map(|hands| (0..4).map(move |seat| with(hands, seat)));
        deals = extended
            .filter(|hands| hands.iter().all(|hand| hand.len() <= size))
            .collect();
    }
    deals
}

/// The deal with this trump after these cards, and how likely they are if all but the player choose
/// at random; `None` where they break the rules.
fn replayed(hands: &[Cards; 4], like: &Whist, player: Player) -> Option<(Whist, f64)> {
    let mut world = Whist::with_hands(Deal {
        hands: *hands,
        leader: 0,
        trump: like.trump(),
    })
    .ok()?;
    let mut likelihood = 1.0;
    for &card in like.played() {
        if !world.moves().any(|m| m == card) {
            return None;
        }
        if world.turn() != player {
            likelihood /= world.moves().count() as f64;
        }
        world.play(card);
    }
    (world.view(player) == like.view(player)).then_some((world, likelihood))
}

/// Against every deal there is, replayed by the rules.
#[test]
fn the_worlds_are_exactly_the_deals_that_fit_what_was_seen() {
    let (mut rng, mut uneven) = (Rng::new(2), 0);
    for number in 0..80 {
        // Two cards of four suits, or four cards of two.
        let game = ["SAK | HAK | DAK | CAK", "SAK | SQJ | HAK | HQJ trump=H"][number / 8 % 2];
        let mut position = whist(game).beginning().dealt(&mut rng);
        let deals = all_deals((0..4).fold(Cards::EMPTY, |deck, seat| deck | position.hand(seat)));
        for _ in 0..number % 8 {
            let card = random_move(&position, &mut rng);
            position.play(card);
        }
        let player = position.turn();
        let fit: HashMap<Whist, f64> = deals
            .iter()
            .filter_map(|hands| replayed(hands, &position, player))
            .collect();
        let (listed, total) = (
            position.worlds(player, 2520).unwrap(),
            fit.values().sum::<f64>(),
        );
        assert_eq!((listed.len(), deals.len()), (fit.len(), 2520));
        for (world, probability) in &listed {
            assert!(
                (fit[world] / total - probability).abs() < 1e-9,
                "{position}{world}"
            );
            uneven += usize::from((probability * fit.len() as f64 - 1.0).abs() > 1e-9);
        }
        assert!(fit.len() == 1 || position.worlds(player, fit.len() - 1).is_none());
    }
    assert!(uneven > 50, "what is played tells nothing: {uneven}");
}

/// Worlds are drawn as often as they are likely.
#[test]
fn worlds_are_drawn_by_their_probabilities() {
    // N and E have followed twice to spades: they are likelier to have few left.
    let position =
        whist("N:AK6..32. Q7.T8.4. 832.A9.. 954..5.2 lead=S play=S8,S9,SK,S7,D3,D4,S2,D5,S4,S6,SQ");
    let player = position.turn();
    let all: HashMap<Whist, f64> = position
        .worlds(player, 10_000)
        .unwrap()
        .into_iter()
        .collect();
    let draws = 200 * all.len();
    let (mut rng, mut drawn) = (Rng::new(3), HashMap::<Whist, u32>::new());
    for _ in 0..draws {
        *drawn
            .entry(worlds::draw(&position, player, &mut rng).unwrap())
            .or_default() += 1;
    }
    assert!(all.len() > 20 && drawn.keys().all(|world| all.contains_key(world)));
    let off = |(world, p): (&Whist, &f64)| {
        let expected = p * draws as f64;
        (f64::from(drawn.get(world).copied().unwrap_or(0)) - expected).powi(2) / expected
    };
    let (squares, freedom) = (all.iter().map(off).sum::<f64>(), (all.len() - 1) as f64);
    assert!(
        squares < freedom + 5.0 * (2.0 * freedom).sqrt(),
        "chi squared {squares} of {freedom}"
    );
}

#[test]
fn the_prospect_is_opposite_for_the_sides_and_the_payoff_at_the_end() {
    let mut rng = Rng::new(4);
    for number in 0..60 {
        let position = midgame("whist:8S", number % 33, &mut rng);
        let values = [0, 1, 2, 3].map(|p| HighCards.expected_payoff(&position, Player(p)));
        assert!(values[0] == values[2] && values[1] == values[3] && values[0] == -values[1]);
        assert!(values[0].abs() <= 8.0);
        if position.outcome().is_some() {
            assert_eq!(values[0], position.payoff(Player(0)));
        }
    }
    // The ace, queen and jack against the king: (7 − 3) / 10 of one trick.
    let position = whist("N:A... K... Q... J...");
    assert!((HighCards.expected_payoff(&position, Player(0)) - 0.2).abs() < 1e-12);
}

#[test]
fn the_simple_rule_wins_cheaply_and_never_from_the_partner() {
    let next = |text: &str| greedy(&whist(text)).map(|card| card.to_string());
    let deal = "N:K5.A.. QJ2... A43... T97...";
    assert_eq!(next(deal).as_deref(), Some("HA"));
    assert_eq!(next(&format!("{deal} play=S5")).as_deref(), Some("SJ"));
    assert_eq!(next(&format!("{deal} play=S5,SJ")).as_deref(), Some("SA"));
    assert_eq!(next(&format!("{deal} play=SK,S2")).as_deref(), Some("S3"));
    assert_eq!(
        next(&format!("{deal} play=SK,S2,S3")).as_deref(),
        Some("S7")
    );
    // No hearts: a trump beats the ace, the lower one is enough.
    assert_eq!(
        next(&format!("{deal} trump=S play=HA")).as_deref(),
        Some("S2")
    );
    assert_eq!(next("N:... ... ... ..."), None);
    let report = Greedy.search_payoffs(&whist(deal), &Limits::none());
    assert_eq!((report.best(), report.values.len()), (Some(card("HA")), 4));
}

#[test]
fn values_of_cards_are_for_the_side_that_plays() {
    let mut solver = Solver::new(1 << 20);
    // E's diamond wins now or never.
    let world = whist("N:A.5.. K..2. 4.3.. 5.4.. lead=E");
    let values = card_values(&world, &mut solver);
    assert_eq!(values, [(card("D2"), 0.0), (card("SK"), -2.0)]);
    assert!(world.moves().eq(values.iter().map(|(card, _)| *card)));
    assert!(card_values(&world.beginning(), &mut solver).is_empty());
    assert_eq!(world.read_move("sk"), Some(card("SK")));
}

#[test]
fn monte_carlo_plays_by_what_it_sees() {
    let mut rng = Rng::new(5);
    for number in 0..12 {
        let position = midgame(["whist:5", "whist:5C"][number % 2], number, &mut rng);
        let world = worlds::draw(&position, position.turn(), &mut rng).unwrap();
        let search_payoffs = |root: &Whist| {
            let mut search = Pimc {
                worlds: 10,
                ..Pimc::new(Solver::new(1 << 18), 3)
            }
            .exact(10);
            search.search_payoffs(root, &Limits::none())
        };
        let (here, there) = (search_payoffs(&position), search_payoffs(&world));
        assert_eq!(
            (&here.moves, &here.line, here.worlds),
            (&there.moves, &there.line, there.worlds)
        );
        assert!(position.moves().any(|m| Some(m) == here.best()));
        assert_eq!(here.values[0], -here.values[1]);
    }
}

#[test]
fn a_clairvoyant_in_a_hurry_says_so() {
    let position = Whist::named("whist:8H").unwrap().dealt(&mut Rng::new(6));
    let all = Solver::default().sight(&position, &Limits::none());
    assert_eq!((all.stop, all.moves.len()), (Stop::Done, 8));
    let mut whole = 0;
    for nodes in [1, 10, 100, 1000, 10_000] {
        let some = Solver::default().sight(&position, &Limits::nodes(nodes));
        assert!(
            some.counts.nodes <= nodes && some.moves.iter().all(|seen| all.moves.contains(seen))
        );
        assert_eq!(some.stop == Stop::Done, some.moves.len() == 8);
        whole += usize::from(some.moves.len() == 8);
        let mut pimc = Pimc::new(Solver::default(), 1);
        let best = pimc.search_payoffs(&position, &Limits::nodes(nodes)).best();
        assert!(position.moves().any(|m| Some(m) == best), "{nodes}");
    }
    assert!(whole < 5);
}

/// Better than one who wins tricks as cheaply as he can, by far more than chance.
#[test]
#[ignore = "soak: a minute of games"]
fn soak_monte_carlo_beats_the_simple_rule() {
    let mut search = Pimc {
        worlds: 20,
        ..Pimc::new(Solver::default(), 0)
    }
    .exact(20);
    let differences: Vec<f64> = (0..100)
        .map(|seed| {
            let deal = Whist::named("whist:8S")
                .unwrap()
                .dealt(&mut Rng::new(1000 + seed));
            let payoff = |side: u8, search: &mut Pimc<_, _>| {
                let mut position = deal;
                while position.outcome().is_none() {
                    search.seed += 1;
                    let ours = position.turn().0 % 2 == side;
                    let card = if ours {
                        search.search_payoffs(&position, &Limits::none()).best()
                    } else {
                        greedy(&position)
                    };
                    position.play(card.unwrap());
                }
                position.payoff(Player(side))
            };
            (payoff(0, &mut search) + payoff(1, &mut search)) / 2.0
        })
        .collect();
    let n = differences.len() as f64;
    let mean = differences.iter().sum::<f64>() / n;
    let variance = differences.iter().map(|d| (d - mean).powi(2)).sum::<f64>() / (n - 1.0);
    assert!(mean > 3.0 * (variance / n).sqrt(), "{mean} tricks a game");
}

/// A solver that another process interrupts in some of the worlds, until their time is over.
struct Interrupted {
    solver: Solver,
    asked: u32,
}

impl Clairvoyant<Whist> for Interrupted {
    fn sight(&mut self, world: &Whist, limits: &Limits) -> Sight<Card> {
        self.asked += 1;
        if self.asked.is_multiple_of(3) && self.asked < 1000 {
            return Sight {
                moves: Vec::new(),
                stop: Stop::Time,
                counts: Counts::default(),
            };
        }
        self.solver.sight(world, limits)
    }
}

#[test]
fn worlds_that_are_cut_short_get_the_time_that_others_leave() {
    let position = whist("N:AK.2.. QJ.3.. 32.A.. 54.K.. lead=N");
    let hour = Limits::time(std::time::Duration::from_secs(3600));
    let whole = Pimc::new(Solver::new(1 << 20), 1)
        .exact(100_000)
        .search_payoffs(&position, &hour);
    let interrupted = Interrupted {
        solver: Solver::new(1 << 20),
        asked: 0,
    };
    let report = Pimc::new(interrupted, 1)
        .exact(100_000)
        .search_payoffs(&position, &hour);
    assert_eq!((whole.worlds, whole.stop), (1680, Stop::Done));
    assert_eq!((report.worlds, report.stop), (whole.worlds, whole.stop));
    for ((m, value), (n, expected)) in report.moves.iter().zip(&whole.moves) {
        assert!(m == n && (value - expected).abs() < 1e-9, "{m} {value}");
    }
}

#[test]
fn the_trump_of_the_name_holds_where_the_text_names_none() {
    let game = Whist::named("whist:3D").unwrap();
    let deal = "N:2..AK. 6.T8.. .J4.9. Q7..8. lead=W";
    let read = |text: &str| game.read(text).unwrap();
    assert_eq!(read(deal).trump(), Some(Suit::Diamonds));
    assert_eq!(read(&format!("{deal} trump=S")).trump(), Some(Suit::Spades));
    assert_eq!(read(&format!("{deal} trump=-")).trump(), None);
    assert_eq!(whist(deal).trump(), None, "without a game there is none");
}
