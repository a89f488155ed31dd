//! Writing projects for others.

use crate::grown;
use crate::world;

use std::collections::BTreeSet;
use std::fs;

use gametree::{Persistent, Readable, Verdict};
use gametree_atlas::export::{Board, PlainBoard};
use gametree_atlas::fact::Order;
use gametree_atlas::walk::{Cut, Place as Stands};
use grown::{project, several};
use serde_json::Value;
use world::Place;

#[test]
fn json_says_what_the_query_says() {
    for mut atlas in several() {
        atlas
            .steer(Order::Note {
                node: 0,
                text: "a \"note\" <b>\n".into(),
            })
            .unwrap();
        let mut text = Vec::new();
        atlas.write_json(Cut::NOTHING, &mut text).unwrap();
        let file: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(file["schema"], "gametree.atlas.export/1");
        let positions = file["positions"].as_array().unwrap();
        assert_eq!(positions.len(), atlas.graph().len());
        let query = atlas.query();
        for position in positions {
            let node = position["node"].as_u64().unwrap() as u32;
            let known = query.position(node);
            assert_eq!(
                position["value"].as_i64(),
                known.value.map(|value| match value.verdict() {
                    Verdict::Points(points) => i64::from(points),
                    Verdict::Win(plies) => 1_000_000 - i64::from(plies),
                    Verdict::Loss(plies) => i64::from(plies) - 1_000_000,
                })
            );
            assert_eq!(position["key"], format!("{:032x}", known.key));
            let read = Place::read(position["text"].as_str().unwrap()).unwrap();
            assert_eq!(read.identity(), known.key);
            let rows = query.moves(node).rows;
            let moves = position["moves"].as_array().unwrap();
            assert_eq!(moves.len(), rows.len());
            for (found, row) in moves.iter().zip(&rows) {
                assert_eq!(found["move"], row.code.to_string());
                assert_eq!(found["state"], row.state.word());
                // The reader rounds the last bit.
                assert!((found["share"].as_f64().unwrap() - row.share).abs() < 1e-12);
            }
        }
        assert_eq!(positions[0]["note"], "a \"note\" <b>\n");
    }
}

/// Every tag that opens closes, in order.
fn well_formed(text: &str) {
    let mut open = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, _) = part.split_once('>').expect("a tag ends");
        let name = tag.split_whitespace().next().unwrap_or_default();
        if let Some(name) = name.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "in {text}");
        } else if !tag.ends_with('/') && !["!DOCTYPE", "meta", "link"].contains(&name) {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

fn links(page: &str) -> impl Iterator<Item = &str> {
    page.split("href=\"")
        .skip(1)
        .filter_map(|part| part.split_once('"'))
        .map(|(link, _)| link)
}

#[test]
fn pages_are_well_formed_and_every_link_leads_somewhere() {
    for mut atlas in several() {
        let nasty = "<script>alert('x')</script> {body} {title} & \"quotes\"";
        atlas
            .steer(Order::Note {
                node: 0,
                text: nasty.into(),
            })
            .unwrap();
        let directory = tempfile::tempdir().unwrap();
        let count = atlas
            .write_pages(directory.path(), Cut::NOTHING, &PlainBoard)
            .unwrap();
        assert_eq!(count, atlas.graph().len());
        let files: BTreeSet<String> = fs::read_dir(directory.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(files.len(), count + 2);
        let mut reached = BTreeSet::from(["index.html".to_string()]);
        for file in files.iter().filter(|file| file.ends_with(".html")) {
            let page = fs::read_to_string(directory.path().join(file)).unwrap();
            well_formed(&page);
            assert!(!page.contains("<script"));
            for link in links(&page) {
                assert!(files.contains(link), "{file} links {link}");
                reached.insert(link.to_string());
            }
        }
        assert_eq!(reached, files, "every page can be reached");
    }
}

#[test]
fn pages_can_be_cut_and_drawn() {
    struct Drawn;
    impl Board<Place> for Drawn {
        fn board_html(&self, position: &Place) -> String {
            format!("<p>place {}</p>", position.at)
        }
    }
    let mut atlas = project(&Place::start(5000, 3), 300);
    atlas
        .add_root(&Place {
            at: 17,
            ..Place::start(5000, 3)
        })
        .unwrap();
    let directory = tempfile::tempdir().unwrap();
    let count = atlas
        .write_pages(
            directory.path(),
            Cut {
                rows: 20,
                ..Cut::NOTHING
            },
            &Drawn,
        )
        .unwrap();
    assert!(count > 5 && count <= 20);
    for entry in fs::read_dir(directory.path()).unwrap() {
        let path = entry.unwrap().path();
        let page = fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_str().unwrap();
        assert_eq!(
            page.contains("<p>place "),
            name.ends_with(".html") && name != "index.html"
        );
        assert!(links(&page).all(|link| directory.path().join(link).exists()));
    }
}

#[test]
fn drawings_show_every_row() {
    for atlas in several() {
        let cut = Cut {
            share: 0.001,
            rows: 300,
            ..Cut::NOTHING
        };
        let walk = atlas.query().walk(0, cut);
        let dot = atlas.dot(0, cut, &|value| value.to_string()).unwrap();
        assert_eq!(dot.matches(" -> ").count(), walk.rows.len() - 1);
        let first = walk
            .rows
            .iter()
            .filter(|row| row.place == Stands::First)
            .count();
        assert_eq!(dot.matches(" %\"];").count(), first);
        let svg = atlas.svg(0, cut, &|value| value.to_string()).unwrap();
        well_formed(&svg);
        assert_eq!(svg.matches("<rect").count(), walk.rows.len());
        let heights: f64 = svg
            .lines()
            .filter(|line| line.contains(" x=\"110.0\"") && line.contains("<rect"))
            .filter_map(|line| {
                line.split_once("height=\"")?
                    .1
                    .split_once('"')?
                    .0
                    .parse::<f64>()
                    .ok()
            })
            .sum();
        assert!(
            heights <= 800.5,
            "moves of the start are no higher than the start: {heights}"
        );
    }
}
