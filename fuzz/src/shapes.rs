//! Requests from the description of an interface (OpenAPI): arbitrary JSON of the shapes that it
//! names, some of it wrong. Bytes make every choice, so that a changed byte is a changed choice.

use serde_json::{Map, Value, json};

/// Deeper shapes end.
const DEPTH: usize = 8;
/// One value in so many does not fit its shape.
const WRONG: usize = 12;

/// What texts are drawn from: what some field takes, and what none should.
const TEXTS: [&str; 40] = [
    "",
    "p",
    "q",
    "tictactoe",
    "connect4",
    "chess",
    "nim:3,4,5",
    "pig",
    "kuhn",
    "tictactoe3:3x3x3",
    "mnk:9999x9999x5",
    "(max (min 3 12 8) (min 2 4 6))",
    "(max",
    "tree:/etc/passwd",
    "startpos",
    "e4 e5",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "[Event \"x\"]\n\n1. e4 (1. d4) e5 *",
    "a1",
    "b2",
    "4",
    "builtin",
    "running",
    "idle",
    "paused",
    "minimax",
    "pvs",
    "mcts:c=1.4",
    "minmax:p=10",
    "expectiminimax",
    "random",
    "10ms",
    "5",
    "plies:2",
    "0,10",
    "c=0.5,1.4",
    "min-conflicts",
    "../x",
    "\u{0}é\u{202e}",
    "1e999",
];
const NUMBERS: [f64; 14] = [
    0.0,
    1.0,
    2.0,
    3.0,
    8.0,
    50.0,
    1000.0,
    -1.0,
    0.5,
    65536.0,
    4294967295.0,
    1e15,
    -1e300,
    1e300,
];

/// Bytes as choices; zeros when they are used up.
pub struct Entropy<'b> {
    bytes: &'b [u8],
}

impl<'b> Entropy<'b> {
    /// Of all the bytes.
    #[must_use]
    pub fn new(bytes: &'b [u8]) -> Entropy<'b> {
        Entropy { bytes }
    }

    /// Whether no byte is left.
    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.bytes.is_empty()
    }

    /// A number below a positive one that is at most 256.
    pub fn below(&mut self, most: usize) -> usize {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        usize::from(*first) % most
    }

    fn is_rare(&mut self, one_in: usize) -> bool {
        self.below(one_in) == one_in - 1
    }

    fn text(&mut self) -> String {
        let text = TEXTS[self.below(TEXTS.len())];
        if self.is_rare(32) {
            return text.repeat(400);
        }
        text.into()
    }
}

/// An address and a method of the interface.
pub struct Operation {
    /// `POST`, …
    pub method: String,
    path: String,
    queries: Vec<String>,
    body: Option<Value>,
    schemas: Value,
}

/// Every operation of a description.
#[must_use]
pub fn operations(description: &Value) -> Vec<Operation> {
    let mut all = Vec::new();
    for (path, methods) in description["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let parameters = operation["parameters"].as_array();
            let queries = parameters.into_iter().flatten();
            all.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                queries: queries
                    .filter(|parameter| parameter["in"] == "query")
                    .filter_map(|parameter| parameter["name"].as_str().map(String::from))
                    .collect(),
                body: operation
                    .pointer("/requestBody/content/application~1json/schema")
                    .cloned(),
                schemas: description["components"]["schemas"].clone(),
            });
        }
    }
    all
}

impl Operation {
    /// Its address with names and queries filled in.
    pub fn address(&self, entropy: &mut Entropy) -> String {
        let mut address = String::new();
        let mut rest = self.path.as_str();
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, rest)| Some((before, rest.split_once('}')?)))
        {
            address += before;
            address += &escaped(&named(name, entropy));
            rest = after;
        }
        address += rest;
        let mut sign = '?';
        for name in &self.queries {
            if entropy.below(2) == 1 {
                let value = scalar(entropy);
                let value = value.as_str().map_or(value.to_string(), String::from);
                address += &format!("{sign}{name}={}", escaped(&value));
                sign = '&';
            }
        }
        address
    }

    /// A body of its shape.
    pub fn body(&self, entropy: &mut Entropy) -> Value {
        let shape = self.body.as_ref();
        shape.map_or(json!({}), |shape| self.value(shape, entropy, DEPTH))
    }

    fn value(&self, shape: &Value, entropy: &mut Entropy, depth: usize) -> Value {
        if depth == 0 || entropy.is_rare(WRONG) {
            return wrong(entropy);
        }
        if let Some(name) = shape["$ref"]
            .as_str()
            .and_then(|name| name.rsplit('/').next())
        {
            return self.value(&self.schemas[name], entropy, depth - 1);
        }
        for alternatives in ["oneOf", "anyOf", "enum"] {
            if let Some(all) = shape[alternatives].as_array().filter(|all| !all.is_empty()) {
                let one = &all[entropy.below(all.len().min(256))];
                return match alternatives {
                    "enum" => one.clone(),
                    _ => self.value(one, entropy, depth - 1),
                };
            }
        }
        if let Some(parts) = shape["allOf"].as_array() {
            let parts = parts
                .iter()
                .map(|part| self.value(part, entropy, depth - 1));
            let objects = parts.filter_map(|part| part.as_object().cloned());
            return Value::Object(objects.flatten().collect());
        }
        self.typed(shape, entropy, depth)
    }

    fn typed(&self, shape: &Value, entropy: &mut Entropy, depth: usize) -> Value {
        let kind = match &shape["type"] {
            Value::Array(all) if !all.is_empty() => &all[entropy.below(all.len().min(256))],
            kind => kind,
        };
        match kind.as_str().unwrap_or_default() {
            "object" => Value::Object(self.object(shape, entropy, depth)),
            "array" => {
                let items = (0..entropy.below(4)).map(|_| ());
                items
                    .map(|()| self.value(&shape["items"], entropy, depth - 1))
                    .collect()
            }
            "string" => entropy.text().into(),
            "integer" => json!(NUMBERS[entropy.below(NUMBERS.len())] as i64),
            "number" => json!(NUMBERS[entropy.below(NUMBERS.len())]),
            "boolean" => json!(entropy.below(2) == 1),
            _ => scalar(entropy),
        }
    }

    fn object(&self, shape: &Value, entropy: &mut Entropy, depth: usize) -> Map<String, Value> {
        let required = shape["required"].as_array();
        let is_required =
            |name: &str| required.is_some_and(|all| all.iter().any(|required| required == name));
        let mut object = Map::new();
        for (name, inner) in shape["properties"].as_object().into_iter().flatten() {
            let is_left_out = if is_required(name) {
                entropy.is_rare(32)
            } else {
                entropy.below(2) == 0
            };
            if !is_left_out {
                object.insert(name.clone(), self.value(inner, entropy, depth - 1));
            }
        }
        let others = &shape["additionalProperties"];
        if others.is_object() || entropy.is_rare(32) {
            object.insert(entropy.text(), self.value(others, entropy, depth - 1));
        }
        object
    }
}

/// What a part of an address is called.
fn named(name: &str, entropy: &mut Entropy) -> String {
    let usual = match name {
        "id" => ["p", "p", "q", "builtin"],
        "n" => ["root", "0", "1", "4294967295"],
        "name" => ["four-squares", "minimax", "welcome", "x"],
        "run" => ["m-0001", "m-0002", "s-0001", "x"],
        _ => ["1", "0", "-1", "x"],
    };
    match entropy.below(5) {
        4 => entropy.text(),
        usual_one => usual[usual_one].into(),
    }
}

fn scalar(entropy: &mut Entropy) -> Value {
    match entropy.below(4) {
        0 => json!(NUMBERS[entropy.below(NUMBERS.len())]),
        1 => json!(entropy.below(256)),
        2 => json!(entropy.below(2) == 1),
        _ => entropy.text().into(),
    }
}

fn wrong(entropy: &mut Entropy) -> Value {
    match entropy.below(4) {
        0 => Value::Null,
        1 => json!([[], {}, [[null]]]),
        2 => json!({ "": { "do": [] } }),
        _ => scalar(entropy),
    }
}

/// A text as a part of an address.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for byte in text.bytes() {
        match byte {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' | b'-' | b'.' | b'_' => {
                escaped.push(char::from(byte));
            }
            _ => escaped += &format!("%{byte:02X}"),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<Operation> {
        operations(&serde_json::to_value(gametree_web::description()).unwrap())
    }

    #[test]
    fn every_change_of_the_interface_can_be_built() {
        let all = all();
        let changes = all.iter().filter(|operation| operation.method != "GET");
        let bodies: Vec<&str> = changes
            .filter(|operation| operation.body.is_some())
            .map(|operation| operation.path.as_str())
            .collect();
        assert!(bodies.len() >= 15, "{bodies:?}");
        for path in ["/api/play", "/api/p/{id}/node/{n}/actions", "/api/runs"] {
            assert!(bodies.contains(&path), "{path}");
        }
    }

    #[test]
    fn the_bytes_decide_and_required_fields_are_there() {
        let all = all();
        let play = all.iter().find(|one| one.path == "/api/play").unwrap();
        let built = |bytes: &[u8]| play.body(&mut Entropy::new(bytes));
        assert_eq!(built(&[0, 1, 2, 3]), built(&[0, 1, 2, 3]));
        assert_ne!(built(&[0; 40]), built(&[1; 40]));
        assert!(built(&[]).get("game").is_some());
    }

    #[test]
    fn addresses_have_their_names_and_queries() {
        let all = all();
        let map = all.iter().find(|one| one.path == "/api/p/{id}/map");
        let map = map.unwrap();
        assert!(
            map.queries.contains(&"rows".to_string()),
            "{:?}",
            map.queries
        );
        assert_eq!(map.address(&mut Entropy::new(&[0])), "/api/p/p/map");
        assert!(map.address(&mut Entropy::new(&[1; 30])).contains("rows="));
    }
}
