//! EPD suites of the field are read whole, and written as they were read.

use crate::data;

use gametree_chess::epd::{Epd, EpdReader, Operation};

fn read(text: &str) -> Vec<Epd> {
    EpdReader::new(text.as_bytes())
        .map(|record| record.unwrap_or_else(|error| panic!("{error}")))
        .collect()
}

fn check(text: &str) -> Vec<Epd> {
    let records = read(text);
    for record in &records {
        let again = Epd::parse(&record.to_string()).unwrap();
        assert_eq!(again.operations, record.operations, "{record}");
        assert_eq!(again.position.fen(), record.position.fen());
    }
    records
}

#[test]
fn suites_with_best_moves() {
    for (name, size) in [("wac.epd", 300), ("kaufman.epd", 25)] {
        let Some(text) = data::shared(name) else {
            return;
        };
        let records = check(&text);
        assert_eq!(records.len(), size, "{name}");
        for record in &records {
            assert!(record.id().is_some(), "{record}");
            assert!(
                !record.best_moves().is_empty() || !record.avoid_moves().is_empty(),
                "{record}"
            );
        }
    }
}

#[test]
fn a_suite_with_a_record_that_is_wrong() {
    let Some(text) = data::shared("bt2630.epd") else {
        return;
    };
    let (good, bad): (Vec<_>, Vec<_>) = EpdReader::new(text.as_bytes()).partition(Result::is_ok);
    assert_eq!((good.len(), bad.len()), (29, 1));
    // The published record has the wrong side to move.
    let error = bad.into_iter().next().unwrap().unwrap_err();
    assert_eq!(error.to_string(), "line 4: bm: 'Qf7' is not legal here");
}

#[test]
fn endings_with_the_distance_to_mate() {
    for name in ["endgame-dm-4.epd", "endgame-dm-5.epd"] {
        let Some(path) = data::fetched(name) else {
            return;
        };
        let text = std::fs::read_to_string(path).unwrap();
        let records = check(&text);
        assert!(records.len() > 20, "{name}: {}", records.len());
        let told = records.iter().filter(|record| {
            record
                .operations
                .iter()
                .any(|op| matches!(op, Operation::Mate(_)))
        });
        assert!(told.count() > 20, "{name}");
    }
}
