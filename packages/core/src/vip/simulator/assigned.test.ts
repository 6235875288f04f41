import { describe, expect, it, vi } from "vitest";
import { computeHeldShare } from "./floors";
import type { Mutations } from "./options";
import { runSchedule } from "./schedule";
import { takePart } from "./schedules.fixture";
import { Simulator } from "./simulator";
import { addFigures, createFigures } from "./watch";

// As in properties.test.ts.
vi.setConfig({ testTimeout: 600_000 });

const SCHEDULES = takePart(2000);
const SEEDS = 10;

describe("a read VIP, whose host has its evidence through the servers of others too", () => {
  it("holds every invariant in schedules of random faults, and is held", () => {
    const figures = createFigures();
    for (let seed = 1; seed <= SCHEDULES; seed += 1) {
      const result = runSchedule({ seed, isAssigned: true });
      expect(result.findings, `seed ${seed}`).toEqual([]);
      addFigures(figures, result.figures);
    }
    expect(figures.acquisitions).toBeGreaterThan(2 * SCHEDULES);
    expect(figures.byR1Only).toBeGreaterThan(1.5 * SCHEDULES);
    expect(figures.byR3).toBeGreaterThan(0.1 * SCHEDULES);
    expect(figures.byR2, "the silence of its own server shows nothing").toBe(0);
    expect(figures.peersWords).toBeGreaterThan(0.1 * SCHEDULES);
    expect(computeHeldShare(figures)).toBeGreaterThan(0.8);
  });

  it.each([
    ["as it is nothing happens", {}, false],
    ["with the proof by silence two hosts hold", { silenceProvesAssigned: true }, true],
  ] satisfies readonly (readonly [string, Mutations, boolean])[])(
    "its server falls silent while a peer still speaks for it: %s",
    (_what, mutations, isBroken) => {
      const runs = Array.from({ length: SEEDS }, (_, seed) => fallSilent(mutations, seed + 1).run());
      const found = runs.flatMap(({ findings }) => findings.map(({ invariant }) => invariant));
      if (isBroken) expect(found).toContain("I1");
      else expect(found).toEqual([]);
      expect(runs.some(({ figures }) => figures.peersWords > 0)).toBe(true);
    },
  );
});

/**
 * The group no longer hears the server of the host that has the address, which its agent cannot tell; and when the address
 * is given to another, the agent freezes with it. The other's agent cannot have been reached from there meanwhile.
 */
function fallSilent(mutations: Mutations, seed: number): Simulator {
  const simulator = new Simulator(
    { seed, calm: true, isAssigned: true, expelAfterMs: 0, mutations, endMs: 30_000 },
    [],
  );
  simulator.group.preferred = 1;
  simulator.time.at(8000, () => {
    simulator.network.setRpc(0, 1, false);
    simulator.group.disturb();
    for (const other of [1, 2]) simulator.network.setGroup(0, other, false);
    simulator.group.disturb();
    freezeOnceLost();
  });
  const freezeOnceLost = (): void => {
    if (simulator.group.truth.primary === 0) simulator.time.at(simulator.time.now + 0.1, freezeOnceLost);
    else simulator.getHostAt(0).agent.freeze();
  };
  return simulator;
}
