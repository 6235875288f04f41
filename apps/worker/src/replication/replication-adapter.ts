import type { CheckReport, ClusterKind } from "@primacy/contract";
import type { GroupView, JudgedGroup } from "@primacy/core/cluster";
import type { PlannedOperation } from "@primacy/core/operation";
import type { ReplicationCapabilities } from "@primacy/core/replication";
import type {
  planSwitchover,
  SwitchoverInput,
  SwitchoverSnapshot,
  SwitchoverStep,
} from "@primacy/core/switchover";
import type { WorkerContext } from "../context";
import type { QueryOptions, ServerAccount, ServerConnection, ServerEndpoint } from "../mysql/connect-server";

/** An order for another primary ends well before, with any technology. */
export const orderLimitMs = 60_000;

/** What one server says of itself and of the others; `groupName` null: it is in no group. */
export interface ServerReading {
  readonly serverUuid: string;
  readonly version: string;
  readonly isSuperReadOnly: boolean;
  readonly groupName: string | null;
  readonly view: GroupView;
  /** Transactions of this server that wait for certification or to be applied; null outside a group. */
  readonly queue: number | null;
}

/** What waits on one member. */
export interface MemberQueues {
  /** Transactions that wait for certification. */
  readonly certify: number;
  /** Transactions of other members that wait to be applied. */
  readonly apply: number;
  readonly isPrimary: boolean;
  /** How many transactions flow control has held back since the server's start; null where the server does not count them. */
  readonly throttled: number | null;
}

/** The reading of a server through which a cluster is found. */
export interface Discovery extends ServerReading {
  readonly groupName: string;
}

/** A session with the server that is the online, writable primary. The caller closes it. */
export interface PrimaryConnection {
  readonly connection: ServerConnection;
  readonly reading: ServerReading;
}

/**
 * What came of an order: given at once and carried out; carried out after the group had been busy, so that no time can be
 * counted; not needed; or kept back because somebody cancelled before it was given.
 */
export type OrderOutcome = "ordered" | "belated" | "already" | "kept-back";

/** How an order is given. */
export interface OrderOptions {
  /** How long it waits for open transactions; absent: as long as the technology's plan says. */
  readonly waitSeconds?: number;
  /** Asked right before the order, which nothing can take back; absent: yes. */
  readonly mayOrder?: () => boolean;
}

/**
 * A technology that replicates (decision 0106): how a cluster of it is found and observed, what its members' words come to, and
 * how another member becomes its primary. Features ask it, and never its implementation.
 */
export interface ReplicationAdapter {
  readonly kind: ClusterKind;
  readonly capabilities: ReplicationCapabilities;
  /** Reads the cluster that a server takes part in. Throws `MysqlFailure`, and `StepFailure` where it is in none. */
  discover(server: ServerConnection, options: QueryOptions): Promise<Discovery>;
  /** Reads what a server says of itself and of the others. Throws `MysqlFailure`. */
  observe(server: ServerConnection, options: QueryOptions): Promise<ServerReading>;
  /** Reads what waits on a server, by one cheap statement; null where it is in no cluster. Throws `MysqlFailure`. */
  readQueues(server: ServerConnection, options: QueryOptions): Promise<MemberQueues | null>;
  /** One cluster from what several servers say. */
  judge(views: readonly GroupView[]): JudgedGroup;
  /**
   * Signs in to the primary among `servers`. Throws `StepFailure` `no_primary` (retryable) that names why each did not serve,
   * or `MysqlFailure` when the account is refused, or when one that could be the primary cannot be verified.
   */
  findPrimary(
    servers: readonly ServerEndpoint[],
    account: ServerAccount,
    clusterName: string,
    signal: AbortSignal,
  ): Promise<PrimaryConnection>;
  checkSwitchover(snapshot: SwitchoverSnapshot): CheckReport;
  planSwitchover(...parts: Parameters<typeof planSwitchover>): PlannedOperation<SwitchoverStep>;
  /**
   * Makes the target the primary, and returns when it says of itself that it is and accepts writes. May run again: what an
   * earlier attempt ordered is waited for. Throws `StepFailure` that says who serves now.
   */
  orderSwitchover(
    worker: WorkerContext,
    input: SwitchoverInput,
    signal: AbortSignal,
    options?: OrderOptions,
  ): Promise<OrderOutcome>;
}

/** The adapter of each kind of cluster that can be registered. */
export type ReplicationAdapters = Readonly<Record<ClusterKind, ReplicationAdapter>>;
