import type { Finding } from "./build-check";
import type { VipCheck, VipSubject } from "./vip-needs";

/** The checks of what the hosts have to have in common. A check of which too little is known is left out. */
export const acrossChecks: readonly VipCheck[] = [
  { code: "mtu", scope: "cluster", needs: "nothing", judge: mtu },
  { code: "clocks", scope: "cluster", needs: "nothing", judge: clocks },
];

/** Where they differ, short packets pass and long ones are lost: the group holds together until somebody writes much. */
function mtu({ snapshot }: VipSubject): readonly Finding[] {
  const known = snapshot.members.flatMap(({ name, sight }) => {
    const nic = sight.kind === "observed" ? sight.observation.details.nic : null;
    if (nic === null || nic.mtu === null) return [];
    return [{ name, nic: nic.name, mtu: nic.mtu }];
  });
  const [first] = known;
  if (first === undefined || known.length < 2) return [];
  if (known.every((one) => one.mtu === first.mtu))
    return [{ result: "pass", evidence: "check.mtu.pass", params: { mtu: first.mtu } }];
  const params = { values: known.map((one) => `${one.name} ${one.nic} ${one.mtu}`).join(", ") };
  return [{ result: "warn", evidence: "check.mtu.warn", remedy: "check.mtu.remedy", params }];
}

const warnAboveMs = 1_000;

/** Nothing of the VIP depends on wall clocks; people who read logs of several hosts do. */
function clocks({ snapshot }: VipSubject): readonly Finding[] {
  const known = snapshot.members.flatMap(({ name, sight }) =>
    sight.kind === "observed" && sight.clockOffsetMs !== undefined
      ? [{ name, offsetMs: Math.round(sight.clockOffsetMs) }]
      : [],
  );
  if (known.length === 0) return [];
  // The console's own clock is the zero.
  const offsets = [0, ...known.map((one) => one.offsetMs)];
  const params = {
    spreadMs: Math.max(...offsets) - Math.min(...offsets),
    values: known.map((one) => `${one.name} ${one.offsetMs > 0 ? "+" : ""}${one.offsetMs} ms`).join(", "),
  };
  return params.spreadMs > warnAboveMs
    ? [{ result: "warn", evidence: "check.clocks.warn", remedy: "check.clocks.remedy", params }]
    : [{ result: "pass", evidence: "check.clocks.pass", params }];
}
