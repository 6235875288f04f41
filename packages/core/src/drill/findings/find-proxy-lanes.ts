import type { DrillProxyLane } from "@primacy/contract";
import type { DrillRecord } from "./drill-record";
import { zeroOf } from "./drill-zero";
import { silentAfterMs } from "./host-story";
import { type Change, listSpans } from "./list-spans";
import type { ProxyAnswer, ProxyLook } from "./proxy-look";

/**
 * Where each host of the proxies led new connections, as the console made one each second: an answer counts from when it came until the next,
 * and for 3 s at most; silence counts from when it was asked. Empty where no proxy was asked.
 */
export function findProxyLanes(record: DrillRecord): DrillProxyLane[] {
  const zeroMs = zeroOf(record);
  const whole = { fromMs: record.startedMs - zeroMs, toMs: record.nowMs - zeroMs };
  return (record.proxies ?? []).map(({ host, port, looks }) => ({
    host,
    port,
    spans: listSpans(listChanges(looks, zeroMs), whole).map(({ value, ...at }) => ({
      ...at,
      state: value?.state ?? null,
      server: value?.server ?? null,
      ...(value?.state === "nowhere" ? { reason: value.reason } : {}),
    })),
  }));
}

function listChanges(looks: readonly ProxyLook[], zeroMs: number): Change<ProxyAnswer | null>[] {
  return looks.flatMap(({ askedMs, toldMs, answer }, index): Change<ProxyAnswer | null>[] => {
    const atMs = (answer.state === "silent" ? askedMs : toldMs) - zeroMs;
    const oldMs = toldMs + silentAfterMs;
    const nextMs = looks[index + 1]?.askedMs ?? Number.POSITIVE_INFINITY;
    return [{ atMs, value: answer }, ...(nextMs > oldMs ? [{ atMs: oldMs - zeroMs, value: null }] : [])];
  });
}
