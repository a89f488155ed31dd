//! What a command did, and how to undo it: for people and for scripts.

use gametree_project::{Action, Done};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::error::Code;
use crate::output;
use crate::project::Project;
use crate::shell::quoted;

/// What a command did.
#[derive(Serialize)]
pub struct EditReport {
    schema: &'static str,
    command: &'static str,
    project: String,
    /// Whether anything is different now.
    changed: bool,
    /// What was done, a sentence each.
    done: Vec<String>,
    /// The commands that undo it, in order.
    undo: Vec<String>,
    #[serde(flatten)]
    figures: Map<String, Value>,
    /// Why it cannot be undone.
    #[serde(skip_serializing_if = "Option::is_none")]
    permanent: Option<String>,
}

impl EditReport {
    /// Nothing was done yet.
    pub fn new(command: &'static str, project: &str) -> EditReport {
        EditReport {
            schema: "gametree.atlas.edit/1",
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
    pub fn changed(&mut self, what: impl Into<String>) {
        self.changed = true;
        self.done.push(what.into());
    }

    /// Something was so already, or needs to be said.
    pub fn note(&mut self, what: impl Into<String>) {
        self.done.push(what.into());
    }

    /// What an action at a position did. Actions of one command are undone together: how to undo
    /// the first undoes all.
    pub fn add(&mut self, project: &dyn Project, node: u32, done: Done) -> anyhow::Result<()> {
        self.figure("position", done.path);
        self.done.push(done.words);
        if done.changed && !self.changed {
            for action in &done.undo {
                self.undo_action(project, node, action)?;
            }
        }
        self.changed |= done.changed;
        Ok(())
    }

    /// A field of the JSON object.
    pub fn figure(&mut self, name: &str, value: impl Into<Value>) {
        self.figures.insert(name.to_string(), value.into());
    }

    /// `gametree atlas COMMAND PROJECT ARGUMENTS` undoes it.
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

    /// An action as a command.
    fn undo_action(
        &mut self,
        project: &dyn Project,
        node: u32,
        action: &Action,
    ) -> anyhow::Result<()> {
        let path = project.path(node)?;
        match action {
            Action::Exclude { name, at } => {
                let path = project.path(at.unwrap_or(node))?;
                self.undo("exclude", &[&path, name]);
            }
            Action::Include { name } => self.undo("include", &[&path, name]),
            Action::Remove { name, at } => {
                let path = project.path(at.unwrap_or(node))?;
                self.undo("remove", &[&path, name]);
            }
            Action::Add { name } => self.undo("add", &[name, "--from", &path]),
            Action::Boost { percent } => self.undo("boost", &[&path, &percent.to_string()]),
            Action::Shares { shares } => {
                self.undo("focus", &["--off"]);
                for share in shares {
                    let path = project.path(share.node)?;
                    self.undo("boost", &[&path, &share.percent.to_string()]);
                }
            }
            Action::Damp { plies } => self.undo("damp", &[&path, &plies.to_string()]),
            Action::Note { text } => self.undo("note", &[&path, text]),
            Action::Unwatch {} => self.undo("watch", &[&path, "--off"]),
            Action::Watch { rule, points } => {
                let limit = match (rule.as_str(), points) {
                    (_, None) => None,
                    ("moves", Some(points)) => Some(points.to_string()),
                    (_, Some(number)) => Some(project.write_value(*number)),
                };
                let flag = format!("--{rule}");
                let mut words = vec![path.as_str(), &flag];
                words.extend(limit.as_deref());
                self.undo("watch", &words);
            }
            Action::Trust { source } => self.undo("distrust", &[&source.to_string(), "--off"]),
            Action::Distrust { source } => self.undo("distrust", &[&source.to_string()]),
            Action::Unpark {} => self.undo("retry", &[&path]),
            Action::TakeBack {} => {
                let project = quoted(&self.project);
                self.undo.push(format!("gametree follow {project} --back"));
            }
            // Nothing undoes itself by one of these.
            Action::Play { .. }
            | Action::Spread {}
            | Action::Line { .. }
            | Action::Root { .. }
            | Action::Focus {}
            | Action::Cancel { .. } => {}
        }
        Ok(())
    }

    /// It cannot be undone.
    pub fn permanent(&mut self, why: &str) {
        self.permanent = Some(why.to_string());
    }

    /// Says what was done.
    pub fn print(self) -> anyhow::Result<Code> {
        if output::is_json() {
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

/// `1 new move`, `2 new moves`.
pub fn counted(count: usize, noun: &str) -> String {
    let many = if count == 1 { "" } else { "s" };
    format!("{} {noun}{many}", output::grouped(count as u64))
}

#[cfg(test)]
mod tests {
    use super::counted;

    #[test]
    fn one_is_not_many() {
        assert_eq!(
            (counted(1, "move"), counted(1200, "move")),
            ("1 move".into(), "1,200 moves".into())
        );
    }
}
