import type { HostCondition, ServerReach, Topology } from "@primacy/contract";
import { withPort } from "@primacy/contract";

/** A member as one picture shows it. */
export interface SeenMember {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly hostId: string | null;
  readonly hostName: string;
  readonly role: string | null;
  readonly state: string | null;
  readonly server: ServerReach;
  readonly condition: HostCondition;
  readonly isStale: boolean;
}

/** A write VIP that is to be beside the primary. */
export interface SeenVip {
  readonly vipId: string;
  readonly address: string;
  readonly holders: readonly string[];
}

/** What of one picture decides whether an incident begins, lasts, or is over; `atMs` is of the console's monotonic clock. */
export interface IncidentLook {
  readonly atMs: number;
  readonly isSinglePrimary: boolean | null;
  readonly isWritable: boolean | null;
  readonly hasMajority: boolean | null;
  readonly primaryMemberId: string | null;
  readonly members: readonly SeenMember[];
  readonly vips: readonly SeenVip[];
}

/** What a picture shows of primary and addresses. Read VIPs, and what is switched off, paused or let go on purpose, are no part of it. */
export function observeTopology(
  topology: Pick<
    Topology,
    "hosts" | "vips" | "primaryMemberId" | "isSinglePrimary" | "isWritable" | "hasMajority"
  >,
  atMs: number,
): IncidentLook {
  const { isSinglePrimary, isWritable, hasMajority, primaryMemberId } = topology;
  return {
    atMs,
    isSinglePrimary,
    isWritable,
    hasMajority,
    primaryMemberId,
    members: topology.hosts.flatMap((host) =>
      host.members.map((member) => ({
        memberId: member.memberId,
        serverUuid: member.serverUuid,
        name: host.hostId === null ? withPort(member.address, member.port) : host.name,
        hostId: host.hostId,
        hostName: host.name,
        role: member.role,
        state: member.state,
        server: member.server,
        condition: host.condition,
        isStale: host.isStale,
      })),
    ),
    vips: topology.vips
      .filter(
        ({ kind, isEnabled, paused, agents }) =>
          kind === "write" && isEnabled && paused === undefined && agents.every(isAtWork),
      )
      .map(({ vipId, address, kernelHostIds }) => ({ vipId, address, holders: kernelHostIds })),
  };
}

function isAtWork({ state }: { readonly state: string }): boolean {
  return state !== "MAINT";
}

/** The primary that a look shows; null: none. */
export function primaryOf({ members, primaryMemberId }: IncidentLook): SeenMember | null {
  return members.find(({ memberId }) => memberId === primaryMemberId) ?? null;
}
