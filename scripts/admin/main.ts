import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { isRefusal } from "@primacy/contract";
import { agentServerName } from "@primacy/contract/agent";
import { createDatabase, type Database, loadMasterKey, resetPassword } from "@primacy/db";
import { startEmbeddedPostgres } from "@primacy/db/embedded";
import { makeMetricsCertificate } from "../../apps/worker/src/certificate/metrics-certificate";
import { getSettings } from "../console/settings";

const usage = `usage: npm run admin -- reset-password [--user NAME] [--data FOLDER]
       npm run admin -- metrics-certificate --out FOLDER [--data FOLDER]

reset-password: gives a user a new password, prints it once, allows signing in at once, ends the user's sessions and
revokes the user's API tokens.
Without --user: the only administrator.
metrics-certificate: writes metrics.crt, metrics.key and ca.crt, with which Prometheus may read agents' metrics, and
nothing else, for a year.
--data is the folder of the console (default .data; the demo's is .data/demo).`;

interface Options {
  readonly user?: string | undefined;
  readonly data?: string | undefined;
  readonly out?: string | undefined;
}

/** Prints a line and ends; a mistake in the call ends with 2, a refusal with 1. */
function end(text: string, code: number): never {
  (code === 0 ? process.stdout : process.stderr).write(`${text}\n`);
  process.exit(code);
}

const { values, positionals } = parse();
const operator = `${userInfo().username}@${hostname()}`;
const [command] = positionals;
const isCalled =
  positionals.length === 1 &&
  (command === "reset-password"
    ? values.out === undefined
    : command === "metrics-certificate" && values.out !== undefined && values.user === undefined);
if (!isCalled) end(usage, 2);
await withDatabase((database) =>
  values.out === undefined ? resetAndSay(database, values.user) : writeCertificate(database, values.out),
);

async function withDatabase(act: (database: Database) => Promise<void>): Promise<void> {
  const settings = getSettings({
    ...process.env,
    ...(values.data === undefined ? {} : { PRIMACY_DATA_DIR: values.data }),
  });
  const keyFile = settings.masterKeyFile;
  const keyText = process.env.PRIMACY_MASTER_KEY || undefined;
  if (keyText === undefined && !existsSync(keyFile)) {
    end(
      `There is no console in ${settings.dataDirectory}: ${keyFile} does not exist. Name its folder with --data.`,
      1,
    );
  }
  const server =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ directory: path.join(settings.dataDirectory, "postgres") })
      : null;
  const masterKey = await loadMasterKey({ text: keyText, path: keyFile });
  const database = createDatabase({
    url: settings.databaseUrl ?? server?.url ?? "",
    masterKey,
    applicationName: "primacy-admin",
  });
  try {
    await act(database);
  } finally {
    await database.close();
    await server?.close();
  }
}

async function resetAndSay(database: Database, name: string | undefined): Promise<void> {
  const reset = await resetPassword(database, { name, operator });
  if (isRefusal(reset)) {
    process.exitCode = 1;
    process.stderr.write(
      `${[reset.message.text, ...reset.errors.map((one) => one.message.text)].join("\n")}\n`,
    );
  } else {
    process.stdout.write(`The password of ${reset.user.name} is now:\n\n  ${reset.password}\n\n`);
  }
}

async function writeCertificate(database: Database, folder: string): Promise<void> {
  const made = await makeMetricsCertificate(database, { operator, now: new Date() });
  if (made === null) {
    process.exitCode = 1;
    process.stderr.write("This console has no certificate authority yet: start it once.\n");
    return;
  }
  await mkdir(folder, { recursive: true });
  const write = async (name: string, text: string, mode: number): Promise<void> => {
    await writeFile(path.join(folder, name), text, { mode });
    // A file that was there keeps its mode when it is written again.
    await chmod(path.join(folder, name), mode);
  };
  await write("metrics.key", made.keyPem, 0o600);
  await write("metrics.crt", made.certificatePem, 0o644);
  await write("ca.crt", made.caPem, 0o644);
  process.stdout.write(
    `metrics.crt, metrics.key and ca.crt are in ${folder}, valid until ${made.notAfter.toISOString()}.\n` +
      `Prometheus needs server_name: ${agentServerName} in its tls_config.\n`,
  );
}

function parse(): { values: Options; positionals: string[] } {
  try {
    return parseArgs({
      options: { user: { type: "string" }, data: { type: "string" }, out: { type: "string" } },
      allowPositionals: true,
    });
  } catch (error) {
    return end(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`, 2);
  }
}
