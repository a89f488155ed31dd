//! What the facts mean, written down a second time and without haste: positions and moves in plain
//! lists, values by trying all positional strategies of both players. And random facts, to compare
//! the graph with it.

#![allow(dead_code)]

mod author;
mod strategies;

use gametree::rng::mix;
use gametree::{Score, Verdict};
use gametree_atlas::fact::{About, Code, Fact, Found, Order, Origin, Raw, Scope};
use gametree_atlas::settings::Settings;

pub use author::Author;
use strategies::{Side, best_against};

/// A position.
#[derive(Clone, Debug)]
pub struct Spot {
    pub about: About,
    /// The own search: value, nodes.
    pub own: Option<(Raw, u64)>,
    /// How many lines that search reported, and what the last of them is worth.
    pub lines: u64,
    pub last: Raw,
    pub rest: Option<Rest>,
    pub asked: Option<Scope>,
    pub parked: bool,
    /// Its source is not trusted any more.
    pub doubted: bool,
    /// The line of its own search led to the end of the game.
    pub shown: bool,
}

/// What is known of the moves that are not in the graph.
#[derive(Clone, Debug)]
pub struct Rest {
    pub best: Option<Code>,
    pub value: Raw,
    pub nodes: u64,
    pub stale: bool,
    /// Whether it was searched apart from the position.
    pub apart: bool,
}

/// A move.
#[derive(Clone, Debug)]
pub struct Way {
    pub from: usize,
    pub to: usize,
    pub code: Code,
    /// What a search said of it: value, nodes spent on it.
    pub claim: Option<(Raw, u64)>,
    /// Whether the present search of the position before it reported it.
    pub reported: bool,
    pub by_user: bool,
    pub excluded: bool,
}

impl Way {
    /// Takes a claim, unless a longer search made the one before.
    fn hear(&mut self, claim: (Raw, u64)) {
        if self.claim.is_none_or(|old| claim.1 >= old.1) {
            self.claim = Some(claim);
        }
    }
}

/// Where a position's value comes from.
#[derive(Clone, PartialEq, Debug)]
pub enum Source {
    Unknown,
    Fixed(Raw),
    Options(Vec<Opt>),
}

/// An option that counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Opt {
    Go(usize),
    /// The mover of the position before it, who may be the second player, gets no more than this.
    GoAtMost(usize, Raw, bool),
    Take(Raw),
}

#[derive(Clone, Debug, Default)]
pub struct Shadow {
    pub spots: Vec<Spot>,
    pub ways: Vec<Way>,
    pub open: Vec<(u64, usize, Scope)>,
    pub tickets: u64,
    pub settings: Settings,
}

impl Shadow {
    pub fn apply(&mut self, fact: &Fact) {
        match fact {
            Fact::Settings(settings) => self.settings = settings.clone(),
            Fact::Root { about, .. } => {
                self.spot(about);
            }
            Fact::Move {
                from, code, to, by, ..
            } => self.add(*from as usize, *code, to, *by),
            Fact::Asked {
                ticket,
                node,
                scope,
                ..
            } => {
                self.tickets += 1;
                self.open.push((*ticket, *node as usize, *scope));
                self.spots[*node as usize].asked = Some(*scope);
            }
            Fact::Found(found) => self.found(found),
            Fact::Failed { ticket, .. } => {
                let node = self.close(*ticket);
                self.spots[node].parked = true;
            }
            Fact::Steered {
                order: Order::Exclude { node, code, on },
                ..
            } => {
                let way = self.way_mut(*node as usize, *code).unwrap();
                way.excluded = *on;
            }
            Fact::Steered {
                order: Order::Unpark { node },
                ..
            } => self.spots[*node as usize].parked = false,
            Fact::Steered {
                order: Order::Distrust { .. },
                ..
            } => {
                self.spots
                    .iter_mut()
                    .for_each(|spot| spot.doubted = spot.own.is_some());
            }
            Fact::Steered {
                order: Order::Trust { .. },
                ..
            } => self.spots.iter_mut().for_each(|spot| spot.doubted = false),
            Fact::Steered { .. } | Fact::Source { .. } => {}
        }
    }

    fn spot(&mut self, about: &About) -> usize {
        if let Some(place) = self
            .spots
            .iter()
            .position(|spot| spot.about.key == about.key)
        {
            return place;
        }
        self.spots.push(Spot {
            about: *about,
            own: None,
            lines: 1,
            last: 0,
            rest: None,
            asked: None,
            parked: false,
            doubted: false,
            shown: false,
        });
        self.spots.len() - 1
    }

    pub fn ways_of(&self, from: usize) -> impl Iterator<Item = &Way> {
        self.ways.iter().filter(move |way| way.from == from)
    }

    fn way_mut(&mut self, from: usize, code: Code) -> Option<&mut Way> {
        self.ways
            .iter_mut()
            .find(|way| way.from == from && way.code == code)
    }

    fn add(&mut self, from: usize, code: Code, to: &About, by: Origin) {
        if let Some(way) = self.way_mut(from, code) {
            way.by_user = true;
            return;
        }
        let to = self.spot(to);
        let mut way = Way {
            from,
            to,
            code,
            claim: None,
            reported: false,
            by_user: by == Origin::User,
            excluded: false,
        };
        if let Some(rest) = &mut self.spots[from].rest
            && rest.best == Some(code)
        {
            rest.stale = true;
            way.claim = Some((rest.value, rest.nodes));
        }
        self.ways.push(way);
    }

    fn close(&mut self, ticket: u64) -> usize {
        let place = self.open.iter().position(|open| open.0 == ticket).unwrap();
        let (_, node, _) = self.open.remove(place);
        self.spots[node].asked = None;
        node
    }

    fn found(&mut self, found: &Found) {
        if let Some(ticket) = found.ticket {
            self.close(ticket);
        }
        let node = found.node as usize;
        let second = self.spots[node].about.second;
        let worse = |a: Raw, b: Raw| if second { a.max(b) } else { a.min(b) };
        let mut lines: Vec<(Code, Raw)> = Vec::new();
        for (code, value) in firsts(found) {
            let before = lines.last().map_or(found.value, |line| line.1);
            lines.push((code, worse(before, value)));
        }
        let last = lines.last().map_or(found.value, |line| line.1);
        let each = found.nodes / lines.len().max(1) as u64;
        let there = |code: Code| self.ways_of(node).any(|way| way.code == code);
        let new = lines.iter().find(|line| !there(line.0)).copied();
        let childless = self.ways_of(node).next().is_none();
        let rest = Rest {
            best: new.map(|line| line.0),
            value: new.map_or(last, |line| line.1),
            nodes: each,
            stale: new.is_none(),
            apart: found.scope == Scope::Rest,
        };
        let shown = self.is_won_by_line(node, found);
        let doubted = self.spots[node].doubted;
        let spot = &mut self.spots[node];
        match found.scope {
            Scope::Rest => spot.rest = Some(rest),
            Scope::Whole if spot.about.end.is_some() => {}
            // Much shorter than the search that is believed.
            Scope::Whole if !spot.doubted && spot.own.is_some_and(|(_, n)| found.nodes < n / 2) => {
                return;
            }
            Scope::Whole => {
                spot.own = Some((found.value, found.nodes));
                (spot.lines, spot.last) = (lines.len().max(1) as u64, last);
                spot.doubted = false;
                spot.shown = shown;
                match &mut spot.rest {
                    // A longer search of all moves saw these too.
                    Some(old) if !childless && each >= old.nodes => {
                        old.value = worse(old.value, last);
                    }
                    Some(_) if !childless => {}
                    _ => spot.rest = Some(rest),
                }
            }
        }
        for way in self.ways.iter_mut().filter(|way| way.from == node) {
            let whole = found.scope == Scope::Whole;
            way.reported = way.reported && !whole;
            if let Some(claim) = way.claim.as_mut().filter(|_| whole && doubted) {
                claim.1 = 0;
            }
            let code = way.code;
            for shown in found.shown.iter().filter(|shown| shown.0 == code) {
                way.hear((worse(shown.1, last), each / 4));
            }
            if let Some(line) = lines.iter().find(|line| line.0 == code) {
                way.hear((line.1, each));
                way.reported = whole;
            }
        }
    }

    /// Whether the line is a way through the graph to the win that the value claims.
    fn is_won_by_line(&self, node: usize, found: &Found) -> bool {
        let left = match Score::from_raw(found.value).verdict() {
            Verdict::Win(plies) | Verdict::Loss(plies) => plies as usize,
            Verdict::Points(_) => return false,
        };
        let mut at = node;
        for place in 0..left {
            let code = found.line.get(place);
            let Some(way) = self.ways_of(at).find(|way| Some(&way.code) == code) else {
                return false;
            };
            at = way.to;
        }
        let win = if found.value > 0 {
            Score::win_in(0)
        } else {
            Score::loss_in(0)
        };
        self.spots[at].about.end == Some(win.raw())
    }

    /// Which wins and losses are shown, by the definition: from the ends backwards, until no more
    /// are.
    pub fn shown(&self, values: &[Option<Raw>]) -> Vec<bool> {
        let decided = |node: usize| {
            let value = values[node].filter(|_| self.valued(node))?;
            Score::from_raw(value).is_decided().then_some(value)
        };
        let mut shown: Vec<bool> = self.spots.iter().map(|s| s.about.end.is_some()).collect();
        for _ in 0..self.spots.len() {
            for node in 0..self.spots.len() {
                let spot = &self.spots[node];
                let Some(value) = decided(node) else { continue };
                let own = spot.own.is_some_and(|(own, _)| (own > 0) == (value > 0));
                let wins = (value > 0) != spot.about.second;
                let leads = |way: &Way| {
                    let seen = values[way.to].map(|v| Score::from_raw(v).further(1).raw());
                    !way.excluded && shown[way.to] && seen == Some(value)
                };
                let by_line = spot.shown && !spot.doubted && own;
                let by_move = (wins || !spot.doubted) && self.ways_of(node).any(leads);
                shown[node] = shown[node] || by_line || by_move;
            }
        }
        shown
    }

    pub fn valued(&self, node: usize) -> bool {
        self.spots[node].own.is_some() || self.spots[node].about.end.is_some()
    }

    pub fn busy(&self, node: usize) -> bool {
        self.spots[node].asked.is_some() || self.spots[node].parked
    }

    /// How many moves engines have added.
    pub fn added(&self, node: usize) -> usize {
        self.ways_of(node)
            .filter(|way| !way.by_user && !way.excluded)
            .count()
    }

    /// Where the value of a position comes from.
    pub fn source(&self, node: usize) -> Source {
        let spot = &self.spots[node];
        if let Some(end) = spot.about.end {
            return Source::Fixed(end);
        }
        let Some((own, _)) = spot.own else {
            return Source::Unknown;
        };
        let together = self.components();
        let ways = self.ways_of(node).filter(|way| !way.excluded);
        let mut options: Vec<Opt> = ways.filter_map(|way| self.option(way, &together)).collect();
        options.extend(self.counted_rest(node).map(Opt::Take));
        if options.is_empty() {
            return Source::Fixed(own);
        }
        Source::Options(options)
    }

    /// What a move counts for: what the longer search says of it, and no more than the last line
    /// that a longer search of all moves reported.
    fn option(&self, way: &Way, together: &[Vec<bool>]) -> Option<Opt> {
        let before = &self.spots[way.from];
        let behind = &self.spots[way.to];
        let searched = self.searched_behind(way, together) as f64;
        let trust = self.settings.growth.trust;
        let certain = behind.about.end.is_some() || (behind.shown && !behind.doubted);
        let enough = |nodes: u64| certain || searched >= trust * nodes as f64;
        let each = before.own?.1 / before.lines;
        let claimed = way.claim.map_or(0, |claim| claim.1) as f64;
        let bounded = !way.reported && !enough(each) && claimed < trust * each as f64;
        let bound = |value: Raw| {
            let better = if before.about.second {
                value < before.last
            } else {
                value > before.last
            };
            if bounded && better {
                before.last
            } else {
                value
            }
        };
        let believed = way.claim.is_none_or(|claim| enough(claim.1));
        if !self.valued(way.to) || !believed {
            return way.claim.map(|claim| Opt::Take(bound(claim.0)));
        }
        Some(match bounded {
            false => Opt::Go(way.to),
            true if together[way.to][way.from] => {
                let own = Score::from_raw(behind.own?.0).further(1);
                Opt::Take(bound(own.raw()))
            }
            true => Opt::GoAtMost(way.to, before.last, before.about.second),
        })
    }

    /// What was searched behind a move, with everything below it.
    fn searched_behind(&self, way: &Way, together: &[Vec<bool>]) -> u64 {
        if together[way.to][way.from] {
            return here(&self.spots[way.to]);
        }
        let below = self
            .ways_of(way.to)
            .filter(|way| !way.excluded)
            .map(|way| self.searched_behind(way, together))
            .sum::<u64>();
        let place = self.spots[way.to].about.key as u64;
        let here = here(&self.spots[way.to]);
        rounded(here + below, place).max(here)
    }

    /// Which positions can be reached from which (Warshall 1962).
    fn components(&self) -> Vec<Vec<bool>> {
        let n = self.spots.len();
        let mut reach = vec![vec![false; n]; n];
        for (node, row) in reach.iter_mut().enumerate() {
            row[node] = true;
        }
        for way in &self.ways {
            reach[way.from][way.to] = true;
        }
        for middle in 0..n {
            for from in 0..n {
                if reach[from][middle] {
                    let on = reach[middle].clone();
                    reach[from]
                        .iter_mut()
                        .zip(on)
                        .for_each(|(to, on)| *to |= on);
                }
            }
        }
        reach
    }

    /// The rest counts for what its best move is worth; once that is in the graph, nothing is known
    /// of the others.
    fn counted_rest(&self, node: usize) -> Option<Raw> {
        let spot = &self.spots[node];
        let rest = spot.rest.as_ref()?;
        let complete = self.ways_of(node).count() >= usize::from(spot.about.legal);
        let (_, nodes) = spot.own?;
        let exceeds = if spot.about.second {
            rest.value < spot.last
        } else {
            rest.value > spot.last
        };
        let enough = self.settings.growth.trust * (nodes / spot.lines) as f64;
        let believed = if exceeds && (rest.nodes as f64) < enough {
            spot.last
        } else {
            rest.value
        };
        (!complete && !rest.stale).then_some(believed)
    }

    pub fn sources(&self) -> Vec<Source> {
        (0..self.spots.len())
            .map(|node| self.source(node))
            .collect()
    }

    /// The values by definition: the best positional strategy against the best response to it.
    /// `None` when there are too many strategies to try.
    pub fn values(&self, most: usize) -> Option<Vec<Option<Raw>>> {
        let sources = self.sources();
        let second = |node: usize| self.spots[node].about.second;
        let (ours, theirs) = (
            Side::new(&sources, |n| !second(n)),
            Side::new(&sources, second),
        );
        if ours.strategies().saturating_mul(theirs.strategies()) > most {
            return None;
        }
        let lower = best_against(&sources, &ours, &theirs, |a, b| a > b);
        let upper = best_against(&sources, &theirs, &ours, |a, b| a < b);
        assert_eq!(
            lower, upper,
            "the game has a value: who chooses first does not matter"
        );
        Some(lower)
    }
}

/// The first moves of the lines that a result reports.
fn firsts(found: &Found) -> impl Iterator<Item = (Code, Raw)> {
    let best = found.line.first().map(|&code| (code, found.value));
    let others = found.lines.iter().map(|other| (other.line[0], other.value));
    best.into_iter().chain(others)
}

/// What was searched at a position itself.
fn here(spot: &Spot) -> u64 {
    spot.own.map_or(0, |own| own.1) + apart(spot)
}

/// What was searched of its rest alone.
fn apart(spot: &Spot) -> u64 {
    spot.rest
        .as_ref()
        .filter(|rest| rest.apart)
        .map_or(0, |rest| rest.nodes)
}

/// To a quarter of an octave, up or down by the identity of the position.
fn rounded(searched: u64, key: u64) -> u64 {
    if searched == 0 {
        return 0;
    }
    let level = |quarter: i32| 2f64.powf(f64::from(quarter) / 4.0).floor() as u64;
    let low = (0..240).rev().find(|&quarter| level(quarter) <= searched);
    let low = low.unwrap_or(0);
    let gap = (level(low + 1) - level(low)).max(1) as f64;
    let part = (searched - level(low)) as f64 / gap;
    let place = (mix(key) >> 32) as f64 / 2f64.powi(32);
    level(low + i32::from(place < part))
}
