import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Connection, createConnection } from "mysql2/promise";
import type { Lab } from "../lab";
import { getHostDirectory } from "../paths";
import type { DatabaseName } from "../roster";

/** How to connect; the defaults are the administrator on the normal port. */
export interface MysqlOptions {
  readonly account?: "admin" | "bench";
  readonly port?: number;
  readonly database?: string;
  /** 5 s when absent. */
  readonly connectTimeoutMs?: number;
}

/**
 * A TLS connection from the machine to the server of a host, whose certificate must come from that server's own CA.
 * The caller ends it. Throws what mysql2 throws.
 */
export async function connectMysql(
  lab: Lab,
  host: DatabaseName,
  options: MysqlOptions = {},
): Promise<Connection> {
  const { user, password } = lab.credentials[options.account ?? "admin"];
  return createConnection({
    host: lab.host(host).address,
    port: options.port ?? 3306,
    user,
    password,
    connectTimeout: options.connectTimeoutMs ?? 5_000,
    ssl: { ca: await readFile(join(getHostDirectory(lab.names.lab, host), "mysql", "ca.pem"), "utf8") },
    ...(options.database === undefined ? {} : { database: options.database }),
  });
}
