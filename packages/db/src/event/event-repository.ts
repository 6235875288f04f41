import {
  ClusterEvent,
  type EventKind,
  type EventSort,
  type EventWitness,
  orderOf,
  type Page,
  type SortOrder,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson } from "../connection/json";
import { notFound } from "../errors/database-error";
import type { Event as EventRow, Prisma } from "../generated/client";
import { notify } from "../notification/notification";
import { type SortedPageRequest, toPage, wayOf } from "../page/page-request";

/** Something that happened, before it has its place in the cluster's events. */
export interface EventDraft {
  readonly clusterId: string;
  readonly kind: EventKind;
  readonly tone: ClusterEvent["tone"];
  /** When it was seen; the cursor says in which order events became known. */
  readonly at: Date;
  /** Absent: the console alone. */
  readonly seenBy?: EventWitness;
  readonly seenByHostId?: string | null;
  readonly seenByHostName?: string | null;
  /** Absent: at once. One that is recorded before it was seen counts as seen then. */
  readonly recordedAt?: Date;
  readonly message: ClusterEvent["message"];
  readonly hostId?: string | null;
  readonly memberId?: string | null;
  readonly vipId?: string | null;
  /** No secrets. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Events after a cursor. `hasGap`: some of them are gone for good, so the reader needs a snapshot first. */
export interface EventsAfter {
  readonly events: readonly ClusterEvent[];
  readonly hasGap: boolean;
}

/** Reads what happened to clusters. */
export interface EventReader {
  /** By when they were seen and, of one instant, became known; newest first unless the page says otherwise. Of one kind or all. */
  list(
    clusterId: string,
    kind: EventKind | null,
    page: SortedPageRequest<EventSort>,
  ): Promise<Page<ClusterEvent>>;
  /** Oldest first, what a reader who has seen everything up to `cursor` has missed. */
  listAfter(clusterId: string, cursor: number, limit: number): Promise<EventsAfter>;
  /** The cursor of the last event; 0 when there was none. */
  getLastCursor(clusterId: string): Promise<number>;
}

/** Adds events. */
export interface EventRepository extends EventReader {
  /**
   * Appends an event. Its cursor is above every one that any reader can have seen: until this transaction
   * ends, no other gets a cursor for the cluster. Append last, and commit soon. Throws `not_found`.
   */
  append(event: EventDraft): Promise<ClusterEvent>;
}

/** Reads through a connection or a transaction. */
export function createEventReader({ connection }: RepositoryContext): EventReader {
  async function getLastCursor(clusterId: string): Promise<number> {
    const stream = await connection.eventStream.findUnique({ where: { clusterId } });
    return Number(stream?.lastCursor ?? 0);
  }
  return {
    getLastCursor,
    async list(clusterId, kind, page) {
      const way = { sort: page.sort ?? "at", order: page.order };
      const order = orderOf(way);
      const rows = await connection.event.findMany({
        where: { clusterId, ...(kind === null ? {} : { kind }), ...beyond(page.after?.key ?? null, order) },
        orderBy: [{ at: order }, { cursor: order }],
        take: page.limit + 1,
      });
      return toPage(rows, page.limit, toClusterEvent, (row) => [placeOf(row), ""], wayOf(way));
    },
    async listAfter(clusterId, cursor, limit) {
      const last = await getLastCursor(clusterId);
      const rows = await connection.event.findMany({
        where: { clusterId, cursor: { gt: BigInt(cursor) } },
        orderBy: { cursor: "asc" },
        take: limit,
      });
      const first = rows[0]?.cursor ?? BigInt(last + 1);
      // A cursor from the future was given by a database that has been restored since.
      return { events: rows.map(toClusterEvent), hasGap: Number(first) > cursor + 1 || cursor > last };
    },
  };
}

/** Writes within a transaction. */
export function createEventRepository(context: RepositoryContext): EventRepository {
  const { connection } = context;
  return {
    ...createEventReader(context),
    async append(event) {
      const { clusterId, kind, tone, at, hostId, memberId, vipId } = event;
      const recordedAt = event.recordedAt ?? at;
      const cursor = await allocateCursor(connection, clusterId);
      const row = await connection.event.create({
        data: {
          clusterId,
          cursor,
          kind,
          tone,
          at: at > recordedAt ? recordedAt : at,
          seenBy: event.seenBy ?? "console",
          seenByHostId: event.seenByHostId ?? null,
          seenByHostName: event.seenByHostName ?? null,
          recordedAt,
          message: toJson(event.message),
          hostId: hostId ?? null,
          memberId: memberId ?? null,
          vipId: vipId ?? null,
          detail: toJson(event.detail),
        },
      });
      await notify(connection, { kind: "event", clusterId, cursor: Number(cursor) });
      return toClusterEvent(row);
    },
  };
}

/** The update locks the stream's row until the transaction ends; that is what orders the commits. */
async function allocateCursor(connection: Prisma.TransactionClient, clusterId: string): Promise<bigint> {
  const rows = await connection.$queryRaw<{ cursor: bigint }[]>`
    UPDATE event_stream SET last_cursor = last_cursor + 1, updated_at = now()
    WHERE cluster_id = ${clusterId}::uuid RETURNING last_cursor AS cursor`;
  const cursor = rows[0]?.cursor;
  if (cursor === undefined) throw notFound("cluster", clusterId);
  return cursor;
}

/** Where an event stands in a list, as a page's cursor carries it. */
function placeOf({ at, cursor }: Pick<EventRow, "at" | "cursor">): string {
  return `${at.toISOString()} ${cursor}`;
}

/** The events that follow such a place. No answer contained another one: then the list begins anew. */
function beyond(place: string | null, order: SortOrder): Prisma.EventWhereInput {
  const [, instant = "", number = ""] = /^(\S+Z) (\d{1,15})$/.exec(place ?? "") ?? [];
  const at = new Date(instant);
  if (number === "" || Number.isNaN(at.getTime())) return {};
  const cursor = BigInt(number);
  // The first bound repeats what the others say, so that PostgreSQL begins there in the index.
  return order === "asc"
    ? { at: { gte: at }, OR: [{ at: { gt: at } }, { cursor: { gt: cursor } }] }
    : { at: { lte: at }, OR: [{ at: { lt: at } }, { cursor: { lt: cursor } }] };
}

function toClusterEvent(row: EventRow): ClusterEvent {
  const { clusterId, kind, tone, seenBy, seenByHostId, message, hostId, memberId, vipId, detail } = row;
  return ClusterEvent.parse({
    clusterId,
    cursor: Number(row.cursor),
    kind,
    tone,
    at: toInstant(row.at),
    seenBy,
    seenByHostId,
    seenByHostName: row.seenByHostName,
    recordedAt: toInstant(row.recordedAt),
    message,
    hostId,
    memberId,
    vipId,
    detail,
  });
}
