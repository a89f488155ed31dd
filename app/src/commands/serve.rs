//! `gametree serve`: the pages.

use std::ffi::OsString;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use gametree_project::engines::FarmChoice;
use gametree_web::server::{ConnectionLimits, Options, ServeError, Server};

use crate::broker_access::AccessArgs;
use crate::error::{CliError, Code};
use crate::{interrupt, output, project};

/// The port where none is said; the next free one where it is taken.
const PORT: u16 = 8117;

/// `serve`.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// The port; 0 for any free one [default: 8117, or any free one where that is taken]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// The address to listen on. Any but loopback lets in everyone who knows the token: prefer
    /// an ssh tunnel
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    pub listen: IpAddr,
    /// Open the pages in the browser
    #[arg(long)]
    pub open: bool,
    /// Show everything and change nothing: for a class, or to share
    #[arg(long)]
    pub read_only: bool,
    /// Resume every analysis that was running when the last server ended; otherwise the pages offer
    /// it
    #[arg(long)]
    pub resume: bool,
    /// A UCI engine beside those that are found and configured; repeat for several
    #[arg(long, value_name = "CMD")]
    pub engine: Vec<String>,
    /// A broker, as `gametree broker` prints it: its workers have the engines of all analyses
    #[arg(
        long,
        value_name = "URL",
        env = "GAMETREE_BROKER",
        hide_env_values = true,
        help_heading = "Broker"
    )]
    pub broker: Option<String>,
    /// How to be let in by the broker.
    #[command(flatten)]
    pub access: AccessArgs,
    /// A directory of Syzygy tables, or several as in PATH [default: `syzygy` of the configuration
    /// file]
    #[arg(long, value_name = "DIR")]
    pub syzygy: Option<OsString>,
    /// The secret in the address, at least 16 characters [default: a random one]
    #[arg(
        long,
        value_name = "TOKEN",
        env = "GAMETREE_TOKEN",
        hide_env_values = true
    )]
    pub token: Option<String>,
}

impl ServeArgs {
    fn farm(&self) -> Option<FarmChoice> {
        let broker = self.broker.as_ref()?;
        let directory = project::broker_directory();
        Some(FarmChoice::at(self.access.broker(broker)).kept_in(directory))
    }
}

/// Runs the command.
pub fn run(args: &ServeArgs) -> anyhow::Result<Code> {
    let program = std::env::current_exe()?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(serve(args, program))?;
    // A question that is still being answered is not waited for.
    runtime.shutdown_timeout(Duration::from_secs(1));
    Ok(if interrupt::raised() {
        Code::Interrupted
    } else {
        Code::Done
    })
}

async fn serve(args: &ServeArgs, program: PathBuf) -> anyhow::Result<()> {
    let server = bind(args, program).await.map_err(problem)?;
    let url = server.url();
    output::line(format!("gametree is at {url}"))?;
    if !args.listen.is_loopback() {
        output::hint("everyone in this network who knows the address can use it");
    }
    output::hint("Ctrl-C saves everything and stops");
    if args.open {
        open_browser(&url);
    }
    server.run(interrupted()).await.map_err(problem)?;
    output::hint(
        "everything is saved; the pages of the next `gametree serve` offer to resume what was running",
    );
    Ok(())
}

async fn bind(args: &ServeArgs, program: PathBuf) -> Result<Server, ServeError> {
    let options = |port: u16| Options {
        listen: SocketAddr::new(args.listen, port),
        program: program.clone(),
        shutdown: interrupt::flag(),
        read_only: args.read_only,
        resume: args.resume,
        projects: project::directory(),
        runs: project::directory().join("runs"),
        engines: args.engine.clone(),
        syzygy: args.syzygy.clone(),
        farm: args.farm(),
        token: args.token.clone(),
        limits: ConnectionLimits::default(),
    };
    let bound = Server::bind(options(args.port.unwrap_or(PORT))).await;
    match (args.port, bound) {
        (None, Err(ServeError::Listen(..))) => Server::bind(options(0)).await,
        (_, bound) => bound,
    }
}

/// Waits for Ctrl-C.
async fn interrupted() {
    while !interrupt::raised() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

fn problem(error: ServeError) -> CliError {
    let what = error.to_string();
    match error {
        ServeError::Listen(..) => {
            CliError::failed(what).hint("another --port may be free; --port 0 takes any")
        }
        ServeError::Token => CliError::usage(what),
        ServeError::Engines(error) => (&error).into(),
        ServeError::Io(_) => CliError::failed(what),
    }
}

/// Where there is no browser, the address has been printed.
fn open_browser(url: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else {
        "xdg-open"
    };
    let quiet = || std::process::Stdio::null();
    let started = std::process::Command::new(opener)
        .arg(url)
        .stdin(quiet())
        .stdout(quiet())
        .stderr(quiet())
        .spawn();
    if started.is_err() {
        output::hint("no browser could be opened: follow the address above");
    }
}
