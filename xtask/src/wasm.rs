//! The classroom as a WebAssembly module: `web/built/classroom.wasm`, which the next build of the
//! program carries and `gametree book` writes beside its pages.
//!
//! Where the toolchain has the target (`rustup target add wasm32-unknown-unknown`), it builds the
//! module. Where it has not and cannot get it, Debian's compiler for web targets builds it, with the
//! standard library from its sources. Its packages are unpacked below `target`, not installed: an
//! installed one would take the place of the toolchain.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::tools::{present, run, succeeds};
use crate::workspace::root;

const TARGET: &str = "wasm32-unknown-unknown";
/// Where everything of this task is, below the workspace.
const WORK: &str = "target/wasm";
/// Where `web/build.rs` and the tests in the browser look for the module.
const BUILT: &str = "web/built/classroom.wasm";
/// The most bytes of the module as gzip: pages carry it.
const MOST: usize = 2 << 20;
/// Debian's compiler for web targets, its parts, and the sources of the standard library.
const PACKAGES: [&str; 5] = [
    "rustc-web",
    "libstd-rust-web-1.96",
    "rust-web-src",
    "libllvm22",
    "lld-22",
];
/// Memory that the module may take, and the part of it for the stack. Searches for a page hold at
/// most 256 MiB (`classroom/src/guard.rs`); their steps and the JSON of them come on top.
const MEMORY: usize = 1 << 30;
const STACK: usize = 16 << 20;

/// Packs a file as servers of static files do; node has what few machines have as a program.
const BROTLI: &str = "const { readFileSync } = require('fs');
const { brotliCompressSync } = require('zlib');
process.stdout.write(brotliCompressSync(readFileSync(process.argv[1])));";

/// Builds the module and says its size. The tests of the pages test it where it is there.
pub fn build() -> Result<()> {
    let from = toolchain()?;
    compile(from.as_deref())?;
    let module = root()
        .join(WORK)
        .join(TARGET)
        .join("wasm/gametree_classroom.wasm");
    let to = root().join(BUILT);
    fs::copy(&module, &to).with_context(|| format!("cannot copy {}", module.display()))?;
    say_size(&to)
}

/// The folder of Debian's compiler; `None` where the toolchain has the target.
fn toolchain() -> Result<Option<PathBuf>> {
    if has_target() || (present("rustup") && added()) {
        return Ok(None);
    }
    println!("the toolchain has no {TARGET}; Debian's compiler for web targets builds the module");
    debian().map(Some)
}

/// Whether the toolchain has the standard library of the target.
fn has_target() -> bool {
    let told = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .stderr(Stdio::null())
        .output();
    told.is_ok_and(|told| {
        let folder = PathBuf::from(String::from_utf8_lossy(&told.stdout).trim());
        told.status.success() && folder.is_dir()
    })
}

fn added() -> bool {
    succeeds(Command::new("rustup").args(["target", "add", TARGET])) && has_target()
}

/// Fetches and unpacks Debian's packages, where they are not yet; gives their root.
fn debian() -> Result<PathBuf> {
    let work = root().join(WORK);
    let unpacked = work.join("debian");
    let ready = work.join("debian.ready");
    if ready.is_file() {
        return Ok(unpacked);
    }
    let parts = work.join("packages");
    fs::create_dir_all(&parts)?;
    let fetched = Command::new("apt-get")
        .arg("download")
        .args(PACKAGES)
        .current_dir(&parts)
        .status()
        .context("cannot start apt-get")?;
    if !fetched.success() {
        bail!("apt-get cannot download {}", PACKAGES.join(", "));
    }
    for entry in fs::read_dir(&parts)? {
        let package = text(&entry?.path())?;
        run(&["dpkg", "-x", &package, &text(&unpacked)?], &[])?;
    }
    fs::remove_dir_all(&parts)?;
    fs::write(ready, "")?;
    Ok(unpacked)
}

fn compile(debian: Option<&Path>) -> Result<()> {
    let work = text(&root().join(WORK))?;
    let mut command = vec!["cargo", "rustc", "--profile", "wasm", "--target", TARGET];
    command.extend(["--target-dir", &work, "-p", "gametree-classroom", "--lib"]);
    command.extend(["--crate-type", "cdylib"]);
    let env = match debian {
        Some(debian) => {
            command.push("-Zbuild-std=std,panic_abort");
            of_debian(debian)?
        }
        None => Vec::new(),
    };
    let memory = format!("-Clink-arg=--max-memory={MEMORY}");
    let stack = format!("-Clink-arg=-zstack-size={STACK}");
    command.extend(["--", &memory, &stack]);
    let env: Vec<(&str, &str)> = env.iter().map(|(name, value)| (*name, &**value)).collect();
    run(&command, &env)
}

/// The variables that make cargo use Debian's compiler and linker. Building the standard library is
/// an option that stable compilers have to be told to allow.
fn of_debian(debian: &Path) -> Result<Vec<(&'static str, String)>> {
    let programs = debian.join("usr/bin");
    Ok(vec![
        ("RUSTC", text(&programs.join("rustc"))?),
        ("RUSTC_BOOTSTRAP", "1".into()),
        (
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER",
            text(&programs.join("wasm-ld-22"))?,
        ),
        ("LD_LIBRARY_PATH", text(&libraries(debian)?)?),
    ])
}

/// The folder of the shared libraries, which has the name of the machine's kind.
fn libraries(debian: &Path) -> Result<PathBuf> {
    for entry in fs::read_dir(debian.join("usr/lib"))? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().contains("-linux-gnu") {
            return Ok(entry.path());
        }
    }
    bail!("{} holds no libraries", debian.display())
}

/// Says the size of the module, and fails where a page should not carry it.
fn say_size(module: &Path) -> Result<()> {
    let raw = fs::read(module)?.len();
    let file = text(module)?;
    let gzip = packed(&["gzip", "-9nc", &file])?;
    let brotli = packed(&["node", "-e", BROTLI, &file])?;
    let said = |bytes: Option<usize>| bytes.map_or("unknown".into(), |bytes| format!("{bytes}"));
    println!(
        "{BUILT}: {raw} bytes, with gzip {}, with brotli {}",
        said(gzip),
        said(brotli)
    );
    // Where gzip is missing, the module itself must be small enough.
    let counted = gzip.unwrap_or(raw);
    if counted > MOST {
        bail!("the module has {counted} bytes; pages should not carry more than {MOST}");
    }
    Ok(())
}

/// The bytes that a program writes; `None` where it is missing.
fn packed(command: &[&str]) -> Result<Option<usize>> {
    if !present(command[0]) {
        return Ok(None);
    }
    let told = Command::new(command[0]).args(&command[1..]).output()?;
    if !told.status.success() {
        bail!("{} failed", command[0]);
    }
    Ok(Some(told.stdout.len()))
}

fn text(path: &Path) -> Result<String> {
    let text = path
        .to_str()
        .context("the path of the project is no text")?;
    Ok(text.to_string())
}
