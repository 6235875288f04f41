import * as simulatorModule from "@primacy/core/vip/simulator";
import { describe, expect, it } from "vitest";
import { loadMutant, type Patch, type SimulatorModule } from "./mutant.fixture";
import type { Script } from "./silence.fixture";
import * as scripts from "./silence.fixture";
import * as two from "./two-hosts.fixture";

/** How often each schedule is played, with other delays in the group. */
const SEEDS = 8;
const HORIZON_MS = 3550;
/** By then MySQL shows a silent member as UNREACHABLE, and has looked again. */
const SHOWN_SILENT_MS = 6000;
const FORCED_AFTER_MS = [0, 500, 1000, 2000, 3000, 3500, 4000, 4500, 7000, 8000, 10_000, 20_000];

interface Guard {
  readonly guarantee: string;
  readonly script: Script;
  /** What takes the guard out. */
  readonly without: readonly Omit<Patch, "file">[];
}

/** What takes out a guard that stands between worlds of any size and two holders. */
const WITHOUT = {
  knownMembers: [
    { find: "isKnown ? (before?.knownSinceMs ?? nowMs) : nowMs", replace: "before?.knownSinceMs ?? nowMs" },
  ],
  wait: [{ find: "fromAgoMs - untilAgoMs < waitMs || ", replace: "" }],
  // The time in which it could have been heard, and the time since that: each of the two is the other's second line.
  recency: [
    { find: " || untilAgoMs > MAX_SINCE_SILENCE_MS", replace: "" },
    {
      find: "if (untilAgoMs - (nowMs - goneSinceMs) > computeMaxUnheardMs(state, waitMs)) return null;",
      replace: "",
    },
  ],
  epoch: [{ find: "seen.epoch !== state.config.epoch || ", replace: "" }],
  // Whoever got an acknowledgement has also given a sign of life: each of the two is the other's second line.
  lifeAndAcknowledgement: [
    { find: " || nowMs - seen.atMs <= fromAgoMs", replace: "" },
    {
      find: "if (acknowledgedAtMs !== undefined && nowMs - acknowledgedAtMs < waitMs) return null;",
      replace: "",
    },
  ],
  gaplessReads: [{ find: "nowMs - group.readAtMs <= READ_GAP_MS", replace: "true" }],
  build: [{ find: "if (silenceBeforeMs === 0) return null;", replace: "" }],
} satisfies Record<string, Guard["without"]>;

const GUARDS: readonly Guard[] = [
  {
    guarantee: "a view with a member that nobody configured proves nothing",
    script: scripts.majorityOfUnknownMembers,
    without: WITHOUT.knownMembers,
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
    without: WITHOUT.wait,
  },
  {
    guarantee: "a silence that ended long ago leaves room for an attempt that has waited since",
    script: scripts.backWhileNobodyReads,
    without: WITHOUT.recency,
  },
  {
    guarantee: "a host with another configuration may not need our acknowledgement",
    script: scripts.backByAnotherEpoch,
    without: WITHOUT.epoch,
  },
  {
    guarantee: "a host that has asked since its silence began, and was acknowledged, may hold again",
    script: scripts.backForAMoment,
    without: WITHOUT.lifeAndAcknowledgement,
  },
  {
    guarantee: "what happened between two reads that lie far apart was not seen",
    script: scripts.rejoinedBetweenReads,
    without: WITHOUT.gaplessReads,
  },
  {
    guarantee: "UNREACHABLE counts only on builds of which it is known for how long nothing was heard",
    script: scripts.flickering,
    without: WITHOUT.build,
  },
];

/** Of two hosts: there is no other witness, and who is lost leaves the view by its own act or an operator's only. */
const GUARDS_OF_TWO: readonly Guard[] = [
  {
    guarantee: "a view with a member that nobody configured proves nothing",
    script: two.majorityOfUnknownMember,
    without: WITHOUT.knownMembers,
  },
  {
    guarantee: "the silence lasts for the proof wait, also where the host left of its own accord",
    script: two.leavesWhileHeard,
    without: WITHOUT.wait,
  },
  {
    guarantee: "... and where an operator has forced it out",
    script: two.cutAndForced(1000),
    without: WITHOUT.wait,
  },
  {
    guarantee: "a silence that ended long ago leaves room for an attempt that has waited since",
    script: two.backWhileNobodyReads,
    without: WITHOUT.recency,
  },
  {
    guarantee: "a host with another configuration may not need our acknowledgement",
    script: two.backByAnotherEpoch,
    without: WITHOUT.epoch,
  },
  {
    guarantee: "a host that has asked since its silence began, and was acknowledged, may hold again",
    script: two.backForAMoment,
    without: WITHOUT.lifeAndAcknowledgement,
  },
  {
    guarantee: "what happened between two reads that lie far apart was not seen",
    script: two.rejoinedBetweenReads,
    without: WITHOUT.gaplessReads,
  },
  {
    guarantee: "UNREACHABLE counts only on builds of which it is known for how long nothing was heard",
    script: two.flickering,
    without: WITHOUT.build,
  },
];

/** The first seed with which two hosts hold, or null. */
function findDualHolder(used: SimulatorModule, script: Script): number | null {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const { findings } = script(used, seed).run();
    if (findings.some(({ invariant }) => invariant === "I1")) return seed;
  }
  return null;
}

describe.each([
  ["of several hosts", GUARDS],
  ["of two hosts, which have no other witness", GUARDS_OF_TWO],
] as const)(
  "quorum silence (R2) %s: each guard keeps two from holding in a schedule of its own",
  (_of, guards) => {
    it.each(guards.map((guard) => [guard.guarantee, guard] as const))(
      "%s",
      async (_what, { script, without }) => {
        for (let seed = 1; seed <= SEEDS; seed += 1) {
          const { findings, figures } = script(simulatorModule, seed).run();
          expect(findings).toEqual([]);
          expect(figures.acquisitions).toBeGreaterThanOrEqual(2);
        }
        const mutant = await loadMutant(without.map((patch) => ({ file: "silence.ts", ...patch })));
        expect(findDualHolder(mutant, script)).not.toBeNull();
      },
    );
  },
);

describe("a group of two that is cut apart", () => {
  it("has no majority: its holder loses the address within H, and nobody takes it", () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const simulator = two.cutApart(simulatorModule, seed);
      const { findings, figures } = simulator.run();
      expect(findings).toEqual([]);
      expect(figures.acquisitions).toBe(1);
      expect([...simulator.group.truth.members], "neither can drop the other").toEqual([0, 1]);
      expect(simulator.hosts.flatMap((host) => host.kernel.listAddresses())).toEqual([]);
      expect(figures.longestWithoutQuorumMs).toBeLessThan(HORIZON_MS);
    }
  });

  it.each(FORCED_AFTER_MS)(
    "goes on with one host once an operator forces it, after %i ms, and then two never hold",
    (afterMs) => {
      const figures = simulatorModule.createFigures();
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const run = two.cutAndForced(afterMs)(simulatorModule, seed).run();
        expect(run.findings).toEqual([]);
        simulatorModule.addFigures(figures, run.figures);
      }
      expect(figures.acquisitions).toBe(2 * SEEDS);
      if (afterMs > SHOWN_SILENT_MS) expect(figures.byR2, "the silence before it counts").toBe(SEEDS);
      else expect(figures.byR3, "it is waited for from then on").toBeGreaterThan(0);
    },
  );
});
