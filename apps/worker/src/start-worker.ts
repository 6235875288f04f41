import { createDatabase, loadMasterKey, systemActor } from "@primacy/db";
import type { Logger } from "pino";
import { collectDefaultMetrics, Registry } from "prom-client";
import { createAgentClients } from "./agent-client/create-agent-clients";
import { ConsoleCertificates } from "./certificate/console-certificates";
import { createRenewalJob } from "./certificate/renew-agents";
import type { WorkerContext, WorkerService } from "./context";
import type { WorkerEnv, WorkerSecrets } from "./env";
import { RecurringJobs } from "./job/recurring-jobs";
import { createRetentionJob } from "./job/retention-job";
import { Announcer } from "./lifecycle/announcer";
import { HealthServer } from "./lifecycle/health-server";
import { NotificationHub } from "./lifecycle/notification-hub";
import { runServices } from "./lifecycle/run-services";
import { createAgentObserver } from "./observe/agent-observer";
import type { OperationDefinitions } from "./operation/definition";
import { type EngineOptions, OperationEngine } from "./operation/engine";
import { describeOwner } from "./owner";
import { replicationAdapters } from "./replication/adapters";
import { vipProviders } from "./vip-provider/providers";

/** What a worker does beyond its skeleton: the features' operations, services and recurring work. */
export interface WorkerFeatures {
  readonly operations: Readonly<Partial<OperationDefinitions>>;
  services(worker: WorkerContext): readonly WorkerService[];
  /** How operations are carried out; the defaults are for production. */
  readonly engine?: EngineOptions;
}

/** A worker that runs. */
export interface RunningWorker {
  readonly context: WorkerContext;
  /** Resolves when it takes operations, or was stopped before; rejects with what waiting does not mend. */
  readonly started: Promise<void>;
  /** The port of `/healthz` and `/metrics`; 0 before it listens. */
  getHealthPort(): number;
  /** Stops everything, and gives back what it was doing. Concurrent calls share one stop, which never rejects. */
  stop(): Promise<void>;
}

/** Starts a worker. Throws `MasterKeyError` when its key cannot be used. */
export async function startWorker(
  { env, secrets }: { env: WorkerEnv; secrets: WorkerSecrets },
  features: WorkerFeatures,
  log: Logger,
): Promise<RunningWorker> {
  const masterKey = await loadMasterKey({ text: secrets.masterKey, path: secrets.masterKeyPath });
  const db = createDatabase({ url: secrets.databaseUrl, masterKey, applicationName: "primacy-worker" });
  const metrics = new Registry();
  collectDefaultMetrics({ register: metrics });
  const owner = describeOwner();
  const actor = systemActor("worker");
  const now = (): Date => new Date();
  const certificates = new ConsoleCertificates({ db, actor, log, now });
  const agents = createAgentClients(() => certificates.identity);
  const notifications = new NotificationHub((handler, signal) => db.listen(handler, signal), log);
  const { version, agentPackagePath } = env;
  const context: WorkerContext = {
    owner,
    version,
    log,
    db,
    actor,
    metrics,
    agents,
    observer: createAgentObserver({ agents, log }),
    replication: replicationAdapters,
    vipProviders,
    notifications,
    certificates,
    agentPackagePath,
    now,
  };
  const health = new HealthServer({ address: env.listenAddress, port: env.port }, metrics, {
    version,
    check: () => db.check(),
  });
  const engine = new OperationEngine(context, features.operations, features.engine);
  notifications.subscribe(engine);
  const jobs = [createRenewalJob(context), createRetentionJob(context)];
  const running = runServices(
    [
      closing("database", () => db.close()),
      closing("agents", async () => agents.close()),
      health,
      certificates,
      notifications,
      new Announcer(context),
      engine,
      ...features.services(context),
      new RecurringJobs(jobs, log),
    ],
    log,
  );
  const started = running.started.then(() => {
    log.info({ owner, version, port: health.port }, "worker runs");
  });
  return { context, started, getHealthPort: () => health.port, stop: () => running.stop() };
}

/** Something that is there from the beginning and only needs to be closed. */
function closing(name: string, stop: () => Promise<void>): WorkerService {
  return { name, start: async () => undefined, stop };
}
