export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from "./embedded-error";
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from "./embedded-postgres";
