import type { Topology } from "@primacy/contract";
import type { ClusterStreamItem } from "@primacy/contract/api";
import type { Caller } from "../../../server/auth/caller";
import type { WebContext } from "../../../server/context";
import { createLiveSource, type LiveReader } from "../../../server/stream/live-frames";
import type { StreamFrame, StreamSource } from "../../../server/stream/stream-source";
import { loadTopology } from "./load-topology";

const batchSize = 200;

/**
 * A cluster's stream: the picture at once and whenever it changes, and each event after the reader's cursor, in order
 * and once. `Last-Event-ID` is such a cursor; where events after it are gone, only the new picture is sent.
 */
export function openClusterStream(
  context: WebContext,
  caller: Caller,
  clusterId: string,
  lastEventId: string | null,
): StreamSource {
  return createLiveSource(context, caller, createClusterReader(context, clusterId, parseCursor(lastEventId)));
}

function createClusterReader(context: WebContext, clusterId: string, resumeAt: number | null): LiveReader {
  let cursor = resumeAt;
  let isPictureDue = true;
  let areEventsDue = resumeAt !== null;
  let shown: Pick<Topology, "revision" | "tone"> | null = null;

  const frame = (item: ClusterStreamItem): StreamFrame => ({
    kind: "item",
    id: String(cursor ?? 0),
    data: item,
  });

  async function* readPicture(): AsyncGenerator<StreamFrame, void, undefined> {
    isPictureDue = false;
    const topology = await loadTopology(context, clusterId);
    if (topology === null) return;
    shown = topology;
    yield frame({ kind: "topology", topology });
  }

  async function* readEvents(from: number): AsyncGenerator<StreamFrame, void, undefined> {
    areEventsDue = false;
    const { events, hasGap } = await context.database.events.listAfter(clusterId, from, batchSize);
    if (hasGap) {
      cursor = await context.database.events.getLastCursor(clusterId);
      yield* readPicture();
      return;
    }
    for (const event of events) {
      cursor = event.cursor;
      yield frame({ kind: "event", event });
    }
    if (events.length === batchSize) areEventsDue = true;
  }

  return {
    note: (change) => {
      if (!("clusterId" in change) || change.clusterId !== clusterId) return false;
      if (change.kind === "event") areEventsDue = true;
      if (change.kind === "topology" || change.kind === "cluster") isPictureDue = true;
      return isPictureDue || areEventsDue;
    },
    noteGap: () => {
      isPictureDue = true;
      areEventsDue = true;
    },
    async *read() {
      // The cursor comes first: an event between the two is then sent again, never lost.
      cursor ??= await context.database.events.getLastCursor(clusterId);
      if (!isPictureDue && shown !== null) {
        const now = await loadTopology(context, clusterId);
        isPictureDue = now !== null && (now.tone !== shown.tone || now.revision !== shown.revision);
      }
      if (isPictureDue) yield* readPicture();
      while (areEventsDue) yield* readEvents(cursor);
    },
  };
}

function parseCursor(text: string | null): number | null {
  const cursor = /^\d{1,15}$/.test(text ?? "") ? Number(text) : null;
  return cursor;
}
