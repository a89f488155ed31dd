//! What a command did, and how to take it back: for people and for scripts.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::Code;
use crate::output;
use crate::project::{self, Project};

/// What a command did.
#[derive(Serialize)]
pub struct Told {
    schema: &'static str,
    command: &'static str,
    project: String,
    /// Whether anything is different now.
    changed: bool,
    /// What was done, a sentence each.
    done: Vec<String>,
    /// The commands that take it back, in order.
    undo: Vec<String>,
    #[serde(flatten)]
    figures: Map<String, Value>,
    /// Why it cannot be taken back.
    #[serde(skip_serializing_if = "Option::is_none")]
    permanent: Option<String>,
}

impl Told {
    /// Nothing was done yet.
    pub fn new(command: &'static str, project: &str) -> Told {
        Told {
            schema: "gametree.atlas/1",
            command,
            project: project.to_string(),
            changed: false,
            done: Vec::new(),
            undo: Vec::new(),
            figures: Map::new(),
            permanent: None,
        }
    }

    /// Something was changed.
    pub fn did(&mut self, what: impl Into<String>) {
        self.changed = true;
        self.done.push(what.into());
    }

    /// Something was so already, or needs to be said.
    pub fn says(&mut self, what: impl Into<String>) {
        self.done.push(what.into());
    }

    /// A field of the JSON object.
    pub fn figure(&mut self, name: &str, value: impl Into<Value>) {
        self.figures.insert(name.to_string(), value.into());
    }

    /// `gametree atlas COMMAND PROJECT ARGUMENTS` takes it back.
    pub fn undo(&mut self, command: &str, arguments: &[&str]) {
        let mut words = vec![
            "gametree".to_string(),
            "atlas".into(),
            command.into(),
            quoted(&self.project),
        ];
        words.extend(arguments.iter().map(|argument| quoted(argument)));
        self.undo.push(words.join(" "));
    }

    /// It cannot be taken back.
    pub fn permanent(&mut self, why: &str) {
        self.permanent = Some(why.to_string());
    }

    /// Writes the project's changes to disk, then says what they were.
    pub fn commit(self, project: &mut Project, json: bool) -> anyhow::Result<Code> {
        project.commit().map_err(|error| project::problem(&error))?;
        self.print(json)
    }

    /// Says what was done.
    pub fn print(self, json: bool) -> anyhow::Result<Code> {
        if json {
            output::json(&self)?;
            return Ok(Code::Done);
        }
        for line in &self.done {
            output::line(line)?;
        }
        if self.changed {
            for undo in &self.undo {
                output::hint(&format!("undo: {undo}"));
            }
            if let Some(why) = &self.permanent {
                output::hint(why);
            }
        }
        Ok(Code::Done)
    }
}

/// A word as a shell reads it back.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=+:,%@".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_string();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// `1 new move`, `2 new moves`.
pub fn counted(count: usize, noun: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{} {noun}{many}", output::grouped(count as u64))
}

#[cfg(test)]
mod tests {
    use super::{counted, quoted};

    #[test]
    fn one_is_not_many() {
        assert_eq!(
            (counted(1, "move"), counted(1200, "move")),
            ("1 move".into(), "1,200 moves".into())
        );
    }

    #[test]
    fn a_shell_reads_back_what_is_quoted() {
        assert_eq!(quoted("ruy"), "ruy");
        assert_eq!(quoted("e4 e5"), "'e4 e5'");
        assert_eq!(quoted(""), "''");
        assert_eq!(quoted("it's #3"), "'it'\\''s #3'");
    }
}
