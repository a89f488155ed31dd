//! The functions of the WebAssembly module. It imports nothing: the page writes a request into the
//! module's memory, calls, and reads the answer there.
//!
//! ```text
//!  page:  request(length) ─▶ address of the buffer; writes "ADDRESS\nBODY" there
//!         answer()        ─▶ 1 where the request was answered, 0 where it was refused
//!         answer_start(), answer_length() ─▶ the JSON of it
//! ```

// The names must be kept for the page; the test reads and writes the buffers as the page does.
#![cfg_attr(any(test, target_family = "wasm"), allow(unsafe_code))]

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::answer::{self, refusal};

static REQUEST: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<String> = Mutex::new(String::new());

fn held<T>(buffer: &Mutex<T>) -> MutexGuard<'_, T> {
    buffer.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes room for a request of this many bytes; gives its address.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn request(length: usize) -> *mut u8 {
    let mut buffer = held(&REQUEST);
    *buffer = vec![0; length];
    buffer.as_mut_ptr()
}

/// Answers the request; gives 1, or 0 where it is refused.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer() -> u32 {
    let request = std::mem::take(&mut *held(&REQUEST));
    let end = request.iter().position(|&byte| byte == b'\n');
    let (address, body) = request.split_at(end.unwrap_or(request.len()));
    let address = String::from_utf8_lossy(address);
    let answered = answer::answer(&address, body.get(1..).unwrap_or_default());
    let granted = answered.is_ok();
    *held(&ANSWER) = answered.unwrap_or_else(|why| refusal(&why));
    granted.into()
}

/// The address of the answer.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer_start() -> *const u8 {
    held(&ANSWER).as_ptr()
}

/// The bytes of the answer.
#[cfg_attr(target_family = "wasm", unsafe(no_mangle))]
pub extern "C" fn answer_length() -> usize {
    held(&ANSWER).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the page does, in the memory of the test.
    fn ask(sent: &[u8]) -> (u32, String) {
        let buffer = request(sent.len());
        // SAFETY: the buffer has this length, and nothing else uses it until it is answered.
        unsafe { std::slice::from_raw_parts_mut(buffer, sent.len()) }.copy_from_slice(sent);
        let granted = answer();
        // SAFETY: the answer stays as it is until the next request.
        let found = unsafe { std::slice::from_raw_parts(answer_start(), answer_length()) };
        (granted, String::from_utf8(found.to_vec()).unwrap())
    }

    #[test]
    fn a_request_in_memory_is_answered_in_memory() {
        let body = r#"{"game":"(max 1 2)","with":"minimax"}"#;
        let (granted, text) = ask(format!("/api/learn/trace\n{body}").as_bytes());
        assert_eq!(granted, 1, "{text}");
        let direct = answer::answer("/api/learn/trace", body.as_bytes()).unwrap();
        assert_eq!(text, direct);
        for wrong in [
            "",
            "\n",
            "/api/learn/trace\n{",
            "/api/projects",
            "\u{0}\n\u{0}",
        ] {
            let (granted, text) = ask(wrong.as_bytes());
            assert!(
                granted == 0 && text.contains("\"message\":"),
                "{wrong:?}: {text}"
            );
        }
        let (granted, _) = ask(&[0xff, b'\n', 0xff]);
        assert_eq!(granted, 0);
    }
}
