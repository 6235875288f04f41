import { operationKinds, problemDetail, type ReadVipsOrder, type Refusal, refuse } from "@primacy/contract";
import { moveReadVips, planReadVips, type ReadVipsStep } from "@primacy/core/greatdb-ha";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { findPluginPrimary } from "./plugin-primary";
import { assignStep, awaitReadVipsStep } from "./read-vips-steps";

/** `variables.read_vips`: moves read VIPs of the plugin by the map that the primary has, and awaits them. */
export const readVipsOperation: OperationDefinition = defineOperation<ReadVipsOrder, ReadVipsStep>({
  input: operationKinds["variables.read_vips"].input,
  timeoutMs: 20_000,
  async plan({ worker, operation }, { moves }, signal) {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const unknown = refuseUnknown(loaded, moves);
    if (unknown !== null) return unknown;
    const found = await findPluginPrimary(worker, loaded, signal);
    if (found === null) return refuse("conflict", [problemDetail("", "read_vips_no_map")]);
    const { member, sight } = found;
    const wished = moves.map(({ address, memberId }) => ({
      address,
      serverUuid: memberOf(loaded, memberId)?.serverUuid ?? "",
    }));
    const next = moveReadVips(sight, wished);
    if (!("text" in next)) return refuse("validation_failed", next);
    const targets = moves
      .filter(({ address }) => next.moved.includes(address))
      .map(({ address, memberId }) => ({ address, ...placeOf(memberOf(loaded, memberId)) }));
    const primary = { memberId: member.id, ...placeOf(member) };
    return planReadVips({ clusterId: loaded.cluster.id, primary, text: next.text, targets });
  },
  executors: { "read_vips.assign": assignStep, "read_vips.await": awaitReadVipsStep },
  finish: async () => null,
  settle: noteFinished,
});

type Member = LoadedCluster["cluster"]["members"][number];

/** Why members of an order are none of the cluster. */
function refuseUnknown(loaded: LoadedCluster, moves: ReadVipsOrder["moves"]): Refusal | null {
  const problems = moves.flatMap(({ memberId }, at) =>
    memberOf(loaded, memberId) === undefined
      ? [problemDetail(`/moves/${at}/memberId`, "member_not_of_cluster")]
      : [],
  );
  return problems.length === 0 ? null : refuse("validation_failed", problems);
}

function memberOf({ cluster }: LoadedCluster, memberId: string): Member | undefined {
  return cluster.members.find(({ id }) => id === memberId);
}

function placeOf(member: Member | undefined): { readonly hostId: string | null; readonly hostName: string } {
  return { hostId: member?.hostId ?? null, hostName: member?.hostName ?? member?.address ?? "-" };
}
