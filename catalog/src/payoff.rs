//! Games with chance, several players or hidden cards: their searches, boards and solvers.

use gametree::cfr::Cfr;
use gametree::erased::ErasedMove;
use gametree::{AnyPayoffSearch, Chance, Game, Limits, PayoffSearch, Player, Stop};
use gametree_arena::{Blindfold, Contender};

use crate::error::CatalogError;
use crate::format::short;
use crate::info::SearchInfo;
use crate::knowledge::Position;
use crate::solve::ExactPayoffs;
use crate::spec::Settings;

/// A search for games with payoffs, behind a pointer.
pub type BoxedPayoffSearch = Box<dyn AnyPayoffSearch<Position>>;

/// A player of matches, behind a pointer.
pub type BoxedContender = Box<dyn Contender<Position>>;

/// Makes a search of checked options.
pub type Builder = Box<dyn Fn(&Settings) -> Result<BoxedPayoffSearch, CatalogError> + Send + Sync>;

/// Makes a player of matches of checked options.
pub type ContenderBuilder =
    Box<dyn Fn(&Settings) -> Result<BoxedContender, CatalogError> + Send + Sync>;

/// A search and how to make it.
pub struct Recipe {
    /// Its entry in the list.
    pub info: &'static SearchInfo,
    /// Makes it.
    pub build: Builder,
    /// Makes it for matches, where it can fail in a way that a report cannot express: a program
    /// that dies loses.
    pub contender: Option<ContenderBuilder>,
}

impl Recipe {
    /// A search and how to make it.
    pub fn new(
        info: &'static SearchInfo,
        build: impl Fn(&Settings) -> Result<BoxedPayoffSearch, CatalogError> + Send + Sync + 'static,
    ) -> Recipe {
        Recipe {
            info,
            build: Box::new(build),
            contender: None,
        }
    }

    /// The same, with a player of its own in matches.
    #[must_use]
    pub fn with_contender(
        self,
        build: impl Fn(&Settings) -> Result<BoxedContender, CatalogError> + Send + Sync + 'static,
    ) -> Recipe {
        Recipe {
            contender: Some(Box::new(build)),
            ..self
        }
    }
}

/// Solves a position, within limits.
pub type PayoffSolver =
    Box<dyn Fn(&Position, &Limits) -> Result<ExactPayoffs<ErasedMove>, Stop> + Send + Sync>;

/// Reads a position.
pub type PositionReader = Box<dyn Fn(&str) -> Result<Position, String> + Send + Sync>;

/// A game with payoffs, ready to be searched.
pub struct PayoffGame {
    /// The starting position.
    pub start: Position,
    /// Reads the game's own notation; `None` where only moves from the start are known.
    pub reader: Option<PositionReader>,
    /// The searches that can search it.
    pub recipes: Vec<Recipe>,
    /// The board as a player may see it.
    pub board: fn(&Position, Player) -> String,
    /// Its exact solver.
    pub solver: PayoffSolver,
    /// Whether players of matches are shown only what their seat sees.
    pub blindfolded: bool,
}

impl PayoffGame {
    /// A game in which everything is seen, solved by searching everything to the end.
    pub fn new(start: Position, recipes: Vec<Recipe>, solver: PayoffSolver) -> PayoffGame {
        PayoffGame {
            start,
            reader: None,
            recipes,
            board: |position, _| position.to_string(),
            solver,
            blindfolded: false,
        }
    }

    /// The same with a notation of positions besides moves from the start.
    #[must_use]
    pub fn reading(
        self,
        reader: impl Fn(&str) -> Result<Position, String> + Send + Sync + 'static,
    ) -> PayoffGame {
        PayoffGame {
            reader: Some(Box::new(reader)),
            ..self
        }
    }

    /// The same, where a player sees only this part of the board.
    #[must_use]
    pub fn hiding(self, board: fn(&Position, Player) -> String) -> PayoffGame {
        PayoffGame {
            board,
            blindfolded: true,
            ..self
        }
    }

    /// A contender as matches seat it.
    pub fn covered(&self, contender: BoxedContender) -> BoxedContender {
        if self.blindfolded {
            Box::new(Blindfold::boxed(contender))
        } else {
            contender
        }
    }
}

/// Solves by searching everything to the end.
pub fn to_the_end<A>(search: impl Fn() -> A + Send + Sync + 'static) -> PayoffSolver
where
    A: PayoffSearch<Position>,
{
    Box::new(move |root, limits| {
        let payoff_report = search().search_payoffs(root, limits);
        if !payoff_report.proven {
            return Err(payoff_report.stop);
        }
        let values = payoff_report.moves.iter().map(|(_, value)| *value);
        let most = values.fold(f64::NEG_INFINITY, f64::max);
        // Equal but for rounding.
        let keeps = |value: f64| value >= most - 1e-9 * most.abs().max(1.0);
        let acts = acts(root);
        let best = payoff_report
            .moves
            .iter()
            .filter(|(_, value)| acts && keeps(*value))
            .map(|(m, _)| *m);
        Ok(ExactPayoffs {
            best: best.collect(),
            values: payoff_report.values,
            nodes: payoff_report.counts.nodes,
            note: String::new(),
        })
    })
}

/// Solves a small game with hidden cards: its equilibrium, with the bounds that prove it.
pub fn at_equilibrium() -> PayoffSolver {
    Box::new(|root, limits| {
        let solution = match Cfr::default().solve(root, limits) {
            Ok(solution) if solution.stop == Stop::Done => solution,
            Ok(solution) => return Err(solution.stop),
            Err(_) => return Err(Stop::Memory),
        };
        let low = short(solution.bounds.low);
        let high = short(solution.bounds.high);
        let note = format!(
            "the game's equilibrium, before anything is dealt; \
             proven by best responses to lie between {low} and {high}"
        );
        Ok(ExactPayoffs {
            values: vec![solution.value, -solution.value],
            best: Vec::new(),
            nodes: solution.rounds,
            note,
        })
    })
}

/// Whether a player has to move.
pub fn acts(position: &Position) -> bool {
    position.outcome().is_none() && position.chances().is_none()
}
