//! `atlas export`: a project for other programs and for people. Here the graph and chess meet.

mod board;
pub mod destination;
mod epd;
mod export;
mod pgn;
mod polyglot;

use clap::Subcommand;

use crate::error::Code;

/// Exports.
#[derive(Subcommand, Debug)]
pub enum Exchange {
    /// Write a project, or what lies below a position, for other programs and for people
    #[command(
        before_help = "Examples:
  gametree atlas export ruy --pgn ruy.pgn
  gametree atlas export ruy 'Bb5 a6' --pgn - --share 0.02
  gametree atlas export ruy --polyglot ruy.bin --epd ruy.epd
  gametree atlas export ruy --html ruy-pages",
        after_help = export::HELP
    )]
    Export(Box<export::ExportArgs>),
}

/// Runs the command.
pub fn run(command: &Exchange) -> anyhow::Result<Code> {
    match command {
        Exchange::Export(args) => export::run(args)?,
    }
    Ok(Code::Done)
}

/// Whether errors are to be told as JSON too: `--json` names a file here.
pub fn wants_json(command: &Exchange) -> bool {
    match command {
        Exchange::Export(_) => false,
    }
}
