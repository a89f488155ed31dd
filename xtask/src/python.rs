//! The tests of the Python package: the library as the other tests have built it, beside a copy of
//! the Python files, under `target`.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::tools::{run, succeeds};
use crate::workspace::root;

const PYTHON: &str = "target/python-venv/bin/python";
const STAGE: &str = "target/python-package";

/// Builds the package as it is developed, and runs its tests. Without Python they are left out, and
/// that is said; with `CI=true` it is an error.
pub fn test() -> Result<()> {
    if let Err(error) = environment() {
        if std::env::var("CI").is_ok_and(|ci| ci == "true") {
            return Err(error);
        }
        println!("no tests of the Python package: {error:#}");
        return Ok(());
    }
    // With the program, so that the crates they share are built once.
    let build = [
        "cargo",
        "build",
        "-p",
        "gametree-python",
        "-p",
        "gametree-cli",
    ];
    run(&build, &[])?;
    stage(&root().join(STAGE))?;
    let stage = root().join(STAGE);
    let stage = stage.to_str().context("the path is no text")?;
    let env = [("PYTHONPATH", stage), ("PYTHONDONTWRITEBYTECODE", "1")];
    run(&[PYTHON, "-m", "pytest", "python"], &env)
}

/// Makes the environment with pytest, where it is missing.
fn environment() -> Result<()> {
    let ready = || succeeds(std::process::Command::new(PYTHON).args(["-m", "pytest", "--version"]));
    if ready() {
        return Ok(());
    }
    run(&["python3", "-m", "venv", "target/python-venv"], &[])?;
    run(&[PYTHON, "-m", "pip", "install", "--quiet", "pytest"], &[])?;
    if !ready() {
        bail!("{PYTHON} has no pytest");
    }
    Ok(())
}

/// Puts the Python files and the library where Python finds them.
fn stage(to: &Path) -> Result<()> {
    let package = to.join("gametree");
    if package.exists() {
        fs::remove_dir_all(&package)?;
    }
    fs::create_dir_all(&package)?;
    for entry in fs::read_dir(root().join("python/python/gametree"))? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), package.join(entry.file_name()))?;
        }
    }
    let (built, name) = if cfg!(target_os = "macos") {
        ("lib_native.dylib", "_native.abi3.so")
    } else if cfg!(windows) {
        ("_native.dll", "_native.pyd")
    } else {
        ("lib_native.so", "_native.abi3.so")
    };
    let built = root().join("target/debug").join(built);
    fs::copy(&built, package.join(name))
        .with_context(|| format!("cannot copy {}", built.display()))?;
    Ok(())
}
