//! Which module uses which: every path is followed, through re-exports, to where its item is
//! defined.

use super::modules::{Mention, Module};

/// Re-exports of re-exports are followed this far.
const DEEPEST: usize = 16;

/// Two modules of one parent: something in the first mentions something in the second.
#[derive(Clone, Debug)]
pub struct Use {
    /// The module around both.
    pub parent: usize,
    /// The one that uses.
    pub from: usize,
    /// The one that is used.
    pub to: usize,
    /// Where: `file:line path`.
    pub at: String,
}

/// Every use of one module by another, lifted to the two children of the module around both.
/// Between a module and what lies in it nothing is counted: it may use its parts, and they it.
pub fn uses(modules: &[Module]) -> Vec<Use> {
    let mut uses = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        for mention in &module.mentions {
            let target = resolve(modules, index, &mention.names, 0);
            uses.extend(target.and_then(|target| lifted(modules, index, target, mention)));
        }
    }
    uses
}

/// The module in which what a path names is defined; none if it is not of this crate.
fn resolve(modules: &[Module], from: usize, names: &[String], depth: usize) -> Option<usize> {
    if depth > DEEPEST {
        return None;
    }
    let mut at = from;
    let mut names = names.iter().peekable();
    let first = names.peek()?.as_str();
    if !matches!(first, "crate" | "self" | "super") && !knows(modules, from, first) {
        return None;
    }
    while let Some(name) = names.next_if(|name| matches!(name.as_str(), "crate" | "self" | "super"))
    {
        at = match name.as_str() {
            "crate" => 0,
            "super" => modules[at].parent?,
            _ => at,
        };
    }
    for name in names {
        let module = &modules[at];
        if let Some(child) = module.children.get(name) {
            at = *child;
        } else if module.items.contains(name) {
            return Some(at);
        } else if let Some(path) = module.imports.get(name) {
            at = resolve(modules, at, path, depth + 1)?;
        } else {
            return Some(through_globs(modules, at, name, depth).unwrap_or(at));
        }
    }
    Some(at)
}

/// Whether a path may begin with this name in a module.
fn knows(modules: &[Module], module: usize, name: &str) -> bool {
    let module = &modules[module];
    module.children.contains_key(name) || module.imports.contains_key(name)
}

fn through_globs(modules: &[Module], at: usize, name: &String, depth: usize) -> Option<usize> {
    modules[at].globs.iter().find_map(|glob| {
        let inner = resolve(modules, at, glob, depth + 1)?;
        let module = &modules[inner];
        if module.items.contains(name) {
            return Some(inner);
        }
        let path = module.imports.get(name)?;
        resolve(modules, inner, path, depth + 1)
    })
}

fn lifted(modules: &[Module], from: usize, to: usize, mention: &Mention) -> Option<Use> {
    let mine = upwards(modules, from);
    let theirs = upwards(modules, to);
    let common = mine
        .iter()
        .rev()
        .zip(theirs.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    // One lies in the other, or they are the same.
    if common == mine.len() || common == theirs.len() {
        return None;
    }
    Some(Use {
        parent: mine[mine.len() - common],
        from: mine[mine.len() - common - 1],
        to: theirs[theirs.len() - common - 1],
        at: format!(
            "{}:{} {}",
            modules[from].file.display(),
            mention.line,
            mention.names.join("::")
        ),
    })
}

/// A module and all around it, the root last.
fn upwards(modules: &[Module], module: usize) -> Vec<usize> {
    std::iter::successors(Some(module), |at| modules[*at].parent).collect()
}
