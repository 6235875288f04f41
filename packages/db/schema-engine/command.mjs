import pg from "pg";
import { writeLog } from "./engine-log.mjs";

/** PostgreSQL's error codes and what Prisma calls them; everything else means unreachable. */
const PRISMA_CODES = { "3D000": "P1003", "28P01": "P1000" };

const commands = {
  "can-connect-to-database": (url) => withClient(url, async () => {}),
  "create-database": createDatabase,
  "drop-database": (url) =>
    withServer(url, (client, name) => client.query(`DROP DATABASE ${client.escapeIdentifier(name)}`)),
};

/** Runs one command of the engine's `cli` mode and returns its exit code. */
export async function runCommand(name, url) {
  // The CLI takes the first line for a greeting and the last for the outcome.
  writeLog("INFO", null, "Starting schema engine CLI");
  try {
    await commands[name](url);
    return 0;
  } catch (error) {
    writeLog("ERROR", PRISMA_CODES[error.code] ?? "P1001", error.message);
    return 1;
  }
}

/** Creates the database that a URL names, and returns its name. */
export async function createDatabase(url) {
  return withServer(url, async (client, name) => {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
    return name;
  });
}

async function withServer(url, use) {
  const target = new URL(url);
  const name = decodeURIComponent(target.pathname.slice(1));
  target.pathname = "/postgres";
  target.searchParams.delete("schema");
  return withClient(target.href, (client) => use(client, name));
}

async function withClient(url, use) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
