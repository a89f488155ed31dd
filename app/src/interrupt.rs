//! Ctrl-C: raises a flag that every search looks at; the best so far is then reported, and how to
//! go on from what is saved.

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use crate::error::Code;
use crate::{output, shell};

static FLAG: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);
static WAITING: AtomicBool = AtomicBool::new(false);
/// How many there were, and how many a command handles itself.
static COUNT: AtomicU32 = AtomicU32::new(0);
static HANDLED: AtomicU32 = AtomicU32::new(1);
static RESUME: Mutex<Option<String>> = Mutex::new(None);

/// From now on Ctrl-C raises the flag. A second one, or one while nothing but a person is
/// waited for, ends the program at once.
pub fn install() {
    let handler = || {
        FLAG.store(true, Ordering::SeqCst);
        let before = COUNT.fetch_add(1, Ordering::SeqCst);
        let last = before >= HANDLED.load(Ordering::SeqCst);
        if last || WAITING.load(Ordering::SeqCst) {
            tell_resume();
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

/// A second Ctrl-C does not end the program: the command sees it in [`count`].
pub fn allow_second() {
    HANDLED.store(2, Ordering::SeqCst);
}

/// How many there were.
pub fn count() -> u32 {
    COUNT.load(Ordering::SeqCst)
}

/// Waits for input: Ctrl-C ends the program at once here.
pub fn waiting<T>(wait: impl FnOnce() -> T) -> T {
    WAITING.store(true, Ordering::SeqCst);
    let result = wait();
    WAITING.store(false, Ordering::SeqCst);
    result
}

/// From now on what is done is saved in a place, and this command goes on from there. The first
/// place named holds all the others.
pub fn saved_in(place: impl Display) {
    let text = format!(
        "interrupted; everything so far is saved in {place}. To resume:\n  {}",
        shell::this_command()
    );
    let mut resume = RESUME.lock().unwrap_or_else(PoisonError::into_inner);
    resume.get_or_insert(text);
}

/// Tells what is saved and the command that goes on; false where nothing is saved.
pub fn tell_resume() -> bool {
    let text = RESUME.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(text) = &*text {
        output::hint(text);
    }
    text.is_some()
}
