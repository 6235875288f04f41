import { describe, expect, it, vi } from "vitest";
import { testSchedules } from "./schedules.fixture";
import { runSimulation } from "./simulator";

// As in properties.test.ts.
vi.setConfig({ testTimeout: 600_000 });

/*
 * A group of two loses its majority with either host, and then nobody has the right to the address. It goes on when the other
 * one is back, or says itself that it is out, as an operator's recovery does; or, where the other one is without power, when
 * an operator forces it to and signs that the host is off.
 */
describe("schedules of random faults in groups of two (I1 to I7, I9 to I11, I14)", () => {
  testSchedules(2, 800_000, 600);
});

it("without the consensus probe one of two hosts that are cut apart has the address for longer than H", () => {
  const cut = { atMs: 8000, kind: "partition", host: 0, durationMs: 20_000 } as const;
  const measure = (noProbe: boolean): number =>
    runSimulation({ seed: 1, hosts: 2, mutations: { noProbe } }, [cut]).figures.longestWithoutQuorumMs;
  expect(measure(false)).toBeLessThan(3550);
  expect(measure(true)).toBeGreaterThan(3550 + 100);
});
