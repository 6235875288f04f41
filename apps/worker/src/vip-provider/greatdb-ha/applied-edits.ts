import {
  type Operation,
  type OperationKind,
  OptionFileEdit,
  type Vip,
  VipMigrationProof,
  VipProof,
} from "@primacy/contract";
import type { OptionUndo } from "@primacy/core/option-file";
import type { WorkerContext } from "../../context";

const pageSize = 100;

/**
 * The edits of option files with which a VIP came to the plugin, by host, from the result of that operation; none for a host where nothing
 * was edited, and none at all where the record is gone: then no line is known to be Primacy's own.
 */
export async function findAppliedEdits(
  { db }: Pick<WorkerContext, "db">,
  vip: Pick<Vip, "id" | "clusterId">,
): Promise<ReadonlyMap<string, OptionUndo>> {
  const list = async (kind: OperationKind): Promise<readonly Operation[]> => {
    const filter = { clusterId: vip.clusterId, kind, state: "succeeded" } as const;
    return (await db.operations.list(filter, { after: null, limit: pageSize })).items;
  };
  return pickEdits([...(await list("vip.migrate")), ...(await list("vip.apply"))], vip.id);
}

/** Those of the newest of these operations that gave the VIP to the plugin. */
export function pickEdits(
  operations: readonly Pick<Operation, "kind" | "createdAt" | "result">[],
  vipId: string,
): ReadonlyMap<string, OptionUndo> {
  const given = operations.flatMap(({ kind, createdAt, result }) => {
    const proof = (kind === "vip.migrate" ? VipMigrationProof : VipProof).safeParse(result).data;
    if (proof?.vipId !== vipId || ("to" in proof && proof.to !== "greatdb_ha")) return [];
    return [{ createdAt, optionFiles: proof.optionFiles ?? [] }];
  });
  const [newest] = given.sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  return new Map((newest?.optionFiles ?? []).map(({ hostId, edit }) => [hostId, OptionFileEdit.parse(edit)]));
}
