import * as simulatorModule from "@primacy/core/vip/simulator";
import { describe, expect, it } from "vitest";
import { moveWhileReadsAreSlow, renewLateAndFreeze, silenceSecondary } from "./late.fixture";
import { loadMutant, type Patch, type SimulatorModule } from "./mutant.fixture";

/** How often each schedule is played, with other delays in the group. */
const SEEDS = 8;

type Script = (used: SimulatorModule, seed: number) => simulatorModule.Simulator;

/** The invariants that some seed breaks. */
function findBroken(used: SimulatorModule, script: Script): ReadonlySet<string> {
  const broken = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1)
    for (const { invariant } of script(used, seed).run().findings) broken.add(invariant);
  return broken;
}

/** For how long at most the primary was without the address once it had it. */
function findLongestAbsenceMs(used: SimulatorModule): number {
  const absencesMs = Array.from({ length: SEEDS }, (_, index) => {
    const simulator = silenceSecondary(used, index + 1);
    let beforeMs = 0;
    simulator.time.at(7000, () => {
      simulator.observer.sample();
      beforeMs = simulator.figures.absentMs;
    });
    return simulator.run().figures.absentMs - beforeMs;
  });
  return Math.max(...absencesMs);
}

describe("late evidence: each guard keeps a promise in a schedule of its own", () => {
  it("its lease is a second shorter, or two hosts hold", async () => {
    expect([...findBroken(simulatorModule, renewLateAndFreeze)]).toEqual([]);
    const figures = simulatorModule.createFigures();
    for (let seed = 1; seed <= SEEDS; seed += 1)
      simulatorModule.addFigures(figures, renewLateAndFreeze(simulatorModule, seed).run().figures);
    // In the others the answer comes after the move has reached the server, and says so.
    expect(figures.lateRenewals).toBeGreaterThanOrEqual(2);
    expect(figures.acquisitions).toBeGreaterThanOrEqual(2 * SEEDS);
    const mutant = await loadMutant([
      { file: "terms.ts", find: "leaseMs: late.leaseMs,", replace: "leaseMs: config.timings.leaseMs," },
    ]);
    expect(findBroken(mutant, renewLateAndFreeze)).toContain("I1");
  });

  it("it takes for a second less, or an address is bound on it that outlasts H", async () => {
    expect([...findBroken(simulatorModule, moveWhileReadsAreSlow)]).toEqual([]);
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const { figures } = moveWhileReadsAreSlow(simulatorModule, seed).run();
      expect(figures.acquisitions).toBeGreaterThanOrEqual(2);
      expect(figures.lateTakings).toBeGreaterThanOrEqual(1);
    }
    const mutant = await loadMutant([
      {
        file: "terms.ts",
        find: "const { maxAgeMs, leaseMs, releaseAfterMs } = late;",
        replace: "const { maxAgeMs, releaseAfterMs } = late; const { leaseMs } = timings;",
      },
    ]);
    expect(findBroken(mutant, moveWhileReadsAreSlow)).toContain("I3");
  });

  it("it takes the address while the group is slow, which without it is away until the group is quick again", async () => {
    const absentMs = (used: SimulatorModule): number[] =>
      Array.from(
        { length: SEEDS },
        (_, index) => moveWhileReadsAreSlow(used, index + 1).run().figures.absentMs,
      );
    const mutant = await loadMutant([
      { file: "standing.ts", find: "return cameLate &&", replace: "return late === null &&" },
    ]);
    const [withIt, without] = [absentMs(simulatorModule), absentMs(mutant)];
    expect(
      without.every((ms, index) => ms > (withIt[index] ?? 0) + 500),
      `${withIt} ${without}`,
    ).toBe(true);
  });

  it.each([
    [
      "without late renewals",
      [{ file: "timings.ts", find: "if (leaseMs < LATE_MS) return null;", replace: "return null;" }],
    ],
    ["with one probe at a time", [{ file: "timings.ts", find: "MAX_PROBES = 3", replace: "MAX_PROBES = 1" }]],
  ] satisfies readonly (readonly [string, readonly Patch[]])[])(
    "it keeps the address while a secondary is silent, which %s is lost for seconds",
    async (_what, patches) => {
      expect(findLongestAbsenceMs(simulatorModule)).toBe(0);
      expect(findLongestAbsenceMs(await loadMutant(patches))).toBeGreaterThan(1000);
    },
  );
});
