export { listPendingMigrations, type MigrateOptions, migrate } from "./migrate";
export { MigrationError, type MigrationErrorCode } from "./migration-error";
export { getMigrationsDirectory } from "./migration-files";
