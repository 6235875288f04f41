import { OptionFileEdit, type Vip, VipProof } from "@primacy/contract";
import type { OptionUndo } from "@primacy/core/option-file";
import type { WorkerContext } from "../../context";

const pageSize = 100;

/**
 * The edits of option files with which a VIP was applied, by host, from the result of that operation; none where its record is gone:
 * then the plugin's lines are found by their names.
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
