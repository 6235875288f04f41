import { expect, it } from "vitest";
import { Simulator } from "./simulator";

const HOST = 0;

/** A calm world whose primary lets go by order, and then does what is given once it may take the address again. */
function afterRelease(act: (simulator: Simulator) => void): readonly string[] {
  const simulator = new Simulator({ seed: 1, calm: true, endMs: 20_000 }, []);
  const { agent } = simulator.getHostAt(HOST);
  const wait = (): void => {
    const { state } = agent;
    const status = state?.phase.status;
    const mayTake = status === "STANDBY" || status === "PROVING";
    if (mayTake && state?.strangers.running !== null) act(simulator);
    else simulator.time.at(simulator.time.now + 0.1, wait);
  };
  simulator.time.at(6_000, () => {
    simulator.tell(HOST, { kind: "operator-release", stay: false });
    wait();
  });
  return simulator.run().findings.map(({ invariant }) => invariant);
}

/** The agent believes for 4 s that a machine answers which is not there. */
function imagineStranger(simulator: Simulator): void {
  const untilMs = simulator.time.now + 4_000;
  const imagine = (): void => {
    if (simulator.getHostAt(HOST).agent.state?.strangers.running !== null) imagineAnswer(simulator);
    if (simulator.time.now < untilMs) simulator.time.at(simulator.time.now + 50, imagine);
  };
  imagine();
}

function imagineAnswer(simulator: Simulator): void {
  const { agent } = simulator.getHostAt(HOST);
  const strangerProbeId = agent.state?.strangers.running?.strangerProbeId ?? -1;
  const outcome = { kind: "answered", macs: ["02:ff:ff:ff:ff:ff"] } as const;
  agent.feed({
    kind: "stranger-checked",
    strangerProbeId,
    startedAtMs: simulator.getHostAt(HOST).localNow(),
    outcome,
  });
  expect(agent.state?.phase.status).toBe("CONFLICT");
}

it("an agent that takes the address again keeps the promise of liveness", () => {
  expect(afterRelease(() => undefined)).toEqual([]);
});

it("an agent that stays away for a stranger that is none breaks it, whatever it says of itself (I14)", () => {
  expect(afterRelease(imagineStranger)).toContain("I14");
});

it("an agent that stays away for a stranger that is there does not", () => {
  const isThere = (simulator: Simulator): void => {
    simulator.setStranger(true);
    simulator.observer.sample();
  };
  expect(afterRelease(isThere)).toEqual([]);
});
