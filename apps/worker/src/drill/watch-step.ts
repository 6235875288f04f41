import { type Message, message, type ProbeLane, paramsWith, withPort } from "@primacy/contract";
import { type DrillInput, type DrillWay, listProxyPlaces } from "@primacy/core/drill";
import { compareNames } from "@primacy/core/topology";
import { z } from "zod";
import {
  agentOf,
  endpointOf,
  getAccount,
  type LoadedCluster,
  loadCluster,
} from "../cluster-record/load-cluster";
import { nameOfMember } from "../endpoint/look-through";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { askClientsMs, clearClients } from "./clear-clients";
import { beginRecorder, type DrillRecorder, findRecorder, type RecordedHost } from "./drill-recorder";
import { partyOf } from "./proxy-party";
import { readEstimate } from "./read-estimate";
import { DrillStepInput } from "./step-input";
import { tellAttempts } from "./tell-attempts";
import { type WatchedProxy, watchedProxyOf } from "./watch-proxy";

/** Beyond the wait for writes: the reading of the ledgers, the heal, and some. */
const probeSpareMs = 600_000;
/** What a client has to have seen before the fault for the time after it to say something. */
const enoughAcks = 100;
const enoughReads = 10;
const steadyLimitMs = 30_000;

/**
 * Begins to record: plays the clients on the observing host, listens to every agent, and sees that writes come through every way, and reads
 * through every one that is only read through, before anything is done. Undone, the clients are ended and their rows are deleted; what was recorded is judged after that.
 */
export const watchStep = defineStep<DrillInput, object>({
  input: DrillStepInput,
  timeoutMs: steadyLimitMs + 90_000,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) => {
      // What the last attempts came to belongs to the verdict; who does not answer has told what he told.
      const recorder = findRecorder(input.drillId);
      await recorder?.endProbe(signal).catch(() => signal.throwIfAborted());
      const askedMs = recorder?.askedMs ?? performance.now();
      const reason = await clearClients(context.worker, input, askedMs, signal);
      if (reason !== null)
        throw new StepFailure("failure.drill_rows_left", { params: paramsWith({}, { reason }) });
    },
  },
  async execute(context, input, signal) {
    const { worker } = context;
    await storeDrill(context, input);
    const loaded = await loadCluster(worker.db, input.clusterId);
    const observer = agentOf(await worker.db.hosts.get(input.observer.hostId), null);
    const account = await getAccount(worker.db, input.clusterId, "verify");
    const authorities = loaded.cluster.members.flatMap((member) => endpointOf(member).authority ?? []);
    await worker.agents.clientFor(observer).call(
      "startProbe",
      {
        probeId: input.drillId,
        clients: input.ways.map(({ endpoint, run }) => ({ endpoint, run })),
        // Nothing else than before for an agent that knows of none.
        ...(input.readWays.length === 0
          ? {}
          : { readers: input.readWays.map(({ endpoint }) => ({ endpoint })) }),
        authorities: [...new Set(authorities)],
        ...account,
        forMs: input.waitMs + probeSpareMs,
      },
      { signal, timeoutMs: askClientsMs },
    );
    const recorder = await beginRecorder({
      worker,
      input,
      hosts: hostsOf(loaded),
      observer,
      forecast: await readEstimate(
        worker,
        loaded,
        {
          fault: input.fault,
          endpoints: input.ways.map(({ endpoint }) => endpoint),
          targetHostId: input.target.hostId,
        },
        signal,
      ),
      proxies: await listWatched(worker, input),
      proxyHost: input.proxy === null ? null : agentOf(await worker.db.hosts.get(input.proxy.hostId), null),
    });
    await awaitSteady(recorder, input, signal);
    return { kind: "done", detail: describeWatching(recorder, input) };
  },
});

/** What is known of a drill from its beginning; once. */
async function storeDrill({ worker, operation }: StepContext, input: DrillInput): Promise<void> {
  const {
    drillId: id,
    clusterId,
    fault,
    target,
    other,
    proxy,
    observer,
    ways,
    readWays,
    objectiveMs,
  } = input;
  if ((await worker.db.drills.find(id)) !== null) return;
  const seriesId = await worker.db.drillSeries.findByDrill(id);
  await worker.db.transact(worker.actor, (unit) =>
    unit.drills.create({
      seriesId,
      ...{ id, clusterId, fault, objectiveMs, requestedBy: operation.requestedBy, startedAt: worker.now() },
      endpoints: ways.map(({ endpoint }) => endpoint),
      readEndpoints: readWays.map(({ endpoint }) => endpoint),
      target: { memberId: target.memberId, name: target.name },
      other: other && { memberId: other.memberId, name: other.name },
      ...partyOf(proxy),
      observer: { hostId: observer.hostId, name: observer.name },
    }),
  );
}

/** The ports of proxies through which the drill's endpoints lead, and of one that is hit, on every host. */
async function listWatched(
  worker: StepContext["worker"],
  { clusterId, ways, readWays, proxy }: DrillInput,
): Promise<readonly WatchedProxy[]> {
  const endpoints = [...ways, ...readWays].map(({ endpoint }) => endpoint);
  const places = listProxyPlaces(
    await worker.db.proxies.listByCluster(clusterId),
    endpoints,
    proxy?.proxyId ?? null,
  );
  return places.map((place) => watchedProxyOf(worker, clusterId, place));
}

/** Every host of the cluster that has an agent, with its server. */
function hostsOf({ cluster, hosts }: LoadedCluster): readonly RecordedHost[] {
  const recorded = cluster.members.flatMap((member) => {
    const host = hosts.find(({ id }) => id === member.hostId);
    if (host === undefined) return [];
    const { serverUuid } = member;
    return [{ serverUuid, name: nameOfMember(member), hostId: host.id, agent: agentOf(host, cluster.id) }];
  });
  return recorded.toSorted((a, b) => compareNames(a.name, b.name));
}

async function awaitSteady(
  recorder: DrillRecorder,
  { ways, readWays, observer }: DrillInput,
  signal: AbortSignal,
): Promise<void> {
  const isWritten = (at: number): boolean => countAnswers(recorder, "write", at) >= enoughAcks;
  const isRead = (at: number): boolean => countAnswers(recorder, "read", ways.length + at) >= enoughReads;
  const isSteady = await poll({ everyMs: 100, limitMs: steadyLimitMs, signal }, async () => {
    requireProbe(recorder, observer.name);
    const isAnswered = ways.every((_way, at) => isWritten(at)) && readWays.every((_way, at) => isRead(at));
    return recorder.hasHeardAll && isAnswered ? true : null;
  });
  if (isSteady !== null) return;
  const unwritten = ways.findIndex((_way, at) => !isWritten(at));
  requireAnswered("failure.drill_no_writes", recorder, ways[unwritten], unwritten);
  const unread = readWays.findIndex((_way, at) => !isRead(at));
  requireAnswered("failure.drill_no_reads", recorder, readWays[unread], ways.length + unread);
  throw new StepFailure("failure.drill_lost_sight");
}

/** Throws `StepFailure` where there is a way through which too little was answered. `at`: which of the samples are its own. */
function requireAnswered(
  code: "failure.drill_no_writes" | "failure.drill_no_reads",
  { samples }: DrillRecorder,
  way: Pick<DrillWay, "endpoint"> | undefined,
  at: number,
): void {
  if (way === undefined) return;
  const reason = tellAttempts(samples.filter((one) => one.endpoint === at));
  throw new StepFailure(code, { params: paramsWith({ endpoint: placeOf(way) }, { reason }) });
}

function describeWatching({ samples }: DrillRecorder, { ways, readWays }: DrillInput): Message {
  const answered = samples.filter(({ error }) => error === null);
  const acked = answered.filter(({ lane }) => lane === "write").length;
  const endpoints = ways.map(placeOf).join(", ");
  if (readWays.length === 0) return message("detail.drill_watching", { acked, endpoints });
  const reads = answered.filter(({ lane, endpoint }) => lane === "read" && endpoint >= ways.length).length;
  const readers = readWays.map(placeOf).join(", ");
  return message("detail.drill_watching_reads", { acked, endpoints, reads, readers });
}

/** Throws `StepFailure` `drill_probe_lost` where the clients are not played any more. */
export function requireProbe(recorder: DrillRecorder, host: string): void {
  const reason = recorder.lostProbe;
  if (reason === null) return;
  throw new StepFailure("failure.drill_probe_lost", { params: paramsWith({ host }, { reason }) });
}

function countAnswers({ samples }: DrillRecorder, lane: ProbeLane, way: number): number {
  return samples.filter((one) => one.lane === lane && one.endpoint === way && one.error === null).length;
}

function placeOf({ endpoint }: Pick<DrillWay, "endpoint">): string {
  return withPort(endpoint.address, endpoint.port);
}
