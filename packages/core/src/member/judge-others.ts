import type { MemberState } from "@primacy/contract";
import { type GroupView, isPresent, isVoter, type JudgedMember, judgeGroup } from "../cluster";
import type { GtidState } from "./compare-gtids";
import type { GroupAround, MemberPeer } from "./snapshot";

/** What a server answered at the address of another member of the cluster. */
export interface OtherReading {
  readonly name: string;
  /** The `server_uuid` that was registered. */
  readonly serverUuid: string;
  readonly server: {
    readonly uuid: string;
    readonly groupName: string | null;
    readonly state: MemberState | null;
    readonly gtids: GtidState;
    readonly hasClone: boolean;
  };
  readonly view: GroupView;
}

/** The group around a member, and those of it that the member's transactions are compared with. */
export interface JudgedOthers {
  readonly group: GroupAround;
  readonly peers: readonly MemberPeer[];
}

/**
 * Judges the group from what its other members say. Only servers that are the registered ones, and set up for the
 * registered group, have a voice. A peer is one that says that it is ONLINE, and of which the group says so too: one that
 * alone believes itself to be in the group may have what the group never had.
 */
export function judgeOthers(
  target: { readonly serverUuid: string; readonly groupName: string },
  readings: readonly OtherReading[],
): JudgedOthers {
  const ours = readings.filter(
    ({ serverUuid, server }) =>
      isSame(serverUuid, server.uuid) && isSame(server.groupName ?? "", target.groupName),
  );
  const judged = judgeGroup(ours.map((one) => one.view));
  const stateOf = (uuid: string): JudgedMember | undefined =>
    judged.members.find((one) => isSame(one.serverUuid, uuid));
  const own = stateOf(target.serverUuid);
  return {
    group: {
      onlineCount: judged.onlineCount,
      presentCount: judged.members.filter((one) => isPresent(one.state)).length,
      voterCount: judged.voterCount,
      listedState: own?.state ?? null,
      isPrimary: own?.role === "PRIMARY" && isVoter(own.state),
      isSinglePrimary: judged.isSinglePrimary,
    },
    peers: ours
      .filter(({ server }) => server.state === "ONLINE" && stateOf(server.uuid)?.state === "ONLINE")
      .map(({ name, server: { gtids, hasClone } }) => ({ name, gtids, hasClone })),
  };
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
