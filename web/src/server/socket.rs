//! The socket of a tab: how many there are, and whether the browser is still there.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::{IntoResponse, Response};
use tokio::sync::{Semaphore, mpsc};

use super::tab::Tab;
use super::topics::Topics;
use crate::error::ApiError;

/// The most bytes of a message.
const LONGEST: usize = 4096;

/// A browser that is silent for this many times [`Sockets::silence`] has gone. A browser that is there
/// answers each ping.
const SILENCES: u32 = 3;

/// The sockets of a server.
#[derive(Clone)]
pub struct Sockets {
    /// What tabs can watch.
    pub topics: Arc<Topics>,
    /// Places for further ones.
    pub room: Arc<Semaphore>,
    /// A browser that says nothing for so long is asked whether it is there.
    pub silence: Duration,
}

/// Takes a browser's socket.
pub async fn open(State(sockets): State<Sockets>, upgrade: WebSocketUpgrade) -> Response {
    let Ok(place) = Arc::clone(&sockets.room).try_acquire_owned() else {
        return ApiError::conflict("too many tabs are open").into_response();
    };
    upgrade
        .max_message_size(LONGEST)
        .on_upgrade(move |socket| async move {
            let (tab, news) = Tab::new(sockets.topics);
            serve(tab, socket, news, sockets.silence).await;
            drop(place);
        })
}

/// Passes on what both sides say, until one has gone.
async fn serve(
    mut tab: Tab,
    mut socket: WebSocket,
    mut news: mpsc::Receiver<String>,
    silence: Duration,
) {
    let mut pings = tokio::time::interval(silence);
    let mut unanswered = 0;
    loop {
        let told = tokio::select! {
            heard = socket.recv() => {
                unanswered = 0;
                match heard {
                    Some(Ok(Message::Text(text))) => tab.hear(&text).map(|refusal| text_of(refusal.to_string())),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    _ => return,
                }
            }
            Some(told) = news.recv() => Some(text_of(told)),
            _ = pings.tick() => {
                unanswered += 1;
                if unanswered > SILENCES {
                    return;
                }
                Some(Message::Ping(Bytes::new()))
            }
        };
        if let Some(told) = told
            && socket.send(told).await.is_err()
        {
            return;
        }
    }
}

fn text_of(told: String) -> Message {
    Message::Text(told.into())
}
