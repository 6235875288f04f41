/** The six hosts of every lab, in the order in which they start. */
export const hostNames = ["db1", "db2", "db3", "px1", "px2", "app1"] as const;

/** Name of a lab host. */
export type HostName = (typeof hostNames)[number];

/** What a host is for: a database server, a proxy, or the load and observing client. */
export type HostKind = "database" | "proxy" | "client";

/** The fixed part of a host: its last address byte and which root file system it runs on. */
export interface HostRole {
  readonly kind: HostKind;
  readonly lastByte: number;
  readonly rootfs: "server" | "client";
}

/** One row per host; addresses are the lab's /24 plus `lastByte`. */
export const hostRoles: Readonly<Record<HostName, HostRole>> = {
  db1: { kind: "database", lastByte: 11, rootfs: "server" },
  db2: { kind: "database", lastByte: 12, rootfs: "server" },
  db3: { kind: "database", lastByte: 13, rootfs: "server" },
  px1: { kind: "proxy", lastByte: 21, rootfs: "server" },
  px2: { kind: "proxy", lastByte: 22, rootfs: "server" },
  app1: { kind: "client", lastByte: 31, rootfs: "client" },
};

/** The hosts that run MySQL. */
export const databaseNames = ["db1", "db2", "db3"] as const satisfies readonly HostName[];

/** Name of a host that runs MySQL. */
export type DatabaseName = (typeof databaseNames)[number];

/** The hosts that run MySQL Router, HAProxy and Keepalived. */
export const proxyNames = ["px1", "px2"] as const satisfies readonly HostName[];

/** Name of a proxy host. */
export type ProxyName = (typeof proxyNames)[number];

/** Name that stands for the machine itself, where the console runs, among the hosts of a lab. */
export const CONSOLE = "console";

/** A host, or the machine itself. */
export type Endpoint = HostName | typeof CONSOLE;

/** True when `text` names a lab host. */
export function isHostName(text: string): text is HostName {
  return hostNames.some((name) => name === text);
}

/** True when `host` runs MySQL. */
export function isDatabaseName(host: string): host is DatabaseName {
  return databaseNames.some((name) => name === host);
}
