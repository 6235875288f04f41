import { MigrationError } from "./migration-error";
import type { Migration } from "./migration-files";

/** A row of `_prisma_migrations` that was not rolled back. */
export interface AppliedMigration {
  readonly name: string;
  readonly checksum: string;
  readonly isFinished: boolean;
}

/**
 * The migrations still to apply, in order. Throws {@link MigrationError} when the database and this
 * release do not belong together; nothing may be applied then.
 */
export function planMigrations(
  known: readonly Migration[],
  applied: readonly AppliedMigration[],
): readonly Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  for (const row of applied) {
    const migration = byName.get(row.name);
    if (!row.isFinished) {
      throw new MigrationError(
        "failed_earlier",
        row.name,
        `Migration ${row.name} was begun and never finished. Restore the database from a backup, or repair it and mark the migration with "prisma migrate resolve".`,
      );
    }
    if (!migration) {
      throw new MigrationError(
        "unknown",
        row.name,
        `The database has migration ${row.name}, which this release does not know: it was made by a newer release. Start that release, or restore a backup that fits this one.`,
      );
    }
    if (migration.checksum !== row.checksum) {
      throw new MigrationError(
        "edited",
        row.name,
        `Migration ${row.name} was changed after it had been applied to this database. Put the file back as it was, and make the change in a new migration.`,
      );
    }
  }
  const done = new Set(applied.map((row) => row.name));
  return known.filter((migration) => !done.has(migration.name));
}
