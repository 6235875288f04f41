import type { EndpointHealth, MeasuredEndpoint } from "@primacy/contract";
import { staleLookMs } from "./describe-endpoint";

/** The endpoints `elapsedMs` later with nobody having looked: what has become too old says nothing any more. */
export function ageEndpoints(
  endpoints: readonly MeasuredEndpoint[],
  elapsedMs: number,
): readonly MeasuredEndpoint[] {
  return endpoints.map((endpoint) => ({ ...endpoint, health: ageHealth(endpoint, elapsedMs) }));
}

function ageHealth({ ref, health }: MeasuredEndpoint, elapsedMs: number): EndpointHealth {
  const ageMs = health.ageMs === null ? null : health.ageMs + elapsedMs;
  const servers = health.servers.map((one) => ({ ...one, ageMs: one.ageMs + elapsedMs }));
  const aged = { ...health, ageMs, servers };
  // A VIP is switched off by its setting; that a proxy somebody has stopped lets nobody in rests on a look.
  const isSetting = health.state === "off" && ref.kind === "vip";
  if (ageMs === null || ageMs <= staleLookMs || isSetting) return aged;
  const nothing = { finding: null, advice: null, metadata: null };
  return { ...aged, ...nothing, state: "unknown", tone: "unknown", isStale: true };
}
