//! The way to the broker: one connection that comes back for ever.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use async_nats::jetstream::{self, Context};
use async_nats::{Client, ConnectErrorKind, ConnectOptions, Event, ServerAddr};
use tokio::runtime::Runtime;

/// How long a request may take.
const REQUEST: Duration = Duration::from_secs(3);

/// The longest pause between two tries to connect again.
const LONGEST_PAUSE: Duration = Duration::from_secs(2);

/// How soon a new connection is noticed.
const NOTICE: Duration = Duration::from_millis(50);

/// The pause between two tries to connect for the first time.
const NEXT_TRY: Duration = Duration::from_millis(500);

/// Where the broker is, and how to be let in.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct BrokerAddress {
    /// `nats://USER:TOKEN@HOST:PORT`, `nats://TOKEN@HOST`, `tls://…`.
    pub url: String,
    /// A token, where the address holds none.
    pub token: Option<String>,
    /// A file of credentials, as `nsc` writes it.
    pub credentials: Option<PathBuf>,
    /// A certificate authority beside those of the system.
    pub authority: Option<PathBuf>,
    /// A certificate and its key, where the broker wants to know its clients by one.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// Without what lets one in.
impl fmt::Debug for BrokerAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.place())
    }
}

impl BrokerAddress {
    /// The address of a URL.
    #[must_use]
    pub fn new(url: &str) -> BrokerAddress {
        BrokerAddress {
            url: url.to_owned(),
            ..BrokerAddress::default()
        }
    }

    /// The address without the token, for people.
    #[must_use]
    pub fn place(&self) -> String {
        let (scheme, rest) = self.url.split_once("://").unwrap_or(("nats", &self.url));
        let host = rest.rsplit('@').next().unwrap_or(rest);
        format!("{scheme}://{host}")
    }
}

/// Why there is no connection.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LinkError {
    /// The address is no address.
    #[error("{0} is no address of a broker")]
    Address(String),
    /// The broker does not let us in.
    #[error("the broker at {0} refuses the token")]
    Refused(String),
    /// The broker's certificate is not accepted.
    #[error("the certificate of the broker at {place} is not accepted: {what}")]
    Untrusted {
        /// The address.
        place: String,
        /// What is wrong with it.
        what: String,
    },
    /// No one is there.
    #[error("no broker at {place}: {what}")]
    Unreachable {
        /// The address.
        place: String,
        /// What was tried.
        what: String,
    },
    /// The broker is no JetStream, or full.
    #[error("the broker cannot hold tasks: {0}")]
    Streams(String),
    /// A file or a thread.
    #[error("{0}")]
    System(String),
}

/// Connects, again and again while no broker is there and `goes_on` says so.
///
/// # Errors
/// When a broker is there and does not let us in; the last failure where it does not go on.
pub fn patiently<T>(
    mut connect: impl FnMut() -> Result<T, LinkError>,
    goes_on: &mut dyn FnMut(&LinkError) -> bool,
) -> Result<T, LinkError> {
    loop {
        match connect() {
            Err(error @ LinkError::Unreachable { .. }) if goes_on(&error) => {
                std::thread::sleep(NEXT_TRY);
            }
            connected => return connected,
        }
    }
}

/// A connection, and the threads that serve it.
pub struct Link {
    runtime: Runtime,
    client: Client,
    streams: Context,
    news: Arc<News>,
}

/// What happened to a connection.
#[derive(Debug, Default)]
struct News {
    connections: AtomicU64,
    connected: AtomicBool,
}

impl Link {
    /// Connects, once. Later losses are mended without end.
    ///
    /// # Errors
    /// When it cannot.
    pub fn connect(address: &BrokerAddress, name: &str) -> Result<Link, LinkError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("broker")
            .enable_all()
            .build()
            .map_err(|error| LinkError::System(error.to_string()))?;
        let news = Arc::new(News::default());
        let client = runtime.block_on(connect(address, name, Arc::clone(&news)))?;
        let streams = {
            // It counts confirmations in a task of its own.
            let _entered = runtime.enter();
            let mut streams = jetstream::new(client.clone());
            streams.set_timeout(REQUEST);
            streams
        };
        Ok(Link {
            runtime,
            client,
            streams,
            news,
        })
    }

    /// The runtime.
    #[must_use]
    pub fn runtime(&self) -> &tokio::runtime::Handle {
        self.runtime.handle()
    }

    /// The client.
    #[must_use]
    pub fn client(&self) -> Client {
        self.client.clone()
    }

    /// The streams.
    #[must_use]
    pub fn streams(&self) -> Context {
        self.streams.clone()
    }

    /// Counts the connections: another number is another one.
    #[must_use]
    pub fn watch(&self) -> LinkWatch {
        LinkWatch {
            news: Arc::clone(&self.news),
            seen: self.news.connections.load(Ordering::SeqCst),
        }
    }

    /// Sends what is to be sent, and ends.
    pub fn close(self, patience: Duration) {
        let client = self.client.clone();
        let flush = async move { tokio::time::timeout(patience, client.flush()).await };
        let _ = self.runtime.block_on(flush);
        self.runtime.shutdown_timeout(Duration::from_millis(100));
    }
}

/// Sees whether a connection was lost meanwhile.
#[derive(Clone, Debug)]
pub struct LinkWatch {
    news: Arc<News>,
    seen: u64,
}

impl LinkWatch {
    /// Whether there is a new connection since the last call.
    pub fn is_new(&mut self) -> bool {
        let connections = self.news.connections.load(Ordering::SeqCst);
        std::mem::replace(&mut self.seen, connections) != connections
    }

    /// Waits for a new connection: what was asked over the old one is not answered any more.
    pub async fn until_new(&self) {
        while self.news.connections.load(Ordering::SeqCst) == self.seen {
            tokio::time::sleep(NOTICE).await;
        }
    }

    /// Whether there is a connection now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.news.connected.load(Ordering::SeqCst)
    }
}

async fn connect(
    address: &BrokerAddress,
    name: &str,
    news: Arc<News>,
) -> Result<Client, LinkError> {
    let bad = || LinkError::Address(address.place());
    let server: ServerAddr = address.url.parse().map_err(|_| bad())?;
    let options = options(address, &server).await?;
    let options = options
        .name(name)
        .max_reconnects(None)
        .reconnect_delay_callback(|attempts| {
            let pause = Duration::from_millis(50 << attempts.min(6));
            pause.min(LONGEST_PAUSE)
        })
        .connection_timeout(REQUEST)
        .event_callback(move |event| {
            match event {
                Event::Connected => {
                    news.connected.store(true, Ordering::SeqCst);
                    news.connections.fetch_add(1, Ordering::SeqCst);
                }
                Event::Disconnected => news.connected.store(false, Ordering::SeqCst),
                _ => {}
            }
            std::future::ready(())
        });
    let place = address.place();
    options
        .connect(server)
        .await
        .map_err(|error| match error.kind() {
            ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
                LinkError::Refused(place)
            }
            _ => unreachable(place, &error.to_string()),
        })
}

/// No connection. A certificate that is not accepted will not be better the next time; the client
/// says so in its words only.
fn unreachable(place: String, what: &str) -> LinkError {
    match what.split_once("invalid peer certificate: ") {
        Some((_, why)) => LinkError::Untrusted {
            place,
            what: why.to_owned(),
        },
        None => LinkError::Unreachable {
            place,
            what: what.to_owned(),
        },
    }
}

async fn options(
    address: &BrokerAddress,
    server: &ServerAddr,
) -> Result<ConnectOptions, LinkError> {
    let mut options = ConnectOptions::new();
    if let Some(token) = &address.token {
        options = options.token(token.clone());
    } else if let Some(user) = server.username() {
        options = match server.password() {
            Some(password) => options.user_and_password(user.into(), password.into()),
            None => options.token(user.into()),
        };
    }
    if let Some(file) = &address.credentials {
        let unreadable = |error| LinkError::System(format!("{}: {error}", file.display()));
        let text = std::fs::read_to_string(file).map_err(unreadable)?;
        options = options.credentials(&text).map_err(unreadable)?;
    }
    if let Some(authority) = &address.authority {
        options = options.add_root_certificates(authority.clone());
    }
    if let Some((certificate, key)) = &address.certificate {
        options = options.add_client_certificate(certificate.clone(), key.clone());
    }
    Ok(options)
}
