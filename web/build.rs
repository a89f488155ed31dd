//! Packs the pages and the book for a release: a table of every file of both, compressed, with the
//! version of all of them in the addresses. Development builds carry none of them and read the
//! directories at every request. Packs the description of the interface for every build.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use flate2::Compression;
use flate2::write::GzEncoder;

#[path = "src/server/release.rs"]
mod release;

/// The chapters and pictures of the book.
const BOOK: &str = "../docs/book/src";
/// What `cargo xtask wasm` builds; empty before.
const BUILT: &str = "built";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/server/release.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?);
    let mut table = String::from("&[\n");
    let mut version = String::new();
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed=assets");
        println!("cargo::rerun-if-changed={BOOK}");
        println!("cargo::rerun-if-changed={BUILT}");
        let mut files = BTreeMap::new();
        read(Path::new("assets"), "", &mut files)?;
        read(Path::new(BOOK), "book/", &mut files)?;
        read(Path::new(BUILT), "built/", &mut files)?;
        version = version_of(&files);
        for (number, (name, bytes)) in files.iter().enumerate() {
            let packed = out.join(format!("{number}.gz"));
            fs::write(&packed, gzip(&addressed(name, bytes, &version))?)?;
            table += &format!("    ({name:?}, include_bytes!({packed:?})),\n");
        }
    }
    println!("cargo::rerun-if-changed=openapi.json");
    let description = gzip(&fs::read("openapi.json")?)?;
    fs::write(out.join("openapi.json.gz"), description)?;
    fs::write(out.join("version.rs"), format!("{version:?}\n"))?;
    fs::write(out.join("pages.rs"), table + "]\n")
}

/// Another one for other files.
fn version_of(files: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hasher = DefaultHasher::new();
    files.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// A file with the version in the addresses of others; licences and pictures name none.
fn addressed(name: &str, bytes: &[u8], version: &str) -> Vec<u8> {
    let names_others = [".js", ".css", ".html"]
        .iter()
        .any(|end| name.ends_with(end));
    match std::str::from_utf8(bytes) {
        Ok(text) if names_others => release::versioned(text, version).into_bytes(),
        _ => bytes.to_vec(),
    }
}

/// Every file below a directory, by its path from there.
fn read(directory: &Path, name: &str, files: &mut BTreeMap<String, Vec<u8>>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let Some(last) = path.file_name().and_then(|last| last.to_str()) else {
            continue;
        };
        if path.is_dir() {
            read(&path, &format!("{name}{last}/"), files)?;
        } else if last.contains('.') && !last.starts_with('.') {
            files.insert(format!("{name}{last}"), fs::read(&path)?);
        }
    }
    Ok(())
}

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    encoder.finish()
}
