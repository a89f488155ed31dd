//! The addresses of the files of the pages: what a browser may hold, and for how long. They are sent
//! compressed to clients that take it.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::body::Body;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};

use super::release::SIGN;
use crate::error::ApiError;
use crate::files::{Asset, VERSION, find};

/// The licences of the libraries that the pages hold.
const LICENCES: &str = include_str!("../../licences.txt");

/// The page behind every address that is not a file.
const INDEX: &str = "index.html";

/// A file; the index for addresses of pages; a refusal for what looks like a file and is none.
pub async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if !matches!(method, Method::GET | Method::HEAD) {
        return ApiError {
            status: StatusCode::METHOD_NOT_ALLOWED,
            ..ApiError::bad("pages are read-only")
        }
        .into_response();
    }
    let (path, known) = unversioned(uri.path().trim_start_matches('/'), VERSION);
    let Some(name) = file_of(path) else {
        return ApiError::absent("there is no such file").into_response();
    };
    if name == "licences.txt" {
        return (
            [(header::CONTENT_TYPE, "text/plain; charset=utf-8")],
            LICENCES,
        )
            .into_response();
    }
    match find(name) {
        Some(asset) => answer(name, asset, &headers, caching(known)),
        None => ApiError::absent("there is no such file").into_response(),
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
    let is_file = ["lib/", "pages/", "vendor/", "book/pictures/"]
        .iter()
        .any(|folder| path.starts_with(folder))
        || (!path.contains('/') && path.contains('.'));
    Some(if is_file { path } else { INDEX })
}

/// A path without the version before it, and whether that is the current one.
fn unversioned<'p>(path: &'p str, version: &str) -> (&'p str, bool) {
    let versioned = path
        .strip_prefix(SIGN)
        .and_then(|path| path.split_once('/'));
    match versioned {
        Some((named, rest)) => (rest, named == version && !version.is_empty()),
        None => (path, false),
    }
}

/// What is named by its version never changes; everything else is asked for again.
fn caching(versioned: bool) -> &'static str {
    if versioned {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    }
}

fn answer(name: &str, asset: Asset, headers: &HeaderMap, caching: &str) -> Response {
    let tag = tag(&asset.bytes);
    if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|known| known.as_bytes() == tag.as_bytes())
    {
        return (StatusCode::NOT_MODIFIED, [(header::ETAG, tag)]).into_response();
    }
    let common = [
        (header::CONTENT_TYPE, content_type(name).to_string()),
        (header::ETAG, tag),
        (header::CACHE_CONTROL, caching.to_string()),
        (header::VARY, "accept-encoding".to_string()),
    ];
    let gzip = takes_gzip(headers);
    let bytes = if gzip { asset.gzipped() } else { asset.plain() };
    let encoding = gzip.then_some([(header::CONTENT_ENCODING, "gzip")]);
    match bytes {
        Ok(bytes) => (common, encoding, Body::from(bytes)).into_response(),
        Err(_) => ApiError::failed("the file cannot be unpacked").into_response(),
    }
}

/// Another tag for other bytes: it tells a browser whether what it holds is still the same.
fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    }
}

/// Whether a client can unpack gzip; one that says nothing gets plain files.
fn takes_gzip(headers: &HeaderMap) -> bool {
    let accepted = headers
        .get_all(header::ACCEPT_ENCODING)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','));
    accepted
        .map(|coding| coding.replace(' ', ""))
        .any(|coding| coding == "gzip" || coding.starts_with("gzip;q=") && coding != "gzip;q=0")
}

#[cfg(test)]
mod tests {
    use std::io::Read;
    use std::path::{Path, PathBuf};

    use flate2::Compression;
    use flate2::read::{GzDecoder, GzEncoder};

    use super::super::release::versioned;
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

    #[test]
    fn what_carries_the_version_is_held_for_ever() {
        let text = versioned(
            "import '/lib/a.js'; fetch('/api/x'); import(`/pages/${p}.js`)",
            "1f",
        );
        assert_eq!(
            text,
            "import '/~1f/lib/a.js'; fetch('/api/x'); import(`/~1f/pages/${p}.js`)"
        );
        assert_eq!(unversioned("~1f/lib/a.js", "1f"), ("lib/a.js", true));
        assert_eq!(unversioned("~00/lib/a.js", "1f"), ("lib/a.js", false));
        assert_eq!(unversioned("lib/a.js", "1f"), ("lib/a.js", false));
        assert_eq!(unversioned("~/lib/a.js", ""), ("lib/a.js", false));
        assert_eq!(file_of(unversioned("~1f/../Cargo.toml", "1f").0), None);
        assert!(caching(true).contains("immutable") && caching(false) == "no-cache");
    }

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::new();
        GzEncoder::new(bytes, Compression::best())
            .read_to_end(&mut packed)
            .unwrap();
        packed
    }

    fn files(directory: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(directory).unwrap();
        entries
            .map(|entry| entry.unwrap().path())
            .flat_map(|path| {
                if path.is_dir() {
                    files(&path)
                } else {
                    vec![path]
                }
            })
            .collect()
    }

    /// What a release carries, in bytes; no visit needs all of it.
    #[test]
    fn the_pages_do_not_grow() {
        let assets = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
        let packed = |path: PathBuf| gzip(&std::fs::read(path).unwrap()).len();
        let bytes: usize = files(&assets).into_iter().map(packed).sum();
        assert!(bytes <= 344_000, "{bytes} bytes");
    }

    #[tokio::test]
    async fn a_file_from_the_disk_is_compressed_too() {
        let asset = Asset {
            bytes: b"let a = 1;".as_slice().into(),
            packed: false,
        };
        let headers = [(header::ACCEPT_ENCODING, "gzip".parse().unwrap())];
        let answer = answer(
            "lib/a.js",
            asset,
            &headers.into_iter().collect(),
            caching(false),
        );
        assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
        let body = axum::body::to_bytes(answer.into_body(), 1000)
            .await
            .unwrap();
        let mut plain = String::new();
        GzDecoder::new(&*body).read_to_string(&mut plain).unwrap();
        assert_eq!(plain, "let a = 1;");
    }

    async fn get(headers: &[(header::HeaderName, &str)]) -> (HeaderMap, Vec<u8>) {
        let asset = Asset {
            bytes: gzip(b"let a = 1;").into(),
            packed: true,
        };
        let headers = headers
            .iter()
            .map(|(name, value)| (name.clone(), value.parse().unwrap()))
            .collect();
        let answer = answer("lib/a.js", asset, &headers, caching(false));
        let headers = answer.headers().clone();
        let body = axum::body::to_bytes(answer.into_body(), 1000).await;
        (headers, body.unwrap().to_vec())
    }

    #[tokio::test]
    async fn a_packed_file_is_unpacked_for_clients_that_cannot() {
        for (accepted, packed) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=0.5", true),
            ("gzip;q=0", false),
            ("identity", false),
            ("", false),
        ] {
            let (headers, body) = get(&[(header::ACCEPT_ENCODING, accepted)]).await;
            let encoding = headers.get(header::CONTENT_ENCODING);
            assert_eq!(encoding.is_some(), packed, "{accepted}");
            assert_eq!(body == b"let a = 1;", !packed, "{accepted}");
            assert_eq!(
                headers[header::CONTENT_TYPE],
                "text/javascript; charset=utf-8"
            );
        }
    }

    #[tokio::test]
    async fn what_a_browser_holds_is_not_sent_again() {
        let (headers, _) = get(&[]).await;
        let tag = headers[header::ETAG].to_str().unwrap().to_owned();
        let (_, body) = get(&[(header::IF_NONE_MATCH, &tag)]).await;
        assert!(body.is_empty());
    }
}
