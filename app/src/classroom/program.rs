//! This program as the classroom's [`Backend`].

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use gametree::Limits;
use gametree_catalog::Spec;
use gametree_catalog::explained::{ExplainRequest, Guard, explain};
use gametree_catalog::games::{info, tree};
use gametree_catalog::searches::baseline::GNUBG;
use gametree_web::host::ClimbAsk;
use gametree_web::refusal::Refusal;
use serde_json::json;

use super::backend::{Backend, Climb, ExplainAsk, ExplainReply, GameFacts, SearchFacts};
use crate::commands::queens;
use crate::error::{Code, Problem};
use crate::interrupt;

/// The games and searches of this program.
pub struct Program;

impl Backend for Program {
    fn game(&self, name: &str) -> Result<GameFacts, Refusal> {
        let info = info(name).map_err(Problem::from)?;
        Ok(GameFacts {
            small: info.small,
            loops: info.loops,
            is_file: info.name == tree::INFO.name && !name.contains('('),
        })
    }

    fn search(&self, text: &str) -> Result<SearchFacts, Refusal> {
        let spec = Spec::parse(text).map_err(Problem::from)?;
        Ok(SearchFacts {
            detects_loops: matches!(spec.name.as_str(), "onpath" | "retrograde"),
            counts_rounds: spec.name == "ismcts",
            is_program: spec.name == GNUBG.name,
            options: spec.pairs,
        })
    }

    fn explain(&self, ask: &ExplainAsk<'_>) -> Result<ExplainReply, Refusal> {
        let request = ExplainRequest {
            game: ask.game,
            position: ask.position,
            with: Some(ask.with),
            limits: Limits {
                depth: ask.limits.depth,
                nodes: ask.limits.nodes,
                ..Limits::none()
            },
            seed: ask.seed,
            guard: Guard {
                stop: ask.stop.clone(),
                nodes: ask.caps.nodes,
                depth: ask.caps.depth,
            },
        };
        let found = explain(&request).map_err(Problem::from)?;
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
