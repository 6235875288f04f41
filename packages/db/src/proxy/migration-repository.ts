import { AddressMigration, type Refusal, refuse } from "@primacy/contract";
import { z } from "zod";
import type { RepositoryContext } from "../connection/context";
import { toInstant, toJson, toNullableJson } from "../connection/json";
import { lockUntilCommit } from "../connection/lock";
import type { AddressMigration as MigrationRow } from "../generated/client";
import { notify } from "../notification/notification";

const StoredMigration = AddressMigration.extend({
  hosts: z.array(
    z.object({
      hostId: z.string(),
      name: z.string(),
      /** SHA-256 of the configuration that Keepalived had. */
      sha256: z.string(),
      isRunning: z.boolean(),
    }),
  ),
});

/** A migration with what the way back needs. */
export type StoredMigration = z.infer<typeof StoredMigration>;

/** A migration that is to be recorded. */
export type MigrationDraft = Omit<StoredMigration, "createdAt">;

/** Reads the addresses that went from Keepalived to a VIP. */
export interface MigrationReader {
  find(id: string): Promise<StoredMigration | null>;
  findByAddress(address: string): Promise<StoredMigration | null>;
  /** In the order in which they went. */
  listByCluster(clusterId: string): Promise<readonly StoredMigration[]>;
}

/** Records them. Every write may come twice. */
export interface MigrationRepository extends MigrationReader {
  /** Records a migration; one that is there already stays as it is. Refused with `already_exists` where the address has another. */
  create(draft: MigrationDraft): Promise<StoredMigration | Refusal>;
  /** Forgets one; one that is gone already is no other case. */
  remove(id: string): Promise<void>;
}

/** Reads through a connection or a transaction. */
export function createMigrationReader({ connection }: RepositoryContext): MigrationReader {
  return {
    async find(id) {
      const row = await connection.addressMigration.findUnique({ where: { id } });
      return row && toMigration(row);
    },
    async findByAddress(address) {
      const row = await connection.addressMigration.findUnique({ where: { address } });
      return row && toMigration(row);
    },
    async listByCluster(clusterId) {
      const rows = await connection.addressMigration.findMany({
        where: { clusterId },
        orderBy: { id: "asc" },
      });
      return rows.map(toMigration);
    },
  };
}

/** Writes within a transaction. */
export function createMigrationRepository(context: RepositoryContext): MigrationRepository {
  const { connection } = context;
  const reader = createMigrationReader(context);
  return {
    ...reader,
    async create(draft) {
      await lockUntilCommit(connection, "migrations");
      const known = await reader.find(draft.id);
      if (known !== null) return known;
      const { hosts, gap, address, ...data } = draft;
      if ((await reader.findByAddress(address)) !== null)
        return refuse("already_exists", [], { what: address });
      const row = await connection.addressMigration.create({
        data: { ...data, address, hosts: toJson(hosts), gap: toNullableJson(gap) },
      });
      await notify(connection, { kind: "cluster", clusterId: draft.clusterId });
      return toMigration(row);
    },
    async remove(id) {
      const row = await connection.addressMigration.findUnique({ where: { id } });
      if (row === null) return;
      await connection.addressMigration.delete({ where: { id } });
      await notify(connection, { kind: "cluster", clusterId: row.clusterId });
    },
  };
}

function toMigration(row: MigrationRow): StoredMigration {
  const { id, clusterId, address, port, hosts, gap, createdAt } = row;
  return StoredMigration.parse({
    ...{ id, clusterId, address, port, hosts, gap },
    createdAt: toInstant(createdAt),
  });
}
