#!/bin/sh
# Builds the Debian package into target/debian. Needs cargo-deb (cargo install cargo-deb).
#   packaging/deb.sh               compiles with the profile `dist`, with the classroom as WebAssembly
#   packaging/deb.sh PROGRAM       packs a program that is there already
set -eu
cd "$(dirname "$0")/.."
if [ $# -eq 0 ]; then
    cargo xtask wasm
    cargo build --locked --profile dist -p gametree-cli
    program=target/dist/gametree
else
    program=$1
fi
stage=target/package
rm -rf "$stage"
mkdir -p "$stage"
cp "$program" "$stage/gametree"
"$stage/gametree" man --dir "$stage/man" 2>/dev/null
gzip -9n "$stage"/man/*
for shell in bash zsh fish; do
    "$stage/gametree" completions "$shell" >"$stage/gametree.$shell"
done
cargo deb --no-build --package gametree-cli
