import { type Refusal, refuse, withPort } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, Readers } from "@primacy/db";
import { refuseInvalid } from "../../../server/api/join-refusals";
import { aboutCluster, checkConfirmation } from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";
import type { OperationStart } from "../../operation/server/start-operation";

interface FoundMember {
  readonly cluster: ClusterRecord;
  readonly member: ClusterRecord["members"][number];
}

/** Starting, stopping and rejoining one member. */
export const memberRoutes = {
  checkMember: orderRoute(endpoints.checkMember, {
    kind: "member.check",
    find: findMember,
    start: (found, request) => ({ ...aboutMember(found), input: { memberId: found.member.id, ...request } }),
  }),
  startMember: orderRoute(endpoints.startMember, {
    kind: "member.start",
    find: findMember,
    refuse: refuseUnconfirmed,
    start: (found, { confirm, ...order }) => ({
      ...aboutMember(found),
      input: { memberId: found.member.id, ...order },
    }),
  }),
  stopMember: orderRoute(endpoints.stopMember, {
    kind: "member.stop",
    find: findMember,
    refuse: refuseUnconfirmed,
    start: (found, { confirm, ...order }) => ({
      ...aboutMember(found),
      input: { memberId: found.member.id, ...order },
    }),
  }),
  rejoinMember: orderRoute(endpoints.rejoinMember, {
    kind: "member.rejoin",
    find: findMember,
    refuse: refuseUnconfirmed,
    start: (found, { confirm, ...order }) => ({
      ...aboutMember(found),
      input: { memberId: found.member.id, ...order },
    }),
  }),
};

async function findMember(
  readers: Readers,
  { id, memberId }: { readonly id: string; readonly memberId: string },
): Promise<FoundMember | Refusal> {
  const cluster = await readers.clusters.find(id);
  if (cluster === null) return refuse("not_found", [], { what: "cluster" });
  const member = cluster.members.find((one) => one.id === memberId);
  return member === undefined ? refuse("not_found", [], { what: "member" }) : { cluster, member };
}

function refuseUnconfirmed(
  _: Readers,
  { cluster }: FoundMember,
  { confirm }: { readonly confirm?: string | undefined },
): Refusal | null {
  return refuseInvalid(checkConfirmation(cluster, confirm));
}

function aboutMember({
  cluster,
  member,
}: FoundMember): Pick<OperationStart<"member.check">, "title" | "clusterId" | "target"> {
  const name = member.hostName ?? withPort(member.address, member.port);
  return { ...aboutCluster(cluster), title: { cluster: cluster.name, member: name } };
}
