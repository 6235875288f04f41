import type { BusyPerProcessor, DrillFault, FullSeconds, ProxyService } from "@primacy/contract";

/** A fault without whom it hits. */
export type FaultKey =
  | Exclude<DrillFault["kind"], "cut_one_way" | "cpu_pressure" | "kill_proxy" | "fill_disk">
  | "kill_mysqld_restarts"
  | "cut_one_way_to_secondary"
  | "cut_one_way_from_secondary"
  | `cpu_pressure_${BusyPerProcessor}`
  | `fill_disk_${FullSeconds}`
  | `kill_${ProxyService}`
  | `kill_${ProxyService}_restarts`;

/** By which drills are put together: the fault with what is chosen of it, apart from the member that it hits. */
export function keyOfFault(fault: DrillFault): FaultKey {
  switch (fault.kind) {
    case "kill_mysqld":
      return fault.restarts ? "kill_mysqld_restarts" : "kill_mysqld";
    case "cut_one_way":
      return `cut_one_way_${fault.drops}`;
    case "cpu_pressure":
      return `cpu_pressure_${fault.perProcessor}`;
    case "fill_disk":
      return `fill_disk_${fault.seconds}`;
    case "kill_proxy":
      return fault.restarts ? `kill_${fault.program}_restarts` : `kill_${fault.program}`;
    default:
      return fault.kind;
  }
}

/** The same fault with no member chosen, and no proxy. */
export function withoutMember(fault: DrillFault): DrillFault {
  if (fault.kind === "kill_proxy") return { ...fault, proxyId: null };
  return "memberId" in fault ? { ...fault, memberId: null } : fault;
}
