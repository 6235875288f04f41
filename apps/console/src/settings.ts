import path from "node:path";

/** The root of this repository. */
export const root = path.resolve(import.meta.dirname, "../../..");

/** How the console is run on this machine, read from the environment once. */
export interface ConsoleSettings {
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly masterKeyFile: string;
  readonly listenAddress: string;
  readonly port: number;
  readonly workerListenAddress: string;
  readonly workerPort: number;
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** The environment cannot be used; the message has one line for each value. */
export class SettingsError extends Error {
  readonly code = "settings_invalid";
  readonly retryable = false;
  constructor(readonly problems: readonly string[]) {
    super(problems.join("\n"));
    this.name = "SettingsError";
  }
}

/** Reads the environment, where an empty variable counts as absent. Throws `SettingsError` with every problem. */
export function readSettings(env: NodeJS.ProcessEnv): ConsoleSettings {
  const problems: string[] = [];
  const find = (name: string): string | null => env[name] || null;
  const port = (name: string, fallback: number): number => {
    const value = Number(find(name) ?? fallback);
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      problems.push(`${name} must be a port, 1 to 65535.`);
    return value;
  };
  const dataDirectory = path.resolve(root, find("PRIMACY_DATA_DIR") ?? ".data");
  const settings: ConsoleSettings = {
    dataDirectory,
    databaseUrl: find("DATABASE_URL"),
    masterKeyFile: find("PRIMACY_MASTER_KEY_FILE") ?? path.join(dataDirectory, "master.key"),
    listenAddress: find("PRIMACY_LISTEN") ?? "127.0.0.1",
    port: port("PORT", 4100),
    workerListenAddress: find("PRIMACY_WORKER_LISTEN") ?? "127.0.0.1",
    workerPort: port("PRIMACY_WORKER_PORT", 4101),
    certificateFile: find("PRIMACY_TLS_CERT"),
    keyFile: find("PRIMACY_TLS_KEY"),
  };
  if (settings.port === settings.workerPort) problems.push("PORT and PRIMACY_WORKER_PORT must differ.");
  if ((settings.certificateFile === null) !== (settings.keyFile === null)) {
    problems.push("PRIMACY_TLS_CERT and PRIMACY_TLS_KEY belong together: set both or neither.");
  }
  if (settings.databaseUrl !== null && !/^postgres(ql)?:\/\//.test(settings.databaseUrl)) {
    problems.push("DATABASE_URL must begin with postgresql://.");
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** The same for a program's own start: prints what is wrong and ends with 1. */
export function getSettings(env: NodeJS.ProcessEnv): ConsoleSettings {
  try {
    return readSettings(env);
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
