# What the scripts that build wheels have in common; they source it in the root of the tree.

work=$PWD/${CARGO_TARGET_DIR:-target}/python
[[ "${CARGO_TARGET_DIR:-}" = /* ]] && work=$CARGO_TARGET_DIR/python
root=$PWD
mkdir -p "$work"

# An environment of a name, with these packages, unless it is there.
environment() {
    local folder=$work/$1
    shift
    if ! [ -e "$folder/ready" ] || [ "$(cat "$folder/ready")" != "$*" ]; then
        rm -rf "$folder"
        python3 -m venv "$folder"
        "$folder/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
        echo "$*" >"$folder/ready"
    fi
}

# The interpreter of a version, of the system or of pyenv; fails where there is none.
interpreter() {
    if "python$1" -c '' 2>/dev/null; then
        command -v "python$1"
    else
        echo "$(pyenv prefix "$(pyenv latest "$1" 2>/dev/null)" 2>/dev/null)/bin/python$1"
    fi
}

# What wheels are built with.
environment build maturin==1.16.0 ziglang==0.17.1 ruff==0.15.18 deflate==0.9.0

# Builds the wheel of a package into a folder, and says in $wheel which file it is; fails where it has this many bytes or more.
#
# Rust is compiled into the usual target folder. Only the last link is zig's, against the symbols of glibc 2.28, so that the
# wheel runs wherever manylinux_2_28 does.
build_wheel() { # PACKAGE FOLDER LIMIT [ARGUMENT..]
    local package=$1 dist=$2 limit=$3
    shift 3
    rm -rf "$dist"
    local build=("$work/build/bin/maturin" build --release --locked --manifest-path "$package/Cargo.toml" --out "$dist"
        "$@")
    if [ "$(uname -s)" = Linux ]; then
        local linker=$work/linker
        printf '#!/bin/sh\nexec "%s" zig cc -- -target %s-linux-gnu.2.28 "$@"\n' "$work/build/bin/maturin" "$(uname -m)" >"$linker"
        chmod +x "$linker"
        PATH=$work/build/bin:$PATH "${build[@]}" --compatibility manylinux_2_28 -- -C "linker=$linker"
    else
        "${build[@]}"
    fi
    wheel=$(echo "$dist"/*.whl)
    "$work/build/bin/python" "$root/scripts/deflate_wheel.py" "$wheel"
    local bytes
    bytes=$(wc -c <"$wheel")
    echo "$(basename "$wheel"): $bytes bytes"
    if [ "$bytes" -ge "$limit" ]; then
        echo "the wheel has $limit bytes or more" >&2
        return 1
    fi
}
