//! Connections: how many there may be, and how long one may keep the server waiting.
//!
//! A client that sends half a request, never reads, or has vanished without a word holds a place
//! for a while and then loses it. The others do not notice.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};

/// What one server grants its clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ConnectionLimits {
    /// Connections at the same time, sockets among them; the next ones wait.
    pub connections: usize,
    /// Sockets of tabs at the same time; the next ones are refused.
    pub sockets: usize,
    /// From the beginning of a connection, or the end of a response, to the end of the next
    /// request's head.
    pub head: Duration,
    /// From the head of a request to the end of its body.
    pub body: Duration,
    /// How long a client may take nothing of what is sent to it.
    pub stalled: Duration,
    /// How long a tab may say nothing before it is asked whether it is there. After the third
    /// such time it is gone.
    pub silence: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            // Below the 1,024 files that a process may usually open: projects and engines need some.
            connections: 512,
            sockets: 256,
            head: Duration::from_secs(30),
            body: Duration::from_secs(30),
            stalled: Duration::from_secs(30),
            silence: Duration::from_secs(20),
        }
    }
}

/// Answers every connection; never ends.
pub async fn serve(mut listener: TcpListener, router: Router, limits: ConnectionLimits) {
    let room = Arc::new(Semaphore::new(limits.connections));
    let mut protocol = http1::Builder::new();
    protocol
        .timer(TokioTimer::new())
        .header_read_timeout(limits.head);
    while let Ok(place) = Arc::clone(&room).acquire_owned().await {
        // The trait's `accept` waits where there are no files left; the listener's own would fail.
        let (stream, _) = Listener::accept(&mut listener).await;
        let stream = Connection::new(stream, limits.stalled, place);
        let service = TowerToHyperService::new(router.clone());
        let answered = protocol
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        // A connection that breaks concerns its client only.
        tokio::spawn(async move { drop(answered.await) });
    }
}

/// A connection that fails when its client takes nothing for too long. It has its place among the
/// others as long as it lives, also as the socket of a tab.
struct Connection {
    stream: TcpStream,
    patience: Duration,
    stalled: Option<Pin<Box<Sleep>>>,
    _place: OwnedSemaphorePermit,
}

impl Connection {
    fn new(stream: TcpStream, patience: Duration, place: OwnedSemaphorePermit) -> Connection {
        Connection {
            stream,
            patience,
            stalled: None,
            _place: place,
        }
    }

    /// What a write came to: one that has to wait waits no longer than the patience.
    fn written(
        &mut self,
        written: Poll<io::Result<usize>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<usize>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let patience = self.patience;
        let stalled = self
            .stalled
            .get_or_insert_with(|| Box::pin(sleep(patience)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.written(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.written(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
