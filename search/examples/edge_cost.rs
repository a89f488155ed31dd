//! The min/max approximation with a cost of your own: where does the tree grow?
//!
//! On an endless street two players move a token in turn, one to three houses left or right; after
//! eight moves each house pays its number. A cost that makes long steps expensive lets the search
//! look at short ones first. It changes the order of the work, and never a value that is proven.

use gametree::minmax::{EdgeCost, MinMax};
use gametree::rng::mix;
use gametree::{Event, Forced, Game, Keyed, Limits, Outcome, Player, Report, Search, TwoPlayer};

const PLIES: u8 = 8;

#[derive(Clone, Copy)]
struct Street {
    house: i32,
    ply: u8,
}

impl Game for Street {
    type Move = i8;

    fn turn(&self) -> Player {
        Player(self.ply % 2)
    }

    fn moves(&self) -> impl Iterator<Item = i8> {
        [-3, -2, -1, 1, 2, 3].into_iter()
    }

    fn play(&mut self, step: i8) {
        self.house += i32::from(step);
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        // Every third house pays double: the best step is not always the longest.
        let pay = if self.house % 3 == 0 { 2 } else { 1 };
        (self.ply == PLIES).then_some(Outcome::Points(self.house * pay))
    }
}

impl TwoPlayer for Street {}
impl Forced for Street {}

impl Keyed for Street {
    fn key(&self) -> u64 {
        mix((i64::from(self.house) << 8 | i64::from(self.ply)).cast_unsigned())
    }
}

/// A step of three houses costs two nats more than one of a single house.
struct ShortStepsFirst;

impl EdgeCost<Street> for ShortStepsFirst {
    const EXTRA: bool = true;

    fn extra(&self, _: &Street, step: i8) -> f64 {
        f64::from(step.unsigned_abs() - 1)
    }
}

/// A report, and the steps that led to the first tips that were expanded.
struct Watched {
    steps: Vec<i8>,
    report: Report<i8>,
}

fn watched(search: &mut impl Search<Street>) -> Watched {
    let mut grown = Vec::new();
    let mut steps = Vec::new();
    let mut watch = |event: &Event<Street>| match event {
        Event::Grow { node, via, .. } => grown.push((*node, via.unwrap_or(0))),
        Event::Select { node } => {
            let step = grown.iter().find(|(number, _)| number == node);
            steps.extend(step.map(|(_, step)| *step));
        }
        _ => {}
    };
    let start = Street { house: 0, ply: 0 };
    let report = search.watch(&start, &Limits::none(), &mut watch);
    steps.truncate(16);
    Watched { steps, report }
}

/// Searches with the usual cost and with our own.
pub fn main() {
    let evaluator = |street: &Street| street.house;
    let usual = watched(&mut MinMax::new(evaluator));
    let short = watched(&mut MinMax::new(evaluator).costing(ShortStepsFirst));
    println!("usual cost: {:?}", usual.steps);
    println!("own cost:   {:?}", short.steps);
    println!("the value is {} by both", usual.report.value);
    assert_ne!(usual.steps, short.steps, "another order");
    assert!(usual.report.proven && short.report.proven);
    assert_eq!(usual.report.value, short.report.value);
}
