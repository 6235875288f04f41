import { setTimeout as delay } from "node:timers/promises";
import type { ProxyAnswer, ProxyLook, ProxyPlace } from "@primacy/core/drill";
import type { MemberRecord } from "@primacy/db";
import type { WorkerContext } from "../context";
import { lookThrough, nameOfMember } from "../endpoint/look-through";
import { findRouterAuthority } from "../endpoint/router-authority";

/** A port of a proxy on one of its hosts, and how it is found out where that leads. */
export interface WatchedProxy {
  readonly host: string;
  readonly port: number;
  /** Throws what is no answer, or the signal's reason. */
  readonly look: (signal: AbortSignal) => Promise<ProxyAnswer>;
}

const lookEveryMs = 1_000;
/** Who has said nothing by then is silent. */
const silentMs = 2_500;

/**
 * Connects to a port of a proxy about once a second until the signal aborts, and tells each answer. A look that fails otherwise is none, and
 * never throws.
 */
export async function watchProxy(
  { look }: WatchedProxy,
  note: (look: ProxyLook) => void,
  signal: AbortSignal,
  limitMs = silentMs,
): Promise<void> {
  while (!signal.aborted) {
    const askedMs = performance.now();
    const answer = await lookOnce(look, limitMs, signal);
    const toldMs = performance.now();
    if (answer !== null) note({ askedMs, toldMs, answer });
    const leftMs = Math.max(0, askedMs + lookEveryMs - toldMs);
    await delay(leftMs, undefined, { signal }).catch(() => undefined);
  }
}

async function lookOnce(
  look: WatchedProxy["look"],
  limitMs: number,
  signal: AbortSignal,
): Promise<ProxyAnswer | null> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await look(AbortSignal.any([signal, limit]));
  } catch {
    // Beside a limit that is over, only what has nothing to do with the proxy throws, such as the console's own database.
    return limit.aborted && !signal.aborted ? { state: "silent", server: null } : null;
  }
}

/** Looks through a port of a proxy as clients do, with the account that may do least. */
export function watchedProxyOf(
  worker: WorkerContext,
  clusterId: string,
  { proxyId, host, address, port, way }: ProxyPlace,
): WatchedProxy {
  // Most likely the same answers again, whose certificate is tried first.
  let last: MemberRecord | null = null;
  return {
    host,
    port,
    look: async (signal) => {
      try {
        const own = way === "split" ? await findRouterAuthority(worker, proxyId) : null;
        const sight = await lookThrough(worker, clusterId, { address, port }, last, signal, own);
        if (sight.kind === "unreached") return { state: "nowhere", server: null };
        last = sight.member;
        return { state: "leads", server: nameOfMember(sight.member) };
      } catch (error) {
        if (!signal.aborted) worker.log.warn({ proxyId, host, err: error }, "a proxy was not looked through");
        throw error;
      }
    },
  };
}
