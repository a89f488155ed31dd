//! The crate as a whole, on the textbook's trees, on random ones and on a small game.

mod alpha_beta;
mod best_first;
mod chance;
mod examples;
mod games;
mod pages;
mod penalties;
mod truth;

use gametree::Limits;
use gametree::alphabeta::AlphaBeta;

use crate::Explanation;
use crate::test_support::explained;

pub const AIMA: &str = "(max (min 3 12 8) (min 2 4 6) (min 14 5 2))";

pub fn on<T>(text: &str, check: impl FnOnce(&Explanation) -> T) -> T {
    explained(
        &text.parse().unwrap(),
        &mut AlphaBeta::blind(),
        &Limits::none(),
        check,
    )
}

pub fn sentences(told: &Explanation, kind: &str) -> Vec<String> {
    told.steps
        .iter()
        .filter(|step| step.kind == kind)
        .map(|step| step.text.clone())
        .collect()
}

pub fn well_formed(xml: &str) {
    let mut reader = quick_xml::Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let (mut depth, mut elements) = (0, 0);
    loop {
        match reader.read_event().expect("well-formed XML") {
            quick_xml::events::Event::Start(tag) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()));
                depth += 1;
                elements += 1;
            }
            quick_xml::events::Event::Empty(tag) => {
                assert!(tag.attributes().all(|attribute| attribute.is_ok()))
            }
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Text(text) => {
                text.unescape().expect("known entities");
            }
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert!(depth == 0 && elements > 3);
}
