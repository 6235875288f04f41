import {
  type DowntimeAdvice,
  type DowntimeFault,
  type DowntimePart,
  type DowntimePath,
  message,
  type ProxyTimings,
} from "@primacy/contract";
import { detectionSeconds, type ProxyFacts } from "./downtime";

/** A way in by a proxy. */
export type ProxyPath = Exclude<DowntimePath, "vip">;

type SpanWith = (proxies: ProxyFacts) => { readonly minMs: number; readonly maxMs: number };

/** What HAProxy does by default. */
const haproxyDefaults = { intervalMs: 2_000, rise: 2, fall: 3 };
/** What MySQL Router does by default with a server that does not answer. */
const routerDefaults = { readTimeoutMs: 30_000, connectTimeoutMs: 5_000 };
/** It tries to connect to a silent server as often while it asks once for the primary: for the metadata, and for the roles. */
const connectsPerQuestion = 2;
/** From a proxy's knowledge of the new primary to the first write of a client that connects again. */
const reconnectMs = 200;
/** What is advised: the Router's own default, and checks that were as often where they were measured. */
const fittingMs = 500;
/** The group itself waits as long for a silent member: a shorter one ends nothing sooner. */
const fittingReadTimeoutMs = detectionSeconds * 1000;

/** What was told of the proxies beside a VIP. */
export function proxyFactsOf(told: ProxyTimings = {}): ProxyFacts {
  const { routerTtlSeconds, haproxyInterMs, haproxyRise, haproxyFall } = told;
  const isKnown = [haproxyInterMs, haproxyRise, haproxyFall].some((one) => one !== undefined);
  return {
    routerTtlMs: routerTtlSeconds === undefined ? null : routerTtlSeconds * 1000,
    routerReadTimeoutMs: routerDefaults.readTimeoutMs,
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
 * The shares of a proxy, from the group's new primary to the first write through it; none where nothing is known of it. What
 * it does from the fault on, while the group still elects, counts only as far as it takes longer than that, `electedMs`.
 */
export function proxyParts(
  proxies: ProxyFacts,
  path: ProxyPath,
  fault: DowntimeFault,
  electedMs: number,
): readonly DowntimePart[] {
  return path === "router" ? routerParts(proxies, fault, electedMs) : haproxyParts(proxies, fault, electedMs);
}

/** A server that freezes or is cut off refuses nothing: who asks it waits until a time limit ends that. */
export function isSilent(fault: DowntimeFault): boolean {
  return fault === "freeze" || fault === "partition";
}

function routerParts(
  { routerTtlMs, routerReadTimeoutMs }: ProxyFacts,
  fault: DowntimeFault,
  electedMs: number,
): readonly DowntimePart[] {
  if (routerTtlMs === null) return [];
  const asks = {
    text: message("downtime.router", { ttlMs: routerTtlMs }),
    minMs: 0,
    maxMs: routerTtlMs + reconnectMs,
  };
  if (!isSilent(fault)) return [asks];
  const { connectTimeoutMs } = routerDefaults;
  const text = message("downtime.router_wait", {
    seconds: routerReadTimeoutMs / 1000,
    connectSeconds: connectTimeoutMs / 1000,
  });
  // One answer is waited for: the question was sent, on a connection that was open, before or soon after the fault.
  const answerMs = Math.max(0, routerReadTimeoutMs - electedMs);
  return [asks, { text, minMs: 0, maxMs: answerMs + connectsPerQuestion * connectTimeoutMs }];
}

/**
 * HAProxy gives up a primary that crashed, froze or was cut off while the group still elects, but one that handed over only
 * after that; until then it sends some clients there. A check that nobody answers ends after an interval, and the next one
 * begins an interval later.
 */
function haproxyParts(
  { haproxy }: ProxyFacts,
  fault: DowntimeFault,
  electedMs: number,
): readonly DowntimePart[] {
  if (haproxy === null) return [];
  const { intervalMs, rise, fall } = haproxy;
  const badCheckMs = isSilent(fault) ? 2 * intervalMs : intervalMs;
  const givenUpMs = fall * badCheckMs - (fault === "switchover" ? 0 : electedMs);
  return [
    {
      text: message("downtime.haproxy", { rise, fall, intervalMs }),
      // The first good check comes by chance within one interval of the election.
      minMs: (rise - 1) * intervalMs,
      maxMs: Math.max(rise * intervalMs, givenUpMs) + reconnectMs,
    },
  ];
}

/** The settings of a proxy that would make it shorter, each with the whole time that `spanWith` says of it. */
export function proxyAdvice(
  proxies: ProxyFacts,
  path: ProxyPath,
  spanWith: SpanWith,
): readonly DowntimeAdvice[] {
  if (path === "router") return [...ttlAdvice(proxies, spanWith), ...readTimeoutAdvice(proxies, spanWith)];
  const { haproxy } = proxies;
  if (haproxy === null || haproxy.intervalMs <= fittingMs) return [];
  const value = `${fittingMs}ms`;
  const span = spanWith({ ...proxies, haproxy: { ...haproxy, intervalMs: fittingMs } });
  const text = message("downtime.advice_haproxy", { value, ...span });
  return [{ variable: "inter", value, ...span, text, fix: null }];
}

function ttlAdvice(proxies: ProxyFacts, spanWith: SpanWith): readonly DowntimeAdvice[] {
  if (proxies.routerTtlMs === null || proxies.routerTtlMs <= fittingMs) return [];
  const value = String(fittingMs / 1000);
  const span = spanWith({ ...proxies, routerTtlMs: fittingMs });
  const text = message("downtime.advice_router", { value, ...span });
  return [{ variable: "ttl", value, ...span, text, fix: null }];
}

function readTimeoutAdvice(proxies: ProxyFacts, spanWith: SpanWith): readonly DowntimeAdvice[] {
  const span = spanWith({ ...proxies, routerReadTimeoutMs: fittingReadTimeoutMs });
  if (span.maxMs >= spanWith(proxies).maxMs) return [];
  const value = String(fittingReadTimeoutMs / 1000);
  const seconds = proxies.routerReadTimeoutMs / 1000;
  const text = message("downtime.advice_router_read", { value, seconds, ...span });
  return [{ variable: "read_timeout", value, ...span, text, fix: null }];
}
