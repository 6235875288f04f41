import type { Message } from "@primacy/contract";
import type { ProxyProgram, ProxyProgramName } from "@primacy/contract/agent";

/** A host that shall run a proxy, as its agent tells of it. */
export interface ProxyHostSight {
  readonly hostId: string;
  readonly name: string;
  /** `outdated`: its agent is too old to say which programs there are; `agent`: it does not answer, for a reason. */
  readonly operator:
    | "running"
    | "off"
    | "silent"
    | "outdated"
    | { readonly kind: "agent"; readonly reason: Message };
  /** What it has of the programs that were asked for; null: nobody could ask. */
  readonly programs: readonly ProxyProgram[] | null;
  /** Of the ports that were asked for, those on which something listens; null: nobody could ask. */
  readonly busyPorts: readonly number[] | null;
}

/** One program of a host; null where the host has none of it, or nobody could ask. */
export function findProgram(
  { programs }: Pick<ProxyHostSight, "programs">,
  name: ProxyProgramName,
): ProxyProgram | null {
  const found = programs?.find(({ program }) => program === name);
  return found === undefined || found.path === null ? null : found;
}
