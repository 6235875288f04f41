import { defaultVipTimings, VipTimings } from "@primacy/contract";
import { checkTimings } from "@primacy/core/vip";
import { expect, test } from "vitest";
import { planTestDocument } from "../testing/test-document";
import { findNewMaintenance, planTimings, planVipConfigs } from "./plan-config";

const [first] = planTestDocument().vips;
const vips = ["10.0.0.100", "10.0.1.100", "10.0.0.101", "192.168.255.254"].flatMap((address, position) =>
  first === undefined ? [] : [{ ...first, address, vipId: `0198f3f0-6d1e-7c3a-9f0e-00000000010${position}` }],
);
const labelsOf = (listed: typeof vips): Record<string, string> =>
  Object.fromEntries(
    planVipConfigs(planTestDocument({ vips: listed })).map(({ vipId, target }) => [vipId, target.label]),
  );

test("an address keeps its label when others come, go or change places", () => {
  const all = labelsOf(vips);
  for (const [position, vip] of vips.entries()) {
    const others = vips.filter((_one, other) => other !== position);
    expect({ ...labelsOf(others), [vip.vipId]: all[vip.vipId] }).toEqual(all);
  }
  expect(labelsOf([...vips].reverse())).toEqual(all);
});

test("no two addresses of a host share a label, also in networks that number alike", () => {
  const nic = "enp129s0f0np0.1";
  const labels = Object.values(labelsOf(vips.map((vip) => ({ ...vip, nic }))));
  expect(new Set(labels).size).toBe(vips.length);
});

test("connections are cut at a release unless the document says otherwise", () => {
  const policies = (["cut", "leave", undefined] as const).map((onRelease) =>
    planVipConfigs(
      planTestDocument({
        vips: vips.slice(0, 1).map((vip) => ({ ...vip, ...(onRelease === undefined ? {} : { onRelease }) })),
      }),
    ).map(({ policy, guardedPorts }) => [policy.onRelease, guardedPorts]),
  );
  expect(policies.flat()).toEqual([
    ["cut", [3306]],
    ["leave", [3306]],
    ["cut", [3306]],
  ]);
});

test("a paused VIP is part of its configuration, and sets no maintenance of the host", () => {
  const document = (maintenance: "none" | "hold" | "release") =>
    planTestDocument({ vips: vips.slice(0, 1).map((vip) => ({ ...vip, maintenance })) });
  const [vipId = ""] = vips.map((vip) => vip.vipId);
  expect(planVipConfigs(document("hold")).map((config) => config.isPaused)).toEqual([true]);
  expect(planVipConfigs(document("none")).map((config) => config.isPaused)).toEqual([undefined]);
  const keep = { epoch: 1, blocked: null, tombstoneUntilMs: null } as const;
  const modes = (["hold", "none", "release"] as const).map((mode) => ({ mode, document: document(mode) }));
  const own = { hold: "none", none: "none", release: "release" } as const;
  for (const { mode, document: next } of modes) {
    const fresh = findNewMaintenance({ vipId, document: next, before: null, persisted: null });
    expect(fresh).toBe(own[mode]);
    for (const before of modes) {
      const found = findNewMaintenance({ vipId, document: next, before: before.document, persisted: null });
      expect(found).toBe(own[before.mode] === own[mode] ? null : own[mode]);
    }
    // What an operator said on the host outlasts a restart of its agent.
    const persisted = { vipId, ...keep, maintenance: "release" as const };
    expect(findNewMaintenance({ vipId, document: next, before: null, persisted })).toBeNull();
  }
});

test("what the contract takes as timings, and what the decision takes, is the same", () => {
  const { pollMs, evidenceMaxAgeMs, releaseAfterMs, leaseSeconds } = defaultVipTimings;
  const changes: readonly Partial<VipTimings>[] = [
    {},
    { kernelSlackMs: 1049 },
    { kernelSlackMs: 1050 },
    { evidenceMaxAgeMs: pollMs },
    { pollMs: 330 },
    { releaseAfterMs: evidenceMaxAgeMs + pollMs - 1 },
    { releaseAfterMs: evidenceMaxAgeMs + pollMs, probeDeadlineMs: 500 },
    { releaseAfterMs: leaseSeconds * 1000 },
    { releaseAfterMs: leaseSeconds * 1000 - 1 },
    { leaseSeconds: 1 },
    { leaseSeconds: 5 },
    { leaseSeconds: 6 },
    { leaseSeconds: 1.5 },
    { probeDeadlineMs: releaseAfterMs },
    { probeDeadlineMs: releaseAfterMs - 1 },
    { strangerMaxAgeMs: 1999 },
    { strangerMaxAgeMs: 2000 },
    { proofGuardMs: 49 },
    { cooldownMs: 0 },
    { cooldownMs: -1 },
    { tombstoneSeconds: 0 },
  ];
  for (const change of changes) {
    const timings = { ...defaultVipTimings, ...change };
    const isUsable = checkTimings(planTimings(timings)).length === 0;
    expect(VipTimings.safeParse(timings).success, JSON.stringify(change)).toBe(isUsable);
  }
  expect(
    changes.filter((change) => VipTimings.safeParse({ ...defaultVipTimings, ...change }).success),
  ).toHaveLength(8);
});
