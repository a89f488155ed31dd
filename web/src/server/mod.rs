//! The server: who may ask, what is served, and how long it runs.

mod assets;
mod guard;
mod patch;
mod release;
mod socket;
mod token;

use std::ffi::OsString;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::get;
use gametree_project::engines::FarmChoice;
use gametree_project::store::SWEEP;
use gametree_project::{Engines, ProjectError, ProjectStore};
use tokio::net::TcpListener;

pub use guard::Gate;
pub use token::Token;

use crate::api;
use crate::lab::{Lab, Setup};
use crate::state::ServerState;

/// The largest body of a request: a PGN of some hundred games.
pub const LARGEST_BODY: usize = 1 << 20;

/// How the server is to run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// Nothing may be changed.
    pub read_only: bool,
    /// This program, for matches, which run as processes of their own.
    pub program: PathBuf,
    /// Raised when the program is told to end.
    pub shutdown: Arc<AtomicBool>,
    /// The directory of projects.
    pub projects: PathBuf,
    /// The directory of matches.
    pub runs: PathBuf,
    /// Commands of engines, beside those that are found and configured.
    pub engines: Vec<String>,
    /// Whether all analyses go on that were running when the last server ended; otherwise those
    /// that are set to.
    pub resume: bool,
    /// Directories of Syzygy tables, separated as in the search path of programs.
    pub syzygy: Option<OsString>,
    /// The farm whose workers have the engines of all analyses.
    pub farm: Option<FarmChoice>,
    /// The secret; the saved one unless given.
    pub token: Option<String>,
}

/// Why the server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    /// A token that is too easy to guess.
    #[error("the token must have at least 16 letters, digits, '-' or '_'")]
    Token,
    /// The configuration of engines is wrong.
    #[error(transparent)]
    Engines(#[from] ProjectError),
    /// The network failed.
    #[error("the server failed: {0}")]
    Io(#[from] std::io::Error),
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    router: Router,
    address: SocketAddr,
    token: Token,
    shared: Arc<ServerState>,
    resume: bool,
}

impl Server {
    /// Takes the address.
    ///
    /// # Errors
    /// When it is taken.
    pub async fn bind(options: Options) -> Result<Server, ServeError> {
        let token = match &options.token {
            None => Token::saved(&options.projects),
            Some(text) => Token::new(Some(text)).ok_or(ServeError::Token)?,
        };
        let refused = |error| ServeError::Listen(options.listen, error);
        let listener = TcpListener::bind(options.listen).await.map_err(refused)?;
        let address = listener.local_addr()?;
        let lab = Setup {
            program: options.program.clone(),
            runs: options.runs.clone(),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            resume: !options.read_only,
        };
        let engines = Engines::new(&options.engines)?
            .remembered_in(&options.projects)
            .with_syzygy(options.syzygy.clone())
            .with_farm(options.farm.clone());
        let engines = Arc::new(engines);
        let shared = Arc::new(ServerState {
            projects: ProjectStore::new(
                options.projects.clone(),
                Arc::clone(&engines),
                options.read_only,
            ),
            lab: Arc::new(Lab::open(lab)?.with_engines(Arc::clone(&engines))),
            engines,
            shutdown: options.shutdown.clone(),
            read_only: options.read_only,
        });
        let gate = Gate::new(address, token.clone(), options.read_only);
        let router = router(Arc::clone(&shared), gate);
        Ok(Server {
            listener,
            router,
            address,
            token,
            shared,
            resume: options.resume,
        })
    }

    /// The address with its secret, for a browser.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}/?token={}", self.address, self.token.text())
    }

    /// Answers until `stop`, then ends every run in an orderly way.
    ///
    /// # Errors
    /// When the network fails.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let Server {
            listener,
            router,
            shared,
            resume,
            ..
        } = self;
        resume_runs(Arc::clone(&shared), resume);
        let served = tokio::select! {
            served = async { axum::serve(listener, router).await } => served,
            () = sweep(Arc::clone(&shared)) => Ok(()),
            () = stop => Ok(()),
        };
        let ended = tokio::task::spawn_blocking(move || {
            shared.lab.stop();
            shared.projects.stop();
        });
        ended.await.map_err(std::io::Error::other)?;
        Ok(served?)
    }
}

/// Goes on with what the last server left, beside the first requests. What cannot go on is offered
/// on the pages.
fn resume_runs(shared: Arc<ServerState>, all: bool) {
    if !shared.read_only {
        tokio::task::spawn_blocking(move || shared.projects.resume_runs(all));
    }
}

/// Now and then closes the projects that no one needs; never ends.
async fn sweep(shared: Arc<ServerState>) {
    loop {
        tokio::time::sleep(SWEEP).await;
        let shared = Arc::clone(&shared);
        // A project may have to be waited for.
        let _ = tokio::task::spawn_blocking(move || shared.projects.close_idle()).await;
    }
}

/// Everything that is served, behind the gate. The socket asks the interface from inside: it has
/// passed the gate once.
fn router(shared: Arc<ServerState>, gate: Gate) -> Router {
    let inside = api::router(shared);
    let socket = Router::new()
        .route("/ws", get(socket::open))
        .with_state(socket::Inside(inside.clone()));
    inside
        .merge(socket)
        .fallback(assets::serve)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(middleware::from_fn_with_state(Arc::new(gate), guard::check))
}
