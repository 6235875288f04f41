import { type Message, message } from "@primacy/contract";
import type { AgentStatus, VipStatus } from "@primacy/contract/agent";
import type { WantedHost } from "@primacy/core/plan";
import { type HostWord, toWord } from "../observe/holding";
import { statusOf } from "./agent-status.fixture";

/** The address that the words are about. */
export const address = "10.77.0.101";
/** The id of host n. */
export const id = (n: number): string => `00000000-0000-4000-8000-00000000000${n}`;
/** The reasons of the agents of db1 to db3. */
export const reasons: readonly Message[] = [
  message("reason.joining"),
  message("reason.multi_primary"),
  message("reason.no_evidence", { limitMs: 400 }),
];

/** The host db<n>. */
export function hostOf(n: number): WantedHost {
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
export function word(n: number, assignedHostId?: string | null, isAssigner = n === 1): HostWord {
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
  return toWord(hostOf(n), status, address, 0);
}
