//! Where the lines go.

use std::io::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The conversation and its search write to one output.
pub(super) type Output = Arc<Mutex<dyn Write + Send>>;

/// Writes a line at once; a reader that went away is noticed when the input ends.
pub(super) fn say(output: &Output, line: &str) {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    let _ = writeln!(output, "{line}").and_then(|()| output.flush());
}
