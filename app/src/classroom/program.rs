//! This program as the classroom's [`Backend`].

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree_web::host::ClimbAsk;
use gametree_web::refusal::Refusal;
use serde_json::json;

use super::backend::{Backend, Climb, ExplainAsk, ExplainReply, GameFacts, SearchFacts};
use crate::commands::queens;
use crate::error::{Code, Problem, problem_of};
use crate::explain::{Guard, Question, answer};
use crate::games;
use crate::interrupt;
use crate::limits::LimitArgs;
use crate::spec::Spec;

/// The games and searches of this program.
pub struct Program;

impl Backend for Program {
    fn game(&self, name: &str) -> Result<GameFacts, Refusal> {
        let entry = games::entry(name)?;
        Ok(GameFacts {
            small: entry.small,
            loops: entry.loops,
            is_file: entry.name == games::tree::ENTRY.name && !name.contains('('),
        })
    }

    fn search(&self, text: &str) -> Result<SearchFacts, Refusal> {
        let spec = Spec::parse(text)?;
        Ok(SearchFacts {
            detects_loops: matches!(spec.name.as_str(), "onpath" | "retrograde"),
            counts_rounds: spec.name == "ismcts",
            is_program: spec.name == games::backgammon::GNUBG.name,
            options: spec.pairs,
        })
    }

    fn explain(&self, ask: &ExplainAsk<'_>) -> Result<ExplainReply, Refusal> {
        let question = Question {
            game: ask.game,
            position: ask.position,
            with: Some(ask.with),
            limits: LimitArgs {
                depth: ask.limits.depth,
                nodes: ask.limits.nodes,
                ..LimitArgs::default()
            },
            seed: ask.seed,
            guard: Guard {
                stop: ask.stop.clone(),
                nodes: ask.caps.nodes,
                depth: ask.caps.depth,
            },
        };
        let found = answer(&question).map_err(|error| problem_of(&error))?;
        Ok(ExplainReply {
            json: found.json(),
            few_plies: found.few_plies,
            explanation: found.explanation,
        })
    }

    fn climb(&self, ask: &ClimbAsk) -> Result<Climb, Refusal> {
        let n = ask.queens;
        let queens = queens::queens(n as u64)?;
        if !queens.is_solvable() {
            let what = format!("{n} queens on {n} × {n} squares always attack each other");
            return Err(Refusal::bad(what).hint("take 4 queens or more"));
        }
        let film = queens::film::film(&ask.with, ask.seed, queens)?;
        Ok(Climb {
            solved: film.frames.last().is_some_and(|frame| frame.conflicts == 0),
            complete: film.complete,
            frames: json!(film.frames),
        })
    }

    fn shutdown(&self) -> Arc<AtomicBool> {
        interrupt::flag()
    }
}

/// A problem of the command line, for the pages.
impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        let refusal = match problem.code {
            Code::Usage => Refusal::bad(problem.what),
            Code::NotFound => Refusal::absent(problem.what),
            Code::Locked => Refusal::conflict(problem.what),
            _ => Refusal::failed(problem.what),
        };
        refusal.hint(problem.mend.unwrap_or_default())
    }
}
