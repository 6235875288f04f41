import type { DrillFault, DrillFaultKind } from "@primacy/contract";

/** The groups of the catalogue, from what is planned to what is rare. */
export const faultGroups = [
  { name: "planned", kinds: ["switchover", "stop_mysqld"] },
  { name: "server", kinds: ["kill_mysqld", "freeze_mysqld"] },
  { name: "network", kinds: ["cut_host", "cut_secondary", "cut_one_way"] },
  { name: "agent", kinds: ["kill_agent", "freeze_agent"] },
  { name: "host", kinds: ["cpu_pressure", "fill_disk"] },
  { name: "proxy", kinds: ["kill_proxy"] },
] as const satisfies readonly { readonly name: string; readonly kinds: readonly DrillFaultKind[] }[];

/** Each fault as it is proposed: what can be left to the console is. */
export const proposedFaults: Readonly<Record<DrillFaultKind, DrillFault>> = {
  switchover: { kind: "switchover", memberId: null },
  stop_mysqld: { kind: "stop_mysqld" },
  kill_mysqld: { kind: "kill_mysqld", restarts: false },
  freeze_mysqld: { kind: "freeze_mysqld" },
  cut_host: { kind: "cut_host" },
  cut_secondary: { kind: "cut_secondary", memberId: null },
  cut_one_way: { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
  kill_agent: { kind: "kill_agent" },
  freeze_agent: { kind: "freeze_agent" },
  cpu_pressure: { kind: "cpu_pressure", perProcessor: 2 },
  kill_proxy: { kind: "kill_proxy", proxyId: null, program: "haproxy", restarts: false },
  fill_disk: { kind: "fill_disk", seconds: 20 },
};

/** The secondary that a fault names; null: it names none, or has none to name. */
export function namedSecondary(fault: DrillFault): string | null {
  return "memberId" in fault ? fault.memberId : null;
}
