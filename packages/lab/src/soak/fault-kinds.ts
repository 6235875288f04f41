import type { ReleaseProof } from "@primacy/contract";
import type { FaultLoss } from "@primacy/core/drill";

/** One kind of fault of the matrix that the lab can do. */
export interface FaultKind {
  readonly name: string;
  /** Its row in the fault matrix. */
  readonly row: string;
  readonly target: "primary" | "secondary";
  /** How long it stays in force, in milliseconds. */
  readonly minHoldMs: number;
  readonly maxHoldMs: number;
  readonly loses: FaultLoss;
  /** True where an agent may be silent while its server is not, so that only waiting proves that it let go. */
  readonly mayNeedTime: boolean;
  /** True where an election ends it, which takes longer with a longer expel timeout. */
  readonly isElecting: boolean;
  /** The proof without which nobody takes the address after it; null where that depends on the moment. */
  readonly needs: ReleaseProof | null;
}

type Flag = "electing" | "time" | Exclude<FaultLoss, "nothing"> | ReleaseProof;

const losses = [
  "agent-for-a-moment",
  "hung-agent",
  "agent-until-heal",
  "evidence-until-heal",
  "wire-until-heal",
] as const;
/** The proofs that a run must have seen at work. */
export const neededProofs = ["R1", "R2", "R3"] as const satisfies readonly ReleaseProof[];

function kind(
  row: string,
  name: string,
  target: FaultKind["target"],
  [minHoldMs, maxHoldMs]: readonly [number, number],
  ...flags: readonly Flag[]
): FaultKind {
  const [isElecting, mayNeedTime] = [flags.includes("electing"), flags.includes("time")];
  const loses = losses.find((one) => flags.includes(one)) ?? "nothing";
  const needs = neededProofs.find((one) => flags.includes(one)) ?? null;
  return { row, name, target, minHoldMs, maxHoldMs, loses, isElecting, mayNeedTime, needs };
}

/** Every kind that this lab can do, each drawn equally often. */
export const faultKinds = [
  kind("F1", "switchover", "primary", [1_000, 3_000], "R1"),
  kind("F1", "switchover-while-open", "primary", [1_000, 3_000]),
  kind("F2", "stop-mysql", "primary", [2_000, 6_000], "R1"),
  kind("F3", "kill-mysql", "primary", [2_000, 8_000], "electing"),
  kind("F3", "kill-mysql-for-good", "primary", [7_000, 12_000], "electing"),
  kind("F3", "kill-mysql-secondary", "secondary", [2_000, 8_000]),
  kind("F4", "freeze-mysql-short", "primary", [2_500, 4_500]),
  kind("F4", "freeze-mysql-long", "primary", [8_000, 30_000], "electing"),
  kind("F5", "freeze-agent", "primary", [1_000, 30_000], "hung-agent"),
  kind("F6", "kill-agent", "primary", [1_000, 4_000]),
  kind("F6", "kill-agent-taking", "secondary", [1_000, 4_000], "agent-for-a-moment"),
  kind("F6", "kill-agent-releasing", "primary", [1_000, 4_000]),
  kind("F6", "kill-agent-for-good", "primary", [4_000, 8_000], "agent-until-heal"),
  kind("F6", "peer-agent-gone", "secondary", [6_000, 9_000], "time", "agent-until-heal", "R3"),
  kind("F6", "peer-agent-gone-killed", "secondary", [13_000, 16_000], "electing", "time", "agent-until-heal"),
  kind("F7", "freeze-host", "primary", [5_000, 60_000], "electing"),
  kind("F7", "freeze-host-secondary", "secondary", [5_000, 15_000]),
  kind("F8", "isolate", "primary", [8_000, 14_000], "electing", "R2"),
  kind("F8", "isolate-secondary", "secondary", [4_000, 12_000]),
  // TCP sends again after 3.2 and then 6.4 s: a longer one outlasts the majority timeout, and all members leave for good.
  kind("F8", "isolate-both-secondaries", "secondary", [3_000, 4_500]),
  kind("F9", "cut-out", "primary", [8_000, 13_000], "electing", "time"),
  kind("F9", "cut-in", "primary", [8_000, 13_000], "electing", "time"),
  kind("F9", "cut-one-peer", "primary", [5_000, 12_000], "electing", "time"),
  kind("F9", "cut-agent-port", "primary", [6_000, 9_000], "time", "R3"),
  kind("F9", "cut-group-port", "primary", [8_000, 13_000], "electing", "time"),
  kind("F9", "cut-mysql-port", "primary", [3_000, 6_000]),
  kind("F10", "link-down", "primary", [3_000, 10_000], "electing"),
  kind("F10", "link-flap", "primary", [2_000, 4_000]),
  kind("F10", "packets-lost", "primary", [5_000, 10_000]),
  kind("F10", "large-packets-lost", "primary", [5_000, 10_000], "electing"),
  kind("F10", "link-stalls", "primary", [5_000, 6_000]),
  kind("F11", "power-off", "primary", [8_000, 60_000], "electing", "R2"),
  kind("F11", "power-off-secondary", "secondary", [8_000, 15_000]),
  kind("F12", "busy-processors", "primary", [3_000, 6_000]),
  kind("F12", "agent-disk-full", "primary", [3_000, 6_000]),
  kind("F12", "agent-files-used-up", "primary", [3_000, 6_000]),
  kind("F13", "connections-used-up", "primary", [3_000, 6_000]),
  kind("F13", "probe-table-locked", "primary", [3_000, 6_000], "evidence-until-heal"),
  kind("F13", "agent-account-locked", "primary", [3_000, 6_000], "evidence-until-heal"),
  kind("F14", "large-transaction", "primary", [3_000, 6_000]),
  kind("F14", "table-rebuilt", "primary", [1_000, 3_000]),
  kind("F16", "address-deleted", "primary", [1_000, 3_000]),
  kind("F16", "addresses-flushed", "primary", [2_000, 10_000], "electing"),
  kind("F16", "interface-down", "primary", [2_000, 10_000], "electing"),
  kind("F16", "rules-flushed", "primary", [1_000, 3_000]),
  kind("F17", "stranger-beside", "primary", [3_000, 6_000], "wire-until-heal"),
  kind("F17", "stranger-first", "primary", [4_000, 8_000], "wire-until-heal"),
  kind("F17", "stranger-mute", "primary", [3_000, 6_000]),
  kind("F18", "second-agent", "primary", [1_000, 2_000]),
] as const satisfies readonly FaultKind[];
