import type { BenchmarkFields, MeasuredArm, SysbenchWorkload } from "@primacy/contract";
import type { BenchmarkSnapshot, EndpointSight, LoadHost } from "./snapshot";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** A load of sysbench. */
export const sysbenchLoad: SysbenchWorkload = {
  tool: "sysbench",
  script: "oltp_read_write",
  tables: 4,
  tableSize: 10_000,
  options: {},
};

/** A benchmark of a primary's own address and a write VIP. */
export function fieldsOf(changes: Partial<BenchmarkFields> = {}): BenchmarkFields {
  return {
    name: "Direct and VIP",
    loadHostId: id(1),
    workload: sysbenchLoad,
    arms: [
      { name: "Direct", endpoints: [{ kind: "member", memberId: id(11) }] },
      { name: "VIP", endpoints: [{ kind: "vip", vipId: id(21) }] },
    ],
    threads: [16],
    blocks: 6,
    runSeconds: 30,
    warmupSeconds: 5,
    hygiene: "keep_tables",
    ...changes,
  };
}

/** A connection that led to the primary. */
export function reached(
  changes: Partial<Extract<EndpointSight, { kind: "reached" }>> = {},
): Extract<EndpointSight, { kind: "reached" }> {
  return {
    kind: "reached",
    member: "db1",
    isPrimary: true,
    isReadOnly: false,
    connectMs: 3.4,
    connections: { max: 151, used: 12 },
    ...changes,
  };
}

/** A load host on which nothing is missing. */
export function loadHostOf(changes: Partial<LoadHost> = {}): LoadHost {
  const scripts = ["oltp_read_write", "oltp_read_only"];
  return {
    hostId: id(1),
    name: "app1",
    isMemberHost: false,
    operator: "running",
    tool: { path: "/usr/bin/sysbench", version: "1.0.20", said: null, isTrusted: true, scripts },
    ...changes,
  };
}

/** An arm with these addresses. */
export function armOf(name: string, ...addresses: readonly string[]): MeasuredArm {
  const endpoints = addresses.map((address) => ({
    ref: { kind: "custom", address, port: 3306 } as const,
    way: "custom" as const,
    ...{ name: address, address, port: 3306 },
  }));
  return { name, endpoints };
}

/** A healthy cluster of three before such a benchmark. */
export function snapshotOf(changes: Partial<BenchmarkSnapshot> = {}): BenchmarkSnapshot {
  return {
    fields: fieldsOf(),
    clusterName: "main",
    loadHost: loadHostOf(),
    arms: [armOf("Direct", "10.77.0.11"), armOf("VIP", "10.77.0.100")],
    endpoints: [
      { label: "db1 (10.77.0.11:3306)", sight: reached() },
      { label: "10.77.0.100:3306", sight: reached() },
    ],
    uneven: [],
    primary: "db1",
    members: ["db1", "db2", "db3"].map((name) => ({ name, state: "ONLINE" })),
    hygiene: null,
    ...changes,
  };
}
