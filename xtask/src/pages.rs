//! The pages as the release carries them: `web/assets` made small, in `web/dist`.
//!
//! The sources are plain modules that a browser reads as they are, and development builds serve
//! them so. For the release each page becomes one file and what pages share a few more. The result
//! is kept, so that `cargo build` needs no Node; `web/sources.sha256` says of which sources it was
//! made, and a test of the `web` crate compares.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::vendor::{bundler, files, sha256};

/// The list of the sources and their hashes.
const SOURCES: &str = "sources.sha256";

/// What a page imports by its address.
const FOLDERS: [&str; 3] = ["lib", "pages", "vendor"];

/// Makes it anew.
///
/// # Errors
/// When something cannot be read, made small or written.
pub fn build() -> Result<()> {
    let web = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../web")
        .canonicalize()?;
    let (assets, dist) = (web.join("assets"), web.join("dist"));
    let work = std::env::temp_dir().join(format!("gametree-pages-{}", std::process::id()));
    let all = files(&assets)?;
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    for name in &all {
        prepare(&assets.join(name), &work.join(name), &work)?;
    }
    scripts(&work, &dist, &all)?;
    sheets(&work, &dist, &all)?;
    others(&assets, &dist, &all)?;
    fs::write(web.join("licences.txt"), licences(&assets, &all)?)?;
    fs::write(web.join(SOURCES), sha256(&assets, &all)?)?;
    fs::remove_dir_all(&work)?;
    let bytes: u64 = files(&dist)?
        .iter()
        .filter_map(|name| Some(fs::metadata(dist.join(name)).ok()?.len()))
        .sum();
    println!("web/dist: {bytes} bytes");
    Ok(())
}

fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    fs::create_dir_all(to.parent().context("a directory")?)?;
    fs::write(to, bytes).with_context(|| to.display().to_string())
}

/// A copy in which imports name files, and lines of our own begin at their first letter: in the
/// pages' templates, white space at the beginning of a line means nothing.
fn prepare(from: &Path, to: &Path, work: &Path) -> Result<()> {
    let bytes = fs::read(from)?;
    if from.extension().is_none_or(|ending| ending != "js") {
        return write(to, &bytes);
    }
    let mut text = String::from_utf8(bytes).context("not text")?;
    for folder in FOLDERS {
        for before in [
            "from '",
            "from \"",
            "from\"",
            "import '",
            "import \"",
            "import\"",
        ] {
            text = text.replace(
                &format!("{before}/{folder}/"),
                &format!("{before}{}/{folder}/", work.display()),
            );
        }
    }
    if !from.components().any(|part| part.as_os_str() == "vendor") {
        text = text
            .lines()
            .map(|line| line.trim_start().to_owned() + "\n")
            .collect();
    }
    write(to, text.as_bytes())
}

/// The entries: the start, every page, and the script that sets the theme before anything is drawn.
fn scripts(work: &Path, dist: &Path, all: &BTreeSet<String>) -> Result<()> {
    let page =
        |name: &&String| name.starts_with("pages/") && name.ends_with(".js") && !name.contains('-');
    let out = format!("--outdir={}", dist.display());
    let mut arguments = vec![
        "--bundle",
        "--splitting",
        "--format=esm",
        "--charset=utf8",
        "--chunk-names=lib/[hash]",
        &out,
        "main.js",
    ];
    arguments.extend(all.iter().filter(page).map(String::as_str));
    bundler(work, &arguments)?;
    let theme = bundler(work, &["lib/theme.js", "--charset=utf8"])?;
    write(&dist.join("lib/theme.js"), theme.as_bytes())
}

fn sheets(work: &Path, dist: &Path, all: &BTreeSet<String>) -> Result<()> {
    for name in all.iter().filter(|name| name.ends_with(".css")) {
        let small = bundler(work, &[name, "--charset=utf8"])?;
        write(&dist.join(name), small.as_bytes())?;
    }
    Ok(())
}

/// Pictures and the page itself; what is part of a script now is not loaded before it.
fn others(assets: &Path, dist: &Path, all: &BTreeSet<String>) -> Result<()> {
    for name in all {
        let from = assets.join(name);
        if name.ends_with(".html") {
            let text = fs::read_to_string(&from)?;
            let lines = text.lines().filter(|line| !line.contains("modulepreload"));
            write(
                &dist.join(name),
                lines
                    .map(|line| line.trim_start().to_owned() + "\n")
                    .collect::<String>()
                    .as_bytes(),
            )?;
        } else if name.ends_with(".svg") {
            write(&dist.join(name), &fs::read(&from)?)?;
        }
    }
    Ok(())
}

/// The licences of everything that is part of the pages, as one text.
fn licences(assets: &Path, all: &BTreeSet<String>) -> Result<String> {
    let mut text = String::from("The pages hold these libraries.\n");
    for name in all.iter().filter(|name| name.ends_with("LICENSE")) {
        let package = PathBuf::from(name)
            .parent()
            .and_then(Path::file_name)
            .map(|name| name.to_string_lossy().into_owned());
        text += &format!(
            "\n==== {}\n\n{}",
            package.unwrap_or_default(),
            fs::read_to_string(assets.join(name))?
        );
    }
    Ok(text)
}
