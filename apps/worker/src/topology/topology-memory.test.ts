import { memoryOf } from "@primacy/core/event";
import { describe, expect, it } from "vitest";
import { parseMemory } from "./topology-memory";

describe("what a watch keeps for the next one", () => {
  const waiting = { sinceMs: 1, lastedMs: 2, seenAtMs: null };
  const memory = memoryOf({
    observedAt: "2026-11-21T10:00:00.000Z",
    primaryMemberId: null,
    isSinglePrimary: true,
    isWritable: true,
    hosts: [],
    vips: [
      {
        vipId: "00000000-0000-4000-8000-0000000000aa",
        kind: "write",
        address: "10.77.0.100",
        prefixLength: 24,
        port: 3306,
        isEnabled: true,
        believedHostId: null,
        kernelHostIds: [],
        wire: [{ mac: "02:00:00:00:00:11", hostId: null }],
        wireAgeMs: null,
        wireAskedBy: [],
        wireVerdict: {
          ...{ state: "one", since: null, isRightful: null },
          ...{ owners: [], askers: [], foreign: [], findings: [], advice: [] },
        },
        agents: [],
        tone: "ok",
        summary: { code: "step.waiting", params: {}, text: "" },
        wireHistory: {
          toldAtMs: [1],
          waiting: { ...waiting, key: "k", kind: "wire_duplicate_ended" },
          duplicateSinceMs: 5,
          alarms: [{ mac: "02:00:00:00:00:19", atMs: 3 }],
          defences: [{ key: "d", atMs: 4 }],
          foreignGone: { "h eth0": waiting },
        },
      },
    ],
  });

  it("is read again as it was, after a way through the database", () => {
    expect(parseMemory(JSON.parse(JSON.stringify(memory)))).toEqual(JSON.parse(JSON.stringify(memory)));
  });

  it("is nothing where none is kept, or none that can be read", () => {
    expect(parseMemory(null)).toBeNull();
    expect(parseMemory({ vips: [{ wireHistory: { waiting: 1 } }] })).toBeNull();
  });
});
