import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, openSync } from "node:fs";
import { findLibc } from "../ffi/libc";

/** Two throw-away hosts on one wire: each a network namespace with an `eth0`, a at 10.99.0.1 and fd99::1, b at .2 and ::2. */
export interface NamespacePair {
  readonly a: string;
  readonly b: string;
  readonly macA: string;
  readonly macB: string;
  /** Runs a command inside one of the two and returns its output. */
  run(namespace: string, ...command: string[]): string;
  /** The same; null where the command fails. */
  tryRun(namespace: string, ...command: string[]): string | null;
  /** Removes both, whatever state they are in. */
  dispose(): void;
}

/** Makes two real hosts for a test. Needs root. */
export function createNamespacePair(): NamespacePair {
  const tag = randomBytes(3).toString("hex");
  const [a, b] = [`pa-${tag}-a`, `pa-${tag}-b`];
  const ip = (...args: string[]): string => execFileSync("ip", args, { encoding: "utf8" });
  ip("netns", "add", a);
  ip("netns", "add", b);
  ip("-n", a, "link", "add", "eth0", "type", "veth", "peer", "name", "eth0", "netns", b);
  for (const [namespace, host] of [
    [a, 1],
    [b, 2],
  ] as const) {
    ip("-n", namespace, "link", "set", "lo", "up");
    ip("-n", namespace, "address", "add", `10.99.0.${host}/24`, "dev", "eth0");
    ip("-n", namespace, "address", "add", `fd99::${host}/64`, "dev", "eth0", "nodad");
    ip("-n", namespace, "link", "set", "eth0", "up");
  }
  const mac = (namespace: string): string =>
    /link\/ether ([0-9a-f:]{17})/.exec(ip("-n", namespace, "link", "show", "eth0"))?.[1] ?? "";
  const run = (namespace: string, ...command: string[]): string => ip("netns", "exec", namespace, ...command);
  return {
    a,
    b,
    macA: mac(a),
    macB: mac(b),
    run,
    tryRun: (namespace, ...command) => {
      try {
        return execFileSync("ip", ["netns", "exec", namespace, ...command], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        });
      } catch {
        return null;
      }
    },
    dispose: () => {
      ip("netns", "delete", a);
      ip("netns", "delete", b);
    },
  };
}

/**
 * Runs `act` with this thread inside a namespace: every socket it opens and every child it starts
 * belongs there, also after the return. Only the synchronous part runs inside, and `net.connect` is not
 * synchronous: see {@link enterNamespace}.
 */
export function inNamespace<T>(namespace: string, act: () => T): T {
  const leave = enterNamespace(namespace);
  try {
    return act();
  } finally {
    leave();
  }
}

/** Moves this thread into a namespace until the returned function is called. */
export function enterNamespace(namespace: string): () => void {
  const libc = findLibc();
  if (libc === null) {
    throw new Error("network namespace tests need koffi");
  }
  const home = openSync("/proc/thread-self/ns/net", "r");
  const target = openSync(`/run/netns/${namespace}`, "r");
  libc.enterNetworkNamespace(target);
  closeSync(target);
  return () => {
    libc.enterNetworkNamespace(home);
    closeSync(home);
  };
}
