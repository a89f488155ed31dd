//! The JavaScript that the pages use: fetched from the package registry at pinned versions, made
//! ready for a browser without a bundler, and kept in `web/assets/vendor` with licences and hashes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

const PLACE: &str = "web/assets/vendor";
const HASHES: &str = "HASHES";
/// The licences as the server shows them, from the vendor directory.
const LICENCES: &str = "../../licences.txt";
const BUNDLER: &str = "esbuild@0.28.2";

/// A package of the registry.
struct Package {
    name: &'static str,
    version: &'static str,
    /// The directory under the vendor directory.
    to: &'static str,
    files: &'static [Take],
}

/// A file to take from a package.
struct Take {
    from: &'static str,
    to: &'static str,
    how: How,
}

/// What is done to a file.
enum How {
    /// Nothing.
    Copy,
    /// Names of packages in its imports become addresses.
    Module,
    /// A script that defines one name becomes a module whose default that name is.
    Script(&'static str),
    /// The file named and everything it imports becomes one small module; `from` is its text.
    Bundle,
    /// White space goes.
    Squeeze,
}

const fn take(from: &'static str, to: &'static str, how: How) -> Take {
    Take { from, to, how }
}

const BOARD: &str = r#"
export * from "./src/Chessboard.js";
export {Markers, MARKER_TYPE} from "./src/extensions/markers/Markers.js";
export {Accessibility} from "./src/extensions/accessibility/Accessibility.js";
export {PromotionDialog, PROMOTION_DIALOG_RESULT_TYPE} from "./src/extensions/promotion-dialog/PromotionDialog.js";
"#;

const PACKAGES: &[Package] = &[
    Package {
        name: "preact",
        version: "11.2.0",
        to: "preact",
        files: &[
            take("dist/preact.mjs", "preact.js", How::Module),
            take("hooks/dist/hooks.mjs", "hooks.js", How::Module),
        ],
    },
    Package {
        name: "htm",
        version: "3.1.1",
        to: "htm",
        files: &[take("dist/htm.mjs", "htm.js", How::Module)],
    },
    Package {
        name: "@preact/signals-core",
        version: "1.14.5",
        to: "signals-core",
        files: &[take(
            "dist/signals-core.mjs",
            "signals-core.js",
            How::Module,
        )],
    },
    Package {
        name: "@preact/signals",
        version: "2.11.4",
        to: "signals",
        files: &[take("dist/signals.mjs", "signals.js", How::Module)],
    },
    Package {
        name: "uplot",
        version: "1.6.32",
        to: "uplot",
        files: &[
            take("dist/uPlot.iife.min.js", "uplot.js", How::Script("uPlot")),
            take("dist/uPlot.min.css", "uplot.css", How::Copy),
        ],
    },
    Package {
        name: "cm-chessboard",
        version: "8.15.1",
        to: "cm-chessboard",
        files: &[
            take(BOARD, "cm-chessboard.js", How::Bundle),
            take("assets/chessboard.css", "chessboard.css", How::Squeeze),
            take(
                "assets/extensions/markers/markers.css",
                "extensions/markers/markers.css",
                How::Squeeze,
            ),
            take(
                "assets/extensions/markers/markers.svg",
                "extensions/markers/markers.svg",
                How::Copy,
            ),
            take(
                "assets/extensions/promotion-dialog/promotion-dialog.css",
                "extensions/promotion-dialog/promotion-dialog.css",
                How::Squeeze,
            ),
        ],
    },
];

/// Where a package is served from, for imports that name it.
const ADDRESSES: &[(&str, &str)] = &[
    ("preact", "/vendor/preact/preact.js"),
    ("preact/hooks", "/vendor/preact/hooks.js"),
    (
        "@preact/signals-core",
        "/vendor/signals-core/signals-core.js",
    ),
];

/// Fetches everything again, or with `--check` compares what is there with its hashes, offline.
///
/// # Errors
/// What could not be fetched, or which file is not the one that was fetched.
pub fn vendor(arguments: &[String]) -> Result<()> {
    match arguments {
        [] => fetch(),
        [only] if only == "--check" => check(),
        _ => bail!("usage: cargo xtask vendor [--check]"),
    }
}

fn place() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(PLACE)
}

fn fetch() -> Result<()> {
    let (place, work) = (
        place(),
        std::env::temp_dir().join(format!("gametree-vendor-{}", std::process::id())),
    );
    if place.exists() {
        fs::remove_dir_all(&place)?;
    }
    for package in PACKAGES {
        let source =
            unpack(package, &work).with_context(|| format!("fetching {}", package.name))?;
        let target = place.join(package.to);
        for file in package.files {
            write(file, &source, &target)
                .with_context(|| format!("{} of {}", file.to, package.name))?;
        }
        fs::copy(source.join("LICENSE"), target.join("LICENSE")).context("its licence")?;
        println!("{} {}", package.name, package.version);
    }
    fs::remove_dir_all(&work)?;
    let list = sha256(&place, &files(&place)?)?;
    fs::write(place.join(HASHES), list)?;
    Ok(fs::write(place.join(LICENCES), licences(&place)?)?)
}

/// The licences of everything that is part of the pages, as one text.
fn licences(place: &Path) -> Result<String> {
    let mut text = String::from("The pages hold these libraries.\n");
    for name in files(place)? {
        if let Some(package) = name.strip_suffix("/LICENSE") {
            let licence = fs::read_to_string(place.join(&name))?;
            text += &format!("\n==== {package}\n\n{licence}");
        }
    }
    Ok(text)
}

/// The directory of an unpacked package.
fn unpack(package: &Package, work: &Path) -> Result<PathBuf> {
    let here = work.join(package.to);
    fs::create_dir_all(&here)?;
    let wanted = format!("{}@{}", package.name, package.version);
    let name = output(
        Command::new("npm")
            .args(["pack", "--silent", &wanted])
            .current_dir(&here),
    )?;
    let archive = name
        .lines()
        .last()
        .context("npm pack says no name")?
        .to_owned();
    output(
        Command::new("tar")
            .args(["xzf", &archive])
            .current_dir(&here),
    )?;
    Ok(here.join("package"))
}

fn write(file: &Take, source: &Path, target: &Path) -> Result<()> {
    let to = target.join(file.to);
    fs::create_dir_all(to.parent().context("a directory")?)?;
    let text = match file.how {
        How::Copy => fs::read_to_string(source.join(file.from))?,
        How::Module => addressed(&unmapped(&fs::read_to_string(source.join(file.from))?))?,
        How::Script(name) => {
            format!(
                "{}\nexport default {name};\n",
                fs::read_to_string(source.join(file.from))?.trim_end()
            )
        }
        How::Bundle => {
            fs::write(source.join("entry.js"), file.from)?;
            bundler(source, &["entry.js", "--bundle", "--format=esm"])?
        }
        How::Squeeze => unmapped(&bundler(source, &[file.from])?),
    };
    Ok(fs::write(to, text)?)
}

/// Runs the bundler in a directory.
fn bundler(source: &Path, arguments: &[&str]) -> Result<String> {
    let mut command = Command::new("npm");
    command.args([
        "exec",
        "--yes",
        &format!("--package={BUNDLER}"),
        "--",
        "esbuild",
        "--minify",
    ]);
    output(
        command
            .args(["--log-level=error", "--legal-comments=inline"])
            .args(arguments)
            .current_dir(source),
    )
}

/// Without the remark that names a source map, which is not kept.
fn unmapped(text: &str) -> String {
    let kept = |line: &str| {
        line.split("//# sourceMappingURL=")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    let kept = |line: &str| {
        kept(line)
            .split("/*# sourceMappingURL=")
            .next()
            .unwrap_or_default()
            .to_owned()
    };
    text.lines().map(|line| kept(line) + "\n").collect()
}

/// With addresses for the names of packages.
fn addressed(text: &str) -> Result<String> {
    let mut parts = text.split("from\"");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('"').context("an import without an end")?;
        let known = ADDRESSES.iter().find(|(package, _)| *package == name);
        let Some((_, address)) = known else {
            bail!("no address for the package '{name}'")
        };
        out += &format!("from\"{address}\"{rest}");
    }
    Ok(out)
}

/// Every file below a directory but the list of hashes, by its path from there, in order.
fn files(place: &Path) -> Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    let mut open = vec![place.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(&directory).with_context(|| directory.display().to_string())? {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else {
                found.insert(path.strip_prefix(place)?.to_string_lossy().into_owned());
            }
        }
    }
    found.remove(HASHES);
    Ok(found)
}

/// Hashes, a line a file.
fn sha256(place: &Path, files: &BTreeSet<String>) -> Result<String> {
    output(Command::new("sha256sum").args(files).current_dir(place))
}

fn check() -> Result<()> {
    let place = place();
    let wanted = fs::read_to_string(place.join(HASHES)).context("the list of hashes")?;
    let found = sha256(&place, &files(&place)?)?;
    let (wanted, found): (BTreeSet<&str>, BTreeSet<&str>) =
        (wanted.lines().collect(), found.lines().collect());
    let odd: Vec<&str> = wanted
        .symmetric_difference(&found)
        .filter_map(|line| line.split("  ").nth(1))
        .collect();
    ensure!(
        odd.is_empty(),
        "not as fetched: {}; `cargo xtask vendor` fetches it again",
        odd.join(", ")
    );
    let told = fs::read_to_string(place.join(LICENCES))?;
    ensure!(told == licences(&place)?, "web/licences.txt is not theirs");
    println!("{} files are as fetched", found.len());
    Ok(())
}

fn output(command: &mut Command) -> Result<String> {
    let done = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("{command:?}"))?;
    ensure!(done.status.success(), "{command:?} failed");
    String::from_utf8(done.stdout).context("not text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_what_was_fetched() {
        check().unwrap();
    }

    /// The types that the pages are checked with are those of the libraries that they use.
    #[test]
    fn types_are_of_the_same_versions() {
        let tools = fs::read_to_string(place().join("../../package.json")).unwrap();
        for package in PACKAGES {
            let named = format!("\"{}\":", package.name);
            let pinned = format!("{named} \"{}\"", package.version);
            assert!(
                !tools.contains(&named) || tools.contains(&pinned),
                "web/package.json does not say {pinned}"
            );
        }
    }

    #[test]
    fn packages_become_addresses_and_unknown_ones_are_told() {
        let text = addressed("import{a}from\"preact\";export{b}from\"preact/hooks\";").unwrap();
        assert_eq!(
            text,
            "import{a}from\"/vendor/preact/preact.js\";export{b}from\"/vendor/preact/hooks.js\";"
        );
        assert!(
            addressed("import{a}from\"react\";")
                .unwrap_err()
                .to_string()
                .contains("'react'")
        );
    }

    #[test]
    fn remarks_on_source_maps_go_and_code_before_them_stays() {
        assert_eq!(unmapped("a();//# sourceMappingURL=x.map\n"), "a();\n");
        assert_eq!(unmapped("b{}\n/*# sourceMappingURL=x.map */"), "b{}\n\n");
    }
}
