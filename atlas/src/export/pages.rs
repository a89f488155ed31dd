//! Pages to be read without any program: a directory with an index and a page a position, links
//! between them.

use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use gametree::{Persistent, Player, Score};
use rustc_hash::FxHashSet;

use super::json::hex;
use super::{ExportError, escaped};
use crate::atlas::Atlas;
use crate::fact::NodeId;
use crate::query::{MoveRow, MoveState, Query, RestRow};
use crate::sheet::{Selection, Sheet};
use crate::store::Store;
use crate::walk::{Cut, Place};

const PAGE: &str = include_str!("page.html");
const STYLE: &str = include_str!("style.css");

/// How a game looks on a page.
pub trait Board<G> {
    /// The board, as HTML that may stand inside `<body>`.
    fn board_html(&self, position: &G) -> String;

    /// A value, for people.
    fn value(&self, value: Score) -> String {
        value.to_string()
    }

    /// The name of a player.
    fn player(&self, player: Player) -> String {
        if player == Player::FIRST {
            "the first player".into()
        } else {
            "the second player".into()
        }
    }
}

/// The position's text.
pub struct PlainBoard;

impl<G: Persistent> Board<G> for PlainBoard {
    fn board_html(&self, position: &G) -> String {
        format!("<pre>{}</pre>", escaped(&position.write()))
    }
}

/// Pages as they are written.
struct Pages<'a, G> {
    directory: &'a Path,
    board: &'a dyn Board<G>,
    /// The positions that have a page.
    nodes: FxHashSet<NodeId>,
    query: Query<'a>,
}

impl<G: Persistent, S: Store> Atlas<G, S> {
    /// Writes `index.html`, `style.css` and a page for every position within a cut, `cut.rows` at
    /// most, into a directory; says how many positions have a page. Pages of an earlier export are
    /// overwritten.
    ///
    /// # Errors
    /// When the project is not sound, or the disk fails.
    pub fn write_pages(
        &self,
        directory: &Path,
        cut: Cut,
        board: &dyn Board<G>,
    ) -> Result<usize, ExportError> {
        fs::create_dir_all(directory)?;
        let query = self.query();
        let Selection { walks, nodes } = self.selection(&query, cut);
        let pages = Pages {
            directory,
            board,
            nodes,
            query,
        };
        fs::write(directory.join("style.css"), STYLE)?;
        pages.index()?;
        let mut written = FxHashSet::default();
        for walk in &walks {
            // The moves on the way to the present row, by depth, with links.
            let mut way: Vec<String> = Vec::new();
            self.play::<ExportError>(walk, |played| {
                let row = played.row;
                way.truncate(row.depth);
                let name = if row.depth == 0 {
                    "start".to_string()
                } else {
                    played.name()
                };
                way.push(pages.link(row.node, &name));
                if row.place == Place::First && written.insert(row.node) {
                    let sheet = self.sheet_of(&pages.query, row.node, played.position);
                    pages.position(&sheet, &way, played.position)?;
                }
                Ok(())
            })?;
        }
        Ok(written.len())
    }
}

impl<G: Persistent> Pages<'_, G> {
    fn file(&self, node: NodeId) -> String {
        format!("{}.html", hex(self.query.graph().node(node).key))
    }

    /// A name, leading to its position's page if there is one.
    fn link(&self, node: NodeId, name: &str) -> String {
        let name = escaped(name);
        if self.nodes.contains(&node) {
            format!("<a href=\"{}\">{name}</a>", self.file(node))
        } else {
            name
        }
    }

    fn write(&self, file: &str, title: &str, body: &str) -> io::Result<()> {
        // One after the other, so that no text is taken for a place to fill.
        let (head, rest) = PAGE.split_once("{title}").unwrap_or((PAGE, ""));
        let (middle, tail) = rest.split_once("{body}").unwrap_or((rest, ""));
        fs::write(
            self.directory.join(file),
            [head, &escaped(title), middle, body, tail].concat(),
        )
    }

    fn value(&self, value: Option<Score>) -> String {
        value.map_or("?".into(), |value| escaped(&self.board.value(value)))
    }

    fn index(&self) -> io::Result<()> {
        let graph = self.query.graph();
        let mut body = String::from("<h1>Analysis</h1>\n<ul>\n");
        for root in graph.roots() {
            let value = self.value(self.query.value(root.node));
            let _ = writeln!(
                body,
                "<li>{}: {value}</li>",
                self.link(root.node, &root.text)
            );
        }
        let _ = write!(
            body,
            "</ul>\n<p>{} positions, {} of them on these pages; {} evaluations, {} positions searched by engines. \
             Values are those of {}.</p>\n",
            graph.len(),
            self.nodes.len(),
            graph.evaluations(),
            graph.engine_nodes(),
            escaped(&self.board.player(Player::FIRST)),
        );
        self.write("index.html", "Analysis", &body)
    }

    fn position(&self, sheet: &Sheet, way: &[String], position: &G) -> io::Result<()> {
        let known = &sheet.position;
        let mut body = format!(
            "<nav><a href=\"index.html\">index</a> · {}</nav>\n",
            way.join(" ")
        );
        let value = self.value(known.value);
        let _ = writeln!(
            body,
            "<h1>{value}</h1>\n{}",
            self.board.board_html(position)
        );
        let status = if known.ended {
            "The game is over.".to_string()
        } else {
            let player = escaped(&self.board.player(known.turn));
            let direct = self.value(known.direct);
            format!(
                "To move: {player}. Own search: {direct}, depth {}, {} nodes.",
                known.depth, known.nodes
            )
        };
        let _ = writeln!(body, "<p>{status}</p>");
        if !known.note.is_empty() {
            let _ = writeln!(body, "<p class=\"note\">{}</p>", escaped(&known.note));
        }
        if !sheet.line.is_empty() {
            let line = escaped(&sheet.line.join(" "));
            let _ = writeln!(body, "<p>Best line: {line} ({})</p>", sheet.end.words());
        }
        self.moves(sheet, &mut body);
        self.write(
            &self.file(known.node),
            &format!("{value}, {}", sheet.text),
            &body,
        )
    }

    fn moves(&self, sheet: &Sheet, body: &mut String) {
        if sheet.moves.is_empty() && sheet.rest.is_none() {
            return;
        }
        body.push_str("<table>\n<thead><tr>");
        for head in [
            "Move", "Value", "Direct", "Loss", "Share", "Penalty", "Nodes",
        ] {
            let _ = write!(body, "<th scope=\"col\">{head}</th>");
        }
        body.push_str("<th scope=\"col\" class=\"word\">State</th></tr></thead>\n<tbody>\n");
        for (name, row) in &sheet.moves {
            self.row(name, row, body);
        }
        if let Some((name, row)) = &sheet.rest {
            self.rest(name.as_deref(), row, body);
        }
        body.push_str("</tbody>\n</table>\n");
    }

    fn row(&self, name: &str, row: &MoveRow, body: &mut String) {
        let class = match (row.best, row.state) {
            (_, MoveState::Excluded) => " class=\"excluded\"",
            (true, _) => " class=\"best\"",
            _ => "",
        };
        let loss = row.loss.map_or("?".into(), |loss| format!("{loss:.0}"));
        let penalty = row.penalty.map_or("–".into(), |milli| {
            format!("{:.2}", f64::from(milli) / 1000.0)
        });
        let mixed = if row.mixed { " mixed" } else { "" };
        let _ = writeln!(
            body,
            "<tr{class}><td>{}</td><td>{}</td><td>{}</td><td>{loss}</td><td>{:.1} %</td><td>{penalty}</td>\
             <td>{}</td><td class=\"word\">{}{mixed}</td></tr>",
            self.link(row.node, name),
            self.value(row.value),
            self.value(row.direct),
            row.share * 100.0,
            row.nodes,
            row.state.word(),
        );
    }

    fn rest(&self, name: Option<&str>, row: &RestRow, body: &mut String) {
        let penalty = row.cost.map_or("–".into(), |milli| {
            format!("{:.2}", f64::from(milli) / 1000.0)
        });
        let best = name
            .map(|name| format!(", best {}", escaped(name)))
            .unwrap_or_default();
        let others = if row.count == 1 { "other" } else { "others" };
        let _ = writeln!(
            body,
            "<tr class=\"rest\"><td>{} {others}{best}</td><td>{}</td><td></td><td>{:.0}</td><td>{:.1} %</td>\
             <td>{penalty}</td><td>{}</td><td class=\"word\">{}</td></tr>",
            row.count,
            self.value(Some(row.value)),
            row.loss,
            row.share * 100.0,
            row.nodes,
            row.state.word(),
        );
    }
}
