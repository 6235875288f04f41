import { describe, expect, it } from "vitest";
import { networkOf, toVipChange, toVipRequest, type VipDraft } from "./vip-draft";

const membersAt = (address: string): Parameters<typeof networkOf>[0] => ({
  hosts: [
    {
      hostId: null,
      name: "db1",
      address,
      order: 0,
      nic: null,
      mac: null,
      condition: "ok",
      evidence: [],
      agentState: "answering",
      agentVersion: null,
      clockOffsetMs: null,
      ageMs: 0,
      isStale: false,
      tone: "ok",
      members: [
        {
          memberId: "00000000-0000-7000-8000-000000000001",
          serverUuid: "00000000-0000-7000-8000-000000000002",
          address,
          port: 3306,
          role: "PRIMARY",
          state: "ONLINE",
          version: null,
          isReadOnly: false,
          certifyQueue: 0,
          applyQueue: 0,
          appliedLagMs: 0,
          disagreements: [],
          ageMs: 0,
          isStale: false,
          tone: "ok",
        },
      ],
    },
  ],
});

it.each([
  ["10.77.0.11", "24", "10.77.0.0/24"],
  ["10.77.3.200", "22", "10.77.0.0/22"],
  ["192.168.1.77", "26", "192.168.1.64/26"],
  ["10.1.2.3", "32", "10.1.2.3/32"],
  ["db1.example", "24", null],
  ["10.77.0.11", "", null],
  ["10.77.0.11", "33", null],
])("names the network of a member at %s under a prefix of %j: %s", (address, prefix, network) => {
  expect(networkOf(membersAt(address), prefix)).toBe(network);
});

describe("what becomes of connections", () => {
  const draft: VipDraft = {
    provider: "agent",
    address: "10.77.0.100",
    prefixLength: "24",
    port: "3306",
    nics: {},
    onRelease: "leave",
  };
  const vip = { address: "10.77.0.100", prefixLength: 24, port: 3306, nics: {}, onRelease: "cut" } as const;

  it("is asked for with the rest, and changed only where it differs", () => {
    expect(toVipRequest(draft)).toMatchObject({ onRelease: "leave" });
    expect(toVipChange(vip, draft)).toEqual({ onRelease: "leave" });
    expect(toVipChange(vip, { ...draft, onRelease: "cut" })).toEqual({});
  });
});
