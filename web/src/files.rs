//! The files of the pages and of the book. A release carries them, compressed by `build.rs`.
//! Development builds read them from the disk at every request, so that a page or a chapter can be
//! changed without compiling.

use std::borrow::Cow;
use std::io::Read;

use flate2::Compression;
use flate2::read::{GzDecoder, GzEncoder};

/// The files of a release by their names, in order, each as gzip.
#[cfg(not(debug_assertions))]
static PACKED: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The version of the files of a release; empty in development builds.
pub const VERSION: &str = include!(concat!(env!("OUT_DIR"), "/version.rs"));

/// A file of the pages.
pub struct Asset {
    pub bytes: Cow<'static, [u8]>,
    /// Whether the bytes are gzip.
    pub packed: bool,
}

/// A file by its name; chapters and pictures of the book are in `book/`, what `cargo xtask wasm`
/// builds is in `built/`.
#[cfg(debug_assertions)]
pub fn find(name: &str) -> Option<Asset> {
    let sources = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let file = match name.split_once('/') {
        Some(("book", name)) => format!("{sources}../docs/book/src/{name}"),
        Some(("built", _)) => format!("{sources}{name}"),
        _ => format!("{sources}assets/{name}"),
    };
    Some(Asset {
        bytes: std::fs::read(file).ok()?.into(),
        packed: false,
    })
}

/// A file by its name; chapters and pictures of the book are in `book/`, what `cargo xtask wasm`
/// builds is in `built/`.
#[cfg(not(debug_assertions))]
pub fn find(name: &str) -> Option<Asset> {
    let at = PACKED.binary_search_by_key(&name, |(name, _)| *name).ok()?;
    Some(Asset {
        bytes: PACKED[at].1.into(),
        packed: true,
    })
}

impl Asset {
    /// The file as gzip: packed already in a release, packed now from the disk.
    pub fn gzipped(self) -> std::io::Result<Vec<u8>> {
        if self.packed {
            return Ok(self.bytes.into_owned());
        }
        let mut packed = Vec::new();
        GzEncoder::new(&*self.bytes, Compression::fast()).read_to_end(&mut packed)?;
        Ok(packed)
    }

    /// The file as it was written.
    pub fn plain(self) -> std::io::Result<Vec<u8>> {
        if !self.packed {
            return Ok(self.bytes.into_owned());
        }
        let mut plain = Vec::new();
        GzDecoder::new(&*self.bytes).read_to_end(&mut plain)?;
        Ok(plain)
    }
}

/// The text of a file.
pub fn text(name: &str) -> Option<String> {
    String::from_utf8(find(name)?.plain().ok()?).ok()
}
