//! What `explain` and `search` say of the min/max approximation.

use crate::{gametree, json};

#[test]
fn the_shift_of_the_min_max_approximation_is_told() {
    let note = |game: &str, with: &str| {
        let told = json(&["explain", game, "--with", with, "--nodes", "30"]);
        told["note"].as_str().expect("a note").to_string()
    };
    let tree = "(max a:(min ~-5 1 2) b:(min ~3 1 2))";
    assert_eq!(
        note(tree, "minmax"),
        "Means with p = 10; ṽ is the value + 6 (the shift)"
    );
    assert_eq!(
        note(tree, "minmax:p=40,shift=20"),
        "Means with p = 40; ṽ is the value + 20 (the shift)"
    );
    let halves = "(max a:(min ~-0.5 1 2) b:(min ~3 1 2))";
    assert!(
        note(halves, "minmax").contains("+ 0.6 "),
        "the least of 0.1"
    );
    assert!(note(halves, "minmax:shift=2.5").contains("+ 2.5 "));
    assert!(
        note("(max a:(min ~5 1 2) 3)", "minmax").contains("+ 0 "),
        "positive already"
    );
    assert!(note("connect4", "minmax:mode=exact").contains("+ 2048 "));
    assert!(note("connect4", "minmax:mode=reverse").contains("shifted by 2048, with p = 40"));
    assert_eq!(
        note(tree, "minmax:mode=reverse"),
        "Maximum and minimum in place of the means (reverse), weights with p = 10; v̂ is the value + 6 (the shift)"
    );
    assert!(note("connect4", "minmax").contains("soft weights: a move that loses 51.2 points"));
    let value = |shift: &str| {
        json(&["search", tree, "--with", &format!("minmax:shift={shift}")])["value"].clone()
    };
    assert_eq!(
        (value("auto"), value("6"), value("999")),
        (1.into(), 1.into(), 1.into())
    );
    let refused = gametree(&["search", tree, "--with", "minmax:shift=5"]);
    assert_eq!(refused.code, 2);
    assert!(
        refused
            .err
            .contains("not all values of this tree are positive")
            && refused.err.contains("shift=6 is the least that works"),
        "{}",
        refused.err
    );
}

/// M_0 is the geometric mean; any real number is an exponent.
#[test]
fn the_exponent_of_the_means_is_any_number() {
    let root = |p: &str| {
        let told = json(&["explain", "(max 1 2 4)", "--with", &format!("minmax:p={p}")]);
        let events = told["events"].as_array().expect("events");
        let last = events.iter().rfind(|event| event["kind"] == "backup");
        let value = last.expect("a value")["labels"]["ṽ"].as_f64();
        value.expect("a number")
    };
    let means = ["0", "1", "-1", "0.5"].map(root);
    let expected = [
        2.0,
        7.0 / 3.0,
        12.0 / 7.0,
        ((3.0 + 2f64.sqrt()) / 3.0).powi(2),
    ];
    for (found, expected) in means.into_iter().zip(expected) {
        assert!((found - expected).abs() < 1e-12, "{found} {expected}");
    }
}

/// The fast form takes no means, and the replies that it plays without a choice are drawn.
#[test]
fn the_fast_form_says_maximum_and_draws_forced_replies() {
    let told = gametree(&[
        "explain", "connect4", "4453", "--with", "minmax", "--nodes", "15",
    ])
    .out;
    for expected in [
        "7·6 is added below move 7, estimated at 20: the reply is forced, since every other move loses at once.",
        "the maximum of 4: -112, 3: -144",
        "is -112; with 30 for the choice of moves v̂ = -82",
    ] {
        assert!(told.contains(expected), "{expected:?} is not in\n{told}");
    }
    assert!(!told.contains("mean for"), "{told}");
}

/// A win that is seen at a glance is no estimate, and what it makes needless was not less urgent.
#[test]
fn a_win_seen_at_a_glance_is_told_as_one() {
    let told = gametree(&[
        "explain", "connect4", "4455", "--with", "minmax", "--depth", "3",
    ])
    .out;
    for expected in [
        "Move 3 is added below the root, worth +#3.",
        "Move 4 is added below the root, estimated at -87.",
        "7 leaves; the value of move 3 was certain without it",
        "7 leaves; the value of the root was certain without it",
        "a move that loses 51.2 points",
    ] {
        assert!(told.contains(expected), "{expected:?} is not in\n{told}");
    }
}

/// What the paper ran, on its own tree: right without any option, and without a word of means.
#[test]
fn the_reverse_and_the_soft_form_are_right_on_trees() {
    let tree = format!(
        "tree:{}/../examples/rivest.tree",
        env!("CARGO_MANIFEST_DIR")
    );
    for mode in ["reverse", "soft"] {
        let with = format!("minmax:mode={mode}");
        let told = json(&["explain", &tree, "--with", &with, "--nodes", "7"]);
        assert_eq!(told["best_name"], "u", "{mode}");
        let text = gametree(&["explain", &tree, "--with", &with, "--nodes", "7"]).out;
        assert!(!text.contains("mean for"), "{text}");
        assert!(text.contains("minimum of w: 10, x: 12 is v̂ = 10"), "{text}");
    }
}
