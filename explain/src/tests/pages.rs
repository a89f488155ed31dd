//! Pictures and pages.

use gametree::Limits;
use gametree::alphabeta::AlphaBeta;
use gametree::minmax::{Exact, MinMax};
use gametree::tree::{Estimates, Shape, random};
use serde_json::Value;

use super::{AIMA, on, well_formed};
use crate::test_support::explained;

#[test]
fn the_picture_is_well_formed_and_shows_what_was_cut() {
    on(AIMA, |told| {
        let svg = told.svg();
        well_formed(&svg);
        assert_eq!(svg.matches("class=\"node tip leaf\" id").count(), 7);
        assert_eq!(svg.matches("class=\"node tip cut\" id").count(), 2);
        assert_eq!(svg.matches("class=\"edge cut\" id").count(), 2);
        assert_eq!(svg.matches("class=\"edge line\" id").count(), 2);
        assert_eq!(
            svg.matches("class=\"node min").count(),
            4,
            "three and the legend's"
        );
    });
    for seed in 0..50 {
        let tree = random(&Shape::default(), seed);
        explained(&tree, &mut AlphaBeta::blind(), &Limits::none(), |told| {
            well_formed(&told.svg())
        });
    }
}

/// Means are ṽ; where a search takes the best of the children's values, it is v̂.
#[test]
fn the_page_names_the_value_that_it_shows() {
    let tree = "(max ~9 (min ~2 1 3) (min ~11 9 8))".parse().unwrap();
    let limits = Limits::none();
    let mut exact = Exact {
        evaluator: Estimates,
        p: 10.0,
        shift: 0,
    };
    explained(&tree, &mut exact, &limits, |told| {
        assert!(told.html().contains("inside <b>ṽ</b>"));
        assert_eq!(told.animation()["means"], true);
    });
    explained(&tree, &mut MinMax::new(Estimates), &limits, |told| {
        assert!(told.trace().weighted);
        assert!(told.html().contains("inside <b>v̂</b>"));
        assert_eq!(told.animation()["means"], false);
    });
}

#[test]
fn hostile_names_stay_text() {
    let evil = "(max </script><b>&\"'{{data}}:(min 3 4) ok:2)";
    on(evil, |told| {
        well_formed(&told.svg());
        let page = told.html();
        assert_eq!(page.matches("</script").count(), 2, "the page's own two");
        assert!(!page.contains("<b>&"));
        let start = page.find("id=\"data\">").unwrap() + 10;
        let data: Value =
            serde_json::from_str(&page[start..start + page[start..].find("</script").unwrap()])
                .unwrap();
        assert_eq!(data["nodes"][1]["name"], "</script><b>&\"'{{data}}");
    });
}

#[test]
fn the_page_asks_for_nothing_from_outside() {
    on(AIMA, |told| {
        let page = told.html();
        for outside in ["http:", "https:", "src=", "url(", "@import", "fetch(", "{{"] {
            assert!(!page.contains(outside), "{outside} in the page");
        }
        for wanted in [
            "aria-live",
            "prefers-color-scheme: dark",
            "type=\"range\"",
            "ArrowLeft",
            "lang=\"en\"",
        ] {
            assert!(page.contains(wanted), "{wanted} is missing");
        }
        assert_eq!(
            page.matches("<title>").count(),
            1 + told.trace().nodes.len()
        );
    });
}
