import type { ClientConfig } from "pg";

const CONNECT_TIMEOUT_MS = 10_000;

/** How to connect: settings for `pg`, and the schema that unqualified names mean. */
export interface ConnectionSettings {
  readonly client: ClientConfig;
  readonly schema: string;
}

/**
 * Reads a PostgreSQL URL. Beyond what `pg` understands (`sslmode`, …) it knows Prisma's `?schema=`,
 * default `public`. Throws a TypeError that does not contain the URL, because the URL holds a password.
 */
export function parseConnectionUrl(url: string, applicationName: string): ConnectionSettings {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new TypeError("The database URL must look like postgresql://user:password@host:5432/database");
  }
  const schema = parsed.searchParams.get("schema") ?? "public";
  parsed.searchParams.delete("schema");
  return {
    schema,
    client: {
      connectionString: parsed.href,
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      ...(schema === "public" ? {} : { options: `-c search_path=${escapeOption(schema)}` }),
    },
  };
}

/** The server splits the options of a connection at spaces; a quoted name keeps capitals and dashes. */
function escapeOption(schema: string): string {
  const quoted = `"${schema.replaceAll('"', '""')}"`;
  return quoted.replaceAll("\\", "\\\\").replaceAll(" ", "\\ ");
}
