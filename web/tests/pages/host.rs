//! A program behind the pages that has the built-in engine and no classroom.

use std::path::PathBuf;

use gametree_web::host::{ClimbAsk, Hired, Host, PenaltiesAsk, RandomTree, TraceAsk, Wanted};
use gametree_web::refusal::Refusal;
use gametree_web::view::EngineCard;
use serde_json::{Value, json};

/// The built-in engine, and nothing else.
pub struct Plain;

fn none() -> Result<Value, Refusal> {
    Err(Refusal::absent("there is no classroom here"))
}

impl Host for Plain {
    fn program(&self) -> PathBuf {
        "/bin/false".into()
    }

    fn games(&self) -> Value {
        json!([])
    }

    fn searches(&self) -> Value {
        json!([])
    }

    fn examples(&self) -> Value {
        json!({ "schema": "gametree.examples/1", "examples": [] })
    }

    fn trace(&self, _: &TraceAsk) -> Result<Value, Refusal> {
        none()
    }

    fn random_tree(&self, _: &RandomTree) -> Result<Value, Refusal> {
        none()
    }

    fn penalties(&self, _: &PenaltiesAsk) -> Result<Value, Refusal> {
        none()
    }

    fn climb(&self, _: &ClimbAsk) -> Result<Value, Refusal> {
        none()
    }

    fn engines(&self) -> Vec<EngineCard> {
        Vec::new()
    }

    fn hire(&self, wanted: &Wanted) -> Result<Hired, Refusal> {
        if wanted.engine != "builtin" {
            return Err(Refusal::absent(format!(
                "there is no engine '{}' here",
                wanted.engine
            )));
        }
        let count = wanted.count.unwrap_or(1);
        let analyst = gametree_chess::builtin::analyst(count, 1 << 22, wanted.reproducible);
        let analyst = analyst.map_err(|error| Refusal::failed(error.to_string()))?;
        Ok(Hired {
            analyst: Box::new(analyst),
            about: "the built-in engine".into(),
        })
    }

    fn test(&self, _: &str) -> Result<Value, Refusal> {
        none()
    }
}
