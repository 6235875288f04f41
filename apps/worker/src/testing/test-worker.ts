import { randomUUID } from "node:crypto";
import { type Database, systemActor } from "@primacy/db";
import { pino } from "pino";
import { Registry } from "prom-client";
import { createAgentClients } from "../agent-client/create-agent-clients";
import { ConsoleCertificates } from "../certificate/console-certificates";
import type { WorkerContext } from "../context";
import { NotificationHub } from "../lifecycle/notification-hub";
import { createAgentObserver } from "../observe/agent-observer";
import { replicationAdapters } from "../replication/adapters";
import { vipProviders } from "../vip-provider/providers";

/** A worker's context in this process, on a given database, with certificates loaded when asked for. */
export function createTestWorker(
  db: Database,
  change: Partial<WorkerContext> = {},
): WorkerContext & {
  readonly hub: NotificationHub;
  readonly consoleCertificates: ConsoleCertificates;
} {
  const log = pino({ level: process.env.PRIMACY_LOG_LEVEL ?? "silent" });
  const actor = systemActor("worker");
  const now = (): Date => new Date();
  const certificates = new ConsoleCertificates({ db, actor, log, now });
  const agents = change.agents ?? createAgentClients(() => certificates.identity);
  const hub = new NotificationHub((handler, signal) => db.listen(handler, signal), log);
  return {
    owner: `test/${randomUUID()}`,
    version: "0.1.0",
    log,
    db,
    actor,
    notifications: hub,
    certificates,
    agents,
    observer: createAgentObserver({ agents, log }),
    replication: replicationAdapters,
    vipProviders,
    agentPackagePath: "apps/agent/dist/primacy-agent-linux-x64.tar.gz",
    metrics: new Registry(),
    now,
    hub,
    consoleCertificates: certificates,
    ...change,
  };
}
