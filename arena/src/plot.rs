//! Plots as SVG: lines with a band, or points with intervals, over one horizontal axis. Readable on light and dark.

use std::fmt::Write as _;

/// A point with its interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mark {
    /// Where on the horizontal axis.
    pub x: f64,
    /// The lower end.
    pub low: f64,
    /// The value.
    pub y: f64,
    /// The upper end.
    pub high: f64,
}

/// How the marks of a panel are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shape {
    /// A line, with the intervals as a band.
    Line,
    /// Points with error bars.
    Points,
}

/// One pair of axes.
#[derive(Clone, Debug)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x_label: String,
    /// The vertical axis.
    pub y_label: String,
    /// What is drawn.
    pub marks: Vec<Mark>,
    /// How.
    pub shape: Shape,
    /// Horizontal lines with their names.
    pub levels: Vec<(f64, String)>,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
/// Room left, right, above and below the axes of a panel.
const ROOM: [f64; 4] = [70.0, 110.0, 40.0, 50.0];

const STYLE: &str = "text{font:13px sans-serif;fill:#1b1f24}.title{font-weight:bold}.axis,.tick{stroke:#57606a;fill:none}\
.grid{stroke:#d0d7de}.level{stroke:#9a5b00;stroke-dasharray:5 4}.line{stroke:#0b5cad;fill:none;stroke-width:2}\
.band{fill:#0b5cad;fill-opacity:.18}.bar{stroke:#0b5cad;stroke-width:1.5}.dot{fill:#0b5cad}.paper{fill:#fff}\
@media(prefers-color-scheme:dark){text{fill:#e6edf3}.axis,.tick{stroke:#8b949e}.grid{stroke:#30363d}\
.level{stroke:#e3a33c}.line,.bar{stroke:#6cb6ff}.band,.dot{fill:#6cb6ff}.paper{fill:#0d1117}}";

/// The panels, one below the other.
#[must_use]
pub fn svg(title: &str, panels: &[Panel]) -> String {
    let height = HEIGHT * panels.len() as f64 + 30.0;
    let title = escape(title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\">\n<title>{title}</title>\n<style>{STYLE}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n<text class=\"title\" x=\"16\" y=\"22\">{title}</text>\n"
    );
    for (number, panel) in panels.iter().enumerate() {
        let _ = writeln!(out, "<g transform=\"translate(0 {})\">", 30.0 + HEIGHT * number as f64);
        draw(&mut out, panel, number);
        out.push_str("</g>\n");
    }
    out + "</svg>\n"
}

/// The part of the numbers that is shown, and where each falls on the paper.
struct Axes {
    x: (f64, f64),
    y: (f64, f64),
}

impl Axes {
    fn of(panel: &Panel) -> Axes {
        // The first few games say little and stray far: they may leave the picture.
        let skipped = if panel.shape == Shape::Line { panel.marks.len() / 4 } else { 0 };
        let shown = panel.marks[skipped..].iter().flat_map(|mark| [mark.low, mark.high]);
        let y = range(shown.chain(panel.levels.iter().map(|level| level.0)));
        Axes { x: range(panel.marks.iter().map(|mark| mark.x)), y }
    }

    fn at(&self, x: f64, y: f64) -> (f64, f64) {
        let [left, right, top, bottom] = ROOM;
        let across = (x - self.x.0) / (self.x.1 - self.x.0) * (WIDTH - left - right);
        let up = (y - self.y.0) / (self.y.1 - self.y.0) * (HEIGHT - top - bottom);
        // Far points are only moved as far as a drawing program can follow.
        (left + across, (HEIGHT - bottom - up).clamp(-1e5, 1e5))
    }
}

/// The range of some numbers with a little room at both ends; never empty.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    for number in numbers.filter(|number| number.is_finite()) {
        low = low.min(number);
        high = high.max(number);
    }
    if low > high {
        return (0.0, 1.0);
    }
    let room = if high > low { (high - low) * 0.05 } else { low.abs().max(1.0) * 0.5 };
    (low - room, high + room)
}

fn draw(out: &mut String, panel: &Panel, number: usize) {
    let axes = Axes::of(panel);
    let [left, right, top, bottom] = ROOM;
    let (width, height) = (WIDTH - left - right, HEIGHT - top - bottom);
    grid(out, &axes);
    let _ = writeln!(
        out,
        "<clipPath id=\"c{number}\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/></clipPath>"
    );
    let _ = writeln!(out, "<g clip-path=\"url(#c{number})\">");
    match panel.shape {
        Shape::Line => line(out, panel, &axes),
        Shape::Points => points(out, panel, &axes),
    }
    out.push_str("</g>\n");
    for (level, name) in &panel.levels {
        let (x, y) = axes.at(axes.x.1, *level);
        let _ = writeln!(out, "<path class=\"level\" d=\"M{left} {y:.1}H{x:.1}\"/>");
        let _ = writeln!(out, "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>", x + 6.0, y + 4.0, escape(name));
    }
    let _ = writeln!(
        out,
        "<rect class=\"axis\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>"
    );
    labels(out, panel);
}

fn labels(out: &mut String, panel: &Panel) {
    let [left, right, top, bottom] = ROOM;
    let middle = left + (WIDTH - left - right) / 2.0;
    let centre = top + (HEIGHT - top - bottom) / 2.0;
    let [title, x_label, y_label] = [&panel.title, &panel.x_label, &panel.y_label].map(|text| escape(text));
    let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\">{title}</text>", top - 12.0);
    let _ = writeln!(
        out,
        "<text text-anchor=\"middle\" x=\"{middle}\" y=\"{}\">{x_label}</text>",
        HEIGHT - bottom + 38.0
    );
    let _ = writeln!(
        out,
        "<text text-anchor=\"middle\" transform=\"translate(18 {centre}) rotate(-90)\">{y_label}</text>"
    );
}

fn grid(out: &mut String, axes: &Axes) {
    let [left, right, top, bottom] = ROOM;
    for value in ticks(axes.y) {
        let (_, y) = axes.at(axes.x.0, value);
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{left} {y:.1}H{}\"/>", WIDTH - right);
        let (x, y) = (left - 8.0, y + 4.0);
        let _ = writeln!(out, "<text text-anchor=\"end\" x=\"{x}\" y=\"{y:.1}\">{}</text>", number(value));
    }
    for value in ticks(axes.x) {
        let (x, _) = axes.at(value, axes.y.0);
        let foot = HEIGHT - bottom;
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{x:.1} {top}V{foot}\"/>");
        let (y, text) = (foot + 18.0, number(value));
        let _ = writeln!(out, "<text text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y}\">{text}</text>");
    }
}

fn line(out: &mut String, panel: &Panel, axes: &Axes) {
    let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        let points = points.map(|(x, y)| axes.at(x, y));
        points.map(|(x, y)| format!("{x:.1},{y:.1}")).collect::<Vec<_>>().join(" ")
    };
    let marks = &panel.marks;
    if marks.iter().any(|mark| mark.low < mark.high) {
        let over = marks.iter().map(|mark| (mark.x, mark.high));
        let under = marks.iter().rev().map(|mark| (mark.x, mark.low));
        let _ = writeln!(out, "<polygon class=\"band\" points=\"{}\"/>", path(&mut over.chain(under)));
    }
    let middle = path(&mut marks.iter().map(|mark| (mark.x, mark.y)));
    let _ = writeln!(out, "<polyline class=\"line\" points=\"{middle}\"/>");
}

fn points(out: &mut String, panel: &Panel, axes: &Axes) {
    for mark in &panel.marks {
        let (x, y) = axes.at(mark.x, mark.y);
        let (low, high) = (axes.at(mark.x, mark.low).1, axes.at(mark.x, mark.high).1);
        let (a, b) = (x - 4.0, x + 4.0);
        let ends = format!("M{a:.1} {low:.1}H{b:.1}M{a:.1} {high:.1}H{b:.1}M{x:.1} {low:.1}V{high:.1}");
        let _ = writeln!(out, "<path class=\"bar\" d=\"{ends}\"/>");
        let _ = writeln!(out, "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>");
    }
}

/// Four to eight round numbers in a range.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|m| m * power).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..).map(|n| n as f64 * step).take_while(|&value| value <= high).take(20).collect()
}

/// A tick's number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.to_string() }
}

/// Text inside XML.
fn escape(text: &str) -> String {
    let safe = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    safe.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(marks: Vec<Mark>, shape: Shape) -> Panel {
        Panel {
            title: "Elo & <interval>".into(),
            x_label: "games".into(),
            y_label: "Elo".into(),
            marks,
            shape,
            levels: vec![(0.0, "level".into())],
        }
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks((-12.0, 103.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((0.0, 1.0)).len(), 6);
        for range in [(0.0, 1e-9), (-1e9, 1e9), (5.0, 5.5)] {
            assert!((3..=12).contains(&ticks(range).len()), "{range:?}");
        }
        assert_eq!([number(-0.0), number(2.5), number(300.0)], ["0", "2.5", "300"]);
    }

    #[test]
    fn any_marks_give_a_picture_without_nonsense() {
        let mark = |x: f64, y: f64| Mark { x, low: y - 10.0, y, high: y + 10.0 };
        let sets = [
            vec![],
            vec![mark(2.0, 0.0)],
            vec![mark(2.0, 5.0), mark(4.0, f64::INFINITY)],
            (0..500).map(|i| mark(f64::from(i), f64::from(i % 7))).collect(),
        ];
        for marks in sets {
            for shape in [Shape::Line, Shape::Points] {
                let text = svg("a < b", &[panel(marks.clone(), shape), panel(marks.clone(), shape)]);
                assert!(text.contains("Elo &amp; &lt;interval&gt;") && text.contains("a &lt; b"));
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
    }
}
