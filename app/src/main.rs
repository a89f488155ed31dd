//! The `gametree` command: the grammar is in `args`, each verb in a file of `commands`.

mod args;
mod cli;
mod commands;
mod contest;
mod error;
mod interrupt;
mod limits;
mod output;
mod project;
mod stream;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use cli::{Cli, Verb};
use error::{CliError, Code};

fn main() -> ExitCode {
    interrupt::install();
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return refuse(&error),
    };
    let json = wants_json(&cli.verb);
    match run(cli.verb) {
        Ok(code) => code.into(),
        Err(error) => error::tell(&error, json),
    }
}

/// Help and version, or what is wrong with the command line.
fn refuse(error: &clap::Error) -> ExitCode {
    let _ = error.print();
    let json = std::env::args_os().any(|arg| arg == "--json");
    if json && error.use_stderr() {
        let text = error.render().to_string();
        let what = text
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
        Verb::Games(args) => commands::games::run(&args),
        Verb::Searches(args) => commands::searches::run(&args),
        Verb::Search(args) => commands::search::run(&args),
        Verb::Solve(args) => commands::solve::run(&args),
        Verb::Explain(args) => commands::explain::run(&args),
        Verb::Compare(args) => commands::compare::run(&args),
        Verb::Play(args) => commands::play::run(&args),
        Verb::Match(args) => commands::matches::run(&args),
        Verb::Sweep(args) => commands::sweep::run(&args),
        Verb::Tournament(args) => commands::tournament::run(&args),
        Verb::Experiment(args) => commands::experiment::run(&args),
        Verb::Queens(args) => commands::queens::run(&args),
        Verb::Exercise(args) => commands::exercise::run(&args),
        Verb::Features(args) => commands::features::run(&args),
        Verb::Complexity(args) => commands::complexity::run(&args),
        Verb::Train(args) => commands::train::run(&args),
        Verb::Bench(args) => commands::bench::run(&args),
        Verb::Serve(args) => commands::serve::run(&args),
        Verb::Glossary(args) => commands::glossary::run(&args),
        Verb::Uci => commands::uci::run(),
        Verb::Completions(args) => commands::completions::run(&args, Cli::command()),
        Verb::Man(args) => commands::man::run(&args, Cli::command()),
        Verb::Doctor(args) => commands::doctor::run(&args),
    }
}

fn wants_json(verb: &Verb) -> bool {
    match verb {
        Verb::Games(args) | Verb::Searches(args) | Verb::Doctor(args) => args.output.json,
        Verb::Analyse(args) => args.output.json || args.jsonl,
        Verb::Atlas(args) => commands::atlas::wants_json(args),
        Verb::Search(args) => args.output.json || args.output.jsonl,
        Verb::Solve(args) => args.output.json || args.output.jsonl,
        Verb::Explain(args) => args.output.json,
        Verb::Compare(args) => args.output.json,
        Verb::Match(args) => args.contest.output.json,
        Verb::Sweep(args) => args.contest.output.json,
        Verb::Tournament(args) => args.output.json,
        Verb::Experiment(args) => commands::experiment::wants_json(args),
        Verb::Queens(args) => args.output.json,
        Verb::Exercise(args) => args.output.json,
        Verb::Features(args) => args.output.json,
        Verb::Complexity(args) => args.output.json,
        Verb::Train(args) => args.output.json,
        Verb::Bench(args) => args.output.json,
        Verb::Glossary(args) => args.output.json,
        Verb::Play(_) | Verb::Serve(_) | Verb::Uci | Verb::Completions(_) | Verb::Man(_) => false,
    }
}
