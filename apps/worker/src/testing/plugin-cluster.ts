import type { ClusterEvent } from "@primacy/contract";
import type { HostActionRecord, HostActionState } from "@primacy/contract/agent";
import {
  type DatabaseName,
  databaseNames,
  joinRows,
  pluginLibrary,
  preparePluginServers,
  runRootSql,
  waitFor,
} from "@primacy/lab";
import { expect } from "vitest";
import { assertSucceeded, type LabCluster } from "./lab-cluster";
import { createShare, type SharedCluster } from "./shared-cluster";

const optionFile = "/etc/mysql/my.cnf";
const onlineLimitMs = 90_000;

/** A registered group whose servers may load the plugin greatdb_ha, with the host operators on; no host has its library. */
export interface PluginCluster extends SharedCluster {
  /** Why the lab's servers cannot have the plugin, in one sentence; null where they can. Without it nothing here was prepared. */
  readonly obstacle: string | null;
  /** Mode, owner and hash of each member's option file before any file of tests did anything. */
  readonly optionFiles: readonly string[];
  /** One row of one column, as the server's root. */
  sql(name: DatabaseName, text: string): Promise<string>;
  onAll<T>(ask: (name: DatabaseName) => Promise<T>): Promise<readonly T[]>;
  /** Puts the stand-in's library where these servers find it, anew where it is there; nothing where they cannot have it. */
  placeLibrary(names?: readonly DatabaseName[]): Promise<void>;
  /** Each member's option file as `optionFiles` has it: whatever is not the same to the byte shows. */
  readOptionFiles(): Promise<readonly string[]>;
  /** How often each server has the plugin in its list. */
  readLoaded(): Promise<readonly string[]>;
  /** The hosts whose kernels have the VIP. */
  holders(): Promise<readonly string[]>;
  awaitOnline(name: DatabaseName): Promise<void>;
  /** What the hosts' journals have of acts since this file began. */
  listActions(): Promise<readonly HostActionRecord[]>;
  /** The cluster's events since this file began, the oldest first; those of the last hundred. */
  listEvents(): Promise<readonly ClusterEvent[]>;
  /**
   * No plugin, no address, no VIP, option files to the byte, and nothing that a host would still take back: each act ended as one of
   * `ends`, undone or kept where none are given.
   */
  expectNothingLeft(ends?: readonly HostActionState[]): Promise<void>;
}

/** The option files of the shared group before anything was done to them. */
let optionFiles: readonly string[] = [];

const share = createShare({
  register: prepare,
  async giveBack(lab) {
    if ((await lab.lab.plugin.findObstacle()) !== null) return;
    await removeLibraries(lab);
    expect(await readOptionFiles(lab)).toEqual(optionFiles);
    expect(await readLoaded(lab)).toEqual(["0", "0", "0"]);
  },
  async end({ lab }) {
    await lab.resetGroup();
    await Promise.all(databaseNames.map((name) => lab.plugin.remove(name)));
  },
});

/**
 * Gives a test file the group that files of this process share for the plugin: as `shareCluster` does, with the administrator's
 * account kept, and each mysqld with the capabilities to bind and announce addresses.
 */
export async function sharePluginCluster(): Promise<PluginCluster> {
  const shared = await share();
  const { lab, clusterId } = shared;
  const obstacle = await lab.plugin.findObstacle();
  const readActions = async (): Promise<readonly HostActionRecord[]> => {
    const options = { signal: AbortSignal.timeout(10_000) };
    const reports = shared.hosts.map((host) =>
      shared.agentOf(host).call("reportOperator", undefined, options),
    );
    return (await Promise.all(reports)).flatMap(({ actions }) => actions);
  };
  const readEvents = async (): Promise<readonly ClusterEvent[]> =>
    (await shared.opened.database.events.list(clusterId, null, { after: null, limit: 100 })).items;
  const knownActions = new Set((await readActions()).map(({ actionId }) => actionId));
  const knownCursor = Math.max(0, ...(await readEvents()).map(({ cursor }) => cursor));
  const here: PluginCluster = {
    ...shared,
    obstacle,
    optionFiles,
    sql: (name, text) => sql(shared, name, text),
    onAll: (ask) => Promise.all(databaseNames.map(ask)),
    async placeLibrary(names = databaseNames) {
      if (obstacle === null) await Promise.all(names.map((name) => lab.plugin.place(name)));
    },
    readOptionFiles: () => readOptionFiles(shared),
    readLoaded: () => readLoaded(shared),
    holders: () => lab.observe.addressHolders(shared.vipAddress),
    async awaitOnline(name) {
      const state =
        "SELECT member_state FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid";
      const isOnline = async (): Promise<true | undefined> =>
        (await here.sql(name, state).catch(() => "")) === "ONLINE" ? true : undefined;
      await waitFor(`${name} to be ONLINE`, isOnline, { timeoutMs: onlineLimitMs });
    },
    listActions: async () => (await readActions()).filter(({ actionId }) => !knownActions.has(actionId)),
    listEvents: async () => (await readEvents()).filter(({ cursor }) => cursor > knownCursor).reverse(),
    async expectNothingLeft(ends = ["undone", "kept"]) {
      expect(await here.readOptionFiles()).toEqual(here.optionFiles);
      expect(await here.readLoaded()).toEqual(["0", "0", "0"]);
      expect(await here.holders()).toEqual([]);
      expect(await here.opened.database.vips.listByCluster(clusterId)).toEqual([]);
      for (const { state } of await here.listActions()) expect(ends).toContain(state);
    },
  };
  return here;
}

/** Leaves a test out, with the reason in the output, where the lab's servers cannot have the plugin. */
export function skipWithout({ obstacle }: PluginCluster, skip: (reason: string) => void): void {
  if (obstacle === null) return;
  process.stderr.write(`SKIPPED: ${obstacle}\n`);
  skip(obstacle);
}

/** Prepares the servers, registers the group with the administrator's account, and switches the host operators on; the cluster's id. */
async function prepare(here: LabCluster): Promise<string> {
  const { lab } = here;
  if ((await lab.plugin.findObstacle()) !== null) return here.register();
  optionFiles = await readOptionFiles(here);
  await preparePluginServers(lab);
  const { user, password } = lab.credentials.admin;
  const { address } = lab.host("db1");
  const input = { address, port: 3306, user, name: "main", keepCredentials: true };
  const ordered = assertSucceeded(await here.perform("cluster.register", null, input, { password }));
  for (const operation of await Promise.all(here.hosts.map((host) => here.run("operator.enable", host))))
    assertSucceeded(operation);
  return String(ordered.result?.clusterId);
}

type Hosts = Pick<LabCluster, "lab">;

async function sql({ lab }: Hosts, name: DatabaseName, text: string): Promise<string> {
  return joinRows(await runRootSql(lab.host(name), text, { timeoutMs: 60_000 }));
}

function readLoaded(here: Hosts): Promise<readonly string[]> {
  const text = "SELECT COUNT(*) FROM mysql.plugin WHERE name = 'greatdb_ha'";
  return Promise.all(databaseNames.map((name) => sql(here, name, text)));
}

function readOptionFiles({ lab }: Hosts): Promise<readonly string[]> {
  const script = `stat -c '%a %u %g' ${optionFile}; sha256sum < ${optionFile}; ls -a /etc/mysql`;
  return Promise.all(
    databaseNames.map(async (name) => (await lab.host(name).exec(["sh", "-c", script])).stdout),
  );
}

async function removeLibraries({ lab }: Hosts): Promise<void> {
  const file = `${lab.plugin.directory}/${pluginLibrary}`;
  await Promise.all(databaseNames.map((name) => lab.host(name).exec(["rm", "-f", file])));
}
