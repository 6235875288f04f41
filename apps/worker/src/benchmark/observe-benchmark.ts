import {
  type BenchmarkFields,
  type ClusterEndpoint,
  type MeasuredArm,
  type Message,
  withPort,
} from "@primacy/contract";
import { type BenchmarkSnapshot, chooseFillAt, isGrid } from "@primacy/core/benchmark";
import { findListed, type ListedEndpoint, listEndpoints } from "@primacy/core/endpoint";
import type { MemberRecord } from "@primacy/db";
import { getAccount, type LoadedCluster, serversOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { findExplainedFailure } from "../operation/failure";
import { observeHygiene } from "./hygiene/observe-hygiene";
import { observeEndpoint } from "./observe-endpoint";
import { observeLoadHost } from "./observe-load-host";

/** What a benchmark stands on, and its arms with the addresses that they have now. */
export interface ObservedBenchmark {
  readonly snapshot: BenchmarkSnapshot;
  readonly arms: readonly MeasuredArm[];
  /** Null: there is none, or none that can be asked. */
  readonly primary: { readonly serverUuid: string; readonly name: string } | null;
  /** The `server_uuid`s of the members that are ONLINE. */
  readonly online: readonly string[];
  /** An endpoint that always leads to the primary, or else the primary's own address. */
  readonly fillAt: { readonly address: string; readonly port: number };
  /** Reasons of which the snapshot has the text alone. */
  readonly told: readonly Message[];
}

/** Looks at the load host, the group, and where each endpoint leads. Changes nothing. */
export async function observeBenchmark(
  worker: WorkerContext,
  loaded: LoadedCluster,
  fields: BenchmarkFields,
  signal: AbortSignal,
): Promise<ObservedBenchmark> {
  const { cluster, vips } = loaded;
  const known = listEndpoints({
    members: cluster.members,
    vips,
    proxies: await worker.db.proxies.listByCluster(cluster.id),
    custom: await worker.db.endpoints.listCustom(cluster.id),
  });
  const listed = fields.arms.map(({ name, endpoints }) => ({
    name,
    endpoints: endpoints.flatMap((ref) => findListed(known, ref) ?? []),
  }));
  const arms = listed.map(({ name, endpoints }) => ({ name, endpoints: endpoints.map(toEndpoint) }));
  const { primary, members, online } = await observeGroup(worker, loaded, signal);
  const seen = await Promise.all(
    listed
      .flatMap(({ endpoints }) => endpoints)
      .map(async (endpoint) => ({
        endpoint,
        sight: await observeEndpoint(worker, loaded, endpoint, primary, signal),
      })),
  );
  const group = { primaryUuid: primary?.serverUuid ?? null, online };
  const { hygiene, told } = await observeHygiene(worker, loaded, fields, group, signal);
  return {
    arms,
    primary: primary === null ? null : { serverUuid: primary.serverUuid, name: nameOfMember(primary) },
    online,
    fillAt: chooseFillAt(seen, primary),
    told,
    snapshot: {
      fields,
      clusterName: cluster.name,
      arms,
      loadHost: await observeLoadHost(worker, loaded, fields, signal),
      endpoints: seen.map(({ endpoint, sight }) => ({ label: labelOf(endpoint), sight })),
      uneven: fields.workload.tool === "sysbench" ? listUneven(arms) : [],
      primary: primary === null ? null : nameOfMember(primary),
      members,
      hygiene,
    },
  };
}

function toEndpoint({ ref, way, name, address, port }: ListedEndpoint): ClusterEndpoint {
  return { ref, way, name, address, port };
}

function toSysbench({ address: host, port }: ClusterEndpoint) {
  return { host, port };
}

/** The arms whose addresses sysbench would take for others than they are. */
function listUneven(arms: readonly MeasuredArm[]): readonly string[] {
  return arms.filter(({ endpoints }) => !isGrid(endpoints.map(toSysbench))).map(({ name }) => name);
}

/** How an endpoint is called. */
export function labelOf({ name, address, port }: ClusterEndpoint): string {
  const place = withPort(address, port);
  return name === address || name === place ? place : `${name} (${place})`;
}

interface SeenGroup {
  readonly primary: MemberRecord | null;
  readonly members: BenchmarkSnapshot["members"];
  readonly online: readonly string[];
}

async function observeGroup(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  signal: AbortSignal,
): Promise<SeenGroup> {
  const account = await getAccount(worker.db, cluster.id, "admin");
  const adapter = worker.replication[cluster.kind];
  const stateless = cluster.members.map((member) => ({ name: nameOfMember(member), state: null }));
  try {
    const found = await adapter.findPrimary(serversOf(cluster), account, cluster.name, signal);
    found.connection.close();
    const { serverUuid, view } = found.reading;
    return {
      primary: cluster.members.find((member) => member.serverUuid === serverUuid) ?? null,
      members: cluster.members.map((member) => ({
        name: nameOfMember(member),
        state: view.members.find((one) => one.serverUuid === member.serverUuid)?.state ?? null,
      })),
      online: view.members.filter(({ state }) => state === "ONLINE").map((one) => one.serverUuid),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
    return { primary: null, members: stateless, online: [] };
  }
}
