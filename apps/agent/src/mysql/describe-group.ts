import type { MysqlStatus } from "@primacy/contract/agent";
import type { GroupMember, RoleObservation, VipInput } from "@primacy/core/vip";
import type { StatusRead } from "./server-watch";

/**
 * How long a server of MySQL's own source has not heard a member that it begins to show as UNREACHABLE: the failure
 * detector of XCom waits 5 s (`DETECTOR_LIVE_TIMEOUT` in MySQL's source), less its clock's error. Others may wait for less.
 */
const silenceBeforeUnreachableMs = 4950;
/** How builds of MySQL's own source call themselves in `version_comment`: Oracle's, and those of Debian and Ubuntu. */
const ownSource = /^MySQL (?:Community|Enterprise) Server\b|^\((?:Debian|Ubuntu)\)$/;
const states: readonly RoleObservation["memberState"][] = [
  "ONLINE",
  "RECOVERING",
  "OFFLINE",
  "ERROR",
  "UNREACHABLE",
];

/** The group as the local server shows it, for the decision. `findHostOf` names the configured host of a server, or null. */
export function describeGroup(
  status: MysqlStatus,
  { startedMs, build }: StatusRead,
  findHostOf: (serverUuid: string) => string | null,
): Extract<VipInput, { kind: "group-observed" }> {
  const members = status.members.map(
    ({ serverUuid, state }): GroupMember => ({ hostId: findHostOf(serverUuid), state: parseState(state) }),
  );
  return {
    kind: "group-observed",
    readStartedAtMs: startedMs,
    self: parseState(status.memberState ?? ""),
    members,
    silenceBeforeMs: ownSource.test(build) ? silenceBeforeUnreachableMs : 0,
  };
}

function parseState(text: string): RoleObservation["memberState"] {
  return states.find((state) => state === text) ?? "unknown";
}
