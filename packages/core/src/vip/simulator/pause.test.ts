import { describe, expect, it } from "vitest";
import type { Fault, FaultKind } from "./faults";
import { Simulator } from "./simulator";

const PAUSED_AT_MS = 8_000;
/** The fault is over for five seconds. */
const SETTLED_AT_MS = 32_000;
const RESUMED_AT_MS = 40_000;

interface Run {
  readonly findings: Simulator["findings"];
  /** Hosts that held, of samples each 50 ms, while all documents said that the VIP is paused. */
  readonly heldBy: ReadonlySet<number>;
  readonly longestTogether: number;
  /** Whether the first holder held at any sample when the fault was over and had time to settle, still paused. */
  readonly hasReturned: boolean;
  /** Who held after it was resumed and had time to settle. */
  readonly heldAfter: ReadonlySet<number>;
  readonly primary: number;
}

/** Three hosts, of which the first primary holds; the VIP is paused on it, then it is hit by a fault. */
function play(seed: number, kind: FaultKind, pin: "holder" | "none"): Run {
  const faults: readonly Fault[] = [{ atMs: PAUSED_AT_MS + 4_000, kind, host: -1, durationMs: 15_000 }];
  const simulator = new Simulator({ seed, endMs: 60_000 }, faults);
  const heldBy = new Set<number>();
  const heldAfter = new Set<number>();
  let longestTogether = 0;
  let hasReturned = false;
  let first = -1;
  const holders = (): number[] =>
    simulator.hosts.filter((host) => host.kernel.listAddresses().length > 0).map((host) => host.index);
  const sample = (): void => {
    const now = holders();
    longestTogether = Math.max(longestTogether, now.length);
    const isPaused = simulator.time.now > PAUSED_AT_MS + 2_000 && simulator.time.now < RESUMED_AT_MS;
    if (isPaused) for (const index of now) heldBy.add(index);
    if (isPaused && simulator.time.now > SETTLED_AT_MS) hasReturned ||= now.includes(first);
    if (simulator.time.now > RESUMED_AT_MS + 10_000) for (const index of now) heldAfter.add(index);
    simulator.time.at(simulator.time.now + 50, sample);
  };
  simulator.time.at(50, sample);
  simulator.time.at(PAUSED_AT_MS, () => {
    first = holders()[0] ?? -1;
    simulator.setPause({ host: pin === "holder" ? first : null });
  });
  simulator.time.at(RESUMED_AT_MS, () => simulator.setPause(null));
  const { findings } = simulator.run();
  heldBy.delete(first);
  return {
    findings: [...findings],
    heldBy,
    longestTogether,
    hasReturned,
    heldAfter,
    primary: simulator.group.truth.primary,
  };
}

const KINDS = ["crash-mysqld", "switch", "partition", "lose-power", "kill-agent", "freeze-agent"] as const;

describe("a paused VIP in a group that fails over", () => {
  it.each(KINDS)(
    "is taken by nobody else after %s, has no second holder, and follows once resumed",
    (kind) => {
      for (const pin of ["holder", "none"] as const)
        for (let seed = 1; seed <= 3; seed += 1) {
          const run = play(seed, kind, pin);
          expect(run.findings).toEqual([]);
          expect([...run.heldBy]).toEqual([]);
          expect(run.longestTogether).toBe(1);
          expect([...run.heldAfter]).toEqual([run.primary]);
        }
    },
  );

  it.each(["kill-agent", "freeze-agent"] as const)(
    "is taken back by its own host after %s, and by nobody where it was paused without a holder",
    (kind) => {
      for (let seed = 1; seed <= 3; seed += 1) {
        expect(play(seed, kind, "holder").hasReturned).toBe(true);
        expect(play(seed, kind, "none").hasReturned).toBe(false);
      }
    },
  );
});
