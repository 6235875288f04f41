import path from "node:path";
import { createDatabase, type Database, loadMasterKey } from "@primacy/db";
import web from "../../package.json";
import { createTopologyCache, type TopologyCache } from "../features/topology/server/topology-cache";
import { logUndeclared, type OnUndeclared } from "./api/undeclared";
import { type ChangeFeed, createChangeFeed } from "./change/change-feed";
import { parseEnvironment, type WebEnv } from "./env";
import { frontShared } from "./front/shared";
import { createLogger, type Logger } from "./log";
import { createWebMetrics, type WebMetrics } from "./metrics/web-metrics";

/** What everything on the server side of the console is given; replaced whole in tests. */
export interface WebContext {
  readonly env: WebEnv;
  /** The version of this console, and of the agents that it installs. */
  readonly version: string;
  readonly database: Database;
  readonly changes: ChangeFeed;
  readonly topologies: TopologyCache;
  readonly log: Logger;
  readonly metrics: WebMetrics;
  /** Told of a refusal that its call does not declare; a test fails then. */
  readonly onUndeclared: OnUndeclared;
}

declare global {
  var primacyContext: Promise<WebContext> | undefined;
}

/**
 * The context of this process, made at the first call. It lives on `globalThis`, because pages, routes and
 * instrumentation are separate bundles. Throws `EnvironmentError`, or `MasterKeyError` for a key that cannot be used.
 */
export function getContext(): Promise<WebContext> {
  if (globalThis.primacyContext === undefined) {
    globalThis.primacyContext = startContext();
    // A failed start is tried again by the next caller.
    globalThis.primacyContext.catch(() => {
      globalThis.primacyContext = undefined;
    });
  }
  return globalThis.primacyContext;
}

async function startContext(): Promise<WebContext> {
  const { env, secrets } = parseEnvironment(process.env);
  const masterKey = await loadMasterKey({
    text: secrets.masterKey ?? undefined,
    path: secrets.masterKeyFile ?? path.join(env.dataDir, "master.key"),
  });
  const database = createDatabase({
    url: secrets.databaseUrl,
    masterKey,
    applicationName: "primacy-web",
  });
  const context = createContext(env, database, createLogger(env.logLevel));
  frontShared().closeContext = () => closeContext(context);
  return context;
}

/** Makes a context around a database. */
export function createContext(env: WebEnv, database: Database, log: Logger): WebContext {
  const changes = createChangeFeed(database, log);
  const topologies = createTopologyCache(database, changes);
  const metrics = createWebMetrics();
  const onUndeclared = logUndeclared(log);
  return { env, version: web.version, database, log, changes, topologies, metrics, onUndeclared };
}

/** Ends streams first, so that their readers go elsewhere, then the database. */
export async function closeContext(context: WebContext): Promise<void> {
  await context.changes.close();
  await context.database.close();
}
