//! Addresses of files in a release: they carry the version of all files, so that a browser may hold
//! them for ever, and asks for others after an update. Used by `build.rs`.

/// What stands before a version in an address.
pub const SIGN: char = '~';

/// Folders and files whose addresses carry the version.
#[cfg_attr(not(test), allow(dead_code, reason = "the build script reads it"))]
const PLACES: [&str; 7] = [
    "lib/",
    "pages/",
    "vendor/",
    "main.js",
    "style.css",
    "parts.css",
    "icon.svg",
];

/// A file in which the addresses of other files carry the version: `'/lib/api.js'` becomes
/// `'/~1f…/lib/api.js'`.
#[cfg_attr(not(test), allow(dead_code, reason = "the build script calls it"))]
pub fn versioned(text: &str, version: &str) -> String {
    let quotes = ['\'', '"', '`'];
    let all = quotes.iter().flat_map(|quote| {
        PLACES.map(|place| {
            (
                format!("{quote}/{place}"),
                format!("{quote}/{SIGN}{version}/{place}"),
            )
        })
    });
    all.fold(text.to_string(), |text, (plain, address)| {
        text.replace(&plain, &address)
    })
}
