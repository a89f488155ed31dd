//! The files of the pages, from within the binary. Development builds read them from the disk, so that a page can be
//! changed without compiling.

use axum::body::Body;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::refusal::Refusal;

/// The files.
#[derive(RustEmbed)]
#[folder = "assets/"]
pub struct Assets;

/// The page behind every address that is not a file.
const INDEX: &str = "index.html";

/// A file; the index for addresses of pages; a refusal for what looks like a file and is none.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return Refusal { status: StatusCode::METHOD_NOT_ALLOWED, ..Refusal::bad("pages are only read") }
            .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    let Some(name) = file_of(path) else {
        return Refusal::absent("there is no such file").into_response();
    };
    match Assets::get(name) {
        Some(file) => answer(name, &file, &headers),
        None => Refusal::absent("there is no such file").into_response(),
    }
}

/// The file behind a path: itself, or the index for a page; `None` for tricks and unknown addresses of the interface.
fn file_of(path: &str) -> Option<&str> {
    let tricky = |part: &str| part == ".." || part == "." || part.contains(['\\', '\0']);
    let encoded = path.to_ascii_lowercase();
    let hidden = ["%2e", "%2f", "%5c", "%00"].iter().any(|trick| encoded.contains(trick));
    if hidden || path.split('/').any(tricky) || path.starts_with("api/") || path == "api" {
        return None;
    }
    let is_file = ["lib/", "pages/", "vendor/"].iter().any(|folder| path.starts_with(folder))
        || (!path.contains('/') && path.contains('.'));
    Some(if is_file { path } else { INDEX })
}

fn answer(name: &str, file: &EmbeddedFile, headers: &HeaderMap) -> Response {
    let hash: String =
        file.metadata.sha256_hash().iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{hash}\"");
    if headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let kind = match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8".to_string(),
        Some("html") => "text/html; charset=utf-8".to_string(),
        Some("css") => "text/css; charset=utf-8".to_string(),
        _ => file.metadata.mimetype().to_string(),
    };
    let headers =
        [(header::CONTENT_TYPE, kind), (header::ETAG, tag), (header::CACHE_CONTROL, "no-cache".to_string())];
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

    /// Everything together is small enough for a telephone.
    #[test]
    fn assets_are_small() {
        let sizes: usize =
            Assets::iter().filter_map(|name| Assets::get(&name)).map(|file| file.data.len()).sum();
        assert!(sizes <= 400_000, "{sizes} bytes");
    }
}
