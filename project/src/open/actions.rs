//! Edits of a position. An edit that changes nothing writes no fact.

mod shares;

use gametree::erased::ErasedMove;
use gametree::{Persistent, Score};
use gametree_atlas::fact::{NodeId, Order, Origin, Rule};
use gametree_atlas::query::{MoveRow, MoveState};
use gametree_catalog::score_text;

use super::changes::rule_words;
use super::game;
use super::read_line::{BadMove, Named, one_move, read_line};
use crate::action::{Action, Done, Share};
use crate::error::{ProjectError, Result};
use crate::paths::{File, checked, focused, named, path};
use crate::recorded;

/// The longest note.
const LONGEST_NOTE: usize = 20_000;

/// Does what the user wants; the caller commits.
pub fn act(atlas: &mut File, node: NodeId, action: &Action) -> Result<Done> {
    checked(atlas, node)?;
    let before = Sizes::of(atlas);
    let mut editor = Editor { atlas, node };
    let edit = editor.act(action)?;
    let path = path(atlas, edit.node)?;
    let now = Sizes::of(atlas);
    Ok(Done {
        schema: "gametree.atlas.done/1",
        node: edit.node,
        path,
        words: edit.words,
        changed: now.facts > before.facts,
        undo: edit.undo,
        new_positions: now.positions.saturating_sub(before.positions),
        new_moves: now.moves.saturating_sub(before.moves),
        new_roots: now.roots - before.roots,
    })
}

/// How much there is.
struct Sizes {
    facts: u64,
    positions: usize,
    moves: usize,
    roots: usize,
}

impl Sizes {
    fn of(atlas: &File) -> Sizes {
        Sizes {
            facts: atlas.facts(),
            positions: atlas.graph().positions(),
            moves: atlas.graph().moves(),
            roots: atlas.graph().roots().len(),
        }
    }
}

/// What an edit did.
struct Edit {
    node: NodeId,
    words: String,
    undo: Vec<Action>,
}

/// A project and the position of an action.
struct Editor<'a> {
    atlas: &'a mut File,
    node: NodeId,
}

impl Editor<'_> {
    fn act(&mut self, action: &Action) -> Result<Edit> {
        match action {
            Action::Exclude { name, at } => {
                self.node = at.unwrap_or(self.node);
                checked(self.atlas, self.node)?;
                self.exclude(name)
            }
            Action::Include { name } => self.include(name),
            Action::Remove { name, at } => {
                self.node = at.unwrap_or(self.node);
                checked(self.atlas, self.node)?;
                self.remove(name)
            }
            Action::Add { name } => self.line(std::slice::from_ref(name), false),
            Action::Line { moves, any_root } => self.line(moves, *any_root),
            Action::Root { position, moves } => self.root(position, moves),
            Action::Boost { percent } => self.boost(*percent),
            Action::Focus {} => self.focus(),
            Action::Shares { shares } => self.shares(shares),
            Action::Damp { plies } => self.damp(*plies),
            Action::Note { text } => self.note(text),
            Action::Watch { rule, points } => self.watch(rule, *points),
            Action::Unwatch {} => self.unwatch(),
            Action::Unpark {} => self.unpark(),
            Action::Cancel { ticket } => self.cancel(*ticket),
            Action::Play { name } => {
                let shares = self.present();
                let mut undo = vec![Action::TakeBack {}];
                // A move that is taken back takes the focus along.
                if focused(self.atlas) != Some(self.node) {
                    undo.push(Action::Shares { shares });
                }
                let node = game::play(self.atlas, self.node, name)?;
                self.stand(node, undo)
            }
            Action::Spread {} => {
                let shares = game::spread(self.atlas)?;
                self.shares(&shares)
            }
            Action::TakeBack {} => {
                let node = game::take_back(self.atlas)?;
                self.stand(node, Vec::new())
            }
            Action::Distrust { source } => self.distrust(*source),
            Action::Trust { source } => self.trust(*source),
        }
    }

    fn edit(&self, words: impl Into<String>, undo: Vec<Action>) -> Result<Edit> {
        Ok(Edit {
            node: self.node,
            words: words.into(),
            undo,
        })
    }

    /// The position for a sentence.
    fn here(&self) -> Result<String> {
        named(self.atlas, self.node)
    }

    fn exclude(&mut self, name: &str) -> Result<Edit> {
        let position = self.atlas.position(self.node)?;
        let Named { m, name } = one_move(&position, name)?;
        let code = position.encode(m);
        let at = self.here()?;
        if self.state(code) == Some(MoveState::Excluded) {
            return self.edit(format!("{name} at {at} is excluded already"), Vec::new());
        }
        // A move that is not in the graph comes into it, so that engines leave it out.
        let new = self.atlas.query().child(self.node, code).is_none();
        if new {
            self.atlas.add_move(self.node, m, Origin::User)?;
        }
        self.atlas.steer(Order::Exclude {
            node: self.node,
            code,
            on: true,
        })?;
        let words = format!("{name} at {at} is excluded: it does not count any more");
        let mut undo = vec![Action::Include { name: name.clone() }];
        undo.extend(new.then_some(Action::Remove { name, at: None }));
        self.edit(words, undo)
    }

    /// Takes a move away; what something else needs of it stays.
    fn remove(&mut self, name: &str) -> Result<Edit> {
        let position = self.atlas.position(self.node)?;
        let Named { m, name } = one_move(&position, name)?;
        let code = position.encode(m);
        let at = self.here()?;
        let Some(row) = self.row(code) else {
            return self.edit(format!("{name} is not in the project at {at}"), Vec::new());
        };
        if row.origin != Origin::User {
            return self.edit(format!("{name} at {at} is not a move of yours"), Vec::new());
        }
        let leaves = self.atlas.graph().can_leave(self.node, code);
        if let Some(why) = self.holds(&row, leaves) {
            return self.edit(format!("{name} at {at} stays: {why}"), Vec::new());
        }
        self.atlas.steer(Order::Remove {
            node: self.node,
            code,
        })?;
        let words = if leaves {
            format!("{name} at {at} removed")
        } else {
            format!("{name} at {at} stays as a move of the engines: they have searched it")
        };
        self.edit(words, vec![Action::Add { name }])
    }

    /// What of the user's holds a move that is to be removed.
    fn holds(&self, row: &MoveRow, leaves: bool) -> Option<&'static str> {
        let mut behind = self.atlas.query().moves(row.node).rows.into_iter();
        if !leaves && behind.any(|row| row.origin == Origin::User) {
            return Some("moves of yours go on behind it");
        }
        let mark = self.atlas.graph().marks().get(&row.node);
        let marked = mark.is_some_and(|mark| !mark.note.is_empty() || !mark.watches.is_empty());
        if !leaves && marked {
            return Some("the position behind it has a note or a watch");
        }
        let step = (Some(self.node), Some(row.node));
        let played = recorded::all(self.atlas).iter().any(|game| {
            let parent = |id: usize| game.nodes[game.game.node(id).parent()];
            (1..game.game.len()).any(|id| (parent(id), game.nodes[id]) == step)
        });
        played.then_some("it belongs to a game")
    }

    fn include(&mut self, name: &str) -> Result<Edit> {
        let position = self.atlas.position(self.node)?;
        let Named { m, name } = one_move(&position, name)?;
        let code = position.encode(m);
        let at = self.here()?;
        match self.state(code) {
            None => Err(
                ProjectError::not_found(format!("{name} is not in the project at {at}"))
                    .hint("`gametree atlas add` puts it there"),
            ),
            Some(MoveState::Excluded) => {
                self.atlas.steer(Order::Exclude {
                    node: self.node,
                    code,
                    on: false,
                })?;
                let words = format!("{name} at {at} is included again");
                self.edit(words, vec![Action::Exclude { name, at: None }])
            }
            Some(_) => self.edit(format!("{name} at {at} is not excluded"), Vec::new()),
        }
    }

    fn row(&self, code: u32) -> Option<MoveRow> {
        let rows = self.atlas.query().moves(self.node).rows;
        rows.into_iter().find(|row| row.code == code)
    }

    fn state(&self, code: u32) -> Option<MoveState> {
        self.row(code).map(|row| row.state)
    }

    fn line(&mut self, names: &[String], any_root: bool) -> Result<Edit> {
        if names.is_empty() {
            return Err(
                ProjectError::invalid("there is no move to add").hint("name one, as in 'Nf3 Nc6'")
            );
        }
        let home = self.node;
        if any_root {
            self.node = self.root_of(names)?;
        }
        let moves = read_line(&self.atlas.position(self.node)?, names)?;
        let edit = self.enter(&moves)?;
        Ok(self.seen_from(home, edit))
    }

    /// The first root, or the focus, from which every name is a move; else the error of the one that came
    /// furthest.
    fn root_of(&self, names: &[String]) -> Result<NodeId> {
        let mut furthest: Option<BadMove> = None;
        let roots = self.atlas.graph().roots().iter().map(|root| root.node);
        for root in roots.chain(focused(self.atlas)) {
            match read_line(&self.atlas.position(root)?, names) {
                Ok(_) => return Ok(root),
                Err(bad) if furthest.as_ref().is_none_or(|best| bad.place > best.place) => {
                    furthest = Some(bad);
                }
                Err(_) => {}
            }
        }
        let empty = || ProjectError::not_found("the project has no position yet");
        Err(furthest.map_or_else(empty, |bad| bad.error))
    }

    /// An undo is done at the position of the action: what was done elsewhere says where.
    fn seen_from(&self, home: NodeId, mut edit: Edit) -> Edit {
        for action in &mut edit.undo {
            if let Action::Exclude { at, .. } | Action::Remove { at, .. } = action
                && self.node != home
            {
                at.get_or_insert(self.node);
            }
        }
        edit
    }

    /// The line is read before the root comes into the project: a wrong one leaves everything as
    /// it is.
    fn root(&mut self, text: &str, names: &[String]) -> Result<Edit> {
        let mut position = self
            .atlas
            .game
            .parse_position(text)
            .map_err(ProjectError::invalid)?;
        position.normalize();
        let moves = read_line(&position, names)?;
        let home = self.node;
        let roots = self.atlas.graph().roots().len();
        self.node = self.atlas.add_root(&position)?;
        let mut edit = self.enter(&moves)?;
        if self.atlas.graph().roots().len() > roots && moves.is_empty() {
            edit.words = format!("{}: a root from now on", self.here()?);
        }
        Ok(self.seen_from(home, edit))
    }

    fn enter(&mut self, moves: &[Named<ErasedMove>]) -> Result<Edit> {
        let facts = self.atlas.facts();
        let before = self.atlas.graph().moves();
        let mut at = self.node;
        let mut undo = Vec::new();
        for Named { m, name } in moves {
            let known = self.atlas.facts();
            let from = at;
            at = self.atlas.add_move(at, *m, Origin::User)?;
            if self.atlas.facts() > known {
                undo.push(Action::Remove {
                    name: name.clone(),
                    at: (from != self.node).then_some(from),
                });
            }
        }
        // The last move first: a move stays while others of the user's go on behind it.
        undo.reverse();
        // In the order given: another order of moves may lead to the same position.
        let given = moves.iter().map(|Named { name, .. }| name.as_str());
        let end = match (self.node == at, path(self.atlas, self.node)?) {
            (true, _) => self.here()?,
            (false, way) => std::iter::once(way.as_str())
                .chain(given)
                .collect::<Vec<_>>()
                .join(" ")
                .trim_start()
                .to_string(),
        };
        let words = match self.atlas.graph().moves() - before {
            0 if self.atlas.facts() == facts => {
                format!("{end}: it is all in the project already, as yours")
            }
            0 => format!("{end}: it was in the project, and is yours from now on"),
            1 => format!("{end}: 1 move added"),
            new => format!("{end}: {new} moves added"),
        };
        Ok(Edit {
            node: at,
            words,
            undo,
        })
    }

    fn damp(&mut self, plies: f64) -> Result<Edit> {
        if !(0.0..=1000.0).contains(&plies) {
            return Err(ProjectError::invalid("plies: from 0 to 1000"));
        }
        let mark = self.atlas.graph().marks().get(&self.node);
        let old = mark.map_or(0, |mark| mark.damp);
        let milli = (plies * 1000.0).round() as u32;
        let at = self.here()?;
        if old == milli {
            return self.edit(format!("{at} costs {plies} plies more already"), Vec::new());
        }
        self.atlas.steer(Order::Damp {
            node: self.node,
            milli,
        })?;
        let undo = Action::Damp {
            plies: f64::from(old) / 1000.0,
        };
        self.edit(
            format!("every way into {at} costs {plies} plies more"),
            vec![undo],
        )
    }

    fn note(&mut self, text: &str) -> Result<Edit> {
        if text.len() > LONGEST_NOTE {
            return Err(ProjectError::invalid(format!(
                "a note has at most {LONGEST_NOTE} bytes"
            )));
        }
        let text = text.trim();
        let old = self.atlas.query().note(self.node);
        let at = self.here()?;
        if old == text {
            let words = if text.is_empty() {
                format!("{at} has no note")
            } else {
                format!("{at} has this note already")
            };
            return self.edit(words, Vec::new());
        }
        self.atlas.steer(Order::Note {
            node: self.node,
            text: text.to_string(),
        })?;
        let words = if text.is_empty() {
            format!("note at {at} removed")
        } else {
            format!("note at {at} saved")
        };
        self.edit(words, vec![Action::Note { text: old }])
    }

    fn watch(&mut self, rule: &str, points: Option<i64>) -> Result<Edit> {
        let rule = read_rule(rule, points)?;
        let at = self.here()?;
        let words = rule_words(self.atlas.game.facts, rule);
        let mark = self.atlas.graph().marks().get(&self.node);
        if mark.is_some_and(|mark| mark.watches.contains(&rule)) {
            return self.edit(format!("{at} is watched already: {words}"), Vec::new());
        }
        let mut undo = vec![Action::Unwatch {}];
        undo.extend(self.watches());
        self.atlas.steer(Order::Watch {
            node: self.node,
            rule: Some(rule),
        })?;
        self.edit(format!("{at} is watched: {words}"), undo)
    }

    fn watches(&self) -> Vec<Action> {
        let number = |raw: i32| Some(score_text::number(Score::from_raw(raw)));
        let action = |rule: &Rule| {
            let (rule, points) = match *rule {
                Rule::BestChanges => ("best", None),
                Rule::Moves(by) => ("moves", Some(i64::from(by))),
                Rule::Above(raw) => ("above", number(raw)),
                Rule::Below(raw) => ("below", number(raw)),
            };
            Action::Watch {
                rule: rule.into(),
                points,
            }
        };
        let mark = self.atlas.graph().marks().get(&self.node);
        mark.map_or(Vec::new(), |mark| mark.watches.iter().map(action).collect())
    }

    fn unwatch(&mut self) -> Result<Edit> {
        let undo = self.watches();
        let at = self.here()?;
        if undo.is_empty() {
            return self.edit(format!("{at} is not watched"), undo);
        }
        self.atlas.steer(Order::Watch {
            node: self.node,
            rule: None,
        })?;
        self.edit(format!("{at} is not watched any more"), undo)
    }

    fn cancel(&mut self, ticket: u64) -> Result<Edit> {
        let open = self.atlas.graph().open().iter();
        let Some(task) = open.clone().find(|open| open.ticket == ticket).copied() else {
            let what = format!("task {ticket} is not open");
            return Err(ProjectError::not_found(what).hint("it may be done already"));
        };
        self.node = task.node;
        self.atlas.cancel(ticket)?;
        let at = self.here()?;
        self.edit(
            format!("Task {ticket} at {at} cancelled."),
            vec![Action::Unpark {}],
        )
    }

    fn unpark(&mut self) -> Result<Edit> {
        if self.atlas.query().position(self.node).parked.is_none() {
            return Err(ProjectError::invalid("this position has not failed"));
        }
        self.atlas.steer(Order::Unpark { node: self.node })?;
        self.edit(format!("{} is tried again", self.here()?), Vec::new())
    }

    /// The game has moved on, or back: all tasks go where it stands.
    fn stand(&mut self, node: NodeId, undo: Vec<Action>) -> Result<Edit> {
        self.node = node;
        self.focus()?;
        let standing = game::standing(self.atlas);
        self.edit(format!("the game stands at {standing}"), undo)
    }

    fn focus(&mut self) -> Result<Edit> {
        self.shares(&[Share {
            node: self.node,
            percent: 100,
        }])
    }

    fn distrust(&mut self, source: u16) -> Result<Edit> {
        let sources = self.atlas.query().stats().sources;
        let Some(row) = sources.get(usize::from(source)) else {
            return Err(ProjectError::not_found(format!(
                "there is no engine {source} in this project"
            )));
        };
        if row.distrusted {
            return self.edit(format!("{} is asked again already", row.name), Vec::new());
        }
        self.atlas.steer(Order::Distrust { source })?;
        let words = format!(
            "{}: its {} positions are searched again when their turn comes; until then they count",
            row.name, row.positions
        );
        self.edit(words, vec![Action::Trust { source }])
    }

    fn trust(&mut self, source: u16) -> Result<Edit> {
        let sources = self.atlas.query().stats().sources;
        let Some(row) = sources.get(usize::from(source)) else {
            return Err(ProjectError::not_found(format!(
                "there is no engine {source} in this project"
            )));
        };
        if !row.distrusted {
            return self.edit(format!("{} is trusted", row.name), Vec::new());
        }
        self.atlas.steer(Order::Trust { source })?;
        let words = format!("{} is trusted again", row.name);
        self.edit(words, vec![Action::Distrust { source }])
    }
}

fn read_rule(rule: &str, points: Option<i64>) -> Result<Rule> {
    let missing = || ProjectError::invalid("points: how many, at most 100,000");
    let value = || points.and_then(score_text::from_number).ok_or_else(missing);
    Ok(match rule {
        "best" => Rule::BestChanges,
        "moves" => {
            let by = points.filter(|points| (1..=100_000).contains(points));
            Rule::Moves(by.ok_or_else(missing)? as i32)
        }
        "above" => Rule::Above(value()?.raw()),
        "below" => Rule::Below(value()?.raw()),
        other => {
            return Err(ProjectError::invalid(format!("'{other}' is not a rule"))
                .hint("moves, best, above or below"));
        }
    })
}
