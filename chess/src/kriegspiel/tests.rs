use gametree::ismcts::Ismcts;
use gametree::random_mover::RandomMover;
use gametree::testkit::Kit;
use gametree::worlds::{self, Means, Sampler};
use gametree::{Budget, Limits, PayoffEvaluator, PayoffSearch};

use super::*;

/// A game from a FEN (or `startpos`), played by attempts.
fn played(fen: &str, attempts: &str) -> Kriegspiel {
    let mut game: Kriegspiel = fen.parse().unwrap();
    for text in attempts.split_whitespace() {
        let attempt = game
            .read_move(text)
            .unwrap_or_else(|| panic!("{text} cannot be tried in\n{game}"));
        game.play(attempt);
    }
    game
}

/// The umpire's last word.
fn said(fen: &str, attempts: &str) -> String {
    played(fen, attempts).word().to_string()
}

/// A random game of this many plies, or to its end.
fn random(plies: usize, seed: u64) -> Kriegspiel {
    let (mut game, mut rng) = (Kriegspiel::new(), Rng::new(seed));
    while game.outcome().is_none() && usize::from(game.plies) < plies {
        let attempts: Vec<Attempt> = game.moves().collect();
        game.play(attempts[rng.below(attempts.len())]);
    }
    game
}

fn refused(game: &Kriegspiel) -> String {
    game.refusals().unwrap_or_default()
}

#[test]
fn it_conforms() {
    let kit = Kit::new(&Kriegspiel::new().within(14));
    kit.notation().keyed().chance().payoffs().hidden();
    let ending: Kriegspiel = "4k3/2p5/8/1P6/8/8/3r2P1/R3K2R w KQ - 0 1".parse().unwrap();
    Kit::new(&ending.within(12))
        .notation()
        .keyed()
        .chance()
        .payoffs()
        .hidden();
}

#[test]
fn a_slide_through_an_enemy_is_refused_to_the_mover_alone() {
    let game = played("4k3/8/8/8/4p3/8/8/R3K2Q w Q - 0 1", "h1b7");
    assert_eq!(
        (game.turn(), refused(&game).as_str()),
        (Player::FIRST, "h1b7")
    );
    assert!(
        game.read_move("h1b7").is_none(),
        "what was refused is not tried again"
    );
    assert!(
        game.view(Player::SECOND).is_empty(),
        "the other hears nothing"
    );
    let game = played("4k3/8/8/8/4p3/8/8/R3K2Q w Q - 0 1", "h1b7 h1e4");
    assert_eq!(
        game.word().to_string(),
        "pawn at e4 captured, file check, no pawn tries"
    );
    assert_eq!(
        (game.turn(), refused(&game)),
        (Player::SECOND, String::new())
    );
}

#[test]
fn moves_that_leave_the_king_in_check_are_refused() {
    let pinned = played("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "e2d3");
    assert_eq!(refused(&pinned), "e2d3");
    let stays = played("4r1k1/8/8/8/8/8/8/4K2R w K - 0 1", "e1e2");
    assert_eq!(
        (stays.word().checks, refused(&stays).as_str()),
        (Checks::FILE, "e1e2")
    );
    assert!(
        stays.read_move("e1g1").is_none(),
        "castling in check is not even tried"
    );
    let blocked = played("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", "e4e5");
    assert_eq!(refused(&blocked), "e4e5");
}

#[test]
fn castling_through_check_or_an_enemy_is_refused() {
    let fen = "5rk1/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    let game = played(fen, "e1g1");
    assert_eq!(refused(&game), "e1g1");
    assert_eq!(played(fen, "e1g1 e1c1").turn(), Player::SECOND);
    assert_eq!(
        refused(&played("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1c1")),
        "e1c1"
    );
    assert!(
        played("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "")
            .read_move("e1c1")
            .is_none(),
        "his own knight"
    );
}

#[test]
fn pawn_tries_are_counted_and_without_any_pawns_try_nothing() {
    assert_eq!(said("startpos", "e2e4 d7d5"), "1 pawn try");
    assert_eq!(said("startpos", "e2e4 d7d5 g1f3 f7f5 b1c3"), "2 pawn tries");
    assert_eq!(
        said("4k3/3p1p2/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"),
        "1 pawn try",
        "en passant"
    );
    assert_eq!(
        said("4k3/3p1p2/3q4/4P3/8/8/8/4K3 b - - 0 1", "f7f5"),
        "2 pawn tries"
    );
    assert_eq!(
        said("4r1k1/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5"),
        "no pawn tries",
        "the pawn is pinned"
    );
    assert_eq!(
        said("1q5k/2P5/8/8/8/8/8/4K3 b - - 0 1", "h8h7"),
        "1 pawn try",
        "not one for each promotion"
    );
    let game = played("startpos", "e2e4 e7e5");
    assert!(
        game.moves()
            .all(|attempt| attempt.from.file() == attempt.to.file() || attempt.to != Square::D5)
    );
    let diagonals = |game: &Kriegspiel| {
        let texts = ["e4d5", "e4f5", "a2b3"];
        texts.map(|text| game.read_move(text).is_some())
    };
    assert_eq!(diagonals(&game), [false; 3]);
    assert_eq!(diagonals(&played("startpos", "e2e4 d7d5")), [true; 3]);
}

#[test]
fn captures_are_told_by_square_and_kind() {
    let start = "4k3/3p4/8/4P3/8/8/6n1/5RK1 b - - 0 1";
    let en_passant = played(start, "d7d5 e5d6");
    let capture = Capture {
        square: Square::D5,
        victim: Victim::Pawn,
    };
    assert_eq!(
        en_passant.word().captured,
        Some(capture),
        "where the pawn stood"
    );
    let piece = played(start, "d7d5 g1g2");
    assert_eq!(
        piece.word().captured,
        Some(Capture {
            square: Square::G2,
            victim: Victim::Piece
        })
    );
    for player in [Player::FIRST, Player::SECOND] {
        assert_eq!(piece.view(player).last(), Some(&Seen::Said(piece.word())));
    }
}

#[test]
fn checks_are_told_by_direction() {
    for (fen, attempts, checks) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Checks::RANK),
        ("7k/8/8/8/8/8/4K3/R7 w - - 0 1", "a1h1", Checks::FILE),
        // From e8 the diagonal to a4 has 5 squares, that to h5 has 4.
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1a4", Checks::LONG),
        ("4k3/8/8/8/8/8/8/3QK3 w - - 0 1", "d1h5", Checks::SHORT),
        ("4k3/8/8/8/4N3/8/8/4K3 w - - 0 1", "e4f6", Checks::KNIGHT),
        ("8/8/4k3/8/3P4/8/8/4K3 w - - 0 1", "d4d5", Checks::LONG),
        (
            "4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1",
            "e4f6",
            Checks::FILE.and(Checks::KNIGHT),
        ),
        (
            "4k3/8/8/8/4B3/8/8/4RK2 w - - 0 1",
            "e4c6",
            Checks::FILE.and(Checks::LONG),
        ),
    ] {
        assert_eq!(
            played(fen, attempts).word().checks,
            checks,
            "{fen} {attempts}"
        );
    }
    assert_eq!(
        said("4k3/8/8/8/4N3/8/8/4RK2 w - - 0 1", "e4f6"),
        "file check, knight check, no pawn tries"
    );
}

#[test]
fn pawns_promote_to_what_was_asked() {
    let fen = "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1";
    let names: Vec<String> = played(fen, "")
        .moves()
        .map(|attempt| attempt.to_string())
        .collect();
    let promotions = [
        "a7a8q", "a7a8r", "a7a8b", "a7a8n", "a7b8q", "a7b8r", "a7b8b", "a7b8n",
    ];
    assert!(
        promotions
            .iter()
            .all(|name| names.iter().any(|other| other == name)),
        "{names:?}"
    );
    let game = played(fen, "a7b8r");
    assert_eq!(
        game.word().to_string(),
        "piece at b8 captured, rank check, no pawn tries"
    );
    assert!(game.truth().fen().starts_with("1R2k3"));
}

#[test]
fn games_end_as_the_umpire_says() {
    let mate = played("startpos", "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(mate.outcome(), Some(Outcome::Win(Player::SECOND)));
    assert_eq!(
        (mate.payoff(Player::FIRST), mate.payoff(Player::SECOND)),
        (-1.0, 1.0)
    );
    assert_eq!(
        mate.word().to_string(),
        "short-diagonal check, no pawn tries, checkmate: Black wins"
    );
    let end = |fen: &str, attempts: &str| played(fen, attempts).word().end;
    assert_eq!(
        end("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7"),
        Some(End::Stalemate)
    );
    assert_eq!(
        end("7k/8/6K1/8/8/8/8/5Q2 w - - 99 80", "f1f2"),
        Some(End::FiftyMoves)
    );
    assert_eq!(
        end("7k/8/8/8/8/8/6r1/6K1 w - - 0 1", "g1g2"),
        Some(End::Material)
    );
    let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1";
    assert_eq!(end("startpos", twice), None);
    assert_eq!(
        end("startpos", &format!("{twice} f6g8")),
        Some(End::Repetition)
    );
    let mut short = Kriegspiel::new().within(1);
    short.play(short.read_move("e2e4").unwrap());
    assert_eq!(
        (short.word().end, short.outcome()),
        (Some(End::TooLong), Some(Outcome::Draw))
    );
    assert_eq!(Kriegspiel::new().within(0).word().end, Some(End::TooLong));
}

#[test]
fn nothing_is_seen_of_the_other_but_what_was_announced() {
    let (a, b) = (
        played("startpos", "e2e4 a7a6 d2d4"),
        played("startpos", "e2e4 h7h6 d2d4"),
    );
    assert_eq!(a.view(Player::FIRST), b.view(Player::FIRST));
    assert_ne!(a.view(Player::SECOND), b.view(Player::SECOND));
    assert_eq!(a.shown_to(Player::FIRST), b.shown_to(Player::FIRST));
    let after = [&a, &b].map(|game| game.after(game.read_move("b8c6").unwrap()));
    assert!(
        after[0].moves().eq(after[1].moves()),
        "White knows nothing of the knight either"
    );
    let quiet = played("startpos", "e2e4 e7e5 a2a3");
    assert_eq!(
        played("startpos", "e2e4 e7e5 e4e5 a2a3").view(Player::SECOND),
        quiet.view(Player::SECOND)
    );
    let told = played("startpos", "e2e4 e7e5 f1a6");
    assert_ne!(
        told.view(Player::SECOND),
        quiet.view(Player::SECOND),
        "1 pawn try: b7 may take on a6"
    );
    for game in (0..20).map(|seed| random(60, seed)) {
        for player in [Player::FIRST, Player::SECOND] {
            let own = |seen: &Seen| !matches!(seen, Seen::Said(_));
            let by = |entry: &&record::Entry| entry.by == player;
            let count = game.view(player).into_iter().filter(own).count();
            assert_eq!(
                count,
                game.record.iter().filter(by).count(),
                "own attempts, and no others"
            );
            assert_eq!(game.news(player, 7), game.view(player).split_off(7));
        }
    }
}

#[test]
fn every_legal_move_can_be_tried_and_only_legal_ones_are_played() {
    for seed in 0..10 {
        let (mut game, mut rng) = (Kriegspiel::new(), Rng::new(seed));
        while game.outcome().is_none() && game.plies < 120 {
            let attempts: Vec<Attempt> = game.moves().collect();
            for m in game.truth.inner().legal_moves() {
                assert!(attempts.contains(&Attempt::of(m)), "{m} in\n{game}");
            }
            let (before, attempt) = (game.plies, attempts[rng.below(attempts.len())]);
            let legal = game.legal(attempt).is_some();
            game.play(attempt);
            assert_eq!(game.plies - before, u16::from(legal));
        }
    }
}

#[test]
fn bad_starts_are_refused_in_words() {
    let wrong = |text: &str| text.parse::<Kriegspiel>().unwrap_err().to_string();
    assert!(wrong("nonsense").contains("FEN"));
    assert!(wrong("1k6/8/8/8/8/8/8/RK5R w HA - 0 1").contains("Chess960"));
    assert!("startpos".parse::<Kriegspiel>().is_ok());
}

#[test]
fn a_player_is_shown_his_own_men() {
    let shown = played("startpos", "e2e4 d7d5 e4f5").shown_to(Player::FIRST);
    assert!(
        shown.starts_with("8  . . . . . . . .\n7  . . . . . . . .\n"),
        "{shown}"
    );
    let words = "you are White; Black has 16 men; White to move\numpire: 1 pawn try\nrefused: e4f5";
    assert!(shown.ends_with(words), "{shown}");
    assert!(
        !played("startpos", "e2e4 d7d5 e4f5")
            .shown_to(Player::SECOND)
            .contains("refused")
    );
}

/// The facts of the module `imagine`, on positions of random games.
#[test]
fn made_up_worlds_fit_the_last_observation() {
    let (mut worlds, mut missed, mut other) = (0, 0, 0);
    for (seed, plies) in [10, 20, 40, 80, 150]
        .into_iter()
        .cycle()
        .take(60)
        .enumerate()
    {
        let game = random(plies, seed as u64);
        if game.outcome().is_some() {
            continue;
        }
        for player in [Player::FIRST, Player::SECOND] {
            let world = game.imagine(player, &mut Rng::new(7)).expect("a world");
            let color = if player == Player::FIRST {
                Color::White
            } else {
                Color::Black
            };
            let own = |game: &Kriegspiel| game.truth.inner().board().by_color(color);
            assert_eq!(own(&world), own(&game));
            assert_eq!(world.view(player), game.view(player));
            assert_eq!((world.turn(), world.plies), (game.turn(), game.plies));
            let count = |game: &Kriegspiel| game.truth.inner().board().occupied().count();
            assert_eq!(count(&world), count(&game), "as many men");
            if game.turn() == player {
                assert!(world.moves().eq(game.moves()));
            }
            let legal = world.truth.inner().legal_moves();
            let word = umpire::word(world.truth.inner(), &legal, game.word.captured);
            let illegal = game.turn() != player
                || game.refused().all(|attempt| world.legal(attempt).is_none());
            (worlds, missed) = (
                worlds + 1,
                missed + usize::from(word != game.word || !illegal),
            );
            other += usize::from(world.to_string() != game.to_string());
            let again = world.imagine(player, &mut Rng::new(7)).expect("a world");
            assert_eq!(
                again.to_string(),
                world.to_string(),
                "what is hidden decides nothing"
            );
        }
    }
    assert!(
        worlds > 80 && other > worlds / 2,
        "{other} of {worlds} differ from the truth"
    );
    assert!(missed * 50 <= worlds, "{missed} of {worlds} miss a fact");
}

/// Worlds of a crowd show everything that was seen.
#[test]
fn a_crowd_is_followed_as_far_as_it_lives() {
    let (mut exact, mut asked) = (0, 0);
    for seed in 0..3 {
        let mut rng = Rng::new(seed);
        let (mut game, mut followed) = (Kriegspiel::new(), Followed::new(32, 10_000));
        let mut budget = Budget::new(&Limits::none());
        while game.outcome().is_none() && game.plies < 40 {
            if game.turn() == Player::FIRST && game.refused().next().is_none() {
                let means = Means {
                    rng: &mut rng,
                    budget: &mut budget,
                };
                followed.look(&game, Player::FIRST, means).unwrap();
                let world = followed
                    .draw(Means {
                        rng: &mut rng,
                        budget: &mut budget,
                    })
                    .unwrap()
                    .expect("a world");
                assert_eq!(world.view(Player::FIRST), game.view(Player::FIRST));
                assert!(world.moves().eq(game.moves()));
                (exact, asked) = (exact + usize::from(followed.is_exact()), asked + 1);
            }
            let attempts: Vec<Attempt> = game.moves().collect();
            game.play(attempts[rng.below(attempts.len())]);
        }
    }
    assert!(exact * 2 > asked, "{exact} of {asked}");
}

#[test]
fn few_worlds_are_all_listed() {
    let game = played("startpos", "e2e4");
    let all = worlds::list(&game, Player::SECOND, 200).expect("White has 20 moves");
    assert_eq!(all.len(), 20);
    assert!(
        all.iter()
            .all(|(_, probability)| (probability - 0.05).abs() < 1e-12)
    );
}

#[test]
fn material_is_the_same_for_both_with_opposite_signs() {
    let worth = |fen: &str, player| Material.expected_payoff(&fen.parse().unwrap(), player);
    assert_eq!(worth("startpos", Player::FIRST), 0.0);
    let queen = "4k3/8/8/8/8/8/8/3QK3 b - - 0 1";
    let expected = 0.7 * (9.0_f64 / 8.0).tanh();
    assert!(
        (worth(queen, Player::FIRST) - expected - 0.02 * 3.0).abs() < 1e-9,
        "the king is on the edge"
    );
    let cornered = "k7/8/1K6/8/8/8/8/3Q4 w - - 0 1";
    assert!(
        worth(cornered, Player::FIRST) > worth(queen, Player::FIRST)
            && worth(cornered, Player::FIRST) < 0.9
    );
    assert_eq!(worth(queen, Player::FIRST), -worth(queen, Player::SECOND));
    let mate = played("startpos", "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(Material.expected_payoff(&mate, Player::SECOND), 1.0);
}

type Searcher<S> = Ismcts<S, Material>;

fn searcher<S: Sampler<Kriegspiel>>(sampler: S, rounds: u64, seed: u64) -> Searcher<S> {
    let Ismcts {
        observers, minds, ..
    } = Ismcts::<worlds::Auto<Kriegspiel>, Material>::with(Material, seed);
    Ismcts {
        sampler,
        evaluator: Material,
        seed,
        exploration: 0.2,
        observers,
        minds,
        playout: 4,
        rounds,
    }
}

/// What the searcher gets against a random player.
fn against_random(
    search: &mut impl PayoffSearch<Kriegspiel>,
    start: Kriegspiel,
    game: u64,
) -> (f64, Kriegspiel) {
    let mine = Player((game % 2) as u8);
    let (mut position, mut random) = (start, RandomMover::new(game));
    search.new_game(game);
    while position.outcome().is_none() {
        let report = if position.turn() == mine {
            search.search_payoffs(&position, &Limits::none())
        } else {
            random.search_payoffs(&position, &Limits::none())
        };
        if position.turn() == mine {
            assert!(report.worlds > 0, "no world was found");
        }
        position.play(report.best().expect("a move"));
    }
    (position.payoff(mine), position)
}

#[test]
fn information_set_search_plays_from_start_to_end() {
    let start = Kriegspiel::new().within(60);
    let mut auto = searcher(worlds::Auto::<Kriegspiel>::new(50), 40, 1);
    let mut followed = searcher(Followed::new(16, 5_000), 40, 1);
    let games = [
        against_random(&mut auto, start.clone(), 0),
        against_random(&mut followed, start, 1),
    ];
    for (game, (points, end)) in games.iter().enumerate() {
        let mine = Player(game as u8);
        assert!(
            *points >= 0.0 && Material.expected_payoff(end, mine) >= 0.0,
            "{points}\n{end}"
        );
    }
}

/// Games against a random player, printed one by one; how many were won and drawn.
fn series<S: Sampler<Kriegspiel>>(
    name: &str,
    search: &mut Searcher<S>,
    games: u64,
) -> (usize, usize) {
    let (mut won, mut drawn) = (0, 0);
    for game in 0..games {
        let begun = std::time::Instant::now();
        let (points, end) = against_random(search, Kriegspiel::new(), game);
        (won, drawn) = (
            won + usize::from(points > 0.0),
            drawn + usize::from(points == 0.0),
        );
        let how = end.word.end.map_or(String::new(), |end| end.to_string());
        println!(
            "{name} {game}: {points} after {} plies, {how}; {:?}",
            end.plies,
            begun.elapsed()
        );
    }
    println!("{name}: {won} won, {drawn} drawn of {games}");
    (won, drawn)
}

/// Run with `--lib soak_kriegspiel -- --ignored --nocapture`.
#[test]
#[ignore = "a soak of 20 games takes minutes"]
fn soak_kriegspiel_with_worlds_made_up() {
    let (won, drawn) = series("made up", &mut searcher(Followed::never(), 300, 1), 20);
    assert!(won >= 10 && won + drawn >= 19);
}

#[test]
#[ignore = "a soak of 20 games takes minutes"]
fn soak_kriegspiel_with_worlds_followed() {
    let (won, drawn) = series("followed", &mut searcher(Followed::default(), 300, 1), 20);
    assert!(won >= 10 && won + drawn >= 19);
}
