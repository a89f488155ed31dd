//! train_network SAMPLES OUT BASE(0|1) SCORE_PART EPOCHS RATE
use std::error::Error;
use std::fs::File;
use std::io::BufReader;
use gametree_chess::evaluate::Tapered;
use gametree_chess::learning::data::{Data, Labels};
use gametree_chess::learning::samples::read_games;
use gametree_chess::learning::trainer::{Settings, Trainer};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let base = (args[2] == "1").then(Tapered::default);
    let labels = Labels { score_part: args[3].parse()?, logistic: 200.0, base };
    let settings = Settings { epochs: args[4].parse()?, rate: args[5].parse()?, ..Settings::default() };
    let mut data = Data::default();
    let mut fit = vec![[0u64; 3]; 41];
    let games = read_games(BufReader::new(File::open(&args[0])?), |sample| {
        let bin = (i32::from(sample.score).clamp(-1000, 1000) + 1025) / 50;
        fit[bin as usize][usize::from(sample.result)] += 1;
        data.push(&sample, &labels);
    })?;
    eprintln!("{games:?}");
    // The scale that says the results best.
    for k in [100, 120, 150, 180, 200, 220, 250, 300, 400] {
        let loss: f64 = fit.iter().enumerate().map(|(bin, counts)| {
            let p = 1.0 / (1.0 + (-(bin as f64 * 50.0 - 1000.0) / f64::from(k)).exp());
            -(counts[2] as f64 + counts[1] as f64 / 2.0) * p.ln() - (counts[0] as f64 + counts[1] as f64 / 2.0) * (1.0 - p).ln()
        }).sum();
        eprintln!("scale {k}: {:.5}", loss / games.samples as f64);
    }
    let all: Vec<u32> = (0..data.len() as u32).filter(|i| i % (20 * 64) < 64).collect();
    let zero = { let mut t = Trainer::new(settings, 1); t.model.weights.fill(0.0); t };
    eprintln!("without: {:.5}", zero.model.loss(&data, &all));
    let mut trainer = Trainer::new(settings, data.len());
    let begun = std::time::Instant::now();
    while trainer.epoch < settings.epochs {
        let losses = trainer.epoch(&data);
        eprintln!("{} {:.5} {:.5} {:?}", trainer.epoch, losses.train, losses.held_out, begun.elapsed());
        std::fs::write(&args[1], trainer.model.quantized().to_bytes())?;
    }
    Ok(())
}
