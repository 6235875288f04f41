import { LabError } from "./errors";
import type { LabHost } from "./host/lab-host";
import type { Lab } from "./lab";
import { ensureMysql } from "./mysql/database-host";
import { ensureGroup } from "./mysql/ensure-group";
import { findPrimary } from "./mysql/group";
import { startServer } from "./mysql/start-server";
import { waitForGreeting } from "./observe/greeting";
import { allEnded } from "./process/all-ended";
import { ensureHaproxy, ensureRoleCheck, waitForProxyVip } from "./proxy/haproxy";
import { haproxyPorts } from "./proxy/ports";
import { ensureClusterMetadata, ensureRouter, recoverRouter } from "./proxy/router";
import { isDatabaseName } from "./roster";
import type { LabPart } from "./state/lab-state";

/** How `ensureParts` reports itself and can be stopped. */
export interface PartOptions {
  readonly onProgress: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Starts what the lab shall run on its hosts, which must be on, and waits until it works: the MySQL group, then
 * MySQL Router and HAProxy with Keepalived side by side. Safe to repeat over anything half done.
 */
export async function ensureParts(lab: Lab, options: PartOptions): Promise<void> {
  const has = (part: LabPart): boolean => lab.state.parts.includes(part);
  const databases = lab.hosts.filter((host) => host.kind === "database");
  const proxies = lab.hosts.filter((host) => host.kind === "proxy");
  if (!has("mysql") || databases.length === 0) return;
  if (has("plugin")) await placePlugin(lab, databases, options);
  options.onProgress("starting MySQL");
  await allEnded(databases.map((host) => startMysql(lab, host, options)));
  await ensureGroup(databases, lab.state, options);
  if (proxies.length === 0) return;
  await allEnded([
    has("router") ? startRouters(lab, databases, proxies, options) : undefined,
    has("haproxy") ? startProxies(lab, databases, proxies, options) : undefined,
  ]);
}

/**
 * Waits until the proxies of a lab whose group is whole lead writes to a server again. MySQL Router is told the members
 * that the group has now, for it passes by a server that was built anew; one that a fault left waiting is started anew.
 * Throws LabError `not_observed`.
 */
export async function recoverProxies(lab: Lab, primary: LabHost, signal?: AbortSignal): Promise<void> {
  const has = (part: "router" | "haproxy"): boolean => lab.state.parts.includes(part);
  const proxies = lab.hosts.filter((host) => host.kind === "proxy");
  if (has("router")) await ensureClusterMetadata(primary, lab.state, signal);
  await allEnded(
    proxies.map((proxy) =>
      allEnded([
        has("router") ? recoverRouter(proxy, signal) : undefined,
        has("haproxy") ? waitForGreeting(proxy.address, haproxyPorts.write, signal) : undefined,
      ]),
    ),
  );
}

/** Beside the servers with the capabilities that it needs, and not loaded. */
async function placePlugin(lab: Lab, databases: readonly LabHost[], options: PartOptions): Promise<void> {
  const obstacle = await lab.plugin.findObstacle();
  if (obstacle !== null) {
    options.onProgress(`THE STAND-IN FOR greatdb_ha IS LEFT OUT. ${obstacle}`);
    return;
  }
  const names = databases.map((host) => host.name).filter(isDatabaseName);
  await lab.plugin.build({ signal: options.signal });
  await allEnded(
    names.map(async (name) => {
      await lab.plugin.place(name);
      await lab.plugin.grantCapabilities(name);
    }),
  );
  options.onProgress("the stand-in for greatdb_ha is beside the servers, not loaded");
}

async function startMysql(lab: Lab, host: LabHost, options: PartOptions): Promise<void> {
  if (!isDatabaseName(host.name)) return;
  await ensureMysql(lab.names, host, host.name, lab.state);
  await startServer(lab, host, options);
}

async function startRouters(
  lab: Lab,
  databases: readonly LabHost[],
  proxies: readonly LabHost[],
  options: PartOptions,
): Promise<void> {
  const primary = await findPrimary(databases, options.signal);
  if (primary === null)
    throw new LabError("group_not_ready", "The group has no primary for MySQL Router to follow.");
  await ensureClusterMetadata(primary, lab.state, options.signal);
  await allEnded(proxies.map((proxy) => ensureRouter(proxy, primary, lab.state, options.signal)));
  options.onProgress("MySQL Router serves on the proxies");
}

async function startProxies(
  lab: Lab,
  databases: readonly LabHost[],
  proxies: readonly LabHost[],
  options: PartOptions,
): Promise<void> {
  await allEnded(databases.map((host) => ensureRoleCheck(host, options.signal)));
  await allEnded(proxies.map((proxy) => ensureHaproxy(lab.names, proxy, databases, options.signal)));
  await waitForProxyVip(lab.names, proxies, options.signal);
  options.onProgress("HAProxy and Keepalived serve on the proxies");
}
