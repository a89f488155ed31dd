//! Backgammon: the rules against a plain generator, golden numbers, notation, positions as text,
//! evaluators.

use crate::plain_backgammon;

use gametree::expectiminimax::Expectiminimax;
use gametree::ordering::ByGame;
use gametree::rng::Rng;
use gametree::star::Order;
use gametree::star2::Star2;
use gametree::testkit::Kit;
use gametree::{
    Bounds, Chance, Game, Keyed, Limits, Notation, Outcome, PayoffEvaluator, PayoffSearch, Payoffs,
    Player,
};
use gametree_games::backgammon::sampling::{
    dice_of_pair, drawn, greedy, play_out, random, sample_games,
};
use gametree_games::backgammon::{Backgammon, Dice, Handmade, Move, Stage, Trained};
use plain_backgammon::{bears_off, check_plays, identifier, random_board};

#[test]
fn plays_are_those_of_the_plain_rules_in_random_games() {
    let mut positions = 0;
    Kit::new(&Backgammon::start()).each(|game| {
        if game.outcome().is_none() && positions < 6_000 {
            positions += 1;
            check_plays(game);
        }
    });
    assert!(positions > 1000);
}

/// Random placements reach what games rarely do: many on the bar, closed boards, ends with few
/// checkers.
#[test]
fn plays_are_those_of_the_plain_rules_on_random_boards() {
    let mut rng = Rng::new(5);
    let (mut checked, mut passes) = (0, 0);
    while checked < 3_000 {
        let Some(game) = random_board(&mut rng) else {
            continue;
        };
        for dice in [Dice::ALL[rng.below(21)], Dice::ALL[15 + rng.below(6)]] {
            let game = game.rolled(dice).expect("a roll is due");
            check_plays(&game);
            checked += 1;
            passes += usize::from(game.moves().eq([Move::Play(Default::default())]));
        }
    }
    assert!(passes > 30, "{passes} forced passes");
}

#[test]
fn the_conformance_kit_is_content() {
    let kit = Kit::new(&Backgammon::start());
    kit.keyed().guided().notation().chance().payoffs();
    let cube = Backgammon::start().with_cube().without_gammons();
    Kit::new(&cube)
        .keyed()
        .guided()
        .notation()
        .chance()
        .payoffs();
}

#[test]
fn there_are_21_rolls_and_30_openings() {
    let rolls: Vec<_> = Backgammon::first_to_roll().chances().unwrap().collect();
    assert_eq!(rolls.len(), 21);
    assert!(
        rolls.windows(2).all(|pair| pair[0].1 >= pair[1].1),
        "the likeliest come first"
    );
    let mut counts = std::collections::HashMap::new();
    for one in 1..=6 {
        for other in 1..=6 {
            *counts
                .entry(Move::Roll(Dice::new(one, other).unwrap().sorted()))
                .or_insert(0) += 1;
        }
    }
    assert!(
        rolls
            .iter()
            .all(|(m, p)| (p - f64::from(counts[m]) / 36.0).abs() < 1e-12)
    );
    let opening: Vec<_> = Backgammon::start().chances().unwrap().collect();
    let begins = |m: Move| Backgammon::start().after(m).turn() == Player::FIRST;
    let first: f64 = opening
        .iter()
        .filter(|(m, _)| begins(*m))
        .map(|(_, p)| p)
        .sum();
    assert_eq!((opening.len(), (first * 1e9).round()), (30, 5e8));
}

/// A known table: rolls of 36 that bear off one checker on point 1 to 6. And what they are worth.
#[test]
fn one_checker_is_borne_off_by_so_many_rolls() {
    let rolls: Vec<f64> = (1..=6).map(|point| 36.0 * bears_off(point)).collect();
    assert_eq!(
        rolls.iter().map(|n| n.round() as u32).collect::<Vec<_>>(),
        [36, 36, 36, 34, 31, 27]
    );
}

/// The last roll is exact: with one checker each on the 6-point the one on roll wins 27 of 36 at
/// once, loses the rest when the other does the same, and so on.
#[test]
fn expectiminimax_knows_the_last_rolls() {
    let mut bits = vec![0; 50];
    bits.insert(30, 1);
    bits.insert(5, 1);
    let game: Backgammon = identifier(&bits).parse().unwrap();
    let report = Expectiminimax::blind().search_payoffs(&game, &Limits::none());
    // After a failure the checker is so near that the next roll bears it off for sure.
    let win = 0.75 + 0.25 * 0.25;
    assert!(
        report.proven && (report.values[0] - (2.0 * win - 1.0)).abs() < 1e-12,
        "{:?}",
        report.values
    );
}

/// The number of legal plays of each roll at the start, as GNU Backgammon 1.07 lists them.
#[test]
fn the_start_has_so_many_plays() {
    let start = Backgammon::first_to_roll();
    let counted: Vec<(String, usize)> = Dice::ALL
        .iter()
        .map(|&dice| (dice.to_string(), start.plays(dice).count()))
        .collect();
    let known = GOLDEN_START.map(|(dice, count)| (dice.to_string(), count));
    assert_eq!(counted, known);
}

const GOLDEN_START: [(&str, usize); 21] = [
    ("6-5", 7),
    ("6-4", 14),
    ("6-3", 14),
    ("6-2", 14),
    ("6-1", 10),
    ("5-4", 9),
    ("5-3", 9),
    ("5-2", 8),
    ("5-1", 8),
    ("4-3", 17),
    ("4-2", 18),
    ("4-1", 14),
    ("3-2", 17),
    ("3-1", 16),
    ("2-1", 15),
    ("6-6", 11),
    ("5-5", 4),
    ("4-4", 52),
    ("3-3", 73),
    ("2-2", 75),
    ("1-1", 42),
];

fn read(text: &str) -> Backgammon {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// A position after the moves of these names.
fn after(mut game: Backgammon, names: &[&str]) -> Backgammon {
    for name in names {
        game.play(
            game.read_move(name)
                .unwrap_or_else(|| panic!("{name} in\n{game}")),
        );
    }
    game
}

#[test]
fn plays_are_written_as_players_do_and_read_in_any_order() {
    let game = after(Backgammon::start(), &["6-1", "13/7 8/7", "2-2"]);
    let name = |game: &Backgammon, text: &str| game.read_move(text).map(|m| game.write_move(m));
    assert_eq!(
        name(&game, "6/4(2) 13/11 13/11").as_deref(),
        Some("13/11(2) 6/4(2)")
    );
    assert_eq!(name(&game, "24/20(2)").as_deref(), Some("24/20(2)"));
    assert_eq!(
        name(&game, "24/22, 24/22, 22/20, 22/20").as_deref(),
        Some("24/20(2)")
    );
    assert_eq!(name(&game, "24/18"), None);
    assert_eq!(name(&game, "6/8"), None);
    let shot = after(Backgammon::start(), &["6-2", "24/18 13/11", "6-4"]);
    assert_eq!(name(&shot, "24/14*").as_deref(), Some("24/14*"));
    assert_eq!(
        name(&shot, "24/14").as_deref(),
        Some("24/14*"),
        "an unmarked hit is understood"
    );
    let double = after(
        Backgammon::start(),
        &["3-1", "8/5 6/5", "6-2", "13/7 13/11", "6-2"],
    );
    assert_eq!(name(&double, "24/18*/16").as_deref(), Some("24/18*/16"));
    let entering = after(shot, &["24/14*", "6-5"]);
    assert_eq!(entering.men(entering.turn())[25], 1);
    assert!(
        entering
            .moves()
            .all(|m| entering.write_move(m).starts_with("bar/"))
    );
}

#[test]
fn the_bar_comes_first_and_a_closed_board_is_a_pass() {
    // X on the bar against six points of O.
    let mut bits = String::new();
    for point in 1..=25 {
        bits += if point <= 6 {
            "110"
        } else if point == 7 {
            "1110"
        } else {
            "0"
        };
    }
    bits += &("0".repeat(24) + "10");
    let game: Backgammon = identifier(&bits.bytes().map(|b| b - b'0').collect::<Vec<_>>())
        .parse()
        .unwrap();
    for &dice in &Dice::ALL {
        let game = game.rolled(dice).unwrap();
        let names: Vec<String> = game.moves().map(|m| game.write_move(m)).collect();
        assert_eq!(names, ["pass"]);
    }
}

/// The higher die, if only one can be played; and both, if both can in one order only.
#[test]
fn dice_are_used_as_far_as_possible() {
    let side = |men: &[(usize, usize)]| {
        let count = |point: usize| men.iter().find(|(p, _)| *p == point).map_or(0, |(_, n)| *n);
        (1..=25)
            .map(|point| "1".repeat(count(point)) + "0")
            .collect::<String>()
    };
    let game = |mine: &[(usize, usize)], theirs: &[(usize, usize)]| {
        let bits = (side(theirs) + &side(mine))
            .bytes()
            .map(|b| b - b'0')
            .collect::<Vec<_>>();
        identifier(&bits)
            .parse::<Backgammon>()
            .unwrap()
            .rolled(Dice::new(6, 3).unwrap())
            .unwrap()
    };
    let names = |game: Backgammon| game.moves().map(|m| game.write_move(m)).collect::<Vec<_>>();
    // From 20 both 14 and 17 are open, 11 is not: the six must be played.
    assert_eq!(names(game(&[(20, 1)], &[(14, 2)])), ["20/14"]);
    // With 14 closed as well only the three is left, and then nothing.
    assert_eq!(names(game(&[(20, 1)], &[(14, 2), (11, 2)])), ["20/17"]);
    // 14 closed, 11 open: the three first, then the six.
    assert_eq!(names(game(&[(20, 1)], &[(11, 2)])), ["20/11"]);
    // The picture of `plays.rs`: seven ways to make three plays.
    let picture = game(&[(13, 1), (11, 1)], &[(1, 2)]);
    let picture: Backgammon = picture.text().replace("6-3", "6-2").parse().unwrap();
    assert_eq!(names(picture), ["13/7 11/9", "13/5", "11/3"]);
    // Bearing off: the six takes the rearmost, nothing may be taken over it. (`5/off` is 5/2 and
    // off.)
    assert_eq!(
        names(game(&[(5, 1), (2, 1)], &[(1, 2)])),
        ["5/off 2/off", "5/off"]
    );
    assert_eq!(
        names(game(&[(7, 1), (2, 1)], &[(1, 2)])),
        ["7/1 2/off", "7/off"]
    );
}

/// A win, a gammon, a backgammon; times the cube.
#[test]
fn wins_are_worth_one_two_and_three() {
    let end = |theirs: &str, extra: &str| {
        let bits = (theirs.to_string() + "10" + &"0".repeat(24))
            .bytes()
            .map(|b| b - b'0')
            .collect::<Vec<_>>();
        let game = read(&format!("{} O 2-1 {extra}", identifier(&bits)));
        let last = game.read_move("1/off").unwrap();
        let over = game.after(last);
        assert_eq!(over.payoff(Player::FIRST), -over.payoff(Player::SECOND));
        over.outcome()
    };
    let fourteen = format!("{}0{}", "1".repeat(14), "0".repeat(24));
    let fifteen = format!("{}0{}", "1".repeat(15), "0".repeat(24));
    let behind = format!("{}0{}10{}", "1".repeat(14), "0".repeat(18), "0".repeat(5));
    assert_eq!(end(&fourteen, ""), Some(Outcome::Points(-1)));
    assert_eq!(end(&fifteen, ""), Some(Outcome::Points(-2)));
    assert_eq!(end(&behind, ""), Some(Outcome::Points(-3)));
    assert_eq!(end(&behind, "single"), Some(Outcome::Points(-1)));
    assert_eq!(end(&behind, "cube=4X"), Some(Outcome::Points(-12)));
}

#[test]
fn the_cube_goes_back_and_forth() {
    let start = Backgammon::start().with_cube();
    assert_eq!(start.bounds(), Bounds::new(-192.0, 192.0));
    let game = after(start, &["6-4", "8/2 6/2"]);
    assert_eq!((game.stage(), game.turn()), (Stage::Cube, Player::SECOND));
    let doubled = after(game, &["double"]);
    assert_eq!(
        (doubled.stage(), doubled.turn()),
        (Stage::Doubled, Player::FIRST)
    );
    assert_eq!(
        doubled.after(Move::Drop).outcome(),
        Some(Outcome::Points(-1))
    );
    let taken = after(doubled, &["take", "5-3", "8/3 6/3"]);
    assert_eq!(
        (taken.cube().value(), taken.cube().owner()),
        (2, Some(Player::FIRST))
    );
    assert_eq!(taken.stage(), Stage::Cube, "the owner may double");
    let again = after(taken, &["roll", "2-1", "13/10"]);
    assert_eq!(
        (again.turn(), again.stage()),
        (Player::SECOND, Stage::Roll),
        "the other may not"
    );
    let high = read("4HPwATDgc/ABMA X cube cube=32X");
    let top = after(high, &["double", "take"]);
    assert_eq!((top.cube().value(), top.stage()), (64, Stage::Roll));
    assert_eq!(
        after(top, &["3-1", "8/5 6/5"]).stage(),
        Stage::Roll,
        "64 is the end"
    );
}

/// With the cube in the middle: nobody doubles at the start; a lead of a few pips in a race is
/// doubled and taken, a great one dropped; and a certain loser does not double.
#[test]
fn the_cube_is_turned_when_it_pays() {
    let race = |mine: [usize; 6], theirs: [usize; 6]| {
        let side = |men: [usize; 6]| men.map(|n| "1".repeat(n) + "0").concat() + &"0".repeat(19);
        let bits = (side(theirs) + &side(mine))
            .bytes()
            .map(|b| b - b'0')
            .collect::<Vec<_>>();
        read(&format!("{} X cube cube=1", identifier(&bits)))
    };
    let decisions = |game: &Backgammon| {
        let mut choose = greedy(&Trained);
        let first = choose(game);
        (
            first,
            (first == Move::Double).then(|| choose(&game.after(first))),
        )
    };
    assert_eq!(
        decisions(&read("4HPwATDgc/ABMA X cube cube=1")),
        (Move::Wait, None)
    );
    let (level, ahead) = ([0, 0, 4, 4, 4, 3], [0, 1, 5, 5, 4, 0]);
    assert_eq!(
        decisions(&race(ahead, level)),
        (Move::Double, Some(Move::Take))
    );
    assert_eq!(
        decisions(&race([4, 4, 4, 3, 0, 0], [0, 0, 0, 5, 5, 5])),
        (Move::Double, Some(Move::Drop))
    );
    assert_eq!(
        decisions(&race([0, 0, 0, 5, 5, 5], [4, 4, 4, 3, 0, 0])),
        (Move::Wait, None)
    );
}

#[test]
fn positions_lead_back_through_their_text() {
    Kit::new(&Backgammon::start().with_cube()).each(|game| {
        if game.outcome().is_none() {
            let again = read(&game.text());
            assert_eq!((again, again.key()), (*game, game.key()));
        }
    });
    let mistakes = [
        ("", "no position"),
        ("4HPwATDgc/ABM", "13 letters"),
        ("4HPwATDgc/AB!A", "no letter"),
        ("//////////////", "checkers"),
        ("4HPwATDgc/ABMA Z", "X or O"),
        ("4HPwATDgc/ABMA X 7-1", "dice like"),
        ("4HPwATDgc/ABMA X cube", "needs a cube"),
        ("4HPwATDgc/ABMA X roll cube=3", "cube like"),
        ("4HPwATDgc/ABMA X roll cube=2", "belongs"),
        ("4HPwATDgc/ABMA X cube cube=2O", "not the opponent"),
        ("4HPwATDgc/ABMA X roll what", "neither"),
        ("AAAAAAAAAAAAAA X", "over"),
    ];
    for (text, why) in mistakes {
        let error = text.parse::<Backgammon>().expect_err(text).to_string();
        assert!(error.contains(why), "{text:?}: {error}");
    }
    assert!(
        Backgammon::named("backgammon:cube:single").is_ok()
            && Backgammon::named("backgammon:9").is_err()
    );
}

#[test]
fn the_board_is_drawn() {
    let game = after(
        Backgammon::start(),
        &["3-1", "8/5 6/5", "6-4", "24/14", "5-5"],
    );
    let drawing = "\
 +13-14-15-16-17-18------19-20-21-22-23-24-+  O: 157 pips, 0 off
 | X           O    |   | O              X |
 | X           O    |   | O              X |
 | X           O    |   | O                |
 | X                |   | O                |
 | X                |   | O                |
 |                  |BAR|                  |  X to play 5-5
 | O                |   |                  |
 | O                |   | X                |
 | O                |   | X                |
 | O           X    |   | X  X             |
 | O  O        X    |   | X  X           O |
 +12-11-10--9--8--7-------6--5--4--3--2--1-+  X: 163 pips, 0 off
";
    let shown = game
        .to_string()
        .lines()
        .map(|line| line.trim_end().to_string() + "\n")
        .collect::<String>();
    assert!(shown.trim_start().starts_with(drawing), "{shown}");
    let many = "1".repeat(10) + &"0".repeat(25) + &"1".repeat(15) + &"0".repeat(25);
    let many = read(&identifier(
        &many.bytes().map(|b| b - b'0').collect::<Vec<_>>(),
    ));
    assert!(
        many.to_string().contains("A |"),
        "a stack of ten is drawn as A:\n{many}"
    );
    assert!(
        many.to_string().contains("F |"),
        "and one of fifteen as F:\n{many}"
    );
}

/// Evaluators say the same to both players with opposite signs, stay in bounds, and know who is
/// ahead.
#[test]
fn evaluators_are_fair_and_in_bounds() {
    let fair = |game: &Backgammon, value: f64, other: f64| {
        let bounds = game.bounds();
        assert!(
            value == -other && (bounds.low..=bounds.high).contains(&value),
            "{value} {other}\n{game}"
        );
    };
    let cube = Backgammon::start().with_cube();
    for start in [
        Backgammon::start(),
        cube,
        Backgammon::start().without_gammons(),
    ] {
        Kit::new(&start).each(|game| {
            let of = |evaluator: &dyn PayoffEvaluator<Backgammon>, player| {
                evaluator.expected_payoff(game, player)
            };
            fair(
                game,
                of(&Trained, Player::FIRST),
                of(&Trained, Player::SECOND),
            );
            let handmade = Handmade::default();
            fair(
                game,
                of(&handmade, Player::FIRST),
                of(&handmade, Player::SECOND),
            );
        });
    }
}

/// Over 400 games of the same dice for both, the trained beats the handmade, and that one random
/// play. Still the better one loses many: nobody commands the dice.
#[test]
fn the_better_player_wins_more_and_still_loses() {
    let (start, handmade) = (Backgammon::start(), Handmade::default());
    let sample = sample_games(
        &start,
        [&mut greedy(&Trained), &mut greedy(&handmade)],
        200,
        1,
    );
    assert!(
        sample.mean() > 4.0 * sample.standard_error(),
        "{} ± {}",
        sample.mean(),
        sample.standard_error()
    );
    assert!(
        sample.points.len() - sample.wins() > 40,
        "{} wins of 400",
        sample.wins()
    );
    let sample = sample_games(&start, [&mut greedy(&handmade), &mut random(3)], 50, 1);
    assert!(sample.wins() > 90, "{} wins of 100", sample.wins());
}

/// The dice of a seed are the same again, in whole samples and in single games.
#[test]
fn samples_repeat() {
    let play = |seed| {
        let handmade = Handmade::default();
        sample_games(
            &Backgammon::start(),
            [&mut greedy(&handmade), &mut random(3)],
            10,
            seed,
        )
    };
    assert_eq!(play(4), play(4));
    assert_ne!(play(4), play(5));
    let (handmade, again) = (Handmade::default(), &play(4).points);
    let mut one = greedy(&handmade);
    let end = play_out(
        &Backgammon::start(),
        [&mut one, &mut random(3)],
        dice_of_pair(4, 0),
    );
    assert_eq!(end.payoff(Player::FIRST), again[0]);
}

/// How many plays GNU Backgammon 1.07 lists (`set board`, `set dice`, `hint 9999`) for the 21 rolls
/// in the order of [`Dice::ALL`], on boards of all kinds. It lists none where only the pass is
/// left.
#[test]
fn there_are_as_many_plays_as_gnu_backgammon_finds() {
    let mut rolls = 0;
    for line in include_str!("backgammon_plays.txt").lines() {
        let (id, counts) = line.split_once(' ').expect("an identifier and counts");
        let game = read(id);
        for (&dice, count) in Dice::ALL.iter().zip(counts.split(' ')) {
            let plays = game.plays(dice).filter(|play| !play.is_empty()).count();
            assert_eq!(plays.to_string(), count, "{dice} in\n{game}");
            rolls += 1;
        }
    }
    assert!(rolls > 1000);
}

/// Move, dice, move: Star2 gives the values of expectiminimax for less than a fourth of its nodes.
#[test]
fn star2_is_expectiminimax_for_a_fourth_of_the_nodes() {
    let (mut rng, mut game, mut roots) = (Rng::new(2), Backgammon::start(), Vec::new());
    let mut player = greedy(&Trained);
    while roots.len() < 20 {
        let roll = drawn(&game, &mut rng);
        if roll.is_none() && rng.below(8) == 0 && game.moves().nth(1).is_some() {
            roots.push(game);
        }
        let m = roll.unwrap_or_else(|| player(&game));
        game = if game.after(m).outcome().is_some() {
            Backgammon::start()
        } else {
            game.after(m)
        };
    }
    let order = Order {
        sorted_from: Some(2),
        ..Order::default()
    };
    let mut star2 = Star2::new(Trained).guided(ByGame).ordered(order);
    let (mut plain, mut pruned) = (0, 0);
    for root in &roots {
        let full = Expectiminimax { evaluator: Trained }.search_payoffs(root, &Limits::depth(3));
        let cut = star2.search_payoffs(root, &Limits::depth(3));
        assert!((full.values[0] - cut.values[0]).abs() < 1e-9, "{root}");
        assert!(root.moves().any(|m| Some(m) == cut.best()));
        plain += full.counts.nodes;
        pruned += cut.counts.nodes;
    }
    assert!(4 * pruned < plain, "{pruned} of {plain} nodes");
}
