import type { AgentStatus, MemberView, MysqlStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { vip } from "./drill-group.fixture";
import type { DrillRecord } from "./drill-record";
import { cutRecord, recordedDrill, withSilence, withStatus, zeroMs } from "./drill-record.fixture";
import { judgeHalt } from "./judge-halt";

const at = (ms: number, record: DrillRecord = recordedDrill()): DrillRecord => cutRecord(record, zeroMs + ms);
const holding =
  (isHeld: boolean) =>
  (status: AgentStatus): AgentStatus => ({
    ...status,
    nics: status.nics.map((nic) => ({
      ...nic,
      addresses: isHeld ? [{ address: vip, prefixLength: 32, label: null, validSeconds: 2 }] : [],
    })),
  });
const members =
  (change: (member: MemberView) => MemberView[], own: Partial<MysqlStatus> = {}) =>
  (status: AgentStatus): AgentStatus => ({
    ...status,
    mysql: { ...status.mysql, members: status.mysql.members.flatMap(change), ...own },
  });
const db3 = "20000000-0000-4000-8000-000000000003";

describe("a drill that runs", () => {
  it("is not halted at any second of one that goes as planned", () => {
    for (const restarts of [false, true]) {
      const record = recordedDrill({ restarts });
      for (let ms = -3_000; ms <= 15_000; ms += 1_000) expect(judgeHalt(at(ms, record)), `${ms}`).toBeNull();
    }
  });

  it("is halted where two kernels have an address for longer than both clocks' errors", () => {
    const record = withStatus(recordedDrill(), 1, 11_000, holding(true));
    expect(judgeHalt(at(11_100, record))).toBeNull();
    expect(judgeHalt(at(12_000, record))).toMatchObject({
      code: "drill_halt.dual_holders",
      params: { hosts: "db1, db2", address: vip },
    });
  });

  it("is not halted by two that seem to have it by less than the clocks may be wrong", () => {
    const record = withStatus(recordedDrill(), 1, 11_000, holding(true));
    const vague = { ...record, frames: record.frames.map((one) => ({ ...one, errorMs: 2_000 })) };
    expect(judgeHalt(at(12_000, vague))).toBeNull();
  });

  it("is not halted by a host that had an address when it fell silent", () => {
    const record = withSilence(withStatus(recordedDrill(), 1, 0, holding(true)), 1, 1_000);
    expect(judgeHalt(at(14_000, record))).toBeNull();
  });

  it("is halted where no kernel has the VIP for longer than predicted and 5 s more", () => {
    const record = withStatus(recordedDrill({ expelSeconds: 0 }), 2, 0, holding(false));
    const kept: DrillRecord = { ...record, nowMs: zeroMs + 60_000 };
    // 7.8 s are predicted, and the address was gone after 0.4 s.
    expect(judgeHalt(at(13_000, kept))).toBeNull();
    expect(judgeHalt(at(13_500, kept))).toMatchObject({
      code: "drill_halt.no_holder",
      params: { address: vip, limitMs: 12_800 },
    });
    expect(judgeHalt(at(13_500, { ...kept, estimate: null, objectiveMs: 7_000 }))?.code).toBe(
      "drill_halt.no_holder",
    );
    expect(judgeHalt(at(13_500, { ...kept, estimate: null }))).toBeNull();
  });

  it("is halted where no kernel has a VIP that is no way of the drill, but for read VIPs and those that the primary did not have", () => {
    const whole = withStatus(recordedDrill({ expelSeconds: 0, ways: ["router"] }), 2, 0, holding(false));
    const unheld: DrillRecord = { ...whole, nowMs: zeroMs + 60_000 };
    expect(judgeHalt(at(13_000, unheld))).toBeNull();
    expect(judgeHalt(at(13_500, unheld))).toMatchObject({
      code: "drill_halt.no_holder",
      params: { address: vip },
    });
    const read = withStatus(unheld, 3, -1_000_000, (status) => ({
      ...status,
      vips: status.vips.map((one) => ({ ...one, assignedHostId: null })),
    }));
    expect(judgeHalt(at(13_500, read))).toBeNull();
    expect(judgeHalt(at(13_500, withStatus(unheld, 1, -1_000_000, holding(false))))).toBeNull();
  });

  describe("where a host is silent that may be the holder", () => {
    const silent = withSilence(withStatus(recordedDrill({ expelSeconds: 0 }), 2, 0, holding(false)), 1, 200);
    const observerId = "50000000-0000-4000-8000-000000000004";
    /** What the observing host was answered each second, in milliseconds from the fault: the card of db1 until then, and nobody from there on. */
    const watched = (untilMs: number, toMs = 60_000): DrillRecord => {
      const [first] = silent.frames;
      if (first === undefined) throw new Error("nobody says anything");
      const { offsetMs, errorMs } = silent.probe;
      const frames = Array.from({ length: Math.floor(toMs / 1_000) }, (_none, second) => {
        const askedMonotonicMs = zeroMs + second * 1_000 - offsetMs;
        const macs = second * 1_000 < untilMs ? ["02:00:00:00:00:11"] : [];
        const clock = { ...first.status.clock, bootId: "b4", monotonicMs: askedMonotonicMs + 20 };
        const wire = [{ vipId: observerId, address: vip, askedMonotonicMs, macs }];
        const status = { ...first.status, hostId: observerId, clock, nics: [], vips: [], wire };
        return { hostId: observerId, offsetMs, errorMs, status };
      });
      const probe = { ...silent.probe, hostId: observerId };
      return { ...silent, nowMs: zeroMs + 60_000, probe, frames: [...silent.frames, ...frames] };
    };

    it("a drill is halted once nobody has answered on the wire for longer than predicted and 5 s more", () => {
      expect(judgeHalt(at(15_700, watched(3_500)))).toBeNull();
      expect(judgeHalt(at(15_900, watched(3_500)))).toMatchObject({
        code: "drill_halt.no_holder",
        params: { address: vip, limitMs: 12_800 },
      });
    });

    it("it is not where somebody answers, the observing host has not asked for 3 s, or never did", () => {
      for (const record of [watched(60_000), watched(3_500, 12_000), silent])
        expect(judgeHalt(at(15_900, record))).toBeNull();
    });
  });

  it("is halted where the new primary shows another member than the target as lost for a second, and not at a blip", () => {
    const lost = members((one) => [one.serverUuid === db3 ? { ...one, state: "UNREACHABLE" } : one]);
    const from = (fromMs: number, change: Parameters<typeof withStatus>[3]) =>
      withStatus(recordedDrill(), 2, fromMs, change);
    expect(judgeHalt(at(12_400, from(11_500, lost)))).toBeNull();
    expect(judgeHalt(at(14_000, from(11_500, lost)))).toMatchObject({
      code: "drill_halt.member_lost",
      params: { state: "UNREACHABLE" },
    });
    const blip = withStatus(from(11_500, lost), 2, 12_400, (status) => {
      const whole = status.mysql.members.map((one) => ({ ...one, state: "ONLINE" }));
      return { ...status, mysql: { ...status.mysql, members: whole } };
    });
    expect(judgeHalt(at(14_000, blip))).toBeNull();
    const error = members((one) => [one.serverUuid === db3 ? { ...one, state: "ERROR" } : one]);
    expect(judgeHalt(at(14_000, from(11_500, error)))).toMatchObject({
      code: "drill_halt.member_lost",
      params: { member: "db3", primary: "db2", state: "ERROR" },
    });
    const gone = members((one) => (one.serverUuid === db3 ? [] : [one]));
    expect(judgeHalt(at(14_000, from(11_500, gone)))).toMatchObject({
      code: "drill_halt.member_gone",
      params: { member: "db3" },
    });
    const recovering = members((one) => [one.serverUuid === db3 ? { ...one, state: "RECOVERING" } : one]);
    expect(judgeHalt(at(14_000, from(11_500, recovering)))).toBeNull();
  });

  it("is halted where every server of the group sees half of it as unreachable, and not where one does", () => {
    const alone = members((one) => [{ ...one, state: one.serverUuid === db3 ? one.state : "UNREACHABLE" }]);
    const silent = withSilence(withStatus(recordedDrill(), 3, 5_400, alone), 2, 2_000);
    expect(judgeHalt(at(6_000, silent))).toMatchObject({
      code: "drill_halt.no_majority",
      params: { reachable: 1, total: 3 },
    });
    expect(judgeHalt(at(6_000, withStatus(recordedDrill(), 3, 5_400, alone)))).toBeNull();
  });

  it("is halted where every server says that it is in no group, and not where they could not be asked", () => {
    const out = (own: Partial<MysqlStatus>) => members(() => [], own);
    const dead = (own: Partial<MysqlStatus>) =>
      withStatus(withStatus(recordedDrill(), 2, 2_000, out(own)), 3, 2_000, out(own));
    expect(judgeHalt(at(4_000, dead({ reach: "down", memberState: null })))?.code).toBe(
      "drill_halt.no_member",
    );
    expect(judgeHalt(at(4_000, dead({ reach: "up", memberState: "ERROR" })))?.code).toBe(
      "drill_halt.no_member",
    );
    expect(judgeHalt(at(4_000, dead({ reach: "denied", memberState: null })))).toBeNull();
  });
});
