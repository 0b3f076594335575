FROM node:24.18.0-bookworm-slim AS runtime

FROM runtime AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# A clone made under a strict umask has files that the user node may not read.
RUN chmod -R a+rX package.json prisma/migrations && node scripts/generate.mjs && npm run build

FROM runtime AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Optional is the embedded PostgreSQL, which a container with a DATABASE_URL never starts.
# Prisma brings a query compiler for every database there is, 5 MB each.
RUN npm ci --omit=dev --omit=optional \
  && find node_modules/@prisma/client/runtime -name 'query_compiler_*' ! -name '*.postgresql.*' -delete \
  && find node_modules/swagger-ui-dist -name '*.map' -delete

FROM runtime
# docs/decisions/0014-semi-space-size.md
ENV NODE_ENV=production NODE_OPTIONS=--max-semi-space-size=32
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=dependencies /app/node_modules node_modules
COPY --from=build /app/prisma/migrations prisma/migrations
COPY --from=build /app/dist dist
# Where docker/names.yml keeps certificates: a volume there begins as this folder, empty and the user's.
RUN install -d -o node -g node -m 700 /certificates
USER node
CMD ["node", "dist/apps/api/main.js"]
