import {
  type Operation,
  type OperationKind,
  OptionFileEdit,
  type PlacedDropIn,
  type PlacedLibrary,
  type Vip,
  VipMigrationProof,
  VipProof,
} from "@primacy/contract";
import type { OptionUndo } from "@primacy/core/option-file";
import type { WorkerContext } from "../../context";

const pageSize = 100;

/** What an operation brought to the hosts of a VIP that the plugin moves. */
export interface Applied {
  /** The edits of option files, by host; none for a host where nothing was edited. */
  readonly edits: ReadonlyMap<string, OptionUndo>;
  /** The libraries that hosts got. */
  readonly libraries: readonly PlacedLibrary[];
  /** The drop-ins that services got. */
  readonly dropIns: readonly PlacedDropIn[];
}

/**
 * With what a VIP came to the plugin, from the result of that operation; nothing at all where the record is gone: then no line, no
 * library and no drop-in is known to be Primacy's own.
 */
export async function findApplied(
  { db }: Pick<WorkerContext, "db">,
  vip: Pick<Vip, "id" | "clusterId">,
): Promise<Applied> {
  const list = async (kind: OperationKind): Promise<readonly Operation[]> => {
    const filter = { clusterId: vip.clusterId, kind, state: "succeeded" } as const;
    return (await db.operations.list(filter, { after: null, limit: pageSize })).items;
  };
  return pickApplied([...(await list("vip.migrate")), ...(await list("vip.apply"))], vip.id);
}

/** Of those of these operations that gave the VIP to the plugin: the edits of the newest, and all that was placed. */
export function pickApplied(
  operations: readonly Pick<Operation, "kind" | "createdAt" | "result">[],
  vipId: string,
): Applied {
  const given = operations.flatMap(({ kind, createdAt, result }) => {
    const proof = (kind === "vip.migrate" ? VipMigrationProof : VipProof).safeParse(result).data;
    if (proof?.vipId !== vipId || ("to" in proof && proof.to !== "greatdb_ha")) return [];
    const { optionFiles = [], libraries = [], dropIns = [] } = proof;
    return [{ createdAt, optionFiles, libraries, dropIns }];
  });
  const [newest] = given.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  const files = newest?.optionFiles ?? [];
  return {
    edits: new Map(files.map(({ hostId, edit }) => [hostId, OptionFileEdit.parse(edit)])),
    libraries: given.flatMap(({ libraries }) => libraries),
    dropIns: given.flatMap(({ dropIns }) => dropIns),
  };
}
