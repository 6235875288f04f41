import * as simulatorModule from "@primacy/core/vip/simulator";
import { describe, expect, it } from "vitest";
import { loadMutant, type Patch, type SimulatorModule } from "./mutant.fixture";
import { type Script, when } from "./silence.fixture";

/** How often each schedule is played, with other delays in the group. */
const SEEDS = 4;
const HOST = 0;

/** Nothing happens for two minutes. */
const holdForLong: Script = ({ Simulator: Fake }, seed) => new Fake({ seed, calm: true, endMs: 120_000 }, []);

/** The primary moves. */
const moveOn: Script = ({ Simulator: Fake }, seed) => {
  const fault = { atMs: 8000, kind: "switch", host: -1, durationMs: 0 } as const;
  return new Fake({ seed, calm: true, endMs: 20_000 }, [fault]);
};

/** The address is to be another while a bind of the one before is under way, past its check. */
const moveDuringBind: Script = ({ Simulator: Fake }, seed) => {
  const simulator = new Fake({ seed, calm: true, endMs: 20_000 }, []);
  simulator.forceDelayMs(HOST, "bind", 300);
  const isBinding = () => simulator.getHostAt(HOST).agent.state?.inFlight?.kind === "bind";
  when(simulator, 0, isBinding, () => {
    simulator.time.at(simulator.time.now + 50, () => simulator.publishConfig(true));
  });
  return simulator;
};

interface Guard {
  readonly promise: "I10" | "I11";
  readonly what: string;
  readonly script: Script;
  /** What takes it out. */
  readonly without: readonly Patch[];
}

const GUARDS: readonly Guard[] = [
  {
    promise: "I10",
    what: "the first announcement follows the bind at once",
    script: moveOn,
    without: [
      {
        file: "acts.ts",
        find: "announceAtMs: turn.nowMs,",
        replace: "announceAtMs: turn.nowMs + 100,",
      },
    ],
  },
  {
    promise: "I10",
    what: "a holder announces each 30 s for as long as it holds",
    script: holdForLong,
    without: [{ file: "announce.ts", find: "LATE_PERIOD_MS = 30_000", replace: "LATE_PERIOD_MS = 31_000" }],
  },
  {
    promise: "I11",
    what: "a release closes the gate before it deletes the address",
    script: moveOn,
    without: [
      {
        file: "release.ts",
        find: "guardedPorts: isEnding ? config.guardedPorts : listGatedPorts(config),",
        replace: "guardedPorts: [],",
      },
    ],
  },
  {
    promise: "I11",
    what: "a release ends the connections",
    script: moveOn,
    without: [
      {
        file: "release.ts",
        find: 'endsConnections: isEnding || config.policy.onRelease === "cut",',
        replace: "endsConnections: false,",
      },
    ],
  },
  {
    promise: "I11",
    what: "what a bind under way brought back is let go of in the same order",
    script: moveDuringBind,
    without: [{ file: "acts.ts", find: "releaseAgain(turn);\n    return;", replace: "return;" }],
  },
];

function findBroken(used: SimulatorModule, script: Script): ReadonlySet<string> {
  const broken = new Set<string>();
  for (let seed = 1; seed <= SEEDS; seed += 1)
    for (const { invariant } of script(used, seed).run().findings) broken.add(invariant);
  return broken;
}

describe("what clients are promised: as it is nothing is broken, and without it the simulator says so", () => {
  it.each(GUARDS.map((guard) => [guard.promise, guard.what, guard] as const))(
    "%s: %s",
    async (promise, _what, { script, without }) => {
      expect([...findBroken(simulatorModule, script)]).toEqual([]);
      expect([...findBroken(await loadMutant(without), script)]).toContain(promise);
    },
  );
});
