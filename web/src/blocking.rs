//! Work that may take a while, off the threads that serve.

use tokio::sync::oneshot;

use crate::error::ApiError;

/// Does the work on a thread that may wait, and returns what it returns.
///
/// The work is boxed: the runtime's machinery for a task is compiled once, not for every request.
pub async fn off<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, ApiError> + Send + 'static,
) -> Result<T, ApiError> {
    let (send, receive) = oneshot::channel();
    // If the client has left meanwhile, the result is dropped.
    let task: Box<dyn FnOnce() + Send> = Box::new(move || drop(send.send(work())));
    tokio::task::spawn_blocking(task);
    receive.await.unwrap_or_else(|_| {
        Err(ApiError::failed(
            "the request failed; the log has the details",
        ))
    })
}
