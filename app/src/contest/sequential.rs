//! `--sprt ELO0,ELO1`.

use gametree_arena::{Model, Sprt};

use super::args::{ContestArgs, ModelArg};
use crate::error::CliError;

/// Beyond this no hypothesis makes sense.
const MOST: f64 = 1000.0;

/// The test that was asked for.
pub fn of(args: &ContestArgs) -> Result<Option<Sprt>, CliError> {
    let Some(text) = &args.sprt else {
        return Ok(None);
    };
    let wrong = |why: &str| {
        CliError::usage(format!("--sprt {text}: {why}"))
            .hint("give two numbers, the smaller first: --sprt 0,10 tests whether A is 0 or 10 Elo stronger")
    };
    let (low, high) = text
        .split_once(',')
        .ok_or_else(|| wrong("there is no comma"))?;
    let number = |text: &str| {
        let number = text.trim().parse::<f64>().ok().filter(|x| x.abs() <= MOST);
        number.ok_or_else(|| wrong(&format!("'{text}' is not an Elo difference")))
    };
    let (elo0, elo1) = (number(low)?, number(high)?);
    if elo0 >= elo1 {
        return Err(wrong("the first must be smaller than the second"));
    }
    let model = match args.elo_model {
        ModelArg::Logistic => Model::Logistic,
        ModelArg::Normalized => Model::Normalized,
    };
    Ok(Some(Sprt {
        model,
        ..Sprt::new(elo0, elo1)
    }))
}
