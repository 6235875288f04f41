import type {
  DrillEndpoint,
  DrillEstimate,
  DrillFault,
  DrillProxyParty,
  DrillSystem,
  DrillWayEstimate,
  Message,
  ProbeSample,
} from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import type { GroupFacts } from "../../check/downtime";
import type { LogReading } from "./log-reading";
import type { ProxyLooks } from "./proxy-look";

/** A server of the group, whichever role it has. */
export interface DrillServer {
  readonly serverUuid: string;
  readonly name: string;
  readonly hostId: string;
}

/** One way to the database, and the name of its client's rows; see `probeRowId`. */
export interface DrillWay {
  readonly endpoint: DrillEndpoint;
  readonly label: string;
  readonly run: string;
  /** Whether a VIP of the cluster leads here: then its host's kernel is part of the way. */
  readonly isVip: boolean;
}

/** One way that is only read through. */
export type DrillReadWay = Omit<DrillWay, "run">;

/**
 * What an agent said of its host and its server. Instants of the status stand on the clock of the host; that of the console is `offsetMs`
 * more, give or take `errorMs`.
 */
export interface DrillFrame {
  readonly hostId: string;
  readonly status: AgentStatus;
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** The rows of the clients on one server, by the number of the write; null: it could not be asked. */
export interface DrillLedger {
  readonly server: string;
  readonly isPrimary: boolean;
  /** One list for each way, in their order; each row with the server that it was written through. */
  readonly rows: readonly (readonly { readonly seq: number; readonly serverUuid: string }[])[] | null;
}

/**
 * All that was recorded of a drill. Instants are milliseconds of the console's monotonic clock, but those within frames; see there. What
 * has not happened yet is null.
 */
export interface DrillRecord {
  readonly fault: DrillFault;
  /** The primary before the fault. */
  readonly primary: DrillServer;
  /** The server that is hit, or whose host is. */
  readonly target: DrillServer;
  /** The second of a pair; null where the fault has none. */
  readonly other: DrillServer | null;
  /** What is hit in the place of the target; absent: the target is. */
  readonly proxy?: DrillProxyParty;
  readonly servers: readonly DrillServer[];
  readonly ways: readonly DrillWay[];
  /** Their samples count on from those of `ways`; absent: there are none. */
  readonly readWays?: readonly DrillReadWay[];
  readonly objectiveMs: number;
  /** Through a VIP; null: not known. */
  readonly estimate: DrillEstimate | null;
  /** Through proxies; absent: of none it is known. */
  readonly wayEstimates?: readonly DrillWayEstimate[];
  /** What the servers have set that decides when a silent member is expelled; null: not known. */
  readonly group: GroupFacts | null;
  /** Versions and variables; absent: not read. */
  readonly system?: DrillSystem | null;
  readonly startedMs: number;
  readonly nowMs: number;
  readonly armedMs: number | null;
  /** Just before the fault was made, when its effect had been seen, and how far from the console's clock these may be. */
  readonly injection: {
    readonly actedMs: number;
    readonly seenMs: number;
    readonly errorMs: number;
    /** The host; null: the console itself. */
    readonly seenBy: string | null;
    readonly seen: readonly Message[];
  } | null;
  /** Why the fault was in force no more before anybody ordered the heal; absent or null: it was until then. */
  readonly earlyEnd?: Message | null;
  readonly healBegunMs: number | null;
  readonly healedMs: number | null;
  /** In the order in which each host said them: those of the servers, and the observing host. */
  readonly frames: readonly DrillFrame[];
  /** Their instants are on the observing host's clock; that of the console is `offsetMs` more, give or take `errorMs`. */
  readonly probe: {
    readonly host: string;
    /** Absent: nobody listened to what its agent says beside the clients. */
    readonly hostId?: string;
    readonly offsetMs: number;
    readonly errorMs: number;
    readonly samples: readonly ProbeSample[];
    /** The clients have ended, and every attempt is here. Absent: some may be under way. */
    readonly isComplete?: boolean;
  };
  /** Read before the heal; empty: not yet. */
  readonly ledgers: readonly DrillLedger[];
  /** From before the first server was asked for its rows to when the last one had answered: what is written later is not among them. */
  readonly ledgersRead?: { readonly fromMs: number; readonly toMs: number };
  /** Of the servers' error logs, in the order in which they were read; absent: none was. */
  readonly logs?: readonly LogReading[];
  /** Where the proxies led; absent: none was asked. */
  readonly proxies?: readonly ProxyLooks[];
}

/** How a drill came to its end. */
export type DrillEnding =
  | { readonly kind: "whole" }
  | { readonly kind: "not_tested" | "broken_off"; readonly reason: Message };
