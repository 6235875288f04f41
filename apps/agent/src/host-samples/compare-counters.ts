import type { HostSample } from "@primacy/contract/agent";
import type { CpuCounters, DiskCounters, HostCounters } from "./parse-counters";

/** What the kernel had counted, and when that was on the monotonic clock. */
export interface CounterReading {
  readonly atMs: number;
  readonly counters: HostCounters;
}

/** What a host did between two readings. */
export type HostSpan = Omit<HostSample, "seq" | "ageMs">;

/** Shorter ones say little, and longer ones say nothing of a second: the agent, or its host, stood still. */
const leastSpanMs = 500;
const longestSpanMs = 2_000;

/** What stands upon other interfaces, or leads to a container or tunnel: its bytes go over another one too. */
const doesNotCount =
  /^(docker|br|virbr|veth|vnet|bond|team|tun|tap|wg|dummy|ifb|cni|cali|flannel|vxlan|sit|ip6tnl|gre|macvtap)/;

/** What happened between two readings; null where they are too close together, or so far apart that there is a gap. */
export function compareCounters(before: CounterReading, after: CounterReading): HostSpan | null {
  const spanMs = after.atMs - before.atMs;
  if (spanMs < leastSpanMs || spanMs > longestSpanMs) return null;
  const interfaces = listTraffic(before.counters, after.counters, spanMs / 1_000);
  return {
    spanMs,
    cpu: compareCpu(before.counters.cpu, after.counters.cpu),
    disk: compareDisks(before.counters.disks, after.counters.disks, spanMs),
    network: sumTraffic(interfaces.filter(({ counts }) => counts)),
    interfaces,
    memoryAvailableBytes: after.counters.memoryAvailableBytes,
  };
}

/**
 * How far a counter went; null where it began anew, as that of an interface that was taken away and came back. One of 32 bits
 * that has come to its end goes on from 0: it was in the upper half before.
 */
export function countBetween(before: number, after: number): number | null {
  if (after >= before) return after - before;
  const wrapped = after + 2 ** 32 - before;
  return wrapped >= 0 && wrapped < 2 ** 31 ? wrapped : null;
}

function compareCpu(before: CpuCounters | null, after: CpuCounters | null): HostSpan["cpu"] {
  if (before === null || after === null) return null;
  const total = after.total - before.total;
  if (total <= 0) return null;
  // The kernel takes back some of the time for which it waited.
  const share = (ticks: number): number => Math.min(1, Math.max(0, ticks / total));
  return { busy: 1 - share(after.idle - before.idle), steal: share(after.steal - before.steal) };
}

/** Of the disks that are there both times. */
function compareDisks(
  before: HostCounters["disks"],
  after: HostCounters["disks"],
  spanMs: number,
): HostSpan["disk"] {
  const known = [...after].flatMap(([name, now]) => {
    const then = before.get(name);
    return then === undefined ? [] : (compareDisk(then, now, spanMs) ?? []);
  });
  if (known.length === 0) return null;
  return {
    readBytes: sum(known.map((one) => one.readBytes)),
    writeBytes: sum(known.map((one) => one.writeBytes)),
    busiest: Math.max(...known.map((one) => one.busiest)),
  };
}

function compareDisk(before: DiskCounters, after: DiskCounters, spanMs: number): HostSpan["disk"] {
  const readBytes = countBetween(before.readBytes, after.readBytes);
  const writeBytes = countBetween(before.writeBytes, after.writeBytes);
  const busyMs = countBetween(before.busyMs, after.busyMs);
  if (readBytes === null || writeBytes === null || busyMs === null) return null;
  const seconds = spanMs / 1_000;
  return {
    readBytes: readBytes / seconds,
    writeBytes: writeBytes / seconds,
    busiest: Math.min(1, busyMs / spanMs),
  };
}

function listTraffic(before: HostCounters, after: HostCounters, seconds: number): HostSpan["interfaces"] {
  return [...after.links].flatMap(([name, now]) => {
    const then = before.links.get(name);
    if (then === undefined) return [];
    const inBytes = countBetween(then.inBytes, now.inBytes);
    const outBytes = countBetween(then.outBytes, now.outBytes);
    if (inBytes === null || outBytes === null) return [];
    const counts = !doesNotCount.test(name) && !/[.@]/.test(name);
    return [{ name, inBytes: inBytes / seconds, outBytes: outBytes / seconds, counts }];
  });
}

function sumTraffic(links: HostSpan["interfaces"]): HostSpan["network"] {
  if (links.length === 0) return null;
  return {
    inBytes: sum(links.map(({ inBytes }) => inBytes)),
    outBytes: sum(links.map(({ outBytes }) => outBytes)),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, one) => total + one, 0);
}
