import type { Actor, Database, Notification } from "@primacy/db";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { AgentClients } from "./agent-client/agent-client";
import type { ConsoleCertificates } from "./certificate/console-certificates";
import type { AgentObserver } from "./observe/agent-observer";
import type { ReplicationAdapters } from "./replication/replication-adapter";
import type { VipProviders } from "./vip-provider/vip-provider";

/** Changes that other processes, and this one, have committed. */
export interface NotificationSource {
  /**
   * Hears of every change until the returned function is called. `onGap` says that changes may have been missed, also
   * at the start: read what you need now. Handlers return at once and do not throw.
   */
  subscribe(handler: { onNotification(notification: Notification): void; onGap(): void }): () => void;
}

/** What everything in the worker is given: made once at the start from the configuration, replaced whole in tests. */
export interface WorkerContext {
  /** Names this process in leases: host name, process id and a random part. */
  readonly owner: string;
  readonly version: string;
  readonly log: Logger;
  readonly metrics: Registry;
  readonly db: Database;
  /** Who the worker is in transactions: its changes are progress of what people asked for. */
  readonly actor: Actor;
  readonly notifications: NotificationSource;
  readonly agents: AgentClients;
  /** Who asks those agents how they are, and who holds an address. */
  readonly observer: AgentObserver;
  /** The technologies that replicate, by the kind that is stored with each cluster. */
  readonly replication: ReplicationAdapters;
  /** What moves VIPs, by the name that is stored with each VIP. */
  readonly vipProviders: VipProviders;
  readonly certificates: Pick<ConsoleCertificates, "issueForHost" | "identity">;
  /** The agent's package for installation, a tar.gz on this machine. */
  readonly agentPackagePath: string;
  /** The wall clock, for instants that are stored. Waiting and ages use monotonic time. */
  now(): Date;
}

/** Something that runs as long as the worker does, such as the engine or the watch over clusters. */
export interface WorkerService {
  readonly name: string;
  /** Resolves once it runs. A throw stops the worker. */
  start(): Promise<void>;
  /** Stops it, even half started; concurrent calls share one promise, which never rejects. */
  stop(): Promise<void>;
}
