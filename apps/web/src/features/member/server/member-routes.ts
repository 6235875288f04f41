import {
  isRefusal,
  type MemberAction,
  MemberStartFields,
  MemberStopOrder,
  type ProblemDetail,
  type Refusal,
  refuse,
  withPort,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, UnitOfWork } from "@primacy/db";
import { readFields } from "../../../server/api/read-fields";
import { type RawCall, route } from "../../../server/api/route";
import { checkAboutCluster, checkConfirmation, requireCluster } from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";

type MemberKind = "member.check" | `member.${MemberAction}`;
type MemberParams = { readonly id: string; readonly memberId: string };

const StartFields = MemberStartFields.partial();
const StopFields = MemberStopOrder.partial();

/** Starting, stopping and rejoining one member. */
export const memberRoutes = {
  checkMember: route(endpoints.checkMember, (call) =>
    startOperation(call, "member.check", (unit) =>
      planMember(unit, "member.check", call.params, (memberId) => ({ memberId, ...call.body })),
    ),
  ),
  startMember: route(
    endpoints.startMember,
    (call) =>
      startOperation(call, "member.start", (unit) => {
        const { confirm, ...order } = call.body;
        const input = (memberId: string) => ({ memberId, ...order });
        return planMember(unit, "member.start", call.params, input, confirm);
      }),
    (raw) => checkRaw(raw, readFields(StartFields, raw.body)?.confirm),
  ),
  stopMember: route(
    endpoints.stopMember,
    (call) =>
      startOperation(call, "member.stop", (unit) => {
        const { confirm, ...order } = call.body;
        const input = (memberId: string) => ({ memberId, ...order });
        return planMember(unit, "member.stop", call.params, input, confirm);
      }),
    (raw) => checkRaw(raw, readFields(StopFields, raw.body)?.confirm),
  ),
  rejoinMember: route(
    endpoints.rejoinMember,
    (call) =>
      startOperation(call, "member.rejoin", (unit) => {
        const { confirm, ...order } = call.body;
        const input = (memberId: string) => ({ memberId, ...order });
        return planMember(unit, "member.rejoin", call.params, input, confirm);
      }),
    (raw) => checkRaw(raw, readFields(StartFields, raw.body)?.confirm),
  ),
};

async function planMember<K extends MemberKind>(
  unit: UnitOfWork,
  kind: K,
  { id, memberId }: MemberParams,
  toInput: (memberId: string) => OperationStart<K>["input"],
  confirm?: string,
): Promise<(OperationStart<K> & { readonly kind: K }) | Refusal> {
  const cluster = await requireCluster(unit, id);
  if (isRefusal(cluster)) return cluster;
  const member = findMember(cluster, memberId);
  if (member === undefined) return refuse("not_found", [], { what: "member" });
  const problems = checkConfirmation(cluster, confirm);
  if (problems.length > 0) return refuse("validation_failed", problems);
  const { name } = cluster;
  return {
    kind,
    title: { cluster: name, member: member.hostName ?? withPort(member.address, member.port) },
    clusterId: id,
    input: toInput(memberId),
    target: { kind: "cluster", id, name },
  };
}

function findMember(cluster: ClusterRecord, memberId: string): ClusterRecord["members"][number] | undefined {
  return cluster.members.find((one) => one.id === memberId);
}

function checkRaw(
  { context, params }: RawCall<MemberParams>,
  confirm: string | undefined,
): Promise<readonly ProblemDetail[]> {
  return checkAboutCluster(context.database, params.id, async (cluster) => {
    const problems = checkConfirmation(cluster, confirm);
    return problems.length > 0 ? refuse("validation_failed", problems) : null;
  });
}
