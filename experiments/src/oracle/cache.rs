//! Solved positions on disk: a line for each, and a check sum at the end.
//!
//! ```text
//! gametree connect4 judgements 1
//! 112233445566 -            every move keeps the value
//! 443527165432 35           columns 3 and 5 keep it, others do not
//! sum 0123456789abcdef
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gametree_arena::journal;
use gametree_catalog::CatalogError;
use gametree_games::connect4::Column;

use super::judge::Judgement;
use crate::Progress;

/// The file in the user's cache directory.
pub const FILE: &str = "connect4-judgements.txt";

const HEADER: &str = "gametree connect4 judgements 1";

/// Judgements by position, saved in a file.
pub struct Cache<'a> {
    path: Option<PathBuf>,
    known: BTreeMap<String, Judgement>,
    /// How many are not on disk yet.
    fresh: usize,
    /// The user did not name the file: where it cannot be used, do without.
    optional: bool,
    progress: &'a dyn Progress,
}

/// The number of new ones that are written at a time.
const EVERY: usize = 100;

impl<'a> Cache<'a> {
    /// Nothing known, nothing saved.
    pub fn none(progress: &'a dyn Progress) -> Cache<'a> {
        Cache {
            path: None,
            known: BTreeMap::new(),
            fresh: 0,
            optional: false,
            progress,
        }
    }

    /// What a file holds; a file that is not there is empty.
    ///
    /// # Errors
    /// It cannot be read, or is another kind of file.
    pub fn open(path: PathBuf, progress: &'a dyn Progress) -> Result<Cache<'a>, CatalogError> {
        let known = read(&path, progress)?;
        Ok(Cache {
            path: Some(path),
            known,
            ..Cache::none(progress)
        })
    }

    /// The same for a file that the user did not name: where it cannot be used, nothing is saved.
    pub fn optional(path: PathBuf, progress: &'a dyn Progress) -> Cache<'a> {
        match Cache::open(path, progress) {
            Ok(cache) => Cache {
                optional: true,
                ..cache
            },
            Err(error) => {
                progress.note(&not_saved(&error));
                Cache::none(progress)
            }
        }
    }

    /// What is known of a position.
    pub fn get(&self, name: &str) -> Option<&Judgement> {
        self.known.get(name)
    }

    /// Remembers a position.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn put(&mut self, name: &str, judgement: Judgement) -> Result<(), CatalogError> {
        self.known.insert(name.to_string(), judgement);
        self.fresh += 1;
        if self.fresh >= EVERY {
            self.save()
        } else {
            Ok(())
        }
    }

    /// Writes what is new, together with what others have written meanwhile.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self) -> Result<(), CatalogError> {
        let Some(path) = self.path.clone().filter(|_| self.fresh > 0) else {
            return Ok(());
        };
        match self.save_to(&path) {
            Err(error) if self.optional => {
                self.progress.note(&not_saved(&error));
                self.path = None;
                Ok(())
            }
            result => result,
        }
    }

    fn save_to(&mut self, path: &Path) -> Result<(), CatalogError> {
        for (name, judgement) in read(path, self.progress)? {
            self.known.entry(name).or_insert(judgement);
        }
        self.fresh = 0;
        write(path, &text(&self.known)).map_err(|error| {
            CatalogError::failed(format!(
                "cannot write the solved positions to {}: {error}",
                path.display()
            ))
            .hint("give another file with --cache, or none with --no-cache")
        })
    }
}

fn not_saved(error: &CatalogError) -> String {
    format!("{}; solved positions are not saved", error.what)
}

/// Through a file beside it, so that there is never half a file.
fn write(path: &Path, text: &str) -> std::io::Result<()> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.new", std::process::id()));
    std::fs::write(&name, text)?;
    std::fs::rename(&name, path)
}

fn read(path: &Path, progress: &dyn Progress) -> Result<BTreeMap<String, Judgement>, CatalogError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(BTreeMap::new()),
        Err(error) => {
            return Err(
                CatalogError::failed(format!("cannot read {}: {error}", path.display()))
                    .hint("give another file with --cache, or none with --no-cache"),
            );
        }
    };
    if !text.is_empty() && !text.starts_with(HEADER) {
        return Err(CatalogError::usage(format!(
            "{} is not a file of solved positions",
            path.display()
        ))
        .hint("it is left as it is: give another file with --cache"));
    }
    Ok(parse(&text).unwrap_or_else(|| {
        progress.note(&format!(
            "{} is damaged: everything is solved again",
            path.display()
        ));
        BTreeMap::new()
    }))
}

fn text(known: &BTreeMap<String, Judgement>) -> String {
    let line = |(name, judgement): (&String, &Judgement)| match judgement {
        Judgement::Indifferent => format!("{name} -\n"),
        Judgement::Telling(kept) => {
            format!(
                "{name} {}\n",
                kept.iter().map(Column::to_string).collect::<String>()
            )
        }
    };
    let body = format!("{HEADER}\n") + &known.iter().map(line).collect::<String>();
    format!("{body}sum {:016x}\n", journal::sum(body.as_bytes()))
}

/// `None` where a line is not what it should be or the check sum is wrong.
fn parse(text: &str) -> Option<BTreeMap<String, Judgement>> {
    if text.is_empty() {
        return Some(BTreeMap::new());
    }
    let end = text.rfind("sum ")?;
    let (body, sum) = text.split_at(end);
    if sum != format!("sum {:016x}\n", journal::sum(body.as_bytes())) {
        return None;
    }
    body.lines().skip(1).map(entry).collect()
}

fn entry(line: &str) -> Option<(String, Judgement)> {
    let (name, kept) = line.split_once(' ')?;
    if kept == "-" {
        return Some((name.to_string(), Judgement::Indifferent));
    }
    let column = |digit: char| match digit.to_digit(10) {
        Some(number @ 1..=7) => Some(Column(number as u8 - 1)),
        _ => None,
    };
    Some((
        name.to_string(),
        Judgement::Telling(kept.chars().map(column).collect::<Option<_>>()?),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> BTreeMap<String, Judgement> {
        [
            (
                "4435".to_string(),
                Judgement::Telling(vec![Column(3), Column(0)]),
            ),
            ("1122".to_string(), Judgement::Indifferent),
        ]
        .into()
    }

    #[test]
    fn texts_are_read_back_and_damage_is_seen() {
        let whole = text(&sample());
        assert_eq!(parse(&whole), Some(sample()));
        assert_eq!(parse(""), Some(BTreeMap::new()));
        for cut in 1..whole.len() {
            assert_eq!(parse(&whole[..cut]), None, "cut at {cut}");
        }
        for at in 0..whole.len() {
            let mut bytes = whole.clone().into_bytes();
            bytes[at] ^= 1;
            assert_eq!(
                parse(&String::from_utf8(bytes).unwrap()),
                None,
                "flipped at {at}"
            );
        }
    }

    #[test]
    fn files_are_kept_merged_and_never_taken_from_others() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("deeper").join("c.txt");
        let mut one = Cache::open(path.clone(), &()).unwrap();
        let mut two = Cache::open(path.clone(), &()).unwrap();
        one.put("4", Judgement::Indifferent).unwrap();
        two.put("5", Judgement::Telling(vec![Column(6)])).unwrap();
        one.save().unwrap();
        two.save().unwrap();
        let both = Cache::open(path.clone(), &()).unwrap();
        assert_eq!(both.get("4"), Some(&Judgement::Indifferent));
        assert_eq!(both.get("5"), Some(&Judgement::Telling(vec![Column(6)])));
        std::fs::write(&path, "my diary\n").unwrap();
        // Below a file there is no directory: an error where the user named it, else only a hint.
        let below = path.join("c.txt");
        let put = |mut cache: Cache<'_>| {
            cache.put("4", Judgement::Indifferent).unwrap();
            cache.save()
        };
        let named = Cache {
            path: Some(below.clone()),
            ..Cache::none(&())
        };
        assert!(put(named).is_err());
        assert!(
            put(Cache {
                path: Some(below.clone()),
                optional: true,
                ..Cache::none(&())
            })
            .is_ok()
        );
        assert!(put(Cache::optional(below, &())).is_ok());
        assert!(
            Cache::open(path, &())
                .err()
                .unwrap()
                .what
                .contains("not a file of solved positions")
        );
    }
}
