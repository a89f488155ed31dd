//! Tables in Markdown.

/// A table; a `|` in a cell is escaped.
#[must_use]
pub fn table(header: &[&str], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let escaped = |text: &str| text.replace('|', "\\|").replace('\n', " ");
    let head: Vec<String> = header.iter().map(|text| escaped(text)).collect();
    let rule: Vec<String> = header.iter().map(|_| "---".to_string()).collect();
    let body = rows
        .iter()
        .map(|row| line(&row.iter().map(|cell| escaped(cell)).collect::<Vec<_>>()));
    [line(&head), line(&rule)].into_iter().chain(body).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn bars_are_escaped() {
        let text = super::table(&["a", "b"], &[vec!["1|2".into(), "3".into()]]);
        assert_eq!(text, "| a | b |\n| --- | --- |\n| 1\\|2 | 3 |\n");
    }
}
