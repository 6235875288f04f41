import type { HostFacts } from "@primacy/contract";
import type { Privilege, RemoteSession } from "../connection/session";
import { askGreeting } from "./mysql-greeting";
import { type Listener, parseListeners } from "./parse-facts";

// Fixed text, no argument: prints the process ids of the MySQL and MariaDB servers.
const processScript =
  'cd /proc && for d in [0-9]*; do read -r c < "$d/comm" || continue; case "$c" in mysqld|mariadbd) echo "$d";; esac; done 2>/dev/null; true';

const maxAskedPorts = 8;

/**
 * The MySQL servers that run on the host, with version and classic port where they can be learned. The version comes
 * from the server's greeting through the SSH connection: nothing that merely calls itself mysqld is ever executed.
 */
export async function observeMysql(
  session: RemoteSession,
  privilege: Privilege,
  hasSs: boolean,
  signal: AbortSignal,
): Promise<HostFacts["mysql"]> {
  const { stdout } = await session.run(["sh", "-c", processScript], { signal, acceptsFailure: true });
  const pids = stdout
    .split("\n")
    .filter((line) => /^\d+$/.test(line))
    .map(Number);
  if (pids.length === 0) return [];
  const listeners = hasSs ? parseListeners(await listSockets(session, privilege, signal)) : new Map();
  return Promise.all(
    pids.map(async (pid) => ({ pid, ...(await observeServer(session, listeners.get(pid) ?? [], signal)) })),
  );
}

async function listSockets(
  session: RemoteSession,
  privilege: Privilege,
  signal: AbortSignal,
): Promise<string> {
  const options = { signal, acceptsFailure: true };
  // Only root sees which process owns a socket of another user.
  const result =
    privilege === "none"
      ? await session.run(["ss", "-Hltnp"], options)
      : await session.runAsRoot(["ss", "-Hltnp"], options);
  return result.stdout;
}

async function observeServer(
  session: RemoteSession,
  listeners: readonly Listener[],
  signal: AbortSignal,
): Promise<{ version: string | null; port: number | null }> {
  const sorted = [...listeners].sort((a, b) => rank(a.port) - rank(b.port)).slice(0, maxAskedPorts);
  for (const listener of sorted) {
    const version = await askGreeting(session.client, reachable(listener.address), listener.port, signal);
    if (version !== null) return { version, port: listener.port };
  }
  const guess = sorted.find((one) => one.port !== 33060);
  return { version: null, port: guess?.port ?? null };
}

/** The usual port first; the admin port speaks the same protocol and comes after the others. */
function rank(port: number): number {
  return port === 3306 ? 0 : port === 33062 ? 100_000 : port;
}

function reachable(address: string): string {
  if (address === "*" || address === "0.0.0.0") return "127.0.0.1";
  return address === "::" ? "::1" : address;
}
