//! The explanation as one page that needs nothing else: the picture, the animation as data, and the
//! script of `assets/explain.html` that plays it.

use serde_json::Value;

use crate::explanation::Explanation;
use crate::legend;
use crate::shapes::escape;
use crate::svg::{STYLE, picture};

const TEMPLATE: &str = include_str!("../assets/explain.html");

impl Explanation {
    /// A page that plays the steps; it needs no other file and no network.
    #[must_use]
    pub fn html(&self) -> String {
        page(self)
    }
}

fn page(explanation: &Explanation) -> String {
    let mut out = String::new();
    let mut parts = TEMPLATE.split("{{");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let (key, rest) = part.split_once("}}").unwrap_or(("", part));
        out.push_str(&fill(explanation, key));
        out.push_str(rest);
    }
    out
}

fn fill(explanation: &Explanation, key: &str) -> String {
    match key {
        "title" => escape(&explanation.options.title),
        "summary" => escape(&format!("{} {}", explanation.summary(), explanation.key())),
        "style" => STYLE.to_string(),
        "picture" => picture(explanation),
        "data" => script_safe(&explanation.animation()),
        "inside" => legend::value_sign(explanation).into(),
        "kind" if explanation.trace().weighted => "weights".into(),
        "kind" if explanation.trace().has_several_players() => "windows several".into(),
        "kind" => "windows".into(),
        _ => String::new(),
    }
}

/// JSON that cannot end the script element it stands in.
fn script_safe(value: &Value) -> String {
    value
        .to_string()
        .replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
}
