import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "../embedded/index";

/** Names the superuser's URL of the test server that the global setup started. */
export const TEST_SERVER_VARIABLE = "PRIMACY_TEST_POSTGRES_URL";

/** A PostgreSQL server for tests, with nothing of value in it. */
export interface TestServer {
  /** The superuser's URL. */
  readonly adminUrl: string;
  close(): Promise<void>;
}

/** Starts an embedded server in a new temporary folder; closing it stops it and deletes the folder. */
export async function startTestServer(): Promise<TestServer> {
  const root = await mkdtemp(join(tmpdir(), "primacy-test-"));
  await chmod(root, 0o755);
  const server = await startEmbeddedPostgres({ directory: join(root, "postgres") });
  return {
    adminUrl: server.adminUrl,
    async close() {
      await server.stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
