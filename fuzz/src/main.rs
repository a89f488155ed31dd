//! Runs fuzz targets: `gametree-fuzz [--seconds N] [--seed N] [NAME...]`, by default six seconds
//! each. An input that makes a target panic is saved in its corpus as `crash-SEED`, so that the
//! tests fail until it is mended.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use gametree_fuzz::corpus;
use gametree_fuzz::driver::Driver;
use gametree_fuzz::targets::{TARGETS, Target};

struct Options {
    seconds: u64,
    seed: u64,
    names: Vec<String>,
}

fn main() -> Result<()> {
    let options = options(std::env::args().skip(1))?;
    for name in &options.names {
        if !TARGETS.iter().any(|(known, _)| known == name) {
            bail!(
                "unknown target '{name}': {}",
                TARGETS.map(|(name, _)| name).join(", ")
            );
        }
    }
    let is_asked =
        |name: &str| options.names.is_empty() || options.names.iter().any(|asked| asked == name);
    let mut crashes = 0;
    for (name, target) in TARGETS {
        if is_asked(name) {
            crashes += usize::from(!run(name, target, &options)?);
        }
    }
    match crashes {
        0 => Ok(()),
        _ => bail!("{crashes} targets panicked"),
    }
}

fn options(mut args: impl Iterator<Item = String>) -> Result<Options> {
    let mut options = Options {
        seconds: 6,
        seed: 1,
        names: Vec::new(),
    };
    while let Some(arg) = args.next() {
        let mut number = || {
            args.next()
                .context("a number is missing")?
                .parse()
                .context("a number")
        };
        match arg.as_str() {
            "--seconds" => options.seconds = number()?,
            "--seed" => options.seed = number()?,
            _ => options.names.push(arg),
        }
    }
    Ok(options)
}

/// Whether the target survived.
fn run(name: &str, target: Target, options: &Options) -> Result<bool> {
    let corpus = corpus::read(name)?;
    let mut driver = Driver::new(target, &corpus, options.seed);
    let end = Instant::now() + Duration::from_secs(options.seconds);
    let mut inputs = 0u64;
    while Instant::now() < end {
        let input = driver.next_input();
        inputs += 1;
        let attempt = AssertUnwindSafe(|| driver.run(input.clone()));
        if catch_unwind(attempt).is_err() {
            let file = corpus::folder(name).join(format!("crash-{}", options.seed));
            fs::write(&file, &input)?;
            println!(
                "{name}: PANIC at input {inputs}, saved as {}",
                file.display()
            );
            return Ok(false);
        }
    }
    println!("{name}: {inputs} inputs, no panic");
    Ok(true)
}
