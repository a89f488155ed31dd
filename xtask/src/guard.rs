//! `cargo xtask guard`: no file above 600 lines, no function above 80, tests and examples included;
//! the binary's crate at most 10,000 lines without its tests; every file of tests is part of a program.

use anyhow::{Context, Result, bail};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::{allowed, workspace};

const LONGEST_FILE: usize = 600;
const LONGEST_FUNCTION: usize = 80;
/// The binary is grammar, text and exit codes: what grows beyond this belongs into a library.
const BINARY: &str = "app";
const LARGEST_BINARY: usize = 10_000;

/// Fails on what is too long, naming all of it.
pub fn check() -> Result<()> {
    let mut faults = Vec::new();
    for member in workspace::members()? {
        for file in workspace::rust_files(&member.folder)? {
            let text = std::fs::read_to_string(workspace::root().join(&file))?;
            let found = too_long(&text).with_context(|| format!("cannot parse {file}"))?;
            let pending = allowed::SIZES.contains(&file.as_str());
            if pending && found.is_empty() {
                faults.push(format!(
                    "{file} is short enough: take it off SIZES in xtask/src/allowed.rs"
                ));
            } else if !pending {
                faults.extend(found.iter().map(|what| format!("{file}: {what}")));
            }
        }
    }
    faults.extend(forgotten_tests()?);
    let lines = lines_of_binary()?;
    if lines > LARGEST_BINARY {
        faults.push(format!(
            "{BINARY}/src: {lines} lines without tests, at most {LARGEST_BINARY}"
        ));
    }
    for file in allowed::SIZES {
        if !workspace::root().join(file).is_file() {
            faults.push(format!(
                "{file} is gone: take it off SIZES in xtask/src/allowed.rs"
            ));
        }
    }
    if !faults.is_empty() {
        bail!("too long, or forgotten\n\n{}", faults.join("\n"));
    }
    Ok(())
}

/// Files beside a `tests/main.rs` that it does not name: no one would run them.
fn forgotten_tests() -> Result<Vec<String>> {
    let mut faults = Vec::new();
    for member in workspace::members()? {
        let tests = format!("{}/tests/", member.folder);
        let Ok(main) = std::fs::read_to_string(workspace::root().join(&tests).join("main.rs"))
        else {
            continue;
        };
        let files = workspace::rust_files(&member.folder)?;
        let names = files.iter().filter_map(|file| file.strip_prefix(&tests));
        let missing = unnamed(&main, names);
        faults.extend(missing.map(|name| format!("{tests}main.rs: 'mod {name};' is missing")));
    }
    Ok(faults)
}

/// The files of a folder that its `main.rs` does not name, without their ending.
fn unnamed<'a>(main: &str, files: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    files
        .filter(|file| !file.contains('/'))
        .filter_map(|file| file.strip_suffix(".rs"))
        .filter(move |name| *name != "main" && !main.contains(&format!("mod {name};\n")))
}

fn lines_of_binary() -> Result<usize> {
    let mut lines = 0;
    for file in workspace::rust_files(BINARY)? {
        if file.starts_with(&format!("{BINARY}/src/")) {
            let text = std::fs::read_to_string(workspace::root().join(&file))?;
            lines += without_tests(&text);
        }
    }
    Ok(lines)
}

/// The lines of a file outside its module of tests, which stands at the end.
fn without_tests(text: &str) -> usize {
    let code = text.split("#[cfg(test)]\nmod tests {").next();
    code.unwrap_or("").lines().count()
}

/// What is too long in a file, in words.
fn too_long(text: &str) -> Result<Vec<String>> {
    let mut found = Vec::new();
    let lines = text.lines().count();
    if lines > LONGEST_FILE {
        found.push(format!("{lines} lines, at most {LONGEST_FILE}"));
    }
    Functions(&mut found).visit_file(&syn::parse_file(text)?);
    Ok(found)
}

/// Measures functions from `fn` to the closing brace; comments count, attributes do not.
struct Functions<'a>(&'a mut Vec<String>);

impl Functions<'_> {
    fn measure(&mut self, signature: &syn::Signature, body: &syn::Block) {
        let first = signature.span().start().line;
        let lines = body.span().end().line + 1 - first;
        if lines > LONGEST_FUNCTION {
            let name = &signature.ident;
            self.0.push(format!(
                "line {first}: fn {name} has {lines} lines, at most {LONGEST_FUNCTION}"
            ));
        }
    }
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_item_fn(self, function);
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        self.measure(&function.sig, &function.block);
        visit::visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast syn::TraitItemFn) {
        if let Some(body) = &function.default {
            self.measure(&function.sig, body);
        }
        visit::visit_trait_item_fn(self, function);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_not_counted() {
        let text = "fn a() {}\n\n#[cfg(test)]\nmod tests {\n    fn b() {}\n}\n";
        assert_eq!(without_tests(text), 2);
        assert_eq!(without_tests("fn a() {}\n"), 1);
    }

    #[test]
    fn files_of_tests_are_named_by_their_main() {
        let files = ["main.rs", "laws.rs", "new.rs", "support/mod.rs"];
        let found: Vec<&str> = unnamed("mod laws;\nmod support;\n", files.into_iter()).collect();
        assert_eq!(found, ["new"]);
    }

    #[test]
    fn long_functions_and_files_are_named() {
        let body = "\n".repeat(78);
        let fits = format!("impl A {{\n    fn f() {{{body}\n}}\n}}");
        assert!(too_long(&fits).unwrap().is_empty());
        let above = format!("impl A {{\n    fn f() {{{body}\n\n}}\n}}");
        assert_eq!(
            too_long(&above).unwrap(),
            ["line 2: fn f has 81 lines, at most 80"]
        );
        assert_eq!(
            too_long(&"\n".repeat(601)).unwrap(),
            ["601 lines, at most 600"]
        );
    }
}
