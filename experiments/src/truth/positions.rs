//! The positions of a run: read from files, a sample of them drawn with a seed.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use gametree::Game;
use gametree::rng::Rng;
use gametree_catalog::CatalogError;
use gametree_chess::Chess;
use gametree_chess::epd::EpdReader;

use super::TruthRequest;
use crate::Progress;

/// A position with its name.
pub struct Sampled {
    /// Its name, or its file and number.
    pub id: String,
    /// The position; the game is not over.
    pub position: Chess,
}

/// The positions that a request wants of its files.
///
/// # Errors
/// A file cannot be read, or there are files and none holds a position.
pub fn read(request: &TruthRequest, progress: &dyn Progress) -> Result<Vec<Sampled>, CatalogError> {
    let mut all = Vec::new();
    for path in &request.files {
        read_file(path, &mut all, progress)?;
    }
    if all.is_empty() && !request.files.is_empty() {
        let names: Vec<String> = request
            .files
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let what = format!("{} holds no position", names.join(", "));
        return Err(CatalogError::usage(what).hint("records look like: FEN id \"name\";"));
    }
    Ok(match request.positions {
        Some(count) => sample(all, count, request.seed),
        None => all,
    })
}

fn read_file(
    path: &Path,
    all: &mut Vec<Sampled>,
    progress: &dyn Progress,
) -> Result<(), CatalogError> {
    let shown = path.display();
    let file =
        File::open(path).map_err(|error| CatalogError::not_found(format!("{shown}: {error}")))?;
    for (number, record) in EpdReader::new(BufReader::new(file)).enumerate() {
        let unnamed = || {
            format!(
                "{} {}",
                path.file_stem().unwrap_or_default().to_string_lossy(),
                number + 1
            )
        };
        match record {
            Ok(record) if record.position.moves().next().is_none() => {
                progress.note(&format!(
                    "{shown}: record {}: the game is over: left out",
                    number + 1
                ));
            }
            Ok(record) => all.push(Sampled {
                id: record.id().map_or_else(unnamed, str::to_string),
                position: record.position,
            }),
            Err(error) => progress.note(&format!("{shown}: {error}: left out")),
        }
    }
    Ok(())
}

/// Some of them, in their order.
fn sample(all: Vec<Sampled>, count: usize, seed: u64) -> Vec<Sampled> {
    let mut places: Vec<usize> = (0..all.len()).collect();
    Rng::new(seed).shuffle(&mut places);
    places.truncate(count);
    let mut numbered = all.into_iter().enumerate().collect::<Vec<_>>();
    numbered.retain(|(place, _)| places.contains(place));
    numbered.into_iter().map(|(_, one)| one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(all: Vec<Sampled>) -> Vec<String> {
        all.into_iter().map(|one| one.id).collect()
    }

    #[test]
    fn a_sample_is_a_function_of_the_seed_in_the_order_of_the_file() {
        let all = || {
            let named = |number: u32| Sampled {
                id: format!("{number:02}"),
                position: Chess::default(),
            };
            (0..30).map(named).collect::<Vec<_>>()
        };
        let five = ids(sample(all(), 5, 1));
        assert_eq!(five.len(), 5);
        assert!(five.is_sorted(), "{five:?}");
        assert_eq!(ids(sample(all(), 5, 1)), five);
        assert_ne!(ids(sample(all(), 5, 2)), five);
        assert_eq!(ids(sample(all(), 99, 1)), ids(all()));
    }
}
