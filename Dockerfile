# The program alone, for any x86-64 processor since about 2009; it looks for AVX2 and AVX-512 when it starts:
#     docker build -t lucena .
#     docker run --rm -i lucena                                   # UCI
#     docker run --rm lucena solve "8/8/8/5p2/4k3/8/5PP1/6K1 w - - 0 1"
#     docker run --rm -p 8085:8085 lucena serve --host 0.0.0.0 --token WORD
FROM rust:1.95-slim-bookworm AS build
ARG PROCESSOR=x86-64-v2
WORKDIR /source
COPY . .
RUN RUSTFLAGS="-C target-cpu=$PROCESSOR" cargo build --release --locked --bin lucena

FROM debian:bookworm-slim
# Tables that lucena builds are kept in the user's cache folder; a volume there outlives the container.
RUN useradd --create-home --user-group lucena && install -d -o lucena -g lucena /home/lucena/.cache
COPY --from=build /source/target/release/lucena /usr/local/bin/lucena
COPY LICENSE /usr/share/doc/lucena/LICENSE
USER lucena
WORKDIR /home/lucena
VOLUME /home/lucena/.cache
EXPOSE 8085
ENTRYPOINT ["lucena"]
