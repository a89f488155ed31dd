//! Random facts about a random small game, to compare the graph with its shadow.

use gametree::rng::{Rng, mix};
use gametree::{MoveTraits, Score};
use gametree_atlas::fact::{
    About, Code, Fact, Found, FoundLine, NodeId, Order, Origin, Raw, Scope,
};
use gametree_atlas::settings::Settings;

use super::{Shadow, Way};

/// Random facts about a random small game.
pub struct Author {
    pub rng: Rng,
    seed: u64,
    /// How many positions there are at most.
    pub places: usize,
    /// Whether engines announce mates.
    pub mates: bool,
    pub shadow: Shadow,
}

impl Author {
    pub fn new(seed: u64, places: usize, mates: bool) -> Author {
        Author {
            rng: Rng::new(seed),
            seed,
            places,
            mates,
            shadow: Shadow::default(),
        }
    }

    pub fn opening(&mut self) -> Vec<Fact> {
        let alternatives = [None, None, Some(1), Some(3)][self.rng.below(4)];
        let settings = Settings {
            alternatives,
            nodes: 1,
            ..Settings::default()
        };
        let source = Fact::Source {
            name: "author".into(),
            options: String::new(),
        };
        let facts = vec![
            Fact::Settings(settings),
            source,
            Fact::Root {
                text: "0".into(),
                about: self.about(0),
            },
        ];
        facts.iter().for_each(|fact| self.shadow.apply(fact));
        facts
    }

    /// What the rules say of a place.
    pub fn about(&self, place: usize) -> About {
        let hash = mix(self.seed.wrapping_mul(1000).wrapping_add(place as u64));
        let ends = [
            Score::win_in(0),
            Score::loss_in(0),
            Score::DRAW,
            Score::points(20),
            Score::points(-20),
        ];
        let end = (place > 0 && hash.is_multiple_of(7))
            .then(|| ends[(hash >> 8) as usize % ends.len()].raw());
        let legal = if end.is_some() {
            0
        } else {
            2 + (hash >> 16) as u16 % 3
        };
        About {
            key: place as u128 + 1,
            second: hash >> 32 & 1 == 1,
            legal,
            end,
        }
    }

    /// One more fact that fits.
    pub fn fact(&mut self) -> Fact {
        let fact = loop {
            if let Some(fact) = self.try_fact() {
                break fact;
            }
        };
        self.shadow.apply(&fact);
        fact
    }

    fn try_fact(&mut self) -> Option<Fact> {
        let node = self.rng.below(self.shadow.spots.len());
        match self.rng.below(100) {
            0..40 => self.a_move(node),
            40..70 => self.finding(node),
            70..80 => self.question(node),
            80..88 => self.answer(),
            kind => self.order(node, kind),
        }
    }

    fn a_move(&mut self, from: usize) -> Option<Fact> {
        let legal = usize::from(self.shadow.spots[from].about.legal);
        let code = self.rng.below(legal.max(1)) as Code;
        let by = if self.rng.below(3) == 0 {
            Origin::User
        } else {
            Origin::Engine
        };
        let there = self.shadow.ways_of(from).find(|way| way.code == code);
        let twice = there.is_some_and(|way| way.by_user || by == Origin::Engine);
        if legal == 0 || twice {
            return None;
        }
        let to = self.rng.below(self.places);
        let to = there.map_or(to, |way| self.shadow.spots[way.to].about.key as usize - 1);
        let mut strength = || self.rng.below(256) as u8;
        let traits = MoveTraits {
            check: strength(),
            attack: strength(),
            march: strength(),
            exchange: strength(),
            promotion: strength(),
        };
        Some(Fact::Move {
            from: from as NodeId,
            code,
            to: self.about(to),
            traits,
            by,
        })
    }

    fn value(&mut self) -> Raw {
        let plies = self.rng.below(4) as u32;
        match self.rng.below(12) {
            0 if self.mates => Score::win_in(plies + 1).raw(),
            1 if self.mates => Score::loss_in(plies + 1).raw(),
            _ => (self.rng.below(9) as Raw - 4) * 10,
        }
    }

    fn found(&mut self, node: usize, scope: Scope, ticket: Option<u64>) -> Option<Fact> {
        let legal = usize::from(self.shadow.spots[node].about.legal);
        if legal == 0 || (scope == Scope::Rest && self.shadow.spots[node].own.is_none()) {
            return None;
        }
        let value = self.value();
        let best = self.rng.below(legal) as Code;
        let line = if self.rng.below(8) == 0 {
            Vec::new()
        } else {
            vec![best]
        };
        let (line, value) = match self.win(node) {
            Some(win) if scope == Scope::Whole => win,
            _ => (line, value),
        };
        let mut shown = Vec::new();
        if self.rng.below(3) == 0 {
            shown.push((self.rng.below(legal) as Code, self.value()));
        }
        shown.extend(line.first().map(|&code| (code, value)));
        let lines = self.other_lines(legal, line.first());
        let nodes = [10, 100, 100, 300][self.rng.below(4)];
        let node = node as NodeId;
        let (depth, source, millis, at) = (1, 0, 0, 0);
        Some(Fact::Found(Found {
            ticket,
            node,
            scope,
            value,
            line,
            shown,
            depth,
            nodes,
            source,
            millis,
            at,
            lines,
            wdl: None,
        }))
    }

    /// Lines besides the best one, now and then.
    fn other_lines(&mut self, legal: usize, best: Option<&Code>) -> Vec<FoundLine> {
        let Some(&best) = best.filter(|_| self.rng.below(3) == 0) else {
            return Vec::new();
        };
        let count = self.rng.below(legal);
        let codes = (0..legal as Code).filter(|&code| code != best).take(count);
        let codes: Vec<Code> = codes.collect();
        let line = |code: Code| FoundLine {
            value: self.value(),
            depth: 1,
            line: vec![code],
        };
        codes.into_iter().map(line).collect()
    }

    /// A line of the graph that wins, and what it is worth.
    fn win(&mut self, node: usize) -> Option<(Vec<Code>, Raw)> {
        let mut line = Vec::new();
        let mut at = node;
        while self.mates && line.len() < 3 {
            let ways: Vec<&Way> = self.shadow.ways_of(at).collect();
            let way = *ways.get(self.rng.below(ways.len().max(1)))?;
            line.push(way.code);
            at = way.to;
            let end = self.shadow.spots[at].about.end.map(Score::from_raw);
            if let Some(end) = end.filter(|end| end.is_decided()) {
                let value = end.further(line.len() as u32).raw();
                return Some((line, value));
            }
        }
        None
    }

    fn finding(&mut self, node: usize) -> Option<Fact> {
        let scope = if self.rng.below(3) == 0 {
            Scope::Rest
        } else {
            Scope::Whole
        };
        self.found(node, scope, None)
    }

    fn question(&mut self, node: usize) -> Option<Fact> {
        let spot = &self.shadow.spots[node];
        if self.shadow.busy(node) || spot.about.end.is_some() {
            return None;
        }
        let scope = if spot.own.is_some() && self.rng.below(2) == 0 {
            Scope::Rest
        } else {
            Scope::Whole
        };
        Some(Fact::Asked {
            ticket: self.shadow.tickets,
            node: node as NodeId,
            scope,
            nodes: 100,
        })
    }

    fn answer(&mut self) -> Option<Fact> {
        let &(ticket, node, scope) = self.shadow.open.first()?;
        if self.rng.below(5) == 0 {
            return Some(Fact::Failed {
                ticket,
                what: "it broke".into(),
                at: 0,
            });
        }
        self.found(node, scope, Some(ticket))
    }

    fn order(&mut self, node: usize, kind: usize) -> Option<Fact> {
        let id = node as NodeId;
        let order = match kind {
            88..94 => {
                let ways: Vec<&Way> = self.shadow.ways_of(node).collect();
                let way = ways.get(self.rng.below(ways.len().max(1)))?;
                Order::Exclude {
                    node: id,
                    code: way.code,
                    on: !way.excluded,
                }
            }
            94..96 => Order::Damp {
                node: id,
                milli: self.rng.below(3) as u32 * 700,
            },
            96..98 if self.shadow.spots[node].parked => Order::Unpark { node: id },
            98 => Order::Distrust { source: 0 },
            97 => Order::Trust { source: 0 },
            99 => {
                let alternatives = [None, Some(2)][self.rng.below(2)];
                let mut settings = self.shadow.settings.clone();
                settings.alternatives = alternatives;
                settings.cost.weights.march = self.rng.below(4) as f64 / 4.0;
                return Some(Fact::Settings(settings));
            }
            _ => return None,
        };
        Some(Fact::Steered { order, at: 0 })
    }
}
