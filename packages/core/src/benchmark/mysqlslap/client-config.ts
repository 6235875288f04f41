/** Where a client of MySQL's connects to, and as whom. */
export interface ClientTarget {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** Lines for mysqlslap alone. Without TLS, a password is encrypted by the server's key, which MariaDB's asks for by itself. */
const plainConnection = {
  mysql: ["ssl-mode=DISABLED", "get-server-public-key"],
  mariadb: ["skip-ssl"],
} as const;

/** Whose program it is: they know different options. */
export type ClientMaker = keyof typeof plainConnection;

/** Tells it by the version that the program gives. */
export function readClientMaker(version: string): ClientMaker {
  return /mariadb/i.test(version) ? "mariadb" : "mysql";
}

/**
 * An option file of MySQL's form with address, account and password, for `--defaults-file`; it belongs on the standard input or in a file that only
 * its owner reads, never on a command line. With a maker it also tells mysqlslap to connect without TLS, as sysbench does. Throws
 * RangeError for what such a file cannot say.
 */
export function clientConfig({ host, port, user, password }: ClientTarget, maker?: ClientMaker): string {
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`${port} is no port`);
  const lines = [
    "[client]",
    `host=${quote("host", host)}`,
    `port=${port}`,
    "protocol=tcp",
    `user=${quote("user", user)}`,
    `password=${quote("password", password)}`,
    ...(maker === undefined ? [] : ["[mysqlslap]", ...plainConnection[maker]]),
  ];
  return `${lines.join("\n")}\n`;
}

/** In double quotes a number sign is none of a comment; the backslash is the escape character. */
function quote(name: string, value: string): string {
  if (/[\n\r\0]/.test(value)) throw new RangeError(`the ${name} has a character that ends a line`);
  return `"${value.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}
