//! The methods that are compared, and their names: `plain`, `multipv:lines=3`, `atlas:trust=2`.

use gametree_atlas::settings::{Change, Settings};
use gametree_catalog::{CatalogError, Spec, suggest};
use gametree_chess::Chess;
use serde_json::{Map, Value, json};

use crate::assess::{Assessment, Assessor, SearchPlan};

/// A way to assess a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Method {
    /// Its name, as the user gives it.
    pub name: String,
    /// What it does.
    pub kind: Kind,
}

/// What a method does with its nodes.
#[derive(Clone, PartialEq, Debug)]
pub enum Kind {
    /// One search that reports one line.
    Plain,
    /// One search that reports several.
    MultiPv(u32),
    /// A project under these settings.
    Atlas(Box<Settings>),
}

/// What methods have where their names do not say otherwise.
pub struct Usual {
    /// The lines of `multipv`.
    pub lines: u32,
    /// The settings of `atlas`.
    pub settings: Settings,
}

impl Method {
    /// Plain search, MultiPV and the atlas, then others by their names.
    ///
    /// # Errors
    /// A name or a setting is wrong, or a method is named twice.
    pub fn list(more: &[String], usual: &Usual) -> Result<Vec<Method>, CatalogError> {
        let names = ["plain", "multipv", "atlas"].into_iter();
        let mut methods: Vec<Method> = Vec::new();
        for name in names.chain(more.iter().map(String::as_str)) {
            let method = Method::parse(name, usual)?;
            if methods.iter().any(|other| other.name == method.name) {
                return Err(CatalogError::usage(format!("'{name}' is measured already")));
            }
            methods.push(method);
        }
        Ok(methods)
    }

    /// The method of a name.
    fn parse(name: &str, usual: &Usual) -> Result<Method, CatalogError> {
        let spec = Spec::parse(name)?;
        let kind = match spec.name.as_str() {
            "plain" => {
                no_more(&spec.pairs, name)?;
                Kind::Plain
            }
            "multipv" => Kind::MultiPv(lines(&spec.pairs, name, usual.lines)?),
            "atlas" => Kind::Atlas(Box::new(settings(&spec.pairs, &usual.settings)?)),
            other => {
                let phrase = suggest::phrase(other, ["plain", "multipv", "atlas"]);
                return Err(
                    CatalogError::usage(format!("'{other}' is not a method")).hint(format!(
                        "{phrase}there are plain, multipv and atlas, as in atlas:trust=2"
                    )),
                );
            }
        };
        Ok(Method {
            name: name.to_string(),
            kind,
        })
    }

    /// What its name stands for: results of equal ones can be used again.
    pub fn settings(&self) -> Value {
        match &self.kind {
            Kind::Plain => json!({"method": "plain"}),
            Kind::MultiPv(lines) => json!({"method": "multipv", "lines": lines}),
            Kind::Atlas(settings) => json!({"method": "atlas", "settings": settings}),
        }
    }

    /// Assesses a position with this many nodes in all.
    ///
    /// # Errors
    /// The engine failed.
    pub fn assess(
        &self,
        assessor: &Assessor<'_>,
        position: &Chess,
        nodes: u64,
    ) -> Result<Assessment, String> {
        let plain = SearchPlan::nodes(nodes);
        match &self.kind {
            Kind::Plain => assessor.search(position, &plain),
            &Kind::MultiPv(lines) => assessor.search(position, &SearchPlan { lines, ..plain }),
            Kind::Atlas(settings) => {
                assessor.grow_by_nodes(position, Settings::clone(settings), nodes)
            }
        }
    }
}

type Pairs = [(String, String)];

fn no_more(pairs: &Pairs, name: &str) -> Result<(), CatalogError> {
    match pairs.first() {
        None => Ok(()),
        Some((key, _)) => Err(CatalogError::usage(format!(
            "{name} has no setting '{key}'"
        ))),
    }
}

fn lines(pairs: &Pairs, name: &str, usual: u32) -> Result<u32, CatalogError> {
    match pairs {
        [] => Ok(usual),
        [(key, value)] if key == "lines" => value
            .parse()
            .ok()
            .filter(|lines| (1..=500).contains(lines))
            .ok_or_else(|| CatalogError::usage(format!("lines={value} is not from 1 to 500"))),
        [(key, _), ..] => Err(CatalogError::usage(format!("{name}: '{key}' is not lines"))),
    }
}

/// The settings with some of them changed: first those that every project has on the command line,
/// then any number of [`Settings`] by its name.
fn settings(pairs: &Pairs, base: &Settings) -> Result<Settings, CatalogError> {
    let mut tree = serde_json::to_value(base).unwrap_or_default();
    let mut change = Map::new();
    for (key, text) in pairs {
        let key = key.replace('-', "_");
        let value = number_or_text(text);
        match slot(&mut tree, &key) {
            Some(slot) => *slot = value,
            None => {
                change.insert(key, value);
            }
        }
    }
    let wrong = |error: &dyn std::fmt::Display| {
        let names = names(&serde_json::to_value(base).unwrap_or_default()).join(", ");
        CatalogError::usage(format!("the settings of the atlas: {error}"))
            .hint(format!("there are cost and {names}"))
    };
    let settings: Settings = serde_json::from_value(tree).map_err(|error| wrong(&error))?;
    let change: Change =
        serde_json::from_value(Value::Object(change)).map_err(|error| wrong(&error))?;
    change.over(&settings).map_err(|error| wrong(&error))
}

/// `0.5`, `50k`, `true`, or a word.
fn number_or_text(text: &str) -> Value {
    let count = || gametree_catalog::units::count(text).ok().map(Value::from);
    let literal = serde_json::from_str(text).ok();
    literal
        .or_else(count)
        .unwrap_or_else(|| Value::String(text.to_string()))
}

/// Where a number of this name stands.
fn slot<'a>(tree: &'a mut Value, key: &str) -> Option<&'a mut Value> {
    let object = tree.as_object_mut()?;
    if object.get(key).is_some_and(|found| !found.is_object()) {
        return object.get_mut(key);
    }
    object.values_mut().find_map(|below| slot(below, key))
}

/// The names of all numbers.
fn names(tree: &Value) -> Vec<String> {
    let Some(object) = tree.as_object() else {
        return Vec::new();
    };
    let name = |(key, below): (&String, &Value)| {
        if below.is_object() {
            names(below)
        } else {
            vec![key.replace('_', "-")]
        }
    };
    object.iter().flat_map(name).collect()
}

#[cfg(test)]
mod tests {
    use gametree_atlas::settings::Preset;

    use super::*;

    fn usual() -> Usual {
        Usual {
            lines: 4,
            settings: Settings::default(),
        }
    }

    fn listed(more: &[&str]) -> Result<Vec<Method>, CatalogError> {
        let more: Vec<String> = more.iter().map(|name| (*name).to_string()).collect();
        Method::list(&more, &usual())
    }

    fn project(name: &str) -> Settings {
        match listed(&[name]).unwrap().pop().unwrap().kind {
            Kind::Atlas(settings) => *settings,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn names_say_what_is_measured() {
        let methods = listed(&["multipv:lines=3"]).unwrap();
        let kinds: Vec<&Kind> = methods.iter().map(|method| &method.kind).collect();
        assert_eq!(kinds[..2], [&Kind::Plain, &Kind::MultiPv(4)]);
        assert_eq!(kinds[2], &Kind::Atlas(Box::default()));
        assert_eq!(kinds[3], &Kind::MultiPv(3));
        assert_eq!(methods[3].name, "multipv:lines=3");
    }

    /// Settings on any level, by the words of the command line.
    #[test]
    fn settings_are_found_by_their_names() {
        let changed = project("atlas:trust=2,nodes=5k,per-ply=50,alternatives=3");
        assert_eq!((changed.growth.trust, changed.nodes), (2.0, 5000));
        assert_eq!(changed.alternatives, Some(3));
        let Preset::Dropout { per_ply } = changed.cost.preset else {
            panic!("{:?}", changed.cost.preset);
        };
        assert_eq!(per_ply, 50.0);
        assert_eq!(changed.growth.again, Settings::default().growth.again);
        let rivest = project("atlas:cost=rivest,p=9").cost.preset;
        assert!(
            matches!(rivest, Preset::Rivest { p: 9.0, .. }),
            "{rivest:?}"
        );
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = |name: &str| {
            let error = listed(&[name]).unwrap_err();
            error.what + &error.hint.unwrap_or_default()
        };
        assert!(told("multpv").contains("did you mean 'multipv'"));
        assert!(
            told("atlas:trus=2").contains("trust, "),
            "{}",
            told("atlas:trus=2")
        );
        assert!(told("atlas:trust=much").contains("much"));
        assert!(told("atlas:p=0").contains("out of range"));
        assert!(told("multipv:lines=0").contains("from 1 to 500"));
        assert!(told("multipv:line=3").contains("'line'"));
        assert!(told("plain:lines=3").contains("no setting"));
        assert!(told("atlas").contains("already"));
    }
}
