//! One position, or a stream of them on stdin, one result for each line.

use std::io::BufRead;

use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::{Code, ErrorObject, text};
use crate::output::Format;
use crate::{interrupt, output};

/// The result of one position, in both forms.
pub struct Reply {
    /// For scripts.
    pub json: Box<RawValue>,
    /// For people.
    pub text: String,
    /// Done, or interrupted.
    pub code: Code,
}

impl Reply {
    /// Of an object and its text.
    pub fn new(object: &impl Serialize, text: String, code: Code) -> anyhow::Result<Reply> {
        Ok(Reply {
            json: serde_json::value::to_raw_value(object)?,
            text,
            code,
        })
    }
}

/// Results of many positions in one object.
#[derive(Serialize)]
struct Many<'a> {
    schema: &'a str,
    results: Vec<Box<RawValue>>,
}

/// Asks for one position, or for every line of stdin where it is `-`. A bad line gets an error
/// in its place and the rest goes on.
pub fn drive(
    position: Option<&str>,
    schema: &str,
    mut ask: impl FnMut(Option<&str>) -> anyhow::Result<Reply>,
) -> anyhow::Result<Code> {
    if position != Some("-") {
        let reply = ask(position)?;
        print(&reply)?;
        return Ok(reply.code);
    }
    let mut results = Vec::new();
    let mut code = Code::Done;
    let mut lines = (1..).zip(std::io::stdin().lock().lines());
    while let Some((number, line)) = interrupt::waiting(|| lines.next()) {
        let line =
            line.map_err(|error| anyhow::anyhow!("cannot read stdin, line {number}: {error}"))?;
        let reply = match ask(Some(&line)) {
            Ok(reply) => reply,
            Err(error) => excuse(number, &line, &error)?,
        };
        let last = reply.code;
        if last != Code::Done {
            code = last;
        }
        if output::format() == Format::Json {
            results.push(reply.json);
        } else {
            print(&reply)?;
        }
        if interrupt::raised() {
            code = Code::Interrupted;
            break;
        }
    }
    if output::format() == Format::Json {
        output::json(&Many { schema, results })?;
    }
    Ok(code)
}

fn print(reply: &Reply) -> anyhow::Result<()> {
    if output::is_json() {
        return output::json(&reply.json);
    }
    Ok(output::line(&reply.text)?)
}

/// What is printed in place of the result of a bad line.
fn excuse(number: usize, line: &str, error: &anyhow::Error) -> anyhow::Result<Reply> {
    let mut object = ErrorObject::new(error);
    object.line = Some(number);
    object.position = Some(output::shorten(line, 200));
    output::hint(&format!("line {number}: {}", text(error)));
    Reply::new(&object, format!("line {number}: error\n"), Code::Failed)
}
