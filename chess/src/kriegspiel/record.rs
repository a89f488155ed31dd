//! What has happened so far, as a list whose copies share their past: a clone costs a pointer, a
//! move one entry.

use std::sync::Arc;

use gametree::Player;

use super::attempts::Attempt;
use super::umpire::Word;

/// One thing that a player sees or hears.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Seen {
    /// The player's own attempt, that the umpire refused. The other hears nothing of it.
    Refused(Attempt),
    /// The player's own attempt, that was played.
    Moved(Attempt),
    /// What the umpire said after a move of either player.
    Said(Word),
}

/// One thing that happened.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Refused(Attempt),
    /// The attempt is not known where a player only imagines what the other did.
    Played(Option<Attempt>, Word),
}

#[derive(Debug)]
pub(super) struct Entry {
    pub by: Player,
    pub event: Event,
    /// The chess position behind it; `None` where it is unknown.
    pub key: Option<u64>,
    /// How much each player has seen by now.
    seen: [u32; 2],
    before: Record,
}

/// A list, the latest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Record(Option<Arc<Entry>>);

impl Record {
    pub fn push(&mut self, by: Player, event: Event, key: Option<u64>) {
        let mut seen = [
            self.seen(Player::FIRST) as u32,
            self.seen(Player::SECOND) as u32,
        ];
        for player in [Player::FIRST, Player::SECOND] {
            seen[usize::from(player.0)] += shown(by, event, player).iter().flatten().count() as u32;
        }
        let before = std::mem::take(self);
        self.0 = Some(Arc::new(Entry {
            by,
            event,
            key,
            seen,
            before,
        }));
    }

    /// How many things a player has seen.
    pub fn seen(&self, player: Player) -> usize {
        self.0
            .as_ref()
            .map_or(0, |entry| entry.seen[usize::from(player.0 & 1)] as usize)
    }

    /// All entries, the latest first.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        std::iter::successors(self.0.as_deref(), |entry| entry.before.0.as_deref())
    }

    /// What a player has seen after the first `from` things.
    pub fn news(&self, player: Player, from: usize) -> Vec<Seen> {
        let wanted = self.seen(player).saturating_sub(from);
        let mut news = Vec::with_capacity(wanted + 1);
        for entry in self.iter() {
            if news.len() >= wanted {
                break;
            }
            news.extend(
                shown(entry.by, entry.event, player)
                    .into_iter()
                    .rev()
                    .flatten(),
            );
        }
        news.truncate(wanted);
        news.reverse();
        news
    }

    /// The attempts refused since the last move.
    pub fn refused(&self) -> impl Iterator<Item = Attempt> {
        self.iter().map_while(|entry| match entry.event {
            Event::Refused(attempt) => Some(attempt),
            Event::Played(..) => None,
        })
    }

    /// The same as far as `player` knows it: nothing of what the other tried and did.
    pub fn known_to(&self, player: Player) -> Record {
        let entries: Vec<&Entry> = self.iter().collect();
        let mut known = Record::default();
        for entry in entries.into_iter().rev() {
            match entry.event {
                event if entry.by == player => known.push(player, event, None),
                Event::Played(_, word) => known.push(entry.by, Event::Played(None, word), None),
                Event::Refused(_) => {}
            }
        }
        known
    }
}

/// What a player sees of an event, in order.
fn shown(by: Player, event: Event, player: Player) -> [Option<Seen>; 2] {
    let own = by == player;
    match event {
        Event::Refused(attempt) => [own.then_some(Seen::Refused(attempt)), None],
        Event::Played(attempt, word) => [
            attempt.filter(|_| own).map(Seen::Moved),
            Some(Seen::Said(word)),
        ],
    }
}

/// A long list would be dropped by as deep a recursion.
impl Drop for Record {
    fn drop(&mut self) {
        let mut rest = self.0.take();
        while let Some(entry) = rest {
            rest = Arc::into_inner(entry).and_then(|mut entry| entry.before.0.take());
        }
    }
}
