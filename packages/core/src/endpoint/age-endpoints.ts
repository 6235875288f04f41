import type { EndpointHealth, MeasuredEndpoint } from "@primacy/contract";
import { staleLookMs } from "./describe-endpoint";

/** The endpoints `elapsedMs` later with nobody having looked: what has become too old says nothing any more. */
export function ageEndpoints(
  endpoints: readonly MeasuredEndpoint[],
  elapsedMs: number,
): readonly MeasuredEndpoint[] {
  return endpoints.map((endpoint) => ({ ...endpoint, health: ageHealth(endpoint.health, elapsedMs) }));
}

function ageHealth(health: EndpointHealth, elapsedMs: number): EndpointHealth {
  const ageMs = health.ageMs === null ? null : health.ageMs + elapsedMs;
  const servers = health.servers.map((one) => ({ ...one, ageMs: one.ageMs + elapsedMs }));
  const aged = { ...health, ageMs, servers };
  if (ageMs === null || ageMs <= staleLookMs || health.state === "off") return aged;
  const nothing = { finding: null, advice: null, metadata: null };
  return { ...aged, ...nothing, state: "unknown", tone: "unknown", isStale: true };
}
