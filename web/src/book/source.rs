//! The chapters and their order: `SUMMARY.md`, as mdBook reads it.

use crate::files;

/// A chapter of the book.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chapter {
    /// The name of its file without `.md`.
    pub name: String,
    /// Its title in the table of contents.
    pub title: String,
    /// The part of the book that it belongs to; empty before the first one.
    pub part: String,
}

impl Chapter {
    /// Its text in Markdown; empty where the file is missing (a test finds that).
    pub fn text(&self) -> String {
        files::text(&format!("book/{}.md", self.name)).unwrap_or_default()
    }
}

/// The chapters in their order.
pub fn chapters() -> Vec<Chapter> {
    let summary = files::text("book/SUMMARY.md").unwrap_or_default();
    let mut part = String::new();
    let mut all = Vec::new();
    for line in summary.lines() {
        match line.strip_prefix("# ") {
            Some(title) if title != "Summary" => part = title.to_string(),
            Some(_) => {}
            None => all.extend(listed(line).map(|(title, name)| Chapter {
                name: name.to_string(),
                title: title.to_string(),
                part: part.clone(),
            })),
        }
    }
    all
}

/// The title and the name in a line `- [Title](name.md)`.
fn listed(line: &str) -> Option<(&str, &str)> {
    let (title, file) = line.split_once('[')?.1.split_once("](")?;
    Some((title, file.split_once(".md)")?.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_chapter_of_the_summary_is_there_and_every_file_is_listed() {
        let all = chapters();
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/book/src");
        let mut files: Vec<String> = std::fs::read_dir(directory)
            .unwrap()
            .filter_map(|entry| entry.unwrap().file_name().into_string().ok())
            .filter_map(|file| file.strip_suffix(".md").map(String::from))
            .filter(|name| name != "SUMMARY")
            .collect();
        files.sort_unstable();
        let mut names: Vec<String> = all.iter().map(|chapter| chapter.name.clone()).collect();
        names.sort_unstable();
        assert_eq!(files, names);
        for chapter in all {
            assert!(chapter.text().starts_with("# "), "{}", chapter.name);
        }
    }

    #[test]
    fn a_line_of_the_summary_names_a_title_and_a_file() {
        assert_eq!(listed("- [A title](name.md)"), Some(("A title", "name")));
        assert_eq!(listed("A line of text"), None);
    }
}
