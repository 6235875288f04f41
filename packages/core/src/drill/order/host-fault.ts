import type { DrillFault } from "@primacy/contract";
import type { HostFault } from "@primacy/contract/agent";

/** As many as a host takes: the address of the member is the first. */
const mostPeers = 32;

/** What decides what the host of the target does. */
export interface FaultTerms {
  readonly fault: DrillFault;
  /** The service that runs the server of the target; null: not known, or not needed. */
  readonly target: { readonly port: number; readonly service: string | null };
  /** Every address of the host of the second of a pair. */
  readonly other: { readonly addresses: readonly string[] } | null;
  /** The console, as the host of the target sees it; null: not known, or not needed. */
  readonly consoleAddress: string | null;
  /** The port of the proxy that is hit; null: none is. */
  readonly proxy: { readonly port: number | null } | null;
}

/**
 * What the host of the target is asked to do; null where the group is asked alone. Throws where something is not known that the checks
 * of a drill require.
 */
export function hostFaultOf({ fault, target, other, consoleAddress, proxy }: FaultTerms): HostFault | null {
  const { port } = target;
  switch (fault.kind) {
    case "switchover":
      return null;
    case "stop_mysqld":
      return { name: "stop_server", service: required(target.service, "service"), port };
    case "kill_mysqld":
      return {
        name: "kill_server",
        service: required(target.service, "service"),
        port,
        restarts: fault.restarts,
      };
    case "freeze_mysqld":
      return { name: "freeze_server", port };
    case "cut_host":
    case "cut_secondary":
      return { name: "cut", peers: null, spares: [required(consoleAddress, "console")], drops: "both" };
    case "cut_one_way":
      return {
        name: "cut",
        peers: required(other, "other").addresses.slice(0, mostPeers),
        spares: [required(consoleAddress, "console")],
        // On the primary's host: what it sends to the secondary is dropped, or what comes from there.
        drops: fault.drops === "to_secondary" ? "out" : "in",
      };
    case "kill_agent":
    case "freeze_agent":
      return { name: fault.kind };
    case "cpu_pressure":
      return { name: "busy_processors", perProcessor: fault.perProcessor };
    case "kill_proxy": {
      const { program, restarts } = fault;
      return { name: "kill_proxy", program, port: required(proxy, "proxy").port, restarts };
    }
    case "fill_disk":
      return { name: "fill_disk", port };
  }
}

function required<T>(value: T | null, what: string): T {
  if (value === null) throw new Error(`a drill without its ${what}`);
  return value;
}
