import {
  message,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  type TopologyVip,
} from "@primacy/contract";
import { staleAfterMs } from "./snapshot";

/**
 * A picture as it is `ageMs` after it was taken: every age in it has grown, and what is too old is stale. A picture
 * that nobody has renewed for so long is unknown as a whole, never shown as ok.
 */
export function ageTopology(topology: Topology, ageMs: number): Topology {
  const isUnwatched = ageMs > staleAfterMs;
  const hosts = topology.hosts.map((host) => ageHost(host, ageMs));
  if (!isUnwatched) {
    return {
      ...topology,
      hosts,
      vips: topology.vips.map((vip) => ageWire(vip, ageMs)),
    };
  }
  const summary = message("topology.summary_unwatched", { seconds: Math.floor(ageMs / 1_000) });
  return {
    ...topology,
    tone: "unknown",
    isWritable: null,
    summary,
    problems: [summary],
    hosts: hosts.map((host) => ({
      ...host,
      condition: host.condition === "no_agent" ? "no_agent" : "unknown",
    })),
    vips: topology.vips.map((vip): TopologyVip => {
      const aged = ageWire(vip, ageMs);
      return { ...aged, tone: "unknown", wireVerdict: { ...aged.wireVerdict, state: "unknown" } };
    }),
  };
}

function ageWire(vip: TopologyVip, ageMs: number): TopologyVip {
  const askers = vip.wireVerdict.askers.map((asker) => ({ ...asker, ageMs: asker.ageMs + ageMs }));
  return {
    ...vip,
    wireAgeMs: add(vip.wireAgeMs, ageMs),
    wireVerdict: { ...vip.wireVerdict, askers },
  };
}

function ageHost(host: TopologyHost, ageMs: number): TopologyHost {
  return {
    ...host,
    ...agePart(host, ageMs),
    members: host.members.map((one): TopologyMember => ({ ...one, ...agePart(one, ageMs) })),
  };
}

function agePart<T extends TopologyHost | TopologyMember>(
  part: T,
  ageMs: number,
): Pick<T, "ageMs" | "isStale" | "tone"> {
  const age = add(part.ageMs, ageMs);
  const isStale = part.isStale || age === null || age > staleAfterMs;
  return { ageMs: age, isStale, tone: isStale && part.tone !== "failed" ? "unknown" : part.tone };
}

function add(age: number | null, ageMs: number): number | null {
  return age === null ? null : age + ageMs;
}
