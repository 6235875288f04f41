import { randomBytes } from "node:crypto";
import pg from "pg";
import { startTestServer, TEST_SERVER_VARIABLE, type TestServer } from "./test-server";

/** A database of its own, so that neither rows nor notifications nor locks cross between test files. */
export interface EmptyDatabase {
  /** The superuser's URL. */
  readonly url: string;
  /** Drops the database, whoever is connected. */
  close(): Promise<void>;
}

/**
 * Creates a database on the run's test server, or on a server of its own when there is no run (see the
 * global setup); closing it closes that server. `template` is the name of a database to copy.
 */
export async function createEmptyDatabase(
  template = "template1",
  running?: TestServer,
): Promise<EmptyDatabase> {
  const server = running ?? (await getTestServer());
  const name = `test_${randomBytes(8).toString("hex")}`;
  await administer(server.adminUrl, (client) => client.query(`CREATE DATABASE ${name} TEMPLATE ${template}`));
  return {
    url: withDatabase(server.adminUrl, name),
    async close() {
      await administer(server.adminUrl, (client) =>
        client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
      );
      await server.close();
    },
  };
}

/** The run's server, which the global setup closes, or a new one. */
export async function getTestServer(): Promise<TestServer> {
  const adminUrl = process.env[TEST_SERVER_VARIABLE];
  return adminUrl ? { adminUrl, close: async () => undefined } : startTestServer();
}

/** Lets `use` work as the superuser in the maintenance database. */
export async function administer(
  adminUrl: string,
  use: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString: withDatabase(adminUrl, "postgres") });
  await client.connect();
  try {
    await use(client);
  } finally {
    await client.end();
  }
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const target = new URL(url);
  target.pathname = `/${name}`;
  return target.href;
}
