//! Clients that are slow, silent or gone lose their places; the others are answered. Limits are
//! short here, and every test waits for what must happen, however long it takes.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use gametree_web::server::ConnectionLimits;

use super::client::{Serving, TOKEN};

const SHORT: Duration = Duration::from_millis(100);
const GENEROUS: Duration = Duration::from_secs(120);

/// A connection that has sent this much.
fn connected(serving: &Serving, sent: &str) -> TcpStream {
    let mut stream = TcpStream::connect(serving.address).expect("a connection");
    stream.set_read_timeout(Some(GENEROUS)).expect("a timeout");
    stream.write_all(sent.as_bytes()).expect("room");
    stream
}

/// The head of a request, but for the empty line that ends it.
fn head(serving: &Serving, first: &str, more: &str) -> String {
    format!(
        "{first} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {TOKEN}\r\n{more}",
        serving.address
    )
}

/// Whether the server closes a connection, before the test gives up.
fn is_closed(mut stream: TcpStream) -> bool {
    let mut rest = Vec::new();
    match stream.read_to_end(&mut rest) {
        Ok(_) => true,
        Err(error) => error.kind() == std::io::ErrorKind::ConnectionReset,
    }
}

#[test]
fn half_a_request_loses_its_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let limits = ConnectionLimits {
        connections: 4,
        head: SHORT,
        ..ConnectionLimits::default()
    };
    let serving = Serving::with(directory.path(), false, limits);
    let halves = ["", "GET", "GET / HTTP/1.1\r\nHost:", "POST / HTTP/1.1\r\n"];
    let halves = halves.map(|half| connected(&serving, half));
    // All places are taken, until they are taken away.
    assert_eq!(serving.get("/api/about").status, 200);
    assert!(halves.into_iter().all(is_closed));
}

#[test]
fn a_body_that_does_not_come_is_not_waited_for() {
    let directory = tempfile::tempdir().expect("a directory");
    let limits = ConnectionLimits {
        body: SHORT,
        ..ConnectionLimits::default()
    };
    let serving = Serving::with(directory.path(), false, limits);
    let head = head(
        &serving,
        "POST /api/projects",
        "Content-Type: application/json\r\nConnection: close\r\nContent-Length: 100\r\n\r\n",
    );
    let reply = serving.raw(&head, b"{\"name\": ");
    assert_eq!(reply.status, 408, "{reply:?}");
    assert_eq!(reply.json()["code"], "bad");
}

#[test]
fn a_reader_that_takes_nothing_loses_its_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let limits = ConnectionLimits {
        connections: 1,
        stalled: SHORT,
        ..ConnectionLimits::default()
    };
    let serving = Serving::with(directory.path(), false, limits);
    let request = head(&serving, "GET /api/book", "\r\n");
    let mut slow = connected(&serving, &request);
    slow.set_write_timeout(Some(SHORT)).expect("a timeout");
    // More than the buffers of both sides hold; the server stops reading before all is sent.
    for _ in 0..1000 {
        if slow.write_all(request.as_bytes()).is_err() {
            break;
        }
    }
    assert_eq!(serving.get("/api/about").status, 200);
}

#[test]
fn a_tab_that_has_gone_without_a_word_loses_its_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let limits = ConnectionLimits {
        sockets: 1,
        silence: SHORT,
        ..ConnectionLimits::default()
    };
    let serving = Serving::with(directory.path(), false, limits);
    let upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    let socket = connected(&serving, &head(&serving, "GET /ws", upgrade));
    // It takes every ping and answers none.
    assert!(is_closed(socket));
    let mut next = connected(&serving, &head(&serving, "GET /ws", upgrade));
    let mut status = [0; 12];
    next.read_exact(&mut status).expect("a status");
    assert_eq!(&status, b"HTTP/1.1 101", "its place is free");
}
