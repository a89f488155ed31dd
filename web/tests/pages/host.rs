//! A program behind the pages that has no classroom.

use std::path::PathBuf;

use gametree_web::host::{ClimbAsk, Host, PenaltiesAsk, RandomTree, TraceAsk};
use gametree_web::refusal::Refusal;
use serde_json::{Value, json};

/// Nothing else.
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
}
