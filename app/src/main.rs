//! The `gametree` command: the grammar is in `args`, each verb in a file of `commands`.

mod args;
mod broker_access;
mod chapters;
mod cli;
mod commands;
mod contest;
mod error;
mod files;
mod interrupt;
mod limits;
mod output;
mod project;
mod shell;
mod stream;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};
use gametree_catalog::user_text;

use cli::{Cli, Verb};
use error::{CliError, Code};

fn main() -> ExitCode {
    interrupt::install();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    output::set_format(cli.format());
    match cli.check().and_then(|()| run(cli.verb)) {
        Ok(code) => code.into(),
        Err(error) => error::tell(&error),
    }
}

/// Help and version, or what is wrong with the command line.
fn refuse(error: &clap::Error) -> ExitCode {
    let text = error.render().to_string();
    let plain = user_text::plain(&text);
    let _ = match &plain {
        Some(plain) => std::io::stderr().write_all(plain.as_bytes()),
        None => error.print(),
    };
    let json = std::env::args_os().any(|arg| arg == "--json");
    if json && error.use_stderr() {
        let what = plain
            .unwrap_or(text)
            .lines()
            .next()
            .unwrap_or("")
            .trim_start_matches("error: ")
            .to_string();
        let _ = output::json(&error::ErrorObject::new(&CliError::usage(what).into()));
    }
    ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(Code::Usage as u8))
}

fn run(verb: Verb) -> anyhow::Result<Code> {
    match verb {
        Verb::Analyse(args) => commands::analyse::run(&args),
        Verb::Atlas(args) => commands::atlas::run(&args),
        Verb::Follow(args) => commands::follow::run(&args),
        Verb::Games => commands::games::run(),
        Verb::Searches => commands::searches::run(),
        Verb::Search(args) => commands::search::run(&args),
        Verb::Solve(args) => commands::solve::run(&args),
        Verb::Explain(args) => commands::explain::run(&args),
        Verb::Compare(args) => commands::compare::run(&args),
        Verb::Play(args) => commands::play::run(&args),
        Verb::Match(args) => commands::matches::run(&args),
        Verb::Sweep(args) => commands::sweep::run(&args),
        Verb::Tournament(args) => commands::tournament::run(&args),
        Verb::Experiment(args) => commands::experiment::run(&args),
        Verb::Simulate(args) => commands::simulate::run(&args),
        Verb::Queens(args) => commands::queens::run(&args),
        Verb::Exercise(args) => commands::exercise::run(&args),
        Verb::Features(args) => commands::features::run(&args),
        Verb::Complexity(args) => commands::complexity::run(&args),
        Verb::Train(args) => commands::train::run(&args),
        Verb::Bench => commands::bench::run(),
        Verb::Serve(args) => commands::serve::run(&args),
        Verb::Broker(args) => commands::broker::run(&args),
        Verb::Worker(args) => commands::worker::run(&args),
        Verb::Glossary(args) => commands::glossary::run(&args),
        Verb::Book(args) => commands::book::run(&args),
        Verb::Uci => commands::uci::run(),
        Verb::Completions(args) => commands::completions::run(&args, Cli::command()),
        Verb::Man(args) => commands::man::run(&args, Cli::command()),
        Verb::Doctor => commands::doctor::run(),
    }
}
