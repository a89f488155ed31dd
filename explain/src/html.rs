//! The explanation as one page that needs nothing else: the picture, the film as data, and the
//! script of `assets/explain.html` that plays it.

use serde_json::Value;

use super::Explanation;
use super::svg::{STYLE, escape, picture};

const TEMPLATE: &str = include_str!("../assets/explain.html");

/// The page.
pub fn page(explanation: &Explanation<'_>) -> String {
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

fn fill(explanation: &Explanation<'_>, key: &str) -> String {
    match key {
        "title" => escape(&explanation.title),
        "summary" => escape(&format!("{} {}", explanation.summary(), explanation.key())),
        "style" => STYLE.to_string(),
        "picture" => picture(explanation),
        "data" => script_safe(&explanation.film()),
        "kind" if explanation.weighted => "weights".into(),
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
