# One image: API and web application on one port.
FROM node:22.21-bookworm-slim AS build
WORKDIR /app
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml .npmrc ./
COPY apps/api/package.json apps/api/
COPY apps/web/package.json apps/web/
COPY packages/planning/package.json packages/planning/
COPY packages/optimizer/package.json packages/optimizer/
COPY packages/spreadsheets/package.json packages/spreadsheets/
COPY packages/contracts/package.json packages/contracts/
COPY packages/client/package.json packages/client/
COPY migrations/package.json migrations/
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile
COPY . .
RUN node scripts/build.mjs && node scripts/image-files.mjs /image

FROM debian:12.12-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 FIBADO_DATA=/data
WORKDIR /app
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid 1000 --no-create-home node \
  && install -d -o node -g node /data
COPY --from=build /usr/local/bin/node /usr/local/bin/
COPY --from=build /image/app /app
# The number of `node`: an engine that must not run root can tell by it. Started as root (`user: '0:0'`) the entry gives
# the data folder to PUID and PGID, and goes on as they are.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["/app/deploy/entrypoint.sh"]
CMD ["node", "scripts/serve.mjs"]
