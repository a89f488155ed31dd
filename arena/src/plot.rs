//! Plots as SVG: lines with a band, or points with intervals, over one horizontal axis, in as many
//! colours as there are series. Readable on light and dark.

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

impl Mark {
    /// A value without an interval.
    pub fn exact(x: f64, y: f64) -> Mark {
        Mark {
            x,
            low: y,
            y,
            high: y,
        }
    }
}

/// How the marks of a panel are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shape {
    /// A line, with the intervals as a band.
    #[default]
    Line,
    /// Points with error bars.
    Points,
}

/// Marks that belong together.
#[derive(Clone, Debug)]
pub struct Series {
    /// What they are, for the legend; no legend if it is empty.
    pub name: String,
    /// The marks.
    pub marks: Vec<Mark>,
}

impl Series {
    /// One that needs no name, because it is alone.
    #[must_use]
    pub fn alone(marks: Vec<Mark>) -> Vec<Series> {
        vec![Series {
            name: String::new(),
            marks,
        }]
    }
}

/// One pair of axes.
#[derive(Clone, Debug, Default)]
pub struct Panel {
    /// What it shows.
    pub title: String,
    /// The horizontal axis.
    pub x_label: String,
    /// The vertical axis.
    pub y_label: String,
    /// What is drawn.
    pub series: Vec<Series>,
    /// How.
    pub shape: Shape,
    /// Horizontal lines with their names.
    pub levels: Vec<(f64, String)>,
    /// Places on the horizontal axis with their names; where there are none, round numbers.
    pub places: Vec<(f64, String)>,
}

impl Panel {
    fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.series.iter().flat_map(|series| &series.marks)
    }
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 300.0;
/// Room left, right, above and below the axes of a panel.
const ROOM: [f64; 4] = [70.0, 110.0, 40.0, 50.0];

/// Colours that can be told apart, on light and on dark; further series begin again.
const LIGHT: [&str; COLOURS] = ["#0b5cad", "#b3261e", "#2a7d2e", "#7a3fa0"];
const DARK: [&str; COLOURS] = ["#6cb6ff", "#ff8b80", "#7ee787", "#d2a8ff"];
const COLOURS: usize = 4;

const STYLE: &str = "text{font:13px sans-serif;fill:#1b1f24}.title{font-weight:bold}.axis,.tick{stroke:#57606a;fill:none}\
.grid{stroke:#d0d7de}.level{stroke:#9a5b00;stroke-dasharray:5 4}.line{fill:none;stroke-width:2}\
.band{fill-opacity:.18}.bar{stroke-width:1.5}.paper{fill:#fff}";
const DARK_STYLE: &str = "text{fill:#e6edf3}.axis,.tick{stroke:#8b949e}.grid{stroke:#30363d}\
.level{stroke:#e3a33c}.paper{fill:#0d1117}";

/// The style sheet. Colours are written out: not every program that shows SVG knows variables.
fn style() -> String {
    let rules = |colours: [&str; COLOURS]| {
        let rule = |(i, colour): (usize, &str)| {
            let lines = format!(".s{i} .line,.s{i} .bar{{stroke:{colour}}}");
            lines + &format!(".s{i} .band,.s{i} .dot,.name{i}{{fill:{colour}}}")
        };
        colours
            .into_iter()
            .enumerate()
            .map(rule)
            .collect::<String>()
    };
    let (light, dark) = (rules(LIGHT), rules(DARK));
    format!("{STYLE}{light}@media(prefers-color-scheme:dark){{{DARK_STYLE}{dark}}}")
}

/// The panels, one below the other.
#[must_use]
pub fn svg(title: &str, panels: &[Panel]) -> String {
    let height = HEIGHT * panels.len() as f64 + 30.0;
    let (title, style) = (escape(title), style());
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\">\n<title>{title}</title>\n<style>{style}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n<text class=\"title\" x=\"16\" y=\"22\">{title}</text>\n"
    );
    for (number, panel) in panels.iter().enumerate() {
        let _ = writeln!(
            out,
            "<g transform=\"translate(0 {})\">",
            30.0 + HEIGHT * number as f64
        );
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
        let skipped = |marks: &[Mark]| {
            if panel.shape == Shape::Line {
                marks.len() / 4
            } else {
                0
            }
        };
        let shown = panel
            .series
            .iter()
            .flat_map(|series| &series.marks[skipped(&series.marks)..]);
        let y = range(
            shown
                .flat_map(|mark| [mark.low, mark.high])
                .chain(panel.levels.iter().map(|level| level.0)),
        );
        Axes {
            x: range(panel.marks().map(|mark| mark.x)),
            y,
        }
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
    let room = if high > low {
        (high - low) * 0.05
    } else {
        low.abs().max(1.0) * 0.5
    };
    (low - room, high + room)
}

fn draw(out: &mut String, panel: &Panel, number: usize) {
    let axes = Axes::of(panel);
    let [left, right, top, bottom] = ROOM;
    let (width, height) = (WIDTH - left - right, HEIGHT - top - bottom);
    grid(out, panel, &axes);
    let _ = writeln!(
        out,
        "<clipPath id=\"c{number}\"><rect x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/></clipPath>"
    );
    let _ = writeln!(out, "<g clip-path=\"url(#c{number})\">");
    for (number, series) in panel.series.iter().enumerate() {
        let _ = writeln!(out, "<g class=\"s{}\">", number % COLOURS);
        match panel.shape {
            Shape::Line => line(out, &series.marks, &axes),
            Shape::Points => points(
                out,
                &series.marks,
                &axes,
                beside(number, panel.series.len()),
            ),
        }
        out.push_str("</g>\n");
    }
    out.push_str("</g>\n");
    legend(out, panel);
    for (level, name) in &panel.levels {
        let (x, y) = axes.at(axes.x.1, *level);
        let _ = writeln!(out, "<path class=\"level\" d=\"M{left} {y:.1}H{x:.1}\"/>");
        let _ = writeln!(
            out,
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 6.0,
            y + 4.0,
            escape(name)
        );
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
    let [title, x_label, y_label] =
        [&panel.title, &panel.x_label, &panel.y_label].map(|text| escape(text));
    let _ = writeln!(
        out,
        "<text x=\"{left}\" y=\"{}\">{title}</text>",
        top - 12.0
    );
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

/// How far the marks of a series stand beside their place, so that the intervals of several do not
/// cover each other.
fn beside(number: usize, series: usize) -> f64 {
    const STEP: f64 = 9.0;
    STEP * (number as f64 - (series as f64 - 1.0) / 2.0)
}

/// The most letters of a name in the legend.
const LONGEST: usize = 24;

/// The names of the series in their colours, above the axes on the right.
fn legend(out: &mut String, panel: &Panel) {
    let [_, right, top, _] = ROOM;
    let (mut x, y) = (WIDTH - right, top - 12.0);
    for (number, series) in panel
        .series
        .iter()
        .enumerate()
        .rev()
        .filter(|(_, s)| !s.name.is_empty())
    {
        let mut name: String = series.name.chars().take(LONGEST).collect();
        if name.len() < series.name.len() {
            name.push('…');
        }
        let _ = writeln!(
            out,
            "<text class=\"name{}\" text-anchor=\"end\" x=\"{x}\" y=\"{y}\">● {}</text>",
            number % COLOURS,
            escape(&name)
        );
        // About eight pixels a letter.
        x -= 8.0 * (name.chars().count() + 4) as f64;
    }
}

fn grid(out: &mut String, panel: &Panel, axes: &Axes) {
    let [left, right, top, bottom] = ROOM;
    for value in ticks(axes.y) {
        let (_, y) = axes.at(axes.x.0, value);
        let _ = writeln!(
            out,
            "<path class=\"grid\" d=\"M{left} {y:.1}H{}\"/>",
            WIDTH - right
        );
        let (x, y) = (left - 8.0, y + 4.0);
        let _ = writeln!(
            out,
            "<text text-anchor=\"end\" x=\"{x}\" y=\"{y:.1}\">{}</text>",
            number(value)
        );
    }
    let round = || {
        ticks(axes.x)
            .into_iter()
            .map(|value| (value, number(value)))
            .collect()
    };
    let places: Vec<(f64, String)> = if panel.places.is_empty() {
        round()
    } else {
        panel.places.clone()
    };
    for (value, name) in places {
        let (x, _) = axes.at(value, axes.y.0);
        let foot = HEIGHT - bottom;
        let _ = writeln!(out, "<path class=\"grid\" d=\"M{x:.1} {top}V{foot}\"/>");
        let (y, text) = (foot + 18.0, escape(&name));
        let _ = writeln!(
            out,
            "<text text-anchor=\"middle\" x=\"{x:.1}\" y=\"{y}\">{text}</text>"
        );
    }
}

fn line(out: &mut String, marks: &[Mark], axes: &Axes) {
    let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
        let points = points.map(|(x, y)| axes.at(x, y));
        points
            .map(|(x, y)| format!("{x:.1},{y:.1}"))
            .collect::<Vec<_>>()
            .join(" ")
    };
    if marks.iter().any(|mark| mark.low < mark.high) {
        let over = marks.iter().map(|mark| (mark.x, mark.high));
        let under = marks.iter().rev().map(|mark| (mark.x, mark.low));
        let _ = writeln!(
            out,
            "<polygon class=\"band\" points=\"{}\"/>",
            path(&mut over.chain(under))
        );
    }
    let middle = path(&mut marks.iter().map(|mark| (mark.x, mark.y)));
    let _ = writeln!(out, "<polyline class=\"line\" points=\"{middle}\"/>");
}

fn points(out: &mut String, marks: &[Mark], axes: &Axes, beside: f64) {
    for mark in marks {
        let (x, y) = axes.at(mark.x, mark.y);
        let x = x + beside;
        let (low, high) = (axes.at(mark.x, mark.low).1, axes.at(mark.x, mark.high).1);
        let (a, b) = (x - 4.0, x + 4.0);
        let ends =
            format!("M{a:.1} {low:.1}H{b:.1}M{a:.1} {high:.1}H{b:.1}M{x:.1} {low:.1}V{high:.1}");
        let _ = writeln!(out, "<path class=\"bar\" d=\"{ends}\"/>");
        let _ = writeln!(
            out,
            "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"
        );
    }
}

/// Four to eight round numbers in a range.
fn ticks((low, high): (f64, f64)) -> Vec<f64> {
    let rough = (high - low) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|m| m * power)
        .into_iter()
        .find(|&step| step >= rough);
    let step = step.unwrap_or(rough);
    let first = (low / step).ceil() as i64;
    (first..)
        .map(|n| n as f64 * step)
        .take_while(|&value| value <= high)
        .take(20)
        .collect()
}

/// A tick's number without needless digits.
fn number(value: f64) -> String {
    let text = format!("{value:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".into()
    } else {
        text.to_string()
    }
}

/// Text inside XML.
fn escape(text: &str) -> String {
    let safe = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    safe.chars()
        .map(|c| if c.is_control() { '\u{fffd}' } else { c })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn panel(marks: Vec<Mark>, shape: Shape) -> Panel {
        Panel {
            title: "Elo & <interval>".into(),
            x_label: "games".into(),
            y_label: "Elo".into(),
            series: Series::alone(marks),
            shape,
            levels: vec![(0.0, "level".into())],
            places: Vec::new(),
        }
    }

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks((-12.0, 103.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((0.0, 1.0)).len(), 6);
        for range in [(0.0, 1e-9), (-1e9, 1e9), (5.0, 5.5)] {
            assert!((3..=12).contains(&ticks(range).len()), "{range:?}");
        }
        assert_eq!(
            [number(-0.0), number(2.5), number(300.0)],
            ["0", "2.5", "300"]
        );
    }

    #[test]
    fn series_have_names_and_places_of_their_own() {
        let mark = |x: f64| Mark {
            x,
            low: 0.4,
            y: 0.5,
            high: 0.6,
        };
        let series = |name: &str| Series {
            name: name.into(),
            marks: vec![mark(1.0), mark(2.0)],
        };
        let panel = Panel {
            series: vec![series(&"o".repeat(30)), series("<1987>")],
            shape: Shape::Points,
            places: vec![(1.0, "1ms".into()), (2.0, "2ms".into())],
            ..Panel::default()
        };
        let text = svg("two", &[panel]);
        assert!(
            text.contains(&format!("● {}…<", "o".repeat(24)))
                && text.contains("● &lt;1987&gt;")
                && text.contains(">2ms</text>")
        );
        assert_eq!(text.matches("<circle").count(), 4);
        let places: Vec<&str> = text
            .split("cx=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap())
            .collect();
        assert_ne!(places[0], places[2], "side by side");
    }

    #[test]
    fn any_marks_give_a_picture_without_nonsense() {
        let mark = |x: f64, y: f64| Mark {
            x,
            low: y - 10.0,
            y,
            high: y + 10.0,
        };
        let sets = [
            vec![],
            vec![mark(2.0, 0.0)],
            vec![mark(2.0, 5.0), mark(4.0, f64::INFINITY)],
            (0..500)
                .map(|i| mark(f64::from(i), f64::from(i % 7)))
                .collect(),
        ];
        for marks in sets {
            for shape in [Shape::Line, Shape::Points] {
                let text = svg(
                    "a < b",
                    &[panel(marks.clone(), shape), panel(marks.clone(), shape)],
                );
                assert!(text.contains("Elo &amp; &lt;interval&gt;") && text.contains("a &lt; b"));
                assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
            }
        }
    }
}
