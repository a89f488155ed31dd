//! Breakthrough.

use gametree::Readable;
use gametree_games::breakthrough::Board as Breakthrough;

use super::{BoardView, user};

/// The evaluator of 8 × 8 says it: 120 points are one unit of log-odds. (`--example chances` finds
/// 105, on 4,936 positions of 100 games.) On other boards the pieces weigh about twice as much, and
/// the chance is told a little too boldly.
const NAT: f64 = 120.0;

impl BoardView for Breakthrough {
    const NAT: f64 = NAT;

    fn from_user(text: &str) -> Result<Breakthrough, String> {
        let help = "write moves as in a2a3 b7b6, breakthrough:6x5 before them for another board, or rows from the top \
                    with / between them and then who is to move";
        let (name, rest) = user::split(text, &["breakthrough"]);
        let read = if rest.contains('/') {
            <Breakthrough as Readable>::read(rest)
        } else {
            let start = Breakthrough::named(name.unwrap_or("breakthrough"));
            let read =
                start.and_then(|start| Breakthrough::read(start.rows(), start.columns(), rest));
            read.map_err(|error| error.to_string())
        };
        read.map_err(|why| format!("This is not a position of Breakthrough: {why}; {help}."))
    }

    fn players() -> [&'static str; 2] {
        ["White", "Black"]
    }
}
