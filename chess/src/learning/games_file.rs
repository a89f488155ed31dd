//! Games against itself in a file, which a run that was stopped goes on with.
//!
//! ```text
//!   byte 0         16       24      32
//!        name      nodes    seed    games: the number of samples in 2 bytes, then the samples
//! ```

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::samples::{BYTES, Sample};
use super::self_play::SelfPlay;

const MAGIC: &[u8; 16] = b"gametree-games-1";
const HEADER: usize = 32;

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum GamesFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is another file, or its games were played by other settings.
    #[error("it does not hold games with {nodes} nodes a move and seed {seed}")]
    Other {
        /// Positions searched per move.
        nodes: u64,
        /// What decides the openings.
        seed: u64,
    },
}

/// A file of games, open to add more.
#[derive(Debug)]
pub struct GamesFile {
    file: File,
    /// Whole games in it.
    pub games: u64,
}

impl GamesFile {
    /// Opens a file of games that are played like this, or makes one. What breaks off in the middle
    /// of a game is cut there.
    ///
    /// # Errors
    /// As [`GamesFileError`] says.
    pub fn open(path: &Path, play: &SelfPlay) -> Result<GamesFile, GamesFileError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path)?;
        let header = header(play);
        let mut found = Vec::new();
        (&mut file).take(HEADER as u64).read_to_end(&mut found)?;
        if !header.starts_with(&found) {
            let SelfPlay { nodes, seed, .. } = *play;
            return Err(GamesFileError::Other { nodes, seed });
        }
        file.seek(SeekFrom::Start(0))?;
        file.write_all(&header)?;
        let mut games = GamesFile { file, games: 0 };
        let mut bytes = HEADER as u64;
        games.games = games.each_game(u64::MAX, |samples| {
            bytes += 2 + samples.len() as u64;
        })?;
        games.file.set_len(bytes)?;
        Ok(games)
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, samples: &[Sample]) -> io::Result<()> {
        let count = samples.len().min(usize::from(u16::MAX));
        let mut bytes = (count as u16).to_le_bytes().to_vec();
        bytes.extend(samples[..count].iter().flat_map(Sample::to_bytes));
        self.file.seek(SeekFrom::End(0))?;
        self.file.write_all(&bytes)?;
        self.games += 1;
        Ok(())
    }

    /// The samples of the first games.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn read(&mut self, games: u64, mut each: impl FnMut(Sample)) -> io::Result<()> {
        self.each_game(games, |bytes| {
            let (samples, _) = bytes.as_chunks::<BYTES>();
            samples
                .iter()
                .filter_map(Sample::from_bytes)
                .for_each(&mut each);
        })?;
        Ok(())
    }

    /// The bytes of the first games' samples; how many whole ones there are.
    fn each_game(&mut self, games: u64, mut each: impl FnMut(&[u8])) -> io::Result<u64> {
        self.file.seek(SeekFrom::Start(HEADER as u64))?;
        let mut input = BufReader::new(&self.file);
        let mut bytes = Vec::new();
        for game in 0..games {
            let mut count = [0; 2];
            if !fill(&mut input, &mut count)? {
                return Ok(game);
            }
            bytes.resize(usize::from(u16::from_le_bytes(count)) * BYTES, 0);
            if !fill(&mut input, &mut bytes)? {
                return Ok(game);
            }
            each(&bytes);
        }
        Ok(games)
    }
}

fn header(play: &SelfPlay) -> [u8; HEADER] {
    let mut header = [0; HEADER];
    header[..16].copy_from_slice(MAGIC);
    header[16..24].copy_from_slice(&play.nodes.to_le_bytes());
    header[24..].copy_from_slice(&play.seed.to_le_bytes());
    header
}

/// Whether all of the buffer could be filled.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<bool> {
    match input.read_exact(buffer) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builtin::Builtin;

    const PLAY: SelfPlay = SelfPlay {
        opening: 8,
        nodes: 30,
        longest: 40,
        fair: 800,
        certain: 4,
        decided: 1500,
        seed: 7,
    };

    fn play(path: &Path, games: u64) {
        let mut engine = Builtin::new(1 << 16);
        let mut file = GamesFile::open(path, &PLAY).unwrap();
        for number in file.games..games {
            file.append(&PLAY.play(number, &mut engine)).unwrap();
        }
    }

    /// Wherever a run breaks off, the next one makes the file whole: the same to the byte.
    #[test]
    fn a_run_that_breaks_off_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        play(&path, 8);
        let whole = std::fs::read(&path).unwrap();
        assert!(whole.len() > 2000, "{}", whole.len());
        for length in [0, 5, HEADER, HEADER + 1, 100, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).unwrap();
            play(&path, 8);
            assert_eq!(std::fs::read(&path).unwrap(), whole, "{length}");
        }
        let mut file = GamesFile::open(&path, &PLAY).unwrap();
        let (mut all, mut few) = (0, 0);
        file.read(8, |_| all += 1).unwrap();
        file.read(3, |_| few += 1).unwrap();
        assert!(file.games == 8 && 0 < few && few < all);
    }

    #[test]
    fn other_games_are_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        play(&path, 1);
        let other = SelfPlay { nodes: 31, ..PLAY };
        let error = GamesFile::open(&path, &other).unwrap_err().to_string();
        assert!(error.contains("31 nodes a move and seed 7"), "{error}");
        std::fs::write(&path, "some other file").unwrap();
        assert!(GamesFile::open(&path, &PLAY).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"some other file");
    }
}
