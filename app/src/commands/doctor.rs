//! `gametree doctor`: what is installed, what is missing, how to get it.

use std::io::IsTerminal;

use gametree_project::doctor::{Check, checks};
use serde::Serialize;

use crate::error::Code;
use crate::output;

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    version: &'static str,
    ok: bool,
    checks: Vec<Check>,
}

/// Looks, and prints what was found. Only what gametree cannot work without makes it fail.
pub fn run() -> anyhow::Result<Code> {
    let mut checks = checks();
    checks.insert(1, terminal());
    let ok = checks.iter().all(|check| check.ok || check.optional);
    let object = Object {
        schema: "gametree.doctor/1",
        version: env!("CARGO_PKG_VERSION"),
        ok,
        checks,
    };
    output::show(&object, print)?;
    Ok(if ok { Code::Done } else { Code::Failed })
}

fn print(object: &Object) -> anyhow::Result<()> {
    let mut table = output::table(["check", "", "found", "how to get it"]);
    for check in &object.checks {
        let mark = match (check.ok, check.optional) {
            (true, _) => "ok",
            (false, true) => "missing (optional)",
            (false, false) => "MISSING",
        };
        table.add_row([check.name, mark, &check.detail, check.get.unwrap_or("")]);
    }
    output::line(format!("gametree {}", object.version))?;
    table.drop_first(&[2]);
    output::line(table)?;
    Ok(())
}

fn terminal() -> Check {
    let kind = if std::io::stdout().is_terminal() {
        "a terminal"
    } else {
        "not a terminal: no colour"
    };
    Check {
        name: "output",
        ok: true,
        optional: true,
        detail: kind.into(),
        get: None,
    }
}
