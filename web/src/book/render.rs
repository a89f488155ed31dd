//! Markdown to HTML, and to sections that can be searched.

use pulldown_cmark::{CodeBlockKind, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;
use utoipa::ToSchema;

/// A part of a chapter that has an address: what a search of the book finds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Section {
    /// What stands after `#` in its address.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Its words, without any form.
    pub text: String,
}

/// Where the chapters, pictures and lessons of a book are: on the pages, or in files.
pub trait LinkResolver {
    /// The address of a chapter; `rest` is empty or begins with `#`.
    fn chapter(&self, name: &str, rest: &str) -> String;
    /// The address of a picture.
    fn picture(&self, file: &str) -> String;
    /// The HTML of a lesson of the classroom.
    fn lesson(&self, id: &str) -> String;
}

/// The language of a code block that stands for a lesson; the block holds its name.
const LESSON: &str = "lesson";

fn events(text: &str) -> Vec<Event<'_>> {
    Parser::new_ext(text, Options::ENABLE_TABLES).collect()
}

/// A chapter as HTML.
pub fn html(text: &str, links: &dyn LinkResolver) -> String {
    let ids: Vec<String> = sections(text).into_iter().map(|one| one.id).collect();
    let mut ids = ids.into_iter();
    let mut lesson: Option<String> = None;
    let mut shown = Vec::new();
    for event in events(text) {
        match (event, &mut lesson) {
            (Event::Start(Tag::CodeBlock(kind)), _) if is_lesson(&kind) => {
                lesson = Some(String::new());
            }
            (Event::Text(name), Some(id)) => id.push_str(&name),
            (Event::End(TagEnd::CodeBlock), Some(id)) => {
                shown.push(Event::Html(links.lesson(id.trim()).into()));
                lesson = None;
            }
            (event, _) => shown.push(resolved(event, &mut ids, links)),
        }
    }
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, shown.into_iter());
    out.replace(
        "<table>",
        "<div class=\"book-table\" tabindex=\"0\"><table>",
    )
    .replace("</table>", "</table></div>")
    .replace("<pre>", "<pre tabindex=\"0\">")
}

fn is_lesson(kind: &CodeBlockKind) -> bool {
    matches!(kind, CodeBlockKind::Fenced(language) if &**language == LESSON)
}

/// An event with addresses that work where the book is.
fn resolved<'t>(
    event: Event<'t>,
    ids: &mut impl Iterator<Item = String>,
    links: &dyn LinkResolver,
) -> Event<'t> {
    match event {
        Event::Start(Tag::Heading { level, .. }) if has_address(level) => {
            Event::Start(Tag::Heading {
                level,
                id: ids.next().map(CowStr::from),
                classes: Vec::new(),
                attrs: Vec::new(),
            })
        }
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(Tag::Link {
            link_type,
            dest_url: address(&dest_url, links).into(),
            title,
            id,
        }),
        Event::Start(Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        }) => Event::Start(Tag::Image {
            link_type,
            dest_url: links.picture(&dest_url).into(),
            title,
            id,
        }),
        other => other,
    }
}

/// `other.md#there` where the book is; other addresses as they are.
fn address(written: &str, links: &dyn LinkResolver) -> String {
    match written.split_once(".md") {
        Some((name, rest)) if !name.contains('/') => links.chapter(name, rest),
        _ => written.to_string(),
    }
}

fn has_address(level: HeadingLevel) -> bool {
    level <= HeadingLevel::H3
}

/// The sections of a chapter: one from each heading to the next.
pub fn sections(text: &str) -> Vec<Section> {
    let mut all: Vec<Section> = Vec::new();
    let mut heading = false;
    for event in events(text) {
        match event {
            Event::Start(Tag::Heading { level, .. }) if has_address(level) => {
                heading = true;
                all.push(Section {
                    id: String::new(),
                    title: String::new(),
                    text: String::new(),
                });
            }
            Event::End(TagEnd::Heading(level)) if has_address(level) => {
                heading = false;
                name_last(&mut all);
            }
            other => add_words(&mut all, heading, &other),
        }
    }
    all
}

/// Gives the last section an address that no section before it has.
fn name_last(all: &mut [Section]) {
    let Some((last, before)) = all.split_last_mut() else {
        return;
    };
    let plain = slug(&last.title);
    let taken = |id: &str| before.iter().any(|one| one.id == id);
    let numbered = (1..).map(|number| match number {
        1 => plain.clone(),
        _ => format!("{plain}-{number}"),
    });
    last.id = numbered
        .into_iter()
        .find(|id| !taken(id))
        .unwrap_or_default();
}

fn add_words(all: &mut [Section], heading: bool, event: &Event) {
    let Some(last) = all.last_mut() else {
        return;
    };
    let into = if heading {
        &mut last.title
    } else {
        &mut last.text
    };
    match event {
        Event::Text(words) | Event::Code(words) => into.push_str(words),
        Event::SoftBreak | Event::HardBreak => into.push(' '),
        Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item | TagEnd::CodeBlock) => {
            into.push(' ');
        }
        _ => {}
    }
}

/// A heading as an address: `What a value is` becomes `what-a-value-is`, as mdBook has it.
fn slug(title: &str) -> String {
    let kept = title.chars().filter_map(|c| match c {
        c if c.is_alphanumeric() || c == '_' || c == '-' => c.to_lowercase().next(),
        c if c.is_whitespace() => Some('-'),
        _ => None,
    });
    kept.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl LinkResolver for Plain {
        fn chapter(&self, name: &str, rest: &str) -> String {
            format!("/help/{name}{rest}")
        }
        fn picture(&self, file: &str) -> String {
            format!("/book/{file}")
        }
        fn lesson(&self, id: &str) -> String {
            format!("<b>{id}</b>\n")
        }
    }

    #[test]
    fn links_pictures_headings_and_lessons_find_their_places() {
        let text = "# A\n[b](b.md#c) [w](https://x.org/a.md) ![p](pictures/p.svg)\n\n```lesson\naima\n```\n";
        assert_eq!(
            html(text, &Plain),
            "<h1 id=\"a\">A</h1>\n<p><a href=\"/help/b#c\">b</a> \
             <a href=\"https://x.org/a.md\">w</a> <img src=\"/book/pictures/p.svg\" alt=\"p\" /></p>\n<b>aima</b>\n"
        );
    }

    #[test]
    fn headings_of_one_name_have_different_addresses() {
        let all = sections("# A `b`\none\ntwo\n## C\n## C\n| x | y |\n| - | - |\n| 1 | 2 |\n");
        let ids: Vec<&str> = all.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["a-b", "c", "c-2"]);
        assert_eq!(all[0].text, "one two ");
        assert_eq!(all[2].text, "x y 1 2 ");
    }
}
