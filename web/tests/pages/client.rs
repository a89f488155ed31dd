//! A server of its own for a test, and a client that says exactly what it is told to say.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gametree_web::server::{ConnectionLimits, Options, Server};
use serde_json::Value;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

/// The secret of the servers of the tests.
pub const TOKEN: &str = "a-secret-of-the-tests";

/// A server, until it is dropped.
pub struct Serving {
    pub address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: Option<std::thread::JoinHandle<()>>,
}

/// An answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let lines = self.head.lines().filter_map(|line| line.split_once(": "));
        lines
            .filter(|(key, _)| key.eq_ignore_ascii_case(name))
            .map(|(_, value)| value)
            .next()
    }
}

impl Serving {
    /// A server for the projects of a directory.
    pub fn of(directory: &Path, read_only: bool) -> Serving {
        Serving::with(directory, read_only, ConnectionLimits::default())
    }

    /// The same, with other limits.
    pub fn with(directory: &Path, read_only: bool, limits: ConnectionLimits) -> Serving {
        let options = Options {
            listen: "127.0.0.1:0".parse().expect("an address"),
            read_only,
            program: "/bin/false".into(),
            shutdown: Arc::default(),
            projects: directory.to_path_buf(),
            runs: directory.join("runs"),
            engines: Vec::new(),
            resume: false,
            syzygy: None,
            farm: None,
            token: Some(TOKEN.into()),
            limits,
        };
        let (stop, stopped) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        // In a thread of its own: a test may have a runtime, too.
        let done = std::thread::spawn(move || {
            let runtime = Runtime::new().expect("a runtime");
            let server = runtime.block_on(Server::bind(options)).expect("a server");
            tell.send(server.url()).expect("the test waits");
            runtime
                .block_on(server.run(async { _ = stopped.await }))
                .expect("a good end");
            runtime.shutdown_timeout(Duration::from_secs(1));
        });
        let url = told.recv().expect("it listens");
        let address = url
            .strip_prefix("http://")
            .and_then(|rest| rest.split('/').next());
        let address = address
            .and_then(|text| text.parse().ok())
            .expect("its address");
        Serving {
            address,
            stop: Some(stop),
            done: Some(done),
        }
    }

    /// Sends a request as it stands.
    pub fn raw(&self, request: &str, body: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream
            .set_read_timeout(Some(Duration::from_secs(120)))
            .expect("a timeout");
        stream.write_all(request.as_bytes()).expect("room");
        // A server that has refused may have closed.
        let _ = stream.write_all(body);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head
            .split(' ')
            .nth(1)
            .and_then(|word| word.parse().ok())
            .unwrap_or(0);
        Reply {
            status,
            head: head.to_string(),
            body: unchunked(head, body),
        }
    }

    /// A request with these headers besides `Host`, which may be among them.
    pub fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let host = self.address.to_string();
        let mut all = vec![("Connection", "close")];
        if !headers.iter().any(|(name, _)| *name == "Host") {
            all.push(("Host", &host));
        }
        all.extend(headers);
        let lines: String = all
            .iter()
            .map(|(name, value)| format!("{name}: {value}\r\n"))
            .collect();
        let request = format!(
            "{method} {path} HTTP/1.1\r\n{lines}Content-Length: {}\r\n\r\n",
            body.len()
        );
        self.raw(&request, body.as_bytes())
    }

    /// As a script asks.
    pub fn get(&self, path: &str) -> Reply {
        self.ask(
            "GET",
            path,
            &[("Authorization", &format!("Bearer {TOKEN}"))],
            "",
        )
    }

    /// As a script says.
    pub fn post(&self, path: &str, body: &Value) -> Reply {
        let bearer = format!("Bearer {TOKEN}");
        let headers = [
            ("Authorization", bearer.as_str()),
            ("Content-Type", "application/json"),
        ];
        self.ask("POST", path, &headers, &body.to_string())
    }

    /// Asks until the answer fits.
    pub fn wait(&self, path: &str, fits: impl Fn(&Value) -> bool) -> Value {
        let end = Instant::now() + Duration::from_secs(120);
        loop {
            let answer = self.get(path).json();
            if fits(&answer) {
                return answer;
            }
            assert!(Instant::now() < end, "{path}: {answer}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(done) = self.done.take() {
            done.join().expect("the server ends");
        }
    }
}

/// A body that came in pieces, as one.
fn unchunked(head: &str, body: &str) -> String {
    if !head
        .to_ascii_lowercase()
        .contains("transfer-encoding: chunked")
    {
        return body.to_string();
    }
    let (mut out, mut rest) = (String::new(), body);
    while let Some((size, after)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap_or(0);
        if size == 0 || after.len() < size {
            break;
        }
        out.push_str(&after[..size]);
        rest = after[size..].trim_start_matches("\r\n");
    }
    out
}
