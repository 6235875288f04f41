import type { BenchmarkHygiene, RunPreparation } from "@primacy/contract";
import type { SwitchoverParty } from "../../switchover";

/** One part of what is done before a run; each may be done twice. */
export type HygieneStep =
  | { readonly kind: "clear" | "await_endpoints" | "fill" }
  /** Of its server, or of the host that it runs on. */
  | { readonly kind: "restart" | "drop_caches"; readonly member: SwitchoverParty }
  | { readonly kind: "switch"; readonly from: SwitchoverParty; readonly to: SwitchoverParty };

/** What a run is prepared with. */
export interface HygieneSetting {
  readonly hygiene: BenchmarkHygiene;
  /** The members that are ONLINE, always in the same order. */
  readonly members: readonly SwitchoverParty[];
  readonly primaryUuid: string;
  /** Whether the workload has tables that are filled before a run. */
  readonly fills: boolean;
}

/** Whether servers are restarted. */
export function restartsServers(hygiene: BenchmarkHygiene): boolean {
  return hygiene === "restart_servers" || hygiene === "drop_caches";
}

/**
 * What is done before a run, in order. Servers are restarted as in a rolling restart: no server while it is the primary, and in the end the
 * primary is who it was. Tables are deleted first and filled last: no server has anything of them in its memory. The
 * same setting gives the same steps, so that a worker that takes over goes on behind those that are done.
 */
export function planHygiene(setting: HygieneSetting): readonly HygieneStep[] {
  const { hygiene, fills } = setting;
  if (hygiene === "keep_tables") return [];
  const restarts = restartsServers(hygiene) ? planRestarts(setting) : [];
  return [
    { kind: "clear" },
    ...restarts,
    ...(restarts.length === 0 ? [] : [{ kind: "await_endpoints" } as const]),
    ...(fills ? [{ kind: "fill" } as const] : []),
  ];
}

function planRestarts({ hygiene, members, primaryUuid }: HygieneSetting): readonly HygieneStep[] {
  const primary = members.find(({ serverUuid }) => serverUuid === primaryUuid);
  const others = members.filter((member) => member !== primary);
  // Restarted last among them, it has the others around it when it takes over.
  const next = others.at(-1);
  const restart = (member: SwitchoverParty): readonly HygieneStep[] => [
    { kind: "restart", member },
    ...(hygiene === "drop_caches" ? [{ kind: "drop_caches", member } as const] : []),
  ];
  if (primary === undefined || next === undefined) return [];
  return [
    ...others.flatMap(restart),
    { kind: "switch", from: primary, to: next },
    ...restart(primary),
    { kind: "switch", from: next, to: primary },
  ];
}

/** What a step is about; null where it is about no one member. */
export function nameOfStep(step: HygieneStep): string | null {
  if (step.kind === "switch") return step.to.name;
  return "member" in step ? step.member.name : null;
}

/** The steps that are left after those that are done. */
export function listLeftSteps(
  steps: readonly HygieneStep[],
  done: readonly RunPreparation[],
): readonly HygieneStep[] {
  return steps.slice(done.length);
}
