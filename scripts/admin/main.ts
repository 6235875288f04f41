import { existsSync } from "node:fs";
import { hostname, userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isRefusal } from "@primacy/contract";
import { createDatabase, loadMasterKey, resetPassword } from "@primacy/db";
import { startEmbeddedPostgres } from "@primacy/db/embedded";
import { readSettings } from "../console/settings";

const usage = `usage: npm run admin -- reset-password [--user NAME] [--data FOLDER]

Gives a user a new password, prints it once, allows signing in again and ends the user's sessions.
Without --user: the only administrator. --data is the folder of the console (default .data; the demo's is .data/demo).`;

/** Prints a line and ends; a mistake in the call ends with 2, a refusal with 1. */
function end(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

const { values, positionals } = parse();
if (positionals.length !== 1 || positionals[0] !== "reset-password") end(usage, 2);
const settings = readSettings({
  ...process.env,
  ...(values.data === undefined ? {} : { PRIMACY_DATA_DIR: values.data }),
});
const keyFile = process.env.PRIMACY_MASTER_KEY_FILE ?? path.join(settings.dataDirectory, "master.key");
if (process.env.PRIMACY_MASTER_KEY === undefined && !existsSync(keyFile)) {
  end(
    `There is no console in ${settings.dataDirectory}: ${keyFile} does not exist. Name its folder with --data.`,
    1,
  );
}
const server =
  settings.databaseUrl === null
    ? await startEmbeddedPostgres({ directory: path.join(settings.dataDirectory, "postgres") })
    : null;
const masterKey = await loadMasterKey({ text: process.env.PRIMACY_MASTER_KEY, path: keyFile });
const database = createDatabase({
  url: settings.databaseUrl ?? server?.url ?? "",
  masterKey,
  applicationName: "primacy-admin",
});
try {
  const reset = await resetPassword(database, {
    name: values.user,
    operator: `${userInfo().username}@${hostname()}`,
  });
  if (isRefusal(reset)) {
    process.exitCode = 1;
    process.stderr.write(
      `${[reset.message.text, ...reset.errors.map((one) => one.message.text)].join("\n")}\n`,
    );
  } else {
    process.stdout.write(`The password of ${reset.user.name} is now:\n\n  ${reset.password}\n\n`);
  }
} finally {
  await database.close();
  await server?.close();
}

function parse(): {
  values: { user?: string | undefined; data?: string | undefined };
  positionals: string[];
} {
  try {
    return parseArgs({
      options: { user: { type: "string" }, data: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    return end(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2);
  }
}
