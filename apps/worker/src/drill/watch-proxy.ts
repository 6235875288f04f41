import { setTimeout as delay } from "node:timers/promises";
import type { ProxyAnswer, ProxyLook, ProxyPlace } from "@primacy/core/drill";
import type { MemberRecord } from "@primacy/db";
import type { WorkerContext } from "../context";
import { nameOfMember, prepareLook } from "../endpoint/look-through";
import { findRouterAuthority } from "../endpoint/router-authority";
import { untilAborted } from "../operation/until-aborted";

/** A port of a proxy on one of its hosts, and how it is found out where that leads. */
export interface WatchedProxy {
  readonly host: string;
  readonly port: number;
  /** Makes ready for one look, and reaches nothing but the console's own database: it may take any time, and throw. */
  readonly prepare: () => Promise<ProxyConnect>;
}

/** Connects at once. Throws what is no answer, or the signal's reason. */
export type ProxyConnect = (signal: AbortSignal) => Promise<ProxyAnswer>;

const lookEveryMs = 1_000;
/** Who has said nothing by then, from when it was connected to, is silent. */
const silentMs = 2_500;

/**
 * Connects to a port of a proxy about once a second until the signal aborts, and tells each answer. A look that fails otherwise is none, and
 * never throws. Once the signal aborts nothing is waited for, not even the console's own database.
 */
export async function watchProxy(
  { prepare }: WatchedProxy,
  note: (look: ProxyLook) => void,
  signal: AbortSignal,
  limitMs = silentMs,
): Promise<void> {
  while (!signal.aborted) {
    const begunMs = performance.now();
    const look = await lookOnce(prepare, limitMs, signal);
    if (look !== null) note(look);
    const leftMs = Math.max(0, begunMs + lookEveryMs - performance.now());
    await delay(leftMs, undefined, { signal }).catch(() => undefined);
  }
}

async function lookOnce(
  prepare: WatchedProxy["prepare"],
  limitMs: number,
  signal: AbortSignal,
): Promise<ProxyLook | null> {
  const connect = await untilAborted(prepare(), signal).catch(() => null);
  if (connect === null) return null;
  const askedMs = performance.now();
  const answer = await connectOnce(connect, limitMs, signal);
  return answer === null ? null : { askedMs, toldMs: performance.now(), answer };
}

async function connectOnce(
  connect: ProxyConnect,
  limitMs: number,
  signal: AbortSignal,
): Promise<ProxyAnswer | null> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await connect(AbortSignal.any([signal, limit]));
  } catch {
    // Beside a limit that is over, only what has nothing to do with the proxy throws.
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
  const tell = (error: unknown): never => {
    worker.log.warn({ proxyId, host, err: error }, "a proxy was not looked through");
    throw error;
  };
  const prepare: WatchedProxy["prepare"] = async () => {
    const own = way === "split" ? await findRouterAuthority(worker, proxyId) : null;
    const look = await prepareLook(worker, clusterId, last, own);
    return async (signal) => {
      const sight = await look({ address, port }, signal).catch((error: unknown) => {
        signal.throwIfAborted();
        return tell(error);
      });
      if (sight.kind === "unreached") return { state: "nowhere", server: null, reason: sight.reason };
      last = sight.member;
      return { state: "leads", server: nameOfMember(sight.member) };
    };
  };
  return { host, port, prepare: () => prepare().catch(tell) };
}
