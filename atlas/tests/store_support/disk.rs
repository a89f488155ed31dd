//! A disk that forgets: writes count only when they have been synced. Without power some of the
//! others are there, in no order, and some of those in part.

use std::io::{Error, ErrorKind, Result};
use std::sync::{Arc, Mutex, MutexGuard};

use redb::StorageBackend;

use super::Random;

const SECTOR: usize = 512;

/// What has been requested of the disk since the last sync.
#[derive(Clone, Debug)]
enum Change {
    Write(usize, Vec<u8>),
    Length(usize),
}

#[derive(Default, Debug)]
struct State {
    /// What the program sees.
    now: Vec<u8>,
    /// What a power cut leaves at least.
    synced: Vec<u8>,
    since: Vec<Change>,
    /// How many more writes and syncs there are before the power fails.
    power: Option<usize>,
    /// The disk's size.
    room: Option<usize>,
}

/// A disk, shared by all who have it open.
#[derive(Clone, Default, Debug)]
pub struct Disk(Arc<Mutex<State>>);

impl Disk {
    /// A disk that holds this.
    pub fn holding(bytes: Vec<u8>) -> Self {
        Disk(Arc::new(Mutex::new(State {
            now: bytes.clone(),
            synced: bytes,
            ..State::default()
        })))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The power fails after this many more writes and syncs; then everything does.
    pub fn fail_after(&self, operations: usize) {
        self.state().power = Some(operations);
    }

    /// Whether the power is still on.
    pub fn is_on(&self) -> bool {
        self.state().power != Some(0)
    }

    /// The disk has room for this many bytes.
    pub fn limit(&self, bytes: Option<usize>) {
        self.state().room = bytes;
    }

    /// What the program sees.
    pub fn contents(&self) -> Vec<u8> {
        self.state().now.clone()
    }

    /// What may be on the disk after a power cut now.
    pub fn after_power_cut(&self, random: &mut Random) -> Vec<u8> {
        let state = self.state();
        let mut image = state.synced.clone();
        // From none of the changes to all of them.
        let odds = random.below(5);
        let mut kept: Vec<&Change> = state
            .since
            .iter()
            .filter(|_| random.below(4) < odds)
            .collect();
        if random.below(2) == 0 {
            shuffle(&mut kept, random);
        }
        kept.into_iter()
            .for_each(|change| apply(&mut image, change, Some(random)));
        image
    }
}

fn shuffle(changes: &mut [&Change], random: &mut Random) {
    for i in (1..changes.len()).rev() {
        changes.swap(i, random.below(i + 1));
    }
}

/// Changes an image; with `torn`, one time in three only some of a write's sectors arrive.
fn apply(image: &mut Vec<u8>, change: &Change, torn: Option<&mut Random>) {
    let (at, data) = match change {
        Change::Length(length) => return image.resize(*length, 0),
        Change::Write(at, data) => (*at, data),
    };
    if image.len() < at + data.len() {
        image.resize(at + data.len(), 0);
    }
    let Some(random) = torn.filter(|_| data.len() > SECTOR) else {
        return image[at..at + data.len()].copy_from_slice(data);
    };
    let whole = random.below(3) > 0;
    for (i, sector) in data.chunks(SECTOR).enumerate() {
        if whole || random.below(2) == 0 {
            let start = at + i * SECTOR;
            image[start..start + sector.len()].copy_from_slice(sector);
        }
    }
}

impl State {
    fn spend(&mut self) -> Result<()> {
        match &mut self.power {
            Some(0) => Err(Error::other("no power")),
            Some(left) => {
                *left -= 1;
                if *left == 0 {
                    Err(Error::other("no power"))
                } else {
                    Ok(())
                }
            }
            None => Ok(()),
        }
    }

    fn change(&mut self, change: Change) {
        apply(&mut self.now, &change, None);
        self.since.push(change);
    }
}

impl StorageBackend for Disk {
    fn len(&self) -> Result<u64> {
        Ok(self.state().now.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> Result<()> {
        let state = self.state();
        let at = offset as usize;
        let found = state
            .now
            .get(at..at + out.len())
            .ok_or(ErrorKind::UnexpectedEof)?;
        out.copy_from_slice(found);
        Ok(())
    }

    fn set_len(&self, length: u64) -> Result<()> {
        let mut state = self.state();
        state.change(Change::Length(length as usize));
        state.spend()
    }

    fn sync_data(&self) -> Result<()> {
        let mut state = self.state();
        state.spend()?;
        state.synced = state.now.clone();
        state.since.clear();
        Ok(())
    }

    fn write(&self, offset: u64, data: &[u8]) -> Result<()> {
        let mut state = self.state();
        let end = offset as usize + data.len();
        if state.room.is_some_and(|room| end > room) {
            return Err(ErrorKind::StorageFull.into());
        }
        state.change(Change::Write(offset as usize, data.to_vec()));
        state.spend()
    }
}
