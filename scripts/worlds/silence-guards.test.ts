import * as worlds from "@primacy/core/vip/world";
import { describe, expect, it } from "vitest";
import { loadMutant, type Patch, type Worlds } from "./mutant.fixture";
import type { Script } from "./silence.fixture";
import * as scripts from "./silence.fixture";

/** How often each schedule is played, with other delays in the group. */
const SEEDS = 8;

interface Guard {
  readonly guarantee: string;
  readonly script: Script;
  /** What takes the guard out. */
  readonly without: readonly Omit<Patch, "file">[];
}

const GUARDS: readonly Guard[] = [
  {
    guarantee: "a view with a member that nobody configured proves nothing",
    script: scripts.majorityOfUnknownMembers,
    without: [
      {
        find: "isKnown ? (before?.knownSinceMs ?? nowMs) : nowMs",
        replace: "before?.knownSinceMs ?? nowMs",
      },
    ],
  },
  {
    guarantee: "a witness speaks only of the time in which it knew every member",
    script: scripts.heardUnderAnotherName,
    without: [{ find: "fromMs: Math.max(goneSinceMs, knownSinceMs)", replace: "fromMs: goneSinceMs" }],
  },
  {
    guarantee: "every other host testifies, also those that have left meanwhile",
    script: scripts.bothThatHeardItLeave,
    without: [{ find: "if (told === null) return null;", replace: "if (told === null) continue;" }],
  },
  {
    guarantee: "what the others have heard counts",
    script: scripts.heardByOneWitness,
    without: [{ find: "testimonies.push(told);", replace: "" }],
  },
  {
    guarantee: "the common silence lasts for the proof wait",
    script: scripts.heardByOneWitness,
    without: [{ find: "fromAgoMs - untilAgoMs < waitMs || ", replace: "" }],
  },
  {
    guarantee: "a silence that ended long ago leaves room for an attempt that has waited since",
    script: scripts.backWhileNobodyReads,
    without: [{ find: " || untilAgoMs > getMaxSinceSilenceMs(state, waitMs)", replace: "" }],
  },
  {
    guarantee: "a host with another configuration may not need our acknowledgement",
    script: scripts.backByAnotherEpoch,
    without: [{ find: "seen.epoch !== state.config.epoch || ", replace: "" }],
  },
  {
    // Whoever got an acknowledgement has also given a sign of life: each of the two is the other's second line.
    guarantee: "a host that has asked since its silence began, and was acknowledged, may hold again",
    script: scripts.backForAMoment,
    without: [
      { find: " || nowMs - seen.atMs <= fromAgoMs", replace: "" },
      {
        find: "if (acknowledgedAtMs !== undefined && nowMs - acknowledgedAtMs < waitMs) return null;",
        replace: "",
      },
    ],
  },
  {
    guarantee: "what happened between two reads that lie far apart was not seen",
    script: scripts.rejoinedBetweenReads,
    without: [{ find: "nowMs - group.readAtMs <= READ_GAP_MS", replace: "true" }],
  },
  {
    guarantee: "UNREACHABLE counts only on builds of which it is known for how long nothing was heard",
    script: scripts.flickering,
    without: [{ find: "if (silenceBeforeMs === 0) return null;", replace: "" }],
  },
];

/** The first seed with which two hosts hold, or null. */
function findDualHolder(used: Worlds, script: Script): number | null {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { findings } = script(used, seed).run();
    if (findings.some(({ invariant }) => invariant === "I1")) return seed;
  }
  return null;
}

describe("quorum silence (R2): each guard keeps two hosts from holding in a schedule of its own", () => {
  it.each(GUARDS.map((guard) => [guard.guarantee, guard] as const))(
    "%s",
    async (_what, { script, without }) => {
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const { findings, figures } = script(worlds, seed).run();
        expect(findings).toEqual([]);
        expect(figures.acquisitions).toBeGreaterThanOrEqual(2);
      }
      const mutant = await loadMutant(without.map((patch) => ({ file: "silence.ts", ...patch })));
      expect(findDualHolder(mutant, script)).not.toBeNull();
    },
  );
});
