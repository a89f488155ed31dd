//! One game of a type, ready for the commands: where the type ends.

use std::fmt::Display;

use gametree::cfr::Cfr;
use gametree::rng::Rng;
use gametree::{Adviser, Chance, Game, Hidden, Keyed, Limits, Notation, Payoffs, Player, Stop};

use gametree_arena::{Advised, Blindfold, Failure, Referee};

use super::answer::{OpenAnswer, short};
use super::recipes::{BoxedAdviser, BoxedContender, Recipe, unknown};
use super::solve::{Exact, Solution, Solver};
use super::{Ask, Table};
use crate::args::PlayArgs;
use crate::contest::Venue;
use crate::contest::venue::{Hall, Terms};
use crate::error::{Code, Problem};
use crate::explain::{Explanation, Options};
use crate::games::Entry;
use crate::output;
use crate::searches::About;
use crate::seat::{START, by_moves};
use crate::spec::{Settings, Spec};

/// What a game must be to have a table.
pub trait OpenGame:
    Chance<Move: Send + Sync> + Payoffs + Keyed + Notation + Display + Send + Sync
{
}

impl<G: Chance<Move: Send + Sync> + Payoffs + Keyed + Notation + Display + Send + Sync> OpenGame
    for G
{
}

/// Reads a position of the game.
pub type OpenReader<'a, G> = Box<dyn Fn(&str) -> Result<G, String> + Sync + 'a>;

/// A game with its searches.
pub struct OpenSeat<'a, G: OpenGame> {
    /// Its entry in the list of games.
    pub entry: &'static Entry,
    /// As the user named it.
    pub name: &'a str,
    /// The first position.
    pub start: G,
    /// Reads the game's own notation of positions; `None` where only moves from the start are
    /// known.
    pub reader: Option<OpenReader<'a, G>>,
    /// The searches that can search it.
    pub recipes: Vec<Recipe<'a, G>>,
    /// The board as a player may see it.
    pub shown: fn(&G, Player) -> String,
    /// Its exact solver.
    pub solver: Solver<'a, G, G::Move>,
    /// What a contender in a match gets to see: [`uncovered`] or [`blindfolded`].
    pub cover: for<'c> fn(BoxedContender<'c, G>) -> BoxedContender<'c, G>,
}

impl<'a, G: OpenGame> OpenSeat<'a, G> {
    /// The position of a text: `startpos`, the game's own notation, or moves from the start.
    pub fn position(&self, text: Option<&str>) -> Result<G, Problem> {
        let text = text.unwrap_or(START).trim();
        if text.is_empty() || text == START {
            return Ok(self.start.clone());
        }
        let own = self.reader.as_ref().map(|read| read(text));
        if let Some(Ok(position)) = own {
            return Ok(position);
        }
        let reason = match (by_moves(&self.start, text), own) {
            (Ok(position), _) => return Ok(position),
            (Err(_), Some(Err(reason))) | (Err(reason), _) => reason,
        };
        let what = format!(
            "'{}' is not a position of {}: {reason}",
            output::shorten(text, 100),
            self.entry.name
        );
        Err(Problem::usage(what).mend(format!(
            "positions of {}: {}",
            self.entry.name, self.entry.positions
        )))
    }

    /// What a search is asked about: where cards are hidden and no position is named, they are
    /// dealt by the seed.
    fn asked(&self, ask: &Ask<'_>) -> Result<G, Problem> {
        let mut position = self.position(ask.position)?;
        if ask.position.is_none() && self.entry.hidden {
            let (mut rng, referee) = (Rng::new(ask.seed), Referee::of_payoffs());
            while let Some(m) = (referee.chance)(&position, &mut rng) {
                position.play(m);
            }
        }
        Ok(position)
    }

    /// The search of a text `NAME[:key=value,...]`.
    pub fn build(
        &self,
        text: &str,
        limits: &Limits,
        seed: u64,
    ) -> Result<BoxedAdviser<'a, G>, Problem> {
        let (recipe, settings) = self.recipe(text, limits, seed)?;
        (recipe.build)(&settings)
    }

    /// The recipe of a text, and its checked options.
    fn recipe(
        &self,
        text: &str,
        limits: &Limits,
        seed: u64,
    ) -> Result<(&Recipe<'a, G>, Settings), Problem> {
        let spec = Spec::parse(text)?;
        let recipe = self
            .recipes
            .iter()
            .find(|recipe| recipe.about.name == spec.name);
        let recipe = recipe.ok_or_else(|| unknown(&spec.name, self.entry.name, &self.abouts()))?;
        let mut settings = Settings::new(recipe.about.name, recipe.about.options, &spec)?;
        settings.seed = seed;
        settings.limits = limits.clone();
        Ok((recipe, settings))
    }

    /// Makes sure that another program answers before its answer is believed.
    fn heard(&self, root: &G, ask: &Ask<'_>) -> Result<(), Problem> {
        let (recipe, settings) = self.recipe(ask.with, &ask.limits, ask.seed)?;
        let acts = root.outcome().is_none() && root.chances().is_none();
        let Some(rival) = recipe.rival.as_ref().filter(|_| acts) else {
            return Ok(());
        };
        let answer = rival(&settings)?.choose(root, &ask.limits);
        let told = |failure: Failure| Problem {
            code: Code::Engine,
            what: failure.to_string(),
            mend: None,
        };
        answer.map(|_| ()).map_err(told)
    }

    /// A contender for matches.
    fn hire(&self, terms: &Terms<'_>) -> Result<BoxedContender<'_, G>, Problem> {
        let (recipe, settings) = self.recipe(terms.search, terms.limits, terms.seed)?;
        if let Some(rival) = &recipe.rival {
            return rival(&settings);
        }
        Ok((self.cover)(Box::new(
            Advised::boxed((recipe.build)(&settings)?).by(terms.clock),
        )))
    }
}

impl<G: OpenGame> Table for OpenSeat<'_, G> {
    fn entry(&self) -> &'static Entry {
        self.entry
    }

    fn name(&self) -> &str {
        self.name
    }

    fn abouts(&self) -> Vec<About> {
        self.recipes.iter().map(|recipe| recipe.about).collect()
    }

    fn board(&self, ask: &Ask<'_>) -> Result<String, Problem> {
        Ok(self.asked(ask)?.to_string())
    }

    fn search(&self, ask: &Ask<'_>) -> Result<OpenAnswer, Problem> {
        let root = self.asked(ask)?;
        self.heard(&root, ask)?;
        let mut adviser = self.build(ask.with, &ask.limits, ask.seed)?;
        Ok(OpenAnswer::new(
            &root,
            &adviser.advise_any(&root, &ask.limits),
        ))
    }

    fn explain(&self, ask: &Ask<'_>, within: &Limits) -> anyhow::Result<(Explanation, OpenAnswer)> {
        let root = self.asked(ask)?;
        let mut adviser = self.build(ask.with, &ask.limits, ask.seed)?;
        let title = format!("{} on {}", ask.with, output::shorten(self.name, 70));
        let name = ask.with.split(':').next().unwrap_or(ask.with);
        let options = Options {
            // It keeps statistics of random games: the tips of its tree are not leaves.
            leaves_known: name != "ismcts",
            ..Options::new(&title, name)
        };
        let (explanation, advice) =
            gametree_explain::explain_payoffs(&root, adviser.as_mut(), within, &options);
        Ok((explanation, OpenAnswer::new(&root, &advice)))
    }

    fn solve(
        &self,
        position: Option<&str>,
        limits: &Limits,
    ) -> Result<Result<Solution, Stop>, Problem> {
        let root = self.position(position)?;
        let chance = root.outcome().is_none() && root.chances().is_some();
        let mover = if chance { 0 } else { root.turn().0 as usize };
        Ok((self.solver)(&root, limits).map(
            |Exact {
                 values,
                 best,
                 nodes,
                 note,
             }| {
                let best = best.into_iter().map(|m| root.write_move(m)).collect();
                Solution {
                    values,
                    mover,
                    best,
                    nodes,
                    note,
                }
            },
        ))
    }

    fn play(&self, against: &str, args: &PlayArgs) -> anyhow::Result<Code> {
        super::play::run(self, against, args)
    }

    fn enter(&self, visit: &mut dyn FnMut(&dyn Venue) -> anyhow::Result<()>) -> anyhow::Result<()> {
        visit(&Hall {
            entry: self.entry,
            name: self.name,
            start: self.start.clone(),
            position: Box::new(|text| self.position(Some(text))),
            hire: Box::new(|terms| self.hire(terms)),
            referee: Referee::of_payoffs(),
        })
    }
}

/// The whole board, for games that hide nothing.
pub fn all_shown<G: Display>(position: &G, _: Player) -> String {
    position.to_string()
}

/// Solves by searching everything to the end.
pub fn to_the_end<'a, G, A>(adviser: impl Fn() -> A + Sync + 'a) -> Solver<'a, G, G::Move>
where
    G: OpenGame,
    A: Adviser<G>,
{
    Box::new(move |root, limits| {
        let advice = adviser().advise(root, limits);
        if !advice.proven {
            return Err(advice.stop);
        }
        let most = advice
            .moves
            .iter()
            .map(|(_, value)| *value)
            .fold(f64::NEG_INFINITY, f64::max);
        let near = |value: f64| value >= most - 1e-9 * most.abs().max(1.0);
        let acts = root.outcome().is_none() && root.chances().is_none();
        let best = advice
            .moves
            .iter()
            .filter(|(_, value)| acts && near(*value))
            .map(|(m, _)| *m);
        Ok(Exact {
            best: best.collect(),
            values: advice.values,
            nodes: advice.counts.nodes,
            note: String::new(),
        })
    })
}

/// Solves a small game with hidden cards: its equilibrium, with the bounds that prove it.
pub fn at_equilibrium<'a, G: OpenGame + Hidden>() -> Solver<'a, G, G::Move> {
    Box::new(|root, limits| {
        let solution = match Cfr::default().solve(root, limits) {
            Ok(solution) if solution.stop == Stop::Done => solution,
            Ok(solution) => return Err(solution.stop),
            Err(_) => return Err(Stop::Memory),
        };
        let (low, high) = (short(solution.bounds.low), short(solution.bounds.high));
        let note = format!(
            "the game's equilibrium, before anything is dealt; proven by best answers to lie between {low} and {high}"
        );
        let value = solution.value;
        Ok(Exact {
            values: vec![value, -value],
            best: Vec::new(),
            nodes: solution.rounds,
            note,
        })
    })
}

/// Where everything is seen a contender plays as it is.
pub fn uncovered<'a, G: Game>(contender: BoxedContender<'a, G>) -> BoxedContender<'a, G> {
    contender
}

/// Where cards are hidden a contender is shown only what its seat sees.
pub fn blindfolded<G: Hidden + Chance + 'static>(
    contender: BoxedContender<'_, G>,
) -> BoxedContender<'_, G> {
    Box::new(Blindfold::boxed(contender))
}
