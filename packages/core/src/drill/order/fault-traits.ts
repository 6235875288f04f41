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
  /** All of its host is slow by it: the agent through which it is healed may answer late, and is asked again. */
  readonly slowsHost: boolean;
  /** Where the primary stays, it may act late, so that writes are watched for so long. Milliseconds. */
  readonly lateMs: number;
  /** Why nothing is predicted of writes, whatever the servers tell; null: something is. */
  readonly unforeseen: "link" | "load" | "proxy" | "disk" | null;
  /** What an agent has to be able to, of whose host it is ordered. */
  readonly ability: "host_fault" | "host_fault_more" | "host_fault_load" | "host_fault_disk";
  /** It hits a program of a proxy, on the host of that, and no member: the group need not notice. */
  readonly hitsProxy: boolean;
  /** The primary stays, and takes writes only once it is healed: they are watched for as long as was chosen, and waited for after the heal. */
  readonly holdsWrites: boolean;
}

const none = {
  takesPrimary: false,
  partsMember: false,
  needsService: false,
  cutsFrames: false,
  hitsAgent: false,
  slowsHost: false,
  // An agent's lease ends, a silent member is expelled.
  lateMs: 10_000,
  unforeseen: null,
  ability: "host_fault_more",
  hitsProxy: false,
  holdsWrites: false,
} as const;

const traits: Readonly<Record<DrillFaultKind, FaultTraits>> = {
  switchover: { ...none, takesPrimary: true },
  stop_mysqld: { ...none, takesPrimary: true, needsService: true },
  kill_mysqld: { ...none, takesPrimary: true, needsService: true, ability: "host_fault" },
  freeze_mysqld: { ...none, takesPrimary: true, partsMember: true },
  cut_host: { ...none, takesPrimary: true, partsMember: true, cutsFrames: true },
  cut_secondary: { ...none, partsMember: true, cutsFrames: true },
  // It is found out again and again, each time with a stop of its own.
  cut_one_way: { ...none, cutsFrames: true, lateMs: 30_000, unforeseen: "link" },
  kill_agent: { ...none, hitsAgent: true },
  freeze_agent: { ...none, hitsAgent: true },
  // What is late with everything is late with what it believes of its group, too.
  cpu_pressure: {
    ...none,
    partsMember: true,
    slowsHost: true,
    lateMs: 30_000,
    unforeseen: "load",
    ability: "host_fault_load",
  },
  kill_proxy: { ...none, hitsProxy: true, unforeseen: "proxy" },
  fill_disk: { ...none, holdsWrites: true, unforeseen: "disk", ability: "host_fault_disk" },
};

/** What a fault is like. */
export function traitsOf({ kind }: Pick<DrillFault, "kind">): FaultTraits {
  return traits[kind];
}

/**
 * A server that has no space for its binary log looks for some again after so long (`MY_WAIT_FOR_USER_TO_FIX_PANIC` in MySQL's `my_sys.h`).
 * Milliseconds.
 */
export const lookAgainMs = 60_000;

/** A frozen agent cannot be asked to thaw, so that its host does so soon, where its own watchdog has not killed it before. Milliseconds. */
export const freezeAgentMs = 30_000;
