//! The server: who may ask, what is served, and how long it runs.

mod assets;
mod body;
mod connections;
mod guard;
mod patch;
mod readings;
mod release;
mod socket;
mod tab;
mod token;
mod topics;

use std::ffi::OsString;
use std::future::Future;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use axum::Router;
use axum::middleware;
use axum::routing::get;
use gametree_project::engines::FarmChoice;
use gametree_project::store::SWEEP;
use gametree_project::{Engines, ProjectError, ProjectStore};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, mpsc};

pub use connections::ConnectionLimits;
pub use guard::Gate;
use readings::Readings;
pub use tab::Tab;
pub use token::Token;
use topics::Topics;

use crate::api;
use crate::lab::{Lab, Setup};
use crate::state::ServerState;

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
    /// What clients are granted.
    pub limits: ConnectionLimits,
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

/// Everything that is served, without a network: a program can ask it in process.
pub struct Site {
    topics: Arc<Topics>,
    router: Router,
    shared: Arc<ServerState>,
}

impl Site {
    /// Opens the projects and the matches for a server at an address.
    ///
    /// # Errors
    /// When the configuration is wrong, or a directory cannot be used.
    pub fn open(options: &Options, address: SocketAddr, token: Token) -> Result<Site, ServeError> {
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
        let gate = Gate::new(address, token, options.read_only);
        let inside = api::router(Arc::clone(&shared));
        let readings = Readings::new(inside.clone());
        let topics = Topics::new(Arc::clone(&readings));
        let inside = inside.layer(middleware::from_fn_with_state(readings, readings::share));
        Ok(Site {
            router: gated(inside, Arc::clone(&topics), gate, options.limits),
            topics,
            shared,
        })
    }

    /// Everything that is served, behind the gate.
    pub fn router(&self) -> Router {
        self.router.clone()
    }

    /// A tab that has passed the gate, and where its news arrive.
    #[must_use]
    pub fn tab(&self) -> (Tab, mpsc::Receiver<String>) {
        Tab::new(Arc::clone(&self.topics))
    }

    /// Ends every run in an orderly way; may wait.
    pub fn stop(&self) {
        self.shared.lab.stop();
        self.shared.projects.stop();
    }
}

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    site: Site,
    address: SocketAddr,
    token: Token,
    resume: bool,
    limits: ConnectionLimits,
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
        Ok(Server {
            listener,
            site: Site::open(&options, address, token.clone())?,
            address,
            token,
            resume: options.resume,
            limits: options.limits,
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
    /// When the runs cannot be ended.
    pub async fn run(
        self,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ServeError> {
        let site = self.site;
        resume_runs(Arc::clone(&site.shared), self.resume);
        tokio::select! {
            () = connections::serve(self.listener, site.router(), self.limits) => {}
            () = sweep(Arc::clone(&site.shared)) => {}
            () = stop => {}
        }
        let ended = tokio::task::spawn_blocking(move || site.stop());
        ended.await.map_err(std::io::Error::other)?;
        Ok(())
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

/// The interface behind the gate, with the socket and the files. The socket asks the interface from
/// inside: it has passed the gate once.
fn gated(inside: Router, topics: Arc<Topics>, gate: Gate, limits: ConnectionLimits) -> Router {
    let sockets = socket::Sockets {
        topics,
        room: Arc::new(Semaphore::new(limits.sockets)),
        silence: limits.silence,
    };
    let socket = Router::new()
        .route("/ws", get(socket::open))
        .with_state(sockets);
    inside
        .merge(socket)
        .fallback(assets::serve)
        .layer(middleware::from_fn_with_state(limits.body, body::complete))
        .layer(middleware::from_fn_with_state(Arc::new(gate), guard::check))
}
