import { type Check, formatMessage, type VipRequest } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { mysqlOf, statusOf } from "../topology/topology-snapshot.fixture";
import { member, observation, others, sight, snapshot, views } from "./catalogue.fixture";
import { checkVip } from "./check-vip";
import type { CheckedMember, HostSight, VipCheckSnapshot } from "./snapshot";

const read: Partial<VipRequest> = { kind: "read" };

function find(code: string, of: VipCheckSnapshot, name: string | null = null): Check | undefined {
  return checkVip(of).checks.find((check) => check.code === code && check.hostName === name);
}

function seen(n: number, lagMs = 0): HostSight {
  const status = statusOf(n, { mysql: mysqlOf(n, { appliedLagMs: lagMs, applyQueue: 0, certifyQueue: 0 }) });
  return { kind: "observed", observation: observation(n), status };
}

function lagging(lagMs: number, asked: Partial<VipRequest>): VipCheckSnapshot {
  const members: CheckedMember[] = [member(1), member(2, seen(2, lagMs)), member(3)];
  return snapshot({ members }, asked);
}

describe("the checks of a read VIP", () => {
  it("pass on a sound group, and estimate no pause of writes", () => {
    const report = checkVip(snapshot({}, read));
    expect(report.checks.filter((check) => check.result !== "pass")).toEqual([]);
    expect(report.estimates).toEqual([]);
    expect(find("read_secondaries", snapshot({}, read))?.evidence.text).toContain("db2, db3");
  });

  it("are none of a write VIP's", () => {
    const of = snapshot({ members: others(seen(1)) });
    const own = checkVip(of).checks.map((check) => check.code);
    expect(own).not.toContain("read_secondaries");
    expect(checkVip(of).hasFailures).toBe(false);
  });

  it("warn where no secondary is online, and forbid nothing because of that", () => {
    const of = snapshot({ members: [member(1)], views: views(["ONLINE"]) }, read);
    expect(find("read_secondaries", of)).toMatchObject({
      result: "warn",
      evidence: { params: { primary: "db1" } },
    });
    expect(checkVip(of).hasFailures).toBe(false);
    const recovering = snapshot({ views: views(["ONLINE", "RECOVERING", "ONLINE"]) }, read);
    expect(find("read_secondaries", recovering)?.evidence.params).toMatchObject({ members: "db3" });
  });

  it("say nothing of secondaries where nobody is known to be the primary", () => {
    expect(find("read_secondaries", snapshot({ views: [] }, read))).toBeUndefined();
  });

  it("warn of a member that is behind by more than the limit that was asked for", () => {
    const strict = { kind: "read", reads: { policy: "to_primary", maxLagSeconds: 2 } } as const;
    const rows = [
      [lagging(2_001, strict), "check.backlog.warn_read"],
      [lagging(2_000, strict), "check.backlog.warn"],
      [lagging(11_000, read), "check.backlog.warn_read"],
      [lagging(9_000, read), "check.backlog.warn"],
      [lagging(11_000, {}), "check.backlog.warn"],
      [lagging(500, read), "check.backlog.pass"],
    ] as const;
    for (const [of, code] of rows) expect(find("backlog", of, "db2")?.evidence.code).toBe(code);
    expect(find("backlog", lagging(2_001, strict), "db2")?.evidence.text).toContain("limit of 2 s");
  });

  it("do not speak of a VIP that follows the primary, nor leave a placeholder", () => {
    const four = views(["ONLINE", "ONLINE", "ONLINE", "ONLINE"]);
    const reports = [
      snapshot({ views: four }, read),
      snapshot({ members: others(seen(1)) }, read),
      snapshot({ members: [member(1)], views: views(["ONLINE"]) }, read),
      snapshot({ views: views().map((view) => ({ ...view, isSinglePrimary: false })) }, read),
      lagging(60_000, read),
      snapshot({ members: others(sight(1)) }, read),
    ].map(checkVip);
    const texts = reports.flatMap(({ checks }) =>
      checks.flatMap(({ title, evidence, remedy }) => [title, evidence, remedy ?? title]),
    );
    const told = texts.flatMap((text) => [formatMessage(text, "en"), formatMessage(text, "zh")]);
    expect(told.filter((text) => /\{\w+/.test(text))).toEqual([]);
    expect(told.filter((text) => /write VIP|the VIP would be nowhere whenever|写 VIP/.test(text))).toEqual(
      [],
    );
    expect(find("members_registered", snapshot({ views: four }, read))?.result).toBe("fail");
  });
});
