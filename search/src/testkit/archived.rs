//! The checks of what is saved on disk: identities, moves as numbers, positions as text.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;

use super::Kit;
use crate::archive::{Persistent, Readable};
use crate::game::Game;
use crate::rng::Rng;

/// Texts that are no position of any game.
const NONSENSE: [&str; 3] = [
    "no such position",
    "\u{0}\u{1}\u{fffd}",
    "ünknöwn 99999999999999999999",
];

/// Texts that may be positions of some game, but must not bring any down.
const STRANGE: [&str; 8] = ["", " ", "/", "////////", "X", "0", ":", "- - - -"];

/// One position in this many has its text spoiled.
const SPOILED: usize = 11;

/// The plies of a random game: what is forgotten at every move may have been what ends it.
const LONGEST: usize = 400;

impl<G: Game> Kit<G> {
    /// Checks [`Persistent`] and [`Readable`]: equal positions (by what they show) and only those have equal
    /// identities; moves and numbers are one to one; a position's text leads back to it, spoiled
    /// text to an error or to a sound position, and nonsense to an error.
    pub fn archived(self) -> Self
    where
        G: Readable + Display,
    {
        check_nonsense::<G>();
        let mut by_identity = HashMap::new();
        let mut by_look = HashMap::new();
        let mut rng = Rng::new(self.seed);
        let mut seen = 0;
        self.each_settled(|position| {
            let identity = position.identity();
            let look = look(position);
            assert_eq!(
                by_identity.entry(identity).or_insert_with(|| look.clone()),
                &look,
                "two positions"
            );
            assert_eq!(
                by_look.entry(look).or_insert(identity),
                &identity,
                "one position, two identities"
            );
            check_codes(position, &mut rng);
            check_text(position);
            seen += 1;
            if seen % SPOILED == 1 {
                check_spoiled(position, &mut rng);
            }
        });
        self
    }

    /// Every position of the random games, settled after every move as in a project.
    fn each_settled(&self, mut check: impl FnMut(&G))
    where
        G: Persistent,
    {
        for game in 0..self.games {
            let mut rng = Rng::new(self.seed + game as u64);
            let mut position = self.root.clone();
            for _ in 0..LONGEST {
                let identity = position.identity();
                position.normalize();
                let settled = position.identity();
                assert_eq!(settled, identity, "to settle changes the identity");
                check(&position);
                let moves = legal(&position);
                if moves.is_empty() {
                    break;
                }
                position.play(moves[rng.below(moves.len())]);
            }
        }
    }
}

/// All that tells positions apart: who moves, what is shown, how it ended.
fn look<G: Persistent + Display>(position: &G) -> String {
    format!("{:?} {:?} {position}", position.turn(), position.outcome())
}

/// The legal moves; none where the game is over.
fn legal<G: Game>(position: &G) -> Vec<G::Move> {
    if position.outcome().is_some() {
        Vec::new()
    } else {
        position.moves().collect()
    }
}

fn check_codes<G: Persistent>(position: &G, rng: &mut Rng) {
    let moves = legal(position);
    let mut codes = HashSet::new();
    for &m in &moves {
        let code = position.encode(m);
        assert!(codes.insert(code), "{m:?} has the number of another move");
        assert_eq!(
            position.decode(code),
            Some(m),
            "the number of {m:?} does not lead back"
        );
    }
    let small = (0..8).map(|_| 1 << rng.below(16)).collect::<Vec<usize>>();
    let strange = small
        .into_iter()
        .map(|below| rng.below(below) as u32)
        .chain([u32::MAX, 1 << 31]);
    for code in strange.filter(|code| !codes.contains(code) && !moves.is_empty()) {
        assert_eq!(
            position.decode(code),
            None,
            "the number {code} is no move's"
        );
    }
}

fn check_text<G: Readable + Display>(position: &G) {
    let text = position.write();
    let back = G::read(&text).unwrap_or_else(|why| panic!("{text:?} is not read back: {why}"));
    assert_eq!(back.write(), text, "written again it is different");
    assert_eq!(
        back.identity(),
        position.identity(),
        "{text:?} leads to another identity"
    );
    assert_eq!(
        look(&back),
        look(position),
        "{text:?} leads to another position"
    );
    assert_eq!(
        legal(&back),
        legal(position),
        "{text:?} leads to other moves"
    );
}

/// A text with some characters changed is refused, or is a position like any other.
fn check_spoiled<G: Readable + Display>(position: &G, rng: &mut Rng) {
    let text: Vec<char> = position.write().chars().collect();
    for _ in 0..6 {
        let mut spoiled = text.clone();
        for _ in 0..=rng.below(3) {
            spoil(&mut spoiled, rng);
        }
        let spoiled: String = spoiled.into_iter().collect();
        match G::read(&spoiled) {
            Err(why) => assert!(!why.is_empty(), "{spoiled:?} is refused without a word"),
            Ok(read) => {
                check_text(&read);
                assert!(
                    read.outcome().is_some() || read.moves().next().is_some(),
                    "{spoiled:?} has no move"
                );
            }
        }
    }
}

/// Changes one character, takes it out, doubles it, or cuts the text there.
fn spoil(text: &mut Vec<char>, rng: &mut Rng) {
    const LETTERS: [char; 14] = [
        'X', 'O', '.', '-', '/', ' ', '0', '1', '8', ',', ':', 'é', 'k', '\n',
    ];
    if text.is_empty() {
        return;
    }
    let at = rng.below(text.len());
    match rng.below(8) {
        0 => text.truncate(at),
        1 => drop(text.remove(at)),
        2 => text.insert(at, text[at]),
        _ => text[at] = LETTERS[rng.below(LETTERS.len())],
    }
}

fn check_nonsense<G: Readable>() {
    for text in NONSENSE {
        let why = G::read(text)
            .err()
            .unwrap_or_else(|| panic!("{text:?} was read as a position"));
        assert!(!why.is_empty(), "{text:?} is refused without a word");
    }
    let long = ["X", ".", "/", "1", "a1 "].map(|part| part.repeat(5000));
    for text in STRANGE.into_iter().map(str::to_string).chain(long) {
        let _ = G::read(&text);
    }
}
