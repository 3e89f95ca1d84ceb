#!/usr/bin/env bash
# Makes the archives of a release for this machine: scripts/release.sh [OUT], by default in target/release-archives.
#
# Builds `nepenthe` and `forgeteval` as Cargo.lock says and packs each, stripped, with README, LICENSE and, of `nepenthe`, the
# manual and completions; writes SHA256SUMS, and prints sizes in bytes: of the archive, and of the command in it.
# `scripts/release.sh --pack BINARIES OUT` packs commands that are built already. SOURCE_DATE_EPOCH sets the time of every file.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "${1:-}" = --pack ]; then
    binaries=$2 out=$3
else
    binaries=target/release out=${1:-target/release-archives}
    cargo build --release --locked --package nepenthe-cli --package forgeteval --bins
fi
target=$(rustc -vV | sed -n 's/^host: //p')
version=$("$binaries/nepenthe" --version | cut -d ' ' -f 2)
mkdir -p "$out"
out=$(cd "$out" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT

# Packs a folder so that the same content is the same archive.
pack() {
    tar --create --directory "$stage" --sort=name --owner=0 --group=0 --numeric-owner \
        --mtime="@${SOURCE_DATE_EPOCH:-0}" "$1" | gzip --no-name --best >"$out/$1.tar.gz"
}

archives=()
for command in nepenthe forgeteval; do
    name=$command-$version-$target
    mkdir "$stage/$name"
    install -m 755 "$binaries/$command" "$stage/$name/$command"
    strip "$stage/$name/$command"
    cp README.md LICENSE "$stage/$name/"
    if [ "$command" = nepenthe ]; then
        cp docs/cli.md "$stage/$name/manual.md"
        mkdir "$stage/$name/completions"
        for shell in bash elvish fish powershell zsh; do
            "$stage/$name/$command" completions "$shell" >"$stage/$name/completions/nepenthe.$shell"
        done
    fi
    chmod -R u=rwX,go=rX "$stage/$name"
    pack "$name"
    archives+=("$name.tar.gz")
    printf '%10d  %10d  %s\n' "$(stat -c %s "$out/$name.tar.gz")" "$(stat -c %s "$stage/$name/$command")" "$name.tar.gz"
done
(cd "$out" && sha256sum "${archives[@]}" >SHA256SUMS)
