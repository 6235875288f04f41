import { OptionFileEdit, type Vip, VipProof } from "@primacy/contract";
import type { OptionUndo } from "@primacy/core/option-file";
import type { WorkerContext } from "../../context";

const pageSize = 100;

/**
 * The edits of option files with which a VIP was applied, by host, from the result of that operation; none for a host where nothing was
 * edited, and none at all where the record is gone: then no line is known to be Primacy's own.
 */
export async function findAppliedEdits(
  { db }: Pick<WorkerContext, "db">,
  vip: Pick<Vip, "id" | "clusterId">,
): Promise<ReadonlyMap<string, OptionUndo>> {
  const { items } = await db.operations.list(
    { clusterId: vip.clusterId, kind: "vip.apply", state: "succeeded" },
    { after: null, limit: pageSize },
  );
  const proofs = items.flatMap(({ result }) => VipProof.safeParse(result).data ?? []);
  const own = proofs.find((proof) => proof.vipId === vip.id);
  return new Map((own?.optionFiles ?? []).map(({ hostId, edit }) => [hostId, OptionFileEdit.parse(edit)]));
}
