//! Many clients at once on a server whose project grows: readers, tabs, tabs that never read, and
//! connections that send half a request. Everything asked for is answered.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::serve::{Serving, TOKEN};

/// What readers ask for: what the pages show of a project.
const READ: [&str; 8] = [
    "/api/projects",
    "/api/p/x",
    "/api/p/x/node/root",
    "/api/p/x/node/root/moves",
    "/api/p/x/outline?depth=4",
    "/api/p/x/map?rows=20&limit=2000",
    "/api/p/x/queue",
    "/api/p/x/stats",
];
/// A response that takes this long never comes.
const GENEROUS: Duration = Duration::from_secs(120);
/// How long a reader looks at what it has got.
const PAUSE: Duration = Duration::from_millis(100);

/// Who comes, and how often a reader asks.
struct Crowd {
    readers: usize,
    tabs: usize,
    deaf_tabs: usize,
    half_open: usize,
    requests: usize,
}

/// What the readers saw.
#[derive(Default)]
struct Seen {
    /// Seconds of each response, the slowest last.
    times: Vec<(f64, &'static str)>,
    /// Messages that the tabs read.
    news: usize,
}

impl Seen {
    /// The seconds below which this share of the responses came.
    fn quantile(&self, share: f64) -> f64 {
        let last = self.times.len() - 1;
        self.times[(last as f64 * share).round() as usize].0
    }

    fn figures(&self) -> String {
        let (slowest, path) = self.times.last().expect("a response");
        format!(
            "median {:.4} s, 99 % {:.3} s, slowest {slowest:.3} s ({path}), {} responses, \
             {} messages to tabs",
            self.quantile(0.5),
            self.quantile(0.99),
            self.times.len(),
            self.news
        )
    }
}

/// A client with a connection that stays open.
struct Client {
    stream: BufReader<TcpStream>,
    address: String,
}

impl Client {
    fn new(serving: &Serving) -> Client {
        let stream = TcpStream::connect(&serving.address).expect("a connection");
        stream.set_read_timeout(Some(GENEROUS)).expect("a timeout");
        Client {
            stream: BufReader::new(stream),
            address: serving.address.clone(),
        }
    }

    fn send(&mut self, path: &str, more: &str) {
        let head = format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\n{more}\r\n",
            self.address
        );
        let stream = self.stream.get_mut();
        stream.write_all(head.as_bytes()).expect("room");
    }

    /// The status and the headers of a response.
    fn head(&mut self) -> String {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            let read = self
                .stream
                .read_line(&mut head)
                .expect("a response in time");
            assert!(read > 0, "the connection was closed after: {head}");
        }
        head
    }

    /// One request; its whole response.
    fn get(&mut self, path: &str) -> Vec<u8> {
        self.send(path, "");
        let head = self.head().to_ascii_lowercase();
        assert!(head.starts_with("http/1.1 200"), "{path}: {head}");
        let length = head
            .split("content-length: ")
            .nth(1)
            .and_then(|rest| rest.lines().next())
            .and_then(|length| length.parse().ok());
        let mut body = vec![0; length.expect("a length")];
        self.stream.read_exact(&mut body).expect("a whole body");
        body
    }

    /// Becomes the socket of a tab that watches the moves.
    fn watch(&mut self) {
        let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                       Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
        self.send("/ws", upgrade);
        assert!(self.head().starts_with("HTTP/1.1 101"));
        for path in ["/api/p/x/node/root/moves", "/api/p/x/outline?depth=4"] {
            let text = json!({ "watch": path }).to_string();
            // A masked text frame; the mask is zero, so that the text is itself.
            let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
            frame.extend(text.bytes());
            self.stream.get_mut().write_all(&frame).expect("room");
        }
    }

    /// Reads a frame, and answers a ping as a browser does. Whether it was news.
    fn frame(&mut self) -> bool {
        let mut start = [0; 2];
        self.stream.read_exact(&mut start).expect("a frame");
        let mut length = u64::from(start[1]);
        if length >= 126 {
            let mut long = [0; 8];
            let bytes = if length == 126 { 2 } else { 8 };
            self.stream
                .read_exact(&mut long[8 - bytes..])
                .expect("a length");
            length = u64::from_be_bytes(long);
        }
        let mut body = vec![0; length as usize];
        self.stream.read_exact(&mut body).expect("a whole frame");
        if start[0] == 0x89 {
            let pong = [0x8a, 0x80, 0, 0, 0, 0];
            self.stream.get_mut().write_all(&pong).expect("room");
        }
        start[0] == 0x81
    }
}

/// A reader: the seconds of each response.
fn read(serving: &Serving, number: usize, requests: usize) -> Vec<(f64, &'static str)> {
    let mut client = Client::new(serving);
    let mut times = Vec::new();
    for at in 0..requests {
        let path = READ[(number + at) % READ.len()];
        let start = Instant::now();
        let body = client.get(path);
        times.push((start.elapsed().as_secs_f64(), path));
        let answer: serde_json::Value = serde_json::from_slice(&body).expect("JSON");
        assert!(answer["schema"].is_string(), "{path}");
        thread::sleep(PAUSE);
    }
    times
}

/// A tab, until the readers are done: how much it was told.
fn watch(serving: &Serving, done: &AtomicBool) -> usize {
    let mut client = Client::new(serving);
    client.watch();
    let mut news = 0;
    // A snapshot for each topic comes whatever happens.
    while news < 2 || !done.load(Ordering::SeqCst) {
        news += usize::from(client.frame());
    }
    news
}

/// Lets the crowd in and waits until all readers and tabs have what they asked for.
fn visit(serving: &Serving, crowd: &Crowd) -> Seen {
    let done = AtomicBool::new(false);
    let halves: Vec<Client> = (0..crowd.half_open)
        .map(|_| {
            let mut client = Client::new(serving);
            client
                .stream
                .get_mut()
                .write_all(b"GET / HT")
                .expect("room");
            client
        })
        .collect();
    let deaf: Vec<Client> = (0..crowd.deaf_tabs)
        .map(|_| {
            let mut client = Client::new(serving);
            client.watch();
            client
        })
        .collect();
    let mut seen = Seen::default();
    thread::scope(|scope| {
        let tabs: Vec<_> = (0..crowd.tabs)
            .map(|_| scope.spawn(|| watch(serving, &done)))
            .collect();
        let readers: Vec<_> = (0..crowd.readers)
            .map(|number| scope.spawn(move || read(serving, number, crowd.requests)))
            .collect();
        for reader in readers {
            seen.times.extend(reader.join().expect("a reader"));
        }
        done.store(true, Ordering::SeqCst);
        for tab in tabs {
            seen.news += tab.join().expect("a tab");
        }
    });
    drop((halves, deaf));
    seen.times.sort_by(|a, b| a.0.total_cmp(&b.0));
    seen
}

/// A server with a project that the built-in engine grows.
fn growing(directory: &Path) -> Serving {
    let serving = Serving::start(directory, &[]);
    let made =
        json!({ "name": "x", "game": "connect4", "position": "", "engine": "builtin", "count": 1 });
    assert_eq!(serving.post("/api/projects", &made).0, 200);
    let short = json!({ "nodes": 2000 });
    assert_eq!(serving.post("/api/p/x/settings", &short).0, 200);
    let run = json!({ "state": "running", "engine": "builtin", "count": 1 });
    assert_eq!(serving.post("/api/p/x/run", &run).0, 200);
    serving.wait("/api/p/x", |project| {
        project["evaluations"].as_u64() > Some(20)
    });
    serving
}

/// Mebibytes of memory that a process has now.
fn memory(serving: &Serving) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", serving.id()));
    let kib = status.ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<f64>().ok()
    });
    kib.unwrap_or(0.0) / 1024.0
}

#[test]
fn a_crowd_is_answered_while_a_project_grows() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = growing(directory.path());
    let crowd = Crowd {
        readers: 24,
        tabs: 8,
        deaf_tabs: 4,
        half_open: 4,
        requests: 8,
    };
    let seen = visit(&serving, &crowd);
    assert_eq!(seen.times.len(), crowd.readers * crowd.requests);
    assert!(seen.news >= 2 * crowd.tabs);
    let grown = serving.get("/api/p/x");
    assert_eq!(grown["state"], "running", "the project was not disturbed");
    assert_eq!(serving.interrupt(), Some(130));
}

/// Two hundred clients; prints the slowest responses and the memory of the server.
#[test]
#[ignore = "soak: two hundred clients for minutes"]
fn soak_two_hundred_clients() {
    let directory = tempfile::tempdir().expect("a directory");
    let serving = growing(directory.path());
    let alone = Crowd {
        readers: 1,
        tabs: 0,
        deaf_tabs: 0,
        half_open: 0,
        requests: 80,
    };
    let alone = visit(&serving, &alone);
    let before = memory(&serving);
    let crowd = Crowd {
        readers: 100,
        tabs: 60,
        deaf_tabs: 20,
        half_open: 20,
        requests: 60,
    };
    let seen = visit(&serving, &crowd);
    let during = memory(&serving);
    assert_eq!(seen.times.len(), crowd.readers * crowd.requests);
    println!("one reader:  {}", alone.figures());
    println!("200 clients: {}", seen.figures());
    println!("memory of the server: {before:.0} MiB before, {during:.0} MiB at the end");
    assert_eq!(serving.interrupt(), Some(130));
}
