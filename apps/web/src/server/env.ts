import { z } from "zod";

const isNetwork = (text: string): boolean => /^[0-9a-fA-F.:]+(?:\/\d{1,3})?$/.test(text);

/** Comma-separated addresses or CIDR networks. */
const Networks = z
  .string()
  .transform((text) => text.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()])))
  .refine((parts) => parts.every(isNetwork), { error: "must be addresses or networks, with commas between" });

const Environment = z
  .object({
    DATABASE_URL: z.string().regex(/^postgres(?:ql)?:\/\//, { error: "must be a postgresql:// URL" }),
    PRIMACY_MASTER_KEY: z.string().min(1).optional(),
    PRIMACY_MASTER_KEY_FILE: z.string().min(1).optional(),
    PRIMACY_DATA_DIR: z.string().min(1).default(".data"),
    PRIMACY_AGENT_PACKAGE: z.string().min(1).default("apps/agent/dist/primacy-agent-linux-x64.tar.gz"),
    PORT: z.coerce.number().int().min(1).max(65_535).default(4100),
    HOSTNAME: z.string().min(1).default("127.0.0.1"),
    PRIMACY_TLS_CERT: z.string().min(1).optional(),
    PRIMACY_TLS_KEY: z.string().min(1).optional(),
    PRIMACY_TRUSTED_PROXIES: Networks.default([]),
    PRIMACY_LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
  })
  .refine((env) => (env.PRIMACY_TLS_CERT === undefined) === (env.PRIMACY_TLS_KEY === undefined), {
    error: "PRIMACY_TLS_CERT and PRIMACY_TLS_KEY belong together: set both or neither",
  });

/** What the console's web process is told by its environment. Secrets are apart, in `WebSecrets`. */
export interface WebEnv {
  readonly port: number;
  readonly hostname: string;
  readonly dataDir: string;
  /** The package that the worker installs; this process only tells its version. */
  readonly agentPackagePath: string;
  /** Files with the user's own certificate chain and its key, or null for plain HTTP. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | null;
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed. */
  readonly trustedProxies: readonly string[];
  readonly logLevel: string;
}

/** The part of the environment that must never be logged. */
export interface WebSecrets {
  readonly databaseUrl: string;
  readonly masterKey: string | null;
  readonly masterKeyFile: string | null;
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
  env: WebEnv;
  secrets: WebSecrets;
} {
  const present = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(present);
  if (!parsed.success) {
    throw new EnvironmentError(
      parsed.error.issues.map((issue) => [issue.path.join("."), issue.message].filter(Boolean).join(": ")),
    );
  }
  const value = parsed.data;
  const { PRIMACY_TLS_CERT: certFile, PRIMACY_TLS_KEY: keyFile } = value;
  return {
    env: {
      port: value.PORT,
      hostname: value.HOSTNAME,
      dataDir: value.PRIMACY_DATA_DIR,
      agentPackagePath: value.PRIMACY_AGENT_PACKAGE,
      tls: certFile === undefined || keyFile === undefined ? null : { certFile, keyFile },
      trustedProxies: value.PRIMACY_TRUSTED_PROXIES,
      logLevel: value.PRIMACY_LOG_LEVEL,
    },
    secrets: {
      databaseUrl: value.DATABASE_URL,
      masterKey: value.PRIMACY_MASTER_KEY ?? null,
      masterKeyFile: value.PRIMACY_MASTER_KEY_FILE ?? null,
    },
  };
}
