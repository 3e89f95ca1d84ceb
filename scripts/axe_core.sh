#!/usr/bin/env bash
# Installs axe-core, which finds what a page bars people from, unless it is there, and prints the path of its script.
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.14.0
folder=target/axe-core-$version
if ! [ -e "$folder/axe.min.js" ]; then
    if ! command -v npm >/dev/null; then
        apt-get update >&2 && apt-get install --yes --no-install-recommends npm >&2
    fi
    mkdir -p "$folder"
    package=$(cd "$folder" && npm pack --silent "axe-core@$version")
    tar -xzf "$folder/$package" -C "$folder" --strip-components=1 package/axe.min.js
fi
echo "$PWD/$folder/axe.min.js"
