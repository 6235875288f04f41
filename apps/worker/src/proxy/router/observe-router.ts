import { randomUUID } from "node:crypto";
import { type Message, message, type ProxyRequestOf } from "@primacy/contract";
import {
  listPorts,
  type RouterGround,
  type RouterGroup,
  type RouterSnapshot,
  routerPlaces,
} from "@primacy/core/proxy";
import { getAccount, serversOf } from "../../cluster-record/load-cluster";
import { nameOfMember } from "../../endpoint/look-through";
import { isLabServer, readMetadata } from "../../endpoint/router-metadata";
import { findExplainedFailure } from "../../operation/failure";
import { observeProxyHost } from "../observe-proxy-host";
import type { ProxyTask } from "../proxy-driver";
import { openRouterSession, runAsRouter, tellOutput } from "./router-session";

const lookLimitMs = 10_000;

/** Looks at the host and the group of a MySQL Router. Changes nothing; what does not answer is part of what was seen. */
export async function observeRouter(
  task: ProxyTask,
  { hostIds, ports }: ProxyRequestOf<"router">,
  signal: AbortSignal,
): Promise<RouterSnapshot> {
  const { worker, loaded } = task;
  const [hostId = ""] = hostIds;
  const host = await worker.db.hosts.get(hostId);
  const question = { ports: listPorts(ports), addresses: [], nic: null };
  const [sight, group] = await Promise.all([
    observeProxyHost(worker, host, question, signal),
    observeGroup(task, signal),
  ]);
  return {
    clusterName: loaded.cluster.name,
    host: { ...sight, address: host.agentAddress },
    ports,
    ground: sight.operator === "running" ? await observeGround(task, hostId, signal) : null,
    group,
    servesAlready: await findOther(task, hostId),
  };
}

/** The host operator is asked by what it may do anyway: it refuses what cannot be done, and says why. */
async function observeGround(
  { worker, loaded, operationId, requestedBy }: ProxyTask,
  hostId: string,
  signal: AbortSignal,
): Promise<RouterGround> {
  const clusterId = loaded.cluster.id;
  const session = await openRouterSession(worker, { clusterId, hostId, operationId, requestedBy }, signal);
  const { service, config, home } = routerPlaces;
  const file = await orReason(() => session.readFile(config, signal), signal);
  const state = await orReason(() => session.readService(service, signal), signal);
  const written = await orReason(async () => {
    const program = { program: "/usr/bin/test", args: ["-d", home, "-a", "-w", home], limitMs: lookLimitMs };
    return runAsRouter(session, { ...program, actionId: randomUUID() }, signal);
  }, signal);
  return {
    file: file.reason,
    config: file.value?.text ?? null,
    service: state.reason,
    home:
      written.reason ??
      (written.value?.exitCode === 0
        ? null
        : message("why.router_home", { home, said: tellOutput(written.value?.output ?? "") })),
  };
}

/** What came of a question, or why there is no answer. */
async function orReason<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
): Promise<
  { readonly value: T; readonly reason: null } | { readonly value: null; readonly reason: Message }
> {
  try {
    return { value: await ask(), reason: null };
  } catch (error) {
    signal.throwIfAborted();
    const explained = findExplainedFailure(error);
    if (explained === null) throw error;
    return { value: null, reason: explained.explanation };
  }
}

async function observeGroup(task: ProxyTask, signal: AbortSignal): Promise<RouterGroup> {
  const found = await orReason(() => readGroup(task, signal), signal);
  return found.value ?? { kind: "silent", reason: found.reason };
}

async function readGroup(
  { worker, loaded: { cluster }, administrator }: ProxyTask,
  signal: AbortSignal,
): Promise<RouterGroup> {
  const account = administrator ?? (await getAccount(worker.db, cluster.id, "admin"));
  const adapter = worker.replication[cluster.kind];
  const { connection, reading } = await adapter.findPrimary(
    serversOf(cluster),
    account,
    cluster.name,
    signal,
  );
  try {
    const members = reading.view.members.map(({ serverUuid, host, port }) => {
      const known = cluster.members.find((one) => one.serverUuid.toLowerCase() === serverUuid.toLowerCase());
      return { serverUuid, name: known === undefined ? `${host}:${port}` : nameOfMember(known) };
    });
    const primary = cluster.members.find(({ serverUuid }) => serverUuid === reading.serverUuid);
    const { address, port } = connection.server;
    return {
      kind: "found",
      primary: { name: primary === undefined ? address : nameOfMember(primary), address, port },
      group: { groupName: reading.groupName ?? "", members },
      onlineSecondaries: reading.view.members.filter(
        ({ state, serverUuid }) => state === "ONLINE" && serverUuid !== reading.serverUuid,
      ).length,
      isLab: await isLabServer(connection, signal),
      metadata: administrator === null ? null : await readMetadata(connection, signal),
    };
  } finally {
    connection.close();
  }
}

/** The cluster of another MySQL Router of this console on the same host. */
async function findOther({ worker, operationId }: ProxyTask, hostId: string): Promise<string | null> {
  for (const { id, name } of await worker.db.clusters.listAll()) {
    const proxies = await worker.db.proxies.listByCluster(id);
    const isHere = proxies.some(
      (one) =>
        one.kind === "router" && one.id !== operationId && one.hosts.some((host) => host.hostId === hostId),
    );
    if (isHere) return name;
  }
  return null;
}
