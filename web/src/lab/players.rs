//! Engines as players: a page names them by their ids, as it does everywhere, and never by a
//! command.

use std::collections::BTreeMap;

use gametree_catalog::opponents::uci;
use gametree_project::engines::{BUILTIN, Engines};
use gametree_project::request::RunAsk;

use super::request::{Kind, NewRun};
use crate::error::ApiError;

/// Both players as the program gets them: searches as they are, engines by their commands.
///
/// # Errors
/// There is no such engine here, or an option is not for pages.
pub(super) fn players(engines: &Engines, request: &NewRun) -> Result<[String; 2], ApiError> {
    if request.kind == Kind::Sweep && uci::command(&request.a).is_some() {
        return Err(ApiError::bad("a: a sweep changes a parameter of a search")
            .hint("name the engine as B, the opponent"));
    }
    Ok([player(engines, &request.a)?, player(engines, &request.b)?])
}

fn player(engines: &Engines, text: &str) -> Result<String, ApiError> {
    let Some(named) = uci::command(text) else {
        return Ok(text.to_owned());
    };
    let (id, options) = named.split_once('?').unwrap_or((named, ""));
    let id = id.trim();
    if id == BUILTIN {
        return Err(ApiError::bad("the built-in engine is the search pvs")
            .hint("select pvs, or an engine that is installed"));
    }
    let mut given = BTreeMap::new();
    for option in options.split('&').filter(|option| !option.is_empty()) {
        let (name, value) = option.split_once('=').ok_or_else(|| {
            ApiError::bad(format!("'{option}' has no '='")).hint("write Hash=16&UCI_Elo=1500")
        })?;
        given.insert(name.trim().to_owned(), value.trim().to_owned());
    }
    let ask = RunAsk {
        options: given,
        ..RunAsk::with(Some(id.to_owned()), None)
    };
    let choice = engines.choose(&ask, None)?;
    let command = choice.commands.first().map_or(id, String::as_str);
    Ok(format!(
        "{}{command}?{}",
        uci::PREFIX,
        choice.options.join("&")
    ))
}
