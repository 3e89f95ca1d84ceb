# The command `nepenthe` in an image of its own, with the store in a volume:
#
#   docker build --tag nepenthe .
#   docker run --rm --volume memories:/data nepenthe inscribe "The depot is in Lima."
#
# Store, keys and the embedding model are kept in /data. A master key belongs elsewhere: mount it, and name it with --master-key.
FROM rust:1.94-slim-bookworm AS build
WORKDIR /src
COPY . .
RUN cargo build --release --locked --package nepenthe-cli --bin nepenthe \
    && strip target/release/nepenthe \
    && mkdir -p /out/data \
    && cp target/release/nepenthe /out/

# No shell and no package manager; glibc, and the certificates that the model is fetched with.
FROM gcr.io/distroless/cc-debian12:nonroot
COPY --from=build /out/nepenthe /usr/local/bin/nepenthe
# A new volume takes over whose folder it is.
COPY --from=build --chown=nonroot:nonroot /out/data /data
ENV NEPENTHE_DB=/data/nepenthe.db NEPENTHE_KEY_FILE=/data/signing-key XDG_CACHE_HOME=/data/cache
USER nonroot
WORKDIR /data
VOLUME /data
ENTRYPOINT ["/usr/local/bin/nepenthe"]
CMD ["--help"]
