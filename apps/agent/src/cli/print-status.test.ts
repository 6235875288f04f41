import { message, quote } from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import { expect, test } from "vitest";
import { unreachableStatus } from "../mysql/read-status";
import { formatStatus, formatWhy } from "./print-status";

const status: AgentStatus = {
  protocol: 2,
  agentVersion: "0.1.0+abc",
  hostId: "h1",
  seq: 1,
  clock: { bootId: "b", monotonicMs: 1, wallMs: 1 },
  startedMonotonicMs: 0,
  clusterId: null,
  epoch: null,
  documentHash: null,
  certificateExpiresAt: null,
  hasRstGate: false,
  warnings: [message("reason.no_gate")],
  nics: [],
  mysql: unreachableStatus("unconfigured", null, 0),
  vips: [],
  wire: [],
  peers: [],
  residentBytes: 1,
  permitEpoch: null,
};

test("an agent without cluster says so, with its warnings", () => {
  const text = formatStatus(status);
  expect(text).toContain("belongs to no cluster yet");
  expect(text).toContain("Warning: This host has no nft");
});

test("each way in which a server can be has its sentence", () => {
  const of = (mysql: AgentStatus["mysql"]): string => formatStatus({ ...status, mysql });
  expect(of(unreachableStatus("down", quote("connect ECONNREFUSED"), 0))).toMatch(
    /does not answer.\n {2}connect ECONNREFUSED/,
  );
  expect(of(unreachableStatus("denied", null, 0))).toContain("refuses the agent's account");
  expect(of({ ...unreachableStatus("up", null, 0), memberState: "ONLINE", memberRole: "PRIMARY" })).toContain(
    "The MySQL server is ONLINE, PRIMARY.",
  );
});

test("why tells reasons, proofs and history in sentences", () => {
  const text = formatWhy([
    {
      vipId: "v",
      address: "10.0.0.100",
      state: "HOLDING",
      isHolding: true,
      reasons: ["The group confirms it."],
      proofs: [
        { host: "db2", proof: "R1" },
        { host: "db3", proof: "R3" },
      ],
      history: [{ agoMs: 1500, from: "STANDBY", to: "PROVING", reason: "Elected." }],
      proofWaitMs: 3808,
      evidenceAgeMs: 120.4,
      generation: 7,
      epoch: 2,
    },
  ]);
  expect(text).toContain("10.0.0.100 is held by this host (HOLDING).");
  expect(text).toContain("db2 said so; db3 had 3808 ms to lose it");
  expect(text).toContain("1.5 s ago: STANDBY -> PROVING. Elected.");
  expect(formatWhy([])).toBe("No address is configured here.\n");
});
