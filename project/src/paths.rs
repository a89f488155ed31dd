//! Positions of a project by the words that people use for them, both ways.

use std::ops::{Deref, DerefMut};

use gametree::{Game, Notation, Persistent};
use gametree_atlas::Atlas;
use gametree_atlas::fact::{Code, NodeId};
use gametree_atlas::store::{FileStore, Store};
use gametree_catalog::{Position, ProjectGame};

use crate::error::{ProjectError, Result};
use crate::games;
use crate::view::Crumb;

/// A project's graph and file, and the game it is of.
pub struct File {
    atlas: Atlas<Position, FileStore>,
    /// The game.
    pub game: ProjectGame,
}

impl File {
    /// Opens the project of a store.
    ///
    /// # Errors
    /// When the file is damaged, or of a game that is not known.
    pub fn open(store: FileStore) -> Result<File> {
        let game = games::open(store.game())?;
        let atlas = Atlas::open_with(store, game.reader())?;
        Ok(File { atlas, game })
    }
}

impl Deref for File {
    type Target = Atlas<Position, FileStore>;

    fn deref(&self) -> &Self::Target {
        &self.atlas
    }
}

impl DerefMut for File {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.atlas
    }
}

/// Thousandths of a ply as plies.
#[must_use]
pub fn plies(milli: u32) -> f64 {
    f64::from(milli) / 1000.0
}

/// A node that is there.
pub fn checked(atlas: &File, node: NodeId) -> Result<NodeId> {
    if atlas.graph().contains(node) {
        return Ok(node);
    }
    Err(ProjectError::not_found(format!(
        "there is no position {node} in this project"
    )))
}

/// The first root.
pub fn root(atlas: &File) -> Result<NodeId> {
    let root = atlas.graph().roots().first();
    root.map(|root| root.node)
        .ok_or_else(|| ProjectError::not_found("the project has no position yet"))
}

/// The position that all tasks are for, where there is one.
pub fn focused(atlas: &File) -> Option<NodeId> {
    match atlas.graph().boosts() {
        [(node, 100)] => Some(*node),
        _ => None,
    }
}

/// The node of a text: `root` or nothing, `#12`, moves from a root, or a position.
pub fn find(atlas: &File, text: &str) -> Result<NodeId> {
    let text = text.trim();
    if text == "root" || text.is_empty() {
        return root(atlas);
    }
    if let Some(number) = text.strip_prefix('#').and_then(|text| text.parse().ok()) {
        return checked(atlas, number);
    }
    Ok(atlas.resolve(text)?)
}

/// A text for which [`find`] finds the node again.
pub fn path(atlas: &File, node: NodeId) -> Result<String> {
    let (root, codes) = atlas.query().path(checked(atlas, node)?);
    let words = atlas.words(&atlas.position(root)?, &codes).join(" ");
    if atlas.resolve(&words).is_ok_and(|found| found == node) {
        return Ok(words);
    }
    Ok(atlas.position(node)?.write())
}

/// A position for a sentence.
pub fn named(atlas: &File, node: NodeId) -> Result<String> {
    let words = path(atlas, node)?;
    Ok(if words.is_empty() {
        "the root".into()
    } else {
        words
    })
}

/// Moves from a node, with the nodes they lead to.
pub fn crumbs<S: Store>(
    atlas: &Atlas<Position, S>,
    start: NodeId,
    codes: &[Code],
) -> Result<Vec<Crumb>> {
    let query = atlas.query();
    let mut position = atlas.position(start)?;
    let mut crumbs = vec![Crumb {
        node: start,
        name: String::new(),
        number: String::new(),
    }];
    let mut at = start;
    for &code in codes {
        let (Some(m), Some(next)) = (position.decode(code), query.child(at, code)) else {
            break;
        };
        at = next;
        crumbs.push(Crumb {
            node: at,
            name: position.write_move(m),
            number: position.number(),
        });
        position.play(m);
        position.normalize();
    }
    Ok(crumbs)
}

/// The way to a node as one text: `12.Nf3 Nc6 13.d4`.
pub fn way<S: Store>(atlas: &Atlas<Position, S>, node: NodeId) -> Result<String> {
    let (root, codes) = atlas.query().path(node);
    Ok(joined(&crumbs(atlas, root, &codes)?))
}

/// Crumbs as one text: a number before a first player's move and before the first.
#[must_use]
pub fn joined(crumbs: &[Crumb]) -> String {
    let named = crumbs.iter().filter(|crumb| !crumb.name.is_empty());
    numbered(named.map(|crumb| (crumb.number.as_str(), crumb.name.as_str())))
}

/// Numbers and moves as one text.
pub fn numbered<'a>(moves: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut text = String::new();
    for (number, name) in moves {
        let first = text.is_empty();
        if !first {
            text.push(' ');
        }
        if first || !number.ends_with("...") {
            text.push_str(number);
        }
        text.push_str(name);
    }
    text
}

/// Moves from a position as one text, `12...Nf6 13.g3`, as far as they are legal.
#[must_use]
pub fn spoken<G: Persistent>(from: &G, codes: &[Code]) -> String {
    let mut position = from.clone();
    let mut moves = Vec::with_capacity(codes.len());
    for &code in codes {
        let over = position.outcome().is_some();
        let Some(m) = (!over).then(|| position.decode(code)).flatten() else {
            break;
        };
        moves.push((position.number(), position.write_move(m)));
        position.play(m);
        position.normalize();
    }
    numbered(
        moves
            .iter()
            .map(|(number, name)| (number.as_str(), name.as_str())),
    )
}
