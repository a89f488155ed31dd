//! The book as files that need no server and no network: every page carries its pictures, the steps
//! of its lessons and the code that draws them.
//!
//! The code is the classroom's own. A browser loads no module from a file, so a page maps the
//! modules' names to `data:` addresses that hold their text.
//!
//! Where the program carries the classroom as WebAssembly (`cargo xtask wasm`), it is written beside
//! the pages, as text in a script, and readers can change the lessons.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::{fs, io};

use gametree_classroom as classroom;
use serde_json::{Value, json};

use super::render::{self, LinkResolver};
use super::source::{self, Chapter};
use super::view;
use crate::files::{self, VERSION};

const TEMPLATE: &str = include_str!("page.html");
/// What a page with lessons or the search runs.
const PROGRAM: &str = "pages/help-static.js";
/// The Learn page.
const LEARN_TEMPLATE: &str = include_str!("classroom.html");
/// What it runs.
const LEARN_PROGRAM: &str = "pages/learn-static.js";
const STYLES: [&str; 4] = [
    "style.css",
    "parts.css",
    "pages/learn.css",
    "pages/help.css",
];
/// The classroom as WebAssembly; a program that was built without it has none.
const CLASSROOM: &str = "built/classroom.wasm";
/// The script beside the pages that holds it.
const CLASSROOM_SCRIPT: &str = "classroom.js";
/// The Learn page beside the chapters, where there is a module that answers it.
const CLASSROOM_PAGE: &str = "classroom.html";
/// Modules, and those that take their places where there is no server.
const REPLACED: [(&str, &str); 2] = [
    ("lib/api.js", "lib/api-static.js"),
    ("lib/lessons.js", "lib/lessons-static.js"),
];
/// Folders whose files are modules; their addresses are turned into names.
const FOLDERS: [&str; 3] = ["lib/", "pages/", "vendor/"];
/// What stands before the name of a module; an address without a host means nothing in a file.
const NAMED: &str = "gametree/";

/// Writes every chapter into a directory; `index.html` begins the book. Gives the number of pages.
///
/// # Errors
/// Fails where a file cannot be written, or a lesson cannot be computed.
pub fn write(directory: &Path) -> io::Result<usize> {
    fs::create_dir_all(directory)?;
    let chapters = source::chapters();
    let module = files::find(CLASSROOM);
    let attribute = format!("data-classroom=\"{CLASSROOM_SCRIPT}\"");
    let site = Site {
        chapters: &chapters,
        program: program(PROGRAM),
        classroom: module.as_ref().map_or(String::new(), |_| attribute),
    };
    if let Some(module) = module {
        fs::write(directory.join(CLASSROOM_SCRIPT), script(&module.gzipped()?))?;
        fs::write(directory.join(CLASSROOM_PAGE), site.learn())?;
    }
    for (number, chapter) in chapters.iter().enumerate() {
        let first = number == 0;
        let page = site.page(chapter, first.then(words));
        fs::write(directory.join(format!("{}.html", chapter.name)), &page)?;
        if first {
            fs::write(directory.join("index.html"), &page)?;
        }
    }
    Ok(chapters.len())
}

/// The module as text; `lib/module.js` unpacks it.
fn script(module: &[u8]) -> String {
    format!("globalThis.gametreeModule?.(\"{}\");\n", base64(module))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let letters = bytes.chunks(3).flat_map(|chunk| {
        let three = [0, 1, 2].map(|at| chunk.get(at).copied().map_or(0, u32::from));
        let bits = (three[0] << 16) | (three[1] << 8) | three[2];
        [18, 12, 6, 0]
            .into_iter()
            .enumerate()
            .map(move |(at, shift)| {
                if at > chunk.len() {
                    '='
                } else {
                    char::from(LETTERS[(bits >> shift & 63) as usize])
                }
            })
    });
    letters.collect()
}

/// What all pages have in common.
struct Site<'a> {
    chapters: &'a [Chapter],
    program: String,
    /// The attribute that says where the classroom's module is; may be empty.
    classroom: String,
}

/// The whole book for the search of the first page.
fn words() -> String {
    let book = script_safe(&json!(view::book()));
    format!(
        "<div id=\"book-search\"></div><script type=\"application/json\" id=\"book-words\">{book}</script>"
    )
}

impl Site<'_> {
    fn page(&self, chapter: &Chapter, words: Option<String>) -> String {
        let text = render::html(&chapter.text(), &StaticLinks);
        let runs = words.is_some() || text.contains("data-lesson");
        let program = if runs {
            self.program.clone()
        } else {
            String::new()
        };
        let parts = [
            ("title", escaped(&chapter.title)),
            ("style", styles()),
            ("classroom", self.classroom.clone()),
            ("contents", contents(chapter, self.chapters)),
            ("search", words.unwrap_or_default()),
            ("text", text),
            ("program", program),
        ];
        filled(TEMPLATE, &parts)
    }

    /// The Learn page.
    fn learn(&self) -> String {
        let parts = [
            ("style", styles()),
            ("classroom", self.classroom.clone()),
            ("program", program(LEARN_PROGRAM)),
        ];
        filled(LEARN_TEMPLATE, &parts)
    }
}

/// A template with its parts.
fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some((before, (key, after))) = rest
        .split_once("{{")
        .and_then(|(before, after)| Some((before, after.split_once("}}")?)))
    {
        let part = parts.iter().find(|(name, _)| *name == key);
        out += before;
        out += part.map_or("", |(_, text)| text);
        rest = after;
    }
    out + rest
}

fn contents(now: &Chapter, all: &[Chapter]) -> String {
    let mut out = String::new();
    let mut part = "";
    for chapter in all {
        if chapter.part != part {
            part = &chapter.part;
            let _ = write!(out, "</ul><b>{}</b><ul>", escaped(part));
        }
        let current = if chapter == now {
            " aria-current=\"page\""
        } else {
            ""
        };
        let _ = write!(
            out,
            "<li><a href=\"{}.html\"{current}>{}</a></li>",
            chapter.name,
            escaped(&chapter.title)
        );
    }
    format!("<ul>{out}</ul>")
}

/// The sheets of the pages; one that only names another is left out.
fn styles() -> String {
    let all = STYLES.iter().filter_map(|name| files::text(name));
    let own = all.flat_map(|sheet| {
        let lines: Vec<String> = sheet.lines().map(String::from).collect();
        lines
            .into_iter()
            .filter(|line| !line.starts_with("@import"))
    });
    own.collect::<Vec<_>>().join("\n")
}

/// A module and all that it imports, each under its name, and the line that runs it.
fn program(first: &str) -> String {
    let mut modules = BTreeMap::new();
    collect(first, &mut modules);
    let imports: BTreeMap<String, String> = modules
        .into_iter()
        .map(|(name, text)| (format!("{NAMED}{name}"), data("text/javascript", &text)))
        .collect();
    let map = script_safe(&json!({ "imports": imports }));
    format!(
        "<script type=\"importmap\">{map}</script>\n<script type=\"module\">import '{NAMED}{first}';</script>"
    )
}

/// A module and all that it imports, with names instead of addresses.
fn collect(name: &str, modules: &mut BTreeMap<String, String>) {
    if modules.contains_key(name) {
        return;
    }
    let other = REPLACED.iter().find(|(replaced, _)| *replaced == name);
    let file = other.map_or(name, |(_, other)| other);
    let text = files::text(file).unwrap_or_default();
    let plain = text.replace(&format!("/~{VERSION}/"), "/");
    let mut named = plain.clone();
    let mut imported = Vec::new();
    for quote in ['\'', '"'] {
        for folder in FOLDERS {
            let address = format!("{quote}/{folder}");
            for part in plain.split(&address).skip(1) {
                let file = part.split(quote).next().unwrap_or_default();
                imported.push(format!("{folder}{file}"));
            }
            named = named.replace(&address, &format!("{quote}{NAMED}{folder}"));
        }
    }
    modules.insert(name.to_string(), named);
    for other in imported {
        collect(&other, modules);
    }
}

struct StaticLinks;

impl LinkResolver for StaticLinks {
    fn chapter(&self, name: &str, rest: &str) -> String {
        format!("{name}.html{rest}")
    }

    fn picture(&self, file: &str) -> String {
        let picture = files::text(&format!("book/{file}")).unwrap_or_default();
        data("image/svg+xml", &picture)
    }

    fn lesson(&self, id: &str) -> String {
        let (name, with) = id.split_once(' ').unwrap_or((id, ""));
        let ask = classroom::lesson(name, with);
        let trace = ask
            .as_ref()
            .and_then(|ask| classroom::trace(ask, Arc::default()).ok());
        let lesson = script_safe(&json!({ "ask": ask, "trace": trace }));
        format!(
            "<div data-lesson=\"{id}\"><script type=\"application/json\">{lesson}</script></div>\n"
        )
    }
}

/// A text as an address that holds it.
fn data(kind: &str, text: &str) -> String {
    let mut out = format!("data:{kind},");
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => out.push(byte.into()),
            b' ' if kind.ends_with("xml") => out.push_str("%20"),
            b'-' | b'_' | b'.' | b'~' | b'!' | b'*' | b'(' | b')' | b';' | b':' | b',' | b'/'
            | b'=' | b'$' | b'@' => out.push(byte.into()),
            _ => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// JSON that cannot end the script element it stands in.
fn script_safe(value: &Value) -> String {
    value.to_string().replace('<', "\\u003c")
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_names_every_module_that_it_imports() {
        let mut modules = BTreeMap::new();
        collect(PROGRAM, &mut modules);
        collect(LEARN_PROGRAM, &mut modules);
        assert!(modules.contains_key("pages/learn-tree.js"));
        assert!(modules.contains_key("vendor/preact/preact.js"));
        for (name, text) in modules {
            assert!(!text.is_empty(), "{name} is not there");
            assert!(!text.contains("from '/"), "{name} imports an address");
            assert!(!text.contains("fetch("), "{name} asks a server");
        }
    }

    #[test]
    fn every_lesson_of_the_book_has_steps() {
        let texts: Vec<String> = source::chapters().iter().map(Chapter::text).collect();
        let text = texts.join("\n");
        let lessons: Vec<&str> = text
            .split("```lesson\n")
            .skip(1)
            .filter_map(|part| part.lines().next())
            .collect();
        assert!(lessons.len() >= 8, "only {} lessons", lessons.len());
        for lesson in lessons {
            let html = StaticLinks.lesson(lesson);
            assert!(html.contains("\"film\":"), "{lesson}: {html}");
        }
    }

    #[test]
    fn a_page_carries_everything_it_shows() {
        let all = source::chapters();
        let site = Site {
            chapters: &all,
            program: String::new(),
            classroom: String::new(),
        };
        let chapters = all.iter().map(|chapter| site.page(chapter, None));
        for page in chapters.chain([LEARN_TEMPLATE.into()]) {
            for outside in ["src=\"/", "href=\"/", "src=\"http", "@import", "url("] {
                assert!(!page.contains(outside), "{outside} in {page}");
            }
        }
    }

    #[test]
    fn the_classroom_is_written_where_the_program_carries_it() {
        let directory = tempfile::tempdir().unwrap();
        assert!(write(directory.path()).unwrap() > 20);
        let built = files::find(CLASSROOM).is_some();
        let lesson = fs::read_to_string(directory.path().join("alphabeta.html")).unwrap();
        assert!(lesson.contains("\"ask\":{") && lesson.contains("\"film\":"));
        assert_eq!(lesson.contains("data-classroom="), built);
        for file in [CLASSROOM_SCRIPT, CLASSROOM_PAGE] {
            assert_eq!(directory.path().join(file).is_file(), built, "{file}");
        }
    }

    #[test]
    fn base64_is_that_of_its_standard() {
        for (plain, written) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), written);
        }
    }

    #[test]
    fn a_text_becomes_an_address_that_no_markup_ends() {
        assert_eq!(
            data("text/javascript", "a='<é>'"),
            "data:text/javascript,a=%27%3C%C3%A9%3E%27"
        );
    }
}
