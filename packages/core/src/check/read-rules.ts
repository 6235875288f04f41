import type { Finding } from "./build-check";
import type { VipCheck, VipSubject } from "./vip-needs";

/** The checks of the group that a read VIP has beside those of every VIP; none for a write VIP. */
export const readGroupChecks: readonly VipCheck[] = [
  { code: "read_secondaries", scope: "cluster", needs: "nothing", applies: isRead, judge: secondaries },
];

function isRead({ request }: VipSubject): boolean {
  return request.kind === "read";
}

/** Where nobody is the primary, that is another check's affair. */
function secondaries({ snapshot, group }: VipSubject): readonly Finding[] {
  const primary = snapshot.members.find((member) => member.serverUuid === group.primaryUuid);
  if (primary === undefined) return [];
  const names = snapshot.members
    .filter((member) => member !== primary)
    .filter(({ serverUuid }) =>
      group.members.some((one) => one.serverUuid === serverUuid && one.state === "ONLINE"),
    )
    .map((member) => member.name);
  const params = { members: names.join(", "), primary: primary.name };
  return names.length > 0
    ? [{ result: "pass", evidence: "check.read_secondaries.pass", params }]
    : [
        {
          result: "warn",
          evidence: "check.read_secondaries.warn",
          remedy: "check.read_secondaries.remedy",
          params,
        },
      ];
}
