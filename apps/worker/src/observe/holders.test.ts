import { type Message, message } from "@primacy/contract";
import type { AgentStatus, VipStatus } from "@primacy/contract/agent";
import type { WantedHost } from "@primacy/core/plan";
import { describe, expect, it } from "vitest";
import { statusOf } from "../testing/agent-status.fixture";
import { judgeAnswer } from "../vip-steps/verify-through";
import { type HostWord, reasonOf, toWord } from "./holders";

const address = "10.77.0.101";
const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
const reasons: readonly Message[] = [
  message("reason.joining"),
  message("reason.multi_primary"),
  message("reason.no_evidence", { limitMs: 400 }),
];

function hostOf(n: number): WantedHost {
  return {
    hostId: id(n),
    askedOf: null,
    name: `db${n}`,
    agentAddress: `10.77.0.1${n}`,
    agentPort: 7433,
    macs: [],
    member: {
      memberId: id(n),
      serverUuid: `0000000${n}-0000-4000-8000-abcdef000000`,
      address: `10.77.0.1${n}`,
      port: 3306,
      adminAddress: null,
      adminPort: null,
    },
  };
}

/** What the agent of db<n> says, whose first is the primary; each has a reason of its own. */
function word(n: number, assignedHostId?: string | null, isAssigner = n === 1): HostWord {
  const own = reasons[n - 1];
  const vip: VipStatus = {
    vipId: id(8),
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
    reasons: own === undefined ? [] : [own],
    transitions: [],
    ...(assignedHostId === undefined ? {} : { assignedHostId }),
  };
  const { mysql } = statusOf(id(n));
  const memberRole = isAssigner ? "PRIMARY" : "SECONDARY";
  const status: AgentStatus = statusOf(id(n), {
    vips: [vip],
    mysql: { ...mysql, memberRole, serverUuid: hostOf(n).member.serverUuid },
  });
  return toWord(hostOf(n), status, address);
}

function reasonIn(words: readonly HostWord[], silent: readonly WantedHost[] = []): string {
  return reasonOf({ words, holders: [], silentHosts: silent }).text;
}

const textOf = (n: number): string => reasons[n - 1]?.text ?? "";

describe("why nobody holds an address", () => {
  it("is said by the agent beside the primary where it is no read VIP", () => {
    expect(reasonIn([word(2), word(1), word(3)])).toBe(textOf(1));
  });
  it("is said by the agent that a read VIP was given to, as the primary's copy of the table has it", () => {
    expect(reasonIn([word(3, id(2)), word(1, id(3)), word(2, id(2))])).toBe(textOf(3));
    expect(reasonIn([word(1), word(2, id(3)), word(3, id(3))])).toBe(textOf(3));
  });
  it("is said by the agent beside the primary where nobody was given it yet, or that one is silent", () => {
    expect(reasonIn([word(2, null), word(1, null)])).toBe(textOf(1));
    expect(reasonIn([word(1, id(3)), word(2, id(3))], [hostOf(3)])).toBe(
      `${textOf(1)} The agents of db3 do not answer.`,
    );
  });
});

describe("the answer through an address", () => {
  const [first, second] = [hostOf(1).member.serverUuid, hostOf(2).member.serverUuid];
  const read = { kind: "read", address } as const;
  const write = { kind: "write", address } as const;

  it("of a read VIP has to be its holder's own server's, whatever its role", () => {
    expect(judgeAnswer(read, second, word(2))).toBeNull();
    expect(judgeAnswer(read, second.toUpperCase(), word(2))).toBeNull();
    expect(judgeAnswer(read, first, word(1))).toBeNull();
    const wrong = judgeAnswer(read, first, word(2));
    expect(wrong).toMatchObject({ explanation: { code: "failure.vip_wrong_reader" }, retryable: true });
    expect(wrong?.explanation.text).toContain(
      `${first} answered a read through ${address}, not ${second}, the server of its holder db2`,
    );
  });
  it("of a write VIP has to be the primary's", () => {
    expect(judgeAnswer(write, first, word(1))).toBeNull();
    expect(judgeAnswer(write, second, word(2))?.explanation.code).toBe("failure.vip_wrong_server");
    expect(judgeAnswer(write, second, word(1))?.explanation.code).toBe("failure.vip_wrong_server");
  });
});
