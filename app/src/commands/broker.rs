//! `gametree broker`: starts a local nats-server for other computers, and prints what to type there.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gametree_project::engines::farm::{Server, ServerError, ServerSettings, host};
use serde::Serialize;

use crate::error::{CliError, Code};
use crate::{interrupt, output, project};

/// How often to look whether it still runs.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// `broker`.
#[derive(Args, Debug)]
pub struct BrokerArgs {
    /// The address to listen on; 0.0.0.0:4222 lets other computers in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:4222")]
    pub listen: SocketAddr,
    /// Where tasks in progress and tokens are saved [default: `broker` beside the projects]
    #[arg(long, value_name = "DIR")]
    pub dir: Option<PathBuf>,
    /// A worker with a token of its own; repeat for several
    #[arg(long, value_name = "NAME", default_value = "worker")]
    pub worker: Vec<String>,
    /// A certificate, for TLS
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub tls_cert: Option<PathBuf>,
    /// Its key
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub tls_key: Option<PathBuf>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct BrokerReport {
    schema: &'static str,
    listen: SocketAddr,
    /// The address for `analyse --broker`.
    broker: String,
    /// The addresses for `worker --broker`.
    workers: Vec<String>,
}

/// Runs the command.
pub fn run(args: &BrokerArgs) -> anyhow::Result<Code> {
    let settings = ServerSettings {
        listen: args.listen,
        directory: args.dir.clone().unwrap_or_else(project::broker_directory),
        workers: args.worker.clone(),
        certificate: args.tls_cert.clone().zip(args.tls_key.clone()),
    };
    let mut server = Server::start(settings).map_err(|error| problem(&error))?;
    tell(args, &server)?;
    while !interrupt::raised() {
        if !server.is_running() {
            return Err(CliError::failed("nats-server has ended")
                .hint("nats.log in the broker's directory says why")
                .into());
        }
        std::thread::sleep(POLL_INTERVAL);
    }
    server.stop();
    Ok(Code::Interrupted)
}

fn tell(args: &BrokerArgs, server: &Server) -> anyhow::Result<()> {
    let here = match args.listen.ip().is_unspecified() {
        true => "127.0.0.1".to_string(),
        false => args.listen.ip().to_string(),
    };
    let there = match args.listen.ip().is_unspecified() {
        true => host(),
        false => here.clone(),
    };
    let report = BrokerReport {
        schema: "gametree.broker/1",
        listen: args.listen,
        broker: server.coordinator_url(&here),
        workers: server.worker_urls(&there),
    };
    if output::is_json() {
        return output::json(&report);
    }
    output::line("On every computer with an engine:")?;
    for url in &report.workers {
        output::line(format!(
            "  gametree worker --broker {url} --engine stockfish"
        ))?;
    }
    output::line("Here:")?;
    output::line(format!("  gametree analyse --broker {}", report.broker))?;
    if args.listen.ip().is_loopback() {
        output::hint("--listen 0.0.0.0:4222 lets other computers in");
    } else if args.tls_cert.is_none() {
        output::hint("without --tls-cert tokens cross the network in the clear");
    }
    output::hint("Ctrl-C stops the broker; analyses lose nothing");
    Ok(())
}

fn problem(error: &ServerError) -> CliError {
    let what = error.to_string();
    match error {
        ServerError::Missing => CliError::not_found(what).hint(
            "apt install nats-server, brew install nats-server, or https://github.com/nats-io/nats-server/releases",
        ),
        ServerError::Running { .. } => {
            CliError::failed(what).hint("stop it first, or give another --dir and --listen")
        }
        ServerError::Ended(_) | ServerError::Silent(_) => {
            CliError::failed(what).hint("another --listen address may be free")
        }
        ServerError::Files { .. } => CliError::failed(what),
    }
}
