//! The files of the pages, from within the binary. Development builds read their sources from the
//! disk, so that a page can be changed without compiling; `GAMETREE_PAGES=dist` shows them what the
//! release carries.

use axum::body::Body;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::refusal::Refusal;

/// The pages as they are written.
#[cfg(debug_assertions)]
#[derive(RustEmbed)]
#[folder = "assets/"]
struct Sources;

/// The pages as the release carries them, made of the sources by `cargo xtask pages`.
#[derive(RustEmbed)]
#[folder = "dist/"]
struct Dist;

/// The licences of the libraries that the pages hold.
const LICENCES: &str = include_str!("../../licences.txt");

#[cfg(debug_assertions)]
fn file(name: &str) -> Option<EmbeddedFile> {
    let released = std::env::var_os("GAMETREE_PAGES").is_some_and(|value| value == "dist");
    if released {
        Dist::get(name)
    } else {
        Sources::get(name)
    }
}

#[cfg(not(debug_assertions))]
fn file(name: &str) -> Option<EmbeddedFile> {
    Dist::get(name)
}

/// The page behind every address that is not a file.
const INDEX: &str = "index.html";

/// A file; the index for addresses of pages; a refusal for what looks like a file and is none.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refusal {
            status: StatusCode::METHOD_NOT_ALLOWED,
            ..Refusal::bad("pages are only read")
        }
        .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let Some(name) = file_of(path) else {
        return Refusal::absent("there is no such file").into_response();
    };
    if name == "licences.txt" {
        return (
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
            LICENCES,
        )
            .into_response();
    }
    match file(name) {
        Some(file) => answer(name, &file, &headers),
        None => Refusal::absent("there is no such file").into_response(),
    }
}

/// The file behind a path: itself, or the index for a page; `None` for tricks and unknown addresses
/// of the interface.
fn file_of(path: &str) -> Option<&str> {
    let tricky = |part: &str| part == ".." || part == "." || part.contains(['\\', '\0']);
    let encoded = path.to_ascii_lowercase();
    let hidden = ["%2e", "%2f", "%5c", "%00"]
        .iter()
        .any(|trick| encoded.contains(trick));
    if hidden || path.split('/').any(tricky) || path.starts_with("api/") || path == "api" {
        return None;
    }
    let is_file = ["lib/", "pages/", "vendor/"]
        .iter()
        .any(|folder| path.starts_with(folder))
        || (!path.contains('/') && path.contains('.'));
    Some(if is_file { path } else { INDEX })
}

fn answer(name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String = file
        .metadata
        .sha256_hash()
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let tag = format!("\"{hash}\"");
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8".to_string(),
        Some("html") => "text/html; charset=utf-8".to_string(),
        Some("css") => "text/css; charset=utf-8".to_string(),
        _ => file.metadata.mimetype().to_string(),
    };
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, "no-cache".to_string()),
    ];
    (headers, Body::from(file.data.to_vec())).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tricks_find_no_file() {
        for path in [
            "../Cargo.toml",
            "lib/../../x",
            "lib/%2e%2e/x",
            "a\\b",
            "vendor/%2Fetc",
            "lib/./x",
            "api/x",
            "pages/%00",
        ] {
            assert_eq!(file_of(path), None, "{path}");
        }
        assert_eq!(file_of("p/ruy lopez/analyse/root"), Some(INDEX));
        assert_eq!(file_of(""), Some(INDEX));
        assert_eq!(file_of("lib/api.js"), Some("lib/api.js"));
        assert_eq!(file_of("style.css"), Some("style.css"));
    }

    /// What the release carries, in bytes; no visit needs all of it. The aim is 400,000.
    #[test]
    fn the_pages_do_not_grow() {
        let sizes: usize = Dist::iter()
            .filter_map(|name| Dist::get(&name))
            .map(|file| file.data.len())
            .sum();
        assert!(sizes <= 550_000, "{sizes} bytes");
    }

    /// What the release carries was made of the sources as they are: `cargo xtask pages` makes it
    /// anew.
    #[test]
    fn the_release_is_made_of_the_sources() {
        let mut told: Vec<String> = include_str!("../../sources.sha256")
            .lines()
            .map(String::from)
            .collect();
        let line = |name: std::borrow::Cow<'static, str>| {
            let hash = Sources::get(&name)
                .expect("a source")
                .metadata
                .sha256_hash();
            let hex: String = hash.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{hex}  {name}")
        };
        let mut found: Vec<String> = Sources::iter().map(line).collect();
        told.sort_unstable();
        found.sort_unstable();
        let stale: Vec<&String> = found.iter().filter(|line| !told.contains(line)).collect();
        assert!(
            told == found,
            "not in web/dist: {stale:?}; run `cargo xtask pages`"
        );
    }
}
