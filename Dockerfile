# The compiler is for better-sqlite3, where no prebuilt binary of it can be had.
FROM node:24-bookworm-slim AS build
WORKDIR /app
RUN apt-get update && apt-get install -y --no-install-recommends python3 make g++ && rm -rf /var/lib/apt/lists/*
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY tsconfig.json tsconfig.build.json ./
COPY scripts/copy-data.mjs scripts/bundle.mjs scripts/
COPY src src
# The build reads them once, so that no start has to.
COPY policies policies
RUN npm run build

FROM build AS production
RUN npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 STORE_PATH=/data/winnow.db POLICIES_DIR=/app/policies
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json ./
COPY policies policies
# Everything above belongs to root; the service may write to its data only.
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "dist/cli/winnow.js", "healthcheck"]
# A larger young generation: most of what a request makes is garbage when it ends, and a small one copies it around.
CMD ["node", "--min-semi-space-size=64", "--max-semi-space-size=64", "dist/main.js"]
