import { describe, expect, it } from "vitest";
import type { FaultKind } from "./faults";
import { takePart } from "./schedules.fixture";
import { Simulator } from "./simulator";

const STARTED_MS = 7000;
const FAULT_MS = 8000;
const END_MS = 40_000;
const SEEDS = takePart(20);

/** For how long a healthy primary was without the address while a secondary was silent, or came back. */
function measureAbsenceMs(seed: number, kind: FaultKind, hosts: 3 | 5): number {
  const host = 1 + (seed % (hosts - 1));
  const fault = { atMs: FAULT_MS + 17 * seed, kind, host, durationMs: 8000 };
  const simulator = new Simulator({ seed, hosts, calm: true, isLoaded: true, endMs: END_MS }, [fault]);
  let beforeMs = 0;
  simulator.time.at(STARTED_MS, () => {
    simulator.observer.sample();
    beforeMs = simulator.figures.absentMs;
  });
  const { findings, figures } = simulator.run();
  expect(findings).toEqual([]);
  expect(simulator.group.truth.primary).toBe(0);
  expect(figures.lateRenewals).toBeGreaterThan(0);
  return figures.absentMs - beforeMs;
}

describe("a secondary that goes silent in a busy group, whose reads then take 0.9 to 1.3 s (F8)", () => {
  it.each([
    "freeze-mysqld",
    "partition",
    "cut-outgoing",
    "cut-incoming",
    "freeze-machine",
    "lose-power",
    "crash-mysqld",
  ] as const)("%s: the primary has the address at every instant, with three hosts and with five", (kind) => {
    for (const hosts of [3, 5] as const) {
      const absencesMs = Array.from({ length: SEEDS }, (_, seed) => measureAbsenceMs(seed + 1, kind, hosts));
      expect(absencesMs).toEqual(absencesMs.map(() => 0));
    }
  });
});
