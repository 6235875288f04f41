import type { Simulator } from "@primacy/core/vip/simulator";
import type { SimulatorModule } from "./mutant.fixture";

const HOLDER = 0;
/** Too short for the decision to notice the gap. */
const STALL_MS = 985;
/** Just before the evidence is too old for any renewal. */
const LAST_MS = 1340;

/**
 * The primary moves right after a holder's probe was ordered. Its agent stalls, learns of the answer 1 s later, stalls
 * again, renews at the last moment, and freezes for good. No other agent can ask it.
 */
export function renewLateAndFreeze({ Simulator: Fake }: SimulatorModule, seed: number): Simulator {
  const simulator = new Fake({ seed, calm: true, endMs: 20_000 }, []);
  const { agent } = simulator.getHostAt(HOLDER);
  for (const other of [1, 2]) simulator.network.setRpc(HOLDER, other, false);
  const isAsking = () => agent.state?.phase.status === "HOLDING" && agent.state.probe.running !== null;
  when(simulator, 10_000, isAsking, () => {
    after(simulator, 0.3, () => {
      agent.freeze();
      simulator.group.disturb();
      simulator.group.switchPrimary();
    });
    after(simulator, STALL_MS, () => {
      agent.thaw();
      agent.freeze();
    });
    after(simulator, LAST_MS, () => {
      simulator.forceDelayMs(HOLDER, "renew", 0.1);
      agent.thaw();
    });
    after(simulator, LAST_MS + 0.2, () => agent.freeze());
  });
  return simulator;
}

/** The primary moves while another member of five is silent: the new one's reads take 0.9 to 1.3 s. */
export function moveWhileReadsAreSlow({ Simulator: Fake }: SimulatorModule, seed: number): Simulator {
  const silence = { atMs: 8000, kind: "freeze-mysqld", host: 4, durationMs: 15_000 } as const;
  const move = { atMs: 9000, kind: "switch", host: -1, durationMs: 0 } as const;
  return new Fake({ seed, hosts: 5, calm: true, isLoaded: true, expelAfterMs: 2000, endMs: 30_000 }, [
    silence,
    move,
  ]);
}

/** A secondary is silent for 8 s in a busy group. */
export function silenceSecondary({ Simulator: Fake }: SimulatorModule, seed: number): Simulator {
  const fault = { atMs: 8000 + 17 * seed, kind: "freeze-mysqld", host: 1, durationMs: 8000 } as const;
  return new Fake({ seed, calm: true, isLoaded: true, endMs: 30_000 }, [fault]);
}

function after(simulator: Simulator, afterMs: number, run: () => void): void {
  simulator.time.at(simulator.time.now + afterMs, run);
}

/** Does something once, at the first tenth of a millisecond at which the condition holds. */
function when(simulator: Simulator, fromMs: number, condition: () => boolean, then: () => void): void {
  simulator.time.at(fromMs, () => {
    if (condition()) then();
    else when(simulator, simulator.time.now + 0.1, condition, then);
  });
}
