import { message, type Topology } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { ageTopology } from "./age";

const member = {
  memberId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4e",
  serverUuid: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d4f",
  address: "10.77.0.11",
  port: 3306,
  role: "PRIMARY",
  state: "ONLINE",
  saidBy: [],
  server: "answers",
  lostSince: null,
  roleSince: null,
  differing: [],
  version: "8.4.6",
  isReadOnly: false,
  certifyQueue: 0,
  applyQueue: 0,
  appliedLagMs: 0,
  disagreements: [],
  ageMs: 100,
  isStale: false,
  tone: "ok",
} as const;

const picture: Topology = {
  clusterId: "0198f3f0-6d1e-7c3a-9f0e-3b7a5f1c2d50",
  clusterName: "shop",
  revision: 7,
  observedAt: "2026-11-21T10:00:00.000Z",
  isSinglePrimary: true,
  hasMajority: true,
  isWritable: true,
  primaryMemberId: member.memberId,
  tone: "ok",
  summary: message("topology.summary_plain", { online: 1, total: 1, primary: "db1" }),
  problems: [],
  hosts: [
    {
      hostId: null,
      name: "db1",
      address: "10.77.0.11",
      order: 0,
      nic: "eth0",
      mac: null,
      condition: "ok",
      evidence: [],
      agentState: "answering",
      agentVersion: "0.1.0",
      clockOffsetMs: 0,
      ageMs: 100,
      isStale: false,
      tone: "ok",
      members: [{ ...member, saidBy: [], differing: [], disagreements: [] }],
    },
  ],
  vips: [],
  eventCursor: 3,
};

describe("ageTopology", () => {
  it("lets every age grow and keeps a fresh picture as it is", () => {
    const aged = ageTopology(picture, 500);
    expect(aged.tone).toBe("ok");
    expect(aged.hosts[0]?.ageMs).toBe(600);
    expect(aged.hosts[0]?.members[0]?.ageMs).toBe(600);
    expect(aged.hosts[0]?.members[0]?.isStale).toBe(false);
  });

  it("shows what has become too old as stale and unknown before the whole picture is", () => {
    const aged = ageTopology(picture, 2_950);
    expect(aged.tone).toBe("ok");
    expect(aged.hosts[0]?.isStale).toBe(true);
    expect(aged.hosts[0]?.members[0]?.tone).toBe("unknown");
  });

  it("never shows a picture that nobody renews as ok", () => {
    const aged = ageTopology({ ...picture, isWritable: true }, 61_000);
    expect(aged).toMatchObject({ tone: "unknown", isWritable: null });
    expect(aged.summary).toEqual(message("topology.summary_unwatched", { seconds: 61 }));
    expect(aged.hosts[0]?.condition).toBe("unknown");
  });
});
