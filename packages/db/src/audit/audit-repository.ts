import { AuditEntry, type AuditSort, type AuditTargetKind, type Page } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson } from "../connection/json";
import type { AuditEntry as AuditRow, Prisma } from "../generated/client";
import type { SortedPageRequest } from "../page/page-request";
import { byCreation, byText, listSorted, type Sorting } from "../page/sorting";
import type { Actor } from "./actor";
import { maskSecrets } from "./mask-secrets";

/** What was done to what. `detail` may hold a request's body: values of secret fields are masked. */
export interface AuditRecord {
  readonly action: string;
  readonly target: {
    readonly kind: AuditTargetKind;
    readonly id?: string | null;
    readonly name?: string | null;
  };
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** Which entries to list; absent fields match all. */
export interface AuditFilter {
  readonly action?: string | undefined;
  /** The actor's name, exactly. */
  readonly actor?: string | undefined;
}

/** Reads the audit log. */
export interface AuditReader {
  /** Newest first, unless the page says otherwise. */
  list(filter: AuditFilter, page: SortedPageRequest<AuditSort>): Promise<Page<AuditEntry>>;
}

/** Adds to the audit log; entries are never changed. */
export interface AuditRepository extends AuditReader {
  record(entry: AuditRecord): Promise<void>;
}

const sortings: Readonly<
  Record<AuditSort, Sorting<Prisma.AuditEntryWhereInput, Prisma.AuditEntryOrderByWithRelationInput, AuditRow>>
> = {
  at: byCreation,
  actorName: byText({
    where: (actorName) => ({ actorName }),
    orderBy: (actorName) => ({ actorName }),
    read: (row) => row.actorName,
  }),
  action: byText({
    where: (action) => ({ action }),
    orderBy: (action) => ({ action }),
    read: (row) => row.action,
  }),
};

/** Reads through a connection or a transaction. */
export function createAuditReader({ connection }: RepositoryContext): AuditReader {
  return {
    async list(filter, page) {
      const where: Prisma.AuditEntryWhereInput = {
        ...(filter.action === undefined ? {} : { action: filter.action }),
        ...(filter.actor === undefined ? {} : { actorName: filter.actor }),
      };
      return listSorted(
        sortings,
        "at",
        page,
        ({ OR, orderBy, take }) =>
          connection.auditEntry.findMany({
            where: { ...where, ...(OR === undefined ? {} : { OR }) },
            orderBy,
            take,
          }),
        toAuditEntry,
      );
    },
  };
}

/** Records within a transaction what `actor` does; `onRecord` hears of each entry. */
export function createAuditRepository(
  context: RepositoryContext,
  actor: Actor,
  onRecord: () => void,
): AuditRepository {
  return {
    ...createAuditReader(context),
    async record({ action, target, detail }) {
      await context.connection.auditEntry.create({
        data: {
          actorKind: actor.kind,
          actorId: actor.id,
          actorName: actor.name,
          action,
          targetKind: target.kind,
          targetId: target.id ?? null,
          targetName: target.name ?? null,
          detail: toJson(maskSecrets(detail ?? {})),
          requestId: actor.requestId,
          address: actor.address,
        },
      });
      onRecord();
    },
  };
}

function toAuditEntry(row: AuditRow): AuditEntry {
  const { id, actorName, action, targetKind, targetId, targetName, requestId, address } = row;
  return AuditEntry.parse({
    id,
    at: toInstant(row.createdAt),
    actorKind: row.actorKind,
    actorName,
    action,
    targetKind,
    targetId,
    targetName,
    detail: row.detail,
    requestId,
    address,
  });
}
