export { findMigrationReason } from "./find-migration-reason";
export type { VipMigrationStep } from "./migration-steps";
export { idleSettings, planToAgent, planToPlugin, type VipMigration } from "./plan-migration";
export { withoutPlugin } from "./without-plugin";
