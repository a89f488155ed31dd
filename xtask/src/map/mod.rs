//! `cargo xtask map`: the crates and their modules as a picture, and the law that arrows point down.
//!
//! The parts of a module must not use each other in a circle: what is used lies below. A use is a
//! path in the source (`crate::a::B`, `super::b::f()`, `use self::c::D`), followed through re-exports
//! to where its item is defined, and lifted to the two parts of the module around both.

mod draw;
mod graph;
mod modules;
mod uses;

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::allowed;
use crate::workspace::{self, Member};
use draw::{Card, Picture};
use graph::Graph;
use modules::Module;
use uses::Use;

const FILE: &str = "docs/map.svg";

/// Draws the picture anew and looks for cycles.
pub fn write() -> Result<()> {
    let crates = crates()?;
    std::fs::write(workspace::root().join(FILE), picture(&crates))
        .with_context(|| format!("cannot write {FILE}"))?;
    println!("{FILE} is drawn");
    acyclic(&crates)
}

/// Looks for cycles, and whether the picture is the one of these sources.
pub fn check() -> Result<()> {
    let crates = crates()?;
    acyclic(&crates)?;
    let drawn = std::fs::read_to_string(workspace::root().join(FILE)).unwrap_or_default();
    if drawn != picture(&crates) {
        bail!("{FILE} is out of date: run `cargo xtask map`");
    }
    Ok(())
}

/// A crate with its modules.
struct Crate {
    member: Member,
    modules: Vec<Module>,
    uses: Vec<Use>,
}

fn crates() -> Result<Vec<Crate>> {
    let read = |member: Member| {
        let root = workspace::root();
        let at = |name: &str| Path::new(&member.folder).join("src").join(name);
        let files = [at("lib.rs"), at("main.rs")];
        let first = files.iter().find(|file| root.join(file).is_file());
        let first = first.with_context(|| format!("{} has no source", member.folder))?;
        let source = |file: &Path| std::fs::read_to_string(root.join(file)).ok();
        let modules = modules::read(first, &source)?;
        let uses = uses::uses(&modules);
        Ok(Crate {
            member,
            modules,
            uses,
        })
    };
    workspace::members()?.into_iter().map(read).collect()
}

/// Fails on the first look at a cycle that is not allowed, naming the arrows of all of them.
fn acyclic(crates: &[Crate]) -> Result<()> {
    let mut faults = Vec::new();
    for house in crates {
        let found = cycles(&house.member.folder, &house.modules, &house.uses);
        let pending = allowed::CYCLES.contains(&house.member.folder.as_str());
        match (found.is_empty(), pending) {
            (false, false) => faults.extend(found),
            (true, true) => faults.push(format!(
                "{} has no cycle any more: take it off CYCLES in xtask/src/allowed.rs\n",
                house.member.folder
            )),
            _ => {}
        }
    }
    if !faults.is_empty() {
        bail!("arrows must point down\n\n{}", faults.join("\n"));
    }
    Ok(())
}

/// Every cycle, with a place for each of its arrows.
fn cycles(name: &str, modules: &[Module], uses: &[Use]) -> Vec<String> {
    let mut said = Vec::new();
    for parent in 0..modules.len() {
        let inside: Vec<&Use> = uses.iter().filter(|each| each.parent == parent).collect();
        let arrows = inside.iter().map(|each| (each.from, each.to));
        for group in Graph::new(modules.len(), arrows).cycles() {
            said.push(describe(name, modules, &group, &inside));
        }
    }
    said
}

fn describe(name: &str, modules: &[Module], group: &[usize], uses: &[&Use]) -> String {
    let title = |module: usize| modules[module].path.join("::");
    let names: Vec<String> = group.iter().map(|&module| title(module)).collect();
    let mut text = format!("{name}: a cycle of {}\n", names.join(", "));
    let mut seen = std::collections::BTreeSet::new();
    for each in uses {
        let inside = group.contains(&each.from) && group.contains(&each.to);
        if inside && seen.insert((each.from, each.to)) {
            let (from, to) = (title(each.from), title(each.to));
            text += &format!("  {from} -> {to}  ({})\n", each.at);
        }
    }
    text
}

fn picture(crates: &[Crate]) -> String {
    let number = |folder: &String| crates.iter().position(|each| &each.member.folder == folder);
    let arrows = crates.iter().enumerate().flat_map(|(from, each)| {
        let used = each.member.uses.iter().filter_map(number);
        used.map(move |to| (from, to))
    });
    let graph = Graph::new(crates.len(), arrows);
    Picture {
        cards: crates.iter().zip(graph.layers()).map(card).collect(),
        arrows: graph.essential(),
    }
    .svg()
}

/// The top modules of a crate, each above those that it uses.
fn card((house, layer): (&Crate, usize)) -> Card {
    let top = house.modules[0].children.values().copied();
    let uses = house.uses.iter().filter(|each| each.parent == 0);
    let arrows = uses.map(|each| (each.from, each.to));
    let layers = Graph::new(house.modules.len(), arrows).layers();
    let mut rows = vec![Vec::new(); top.clone().map(|at| layers[at] + 1).max().unwrap_or(0)];
    for module in top {
        rows[layers[module]].push(house.modules[module].path[0].clone());
    }
    rows.iter_mut().for_each(|row| row.sort());
    rows.reverse();
    Card {
        title: house.member.folder.clone(),
        rows,
        layer,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cycles of a crate whose files are given as text.
    fn found(files: &[(&str, &str)]) -> Vec<String> {
        let source = |file: &Path| {
            let hit = files.iter().find(|(name, _)| Path::new(name) == file);
            hit.map(|(_, text)| (*text).to_owned())
        };
        let modules = modules::read(Path::new("lib.rs"), &source).unwrap();
        cycles("it", &modules, &uses::uses(&modules))
    }

    #[test]
    fn two_modules_that_use_each_other_are_named_with_both_places() {
        let said = found(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;\npub struct A;"),
            ("b.rs", "pub struct B;\nfn f() { super::a::A; }"),
        ]);
        let expected = "it: a cycle of a, b\n  a -> b  (a.rs:1 crate::b::B)\n  \
                        b -> a  (b.rs:2 super::a::A)\n";
        assert_eq!(said, [expected]);
    }

    #[test]
    fn parts_and_the_whole_may_use_each_other() {
        let said = found(&[
            ("lib.rs", "mod a; pub use a::A;"),
            ("a/mod.rs", "mod b; pub struct A; use b::B;"),
            (
                "a/b.rs",
                "use super::A; pub struct B; use crate::a::A as C;",
            ),
        ]);
        assert!(said.is_empty(), "{said:?}");
    }

    #[test]
    fn a_re_export_hides_nothing() {
        let said = found(&[
            ("lib.rs", "mod a; mod b; pub use a::A; pub use b::*;"),
            ("a.rs", "use crate::B; pub struct A;"),
            ("b.rs", "use crate::A; pub struct B;"),
        ]);
        assert_eq!(said.len(), 1, "{said:?}");
    }

    #[test]
    fn what_lies_deeper_counts_for_its_module() {
        let said = found(&[
            ("lib.rs", "mod a; mod b;"),
            ("a/mod.rs", "mod x; pub mod y;"),
            ("a/x.rs", "use crate::b;"),
            ("a/y.rs", "pub struct Y;"),
            ("b.rs", "fn f() { println!(\"{}\", crate::a::y::Y) }"),
        ]);
        assert_eq!(said.len(), 1, "{said:?}");
    }

    #[test]
    fn tests_and_visibility_do_not_count() {
        let said = found(&[
            ("lib.rs", "mod a; mod b;"),
            ("a.rs", "use crate::b::B;"),
            (
                "b.rs",
                "pub struct B; #[cfg(test)] mod tests { use crate::a; }
                 #[cfg(test)] fn f() { crate::a::g() } pub(in crate::a) fn h() {}",
            ),
        ]);
        assert!(said.is_empty(), "{said:?}");
    }
}
