import { readFile } from "node:fs/promises";
import type { Cluster, Host } from "@primacy/contract";
import type { ApiClient } from "@primacy/contract/api";
import type { Lab } from "../lab";
import { allEnded } from "../process/all-ended";
import { databaseNames, type HostName } from "../roster";
import { awaitSuccess } from "./operations";

/** What registration does beside the database hosts, and who hears of its progress. */
export interface RegisterOptions {
  readonly clusterName?: string;
  /** Hosts to register with an agent; the three database hosts when absent. */
  readonly hosts?: readonly HostName[];
  /** Hosts besides these on which the host operator is switched on, so that benchmarks start their load there. */
  readonly loadHosts?: readonly HostName[];
  /** Whether the console keeps the administrator's account; not when absent. */
  readonly keepCredentials?: boolean;
  readonly onProgress?: (line: string) => void;
}

/** The console's view of a registered lab. */
export interface RegisteredLab {
  readonly cluster: Cluster;
  readonly hosts: readonly Host[];
}

/**
 * Does over the REST API what an operator does with a new group: adds the hosts with their host keys, installs the
 * agents, registers the group from its first member. What is registered already stays. Throws ApiProblem or LabError.
 */
export async function registerLab(
  api: ApiClient,
  lab: Lab,
  options: RegisterOptions = {},
): Promise<RegisteredLab> {
  const say = options.onProgress ?? ((): void => undefined);
  const loadHosts = options.loadHosts ?? [];
  const hosts = await registerHosts(api, lab, [...(options.hosts ?? databaseNames), ...loadHosts], say);
  const loadAddresses = new Set(loadHosts.map((name) => lab.host(name).address));
  await allEnded(
    hosts
      .filter((host) => host.agentState !== "answering")
      .map(async (host) => {
        const body = { hostOperator: loadAddresses.has(host.address) };
        const { operation } = await api.call("installAgent", { params: { id: host.id }, body });
        await awaitSuccess(api, operation.id);
        say(`the agent answers on ${host.name}`);
      }),
  );
  const cluster = await registerCluster(api, lab, options, say);
  const { items } = await api.call("listHosts", { query: { limit: 200 } });
  return { cluster, hosts: items };
}

async function registerHosts(
  api: ApiClient,
  lab: Lab,
  wanted: readonly HostName[],
  say: (line: string) => void,
): Promise<Host[]> {
  const known = (await api.call("listHosts", { query: { limit: 200 } })).items;
  const missing = wanted
    .map((name) => lab.host(name))
    .filter((host) => !known.some((one) => one.address === host.address));
  const privateKey = await readFile(lab.sshKeyPath, "utf8");
  const scanned = await allEnded(
    missing.map(async (host) => ({
      host,
      scan: await api.call("scanHostKey", { body: { address: host.address } }),
    })),
  );
  const added =
    missing.length === 0
      ? []
      : (
          await api.call("createHosts", {
            body: {
              hosts: scanned.map(({ host, scan }) => ({
                name: host.name,
                address: host.address,
                sshUser: "root",
                credential: { kind: "key", privateKey },
                hostKeyFingerprint: scan.hostKey.fingerprint,
              })),
            },
          })
        ).hosts;
  for (const host of added) say(`${host.name} is registered`);
  const addresses = new Set(wanted.map((name) => lab.host(name).address));
  return [...known, ...added].filter((host) => addresses.has(host.address));
}

async function registerCluster(
  api: ApiClient,
  lab: Lab,
  { clusterName: name = "lab", keepCredentials = false }: RegisterOptions,
  say: (line: string) => void,
): Promise<Cluster> {
  const find = async (): Promise<Cluster | undefined> =>
    (await api.call("listClusters", { query: { limit: 200 } })).items.find(
      (one) => one.groupName === lab.state.groupName,
    );
  const known = await find();
  if (known !== undefined) return known;
  const seed = lab.host("db1");
  const { user, password } = lab.credentials.admin;
  const { operation } = await api.call("registerCluster", {
    body: { name, address: seed.address, port: 3306, user, password, keepCredentials },
  });
  await awaitSuccess(api, operation.id);
  const cluster = await find();
  if (cluster === undefined) throw new Error("the console registered the group but does not list it");
  say(`the group is registered as '${cluster.name}'`);
  return cluster;
}
