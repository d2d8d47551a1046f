# The site in a container (docs/deploy/docker.md), built in one stage and run in another without build tools and npm.
# A release names both images by their digests: `--build-arg NODE_IMAGE=node:26-trixie-slim@sha256:…`.
ARG NODE_IMAGE=node:26-trixie-slim
ARG BASE_IMAGE=debian:trixie-slim
FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No package of the lock file needs an install script.
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# Node runs neither pages nor styles of the inbox: the build has bundled them.
RUN PATH=$PATH:node_modules/.bin node scripts/build.ts \
  && find server -name '*.tsx' -delete -o -name '*.css' -delete \
  && npm sbom --package-lock-only --omit=dev --omit=optional --sbom-format=cyclonedx > sbom.json
# The packages that the site loads, without what no program reads: types, maps, and copies for browsers.
RUN rm -r node_modules && npm ci --omit=dev --omit=optional --omit=peer --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.?ts' -o -name '*.md' \) -delete \
  && find node_modules -type d -name umd -prune -exec rm -r {} +

FROM ${BASE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
# Node needs this library, and a slim Debian lacks it.
COPY --from=build /usr/lib/*-linux-gnu/libatomic.so.1* /usr/lib/
COPY --from=build /app/package.json /app/sbom.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/cli cli
COPY --from=build /app/content content
COPY --from=build /app/dist dist
# `docker compose exec site leads export` opens the store beside the site.
RUN chmod +x cli/main.ts && ln -s /app/cli/main.ts /usr/local/bin/leads
RUN useradd --uid 1000 --create-home node && install -d -o node -g node -m 0700 /data /content
# `root` for a host whose volumes belong to root: docs/deploy/docker.md.
ARG RUN_AS=node
USER ${RUN_AS}
VOLUME /data
EXPOSE 3000
# Not /readyz: a site whose database is away still serves its pages, and a new start would not help.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The flags halve the memory: docs/decisions/releases.md.
CMD ["node", "--max-semi-space-size=1", "--optimize-for-size", "--no-maglev", "--heap-growing-percent=20", "--initial-old-space-size=48", "server/main.ts"]
