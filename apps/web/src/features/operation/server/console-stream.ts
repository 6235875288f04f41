import { isFinished, type Tone } from "@primacy/contract";
import type { ConsoleStreamItem } from "@primacy/contract/api";
import { drillLeverKey } from "@primacy/db";
import type { Caller } from "../../../server/auth/caller";
import type { WebContext } from "../../../server/context";
import { createLiveSource, type LiveReader } from "../../../server/stream/live-frames";
import type { StreamFrame, StreamSource } from "../../../server/stream/stream-source";
import { loadTopology } from "../../topology/server/load-topology";

/** How far back a resumed reader is told of finished operations: clocks of processes may differ by less than this. */
const marginMs = 60_000;

/**
 * The console-wide stream: operations that change, clusters whose tone or sentence changes, hosts, benchmarks and the lever of drills that change. It begins
 * with what runs and every cluster's tone; a reader that resumes is told, besides, of what finished since its last event.
 */
export function openConsoleStream(
  context: WebContext,
  caller: Caller,
  lastEventId: string | null,
): StreamSource {
  return createLiveSource(context, caller, createConsoleReader(context, parseSince(lastEventId)));
}

function createConsoleReader(context: WebContext, resumeAtMs: number | null): LiveReader {
  const { database } = context;
  const operations = new Set<string>();
  const hosts = new Set<string>();
  const clusters = new Set<string>();
  const benchmarks = new Map<string, string>();
  const told = new Map<string, string>();
  let sinceMs = resumeAtMs;
  let isSnapshotDue = true;
  let isLeverDue = false;

  const frame = (item: ConsoleStreamItem): StreamFrame => ({
    kind: "item",
    id: String(Date.now()),
    data: item,
  });

  async function* readSnapshot(): AsyncGenerator<StreamFrame, void, undefined> {
    const fromMs = (sinceMs ?? Date.now()) - marginMs;
    const isResumed = sinceMs !== null;
    const { items } = await database.operations.list({}, { after: null, limit: 200 });
    for (const operation of items) {
      const finishedMs =
        operation.finishedAt === null ? Number.POSITIVE_INFINITY : Date.parse(operation.finishedAt);
      if (isFinished(operation.state) && finishedMs < fromMs) continue;
      yield frame({ kind: "operation", operation });
      // Its id is the benchmark's, whose runs may have changed unheard.
      const { id, kind, clusterId } = operation;
      if (isResumed && kind === "benchmark" && clusterId !== null) benchmarks.set(id, clusterId);
    }
    told.clear();
    for (const { id } of await database.clusters.listAll()) clusters.add(id);
    if (isResumed) for (const { id } of await database.hosts.listAll()) hosts.add(id);
    isLeverDue ||= isResumed;
    isSnapshotDue = false;
    sinceMs = Date.now();
  }

  async function* readTone(clusterId: string): AsyncGenerator<StreamFrame, void, undefined> {
    const picture = await loadTopology(context, clusterId);
    const tone: Tone = picture?.tone ?? "unknown";
    // A sentence may change under one tone: a list that is drawn from it has to hear of that too.
    const look = `${tone} ${picture?.summary.code ?? ""}`;
    if (told.get(clusterId) === look) return;
    told.set(clusterId, look);
    yield frame({ kind: "cluster", clusterId, tone });
  }

  async function* readChanges(): AsyncGenerator<StreamFrame, void, undefined> {
    for (const id of take(operations)) {
      const operation = await database.operations.find(id);
      if (operation !== null) yield frame({ kind: "operation", operation });
    }
    if (isLeverDue) {
      isLeverDue = false;
      yield frame({ kind: "drill_lever" });
    }
    for (const hostId of take(hosts)) yield frame({ kind: "host", hostId });
    const changed = [...benchmarks];
    // Before they are told: one that changes again meanwhile is told again.
    benchmarks.clear();
    for (const [benchmarkId, clusterId] of changed)
      yield frame({ kind: "benchmark", benchmarkId, clusterId });
    // A cluster that nobody watches any more changes its tone without a notification.
    for (const clusterId of new Set([...take(clusters), ...told.keys()])) yield* readTone(clusterId);
  }

  return {
    note: (change) => {
      if (change.kind === "setting") {
        const isLever = change.key === drillLeverKey;
        isLeverDue ||= isLever;
        return isLever;
      }
      if (change.kind === "operation") operations.add(change.operationId);
      else if (change.kind === "host") hosts.add(change.hostId);
      else if (change.kind === "benchmark") benchmarks.set(change.benchmarkId, change.clusterId);
      else {
        // A registration or a new name shows in lists although the tone stays.
        if (change.kind === "cluster") told.delete(change.clusterId);
        clusters.add(change.clusterId);
      }
      return true;
    },
    noteGap: () => {
      isSnapshotDue = true;
    },
    async *read() {
      if (isSnapshotDue) yield* readSnapshot();
      yield* readChanges();
    },
  };
}

function take(set: Set<string>): string[] {
  const taken = [...set];
  set.clear();
  return taken;
}

function parseSince(text: string | null): number | null {
  return /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
}
