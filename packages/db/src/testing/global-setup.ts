import { startTestServer, TEST_SERVER_VARIABLE } from "./test-server";

/**
 * Vitest's global setup: one PostgreSQL server for all test files of a run. Returns the teardown. Does
 * nothing when an outer run has started one already.
 */
export async function setup(): Promise<() => Promise<void>> {
  if (process.env[TEST_SERVER_VARIABLE]) return async () => undefined;
  const server = await startTestServer();
  process.env[TEST_SERVER_VARIABLE] = server.adminUrl;
  return async () => {
    delete process.env[TEST_SERVER_VARIABLE];
    await server.close();
  };
}
