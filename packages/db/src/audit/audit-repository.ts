import { AuditEntry, type Page } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson } from "../connection/json";
import type { AuditEntry as AuditRow, Prisma } from "../generated/client";
import { type PageRequest, toPage } from "../page/page-request";
import type { Actor } from "./actor";
import { maskSecrets } from "./mask-secrets";

/** What was done to what. `detail` may hold a request's body: values of secret fields are masked. */
export interface AuditRecord {
  readonly action: string;
  readonly target: { readonly kind: string; readonly id?: string | null; readonly name?: string | null };
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
  /** Newest first. */
  list(filter: AuditFilter, page: PageRequest): Promise<Page<AuditEntry>>;
}

/** Adds to the audit log; entries are never changed. */
export interface AuditRepository extends AuditReader {
  record(entry: AuditRecord): Promise<void>;
}

/** Reads through a connection or a transaction. */
export function createAuditReader({ connection }: RepositoryContext): AuditReader {
  return {
    async list(filter, page) {
      const where: Prisma.AuditEntryWhereInput = {
        ...(filter.action === undefined ? {} : { action: filter.action }),
        ...(filter.actor === undefined ? {} : { actorName: filter.actor }),
        ...(page.after ? { id: { lt: page.after.id } } : {}),
      };
      const rows = await connection.auditEntry.findMany({
        where,
        orderBy: { id: "desc" },
        take: page.limit + 1,
      });
      return toPage(rows, page.limit, toAuditEntry, (row) => ["", row.id]);
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
