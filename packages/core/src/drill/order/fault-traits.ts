import type { DrillFault, DrillFaultKind } from "@primacy/contract";

/** What a kind of fault is like, for all who decide by it. */
export interface FaultTraits {
  /** The group loses its primary by it; else writes may never stop, or stop a while after the fault. */
  readonly takesPrimary: boolean;
  /** The server that is hit lives on, and believes for a while that the group is as it was: its view counts for nothing. */
  readonly partsMember: boolean;
  /** It needs the service that runs the server, which starts it again. */
  readonly needsService: boolean;
  /** Frames are dropped, so that the console has to be spared. */
  readonly cutsFrames: boolean;
  /** It hits the agent through which it is ordered: the host tells of it once an agent speaks again. */
  readonly hitsAgent: boolean;
}

const none = {
  takesPrimary: false,
  partsMember: false,
  needsService: false,
  cutsFrames: false,
  hitsAgent: false,
};

const traits: Readonly<Record<DrillFaultKind, FaultTraits>> = {
  switchover: { ...none, takesPrimary: true },
  stop_mysqld: { ...none, takesPrimary: true, needsService: true },
  kill_mysqld: { ...none, takesPrimary: true, needsService: true },
  freeze_mysqld: { ...none, takesPrimary: true, partsMember: true },
  cut_host: { ...none, takesPrimary: true, partsMember: true, cutsFrames: true },
  cut_secondary: { ...none, partsMember: true, cutsFrames: true },
  cut_one_way: { ...none, cutsFrames: true },
  kill_agent: { ...none, hitsAgent: true },
  freeze_agent: { ...none, hitsAgent: true },
};

/** What a fault is like. */
export function traitsOf({ kind }: Pick<DrillFault, "kind">): FaultTraits {
  return traits[kind];
}

/** A frozen agent cannot be asked to thaw, so that its host does so soon, where its own watchdog has not killed it before. Milliseconds. */
export const freezeAgentMs = 30_000;
