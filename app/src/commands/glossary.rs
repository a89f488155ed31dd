//! `gametree glossary`: what every number means, in the words of the pages and the book.

use clap::Args;
use gametree_web::help::{self, TERMS, Term};
use serde::Serialize;

use crate::error::{CliError, Code};
use gametree_catalog::suggest;

use crate::output;

/// `glossary`.
#[derive(Args, Debug)]
pub struct GlossaryArgs {
    /// A word; all of them unless given
    #[arg(value_name = "WORD")]
    pub word: Option<String>,
}

#[derive(Serialize)]
struct Object {
    schema: &'static str,
    terms: Vec<&'static Term>,
}

/// Runs the command.
pub fn run(args: &GlossaryArgs) -> anyhow::Result<Code> {
    let terms: Vec<&Term> = match &args.word {
        None => TERMS.iter().collect(),
        Some(word) => vec![help::find(word).ok_or_else(|| unknown(word))?],
    };
    if output::is_json() {
        output::json(&Object {
            schema: "gametree.glossary/1",
            terms,
        })?;
        return Ok(Code::Done);
    }
    for term in terms {
        output::line(format!("{} ({}): {}", term.title, term.id, term.text))?;
    }
    Ok(Code::Done)
}

fn unknown(word: &str) -> CliError {
    let ids: Vec<&str> = TERMS.iter().map(|term| term.id).collect();
    let guess = suggest::phrase(word, ids.iter().copied());
    CliError::not_found(format!(
        "'{}' is not in the glossary",
        output::shorten(word, 60)
    ))
    .hint(format!("{guess}words: {}", ids.join(", ")))
}
