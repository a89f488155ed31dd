//! Worlds that fit what was seen: listed, replayed and followed, they have the same law.

use crate::phantom;

use std::collections::BTreeMap;

use gametree::rng::Rng;
use gametree::testkit::Kit;
use gametree::worlds::{self, Auto, Listed, Means, Own, Particles, Replay, Sampler};
use gametree::{Budget, Chance, Game, Hidden, Limits, Outcome, Player, Stop};
use phantom::{Phantom, Told};

fn after(side: u8, moves: &[u8]) -> Phantom {
    moves
        .iter()
        .fold(Phantom::new(side), |game, &m| game.after(m))
}

type Law = BTreeMap<String, f64>;

fn listed(position: &Phantom, player: Player) -> Law {
    let mut law = Law::new();
    for (world, p) in worlds::list(position, player, 5_000).expect("few worlds") {
        assert_eq!(world.view(player), position.view(player));
        *law.entry(world.to_string()).or_default() += p;
    }
    law
}

fn drawn(sampler: &mut impl Sampler<Phantom>, position: &Phantom, draws: u32) -> Law {
    let (mut rng, mut budget) = (Rng::new(11), Budget::new(&Limits::none()));
    let player = position.turn();
    sampler
        .look(
            position,
            player,
            Means {
                rng: &mut rng,
                budget: &mut budget,
            },
        )
        .unwrap();
    let mut law = Law::new();
    for _ in 0..draws {
        let world = sampler
            .draw(Means {
                rng: &mut rng,
                budget: &mut budget,
            })
            .unwrap()
            .expect("a world");
        assert_eq!(
            (world.view(player), world.turn()),
            (position.view(player), player)
        );
        *law.entry(world.to_string()).or_default() += 1.0 / f64::from(draws);
    }
    law
}

/// Half of the sum of the differences.
fn distance(a: &Law, b: &Law) -> f64 {
    let at = |law: &Law, key: &String| law.get(key).copied().unwrap_or(0.0);
    let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    keys.into_iter()
        .map(|key| (at(a, key) - at(b, key)).abs() / 2.0)
        .sum()
}

#[test]
fn the_kit_passes_where_worlds_come_by_replay() {
    Kit::new(&Phantom::new(3)).payoffs().hidden();
}

#[test]
fn a_refusal_tells() {
    // X on 4; O tries 4, is refused, and knows it all.
    let law = listed(&after(3, &[4, 4]), Player::SECOND);
    assert_eq!(law, Law::from([("....X....".to_string(), 1.0)]));
    // X on 4; O somewhere, by one try, or by a second after 4 was refused: 1/9 + 1/9 · 1/8 = 1/8
    // for every square.
    let law = listed(&after(3, &[4, 0]), Player::FIRST);
    assert_eq!(law.len(), 8);
    assert!(
        law.values().all(|p| (p - 1.0 / 8.0).abs() < 1e-12),
        "{law:?}"
    );
}

#[test]
fn pasts_weigh_as_much_as_they_are_likely() {
    // O on 0, X tried 0 and was refused, then took 8; O moved again. His stones: 0 for sure, and
    // one other.
    let position = after(3, &[4, 0, 0, 8, 1]);
    assert_eq!(position.view(Player::FIRST)[3], Told::Tried(8, true));
    let law = listed(&position, Player::FIRST);
    let exact = drawn(&mut Replay::new(1_000_000), &position, 20_000);
    assert_eq!(law.len(), 6);
    assert!((law.values().sum::<f64>() - 1.0).abs() < 1e-12);
    assert!(distance(&law, &exact) < 0.02, "{law:?} {exact:?}");
}

#[test]
fn all_samplers_have_the_same_law() {
    for moves in [&[4, 0][..], &[4, 4, 0, 8, 8, 7], &[4, 0, 0, 8, 1]] {
        let position = after(3, moves);
        let law = listed(&position, position.turn());
        let replay = drawn(&mut Replay::new(1_000_000), &position, 10_000);
        let particles = drawn(&mut Particles::new(4_000), &position, 20_000);
        let auto = drawn(&mut Auto::new(5_000), &position, 20_000);
        let small = drawn(&mut Auto::new(1), &position, 20_000);
        for (name, found) in [
            ("replay", replay),
            ("particles", particles),
            ("auto", auto),
            ("small", small),
        ] {
            assert!(
                distance(&law, &found) < 0.05,
                "{name} {moves:?}: {}",
                distance(&law, &found)
            );
        }
    }
}

#[test]
fn few_worlds_are_listed_and_many_are_not() {
    let position = after(3, &[4, 0]);
    assert!(worlds::list(&position, Player::FIRST, 16).is_some_and(|list| list.len() == 16));
    assert!(worlds::list(&position, Player::FIRST, 15).is_none());
    let (mut rng, mut budget) = (Rng::new(1), Budget::new(&Limits::none()));
    let mut own = Own::default();
    own.look(
        &position,
        Player::FIRST,
        Means {
            rng: &mut rng,
            budget: &mut budget,
        },
    )
    .unwrap();
    assert!(
        !own.is_there()
            && own
                .draw(Means {
                    rng: &mut rng,
                    budget: &mut budget
                })
                .unwrap()
                .is_none()
    );
}

#[test]
fn sampling_is_paid_for() {
    let position = after(3, &[4, 4, 0, 8, 8, 7]);
    for moves in 0..50 {
        let (mut rng, mut budget) = (Rng::new(1), Budget::new(&Limits::moves(moves)));
        let looked = Particles::new(50).look(
            &position,
            position.turn(),
            Means {
                rng: &mut rng,
                budget: &mut budget,
            },
        );
        assert_eq!((looked, budget.counts.moves), (Err(Stop::Moves), moves));
        let mut listed = Listed::new(500);
        let mut budget = Budget::new(&Limits::moves(moves));
        let looked = listed.look(
            &position,
            position.turn(),
            Means {
                rng: &mut rng,
                budget: &mut budget,
            },
        );
        assert!(looked.is_err() && listed.all().is_none());
    }
}

/// Follows random games turn by turn, for both players. The number of turns and of those without a
/// world.
fn follow(side: u8, seed: u64, size: usize) -> (u32, u32) {
    let (mut rng, mut budget) = (Rng::new(seed), Budget::new(&Limits::none()));
    let mut crowds = [Particles::new(size), Particles::new(size)];
    let mut game = Phantom::new(side);
    let (mut turns, mut lost) = (0, 0);
    while game.outcome().is_none() {
        let player = game.turn();
        let crowd = &mut crowds[usize::from(player.0)];
        crowd
            .advance(
                &game,
                player,
                Means {
                    rng: &mut rng,
                    budget: &mut budget,
                },
            )
            .unwrap();
        turns += 1;
        let found = crowd.worlds().len();
        lost += u32::from(found == 0);
        for _ in 0..found.min(5) {
            let world = crowd
                .draw(Means {
                    rng: &mut rng,
                    budget: &mut budget,
                })
                .unwrap()
                .expect("a world");
            assert_eq!(
                (world.view(player), world.turn()),
                (game.view(player), player)
            );
            assert!(world.moves().eq(game.moves()));
        }
        let moves: Vec<u8> = game.moves().collect();
        game.play(moves[rng.below(moves.len())]);
    }
    (turns, lost)
}

#[test]
fn particles_follow_long_games_that_no_replay_meets_again() {
    let (mut turns, mut lost) = (0, 0);
    for seed in 0..2 {
        let (t, l) = follow(6, seed, 128);
        (turns, lost) = (turns + t, lost + l);
    }
    assert!(turns > 80, "{turns}");
    assert_eq!(lost, 0, "of {turns}");
}

#[test]
#[ignore = "soak: a minute of long games"]
fn soak_particles_are_hardly_ever_lost() {
    for (side, size) in [(5, 128), (6, 128), (7, 128)] {
        let games = (0..12).map(|seed| follow(side, 100 + seed, size));
        let (turns, lost) = games.fold((0, 0), |sum, (turns, lost)| (sum.0 + turns, sum.1 + lost));
        assert!(
            lost * 100 <= turns,
            "{side} × {side}: {lost} of {turns} turns without a world"
        );
    }
}

#[test]
fn replay_hands_over_to_particles() {
    let mut game = Phantom::new(5);
    let mut rng = Rng::new(3);
    while game.view(Player::FIRST).len() < 20 || game.turn() != Player::FIRST {
        let moves: Vec<u8> = game.moves().collect();
        game.play(moves[rng.below(moves.len())]);
        assert!(game.outcome().is_none());
    }
    let world = worlds::draw(&game, Player::FIRST, &mut Rng::new(1)).expect("a world");
    assert_eq!(world.view(Player::FIRST), game.view(Player::FIRST));
    let again = worlds::draw(&world, Player::FIRST, &mut Rng::new(1)).expect("a world");
    assert_eq!(
        world.to_string(),
        again.to_string(),
        "what is hidden must not matter"
    );
}

#[test]
fn a_crowd_that_was_stopped_goes_on_from_there() {
    let position = after(3, &[4, 4, 0, 8, 8, 7]);
    let (mut rng, mut crowd, mut stops) = (Rng::new(1), Particles::new(50), 0);
    loop {
        let mut budget = Budget::new(&Limits::moves(400));
        match crowd.advance(
            &position,
            position.turn(),
            Means {
                rng: &mut rng,
                budget: &mut budget,
            },
        ) {
            Ok(()) => break,
            Err(stop) => assert_eq!((stop, crowd.worlds().len()), (Stop::Moves, 0)),
        }
        stops += 1;
    }
    assert!(
        stops > 0
            && crowd
                .worlds()
                .all(|world| world.view(Player::FIRST) == position.view(Player::FIRST))
    );
    assert_eq!(crowd.worlds().len(), 50);
}

#[test]
fn a_new_game_and_another_player_are_noticed() {
    let (mut rng, mut budget) = (Rng::new(1), Budget::new(&Limits::none()));
    let mut crowd = Particles::new(20);
    for (moves, player) in [
        (&[4, 0][..], 0),
        (&[4, 0, 1, 2], 0),
        (&[5, 0], 0),
        (&[5], 1),
        (&[5, 5], 1),
        (&[], 0),
    ] {
        let position = after(3, moves);
        crowd
            .advance(
                &position,
                Player(player),
                Means {
                    rng: &mut rng,
                    budget: &mut budget,
                },
            )
            .unwrap();
        let world = crowd
            .draw(Means {
                rng: &mut rng,
                budget: &mut budget,
            })
            .unwrap()
            .expect("a world");
        assert_eq!(world.view(Player(player)), position.view(Player(player)));
    }
    crowd.forget();
    assert_eq!(crowd.worlds().len(), 0);
}

/// A number below 1000 is drawn in secret, and guessed. The game has a sampler of its own.
#[derive(Clone, Default)]
struct Urn {
    number: Option<u16>,
    guess: Option<u16>,
}

impl Game for Urn {
    type Move = u16;
    fn turn(&self) -> Player {
        Player::FIRST
    }
    fn moves(&self) -> impl Iterator<Item = u16> {
        0..1000
    }
    fn play(&mut self, m: u16) {
        if self.number.is_none() {
            self.number = Some(m)
        } else {
            self.guess = Some(m)
        }
    }
    fn outcome(&self) -> Option<Outcome> {
        self.guess.map(|_| Outcome::Draw)
    }
}

impl Chance for Urn {
    fn chances(&self) -> Option<impl Iterator<Item = (u16, f64)>> {
        self.number.is_none().then(|| (0..1000).map(|m| (m, 0.001)))
    }
}

impl Hidden for Urn {
    type Seen = u16;
    fn view(&self, _: Player) -> Vec<u16> {
        self.guess.into_iter().collect()
    }
    fn beginning(&self) -> Urn {
        Urn::default()
    }
    fn imagine(&self, _: Player, rng: &mut Rng) -> Option<Urn> {
        // Only even numbers, so that the test sees who drew.
        Some(Urn {
            number: Some(2 * rng.below(500) as u16),
            guess: self.guess,
        })
    }
}

#[test]
fn a_games_own_sampler_comes_before_replay_and_after_the_list() {
    let position = Urn::default().after(7);
    let (mut rng, mut budget) = (Rng::new(1), Budget::new(&Limits::none()));
    let mut odd = |mut auto: Auto<Urn>| {
        auto.look(
            &position,
            Player::FIRST,
            Means {
                rng: &mut rng,
                budget: &mut budget,
            },
        )
        .unwrap();
        let numbers = (0..50).filter_map(|_| {
            auto.draw(Means {
                rng: &mut rng,
                budget: &mut budget,
            })
            .unwrap()?
            .number
        });
        let odds = numbers.filter(|number| number % 2 == 1).count();
        (auto.all().map(<[_]>::len), odds)
    };
    assert_eq!(odd(Auto::new(10)), (None, 0));
    let (listed, odds) = odd(Auto::new(1000));
    assert!(listed == Some(1000) && odds > 10, "{odds}");
    assert_eq!(
        worlds::draw(&position, Player::FIRST, &mut rng)
            .and_then(|world| world.number)
            .map(|n| n % 2),
        Some(0)
    );
}
