import {
  type DowntimeAdvice,
  type DowntimePart,
  type DowntimePath,
  message,
  type ProxyTimings,
} from "@primacy/contract";
import type { ProxyFacts } from "./downtime";

/** A way in by a proxy. */
export type ProxyPath = Exclude<DowntimePath, "vip">;

/** Of what the share of a proxy can be said. */
export const proxyFaults = ["switchover", "crash"] as const;

/** What HAProxy does by default. */
const haproxyDefaults = { intervalMs: 2_000, rise: 2, fall: 3 };
/** From a proxy's knowledge of the new primary to the first write of a client that connects again. */
const reconnectMs = 200;
/** What is advised: the Router's own default, and checks that were as often where they were measured. */
const fittingMs = 500;

/** What was told of the proxies beside a VIP. */
export function proxyFactsOf(told: ProxyTimings = {}): ProxyFacts {
  const { routerTtlSeconds, haproxyInterMs, haproxyRise, haproxyFall } = told;
  const isKnown = [haproxyInterMs, haproxyRise, haproxyFall].some((one) => one !== undefined);
  return {
    routerTtlMs: routerTtlSeconds === undefined ? null : routerTtlSeconds * 1000,
    haproxy: isKnown
      ? {
          intervalMs: haproxyInterMs ?? haproxyDefaults.intervalMs,
          rise: haproxyRise ?? haproxyDefaults.rise,
          fall: haproxyFall ?? haproxyDefaults.fall,
        }
      : null,
  };
}

/** The proxies of which enough is known. */
export function listProxies({ routerTtlMs, haproxy }: ProxyFacts): readonly ProxyPath[] {
  return [
    ...(routerTtlMs === null ? [] : ["router" as const]),
    ...(haproxy === null ? [] : ["haproxy" as const]),
  ];
}

/**
 * The share of a proxy, from the group's new primary to the first write through it; none where nothing is known of it.
 * HAProxy gives a crashed primary up while the group still elects, `electedMs` at the longest, but one that handed over only
 * after that; until then it sends some clients there.
 */
export function proxyPart(
  { routerTtlMs, haproxy }: ProxyFacts,
  path: ProxyPath,
  fault: (typeof proxyFaults)[number],
  electedMs: number,
): readonly DowntimePart[] {
  if (path === "router") {
    if (routerTtlMs === null) return [];
    const text = message("downtime.router", { ttlMs: routerTtlMs });
    return [{ text, minMs: 0, maxMs: routerTtlMs + reconnectMs }];
  }
  if (haproxy === null) return [];
  const { intervalMs, rise, fall } = haproxy;
  const givenUpMs = fall * intervalMs - (fault === "crash" ? electedMs : 0);
  return [
    {
      text: message("downtime.haproxy", { rise, fall, intervalMs }),
      // The first good check comes by chance within one interval of the election.
      minMs: (rise - 1) * intervalMs,
      maxMs: Math.max(rise * intervalMs, givenUpMs) + reconnectMs,
    },
  ];
}

/** The setting of a proxy that would make it shorter, with the whole time that `spanWith` says of it. */
export function proxyAdvice(
  proxies: ProxyFacts,
  path: ProxyPath,
  spanWith: (proxies: ProxyFacts) => { readonly minMs: number; readonly maxMs: number },
): readonly DowntimeAdvice[] {
  const { routerTtlMs, haproxy } = proxies;
  if (path === "router") {
    if (routerTtlMs === null || routerTtlMs <= fittingMs) return [];
    const value = String(fittingMs / 1000);
    const span = spanWith({ ...proxies, routerTtlMs: fittingMs });
    const text = message("downtime.advice_router", { value, ...span });
    return [{ variable: "ttl", value, ...span, text, fix: null }];
  }
  if (haproxy === null || haproxy.intervalMs <= fittingMs) return [];
  const value = `${fittingMs}ms`;
  const span = spanWith({ ...proxies, haproxy: { ...haproxy, intervalMs: fittingMs } });
  const text = message("downtime.advice_haproxy", { value, ...span });
  return [{ variable: "inter", value, ...span, text, fix: null }];
}
