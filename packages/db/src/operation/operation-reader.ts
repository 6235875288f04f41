import {
  lookingKinds,
  type Operation,
  type OperationEffect,
  type OperationKind,
  type OperationLogLine,
  type OperationSort,
  type OperationState,
  type Page,
} from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { notFound } from "../errors/database-error";
import type { Operation as OperationRow, Prisma, OperationStep as StepRow } from "../generated/client";
import { type PageRequest, type SortedPageRequest, toPage } from "../page/page-request";
import { byCreation, byText, listSorted, type Sorting } from "../page/sorting";
import { operationInclude, toLogLine, toOperation } from "./operation-row";

/** Which operations to list; absent fields match all. */
export interface OperationFilter {
  readonly clusterId?: string | undefined;
  readonly hostId?: string | undefined;
  readonly state?: OperationState | undefined;
  readonly kind?: OperationKind | undefined;
  readonly effect?: OperationEffect | undefined;
  /** False leaves out those that wait, and have nothing for themselves yet. */
  readonly isWaiting?: boolean | undefined;
}

/** An operation that waits its turn, or whose turn it is. */
export interface QueuedOperation {
  readonly operation: Operation;
  readonly isWaiting: boolean;
  readonly input: unknown;
}

/** Reads operations. */
export interface OperationReader {
  find(id: string): Promise<Operation | null>;
  /** Throws `not_found`. */
  get(id: string): Promise<Operation>;
  /** Newest first, unless the page says otherwise. */
  list(filter: OperationFilter, page: SortedPageRequest<OperationSort>): Promise<Page<Operation>>;
  /** The unfinished operations of a kind that queues, in the order in which they begin. */
  listQueue(kind: OperationKind): Promise<readonly QueuedOperation[]>;
  /** Oldest first. */
  listLog(id: string, page: PageRequest): Promise<Page<OperationLogLine>>;
}

type Row = OperationRow & { readonly steps: StepRow[] };

const sortings: Readonly<
  Record<OperationSort, Sorting<Prisma.OperationWhereInput, Prisma.OperationOrderByWithRelationInput, Row>>
> = {
  createdAt: byCreation,
  kind: byText({ where: (kind) => ({ kind }), orderBy: (kind) => ({ kind }), read: (row) => row.kind }),
  state: byText({
    where: (state) => ({ state }),
    orderBy: (state) => ({ state }),
    read: (row) => row.state,
  }),
  requestedBy: byText({
    where: (requestedBy) => ({ requestedBy }),
    orderBy: (requestedBy) => ({ requestedBy }),
    read: (row) => row.requestedBy,
  }),
};

/** Reads through a connection or a transaction. */
export function createOperationReader({ connection }: RepositoryContext): OperationReader {
  async function find(id: string): Promise<Operation | null> {
    const row = await connection.operation.findUnique({ where: { id }, include: operationInclude });
    return row && toOperation(row);
  }
  return {
    find,
    async get(id) {
      const operation = await find(id);
      if (!operation) throw notFound("operation", id);
      return operation;
    },
    async list(filter, page) {
      return listSorted(
        sortings,
        "createdAt",
        page,
        ({ OR, orderBy, take }) =>
          connection.operation.findMany({
            where: { ...toWhere(filter), ...(OR === undefined ? {} : { OR }) },
            include: operationInclude,
            orderBy,
            take,
          }),
        toOperation,
      );
    },
    async listQueue(kind) {
      const rows = await connection.operation.findMany({
        where: { kind, state: { in: ["queued", "running", "undoing"] satisfies OperationState[] } },
        include: operationInclude,
        orderBy: [{ isWaiting: "asc" }, { id: "asc" }],
      });
      return rows.map((row) => ({
        operation: toOperation(row),
        isWaiting: row.isWaiting,
        input: row.input,
      }));
    },
    async listLog(id, page) {
      const after = Number(page.after?.key ?? 0);
      const rows = await connection.operationLogLine.findMany({
        where: { operationId: id, seq: { gt: Number.isSafeInteger(after) ? after : 0 } },
        orderBy: { seq: "asc" },
        take: page.limit + 1,
      });
      return toPage(rows, page.limit, toLogLine, (row) => [String(row.seq), ""]);
    },
  };
}

function toWhere({
  clusterId,
  hostId,
  state,
  kind,
  effect,
  isWaiting,
}: OperationFilter): Prisma.OperationWhereInput {
  const looking = [...lookingKinds];
  return {
    ...(clusterId === undefined ? {} : { clusterId }),
    ...(hostId === undefined ? {} : { hostId }),
    ...(state === undefined ? {} : { state }),
    ...(kind === undefined ? {} : { kind }),
    ...(isWaiting === undefined ? {} : { isWaiting }),
    ...(effect === undefined
      ? {}
      : { AND: [{ kind: effect === "looking" ? { in: looking } : { notIn: looking } }] }),
  };
}
