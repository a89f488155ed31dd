//! The book on the pages: its contents with every word of it, for the search, and a chapter as HTML.

use serde::Serialize;
use utoipa::ToSchema;

use super::render::{self, LinkResolver, Section};
use super::source::{self, Chapter};

/// The whole book, to be listed and searched.
#[derive(Serialize, ToSchema)]
pub struct BookView {
    /// `gametree.book/1`.
    schema: &'static str,
    /// The chapters in their order.
    chapters: Vec<ListedChapter>,
}

/// A chapter in the table of contents.
#[derive(Serialize, ToSchema)]
struct ListedChapter {
    /// What addresses call it by.
    name: String,
    /// Its title.
    title: String,
    /// The part of the book; empty before the first one.
    part: String,
    /// What can be found in it.
    sections: Vec<Section>,
}

/// A chapter to read.
#[derive(Serialize, ToSchema)]
pub struct ChapterView {
    /// `gametree.chapter/1`.
    schema: &'static str,
    /// What addresses call it by.
    name: String,
    /// Its title.
    title: String,
    /// Its text; a lesson is a `<div data-lesson="NAME">`.
    html: String,
}

/// The book as the pages show it.
struct PageLinks;

impl LinkResolver for PageLinks {
    fn chapter(&self, name: &str, rest: &str) -> String {
        format!("/help/{name}{rest}")
    }

    fn picture(&self, file: &str) -> String {
        format!("/book/{file}")
    }

    fn lesson(&self, id: &str) -> String {
        format!("<div data-lesson=\"{id}\"></div>\n")
    }
}

/// All chapters.
#[must_use]
pub fn book() -> BookView {
    let chapters = source::chapters().into_iter().map(listed).collect();
    BookView {
        schema: "gametree.book/1",
        chapters,
    }
}

fn listed(chapter: Chapter) -> ListedChapter {
    ListedChapter {
        sections: render::sections(&chapter.text()),
        name: chapter.name,
        title: chapter.title,
        part: chapter.part,
    }
}

/// A chapter by its name.
#[must_use]
pub fn chapter(name: &str) -> Option<ChapterView> {
    let mut all = source::chapters().into_iter();
    let found = all.find(|chapter| chapter.name == name)?;
    Some(ChapterView {
        schema: "gametree.chapter/1",
        html: render::html(&found.text(), &PageLinks),
        name: found.name,
        title: found.title,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(html: &str, before: &str) -> Vec<String> {
        let parts = html.split(before).skip(1);
        parts
            .filter_map(|part| Some(part.split_once('"')?.0.to_string()))
            .collect()
    }

    #[test]
    fn every_link_and_picture_of_the_book_leads_somewhere() {
        let all = book().chapters;
        for one in &all {
            let html = chapter(&one.name).unwrap().html;
            for target in targets(&html, "<a href=\"") {
                let Some(inside) = target.strip_prefix("/help/") else {
                    let known = target.starts_with("https://") || target.starts_with('#');
                    assert!(known, "{}: {target}", one.name);
                    continue;
                };
                let (name, id) = inside.split_once('#').unwrap_or((inside, ""));
                let there = all.iter().find(|other| other.name == name);
                let there = there.unwrap_or_else(|| panic!("{}: {target}", one.name));
                let has_id = there.sections.iter().any(|section| section.id == id);
                assert!(id.is_empty() || has_id, "{}: {target}", one.name);
            }
            for picture in targets(&html, "<img src=\"") {
                let file = picture.trim_start_matches('/');
                assert!(crate::files::find(file).is_some(), "{}: {file}", one.name);
            }
        }
    }

    #[test]
    fn a_name_that_is_no_chapter_finds_nothing() {
        assert!(chapter("../../README").is_none());
        assert!(chapter("SUMMARY").is_none());
    }
}
