//! A made-up game for tests: positions are numbers, moves lead to numbers drawn from a hash, so
//! that there are transpositions and cycles as dense as the world is small. Its analyst is a hash,
//! too.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use gametree::rng::mix;
use gametree::{
    Analyst, Answer, Finding, Game, MoveTraits, Notation, Outcome, Persistent, Player, PvLine,
    Question, Readable, Score, Source, TwoPlayer, Worker,
};

/// A position: a place in a world of `size` places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    pub size: u32,
    pub seed: u32,
    pub at: u32,
    pub second: bool,
}

impl Place {
    pub fn start(size: u32, seed: u32) -> Place {
        Place {
            size,
            seed,
            at: 0,
            second: false,
        }
    }

    fn hash(&self, salt: u32) -> u64 {
        mix(u64::from(self.at) << 33 | u64::from(self.second) << 32 | u64::from(salt))
            ^ mix(u64::from(self.seed))
    }

    /// An opinion of the position, between -300 and 300 points.
    pub fn opinion(&self, nodes: u64) -> i32 {
        let coarse = (self.hash(1000) % 601) as i32 - 300;
        let fine = (mix(self.hash(1001) ^ nodes) % 41) as i32 - 20;
        coarse + fine
    }
}

impl Game for Place {
    type Move = u8;

    fn turn(&self) -> Player {
        if self.second {
            Player::SECOND
        } else {
            Player::FIRST
        }
    }

    fn moves(&self) -> impl Iterator<Item = u8> {
        0..(2 + self.hash(2000) % 5) as u8
    }

    fn play(&mut self, m: u8) {
        self.at = (mix(self.hash(u32::from(m))) % u64::from(self.size)) as u32;
        self.second = !self.second;
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.hash(3000) % 400 {
            0..=9 if self.at != 0 => Some(Outcome::Draw),
            10 if self.at != 0 => Some(Outcome::Win(self.turn().opponent())),
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
        u128::from(mix(u64::from(self.at) * 2 + u64::from(self.second))) << 64
            | u128::from(self.hash(7))
    }

    fn encode(&self, m: u8) -> u32 {
        u32::from(m)
    }

    fn write(&self) -> String {
        format!("{} {} {} {}", self.size, self.seed, self.at, self.second)
    }

    fn traits(&self, m: u8) -> MoveTraits {
        let strength = |salt: u32| (self.hash(u32::from(m) + salt) % 256) as u8;
        MoveTraits {
            check: strength(100),
            attack: strength(500),
            march: strength(900),
            ..MoveTraits::default()
        }
    }
}

impl Readable for Place {
    fn read(text: &str) -> Result<Self, String> {
        let words: Vec<&str> = text.split(' ').collect();
        let [size, seed, at, second] = words[..] else {
            return Err("four words are needed".into());
        };
        let number = |word: &str| word.parse().map_err(|_| format!("{word} is no number"));
        Ok(Place {
            size: number(size)?,
            seed: number(seed)?,
            at: number(at)?,
            second: second == "true",
        })
    }
}

/// Finishes at once, in an order drawn from a seed: as if many engines of different speeds worked.
#[derive(Default)]
pub struct Oracle {
    pub queue: VecDeque<Question<Place>>,
    /// Which of the open tasks is done next; 0: always the oldest.
    pub disorder: u64,
    pub answered: u64,
}

impl Oracle {
    fn find(question: &Question<Place>) -> Finding<u8> {
        let mut moves: Vec<u8> = if question.among.is_empty() {
            question.position.moves().collect()
        } else {
            question.among.clone()
        };
        let value = |&m: &u8| {
            let child = question.position.after(m);
            match child.outcome() {
                Some(Outcome::Win(Player::FIRST)) => Score::win_in(1),
                Some(Outcome::Win(_)) => Score::loss_in(1),
                Some(_) => Score::DRAW,
                None => Score::points(child.opinion(question.nodes)),
            }
        };
        let view = |m: &u8| {
            if question.position.second {
                -value(m)
            } else {
                value(m)
            }
        };
        let best = moves
            .iter()
            .copied()
            .max_by_key(view)
            .expect("a position with moves");
        let source = Arc::new(Source {
            name: "oracle".into(),
            options: String::new(),
        });
        let line = vec![best];
        let shown = moves
            .iter()
            .take(2)
            .chain([&best])
            .map(|m| (*m, value(m)))
            .collect();
        moves.sort_by_key(|m| Reverse(view(m)));
        let others = moves.iter().filter(|&&m| m != best);
        let lines = others.take(question.lines as usize - 1).map(|m| PvLine {
            value: value(m),
            moves: vec![*m],
            depth: 1,
        });
        Finding {
            value: value(&best),
            line,
            shown,
            lines: lines.collect(),
            depth: 1,
            nodes: question.nodes,
            wdl: None,
            source,
        }
    }
}

impl Analyst<Place> for Oracle {
    fn ask(&mut self, question: Question<Place>) {
        self.queue.push_back(question);
    }

    fn answer(&mut self, _: Duration) -> Option<Answer<u8>> {
        let count = self.queue.len() as u64;
        let place = if self.disorder == 0 {
            0
        } else {
            mix(self.disorder ^ self.answered) % count.max(1)
        };
        let question = self.queue.remove(place as usize)?;
        self.answered += 1;
        let outcome = Ok(Oracle::find(&question));
        Some(Answer {
            ticket: question.ticket,
            outcome,
            elapsed: Duration::ZERO,
        })
    }

    fn give_up(&mut self) {
        self.queue.clear();
    }

    fn workers(&self) -> Vec<Worker> {
        Vec::new()
    }

    fn sources(&self) -> Vec<Arc<Source>> {
        Vec::new()
    }
}
