//! What has changed in an object, as a JSON merge patch (RFC 7396): members that are new or other,
//! null for those gone.

use serde_json::{Map, Value};

/// The patch that makes `new` of `old`; `None` when they are equal. A member that *is* null counts
/// as gone: the objects of the interface mean the same by both.
#[must_use]
pub fn between(old: &Value, new: &Value) -> Option<Value> {
    match (old, new) {
        _ if old == new => None,
        (Value::Object(old), Value::Object(new)) => Some(Value::Object(members(old, new))),
        _ => Some(new.clone()),
    }
}

fn members(old: &Map<String, Value>, new: &Map<String, Value>) -> Map<String, Value> {
    let mut patch = Map::new();
    for (name, value) in new {
        match old.get(name) {
            None => _ = patch.insert(name.clone(), value.clone()),
            Some(before) => {
                if let Some(change) = between(before, value) {
                    patch.insert(name.clone(), change);
                }
            }
        }
    }
    for name in old.keys().filter(|name| !new.contains_key(*name)) {
        patch.insert(name.clone(), Value::Null);
    }
    patch
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// As RFC 7396 applies a patch.
    fn apply(old: &Value, patch: &Value) -> Value {
        let Value::Object(patch) = patch else {
            return patch.clone();
        };
        let mut new = old.as_object().cloned().unwrap_or_default();
        for (name, change) in patch {
            if change.is_null() {
                new.remove(name);
            } else {
                let before = new.get(name).cloned().unwrap_or(Value::Null);
                new.insert(name.clone(), apply(&before, change));
            }
        }
        Value::Object(new)
    }

    /// Without members that are null.
    fn bare(value: &Value) -> Value {
        match value {
            Value::Object(all) => Value::Object(
                all.iter()
                    .filter(|(_, v)| !v.is_null())
                    .map(|(k, v)| (k.clone(), bare(v)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    #[test]
    fn a_patch_makes_the_new_of_the_old() {
        let states = [
            json!({"a": 1, "rows": {"e4": {"v": 1}, "d4": {"v": 2}}, "order": ["e4", "d4"]}),
            json!({"a": 1, "rows": {"e4": {"v": 3}, "c4": {"v": null}}, "order": ["c4", "e4"]}),
            json!({"a": {"b": {}}, "rows": 4}),
            json!({"a": {"b": {"c": 1}}}),
            json!({}),
        ];
        for old in &states {
            assert_eq!(between(old, old), None);
            for new in &states {
                let patch = between(old, new);
                let applied = patch.map_or(old.clone(), |patch| apply(old, &patch));
                assert_eq!(bare(&applied), bare(new), "{old} to {new}");
            }
        }
    }

    #[test]
    fn only_what_changed_is_told() {
        let (old, new) = (
            json!({"rows": {"e4": 1, "d4": 2}}),
            json!({"rows": {"e4": 1, "d4": 3}}),
        );
        assert_eq!(between(&old, &new), Some(json!({"rows": {"d4": 3}})));
    }
}
