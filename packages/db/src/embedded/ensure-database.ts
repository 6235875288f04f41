import pg from "pg";
import { EmbeddedPostgresError } from "./embedded-error";

const CONNECT_TIMEOUT_MS = 10_000;

/** The role and the database that must exist, and how to reach the server as its superuser. */
export interface DatabaseRequest {
  readonly adminUrl: string;
  readonly database: string;
  readonly role: string;
  readonly password: string;
}

/**
 * Makes the application's role and its database when they are missing; changes nothing else. Proves in
 * passing that the server answers and knows its password. Throws {@link EmbeddedPostgresError}
 * `command_failed`.
 */
export async function ensureDatabase(request: DatabaseRequest): Promise<void> {
  const client = new pg.Client({
    connectionString: request.adminUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // A connection lost between queries is reported by the next query.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const role = client.escapeIdentifier(request.role);
    const database = client.escapeIdentifier(request.database);
    if (!(await isPresent(client, "SELECT 1 FROM pg_roles WHERE rolname = $1", request.role))) {
      await client.query(
        `CREATE ROLE ${role} LOGIN CREATEDB PASSWORD ${client.escapeLiteral(request.password)}`,
      );
    }
    if (!(await isPresent(client, "SELECT 1 FROM pg_database WHERE datname = $1", request.database))) {
      await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
    }
  } catch (cause) {
    throw new EmbeddedPostgresError(
      "command_failed",
      `The embedded PostgreSQL started but could not be prepared: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    );
  } finally {
    await client.end();
  }
}

async function isPresent(client: pg.Client, sql: string, name: string): Promise<boolean> {
  return (await client.query(sql, [name])).rows.length > 0;
}
