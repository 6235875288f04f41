import { describe, expect, it } from "vitest";
import type { Mutations } from "./options";
import { runSchedule } from "./schedule";
import { Simulator } from "./simulator";

const HOST = 0;
/** How often each directed schedule is played, with other delays in the group. */
const SEEDS = 10;

/** The first seed at which the invariant is broken, or null. */
function findFirst(broken: string, mutations: Mutations, limit: number): number | null {
  for (let seed = 1; seed <= limit; seed += 1) {
    const { findings } = runSchedule({ seed, mutations });
    if (findings.some(({ invariant }) => invariant === broken)) return seed;
  }
  return null;
}

describe("the random schedules find two holders as soon as one layer is missing", () => {
  it.each([
    ["a proof wait of 1500 ms", { shortWait: true }],
    ["role and majority instead of the consensus probe", { noProbe: true }],
    ["no release proof", { noProof: true }],
    ["no check of the deadline after the act", { noDeadlineCheck: true }],
    ["no lifetime in the kernel", { noLease: true }],
    ["an acknowledgement before the release is verified", { ackBeforeRelease: true }],
  ] satisfies readonly (readonly [string, Mutations])[])("%s", (_what, mutations) => {
    const seed = findFirst("I1", mutations, 2000);
    expect(seed).not.toBeNull();
  });
});

it("the random schedules find an address that is deleted before its gate is closed (I11)", () => {
  expect(findFirst("I11", { deleteBeforeGate: true }, 100)).not.toBeNull();
});

/**
 * A holder's answer arrives 985 ms after its probe was ordered, because the agent stalled (too short for a gap to be
 * noticed), while the primary has moved right after the order. Then the agent freezes for good.
 */
function stallBetweenOrderAndAnswer(mutations: Mutations, seed: number): Simulator {
  const simulator = new Simulator({ seed, calm: true, mutations, endMs: 20_000 }, []);
  const { agent } = simulator.getHostAt(HOST);
  const isAsking = () => agent.state?.phase.status === "HOLDING" && agent.state.probe.running !== null;
  const stall = (): void => {
    agent.freeze();
    simulator.group.disturb();
    simulator.group.switchPrimary();
    simulator.forceDelayMs(HOST, "renew", 0.1);
    simulator.time.at(simulator.time.now + 985, () => {
      agent.thaw();
      simulator.time.at(simulator.time.now + 0.2, () => agent.freeze());
    });
  };
  for (const other of [1, 2]) simulator.network.setRpc(HOST, other, false);
  when(simulator, 10_000, isAsking, () => simulator.time.at(simulator.time.now + 0.3, stall));
  return simulator;
}

/** A new primary's bind is under way, past its check, when the primary moves on. */
function switchDuringBind(mutations: Mutations, seed: number): Simulator {
  const simulator = new Simulator({ seed, calm: true, mutations, endMs: 20_000 }, []);
  simulator.time.at(8000, () => {
    simulator.group.disturb();
    const target = simulator.group.switchPrimary();
    if (target === null) throw new Error("no switchover");
    simulator.forceDelayMs(target, "bind", 450);
    const { agent } = simulator.getHostAt(target);
    const isBinding = () => agent.state?.inFlight?.kind === "bind";
    when(simulator, simulator.time.now, isBinding, () => {
      simulator.group.disturb();
      simulator.group.switchPrimary();
    });
  });
  return simulator;
}

/** The primary leaves the group of its own accord while its agent is frozen: its kernel still has the address. */
function leaveWithFrozenAgent(mutations: Mutations, seed: number): Simulator {
  const simulator = new Simulator({ seed, calm: true, mutations, endMs: 20_000 }, []);
  // Nobody has heard its agent for a while either, which does not keep it from holding.
  simulator.time.at(1500, () => {
    for (const other of [1, 2]) simulator.network.setRpc(HOST, other, false);
  });
  simulator.time.at(8000, () => {
    simulator.getHostAt(HOST).agent.freeze();
    simulator.group.disturb();
    simulator.group.stopReplication(HOST, 10_000);
  });
  return simulator;
}

/** Does something once, at the first tenth of a millisecond at which the condition holds. */
function when(simulator: Simulator, fromMs: number, condition: () => boolean, then: () => void): void {
  simulator.time.at(fromMs, () => {
    if (condition()) then();
    else when(simulator, simulator.time.now + 0.1, condition, then);
  });
}

describe("directed schedules for what chance hardly finds", () => {
  it.each([
    ["evidence is dated at the start of its probe", stallBetweenOrderAndAnswer, { stampAtCompletion: true }],
    ["an acknowledgement waits for acts that are under way", switchDuringBind, { ackWithoutCancel: true }],
    ["who has left the view was heard until then", leaveWithFrozenAgent, { goneCountsAsSilent: true }],
  ] satisfies readonly (readonly [string, (mutations: Mutations, seed: number) => Simulator, Mutations])[])(
    "%s: as it is nothing happens, without it two hosts hold",
    (_what, script, mutations) => {
      const invariants: string[] = [];
      for (let seed = 1; seed <= SEEDS; seed += 1) {
        const sound = script({}, seed).run();
        expect(sound.findings).toEqual([]);
        expect(sound.figures.acquisitions).toBeGreaterThanOrEqual(2);
        invariants.push(
          ...script(mutations, seed)
            .run()
            .findings.map(({ invariant }) => invariant),
        );
      }
      expect(invariants).toContain("I1");
    },
  );
});
