//! The open tasks, oldest first, and the order in which their results are applied. Neither takes
//! longer where thousands are open.

use std::collections::BTreeSet;

use super::Open;

/// The open tasks.
#[derive(Clone, Debug, Default)]
pub(crate) struct OpenTasks {
    /// In the order of their numbers; those before `first` are done.
    list: Vec<Open>,
    first: usize,
    /// Turns and numbers.
    turns: BTreeSet<(u64, u64)>,
}

impl OpenTasks {
    /// The tasks, oldest first.
    pub fn as_slice(&self) -> &[Open] {
        &self.list[self.first..]
    }

    /// Adds a task, the newest of all.
    pub fn push(&mut self, task: Open) {
        debug_assert!(
            self.list
                .last()
                .is_none_or(|last| last.ticket < task.ticket)
        );
        self.turns.insert((task.turn, task.ticket));
        self.list.push(task);
    }

    /// The task of this number.
    pub fn get(&self, ticket: u64) -> Option<Open> {
        self.place(ticket).map(|place| self.list[place])
    }

    /// The task whose result is applied next.
    pub fn next(&self) -> Option<Open> {
        let &(_, ticket) = self.turns.first()?;
        self.get(ticket)
    }

    /// Takes a task out.
    pub fn remove(&mut self, ticket: u64) -> Option<Open> {
        let place = self.place(ticket)?;
        let task = self.list[place];
        self.turns.remove(&(task.turn, ticket));
        // Mostly it is one of the oldest: those before it move, not the many after it.
        self.list.copy_within(self.first..place, self.first + 1);
        self.first += 1;
        if self.first > self.list.len() / 2 {
            self.list.drain(..self.first);
            self.first = 0;
        }
        Some(task)
    }

    fn place(&self, ticket: u64) -> Option<usize> {
        let place = self
            .as_slice()
            .binary_search_by_key(&ticket, |open| open.ticket);
        place.ok().map(|place| self.first + place)
    }
}

#[cfg(test)]
mod tests {
    use gametree::rng::Rng;

    use super::*;
    use crate::fact::Scope;

    /// A list that is searched from its beginning.
    fn next_of(list: &[Open]) -> Option<Open> {
        let turn = |open: &Open| (open.turn, open.ticket);
        list.iter().copied().min_by_key(turn)
    }

    #[test]
    fn tasks_come_and_go_as_in_a_plain_list() {
        let mut rng = Rng::new(5);
        let mut plain: Vec<Open> = Vec::new();
        let mut tasks = OpenTasks::default();
        for ticket in 0..3000 {
            let task = Open {
                ticket,
                node: 0,
                scope: Scope::Whole,
                nodes: 1,
                turn: ticket + rng.below(40) as u64,
                moves: 0,
            };
            plain.push(task);
            tasks.push(task);
            for _ in 0..rng.below(3) {
                let any = (!plain.is_empty()).then(|| plain[rng.below(plain.len())]);
                let gone = if rng.below(2) == 0 {
                    next_of(&plain)
                } else {
                    any
                };
                let Some(gone) = gone else { break };
                plain.retain(|open| open.ticket != gone.ticket);
                assert_eq!(tasks.remove(gone.ticket), Some(gone));
                assert_eq!(tasks.remove(gone.ticket), None);
            }
            assert_eq!(tasks.as_slice(), plain);
            assert_eq!(tasks.next(), next_of(&plain));
        }
    }
}
