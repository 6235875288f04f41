import { randomUUID } from "node:crypto";
import { message } from "@primacy/contract";
import type { AgentStatus, VipContest, VipStatus } from "@primacy/contract/agent";
import { describe, expect, test } from "vitest";
import { unreachableStatus } from "../mysql/read-status";
import { formatMetrics } from "./format-metrics";

const address = "10.77.0.100";
const vipId = "00000000-0000-4000-8000-0000000000aa";

function vip(change: Partial<VipStatus>): VipStatus {
  return {
    vipId,
    address,
    nic: "eth0",
    state: "STANDBY",
    maintenance: "none",
    isBound: false,
    boundSinceMonotonicMs: null,
    leaseEndsMonotonicMs: null,
    evidenceAgeMs: null,
    isGateOpen: false,
    lastProofs: [],
    reasons: [],
    transitions: [],
    ...change,
  };
}

function status(change: Partial<AgentStatus>): AgentStatus {
  return {
    protocol: 2,
    agentVersion: "0.1.0",
    hostId: vipId,
    seq: 1,
    clock: { bootId: "b", monotonicMs: 50_000, wallMs: 0 },
    startedMonotonicMs: 0,
    clusterId: null,
    epoch: null,
    documentHash: null,
    certificateExpiresAt: null,
    hasRstGate: true,
    warnings: [],
    nics: [],
    mysql: unreachableStatus("unconfigured", null, 0),
    vips: [],
    wire: [],
    peers: [],
    residentBytes: 1,
    permitEpoch: null,
    ...change,
  };
}

function ownersOf(change: Partial<AgentStatus>): string[] {
  const lines = formatMetrics([{ status: status(change), loops: [] }]).split("\n");
  return lines.filter((line) => line.startsWith("primacy_agent_vip_wire_owners{"));
}

function answer(askedMonotonicMs: number, macs: string[]): AgentStatus["wire"][number] {
  return { vipId, address, askedMonotonicMs, macs };
}

describe("the owners of an address as one host sees them", () => {
  const contest: VipContest = {
    macs: ["02:00:00:00:00:77"],
    sinceMonotonicMs: 1,
    seenMonotonicMs: 49_000,
    endedMonotonicMs: null,
    announcements: 1,
    askedHostIds: [],
  };
  const sample = (count: number): string[] => [
    `primacy_agent_vip_wire_owners{address="${address}"} ${count}`,
  ];

  test("are itself and whoever answers it too, while it holds", () => {
    const holding = { state: "HOLDING" as const, isBound: true };
    expect(ownersOf({ vips: [vip(holding)] })).toEqual(sample(1));
    expect(ownersOf({ vips: [vip({ ...holding, contest })] })).toEqual(sample(2));
    const over = { ...contest, endedMonotonicMs: 49_500 };
    expect(ownersOf({ vips: [vip({ ...holding, contest: over })] })).toEqual(sample(1));
  });

  test("are whoever answered lately, while it does not hold or is no member at all", () => {
    const wire = [answer(49_000, ["02:00:00:00:00:11"])];
    expect(ownersOf({ vips: [vip({})], wire })).toEqual(sample(1));
    expect(ownersOf({ wire })).toEqual(sample(1));
    const foreign = vip({ reasons: [message("reason.foreign_address")] });
    expect(ownersOf({ vips: [foreign], wire })).toEqual(sample(2));
    expect(ownersOf({ wire: [answer(49_000, [])] })).toEqual(sample(0));
  });

  test("have no sample where nobody was asked lately", () => {
    expect(ownersOf({ vips: [vip({})] })).toEqual([]);
    expect(ownersOf({ vips: [vip({})], wire: [answer(40_000, ["02:00:00:00:00:11"])] })).toEqual([]);
  });
});

test("what a server says is told of each cluster that the host is in, and the agent's own figures once", () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const up = { ...unreachableStatus("up", null, 0), memberRole: "PRIMARY" };
  const text = formatMetrics([
    { status: status({ clusterId: one, epoch: 4, mysql: up }), loops: [] },
    { status: status({ clusterId: other, epoch: 7 }), loops: [] },
  ]);
  const samplesOf = (name: string): string[] =>
    text.split("\n").filter((line) => line.startsWith(`${name}{`));
  expect(samplesOf("primacy_agent_epoch")).toEqual([
    `primacy_agent_epoch{cluster="${one}"} 4`,
    `primacy_agent_epoch{cluster="${other}"} 7`,
  ]);
  expect(samplesOf("primacy_mysql_up")).toEqual([
    `primacy_mysql_up{cluster="${one}"} 1`,
    `primacy_mysql_up{cluster="${other}"} 0`,
  ]);
  expect(samplesOf("primacy_agent_info")).toHaveLength(1);
  expect(text.match(/^# TYPE primacy_mysql_up /gm)).toHaveLength(1);
});
