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
RUN node scripts/build.mjs \
  && CI=true npx --yes pnpm@10.34.9 install --frozen-lockfile --prod --ignore-scripts

FROM node:22.21-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 FIBADO_DATA=/data
WORKDIR /app
RUN install -d -o node -g node /data
COPY --from=build /app /app
# The number of `node`: an engine that must not run root can tell by it.
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/api/health/ready').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "scripts/serve.mjs"]
