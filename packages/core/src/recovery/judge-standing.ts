import type { Message } from "@primacy/contract";
import {
  type AnsweringMember,
  findAnswering,
  isSame,
  type OwnView,
  type RecoveryMember,
  readOwnView,
} from "./snapshot";

/**
 * Why another member cannot write beside the group that is brought back: `stays`, it is in it; `out`, its server says that it
 * is in no group, and read-only; `gone`, nothing listens where it would, neither for its agent nor for the console; `unproven`, nobody reaches it, so that
 * an operator must answer for it. Every other standing forbids the recovery.
 */
export type Standing =
  | { readonly kind: "stays"; readonly member: AnsweringMember }
  | { readonly kind: "out"; readonly member: AnsweringMember }
  | { readonly kind: "gone"; readonly reason: Message }
  | { readonly kind: "unproven"; readonly reason: Message }
  | { readonly kind: "in_group"; readonly hasMajority: boolean }
  | { readonly kind: "writable" }
  | { readonly kind: "other_server"; readonly uuid: string }
  /** Its host answers somebody, but its server does not. */
  | { readonly kind: "heard"; readonly by: readonly string[]; readonly reason: Message }
  /** Something at its address answers the console. */
  | { readonly kind: "answering"; readonly reason: Message }
  /** What would go on counts it among those that it reaches. */
  | { readonly kind: "present" }
  /** Nobody reaches it, and it is on no host that an order could name. */
  | { readonly kind: "unnameable"; readonly reason: Message };

/** Judges another member. `stays`: who is in the group that goes on, by the view of its own members; null: it is founded anew. */
export function judgeStanding(member: RecoveryMember, stays: OwnView | null): Standing {
  const { server, agent, heardBy } = member;
  const answering = findAnswering(member);
  if (answering !== null) return judgeAnswering(answering, stays);
  if (server.kind === "answering") return { kind: "other_server", uuid: server.uuid };
  const { reason } = server;
  // A server that only the group hears may be its primary.
  if (stays?.presentUuids.includes(member.serverUuid.toLowerCase()) === true) return { kind: "present" };
  if (agent.kind === "answering")
    return agent.isServerGone && server.isRefused
      ? { kind: "gone", reason: agent.reason }
      : { kind: "heard", by: [member.name], reason };
  if (heardBy.length > 0) return { kind: "heard", by: heardBy, reason };
  if (server.isHostAnswering || agent.isHostAnswering) return { kind: "answering", reason };
  return member.hostId === null ? { kind: "unnameable", reason } : { kind: "unproven", reason };
}

function judgeAnswering(member: AnsweringMember, stays: OwnView | null): Standing {
  const view = readOwnView(member);
  if (view !== null) {
    const isOne = stays !== null && view.presentUuids.join() === stays.presentUuids.join();
    return isOne && !view.hasMajority
      ? { kind: "stays", member }
      : { kind: "in_group", hasMajority: view.hasMajority };
  }
  return member.server.isSuperReadOnly ? { kind: "out", member } : { kind: "writable" };
}

/** Voters of a group that are none of the cluster's members, as `host:port`. */
export function listUnregisteredVoters(view: OwnView, members: readonly RecoveryMember[]): readonly string[] {
  return view.voters
    .filter((voter) => !members.some((member) => isSame(member.serverUuid, voter.serverUuid)))
    .map(({ host, port }) => `${host}:${port}`);
}

/** The hosts that a server looks for its group at, and that are those of none of the cluster's members. */
export function listUnknownSeeds(
  { server }: AnsweringMember,
  members: readonly RecoveryMember[],
): readonly string[] {
  const known = new Set(
    members.flatMap((member) => [
      member.address,
      member.name,
      ...(member.server.kind === "answering" && member.server.localAddress !== null
        ? [member.server.localAddress.replace(/:\d+$/, "")]
        : []),
    ]),
  );
  return server.seedHosts.filter((host) => !known.has(host));
}
