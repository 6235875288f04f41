import { join } from "node:path";
import { defineConfig } from "prisma/config";

// Read before Prisma looks for its native engine, which would have to be downloaded.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= join(import.meta.dirname, "schema-engine", "schema-engine.mjs");

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  datasource: { url: process.env.DATABASE_URL ?? "postgresql://localhost/none" },
});
