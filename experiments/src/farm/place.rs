//! A made-up game that looks like one, and an analyst that finishes at once.

use std::sync::Arc;

use gametree::rng::mix;
use gametree::{
    Finding, Game, MoveTraits, Notation, Outcome, Persistent, Player, Question, Readable, Score,
    Source, TwoPlayer,
};

/// A position. Regions of the game stay apart, as openings do; inside a region many moves of one
/// stage lead to the same few places, and some lead back: transpositions are common and cycles are
/// there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    seed: u64,
    region: u64,
    /// How many plies the game has gone forwards.
    stage: u32,
    at: u64,
}

/// Of a thousand moves, this many lead to another region, to a place that many lead to, and back to
/// one.
const LEAVE: u64 = 100;
const MEET: u64 = 140;
const BACK: u64 = 1;

/// Places of one stage of one region that many moves lead to.
const CROSSINGS: u64 = 48;

impl Place {
    /// The starting position of the game of a seed.
    #[must_use]
    pub fn start(seed: u64) -> Place {
        Place {
            seed,
            region: 0,
            stage: 0,
            at: 0,
        }
    }

    fn hash(&self, salt: u64) -> u64 {
        mix(mix(self.at ^ self.seed.rotate_left(40))
            ^ mix(self.region ^ u64::from(self.stage) << 20)
            ^ salt)
    }

    /// An opinion of the position, for a search of this many positions.
    fn opinion(&self, nodes: u64) -> i32 {
        let coarse = (self.hash(1000) % 121) as i32 - 60;
        let fine = (mix(self.hash(1001) ^ nodes) % 21) as i32 - 10;
        coarse + fine
    }
}

impl Game for Place {
    type Move = u8;

    fn turn(&self) -> Player {
        if self.stage % 2 == 1 {
            Player::SECOND
        } else {
            Player::FIRST
        }
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        0..(25 + self.hash(2000) % 12) as u8
    }

    fn play(&mut self, m: u8) {
        let hash = self.hash(u64::from(m));
        let crossing = hash % CROSSINGS;
        match (hash >> 40) % 1000 {
            kind if kind < LEAVE => (self.region, self.at) = (hash, mix(hash)),
            kind if kind < LEAVE + MEET => self.at = crossing,
            kind if kind < LEAVE + MEET + BACK && self.stage > 4 => {
                self.stage -= 4;
                self.at = crossing;
            }
            _ => self.at = mix(hash),
        }
        self.stage += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.hash(3000) % 1000 {
            0..=9 if self.stage > 4 => Some(Outcome::Draw),
            10 if self.stage > 4 => Some(Outcome::Win(self.turn().opponent())),
            _ => None,
        }
    }
}

impl TwoPlayer for Place {}

impl Notation for Place {
    fn write_move(&self, m: u8) -> String {
        m.to_string()
    }
}

impl Persistent for Place {
    fn identity(&self) -> u128 {
        u128::from(mix(self.hash(5))) << 64 | u128::from(self.hash(7))
    }

    fn encode(&self, m: u8) -> u32 {
        u32::from(m)
    }

    fn write(&self) -> String {
        format!("{} {} {} {}", self.seed, self.region, self.stage, self.at)
    }

    fn traits(&self, m: u8) -> MoveTraits {
        MoveTraits {
            check: (self.hash(u64::from(m) + 100) % 256) as u8,
            ..MoveTraits::default()
        }
    }
}

impl Readable for Place {
    fn read(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [seed, region, stage, at] = words[..] else {
            return Err("four words are needed".into());
        };
        let number = |word: &str| {
            word.parse::<u64>()
                .map_err(|_| format!("{word} is no number"))
        };
        let stage = number(stage)? as u32;
        Ok(Place {
            seed: number(seed)?,
            region: number(region)?,
            stage,
            at: number(at)?,
        })
    }
}

/// The result of an engine that takes no time: the best of the opinions of all moves.
#[must_use]
pub fn find(question: &Question<Place>, source: &Arc<Source>) -> Finding<u8> {
    let position = &question.position;
    let value = |m: u8| {
        let child = position.after(m);
        match child.outcome() {
            Some(Outcome::Win(Player::FIRST)) => Score::win_in(1),
            Some(Outcome::Win(_)) => Score::loss_in(1),
            Some(_) => Score::DRAW,
            None => Score::points(child.opinion(question.nodes)),
        }
    };
    let view = |&m: &u8| {
        if position.turn() != Player::FIRST {
            -value(m)
        } else {
            value(m)
        }
    };
    let best = match &question.among[..] {
        [] => position.moves().max_by_key(view),
        among => among.iter().copied().max_by_key(view),
    };
    let line: Vec<u8> = best.into_iter().collect();
    let value = line.first().map_or(Score::DRAW, |&m| value(m));
    let shown = line.iter().map(|&m| (m, value)).collect();
    let source = Arc::clone(source);
    Finding {
        value,
        line,
        shown,
        lines: Vec::new(),
        depth: 1,
        nodes: question.nodes,
        wdl: None,
        source,
    }
}
