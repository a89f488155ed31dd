//! `gametree simulate`.

use crate::experiments::assert_well_formed;
use crate::{gametree, json};

const FARM: [&str; 13] = [
    "simulate",
    "farm",
    "--task",
    "1s",
    "--positions",
    "300",
    "--results",
    "400",
    "--window",
    "40",
    "--memory",
    "--seed",
    "3",
];

#[test]
fn a_farm_with_failures_grows_the_graph_of_one_worker() {
    let alone = json(&[&FARM[..], &["--workers", "1", "--fail", "0"]].concat());
    let many = json(&[&FARM[..], &["--workers", "20", "--fail", "0.1"]].concat());
    assert_eq!(alone["schema"], "gametree.simulate.farm/1");
    assert_eq!(alone["complete"], true);
    assert_eq!(
        alone["rows"][0]["fingerprint"],
        many["rows"][0]["fingerprint"]
    );
    assert!(many["rows"][0]["failures"].as_u64() > Some(0));
    assert_eq!(many["rows"][0]["lost"], 0);
    assert_eq!(many["rows"][0]["applied_twice"], 0);
}

#[test]
fn a_farm_is_drawn_and_a_wrong_share_refused() {
    let dir = tempfile::tempdir().unwrap();
    let picture = dir.path().join("farm.svg");
    let path = picture.to_str().expect("a path of letters");
    let drawn = gametree(&[&FARM[..], &["--workers", "5,10", "--svg", path]].concat());
    assert_eq!(drawn.code, 0, "{}", drawn.err);
    assert_well_formed(&std::fs::read_to_string(&picture).unwrap());
    let refused = gametree(&["simulate", "farm", "--fail", "2"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("a share from 0 to 0.9"),
        "{}",
        refused.err
    );
}
