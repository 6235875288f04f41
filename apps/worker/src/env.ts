import { z } from "zod";

const Environment = z.object({
  DATABASE_URL: z.string().regex(/^postgres(?:ql)?:\/\//, { error: "must be a postgresql:// URL" }),
  PRIMACY_MASTER_KEY: z.string().min(1).optional(),
  PRIMACY_MASTER_KEY_FILE: z.string().min(1).optional(),
  PRIMACY_DATA_DIR: z.string().min(1).default(".data"),
  PRIMACY_AGENT_PACKAGE: z.string().min(1).default("apps/agent/dist/primacy-agent-linux-x64.tar.gz"),
  PRIMACY_WORKER_PORT: z.coerce.number().int().min(0).max(65_535).default(4101),
  PRIMACY_WORKER_LISTEN: z.string().min(1).default("127.0.0.1"),
  PRIMACY_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  PRIMACY_VERSION: z.string().min(1).default("0.1.0"),
});

/** What the worker is told by its environment. Secrets are apart, in `WorkerSecrets`. */
export interface WorkerEnv {
  readonly dataDir: string;
  /** The agent's package, a tar.gz; it need not be there before an agent is installed. */
  readonly agentPackagePath: string;
  /** `/healthz` and `/metrics`; port 0 lets the system choose. */
  readonly listenAddress: string;
  readonly port: number;
  readonly logLevel: string;
  readonly version: string;
}

/** The part of the environment that must never be logged. */
export interface WorkerSecrets {
  readonly databaseUrl: string;
  readonly masterKey: string | undefined;
  readonly masterKeyPath: string;
}

/** Every problem of the environment at once, in words; values are never repeated. */
export class EnvironmentError extends Error {
  readonly code = "environment_invalid";
  readonly retryable = false;
  constructor(readonly problems: readonly string[]) {
    super(`The environment is not usable:\n${problems.map((one) => `  ${one}`).join("\n")}`);
    this.name = "EnvironmentError";
  }
}

/** Parses the environment as a whole. Throws `EnvironmentError` with every problem. An empty variable counts as absent. */
export function parseEnvironment(source: Readonly<Record<string, string | undefined>>): {
  env: WorkerEnv;
  secrets: WorkerSecrets;
} {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new EnvironmentError(
      parsed.error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(": ")),
    );
  }
  const value = parsed.data;
  return {
    env: {
      dataDir: value.PRIMACY_DATA_DIR,
      agentPackagePath: value.PRIMACY_AGENT_PACKAGE,
      listenAddress: value.PRIMACY_WORKER_LISTEN,
      port: value.PRIMACY_WORKER_PORT,
      logLevel: value.PRIMACY_LOG_LEVEL,
      version: value.PRIMACY_VERSION,
    },
    secrets: {
      databaseUrl: value.DATABASE_URL,
      masterKey: value.PRIMACY_MASTER_KEY,
      masterKeyPath: value.PRIMACY_MASTER_KEY_FILE ?? `${value.PRIMACY_DATA_DIR}/master.key`,
    },
  };
}
