//! What came out, as tables and a picture.

use gametree_arena::TextTable;
use gametree_catalog::format::grouped;

use super::methods::Method;
use super::report::{Row, SuiteReport, Summary};
use crate::Renderings;

impl Renderings for SuiteReport {
    fn markdown(&self) -> String {
        format!("{}\n{}", self.sums().markdown(), self.moves().markdown())
    }

    fn csv(&self) -> String {
        self.moves().csv()
    }

    fn svg(&self) -> String {
        bars(&self.summaries, self.positions)
    }
}

impl SuiteReport {
    /// A row per position: the move that each method found.
    pub fn moves(&self) -> TextTable {
        let names = self.summaries.iter().map(|one| one.method.word());
        let header: Vec<&str> = ["position", "wanted"].into_iter().chain(names).collect();
        let cells = |row: &Row| {
            let moves = self.summaries.iter().map(|one| cell(row, one.method));
            [row.id.clone(), row.wanted.clone()]
                .into_iter()
                .chain(moves)
                .collect()
        };
        let counted = self.rows.iter().filter(|row| row.counts());
        TextTable::new(&header, counted.map(cells))
    }

    /// A row per method: how many positions it solved.
    pub fn sums(&self) -> TextTable {
        let header = [
            "method",
            "solved",
            "of",
            "it alone",
            "the first alone",
            "p (McNemar)",
            "nodes",
        ];
        let cells = |one: &Summary| {
            vec![
                one.method.word().to_string(),
                one.solved.to_string(),
                self.positions.to_string(),
                one.only_this.to_string(),
                one.only_first.to_string(),
                format!("{:.3}", one.p_value),
                grouped(one.nodes),
            ]
        };
        TextTable::new(&header, self.summaries.iter().map(cells))
    }
}

/// The move of a method, with a mark where it is right.
fn cell(row: &Row, method: Method) -> String {
    match row.results.get(method.word()) {
        Some(tried) if tried.solved => format!("{} ✓", tried.played),
        Some(tried) => tried.played.clone(),
        None => String::new(),
    }
}

/// One bar per method.
fn bars(summaries: &[Summary], positions: usize) -> String {
    let height = 30 * summaries.len() + 30;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" height=\"{height}\" font-family=\"sans-serif\" \
         font-size=\"14\">\n"
    );
    for (place, one) in summaries.iter().enumerate() {
        let y = 30 * place + 20;
        let width = 400.0 * one.solved as f64 / positions.max(1) as f64;
        let word = one.method.word();
        let solved = one.solved;
        svg.push_str(&format!(
            "<text x=\"100\" y=\"{0}\" text-anchor=\"end\">{word}</text>\
             <rect x=\"110\" y=\"{y}\" width=\"{width:.1}\" height=\"20\" fill=\"#4a7ab5\"/>\
             <text x=\"{1:.1}\" y=\"{0}\">{solved} of {positions}</text>\n",
            y + 15,
            118.0 + width,
        ));
    }
    svg.push_str("</svg>\n");
    svg
}
