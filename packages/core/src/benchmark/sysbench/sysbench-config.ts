/** One address of a target. */
export interface SysbenchAddress {
  readonly host: string;
  readonly port: number;
}

/** What sysbench connects to. */
export interface SysbenchTarget {
  /** Several are taken in turn, connection by connection. */
  readonly addresses: readonly SysbenchAddress[];
  readonly user: string;
  readonly password: string;
  readonly schema: string;
  readonly tls: boolean;
}

/** sysbench reads the file in pieces of so many bytes and takes the rest of a longer line for a line of its own. */
const longestLine = 254;

/**
 * The configuration that sysbench reads with `--config-file`, password included; it belongs on the standard input
 * (`/dev/stdin`) or in a file that only its owner reads, never on a command line. Throws RangeError for what the file cannot
 * say: a line break or NUL, a value that has both kinds of quotes and needs quoting, a line over 254 bytes; and for
 * addresses that are not every host with every port: sysbench has a list of hosts and one of ports, and tries each host
 * with each port.
 */
export function sysbenchConfig(target: SysbenchTarget): string {
  const { hosts, ports } = splitAddresses(target.addresses);
  // TLS is not among them: in this file `mysql-ssl=off` would switch it on, since any value of a switch does.
  const lines = [
    hostLine(hosts),
    portLine(ports),
    `mysql-user=${quote("user", requireText("user", target.user))}`,
    `mysql-password=${quote("password", target.password)}`,
    `mysql-db=${quote("schema", requireText("schema", target.schema))}`,
  ];
  for (const line of lines)
    if (countBytes(line) > longestLine)
      throw new RangeError(`${line.slice(0, line.indexOf("="))} is too long for a file of sysbench`);
  return `${lines.join("\n")}\n`;
}

/** Whether the addresses have no room on their lines in the file. */
export function areTooLong(addresses: readonly SysbenchAddress[]): boolean {
  const hosts = [...new Set(addresses.map(({ host }) => host))];
  const ports = [...new Set(addresses.map(({ port }) => port))];
  return [hostLine(hosts), portLine(ports)].some((line) => countBytes(line) > longestLine);
}

const hostLine = (hosts: readonly string[]): string => `mysql-host=${hosts.join(",")}`;
const portLine = (ports: readonly number[]): string => `mysql-port=${ports.join(",")}`;

function splitAddresses(addresses: readonly SysbenchAddress[]): {
  readonly hosts: readonly string[];
  readonly ports: readonly number[];
} {
  if (addresses.length === 0) throw new RangeError("sysbench needs an address");
  for (const { host, port } of addresses) {
    if (!/^[A-Za-z0-9.:_%-]+$/.test(host)) throw new RangeError("a host name that sysbench cannot be told");
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new RangeError(`${port} is no port`);
  }
  if (!isGrid(addresses))
    throw new RangeError("sysbench tries every host with every port; the addresses must be just these");
  return {
    hosts: [...new Set(addresses.map(({ host }) => host))],
    ports: [...new Set(addresses.map(({ port }) => port))],
  };
}

/** Whether addresses are every host with every port, each once: sysbench knows no others. */
export function isGrid(addresses: readonly SysbenchAddress[]): boolean {
  const hosts = new Set(addresses.map(({ host }) => host));
  const ports = new Set(addresses.map(({ port }) => port));
  const pairs = new Set(addresses.map(({ host, port }) => `${host} ${port}`));
  return pairs.size === addresses.length && pairs.size === hosts.size * ports.size;
}

function requireText(name: string, value: string): string {
  // Without a value the client library takes the name of the operating system's user, or no schema.
  if (value === "") throw new RangeError(`the ${name} is empty`);
  return value;
}

/** There is no escape character: a value ends at its quote. Without quotes it ends at a space or comma. */
function quote(name: string, value: string): string {
  if (value.includes("\n") || value.includes("\0"))
    throw new RangeError(`the ${name} has a character that ends a line`);
  if (value === "") return "";
  if (!value.includes('"')) return `"${value}"`;
  if (!value.includes("'")) return `'${value}'`;
  if (/[\s,]/.test(value) || /^['"#]/.test(value))
    throw new RangeError(`the ${name} has both kinds of quotes beside what needs quotes`);
  return value;
}

function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes += 1;
    else if (point < 0x800) bytes += 2;
    else bytes += point < 0x1_0000 ? 3 : 4;
  }
  return bytes;
}
