FROM node:20-bookworm-slim
WORKDIR /primacy
RUN apt-get update \
  && apt-get install -y --no-install-recommends binutils ca-certificates \
  && rm -rf /var/lib/apt/lists/*
COPY . .
RUN npm ci --ignore-scripts && npm run build && mkdir /data && chown node:node /data
USER node
EXPOSE 4100
CMD ["node", "apps/web/dist/server.mjs"]
