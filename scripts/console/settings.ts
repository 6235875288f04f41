import path from "node:path";

/** The root of this repository. */
export const root = path.resolve(import.meta.dirname, "../..");

/** How the console is run on this machine, read from the environment once. */
export interface ConsoleSettings {
  readonly dataDirectory: string;
  readonly databaseUrl: string | null;
  readonly listenAddress: string;
  readonly port: number;
  readonly workerPort: number;
  readonly certificateFile: string | null;
  readonly keyFile: string | null;
}

/** Reads the environment; throws one Error that lists every value that cannot be used. */
export function readSettings(env: NodeJS.ProcessEnv): ConsoleSettings {
  const problems: string[] = [];
  const port = (name: string, fallback: number): number => {
    const value = Number(env[name] ?? fallback);
    if (!Number.isInteger(value) || value < 1 || value > 65_535)
      problems.push(`${name} must be a port, 1 to 65535.`);
    return value;
  };
  const settings: ConsoleSettings = {
    dataDirectory: path.resolve(root, env.PRIMACY_DATA_DIR ?? ".data"),
    databaseUrl: env.DATABASE_URL ?? null,
    listenAddress: env.PRIMACY_LISTEN ?? "127.0.0.1",
    port: port("PORT", 4100),
    workerPort: port("PRIMACY_WORKER_PORT", 4101),
    certificateFile: env.PRIMACY_TLS_CERT ?? null,
    keyFile: env.PRIMACY_TLS_KEY ?? null,
  };
  if ((settings.certificateFile === null) !== (settings.keyFile === null)) {
    problems.push("PRIMACY_TLS_CERT and PRIMACY_TLS_KEY belong together: set both or neither.");
  }
  if (settings.databaseUrl !== null && !/^postgres(ql)?:\/\//.test(settings.databaseUrl)) {
    problems.push("DATABASE_URL must begin with postgresql://.");
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return settings;
}
