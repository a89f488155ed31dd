//! The chapter on keys, written from the list of the pages.

use std::fmt::Write as _;

/// The names of pages as the chapter writes them.
const PAGES: [(&str, &str); 1] = [("global", "Everywhere")];

/// The rows of `keymap.js`: `['id', 'keys', 'label']` below `map('page', [`.
fn chapter(keymap: &str) -> String {
    let mut out = String::from(
        "# Keys\n\n`?` shows the keys of a page. They can be changed in the settings. They are off while you type \
         and while a dialog is open.\n",
    );
    for line in keymap.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix("...map('") {
            let page = rest.split('\'').next().unwrap_or_default();
            let _ = write!(
                out,
                "\n## {}\n\n| key | does |\n| --- | --- |\n",
                name(page)
            );
        } else if let Some(row) = line
            .strip_prefix("['")
            .and_then(|row| row.strip_suffix("'],"))
        {
            let mut cells = row.split("', '").skip(1);
            let keys: Vec<&str> = cells.next().unwrap_or_default().split(' ').collect();
            let label = cells.next().unwrap_or_default();
            let keys = keys.iter().map(|key| format!("`{key}`"));
            let keys: Vec<String> = keys.collect();
            let _ = writeln!(out, "| {} | {label} |", keys.join(" "));
        }
    }
    out
}

/// `analyse` as a heading.
fn name(page: &str) -> String {
    let known = PAGES.iter().find(|(id, _)| *id == page);
    let capital = || page[..1].to_uppercase() + &page[1..];
    known.map_or_else(capital, |(_, title)| (*title).to_string())
}

/// `GAMETREE_WRITE=1` writes the chapter again.
#[test]
fn the_keys_of_the_book_are_those_of_the_pages() {
    let root = env!("CARGO_MANIFEST_DIR");
    let keymap = std::fs::read_to_string(format!("{root}/assets/lib/keymap.js")).unwrap();
    let written = chapter(&keymap);
    let rows = keymap
        .lines()
        .filter(|line| line.starts_with("    ['"))
        .count();
    assert_eq!(written.matches("\n| `").count(), rows, "a row was not read");
    let file = format!("{root}/../docs/book/src/keys.md");
    if std::env::var_os("GAMETREE_WRITE").is_some() {
        std::fs::write(&file, &written).unwrap();
    }
    let saved = std::fs::read_to_string(file).unwrap_or_default();
    assert!(saved == written, "keys.md is out of date");
}
