//! The picture: a card a crate, what is used below what uses it.

use std::fmt::Write;

const WIDTH: f64 = 1240.0;
/// Around everything, and between the cards of a layer.
const GAP: f64 = 20.0;
/// Between two layers: room for the arrows.
const AISLE: f64 = 56.0;
const PADDING: f64 = 12.0;
const TITLE: f64 = 26.0;
/// A module's name with the frame around it, and the space to the next.
const CHIP: f64 = 20.0;
const SPACE: f64 = 6.0;
/// Between the rows of modules that lie above each other.
const STEP: f64 = 8.0;
/// How wide a letter of a name is.
const LETTER: f64 = 6.7;
const NARROWEST: f64 = 130.0;

const STYLE: &str = "text{font-family:ui-monospace,Menlo,Consolas,monospace;font-size:11px;fill:#222}\
.title{font-size:14px;font-weight:bold}.card{fill:#f4f6f8;stroke:#8a97a3}\
.chip{fill:#fff;stroke:#c5ced6}.arrow{fill:none;stroke:#5b6b79;stroke-width:1.5}";

/// A crate.
pub struct Card {
    /// Its name.
    pub title: String,
    /// Its top modules: each row uses only rows below it.
    pub rows: Vec<Vec<String>>,
    /// 0 at the bottom.
    pub layer: usize,
}

/// All of it.
pub struct Picture {
    /// The crates.
    pub cards: Vec<Card>,
    /// Which card uses which.
    pub arrows: Vec<(usize, usize)>,
}

/// Where something is drawn.
#[derive(Clone, Copy, Default)]
struct Frame {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Picture {
    /// The picture as a file.
    pub fn svg(&self) -> String {
        let frames = self.frames();
        let bottom = frames.iter().map(|frame| frame.y + frame.height);
        let height = bottom.fold(0.0, f64::max) + GAP;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             role=\"img\">\n<title>Crates and their modules: what is used lies below</title>\n\
             <style>{STYLE}</style>\n<defs><marker id=\"tip\" viewBox=\"0 0 8 8\" refX=\"7\" \
             refY=\"4\" markerWidth=\"8\" markerHeight=\"8\" orient=\"auto\">\
             <path d=\"M0 0 8 4 0 8z\" fill=\"#5b6b79\"/></marker></defs>\n\
             <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        for &arrow in &self.arrows {
            self.draw_arrow(arrow, &frames, &mut out);
        }
        for (card, frame) in self.cards.iter().zip(&frames) {
            card.draw(*frame, &mut out);
        }
        out + "</svg>\n"
    }

    /// Layers from the top; within one, cards as wide as their share of all names.
    fn frames(&self) -> Vec<Frame> {
        let mut frames = vec![Frame::default(); self.cards.len()];
        let top = self.cards.iter().map(|card| card.layer).max().unwrap_or(0);
        let mut y = GAP;
        for layer in (0..=top).rev() {
            let row: Vec<usize> = (0..self.cards.len())
                .filter(|&card| self.cards[card].layer == layer)
                .collect();
            let widths = self.widths(&row);
            let mut x = GAP;
            let mut deepest = 0.0_f64;
            for (&card, &width) in row.iter().zip(&widths) {
                let height = self.cards[card].height(width);
                frames[card] = Frame {
                    x,
                    y,
                    width,
                    height,
                };
                x += width + GAP;
                deepest = deepest.max(height);
            }
            y += deepest + AISLE;
        }
        frames
    }

    fn widths(&self, row: &[usize]) -> Vec<f64> {
        let room = WIDTH - GAP * (row.len() as f64 + 1.0);
        let names: Vec<f64> = row.iter().map(|&card| self.cards[card].names()).collect();
        let all: f64 = names.iter().sum();
        let wanted: Vec<f64> = names
            .iter()
            .map(|own| (room * own / all.max(1.0)).max(NARROWEST))
            .collect();
        let sum: f64 = wanted.iter().sum();
        wanted
            .iter()
            .map(|width| (width * room / sum).floor())
            .collect()
    }

    fn draw_arrow(&self, arrow: (usize, usize), frames: &[Frame], out: &mut String) {
        let (from, to) = (frames[arrow.0], frames[arrow.1]);
        let x1 = self.port(arrow, frames, true);
        let x2 = self.port(arrow, frames, false);
        let (y1, y2) = (from.y + from.height, to.y - 2.0);
        let bend = AISLE * 0.6;
        let _ = writeln!(
            out,
            "<path class=\"arrow\" marker-end=\"url(#tip)\" d=\"M{x1:.0} {y1:.0}C{x1:.0} {:.0} \
             {x2:.0} {:.0} {x2:.0} {y2:.0}\"/>",
            y1 + bend,
            y2 - bend
        );
    }

    /// Where an arrow leaves its card, or meets it: all of one card side by side, in the order of
    /// their other ends.
    fn port(&self, arrow: (usize, usize), frames: &[Frame], leaving: bool) -> f64 {
        let own = |arrow: (usize, usize)| if leaving { arrow.0 } else { arrow.1 };
        let other = |arrow: (usize, usize)| if leaving { arrow.1 } else { arrow.0 };
        let middle = |card: usize| frames[card].x + frames[card].width / 2.0;
        let mut all: Vec<(usize, usize)> = self.arrows.clone();
        all.retain(|&each| own(each) == own(arrow));
        all.sort_by(|&a, &b| middle(other(a)).total_cmp(&middle(other(b))));
        let place = all.iter().position(|&each| each == arrow).unwrap_or(0);
        let frame = frames[own(arrow)];
        frame.x + frame.width * (place as f64 + 1.0) / (all.len() as f64 + 1.0)
    }
}

impl Card {
    /// How much room its names take in one line.
    fn names(&self) -> f64 {
        let names = self.rows.iter().flatten();
        names.map(|name| wide(name) + SPACE).sum()
    }

    /// The rows of names, each broken where the card ends.
    fn lines(&self, width: f64) -> Vec<Vec<Vec<&str>>> {
        let room = width - 2.0 * PADDING;
        self.rows.iter().map(|row| broken(row, room)).collect()
    }

    fn height(&self, width: f64) -> f64 {
        let rows = self.lines(width);
        let lines: usize = rows.iter().map(Vec::len).sum();
        let between = rows.len().saturating_sub(1) as f64 * STEP;
        2.0 * PADDING + TITLE + lines as f64 * (CHIP + SPACE) + between
    }

    fn draw(&self, frame: Frame, out: &mut String) {
        let Frame {
            x,
            y,
            width,
            height,
        } = frame;
        let _ = writeln!(
            out,
            "<rect class=\"card\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             rx=\"6\"/>\n<text class=\"title\" x=\"{}\" y=\"{}\">{}</text>",
            x + PADDING,
            y + PADDING + 12.0,
            self.title
        );
        let mut line = y + PADDING + TITLE;
        for row in self.lines(width) {
            for names in row {
                draw_chips(&names, x + PADDING, line, out);
                line += CHIP + SPACE;
            }
            line += STEP;
        }
    }
}

fn draw_chips(names: &[&str], mut x: f64, y: f64, out: &mut String) {
    for name in names {
        let width = wide(name);
        let _ = writeln!(
            out,
            "<rect class=\"chip\" x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"{CHIP}\" \
             rx=\"3\"/><text x=\"{:.1}\" y=\"{}\">{name}</text>",
            x + 5.0,
            y + 14.0
        );
        x += width + SPACE;
    }
}

/// Names in lines that fit the room.
fn broken(row: &[String], room: f64) -> Vec<Vec<&str>> {
    let mut lines: Vec<Vec<&str>> = vec![Vec::new()];
    let mut used = 0.0;
    for name in row {
        let width = wide(name) + SPACE;
        if used > 0.0 && used + width > room + SPACE {
            lines.push(Vec::new());
            used = 0.0;
        }
        used += width;
        if let Some(line) = lines.last_mut() {
            line.push(name);
        }
    }
    lines
}

fn wide(name: &str) -> f64 {
    name.len() as f64 * LETTER + 10.0
}
