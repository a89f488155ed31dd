//! The events of a search as they came, kept beside the recorder and without its help.

use std::collections::HashMap;
use std::fmt::Display;

use gametree::{Bound, Event, Game, Observer, Score, Window};

use crate::trace::Trace;

/// A node: the places of the moves that lead to it. Where one move leads to several information
/// sets, the later ones have [`TWIN`] more.
pub type Path = Vec<usize>;

/// What tells information sets behind the same move apart.
pub const TWIN: usize = 1000;

/// The paths of all nodes of a recorded tree.
pub fn paths(trace: &Trace) -> Vec<Path> {
    let place = |id: usize| {
        let node = &trace.nodes[id];
        let same = |other: &usize| {
            let other = &trace.nodes[*other];
            (other.parent, other.index) == (node.parent, node.index)
        };
        node.index + TWIN * (0..id).filter(same).count()
    };
    let places: Vec<usize> = (0..trace.nodes.len()).map(place).collect();
    let path = |id: usize| trace.path(id)[1..].iter().map(|&id| places[id]).collect();
    (0..trace.nodes.len()).map(path).collect()
}

/// What a search told.
#[derive(Clone, Debug)]
pub enum What {
    Iteration {
        depth: u32,
    },
    Enter {
        depth: u32,
    },
    Repeats {
        since: u32,
    },
    Leaf {
        terminal: bool,
    },
    StandPat,
    TableHit(Bound),
    Vector(Vec<f64>),
    Improve {
        child: Path,
    },
    Cutoff {
        child: Path,
    },
    Leave(Bound),
    Grow {
        forced: bool,
    },
    Closed {
        sure: Score,
    },
    Singular {
        child: Path,
    },
    Select,
    /// The weights of the edges to the tip just selected.
    Because(Vec<f64>),
    Backup {
        labels: Vec<(&'static str, f64)>,
        /// The node that the label `a` names.
        next: Option<Path>,
    },
    World(SolvedWorld),
}

/// A world, as a search has told it.
#[derive(Clone, Debug)]
pub struct SolvedWorld {
    pub number: u64,
    pub position: String,
    pub probability: f64,
    /// The moves by their places.
    pub values: Vec<(usize, f64)>,
}

/// One event.
#[derive(Clone, Debug)]
pub struct Told {
    pub path: Path,
    pub value: Option<Score>,
    pub window: Option<Window>,
    pub what: What,
}

/// Hands every event on to another observer, and keeps it.
pub struct Tee<'a, G: Game> {
    pub inner: &'a mut dyn Observer<G>,
    pub told: Vec<Told>,
    way: Vec<(Path, G)>,
    root: G,
    /// The nodes on the way that are finished.
    finished: Vec<Path>,
    numbers: HashMap<u32, (Path, G)>,
}

impl<'a, G: Game> Tee<'a, G> {
    pub fn new(root: &G, inner: &'a mut dyn Observer<G>) -> Self {
        Tee {
            inner,
            root: root.clone(),
            told: Vec::new(),
            way: Vec::new(),
            finished: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    fn at(&self, ply: u32) -> &(Path, G) {
        &self.way[ply as usize]
    }

    fn below(above: &(Path, G), via: G::Move) -> Path {
        let place = above.1.moves().position(|m| m == via);
        let place = place.expect("the games of these tests list all moves that are played");
        above.0.iter().copied().chain([place]).collect()
    }

    /// The same place again: another information set.
    fn twin(&self, mut path: Path) -> Path {
        while self.numbers.values().any(|(taken, _)| *taken == path) {
            *path.last_mut().expect("not the root") += TWIN;
        }
        path
    }

    fn keep(&mut self, path: Path, what: What) -> &mut Told {
        let told = Told {
            path,
            value: None,
            window: None,
            what,
        };
        self.told.push(told);
        self.told.last_mut().expect("just pushed")
    }

    /// Keeps an event of a search that grows a tree in memory.
    fn keep_grown_tree(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Grow {
                node,
                parent,
                via,
                position,
                value,
            } => {
                let path = match (parent, via) {
                    (Some(parent), Some(via)) => {
                        self.twin(Self::below(&self.numbers[&parent], via))
                    }
                    _ => Path::new(),
                };
                self.numbers.insert(node, (path.clone(), position.clone()));
                self.keep(path, What::Grow { forced: false }).value = Some(value);
            }
            Event::Select { node } => {
                self.keep(self.numbers[&node].0.clone(), What::Select);
            }
            Event::Because { node, edges } => {
                let weights = edges.iter().map(|edge| edge.1).collect();
                self.keep(self.numbers[&node].0.clone(), What::Because(weights));
            }
            Event::Backup {
                node,
                value,
                labels,
            } => {
                let path = self.numbers[&node].0.clone();
                let next = labels.iter().find(|label| label.0 == "a");
                let next = next.map(|label| self.numbers[&(label.1 as u32)].0.clone());
                let labels = labels.to_vec();
                self.keep(path, What::Backup { labels, next }).value = Some(value);
            }
            // It is told of the node just grown.
            Event::Forced { node } => {
                let path = &self.numbers[&node].0;
                let grown = self.told.iter_mut().rev().find(|told| told.path == *path);
                grown.expect("it was grown").what = What::Grow { forced: true };
            }
            Event::Closed { node, bound, sure } => {
                let path = self.numbers[&node].0.clone();
                self.keep(path, What::Closed { sure }).value = Some(bound);
            }
            _ => panic!("an event that these searches do not send"),
        }
    }
}

impl<G: Game + Display> Tee<'_, G> {
    /// What only some searches tell: singular moves and worlds; else what a grown tree tells.
    fn keep_extension(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Singular { ply, via } => {
                let child = Self::below(self.at(ply), via);
                self.keep(self.at(ply).0.clone(), What::Singular { child });
            }
            Event::World {
                number,
                position,
                probability,
                values,
            } => {
                let place = |m: G::Move| self.root.moves().position(|other| other == m).unwrap();
                let values = values.iter().map(|&(m, value)| (place(m), value));
                let world = SolvedWorld {
                    number,
                    position: position.to_string(),
                    probability,
                    values: values.collect(),
                };
                self.keep(Path::new(), What::World(world));
            }
            _ => self.keep_grown_tree(event),
        }
    }
}

impl<G: Game + Display> Observer<G> for Tee<'_, G> {
    fn see(&mut self, event: &Event<'_, G>) {
        match *event {
            Event::Iteration { depth, window } => {
                self.keep(Path::new(), What::Iteration { depth }).window = Some(window);
            }
            Event::Lines { .. } => {}
            Event::Enter {
                ply,
                via,
                position,
                depth,
                window,
            } => {
                self.way.truncate(ply as usize);
                let path = match via {
                    Some(via) => Self::below(self.at(ply - 1), via),
                    None => Path::new(),
                };
                self.way.push((path.clone(), position.clone()));
                self.finished.retain(|done| *done != path);
                self.keep(path, What::Enter { depth }).window = Some(window);
            }
            Event::Repeats { ply, since } => {
                self.keep(self.at(ply).0.clone(), What::Repeats { since });
            }
            Event::Leaf {
                ply,
                value,
                terminal,
            } => {
                self.keep(self.at(ply).0.clone(), What::Leaf { terminal })
                    .value = Some(value);
            }
            Event::StandPat { ply, value } => {
                self.keep(self.at(ply).0.clone(), What::StandPat).value = Some(value);
            }
            // A child looked up without a visit: there is no telling which.
            Event::TableHit { ply, .. }
                if self
                    .way
                    .get(ply as usize)
                    .is_none_or(|at| self.finished.contains(&at.0)) => {}
            Event::TableHit { ply, value, bound } => {
                self.finished.push(self.at(ply).0.clone());
                self.keep(self.at(ply).0.clone(), What::TableHit(bound))
                    .value = Some(value);
            }
            Event::Vector { ply, values } => {
                self.keep(self.at(ply).0.clone(), What::Vector(values.to_vec()));
            }
            Event::Improve {
                ply,
                via,
                value,
                window,
            } => {
                let child = Self::below(self.at(ply), via);
                let told = self.keep(self.at(ply).0.clone(), What::Improve { child });
                told.value = Some(value);
                told.window = Some(window);
            }
            Event::Cutoff {
                ply, via, value, ..
            } => {
                let child = Self::below(self.at(ply), via);
                let told = self.keep(self.at(ply).0.clone(), What::Cutoff { child });
                told.value = Some(value);
            }
            Event::Leave { ply, value, bound } => {
                self.finished.push(self.at(ply).0.clone());
                self.keep(self.at(ply).0.clone(), What::Leave(bound)).value = Some(value);
            }
            _ => self.keep_extension(event),
        }
        self.inner.see(event);
    }
}

/// The events that become steps, by their numbers: a visit that ends at once is told with its end,
/// a value that cuts is told once, and what belongs to an event is told with it.
pub fn steps(told: &[Told]) -> Vec<usize> {
    let follows = |number: usize, is: &dyn Fn(&Told) -> bool| {
        let rest = &told[number + 1..];
        let next = rest
            .iter()
            .find(|next| !matches!(next.what, What::Repeats { .. }));
        next.is_some_and(|next| next.path == told[number].path && is(next))
    };
    let own = |number: &usize| match &told[*number].what {
        What::Enter { .. } => !follows(*number, &|next| {
            matches!(next.what, What::Leaf { .. } | What::TableHit(_))
        }),
        What::Improve { child } => !follows(*number, &|next| {
            next.value == told[*number].value
                && matches!(&next.what, What::Cutoff { child: refuted } if refuted == child)
        }),
        What::Repeats { .. } | What::Vector(_) | What::Because(_) => false,
        _ => true,
    };
    (0..told.len()).filter(own).collect()
}
