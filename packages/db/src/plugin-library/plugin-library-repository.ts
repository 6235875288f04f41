import { type OperationState, StoredPluginLibrary } from "@primacy/contract";
import type { RepositoryContext } from "../connection/context";
import { toInstant } from "../connection/json";
import { newId } from "../connection/new-id";
import type { Prisma } from "../generated/client";

/** A library as it is stored. */
export type PluginLibraryDraft = Omit<StoredPluginLibrary, "id" | "uploadedAt"> & {
  readonly content: Uint8Array<ArrayBuffer>;
};

/** Reads libraries of plugins. */
export interface PluginLibraryReader {
  /** The newest first, without their contents. */
  list(): Promise<readonly StoredPluginLibrary[]>;
  find(id: string): Promise<StoredPluginLibrary | null>;
  findBySha256(sha256: string): Promise<StoredPluginLibrary | null>;
  /** Null where there is none with that hash. */
  readContent(sha256: string): Promise<Uint8Array | null>;
  /** Whether an operation that was asked to bring it to hosts is not over. */
  isUsed(sha256: string): Promise<boolean>;
}

/** Records libraries of plugins. */
export interface PluginLibraryRepository extends PluginLibraryReader {
  /** Stores a library; one with the same content stays as it is. Returns what is stored. */
  add(draft: PluginLibraryDraft): Promise<StoredPluginLibrary>;
  /** Deletes one; nothing where it is gone. */
  remove(id: string): Promise<void>;
}

const unfinished = ["queued", "running", "undoing"] satisfies OperationState[];
const omit = { content: true } as const;
type Row = Prisma.PluginLibraryGetPayload<{ omit: typeof omit }>;

/** Reads through a connection or a transaction. */
export function createPluginLibraryReader({ connection }: RepositoryContext): PluginLibraryReader {
  return {
    async list() {
      const rows = await connection.pluginLibrary.findMany({
        omit,
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      });
      return rows.map(toLibrary);
    },
    async find(id) {
      const row = await connection.pluginLibrary.findUnique({ where: { id }, omit });
      return row && toLibrary(row);
    },
    async findBySha256(sha256) {
      const row = await connection.pluginLibrary.findUnique({ where: { sha256 }, omit });
      return row && toLibrary(row);
    },
    async readContent(sha256) {
      const row = await connection.pluginLibrary.findUnique({
        where: { sha256 },
        select: { content: true },
      });
      return row?.content ?? null;
    },
    async isUsed(sha256) {
      const row = await connection.operation.findFirst({
        where: { state: { in: [...unfinished] }, input: { path: ["library"], equals: sha256 } },
        select: { id: true },
      });
      return row !== null;
    },
  };
}

/** Writes within a transaction. */
export function createPluginLibraryRepository(context: RepositoryContext): PluginLibraryRepository {
  const { connection } = context;
  return {
    ...createPluginLibraryReader(context),
    async add(draft) {
      const row = await connection.pluginLibrary.upsert({
        where: { sha256: draft.sha256 },
        create: { id: newId(), ...draft },
        update: {},
        omit,
      });
      return toLibrary(row);
    },
    async remove(id) {
      await connection.pluginLibrary.deleteMany({ where: { id } });
    },
  };
}

function toLibrary({ createdAt, ...row }: Row): StoredPluginLibrary {
  return StoredPluginLibrary.parse({ ...row, uploadedAt: toInstant(createdAt) });
}
