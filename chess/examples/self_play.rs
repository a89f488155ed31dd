//! Writes labelled positions of self-play: `self_play FILE GAMES NODES SEED`. It goes on where it
//! was stopped.
use std::error::Error;
use std::fs::OpenOptions;
use std::io::{BufReader, Seek, SeekFrom, Write};

use gametree_chess::builtin::Builtin;
use gametree_chess::learning::samples::{game_to_bytes, read_games};
use gametree_chess::learning::self_play::SelfPlay;

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (games, nodes, seed) = (args[1].parse()?, args[2].parse()?, args[3].parse()?);
    let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&args[0])?;
    let had = read_games(BufReader::new(&file), |_| ())?;
    file.set_len(had.bytes)?;
    file.seek(SeekFrom::End(0))?;
    let play = SelfPlay { nodes, seed, ..SelfPlay::default() };
    let mut engine = Builtin::new(4 << 20);
    let mut samples = had.samples;
    let begun = std::time::Instant::now();
    for number in had.games..games {
        let game = play.play(number, &mut engine);
        samples += game.len() as u64;
        file.write_all(&game_to_bytes(&game))?;
        if number % 100 == 0 {
            eprintln!("{number} games {samples} samples {:?}", begun.elapsed());
        }
    }
    Ok(())
}
