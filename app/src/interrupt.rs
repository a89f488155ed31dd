//! Ctrl-C: raises a flag that every search looks at; the best so far is then reported.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};

use crate::error::Code;

static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static WAITING: AtomicBool = AtomicBool::new(false);

/// From now on Ctrl-C raises the flag. A second one, or one while nothing but a person is
/// waited for, ends the program at once.
pub fn install() {
    let handler = || {
        if FLAG.swap(true, Ordering::SeqCst) || WAITING.load(Ordering::SeqCst) {
            std::process::exit(Code::Interrupted as i32);
        }
    };
    // Fails only when a handler is there already; then that one rules.
    let _ = ctrlc::set_handler(handler);
}

/// The flag, for [`gametree::Limits::stop`].
pub fn flag() -> Arc<AtomicBool> {
    FLAG.clone()
}

/// Whether it was raised.
pub fn raised() -> bool {
    FLAG.load(Ordering::SeqCst)
}

/// Waits for input: Ctrl-C ends the program at once here.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}
