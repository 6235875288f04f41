import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { startEmbeddedPostgres } from "../embedded/index";
import { findFileStatus } from "../files/file-status";

/** Names the superuser's URL of the test server that the global setup started. */
export const TEST_SERVER_VARIABLE = "PRIMACY_TEST_POSTGRES_URL";

const FOLDER_PREFIX = "primacy-test-";
/** Long enough for a run that has just made its folder to own it. */
const ABANDONED_AFTER_MS = 10 * 60_000;

/** A PostgreSQL server for tests, with nothing of value in it. */
export interface TestServer {
  /** The superuser's URL. */
  readonly adminUrl: string;
  close(): Promise<void>;
}

/**
 * Starts an embedded server in a new temporary folder; closing it stops it and deletes the folder. Ends
 * what runs that were killed have left behind.
 */
export async function startTestServer(): Promise<TestServer> {
  await removeAbandoned(tmpdir());
  const root = await mkdtemp(join(tmpdir(), FOLDER_PREFIX));
  await chmod(root, 0o755);
  const server = await startEmbeddedPostgres({ directory: join(root, "postgres"), outsideDirectory: root });
  const close = async (): Promise<void> => {
    await server.stop();
    await rm(root, { recursive: true, force: true });
  };
  try {
    await forgetDisk(server.adminUrl);
  } catch (cause) {
    await close();
    throw cause;
  }
  return { adminUrl: server.adminUrl, close };
}

/** Nothing of it has to outlive the machine's power: it need not wait for its disk. What it acknowledged outlives its own end as ever. */
async function forgetDisk(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (const setting of ["fsync", "full_page_writes"])
      await client.query(`ALTER SYSTEM SET ${setting} = off`);
    await client.query("SELECT pg_reload_conf()");
  } finally {
    await client.end();
  }
}

/** Stops the servers below `directory` that no living process owns, and deletes their folders. */
export async function removeAbandoned(directory: string, olderThanMs = ABANDONED_AFTER_MS): Promise<void> {
  for (const name of await readdir(directory)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const root = join(directory, name);
    const status = await findFileStatus(root);
    if (!status || status.uid !== process.getuid?.() || Date.now() - status.mtimeMs < olderThanMs) continue;
    if (!(await endServer(root))) continue;
    // Another run may be removing it too, or its server still be ending: then it is gone soon, or the next one's.
    await rm(root, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
}

/** Ends the server of a folder, and returns true; false where a living process owns it. */
async function endServer(root: string): Promise<boolean> {
  if (!(await findFileStatus(join(root, "postgres", "data")))) return true;
  try {
    const server = await startEmbeddedPostgres({ directory: join(root, "postgres"), outsideDirectory: root });
    if (server.isOwned) await server.stop();
    return server.isOwned;
  } catch {
    // Half of it is gone: another run removes it now, or was killed as it did.
    return true;
  }
}
