//! A broker on this computer: `nats-server` with settings that fit, and tokens of its own.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Read, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::link::BrokerAddress;
use crate::message::as_name;
use crate::orphan::Pair;
use crate::subject;

/// How long the server may take to start.
const START: Duration = Duration::from_secs(10);

/// How often to look whether it has.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The user that coordinators are.
const COORDINATOR: &str = "coordinator";

/// A broker to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ServerSettings {
    /// Where it listens.
    pub listen: SocketAddr,
    /// Where it keeps its streams, its settings and its tokens.
    pub directory: PathBuf,
    /// The workers that have a token of their own.
    pub workers: Vec<String>,
    /// A certificate and its key, for TLS.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

/// Why it does not start.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The program is missing.
    #[error("nats-server is not installed")]
    Missing,
    /// Its directory cannot be used.
    #[error("{place}: {error}")]
    Files {
        /// What.
        place: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// It ends at once.
    #[error("nats-server ended: {0}")]
    Ended(String),
    /// Another one has the directory.
    #[error("a broker runs in {directory} already (process {keeper})")]
    Running {
        /// Its directory.
        directory: PathBuf,
        /// The process that keeps it.
        keeper: u32,
    },
    /// It does not listen.
    #[error("nats-server does not listen at {0}")]
    Silent(SocketAddr),
}

/// A user of the broker, and the secret that lets them in.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// The user.
    pub user: String,
    /// The secret.
    pub token: String,
}

/// A broker that runs, until it is dropped.
pub struct Server {
    child: Child,
    settings: ServerSettings,
    users: Vec<Access>,
}

/// The program, where it is installed.
#[must_use]
pub fn program() -> Option<PathBuf> {
    installed("nats-server")
}

fn installed(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let usual = ["/usr/sbin", "/usr/local/sbin", "/usr/local/bin"];
    let directories = std::env::split_paths(&path).chain(usual.map(PathBuf::from));
    let mut programs = directories.map(|directory| directory.join(name));
    programs.find(|program| program.is_file())
}

/// Starts a program that ends when this process is killed, where the system can do that.
fn bound_to_us(program: &Path) -> Command {
    match installed("setpriv").filter(|_| cfg!(target_os = "linux")) {
        Some(setpriv) => {
            let mut command = Command::new(setpriv);
            command.args(["--pdeathsig", "TERM"]).arg(program);
            command
        }
        None => Command::new(program),
    }
}

/// The address for a worker of the broker whose directory this is, with a worker's token; none where
/// it is another broker's than the coordinator's address.
#[must_use]
pub fn worker_url(directory: &Path, coordinator: &BrokerAddress, host: &str) -> Option<String> {
    let tokens = directory.join("tokens");
    let read = |user: &str| fs::read_to_string(tokens.join(user)).ok();
    let own = format!("{COORDINATOR}:{}@", read(COORDINATOR)?.trim());
    let (scheme, rest) = coordinator.url.split_once("://")?;
    let place = rest.strip_prefix(&own)?;
    let names = fs::read_dir(&tokens).ok()?.filter_map(Result::ok);
    let names = names.filter_map(|entry| entry.file_name().into_string().ok());
    let user = names.filter(|name| name != COORDINATOR).min()?;
    let token = read(&user)?;
    let settings = fs::read_to_string(directory.join("nats.conf")).ok()?;
    let listen = settings
        .lines()
        .find_map(|line| line.strip_prefix("listen: "))?;
    let listen: SocketAddr = listen.trim_matches('"').parse().ok()?;
    let place = match listen.ip().is_unspecified() {
        true => format!("{host}:{}", listen.port()),
        false => place.to_owned(),
    };
    Some(format!("{scheme}://{user}:{}@{place}", token.trim()))
}

impl Server {
    /// Starts it, and returns when it listens. Tokens are made once, and stay.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(settings: ServerSettings) -> Result<Server, ServerError> {
        let program = program().ok_or(ServerError::Missing)?;
        end_orphan(&program, &settings.directory)?;
        let users = users(&settings)?;
        let file = settings.directory.join("nats.conf");
        write_private(&file, &configuration(&settings, &users))?;
        let log = settings.directory.join("nats.log");
        let failed = |place: &Path, error| ServerError::Files {
            place: place.into(),
            error,
        };
        let output = fs::File::create(&log).map_err(|error| failed(&log, error))?;
        let errors = output.try_clone().map_err(|error| failed(&log, error))?;
        let child = bound_to_us(&program)
            .arg("--config")
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(output)
            .stderr(errors)
            .spawn()
            .map_err(|error| failed(&program, error))?;
        let pair = Pair {
            keeper: std::process::id(),
            server: child.id(),
        };
        pair.write(&settings.directory);
        let mut server = Server {
            child,
            settings,
            users,
        };
        server.wait()?;
        Ok(server)
    }

    fn wait(&mut self) -> Result<(), ServerError> {
        let latest = Instant::now() + START;
        while !listens(self.settings.listen) {
            if let Ok(Some(_)) = self.child.try_wait() {
                return Err(ServerError::Ended(self.last_words()));
            }
            if Instant::now() >= latest {
                return Err(ServerError::Silent(self.settings.listen));
            }
            std::thread::sleep(POLL_INTERVAL);
        }
        Ok(())
    }

    fn last_words(&self) -> String {
        let log = fs::read_to_string(self.settings.directory.join("nats.log"));
        let log = log.unwrap_or_default();
        let fatal = log.lines().rfind(|line| line.contains("[FTL]"));
        fatal.or(log.lines().last()).unwrap_or_default().to_owned()
    }

    /// Whether it still runs.
    pub fn is_running(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Its process.
    #[must_use]
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// The address for the coordinator, with its token.
    #[must_use]
    pub fn coordinator_url(&self, host: &str) -> String {
        self.url(&self.users[0], host)
    }

    /// The addresses for workers, with their tokens.
    #[must_use]
    pub fn worker_urls(&self, host: &str) -> Vec<String> {
        let workers = self.users[1..].iter();
        workers.map(|user| self.url(user, host)).collect()
    }

    fn url(&self, access: &Access, host: &str) -> String {
        let scheme = match self.settings.certificate {
            Some(_) => "tls",
            None => "nats",
        };
        let port = self.settings.listen.port();
        format!("{scheme}://{}:{}@{host}:{port}", access.user, access.token)
    }

    /// Ends it in order, so that its streams are whole.
    pub fn stop(mut self) {
        let program = program().unwrap_or_else(|| "nats-server".into());
        let stopped = Command::new(program)
            .arg("--signal")
            .arg(format!("stop={}", self.child.id()))
            .output();
        let latest = Instant::now() + START;
        while stopped.is_ok() && self.is_running() && Instant::now() < latest {
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// Ends it at once, as a power cut would, and waits for its end.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.kill();
    }
}

/// A server that was left behind is ended; one that is looked after is left alone.
fn end_orphan(program: &Path, directory: &Path) -> Result<(), ServerError> {
    let last = Pair::read(directory).filter(|pair| pair.is_serving(directory));
    match last {
        Some(pair) if pair.is_kept() => Err(ServerError::Running {
            directory: directory.into(),
            keeper: pair.keeper,
        }),
        Some(pair) => {
            pair.end(program, directory);
            Ok(())
        }
        None => Ok(()),
    }
}

fn listens(address: SocketAddr) -> bool {
    let reachable = match address.ip().is_unspecified() {
        true => SocketAddr::from(([127, 0, 0, 1], address.port())),
        false => address,
    };
    let Ok(mut stream) = TcpStream::connect_timeout(&reachable, Duration::from_millis(500)) else {
        return false;
    };
    let _ = stream.set_read_timeout(Some(Duration::from_millis(500)));
    let mut greeting = [0; 5];
    stream.read_exact(&mut greeting).is_ok() && &greeting == b"INFO "
}

/// The coordinator and the workers, with tokens that are made once.
fn users(settings: &ServerSettings) -> Result<Vec<Access>, ServerError> {
    let directory = settings.directory.join("tokens");
    fs::create_dir_all(&directory).map_err(|error| ServerError::Files {
        place: directory.clone(),
        error,
    })?;
    let workers = settings.workers.iter().map(|name| as_name(name));
    let names = std::iter::once(COORDINATOR.to_owned()).chain(workers);
    let user = |user: String| {
        let file = directory.join(&user);
        let known = fs::read_to_string(&file).unwrap_or_default();
        let known = known.trim();
        let sound = known.len() >= 16 && known.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let token = match sound {
            true => known.to_owned(),
            false => crate::random::token(),
        };
        write_private(&file, &token)?;
        Ok(Access { user, token })
    };
    names.map(user).collect()
}

/// Writes a file that only its owner can read.
fn write_private(file: &Path, text: &str) -> Result<(), ServerError> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let written = options
        .open(file)
        .and_then(|mut file| file.write_all(text.as_bytes()));
    written.map_err(|error| ServerError::Files {
        place: file.into(),
        error,
    })
}

/// What `nats-server` reads.
fn configuration(settings: &ServerSettings, users: &[Access]) -> String {
    let quoted = |path: &Path| format!("{:?}", path.display().to_string());
    let mut text = format!(
        "server_name: gametree\nlisten: \"{}\"\nmax_payload: 1MB\nwrite_deadline: 10s\n\
         jetstream {{\n  store_dir: {}\n  max_memory_store: 64MB\n  max_file_store: 2GB\n}}\n",
        settings.listen,
        quoted(&settings.directory.join("streams"))
    );
    if let Some((certificate, key)) = &settings.certificate {
        let _ = writeln!(
            text,
            "tls {{\n  cert_file: {}\n  key_file: {}\n}}",
            quoted(certificate),
            quoted(key)
        );
    }
    text.push_str("authorization {\n  timeout: 5\n  users: [\n");
    for (number, access) in users.iter().enumerate() {
        let limits = if number == 0 { String::new() } else { limits() };
        let _ = writeln!(
            text,
            "    {{user: {:?}, password: {:?}{limits}}}",
            access.user, access.token
        );
    }
    text.push_str("  ]\n}\n");
    text
}

/// What a worker may say and hear: it takes tasks and gives results, and can neither make tasks nor
/// remove them.
fn limits() -> String {
    let mut say = vec![
        subject::ALL_RESULTS,
        subject::ALL_BEATS,
        subject::ALL_RECORDS,
        subject::ALL_PLAYERS,
    ]
    .into_iter()
    .map(str::to_owned)
    .collect::<Vec<String>>();
    for stream in [subject::TASKS, subject::GAMES] {
        say.push(format!("$JS.API.CONSUMER.MSG.NEXT.{stream}.>"));
        say.push(format!("$JS.API.CONSUMER.INFO.{stream}.>"));
        say.push(format!("$JS.ACK.{stream}.>"));
    }
    let hear = [
        subject::ALL_PROJECTS,
        subject::ALL_CANCELS,
        subject::ALL_MATCHES,
        "_INBOX.>",
    ];
    format!(", permissions: {{publish: {say:?}, subscribe: {hear:?}}}")
}
