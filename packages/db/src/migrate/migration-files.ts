import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** One migration of this release. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, in hexadecimal: what Prisma records and compares. */
  readonly checksum: string;
}

/** The folder with the migrations of this release. */
export function getMigrationsDirectory(): string {
  return fileURLToPath(new URL("../../prisma/migrations", import.meta.url));
}

/** Reads all migrations in the order in which they apply. */
export async function listMigrations(directory: string): Promise<readonly Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(join(directory, name, "migration.sql"), "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    }),
  );
}
