import { existsSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { hostname, userInfo } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { readSettings, SettingsError } from "@primacy/console/settings";
import { isRefusal } from "@primacy/contract";
import { agentServerName } from "@primacy/contract/agent";
import { createDatabase, type Database, loadMasterKey, resetPassword } from "@primacy/db";
import { startEmbeddedPostgres } from "@primacy/db/embedded";
import { makeMetricsCertificate } from "../../apps/worker/src/certificate/metrics-certificate";

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

/** What the command came to: its exit code, and what it prints, to standard output where it is 0. */
export interface AdminOutcome {
  readonly code: number;
  readonly text: string;
}

/** Runs the command. A mistake in the call ends with 2 before anything is opened, a refusal with 1. */
export async function runAdmin(args: readonly string[], env: NodeJS.ProcessEnv): Promise<AdminOutcome> {
  const options = parse(args);
  if (typeof options === "string") return { code: 2, text: options };
  try {
    return await withDatabase(options, env, (database) =>
      options.out === undefined
        ? resetAndSay(database, options.user)
        : writeCertificate(database, options.out),
    );
  } catch (error) {
    if (error instanceof SettingsError) return { code: 1, text: error.message };
    throw error;
  }
}

/** The options, or what is wrong with the call. */
function parse(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { user: { type: "string" }, data: { type: "string" }, out: { type: "string" } },
      allowPositionals: true,
    });
    const [command] = positionals;
    const isCalled =
      positionals.length === 1 &&
      (command === "reset-password"
        ? values.out === undefined
        : command === "metrics-certificate" && values.out !== undefined && values.user === undefined);
    return isCalled ? values : usage;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

async function withDatabase(
  { data }: Options,
  env: NodeJS.ProcessEnv,
  act: (database: Database) => Promise<AdminOutcome>,
): Promise<AdminOutcome> {
  const settings = readSettings({ ...env, ...(data === undefined ? {} : { PRIMACY_DATA_DIR: data }) });
  const keyFile = settings.masterKeyFile;
  const keyText = env.PRIMACY_MASTER_KEY || undefined;
  if (keyText === undefined && !existsSync(keyFile)) {
    const text = `There is no console in ${settings.dataDirectory}: ${keyFile} does not exist. Name its folder with --data.`;
    return { code: 1, text };
  }
  const server =
    settings.databaseUrl === null
      ? await startEmbeddedPostgres({ directory: path.join(settings.dataDirectory, "postgres") })
      : null;
  try {
    const masterKey = await loadMasterKey({ text: keyText, path: keyFile });
    const database = createDatabase({
      url: settings.databaseUrl ?? server?.url ?? "",
      masterKey,
      applicationName: "primacy-admin",
    });
    try {
      return await act(database);
    } finally {
      await database.close();
    }
  } finally {
    await server?.close();
  }
}

async function resetAndSay(database: Database, name: string | undefined): Promise<AdminOutcome> {
  const reset = await resetPassword(database, { name, operator: findOperator() });
  if (isRefusal(reset))
    return {
      code: 1,
      text: [reset.message.text, ...reset.errors.map((one) => one.message.text)].join("\n"),
    };
  return { code: 0, text: `The password of ${reset.user.name} is now:\n\n  ${reset.password}\n` };
}

async function writeCertificate(database: Database, folder: string): Promise<AdminOutcome> {
  const made = await makeMetricsCertificate(database, { operator: findOperator(), now: new Date() });
  if (made === null)
    return { code: 1, text: "This console has no certificate authority yet: start it once." };
  await mkdir(folder, { recursive: true });
  const write = async (name: string, text: string, mode: number): Promise<void> => {
    await writeFile(path.join(folder, name), text, { mode });
    // A file that was there keeps its mode when it is written again.
    await chmod(path.join(folder, name), mode);
  };
  await write("metrics.key", made.keyPem, 0o600);
  await write("metrics.crt", made.certificatePem, 0o644);
  await write("ca.crt", made.caPem, 0o644);
  const text =
    `metrics.crt, metrics.key and ca.crt are in ${folder}, valid until ${made.notAfter.toISOString()}.\n` +
    `Prometheus needs server_name: ${agentServerName} in its tls_config.`;
  return { code: 0, text };
}

/** Who calls it, for the audit log. */
function findOperator(): string {
  return `${userInfo().username}@${hostname()}`;
}
